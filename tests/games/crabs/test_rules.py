"""Crabe vs Poulpe, rule by rule; § numbers as in docs/rules/crabs.en.md. Stories: see stories.py."""

import pytest
from tests.games.crabs.stories import code, ending, hands, known_to, legal, phase, scene, story, tell

from recif.games import GAMES, position, start
from recif.games.core.position import start as begin

DEAL = "2c 3c 5c 8c Oc / 1p 4p 6p 9p 10p"

# §1 The cards


def test_each_side_has_two_of_each_rank() -> None:
    game = start("crabs")
    assert {card: weight for card, (_, weight) in game.luck().items()} == {
        f"draw:{rank}c": 2 for rank in ["A", *range(1, 11), "O"]
    }
    assert scene(game)["decks"] == {"c": 24, "p": 24}


def test_seat_1_may_be_the_crabs() -> None:
    game = story("2p 3p 5p 8p Op / 1c 4c 6c 9c 10c", crabs_seat=1)
    assert hands(game)[1] == ["1c", "4c", "6c", "9c", "10c"]
    assert game.waiting == (0,)


# §2 A round begins


def test_a_game_opens_with_ten_draws_then_seat_0_leads_any_of_its_cards() -> None:
    game = story(DEAL)
    assert hands(game) == [["2c", "3c", "5c", "8c", "Oc"], ["1p", "4p", "6p", "9p", "10p"]]
    assert phase(game) == "lead:0"
    assert legal(game) == "2c 3c 5c 8c Oc"


def test_the_winner_of_a_round_draws_first_and_leads() -> None:
    game = story(DEAL, "3c 4p accept give:6p pass")
    assert phase(game) == "deal:1"
    assert len(game.luck()) == 12
    assert all(outcome.endswith("p") for outcome in game.luck())
    tell(game, "draw:Ap draw:Ap")
    assert phase(game) == "lead:1", "seat 0 has five cards already, with the one it was given"


def test_a_hand_of_more_than_five_draws_nothing() -> None:
    game = story(DEAL, "3c 10p accept steal:2c pass draw:Ac draw:Ac")
    assert phase(game) == "lead:1"
    assert [len(hand) for hand in hands(game)] == [5, 5]


def test_a_deck_that_runs_dry_is_drawn_to_its_end() -> None:
    game = ending("2c/3p 4p 5p 6p 7p", decks="Ac", due="deal:0")
    assert phase(tell(game, "draw:Ac")) == "lead:0"


# §3 Playing


def test_the_leader_must_play() -> None:
    assert code(story(DEAL), "pass") == "must-lead"


def test_the_leader_may_lead_a_1_which_has_no_effect() -> None:
    game = story("1c 2c 3c 4c 5c / 1p 4p 6p 9p 10p", "1c")
    assert phase(game) == "turn:1"
    assert legal(game) == "10p 4p 6p 9p pass"


def test_a_card_must_be_strictly_above_the_last() -> None:
    game = story("6c 3c 5c 8c Oc / 6p 4p 9p 3p 10p", "6c")
    assert legal(game) == "10p 9p pass"
    assert code(game, "6p") == code(game, "4p") == "too-low"


def test_omega_goes_on_anything() -> None:
    game = story("10c 3c 5c 8c Oc / Op 4p 9p 3p 10p", "10c accept steal:4p")
    assert legal(game) == "Op pass"


def test_above_alpha_goes_any_number_from_2() -> None:
    game = story("Ac 3c 5c 8c Oc / Ap 1p 2p 10p Op", "Ac")
    assert phase(game) == "turn:1", "α has no effect to answer"
    assert legal(game) == "10p 2p Op pass"


def test_alpha_is_never_played_on_a_card() -> None:
    assert code(story("3c 2c 5c 8c Oc / Ap 1p 2p 10p Op", "3c"), "Ap") == "alpha-leads-only"


def test_a_1_is_not_played_on_a_card_that_has_no_effect() -> None:
    assert code(story("Ac 2c 5c 8c Oc / Ap 1p 2p 10p Op", "Ac"), "1p") == "one-answers-only"


def test_a_card_that_is_not_held_cannot_be_played() -> None:
    assert code(story(DEAL), "2p") == code(story(DEAL), "4c") == "not-in-hand"


