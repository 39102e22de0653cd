"""Cric Crac Kroc, rule by rule; § numbers as in docs/rules/kroc.en.md.

A story is a game from its start: a word is the card that luck names, `1/3` what all seats choose at once, in seat
order, `0:trident` a theft. Piles and kept cards are written as in docs/notation.md: `S?T/L`.
"""

from collections import Counter
from typing import Any

import pytest

from recif.games import GAMES, start
from recif.games.core.contract import LUCK, Refused
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.games.kroc import notation
from recif.games.kroc.cards import LETTERS


def story(events: str, seats: int = 2, **options: Any) -> Position:
    game = start("kroc", seats, **options)
    for event in events.split():
        tell(game, event)
    return game


def tell(game: Position, event: str) -> None:
    if ":" in event and game.waiting:
        game.play(game.waiting[0], event)
    elif event[0].isdigit():
        for seat, choice in enumerate(event.split("/")):
            game.play(seat, choice)
    else:
        game.befall(event)


def last_round(
    kept: str, piles: str = "L/L/L/L", biting: str = "-", hungry: str = "-", unseen: str = "LLL"
) -> Position:
    """A choice with too few unseen cards for another tide, for one rule at a time: no game need lead there."""
    sharks, table = kept.split("/"), piles.split("/")
    known = "".join(letter for letter in kept + piles if letter in LETTERS)
    laid = len(known) + piles.count("?")
    rounds = max(5, -(-laid // len(table)))
    box = "R" * (len(table) * rounds - laid)
    deck, left = (",".join(str(cards.count(k)) for k in LETTERS) for cards in (known + box + unseen, unseen))
    bites, choices = "/".join("1" for _ in sharks), "/".join("-" for _ in sharks)
    text = f"{len(sharks)} {biting} {deck} {left} {rounds} choosing:1 {piles} {kept} {hungry} {bites} {choices}"
    return Position(GAMES["kroc"], notation.read(text))


def ended(game: Position, *events: str) -> Position:
    for event in events:
        tell(game, event)
    assert game.is_over
    return game


def scene(game: Position) -> dict[str, Any]:
    return game.game.words.scene(game.state)


def piles(game: Position) -> list[list[str | None]]:
    return [pile["cards"] for pile in scene(game)["piles"]]


def kept(game: Position) -> list[dict[str, int]]:
    return [seat["kept"] for seat in scene(game)["seats"]]


def hungry(game: Position) -> list[int]:
    return [seat for seat, shown in enumerate(scene(game)["seats"]) if shown["hungry"]]


def code(game: Position, seat: int, move: str) -> str:
    refusal = game.why(seat, move)
    return refusal.code if refusal else "legal"


# §1 The cards


def test_fifty_cards_of_nine_kinds() -> None:
    unseen = scene(start("kroc"))["unseen"]
    assert list(unseen.values()) == [6, 6, 6, 6, 6, 4, 5, 4, 7]
    assert sum(unseen.values()) == 50


def test_a_person_with_the_box_can_put_the_true_counts_in() -> None:
    game = start("kroc", deck=[1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert list(scene(game)["unseen"].values()) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_luck_is_any_unseen_card_as_likely_as_its_copies() -> None:
    weights = {card: weight for card, (_, weight) in start("kroc").befall("trident").luck().items()}
    assert weights == scene(start("kroc"))["unseen"] | {"trident": 6}


def test_draws_follow_the_weights() -> None:
    first, rng = start("kroc", deck=[1, 0, 4, 0, 0, 0, 0, 0, 15]), seeded(1)
    drawn = Counter(first.copy().draw(rng) for _ in range(4000))
    assert set(drawn) == {"platter", "blue", "trident"}
    assert drawn["platter"] == pytest.approx(200, abs=50)
    assert drawn["blue"] == pytest.approx(800, abs=90)


# §2 Setting the table


@pytest.mark.parametrize(("seats", "count"), [(2, 4), (3, 4), (4, 5), (5, 6)])
def test_there_is_a_pile_more_than_sharks_but_never_fewer_than_four(seats: int, count: int) -> None:
    assert len(piles(start("kroc", seats))) == count


def test_faces_alternate_and_only_face_up_cards_are_named() -> None:
    game = story("salad bone treasure", seats=5)
    assert piles(game) == [["salad"], [None], ["bone"], [None], ["treasure"], [None]]
    assert game.waiting == (0, 1, 2, 3, 4)


def test_with_two_seats_two_cards_are_named_then_both_choose_among_four() -> None:
    game = story("salad bone")
    assert game.waiting == (0, 1)
    assert list(game.moves(0)) == list(game.moves(1)) == ["1", "2", "3", "4"]


def test_the_deck_is_what_is_unseen_but_for_the_cards_lying_face_down() -> None:
    game = story("salad bone")
    assert scene(game)["deck"] == 46
    assert sum(scene(game)["unseen"].values()) == 48


# §3 The choice


def test_a_sated_shark_names_one_pile() -> None:
    assert code(story("salad bone"), 0, "2+3") == "one-jaw"


def test_a_hungry_shark_names_two_piles_or_the_same_twice() -> None:
    game = last_round("-/-", hungry="0")
    assert list(game.moves(0)) == ["1+1", "1+2", "1+3", "1+4", "2+2", "2+3", "2+4", "3+3", "3+4", "4+4"]
    assert code(game, 0, "3") == "two-jaws"
    assert list(game.moves(1)) == ["1", "2", "3", "4"]


def test_the_lower_pile_comes_first() -> None:
    refusal = last_round("-/-", hungry="0").why(0, "3+2")
    assert refusal
    assert refusal.code == "other-spelling"
    assert "2+3" in refusal.text.en


def test_there_are_no_other_piles_and_no_passing() -> None:
    game = story("salad bone")
    assert code(game, 0, "5") == "no-such-pile"
    for text in ("", "-", "0", "pass", "salad", "1:salad", "²", "1+", "11", " 1"):
        assert code(game, 0, text) == "not-a-move"


def test_a_choice_is_made_once_and_in_any_order() -> None:
    first, second = story("salad bone", seats=3), story("salad bone", seats=3)
    first.play(0, "1").play(1, "2").play(2, "4")
    second.play(2, "4").play(0, "1")
    assert second.waiting == (1,)
    assert code(second, 0, "1") == "not-your-turn"
    assert second.play(1, "2") == first


# §4 The fight


def test_a_shark_alone_on_a_pile_takes_all_of_it() -> None:
    game = ended(last_round("-/-", "S?T/L/L/L"), "1/2", "lollipop")
    assert piles(game) == [[], [], ["lollipop"], ["lollipop"]]
    assert kept(game) == [{"lollipop": 1, "salad": 1, "trident": 1}, {"lollipop": 1}]


def test_nobody_takes_a_pile_when_the_most_jaws_are_shared() -> None:
    game = ended(last_round("-/-", "S/L/L/L"), "1/1")
    assert kept(game) == [{}, {}]
    assert piles(game)[0] == ["salad"]


@pytest.mark.parametrize(
    ("bites", "taker"),
    [
        ("1+1/2/3/4", 0),
        ("1+1/1/1/1", 0),
        ("1+2/1/3/4", None),
        ("1+2/2/3/4", 0),
        ("1+3/2/3/1+1", 3),
        ("1+1/1/1/1+1", None),
        ("2+3/1/1/4+5", None),
        ("2+3/1/4/4+5", 1),
    ],
)
def test_strictly_the_most_jaws_take_a_pile(bites: str, taker: int | None) -> None:
    game = last_round("-/-/-/-", "S/O/O/O/O", hungry="0,3" if bites.count("+") == 2 else "0")
    ended(game, bites)
    assert [seat for seat in range(4) if kept(game)[seat]] == ([] if taker is None else [taker])


def test_piles_are_fought_over_from_left_to_right() -> None:
    game = story("salad trident 4/2")
    assert scene(game)["phase"] == "turning"
    assert scene(game)["pile"] == 2
    tell(game, "yellow")
    assert scene(game)["pile"] == 4
    tell(game, "blue")
    assert kept(game) == [{"blue": 1}, {"yellow": 1}]


def test_a_pile_is_resolved_from_the_bottom_to_the_top() -> None:
    game = last_round("-/-", "S?T/L/L/L", unseen="LLLL")
    tell(game, "1/2")
    assert kept(game) == [{"salad": 1}, {}]
    assert piles(game)[0] == [None, "trident"]
    assert scene(game)["phase"] == "turning"


def test_a_covered_card_that_was_once_face_up_stays_known() -> None:
    game = story("salad bone 1/1 lollipop lollipop")
    assert piles(game)[0] == ["salad", None]


def test_a_bone_goes_back_to_the_box() -> None:
    game = story("salad bone 3/1")
    assert kept(game) == [{}, {"salad": 1}]
    assert scene(game)["box"] == {"bone": 1}


def test_a_treasure_brings_the_first_card_of_the_deck_before_the_next_card() -> None:
    game = last_round("-/-", "G?S/L/L/L", unseen="LLLT")
    tell(game, "1/2")
    assert scene(game)["phase"] == "drawing"
    assert scene(game)["deck"] == 3
    tell(game, "trident")
    assert scene(game)["phase"] == "turning"
    assert scene(game)["deck"] == 2
    assert kept(game) == [{"trident": 1}, {}]


def test_a_treasure_can_bring_a_treasure() -> None:
    game = story("treasure bone 1/3 treasure treasure salad")
    assert kept(game)[0] == {"salad": 1}
    assert scene(game)["box"] == {"bone": 1, "treasure": 3}


def test_a_bottle_from_a_treasure_makes_hungry() -> None:
    assert hungry(story("treasure bone 1/3 bottle")) == [0]


def test_a_treasure_has_no_effect_when_the_deck_is_empty() -> None:
    only_treasures = story("treasure treasure", deck=[0, 0, 0, 0, 0, 0, 0, 20, 0])
    tell(only_treasures, "1/3")
    for _ in range(16):
        tell(only_treasures, "treasure")
    assert scene(only_treasures)["deck"] == 0
    assert only_treasures.is_over
    assert piles(only_treasures) == [[], [None], [], [None]]


def test_hunger_lasts_for_the_next_round_only() -> None:
    game = story("bottle bone 1/2 salad salad salad salad")
    assert hungry(game) == [0]
    game.play(0, "2+2").play(1, "2")
    assert hungry(game) == []


def test_two_bottles_do_not_add_up() -> None:
    game = story("bottle bottle bone bone 1/2 bottle bottle bone bone", biting=["wave"])
    tell(game, "1+2/3+3")
    assert scene(game)["box"] == {"bottle": 4, "bone": 2}
    for card in ("salad", "salad", "salad", "salad"):
        tell(game, card)
    assert hungry(game) == [0]
    assert {text.count("+") for text in game.moves(0)} == {1}


def test_a_bottle_taken_while_hungry_counts_for_the_next_round() -> None:
    assert hungry(ended(last_round("-/-", "R/L/L/L", hungry="0"), "1+1/2")) == [0]


# §5 The tide


def test_the_tide_lays_face_up_on_bare_and_face_down_piles_and_face_down_on_face_up_cards() -> None:
    game = story("salad bone 1/2 trident")
    assert piles(game) == [[], [], ["bone"], [None]]
    for card in ("yellow", "blue", "platter"):
        tell(game, card)
    assert piles(game) == [["yellow"], ["blue"], ["bone", None], [None, "platter"]]


def test_the_tide_comes_in_as_long_as_the_deck_has_a_card_for_each_pile() -> None:
    game = story("platter platter 1/1 platter platter 1/1 platter platter", deck=[20, 0, 0, 0, 0, 0, 0, 0, 0])
    assert scene(game)["deck"] == 8
    for event in ("1/1", "platter", "platter", "1/1", "platter", "platter"):
        tell(game, event)
    assert scene(game)["deck"] == 0
    assert not game.is_over
    tell(game, "1/1")
    assert game.is_over


# §6 The end


def test_the_game_ends_when_the_deck_is_too_short_for_a_tide() -> None:
    game = last_round("SS/L")
    assert scene(game)["deck"] == 3
    assert ended(game, "1/1").winners == (0,)


def test_the_fifth_trident_wins_at_once_alone_and_with_fewer_points() -> None:
    game = ended(last_round("TTTT/SSSSSS", "T/L/L/L"), "1/2")
    assert game.winners == (0,)
    assert game.scores == (0, 12)


def test_four_tridents_are_not_enough() -> None:
    assert ended(last_round("TTT/-", "T/L/L/L"), "1/2").winners == (1,)


def test_nothing_is_resolved_or_named_after_the_fifth_trident() -> None:
    game = ended(last_round("TTTT/-", "L?T?S/L/L/L", unseen="LLLTT"), "1/2", "trident")
    assert piles(game) == [["trident", None, "salad"], ["lollipop"], ["lollipop"], ["lollipop"]]
    assert kept(game) == [{"lollipop": 1, "trident": 5}, {}]


def test_a_trident_from_a_treasure_can_be_the_fifth() -> None:
    assert ended(last_round("TTTT/-", "G/L/L/L", unseen="LTT"), "1/2", "trident").winners == (0,)


def test_most_points_win_and_cards_in_piles_count_for_nobody() -> None:
    game = ended(last_round("SS/SSS", "S/S/S/S"), "1/1")
    assert game.winners == (1,)
    assert game.scores == (4, 6)


def test_the_hungry_among_the_leaders_win() -> None:
    assert ended(last_round("SS/SS", "R/O/L/L"), "1/2").winners == (0,)


def test_several_hungry_leaders_share() -> None:
    assert ended(last_round("SS/SS/SS", "R/R/O/L"), "1/2/3").winners == (0, 1)


def test_leaders_share_when_none_is_hungry() -> None:
    assert ended(last_round("SS/SS/S", "O/O/R/L"), "1/2/3").winners == (0, 1)


# §7 Points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("-", 0),
        ("P", 3), ("PP", 3), ("PPPPPP", 3),
        ("Y", 0), ("YY", 3), ("YYY", 4), ("YYYYYY", 7),
        ("B", 0), ("BB", 3), ("BBBB", 5),
        ("YB", 0), ("YYB", 3), ("YYBB", 6),
        ("L", 1), ("LLL", 3),
        ("S", 2), ("SSS", 6),
        ("TTTT", 0),
        ("PPYYYBBLSST", 3 + 4 + 3 + 1 + 4),
    ],
)  # fmt: skip
def test_what_cards_are_worth(cards: str, points: int) -> None:
    assert last_round(f"{cards}/-").scores == (points, 0)


# §8 Biting cards


@pytest.mark.parametrize(("cards", "points"), [("P", 3), ("PP", 6), ("PPP", 6)])
def test_appetite_lets_two_platters_score(cards: str, points: int) -> None:
    assert last_round(f"{cards}/-", biting="appetite").scores == (points, 0)


def test_wave_lays_every_card_face_up() -> None:
    game = story("salad bone trident yellow 1/2 blue blue lollipop lollipop", biting=["wave"])
    assert piles(game) == [["blue"], ["blue"], ["trident", "lollipop"], ["yellow", "lollipop"]]


def test_heist_makes_a_treasure_steal_any_kept_card_instead_of_drawing() -> None:
    game = last_round("S/PT/YYB", "G/L/L/L", biting="heist")
    for seat, choice in enumerate("122"):
        game.play(seat, choice)
    assert game.waiting == (0,)
    assert game.luck() == {}
    assert list(game.moves(0)) == ["1:platter", "1:trident", "2:blue", "2:yellow"]
    game.play(0, "2:yellow")
    assert kept(game) == [{"yellow": 1, "salad": 1}, {"platter": 1, "trident": 1}, {"yellow": 1, "blue": 1}]


def test_heist_goes_on_with_the_pile_after_the_theft() -> None:
    game = last_round("S/T", "GS/L/L/L", biting="heist,wave")
    assert kept(ended(game, "1/1")) == [{"salad": 1}, {"trident": 1}]
    game = last_round("S/T", "GS/L/L/L", biting="heist,wave")
    assert kept(ended(game, "1/2", "1:trident")) == [{"salad": 2, "trident": 1}, {"lollipop": 1}]


def test_a_stolen_fifth_trident_wins() -> None:
    game = ended(last_round("TTTT/SSST", "GS/L/L/L", biting="heist,wave"), "1/2", "1:trident")
    assert game.winners == (0,)
    assert piles(game)[0] == ["salad"]


def test_a_heist_has_no_effect_when_nobody_else_has_a_card() -> None:
    game = ended(last_round("SS/-", "G/L/L/O", biting="heist"), "1/4")
    assert kept(game) == [{"salad": 2}, {}]


def test_cards_kept_earlier_in_the_same_fight_can_be_stolen() -> None:
    game = ended(last_round("-/-", "S/G/L/L", biting="heist"), "1/2", "0:salad")
    assert kept(game) == [{}, {"salad": 1}]


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("0:salad", "own-card"),
        ("1:salad", "no-such-card"),
        ("1:bottle", "no-such-card"),
        ("2:salad", "no-such-victim"),
        ("1:shark", "not-a-move"),
        ("1", "not-a-move"),
        ("trident", "not-a-move"),
        ("1:trident", "legal"),
    ],
)
def test_a_theft_takes_a_card_that_another_seat_keeps(move: str, expected: str) -> None:
    game = last_round("S/T", "G/L/L/L", biting="heist")
    game.play(0, "1").play(1, "2")
    assert code(game, 0, move) == expected


