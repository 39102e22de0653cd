"""Cric Crac Kroc in words: sentences, pictures, scenes, reasons and position texts."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.kroc.test_rules import last_round, scene, story, tell
from tests.games.setups import SETUPS, Setup, random_game

from recif.games import GAMES, position
from recif.games.core.contract import LUCK, Refused, Text
from recif.games.core.luck import seeded
from recif.games.core.position import Position

KROC = GAMES["kroc"]
NOTATION = Path(__file__).parents[3] / "docs" / "notation.md"


def said(game: Position, seat: int, text: str) -> Text:
    number = game.luck()[text][0] if seat == LUCK else game.moves(seat)[text]
    return KROC.words.sentence(game.state, seat, number)


# Sentences


def test_the_first_cards_and_the_tide_are_told_apart() -> None:
    game = story("")
    assert said(game, LUCK, "trident").en == "Pile 1 begins with a trident."
    assert said(story("salad bone 1/1"), LUCK, "trident").en == "The tide lays a trident on pile 2."


def test_the_last_choice_tells_all_bites_and_what_is_taken() -> None:
    game = last_round("-/-/-", "S/L/R/L", hungry="2")
    game.play(0, "1").play(1, "2")
    assert said(game, 2, "2+3") == Text(
        "Cric, crac, kroc !"
        " Requin-baleine mord la pile 1, Requin-marteau mord la pile 2, Requin-tigre mord les piles 2 et 3."
        " Égalité sur la pile 2\u00a0: personne ne la prend. Requin-baleine prend une salade d’algues dans la pile 1."
        " Requin-tigre prend une bouteille de pirate dans la pile 3. Requin-tigre a faim et mordra deux fois."
        " Il n’y a plus assez de cartes\u00a0: Requin-baleine gagne avec 2 points.",
        "Cric, crac, kroc! Whale Shark bites pile 1, Hammerhead bites pile 2, Tiger Shark bites piles 2 and 3."
        " A tie on pile 2: nobody takes it. Whale Shark takes a seaweed salad from pile 1."
        " Tiger Shark takes a pirate bottle from pile 3. Tiger Shark is hungry and will bite twice."
        " There are not enough cards left: Whale Shark wins with 2 points.",
    )


def test_a_card_turned_up_a_treasure_and_a_theft_are_told() -> None:
    game = last_round("T/-", "L/?G?G?/L/L", unseen="LSSTTT")
    tell(game, "2/1")
    assert said(game, LUCK, "salad").en == (
        "Whale Shark turns up a seaweed salad from pile 2. Whale Shark takes a treasure from pile 2."
    )
    tell(game, "salad")
    assert said(game, LUCK, "trident").fr == "Le trésor donne un trident à Requin-baleine."
    heist = last_round("-/Y", "G/O/L/L", biting="heist").play(0, "1").play(1, "2")
    assert said(heist, 0, "1:yellow").fr.startswith("Requin-baleine vole un poisson jaune à Requin-marteau.")


def test_the_end_says_how_it_was_won() -> None:
    fifth = last_round("TTTT/-", "T/L/L/L").play(0, "1")
    assert said(fifth, 1, "2").fr.endswith("Cinquième trident\u00a0: Requin-baleine gagne la partie\u202f!")
    tie = last_round("S/S", "O/O/L/L").play(0, "1")
    assert said(tie, 1, "2").fr.endswith("Requin-baleine et Requin-marteau se partagent la victoire avec 2 points.")
    hunger = last_round("L/L", "O/R/L/L").play(0, "1")
    assert said(hunger, 1, "2").en.endswith("Hammerhead wins with 1 point. On a tie, the hungry shark wins.")


# Scenes and pictures


def test_a_scene_shows_everything_that_lies_on_the_table() -> None:
    game = last_round("SST/-", "R?/L/L/L", hungry="1", unseen="LLLP")
    tell(game, "1/2+3")
    shown = scene(game)
    assert (shown["phase"], shown["pile"], shown["round"], shown["deck"]) == ("turning", 1, 5, 3)
    assert shown["piles"][0] == {"pile": 1, "cards": [None], "jaws": [1, 0], "taker": 0}
    assert shown["piles"][1] == {"pile": 2, "cards": ["lollipop"], "jaws": [0, 1], "taker": 1}
    assert shown["seats"][0] == {
        "hungry": True,
        "kept": {"salad": 2, "trident": 1},
        "points": 4,
        "worth": {"salad": 4},
        "bite": [1],
        "choice": None,
    }
    assert shown["seats"][1]["bite"] == [2, 3]
    assert {card: count for card, count in shown["unseen"].items() if count} == {"platter": 1, "lollipop": 3}
    assert shown["box"]["bottle"] == 13


def test_the_last_bites_stay_in_the_scene_while_the_next_are_chosen() -> None:
    game = story("salad bone 1/2 trident yellow blue platter")
    assert scene(game)["phase"] == "choosing"
    assert [seat["bite"] for seat in scene(game)["seats"]] == [[1], [2]]


def test_a_picture_has_the_piles_standing_on_their_numbers() -> None:
    assert KROC.words.picture(story("salad bone 1/1").state).en.splitlines() == [
        "Round 1 · deck: 45",
        "",
        "   ░░░░░░",
        "   salad       ░░░░░░       bone       ░░░░░░",
        "    [1]         [2]         [3]         [4]",
        "",
        "  0 Whale Shark [1]: 0 pt, —",
        "  1 Hammerhead [1]: 0 pt, —",
    ]


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.game is KROC and s.seats == 5], ids=str)
def test_pictures_fit_a_terminal(setup: Setup) -> None:
    for game, _ in random_game(setup, 3):
        for drawn in KROC.words.picture(game.state):
            assert max(map(len, drawn.splitlines())) <= 80


# Parts


def test_the_parts_of_a_move_are_piles_or_a_card_of_a_seat() -> None:
    game = last_round("-/-", hungry="0")
    assert KROC.words.parts(game.state, 0, game.moves(0)["2+3"]) == {
        "kind": "bite",
        "piles": [2, 3],
        "cells": ["2", "3"],
    }
    game = last_round("-/Y", "G/O/L/L", biting="heist").play(0, "1").play(1, "2")
    assert KROC.words.parts(game.state, 0, game.moves(0)["1:yellow"]) == {
        "kind": "steal",
        "seat": 1,
        "card": "yellow",
        "cells": ["1:yellow"],
    }


# Reasons


def test_a_reason_names_the_rule_and_the_piles() -> None:
    game = last_round("-/-", hungry="1")
    off, twice = game.why(0, "7"), game.why(0, "2+4")
    assert off
    assert twice
    assert (off.code, off.rule, off.cells) == ("no-such-pile", "2", ("7",))
    assert (twice.code, twice.rule, twice.cells) == ("one-jaw", "3", ("2", "4"))


@given(st.text(max_size=12) | st.from_regex(r"[0-9+:a-z]{1,10}"), st.integers(0, 2))
def test_no_text_of_a_stranger_breaks_why(text: str, which: int) -> None:
    game = [
        last_round("-/-"),
        last_round("-/-", hungry="0"),
        last_round("-/Y", "G/O/L/L", biting="heist").play(0, "1").play(1, "2"),
    ][which]
    assert (game.why(0, text) is None) == (text in game.moves(0))


# Position texts


def test_the_position_in_the_notation_page_is_one() -> None:
    text = re.search(r"^    (3 heist .*)$", NOTATION.read_text(), re.MULTILINE)
    assert text
    assert str(position("kroc", text[1])) == text[1]


GOOD = "3 heist 6,6,6,6,6,4,5,4,7 4,6,6,6,6,3,4,3,6 2 turning:3 T?/-/.?/P P/-/- - 2+3/1/1 -/-/-"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("3 heist", "6 heist", "not a position"),
        ("heist", "feast", "list of words"),
        ("6,6,6,6,6,4,5,4,7", "6,6,6,6,6,4,5,4,77", "trident, 77 cards"),
        ("4,6,6,6,6,3,4,3,6", "4,6,6,6,6,33,4,36", "9 parts expected"),
        ("4,6,6,6,6,3,4,3,6", "5,6,6,6,6,3,4,3,6", "the count of the card seafood platter"),
        ("4,6,6,6,6,3,4,3,6", "4,6,6,6,6,3,4,4,6", "the number of cards in the deck"),
        (" 2 turning", " 3 turning", "the number of cards in the deck"),
        (" 2 turning", " 0 turning", "the number of the round"),
        ("turning:3", "turning:5", "cannot be at this pile"),
        ("turning:3", "turning:2", "pile 2 has 0 card"),
        ("turning:3", "choosing:1", "pile 2 has 0 card"),
        ("turning:3", "drawing:3", "nothing of the kind"),
        ("turning:3", "over:3", "pile 3 has 2 card"),
        ("turning:3", "laying:1", "pile 3 has 2 card"),
        ("turning:3", "stealing:3", "nothing of the kind"),
        ("T?/-/.?/P", "T?/-/.?", "4 parts expected"),
        ("T?/-/.?/P", "??/-/.?/P", "faces"),
        ("T?/-/.?/P", "T?/-/P?/.", "faces"),
        ("T?/-/.?/P", "T-/-/.?/P", "not a position"),
        ("T?/-/.?/P", "T?/Y/.?/P", "pile 2 has 1 card"),
        ("P/-/-", "P/-/-/-", "3 parts expected"),
        ("P/-/-", "G/-/-", "the count of the card seafood platter"),
        ("- 2+3/1/1", "4 2+3/1/1", "not at the table"),
        ("2+3/1/1", "3+2/1/1", "not a bite"),
        ("2+3/1/1", "2+5/1/1", "off the table"),
        ("2+3/1/1", "2+3/-/1", "the last bites"),
        ("2+3/1/1", "2+3/3/1", "pile 1 has 2 card"),
        ("- 2+3/1/1", "0 2+3/1/1", "hunger without a bottle"),
        ("2+3/1/1 -", "2+3/1/1 1", "nobody is choosing"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(old: str, new: str, reason: str) -> None:
    assert old in GOOD
    with pytest.raises(Refused, match=reason):
        position("kroc", GOOD.replace(old, new, 1))


BOX = "6,6,6,6,6,4,5,4,7"
LAST = "2 wave 0,0,0,19,0,0,0,1,0 0,0,0,3,0,0,0,0,0 4 over:1 LLL/L/L/L LLLLLLLLLL/- - 1/1 -/-"
TRIDENTS = "2 wave 0,0,0,15,10,0,0,0,5 0,0,0,0,10,0,0,0,0 5 over:1 ./L/L/L LLLLLLLLLLLL/TTTTT - 2/1 -/-"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"2 - {BOX} 5,5,5,6,6,4,5,4,7 1 choosing:1 P/Y/B/? -/- - -/- -/-", "faces of the cards in pile 2"),
        (f"2 - {BOX} 5,6,5,6,6,4,5,4,7 1 choosing:1 P/?/B/? -/- 0 -/- -/-", "hunger without a bottle"),
        (f"2 - {BOX} 5,6,5,6,6,4,5,4,7 1 turning:2 -/?/B/? -/P - 2+2/1 -/-", "hunger without a bottle"),
        (f"2 - {BOX} 5,6,5,6,6,4,5,4,7 1 turning:2 -/?/B/? P/- - 2/1 -/-", "kept that nobody took"),
        (f"2 - {BOX} 5,6,5,6,6,4,5,4,7 1 turning:2 P/?/B/? -/- - 2/1 -/-", "pile 1 has 1 card"),
        (LAST.replace("over", "laying"), "nothing of the kind"),  # the tide must cover every pile
        (
            LAST.replace("0,0,3,0", "0,0,4,0").replace("LLL/L", "LL/L"),
            "number of cards in the deck",
        ),  # G drew it
        (TRIDENTS.replace("2/1", "1/2"), "nothing of the kind"),  # the fifth was not just taken
    ],
)
def test_a_position_that_contradicts_itself_is_refused(text: str, reason: str) -> None:
    assert position("kroc", LAST).winners == (0,)
    assert position("kroc", TRIDENTS).winners == (1,)
    with pytest.raises(Refused, match=reason):
        position("kroc", text)


@given(st.integers(0, len(GOOD) - 1), st.sampled_from("0123456789-/?.PYBLSROGT+,: "), st.integers(0, 20))
def test_a_position_with_a_slip_of_the_pen_is_refused_or_can_be_played(at: int, sign: str, seed: int) -> None:
    try:
        game = position("kroc", GOOD[:at] + sign + GOOD[at + 1 :])
    except Refused:
        return
    assert str(game) == GOOD[:at] + sign + GOOD[at + 1 :]
    rng = seeded(seed)
    while not game.is_over:
        seat = game.waiting[0] if game.waiting else LUCK
        if seat == LUCK:
            game.draw(rng)
        else:
            KROC.rules.play(game.state, seat, KROC.rules.random_move(game.state, seat, rng))
        assert position("kroc", str(game)) == game