def test_one_may_always_pass() -> None:
    assert legal(story("10c 2c 5c 8c 9c / Ap 1p 2p 3p 4p", "10c accept steal:3p")) == "pass"


# §4 Answering


def test_a_card_with_an_effect_is_answered_before_it_does_anything() -> None:
    game = story(DEAL, "5c")
    assert phase(game) == "answer:1"
    assert legal(game) == "1p accept"
    assert len(hands(game)[0]) == 4


def test_an_answer_is_asked_for_even_without_a_1() -> None:
    assert legal(story("5c 2c 3c 8c Oc / 4p 6p 9p 10p 10p", "5c")) == "accept"


@pytest.mark.parametrize("card", ["Ac", "1c", "3c", "6c"])
def test_cards_without_effect_are_not_answered(card: str) -> None:
    assert phase(story("Ac 1c 3c 6c Oc / 1p 4p 6p 9p 10p", card)) == "turn:1"


def test_a_1_cancels_the_effect_and_is_a_turn() -> None:
    game = story(DEAL, "5c 1p")
    assert phase(game) == "turn:0"
    assert len(hands(game)[0]) == 4, "nothing was discarded"
    assert legal(game) == "2c 3c 8c Oc pass", "the top is worth 1"


ONES = "5c 1c 3c 8c Oc / 1p 1p 9p 10p 10p"


def test_a_1_goes_on_a_1_that_has_just_cancelled_and_is_answered() -> None:
    game = story(ONES, "5c 1p")
    assert phase(game) == "turn:0"
    assert legal(game) == "1c 3c 8c Oc pass"
    assert phase(tell(game, "1c")) == "answer:1"
    assert legal(game) == "1p accept"


def test_a_1_on_a_1_lets_the_first_effect_take_place_on_a_top_worth_1() -> None:
    game = story(ONES, "5c 1p 1c accept")
    assert (phase(game), legal(game)) == ("drop:0", "drop:3c drop:8c drop:Oc")
    assert phase(tell(game, "drop:Oc")) == "turn:1"
    assert legal(game) == "10p 9p pass"
    assert scene(game)["number"] == 1
    assert code(game, "1p") == "one-answers-only", "that 1 cancelled nothing that is still due"


def test_1s_go_on_1s_as_long_as_there_are_any() -> None:
    game = story(ONES, "5c 1p 1c 1p")
    assert (phase(game), legal(game)) == ("turn:0", "3c 8c Oc pass")
    assert len(hands(game)[0]) == 3, "nothing was discarded"
    assert phase(tell(game, "3c")) == "turn:1"


def test_an_8_that_comes_to_stand_asks_for_a_card_below_8() -> None:
    game = story("8c 1c 3c 5c Oc / 1p 2p 9p 10p 10p", "8c 1p 1c accept")
    assert (phase(game), legal(game)) == ("turn:1", "2p pass")
    assert scene(game)["number"] == 8


def test_a_2_that_comes_to_stand_plays_again_above_2_and_leaves_a_1_when_declined() -> None:
    game = story("2c 1c 3c 5c Oc / 1p 2p 9p 10p 10p", "2c 1p 1c accept")
    assert (phase(game), legal(game)) == ("again:0", "3c 5c Oc stop")
    assert legal(tell(game, "stop")) == "10p 2p 9p pass"


def test_a_1_that_was_led_cannot_be_answered() -> None:
    assert code(story("1c 2c 3c 8c Oc / 1p 6p 9p 10p 10p", "1c"), "1p") == "one-answers-only"


def test_passing_on_a_1_ends_the_round_and_its_effect() -> None:
    game = story(ONES, "5c 1p pass")
    assert phase(game) == "deal:1"
    assert scene(game)["cancelled"] == scene(game)["steps"] == []


def test_a_1_never_goes_on_a_1_where_resist_is_once() -> None:
    game = story(ONES, "5c 1p", resist="once")
    assert (phase(game), legal(game)) == ("turn:0", "3c 8c Oc pass")
    refusal = game.why(0, "1c")
    assert refusal is not None
    assert refusal.text.en.endswith("at this table, never on a 1.")