@pytest.mark.parametrize(
    ("cards", "points"),
    [("OO/O", (5, 0)), ("OO/OO", (5, 5)), ("-/-", (0, 0)), ("O/-/O", (5, 0, 5)), ("OS/OO", (2, 5))],
)
def test_bones_are_kept_and_the_most_of_them_score_five(cards: str, points: tuple[int, ...]) -> None:
    assert last_round(cards, biting="bones").scores == points


def test_bones_can_be_stolen_under_both_cards() -> None:
    game = ended(last_round("-/O", "G/L/L/L", biting="heist,bones"), "1/2", "1:bone")
    assert kept(game) == [{"bone": 1}, {"lollipop": 1}]
    assert game.scores == (5, 1)


# Options


def test_biting_cards_combine_in_any_order_and_are_written_in_one() -> None:
    option = start("kroc").game.options[0]
    assert option.check(["bones", "heist", "bones"]) == ["heist", "bones"]
    assert option.read("wave, appetite") == ["appetite", "wave"]
    assert option.read("") == option.read("[]") == []


def test_a_random_biting_card_is_drawn_evenly_before_any_card_is_laid() -> None:
    game = start("kroc", biting=["random"])
    drawn = {"bite:appetite": 1, "bite:bones": 1, "bite:heist": 1, "bite:wave": 1}
    assert {text: weight for text, (_, weight) in game.luck().items()} == drawn
    assert scene(game)["biting"] == ["random"]
    assert scene(game)["deck"] == 50


