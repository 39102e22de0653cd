"""What Oursins says: refusals, whole turns, positions from outside, sentences, pictures."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.urchins.pictures import code, last_turn, urchins

from recif.games import position, start
from recif.games.core.contract import Refused
from recif.games.core.position import Position
from recif.games.urchins import words

# Refusals


@pytest.mark.parametrize(
    ("step", "move", "reason"),
    [
        ("1", "hello", "not-a-move"),
        ("1", "", "not-a-move"),
        ("1", "A1-A2", "not-a-move"),
        ("1", "a1-a٢", "not-a-move"),
        ("1", "+ba1", "not-a-move"),
        ("1", "+ya1", "wrong-step"),
        ("1", ">a1", "wrong-step"),
        ("2", ">a1", "wrong-step"),
        ("3", "+ya2", "wrong-step"),
        ("3", "a1-a2", "wrong-step"),
        ("1", "a1-a9", "off-the-board"),
        ("2", "+yg1", "off-the-board"),
        ("3", ">z0", "off-the-board"),
        ("1", "a2-a3", "no-urchin"),
        ("1", "a1-a1", "occupied"),
        ("1", "a1-a3", "one-step-only"),
        ("1", "c1-d3", "not-in-line"),
    ],
)
def test_a_refusal_says_why(step: str, move: str, reason: str) -> None:
    assert code(urchins("y r0 [ry] . y1", step), move) == reason


def test_a_small_board_has_no_sixth_rank() -> None:
    assert code(start("urchins", size=5), "+ya6") == "off-the-board"


def test_a_refusal_names_the_rule_and_the_cells() -> None:
    refusal = urchins("y r0 [ry] . y1").why(0, "b1-b2")
    assert refusal
    assert (refusal.rule, refusal.cells) == ("3", ("b1",))
    assert refusal.text.fr == "Le pion en b1 retient l’oursin."


@given(st.text("abf0167-+>yr[ ", max_size=7), st.sampled_from("123"))
def test_no_text_confuses_the_referee(move: str, step: str) -> None:
    game = urchins("y r0 [ry] . y1", step)
    assert (game.why(0, move) is None) == (move in game.moves(0))


# Positions from outside

EMPTY = "...../...../...../...../....."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "A position is written"),
        (f"{EMPTY} 0 2 20,20 0,0", "A position is written"),
        (f"{EMPTY} 0 4 20,20 0,0 0/6", "A position is written"),
        (f"{EMPTY} 0 2 20,20 0 0/6", "gives the catch of 1"),
        (f"{EMPTY} 0 2 20,20 0,0,0,0,0 0/6", "gives the catch of 5"),
        (f"{EMPTY} 2 2 20,20 0,0 0/6", "cannot be the turn of seat 2"),
        ("..../..../..../.... 0 2 20,20 0,0 0/6", "5 or 6 ranks, not 4"),
        ("......./...../...../...../..... 0 2 20,20 0,0 0/6", "does not read as 5 cells"),
        ("b..../...../...../...../..... 0 2 20,20 0,0 0/6", "does not read as 5 cells"),
        ("[yy]..../...../...../...../..... 0 2 18,20 0,0 0/6", "pile on a5 has one colour"),
        ("[ryr]..../...../...../...../..... 0 2 19,18 0,0 0/6", r"two urchins, not what is on a5: \[ryr\]"),
        ("[]..../...../...../...../..... 0 2 20,20 0,0 0/6", "two urchins, not what is on a5"),
        (".0..../...../...../...../..... 0 2 20,20 0,0 0/6", "pawn on a5 stands on no urchin"),
        ("y2..../...../...../...../..... 0 2 19,20 0,0 0/6", "a pawn of seat 2 on a5, but 2 play"),
        ("y0y0.../...../...../...../..... 0 2 18,20 0,0 0/6", "cannot be on both b5 and a5"),
        ("y0..../...../...../...../..... 0 2 20,20 0,0 0/6", "21 yellow urchins"),
        ("[ry]..../...../...../...../..... 0 2 19,20 0,0 0/6", "21 red urchins"),
        ("y0..../...../...../...../..... 0 2 19,19 0,0 0/6", "0 urchins are taken, but 1 are missing"),
        (f"{EMPTY} 0 2 20,20 0,1 0/6", "1 urchins are taken, but 0 are missing"),
        (f"{EMPTY} 0 2 20,20 0,0 0/4", "the patience is 2 or 6 turns, not 4"),
        (f"{EMPTY} 0 2 20,20 0,0 7/6", "never 7 quiet turns"),
        (f"{EMPTY} 0 over 20,20 0,0 0/6", "The game ends only on the turn"),
        (f"{EMPTY} 0 over 0,20 20,0 1/6", "The game ends only on the turn"),
        (f"{EMPTY} 0 2 0,20 20,0 0/6", "the game should be over"),
        (f"{EMPTY} 0 1 20,20 0,0 0/6", "No urchin can move"),
        ("y0..../...../...../...../..... 0 3 19,20 0,0 0/6", "always an urchin without a pawn"),
        ("y..../...../...../...../..... 0 3 19,20 0,0 6/6", "the step is written 3+"),
    ],
)
def test_a_bad_position_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(Refused, match=says) as refused:
        position("urchins", text)
    assert refused.value.text.fr != refused.value.text.en


@given(st.text("./yr[]0123456,+ ", max_size=60))
def test_no_text_crashes_the_reader_of_positions(text: str) -> None:
    with pytest.raises(Refused):
        words.parse(text)


# Words


def said(game: Position, move: str) -> str:
    seat = game.waiting[0]
    return words.sentence(game.state, seat, game.moves(seat)[move]).en


def test_sentences_tell_what_happens() -> None:
    game = urchins("y r0 [ry] . y1")
    assert said(game, "-") == "Blue moves no urchin."
    assert said(game, "a1-a2") == "Blue moves the yellow urchin from a1 to a2."
    assert said(game, "c1-d1") == "Blue moves the yellow urchin from the top of the pile on c1 to d1."
    game.play(0, "-")
    assert said(game, "+ra1") == "Blue adds a red urchin on a1, on top of a yellow one."
    assert said(game, "+ra2") == "Blue adds a red urchin on a2."
    assert said(game.play(0, "+ra2"), ">a2") == "Blue puts the pawn on a2."


@pytest.mark.parametrize(
    ("row", "move", "over"),
    [
        ("[ry] y r . . .", "a1-d1", ", over 2 cells with urchins"),
        ("[ry] y . . . .", "a1-c1", ", over 1 cell with urchins"),
    ],
)
def test_a_sentence_tells_that_the_top_of_a_pile_jumps_over_urchins(row: str, move: str, over: str) -> None:
    assert (
        said(urchins(row), move) == f"Blue moves the yellow urchin from the top of the pile on a1 to {move[3:]}{over}."
    )


def test_a_jump_along_a_column_is_told_too() -> None:
    assert said(urchins(". / y / [ry]"), "a1-a3").endswith("a3, over 1 cell with urchins.")


def test_refusals_tell_how_far_urchins_and_pawns_go() -> None:
    game = urchins("y r0 [ry] . y1")
    assert "Only the top of a pile jumps further" in game.why(0, "a1-a3").text.en  # type: ignore[union-attr]
    assert "to an empty cell of its line or its column" in game.why(0, "c1-d3").text.en  # type: ignore[union-attr]
    placing = urchins("y r0 [ry] . y1", "3")
    assert "must leave its cell" in placing.why(0, ">b1").text.en  # type: ignore[union-attr]


def test_a_sentence_tells_the_catch_and_what_is_protected() -> None:
    game = urchins("[ry]1 y / [ry] y", step="3")
    assert (
        said(game, ">a1")
        == "Blue puts the pawn on a1 and catches 4 urchins from a1, b1 and b2; another pawn protects a2."
    )
    parts = words.parts(game.state, 0, game.moves(0)[">a1"])
    (square,) = parts["squares"]
    assert (square["cells"], square["counts"]) == (["a1", "b1", "a2", "b2"], True)
    assert {name: part for name, part in parts.items() if name != "squares"} == {
        "kind": "pawn",
        "cells": ["a1"],
        "from": None,
        "to": "a1",
        "eats": ["a1", "b1", "b2"],
        "catch": 4,
        "protected": ["a2"],
    }


def test_a_catch_of_a_whole_square_reads_plainly() -> None:
    game = urchins("y r / r y", step="3")
    assert said(game, ">b2") == "Blue puts the pawn on b2 and catches 4 urchins from a1, b1, a2 and b2."


def test_a_sentence_tells_the_end() -> None:
    end = "no yellow urchin is left in the reserve, the game is over: "
    assert said(last_turn().play(0, "+ya2"), ">a2").endswith(f"{end}Green wins.")
    assert said(last_turn(taken=(17, 17)).play(0, "+ya2"), ">a2").endswith(f"{end}Blue and Green share the win.")


def test_the_picture_shows_urchins_piles_pawns_and_counts() -> None:
    game = position("urchins", "...../...../..y../.[ry]0.r1./..... 0 1 18,18 0,0 2/6")
    assert words.picture(game.state).en.splitlines() == [
        "  5   ·    ·    ·    ·    ·",
        "  4   ·    ·    ·    ·    ·",
        "  3   ·    ·    ○    ·    ·",
        "  2   ·    ○²△  ·    ●▲   ·",
        "  1   ·    ·    ·    ·    ·",
        "      a    b    c    d    e",
        "",
        "▸ △ Blue: urchins taken 0, pawn on b2",
        "  ▲ Green: urchins taken 0, pawn on d2",
        "",
        "○ yellow, ● red, ² pile of two",
        "Reserve: ○ 18, ● 18; quiet turns: 2 of 6",
        "Step 1: move an urchin, or decline",
    ]


# Pages


def test_the_position_of_the_notation_page_can_be_read() -> None:
    page = (Path(__file__).parents[3] / "docs" / "notation.md").read_text()
    shown = re.search(r"^    (\S+/\S+ \d [1-3] \d+,\d+ \S+ \d+/\d+)$", page, re.MULTILINE)
    assert shown
    assert str(position("urchins", shown[1])) == shown[1]


def test_a_square_says_why_it_counts_or_does_not() -> None:
    game = position("urchins", "...../...../...../.[ry]1r../.r.yr0 0 1 18,16 0,0 1/6")
    for move in ("-", "d1-c1"):
        game.play(0, move)
    seen = words.parts(game.state, 0, game.moves(0)[">c2"])["squares"]
    told = {"".join(square["cells"]): (square["counts"], square["why"]["en"]) for square in seen}
    counts, why = told["b1c1b2c2"]
    assert counts
    assert "each diagonal shows one colour, but another pawn keeps b2" in why
    assert all(not counts for cells, (counts, _) in told.items() if cells != "b1c1b2c2")