@pytest.mark.parametrize("events", ["5c 1p", "8c accept"])
def test_the_first_version_of_the_rules_has_1s_on_effects_only(events: str) -> None:
    old = begin(GAMES["crabs"], version=1)
    tell(old, " ".join(f"draw:{card}" for card in ONES.replace("/", "").split()) + " " + events)
    assert not {"1c", "1p"} & set(old.moves(old.waiting[0]))
    refusal = old.why(old.waiting[0], "1c" if old.waiting[0] == 0 else "1p")
    assert refusal is not None
    assert refusal.text.en == "A 1 can only start a round or answer."
    assert str(position("crabs", str(old))) == str(old)


def test_an_8_that_is_cancelled_inverts_nothing() -> None:
    game = story("8c 2c 9c 3c Oc / 1p 6p 9p 10p 10p", "8c 1p")
    assert legal(game) == "2c 3c 9c Oc pass"


def test_after_accepting_comes_an_ordinary_turn() -> None:
    game = story(DEAL, "5c accept drop:2c")
    assert phase(game) == "turn:1"
    assert legal(game) == "10p 6p 9p pass"


def test_only_a_1_answers() -> None:
    game = story(DEAL, "5c")
    assert code(game, "10p") == "only-a-one-answers"
    assert code(game, "pass") == "no-passing"


# §5 Effects


def test_2_plays_again_above_2() -> None:
    game = story("2c 3c Ac 1c Oc / 1p 4p 6p 9p 10p", "2c accept")
    assert phase(game) == "again:0"
    assert legal(game) == "3c Oc stop"


def test_a_card_played_again_is_a_card_like_any_other() -> None:
    game = story("2c 5c Ac 1c Oc / 1p 4p 6p 9p 10p", "2c accept 5c")
    assert phase(game) == "answer:1"
    assert phase(tell(game, "1p")) == "turn:0"


def test_playing_again_may_be_declined() -> None:
    game = story(DEAL, "2c accept stop")
    assert phase(game) == "turn:1"
    assert legal(game) == "10p 4p 6p 9p pass"


def test_playing_again_is_offered_to_an_empty_hand() -> None:
    effects = {"3": "drop drop drop again", "4": "again"}
    game = story("3c 4c 5c 8c Oc / 2p 4p 6p 9p 10p", "3c accept drop:5c drop:8c drop:Oc 4c accept", effects=effects)
    assert hands(game)[0] == []
    assert legal(game) == "stop"


def test_4_gives_a_card_of_your_choice() -> None:
    game = story("4c 2c 5c 8c Oc / 2p 4p 6p 9p 10p", "4c accept")
    assert legal(game) == "give:2c give:5c give:8c give:Oc"
    assert hands(tell(game, "give:5c")) == [["2c", "8c", "Oc"], ["5c", "2p", "4p", "6p", "9p", "10p"]]


def test_5_discards_a_card_of_your_choice() -> None:
    game = story(DEAL, "5c accept")
    assert legal(game) == "drop:2c drop:3c drop:8c drop:Oc"
    assert scene(tell(game, "drop:Oc"))["discard"] == {"c": 1, "p": 0}


def test_7_draws_then_discards() -> None:
    game = story("7c 2c 5c 8c Oc / 2p 4p 6p 9p 10p", "7c accept draw:3c")
    assert legal(game) == "drop:2c drop:3c drop:5c drop:8c drop:Oc"


def test_7_only_discards_once_the_deck_is_empty() -> None:
    assert legal(tell(ending("7c 3c/1p"), "7c accept")) == "drop:3c"


def test_8_asks_for_a_card_below_it() -> None:
    game = story("8c 2c 3c 4c Oc / 2p 7p 8p 9p 1p", "8c accept")
    assert legal(game) == "1p 2p 7p pass"
    assert code(game, "9p") == code(game, "8p") == "too-high"


@pytest.mark.parametrize("resist", ["chain", "once"])
def test_a_1_below_an_8_that_stood_is_worth_1_and_is_not_answered(resist: str) -> None:
    game = story("8c 1c 3c 4c Oc / 2p 7p 8p 9p 1p", "8c accept 1p", resist=resist)
    assert (phase(game), legal(game)) == ("turn:0", "3c 4c Oc pass")
    assert code(game, "1c") == "one-answers-only", "it has cancelled nothing"