@pytest.mark.parametrize("word", ["appetite", "heist", "wave", "bones"])
def test_from_then_on_it_is_a_game_with_that_card(word: str) -> None:
    assert story(f"bite:{word}", biting=["random"]) == start("kroc", biting=[word])


def test_random_stands_alone() -> None:
    with pytest.raises(Refused, match="or random alone"):
        start("kroc", biting=["random", "wave"])
    assert start("kroc").game.options[0].read("random") == ["random"]


def test_the_draw_of_the_biting_card_is_told() -> None:
    game = start("kroc", biting=["random"])
    said = game.game.words.sentence(game.state, LUCK, game.luck()["bite:wave"][0])
    assert said.en == "The biting card of this game: Big Wave: every card lies face up."


@pytest.mark.parametrize("value", ["wave", ["tsunami"], None, 3, {"wave": 1}, [["wave"]], [1]])
def test_unknown_biting_cards_are_refused(value: Any) -> None:
    with pytest.raises(Refused, match="list of words among appetite, heist, wave, bones"):
        start("kroc", biting=value)


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        ([6] * 8, "list of nine whole numbers"),
        ("666666666", "list of nine whole numbers"),
        ([6.0] * 9, "list of nine whole numbers"),
        ([True] * 9, "list of nine whole numbers"),
        (None, "list of nine whole numbers"),
        ([21, 6, 6, 6, 6, 4, 5, 4, 7], "seafood platter, 21 cards; there must be 0 to 20"),
        ([6, 6, 6, 6, 6, 4, -1, 4, 7], "fishbone, -1 cards"),
        ([2, 2, 2, 2, 2, 2, 2, 2, 3], "19 cards in all; there must be 20 to 100"),
        ([20, 20, 20, 20, 20, 1, 0, 0, 0], "101 cards in all"),
    ],
)
def test_an_impossible_deck_is_refused_with_the_reason(deck: Any, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        start("kroc", deck=deck)


def test_a_deck_reads_from_a_command_line() -> None:
    option = start("kroc").game.options[1]
    assert option.read("6,6,6,6,6,4,5,4,7") == option.read("[6, 6, 6, 6, 6, 4, 5, 4, 7]") == option.default
    with pytest.raises(Refused):
        option.read("six")