def test_an_inversion_holds_for_one_card_only() -> None:
    game = story("8c 2c 3c 9c Oc / 6p 7p 8p 9p 1p", "8c accept 6p")
    assert legal(game) == "9c Oc pass"


def test_omega_goes_on_an_inversion() -> None:
    assert "Op" in legal(story("8c 2c 3c 9c Oc / Op 7p 8p 9p 1p", "8c accept"))


def test_9_shuffles_a_card_into_the_deck_of_its_back() -> None:
    game = story("9c 2c 3c 4c Oc / 4p 7p 8p 9p 1p", "9c accept mix:2c")
    assert scene(game)["decks"] == {"c": 20, "p": 19}
    assert hands(game)[0] == ["3c", "4c", "Oc"]


def test_an_enemy_card_is_shuffled_into_the_enemy_deck() -> None:
    game = story("10c 9c 3c 4c Oc / Op 7p 8p 9p 1p", "10c accept steal:7p pass draw:Ap 9c accept mix:7p")
    assert scene(game)["decks"] == {"c": 19, "p": 19}


def test_10_takes_any_card_of_the_other_hand_each_copy_as_likely() -> None:
    game = story("10c 9c 3c 4c Oc / 7p 7p 8p 9p 1p", "10c accept")
    assert {card: weight for card, (_, weight) in game.luck().items()} == {
        "steal:1p": 1,
        "steal:7p": 2,
        "steal:8p": 1,
        "steal:9p": 1,
    }
    assert hands(tell(game, "steal:7p")) == [["3c", "4c", "9c", "Oc", "7p"], ["1p", "7p", "8p", "9p"]]


def test_an_empty_hand_loses_nothing() -> None:
    effects = {"3": "drop drop drop drop", "10p": "steal draw"}
    hand = "3c 2c 5c 8c Oc / 2p 4p 6p 9p 10p"
    game = story(hand, "3c accept drop:2c drop:5c drop:8c drop:Oc 10p accept", effects=effects)
    assert phase(game) == "draw:1", "nothing to steal, but the next step is done"


def test_effects_are_mandatory() -> None:
    assert code(story("4c 2c 5c 8c Oc / 2p 4p 6p 9p 10p", "4c accept"), "pass") == "must-do"


def test_an_effect_asks_for_its_own_word() -> None:
    game = story("4c 2c 5c 8c Oc / 2p 4p 6p 9p 10p", "4c accept")
    assert code(game, "2c") == code(game, "drop:2c") == code(game, "steal:2p") == "other-action"


# §5 Effects by side


def test_the_crabs_2_pinches_a_card_it_sees_into_its_deck() -> None:
    game = story("2c 3c 5c 8c Oc / 1p 4p 6p 9p 10p", "2c accept", mode="asymmetric")
    assert phase(game) == "pinch:0"
    assert legal(game.view(0)) == legal(game) == "pinch:10p pinch:1p pinch:4p pinch:6p pinch:9p"
    tell(game, "pinch:10p")
    assert scene(game)["decks"] == {"c": 19, "p": 20}
    assert phase(game) == "turn:1"


def test_only_the_pinching_seat_sees_the_hand_and_only_while_it_pinches() -> None:
    game = story("2c 3c 5c 8c Oc / 1p 4p 6p 9p 10p", "2c accept", mode="asymmetric")
    words = game.game.words
    assert words.scene(game.state, 0)["seats"][1]["hand"] == ["1p", "4p", "6p", "9p", "10p"]
    assert words.scene(game.state, 1)["seats"][0]["hand"] is None
    tell(game, "pinch:10p")
    shown = words.scene(game.state, 0)["seats"][1]
    assert shown["hand"] is None
    assert shown["known"] == ["1p", "4p", "6p", "9p"]


def test_the_crabs_5_plays_again_above_5() -> None:
    assert legal(story("2c 3c 5c 8c Oc / 1p 4p 6p 9p 10p", "5c accept", mode="asymmetric")) == "8c Oc stop"


def test_the_crabs_10_takes_one_at_random_then_gives_one() -> None:
    game = story("10c 3c 5c 8c Oc / 1p 4p 6p 9p 10p", "10c accept steal:4p", mode="asymmetric")
    assert legal(game) == "give:3c give:4p give:5c give:8c give:Oc", "the card just taken may go back"


def test_after_the_octopuses_2_the_next_card_has_no_effect_and_is_not_answered() -> None:
    game = story("Ac 4c 5c 8c Oc / 2p 1p 6p 9p 10p", "Ac 2p accept 8c", mode="asymmetric")
    assert phase(game) == "turn:1"
    assert legal(game) == "10p 9p pass", "nothing is inverted"


def test_ink_is_spent_on_any_card() -> None:
    game = story("Ac 3c 5c 8c Oc / 2p 4p 6p 9p 10p", "Ac 2p accept 3c 4p accept give:9p 5c", mode="asymmetric")
    assert phase(game) == "answer:1"


def test_ink_does_nothing_to_omega() -> None:
    game = story("Ac 3c 5c 8c Oc / 2p 4p 6p 9p 10p", "Ac 2p accept Oc", mode="asymmetric")
    assert phase(game) == "deal:0"
    assert not scene(game)["inked"]


def test_ink_can_be_answered() -> None:
    game = story("Ac 1c 5c 8c Oc / 2p 4p 6p 9p 10p", "Ac 2p 1c 4p", mode="asymmetric")
    assert phase(game) == "answer:0"


def test_the_octopuses_5_draws_two_then_discards_two_one_at_a_time() -> None:
    game = story("3c 1c 4c 8c Oc / 2p 5p 6p 9p 10p", "3c 5p accept draw:Ap draw:Op", mode="asymmetric")
    assert phase(tell(game, "drop:Ap")) == "drop:1"
    assert phase(tell(game, "drop:Op")) == "turn:0"


def test_the_octopuses_5_draws_as_many_as_there_are() -> None:
    game = ending("3c 4c/5p 2p 6p 9p 10p", decks="Ap", mode="asymmetric")
    assert phase(tell(game, "3c 5p accept draw:Ap")) == "drop:1"


def test_the_octopuses_10_gives_then_takes_and_the_card_may_come_back() -> None:
    game = story("3c 1c 4c 8c Oc / 2p 5p 6p 9p 10p", "3c 10p accept give:2p", mode="asymmetric")
    assert set(game.luck()) == {"steal:1c", "steal:4c", "steal:8c", "steal:Oc", "steal:2p"}


def test_an_effect_goes_by_the_card_whoever_holds_it() -> None:
    events = "4c accept give:2c 6p pass draw:9c draw:9c 2c accept"
    game = story("4c 2c 6c 8c Oc / 2p 7p 6p 9p Ap", events, mode="asymmetric")
    assert phase(game) == "pinch:1"


def test_the_table_of_effects_can_be_corrected_card_by_card() -> None:
    effects = {"9": "steal", "10": "mix draw", "2p": ""}
    game = story("9c 2c 5c 8c Oc / 2p 4p 6p 7p 10p", "9c accept steal:2p 10p accept mix:4p", effects=effects)
    assert phase(game) == "draw:1"
    shown = scene(game)["effects"]
    assert (shown["9c"], shown["9p"], shown["2c"]) == (["steal"], ["steal"], ["again"])
    assert "2p" not in shown


# §6 The end of a round


def test_a_pass_gives_the_round_to_the_other_seat() -> None:
    game = story(DEAL, "3c pass")
    assert scene(game)["leader"] == 0
    assert scene(game)["round"] == 2
    assert scene(game)["pile"] == []
    assert scene(game)["discard"] == {"c": 1, "p": 0}


def test_passing_on_an_answer_gives_the_round_to_who_answered() -> None:
    assert scene(story(DEAL, "5c 1p pass"))["leader"] == 1


def test_omega_wins_the_round_unanswered() -> None:
    game = story(DEAL, "3c 4p accept give:6p Oc")
    assert scene(game)["round"] == 2
    assert scene(game)["leader"] == 0
    assert phase(game) == "deal:0"


def test_a_pile_shows_who_played_what() -> None:
    assert scene(story(DEAL, "3c 4p"))["pile"] == [{"card": "3c", "seat": 0}, {"card": "4p", "seat": 1}]


# §7 What a seat sees


@pytest.mark.parametrize(
    ("events", "event", "seen"),
    [
        ("3c pass", "draw:Ac", "draw:c"),
        ("5c accept", "drop:2c", "drop:c"),
        ("9c accept", "mix:2c", "mix:c"),
        ("4c accept", "give:2c", "give:2c"),
        ("10c accept", "steal:4p", "steal:4p"),
        ("", "3c", "3c"),
    ],
)
def test_the_other_seat_sees_the_back_of_what_is_drawn_discarded_or_shuffled_back(
    events: str, event: str, seen: str
) -> None:
    first = f"{(events or '3c').split()[0]} 2c".split()
    hand = " ".join([*first, *["Oc", "Oc", "Ac"]])
    game = story(f"{hand} / 1p 4p 6p 9p 10p", events)
    seat = game.waiting[0] if game.waiting else -1
    number = game.moves(seat)[event] if game.waiting else game.luck()[event][0]
    texts = [game.game.words.text(game.state, seat, number, viewer) for viewer in (0, 1, -1)]
    assert texts == [event, seen, seen]


def test_backs_are_counted_in_sight_of_all() -> None:
    game = story("10c 3c 5c 8c Oc / 1p 4p 6p 9p 10p", "10c accept steal:4p")
    assert game.game.words.scene(game.state, 1)["seats"][0]["backs"] == {"c": 4, "p": 1}


def test_a_card_given_is_known_to_be_there_until_it_may_have_left_unseen() -> None:
    game = story("4c 3c 6c 8c Oc / 1p 5p 7p 9p 10p", "4c accept give:3c")
    assert known_to(game, 0) == ["3c"]
    tell(game, "5p accept drop:1p")
    assert known_to(game, 0) == ["3c"], "what was discarded had another back"
    tell(game, "6c 7p accept draw:2p drop:3c")
    assert known_to(game, 0) == []


# §8 The end of the game


def test_a_seat_without_cards_in_hand_and_deck_wins_at_once() -> None:
    game = tell(ending("6c/3p 4p"), "6c")
    assert game.winners == (0,)
    assert game.scores == (1, 0)


def test_the_last_card_wins_before_any_answer_or_effect() -> None:
    assert tell(ending("10c/1p 4p"), "10c").winners == (0,)


def test_an_answer_can_be_the_last_card() -> None:
    assert tell(ending("10c 2c/1p"), "10c 1p").winners == (1,)


def test_giving_the_last_card_wins() -> None:
    assert tell(ending("4c 2c/3p"), "4c accept give:2c").winners == (0,)


def test_discarding_the_last_card_wins() -> None:
    assert tell(ending("5c 2c/3p"), "5c accept drop:2c").winners == (0,)


def test_shuffling_back_a_last_enemy_card_wins() -> None:
    assert tell(ending("9c 2p/3p"), "9c accept mix:2p").winners == (0,)


def test_shuffling_back_a_card_of_your_own_does_not_win() -> None:
    game = tell(ending("9c 2c/3p"), "9c accept mix:2c")
    assert not game.is_over
    assert phase(game) == "turn:1"


def test_being_robbed_of_the_last_card_wins() -> None:
    assert tell(ending("10c 2c/3p"), "10c accept steal:3p").winners == (1,)


def test_being_pinched_of_a_last_enemy_card_wins() -> None:
    assert tell(ending("2c 3c/4c", mode="asymmetric"), "2c accept pinch:4c").winners == (1,)


def test_being_pinched_of_a_last_card_of_your_own_does_not_win() -> None:
    assert not tell(ending("2c 3c/4p", mode="asymmetric"), "2c accept pinch:4p").is_over


def test_an_empty_hand_with_cards_in_the_deck_has_not_won() -> None:
    effects = {"3": "drop drop drop drop"}
    game = story("3c 2c 5c 8c Oc / 2p 4p 6p 9p 10p", "3c accept drop:2c drop:5c drop:8c drop:Oc pass", effects=effects)
    assert phase(game) == "deal:0"


def test_the_example_of_the_rules_page() -> None:
    game = story("6c 4c 4c Ac Oc / 8p 1p 6p 3p 9p", "6c 8p accept 4c 1p 4c accept give:Ac 6p pass")
    assert scene(game)["leader"] == 1
    assert hands(game) == [["Oc"], ["Ac", "3p", "9p"]]
    assert phase(game) == "deal:1"
