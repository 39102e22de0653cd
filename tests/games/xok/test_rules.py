"""XOK, rule by rule; § numbers as in docs/rules/xok.en.md."""

import random
import re

import pytest
from tests.games.xok.reference import Board

from recif.games import GAMES, position, start
from recif.games.core.contract import Refused
from recif.games.core.position import Position
from recif.games.xok import rules, words


def xok(text: str) -> Position:
    return position("xok", text)


def code(game: Position, seat: int, move: str) -> str:
    refusal = game.why(seat, move)
    return refusal.code if refusal else "legal"


# The board


@pytest.mark.parametrize(("side", "cells", "first_moves"), [(5, 61, 156), (4, 37, 90)])
def test_the_board_is_a_hexagon_of_hexagons(side: int, cells: int, first_moves: int) -> None:
    game = start("xok", side=side)
    assert len(game.game.words.scene(game.state)["cells"]) == cells
    assert len(game.moves(0)) == first_moves


def test_cells_are_named_as_on_an_abalone_board() -> None:
    cells = start("xok").game.words.scene(start("xok").state)["cells"]
    rows = {letter: [c for c in cells if c[0] == letter] for letter in "abcdefghi"}
    ends = {letter: (row[0], row[-1]) for letter, row in rows.items()}
    assert ends["a"] == ("a1", "a5")
    assert ends["e"] == ("e1", "e9")
    assert ends["i"] == ("i5", "i9")


def test_each_side_has_fourteen_fish_and_six_sharks() -> None:
    reserve = start("xok").game.words.scene(start("xok").state)["reserve"]
    assert reserve == [{"fish": 14, "sharks": {"small": 3, "60": 1, "120": 1, "180": 1}}] * 2


# §1 Two fish


def test_two_fish_go_on_two_adjacent_empty_cells_anywhere() -> None:
    game = start("xok").play(0, "e5e6").play(1, "a1b1")
    assert str(game) == "5 w e5,e6 a1,b1"


def test_fish_need_adjacent_cells() -> None:
    assert code(start("xok"), 0, "a1a3") == "not-adjacent"


def test_fish_need_empty_cells() -> None:
    refusal = xok("5 w e5,e6 e7,d5").why(0, "e7e8")
    assert refusal
    assert (refusal.code, refusal.rule, refusal.cells) == ("occupied", "1", ("e7",))


def test_two_fish_must_be_in_the_reserve() -> None:
    thirteen = "a1,a3,a5,c1,c3,c5,c7,e1,e3,e5,e7,e9,g3"
    assert code(xok(f"5 w {thirteen} i5"), 0, "i7i8") == "not-enough-fish"


# §2 A shark


def test_a_shark_eats_the_fish_it_lands_on() -> None:
    assert str(xok("5 w - e5,e6").play(0, "e5*nw")) == "5 b e5*nw e6"


def test_a_shark_eats_the_fish_before_its_mouth() -> None:
    assert str(xok("5 w - e5,e6").play(0, "e4*e")) == "5 b e4*e e6"


@pytest.mark.parametrize(
    ("move", "angle"), [("e5*ne+e", "60"), ("e5*ne+se", "120"), ("e5*ne+sw", "180")], ids=["60", "120", "180"]
)
def test_a_big_shark_eats_under_it_and_before_both_mouths(move: str, angle: str) -> None:
    game = xok("5 w - e5,f6,e6,d5,d4")
    parts = words.parts(game.state, 0, game.moves(0)[move])
    assert parts["shark"] == angle
    assert len(parts["eats"]) == 3


def test_a_shark_must_eat_at_least_one_fish() -> None:
    refusal = xok("5 w - e5,e6").why(0, "a1*ne")
    assert refusal
    assert (refusal.code, refusal.rule, refusal.cells) == ("shark-eats-nothing", "2", ("a1",))


@pytest.mark.parametrize(
    ("board", "refused", "said"),
    [
        ("5 w - -", "shark-eats-nothing", "This shark has nothing to eat yet."),
        ("5 w a1*ne,b1*ne,c1*ne e5,e6", "no-such-shark", "Your reserve no longer has this shark: small shark."),
    ],
)
def test_a_shark_that_is_touched_before_any_cell_is_refused_without_one(board: str, refused: str, said: str) -> None:
    refusal = xok(board).why(0, "*ne")
    assert refusal
    assert (refusal.code, refusal.text.en, refusal.cells) == (refused, said, ())


def test_a_shark_never_eats_its_own_fish() -> None:
    assert code(xok("5 w e5,e6 a1"), 0, "e4*e") == "shark-eats-nothing"


def test_a_shark_never_eats_a_shark() -> None:
    assert code(xok("5 w a1 e5*e"), 0, "e4*e") == "shark-eats-nothing"


def test_a_shark_may_not_land_on_its_own_fish() -> None:
    assert code(xok("5 w e5,e6 e7"), 0, "e6*e") == "own-fish"


@pytest.mark.parametrize("pieces", ["e6*e e7", "a1 e6*e,e7"])
def test_a_shark_may_not_land_on_a_shark(pieces: str) -> None:
    assert code(xok(f"5 w {pieces}"), 0, "e6*e") == "occupied"


def test_a_mouth_may_point_off_the_board_while_another_eats() -> None:
    assert str(xok("5 w - a2").play(0, "a1*e+se")) == "5 b a1*e+se -"


@pytest.mark.parametrize("move", ["a1*w", "a1*sw", "a1*se", "a1*sw+w", "a1*se+sw", "a1*se+w"])
def test_a_shark_must_face_the_board_with_a_mouth(move: str) -> None:
    refusal = xok("5 w - a1,a2").why(0, move)
    assert refusal
    assert (refusal.code, refusal.rule, refusal.cells) == ("faces-no-cell", "2", ("a1",))


@pytest.mark.parametrize("move", ["a1*nw", "a1*w+nw", "a1*w+ne", "a1*e+w"])
def test_one_mouth_that_faces_a_cell_is_enough_whatever_is_on_it(move: str) -> None:
    assert code(xok("5 w b1,b2 a1,a2"), 0, move) == "legal"


def test_the_edge_of_the_small_board_is_an_edge() -> None:
    assert code(xok("4 w - a1,a2"), 0, "a1*w") == "faces-no-cell"
    assert code(xok("4 w - d7,d6"), 0, "d7*e") == "faces-no-cell"
    assert code(xok("4 w - d7,d6"), 0, "d7*w") == "legal"


def test_the_first_version_of_the_rules_let_a_shark_turn_its_back_to_the_board() -> None:
    old = xok("5 w - a1,a2 @1")
    assert str(old.play(0, "a1*w")) == "5 b a1*w a2 @1"


def test_small_sharks_run_out_after_three() -> None:
    assert code(xok("5 w a1*e,a3*e,a5*e e5"), 0, "e4*e") == "no-such-shark"


def test_each_big_shark_is_there_once() -> None:
    game = xok("5 w a1*ne+e e5")
    assert code(game, 0, "e4*ne+e") == "no-such-shark"
    assert code(game, 0, "e4*e+w") == "legal"


# §3 Everything in reach is eaten


def test_everything_in_reach_is_eaten_and_goes_back_to_its_reserve() -> None:
    game = xok("5 w - e5,f6,e6").play(0, "e5*ne+e")
    assert str(game) == "5 b e5*ne+e -"
    assert game.game.words.scene(game.state)["reserve"][1]["fish"] == 14


def test_a_shark_can_be_turned_to_eat_less() -> None:
    assert str(xok("5 w - e5,f6,e6").play(0, "e5*w+nw")) == "5 b e5*w+nw e6,f6"


def test_orientations_that_eat_the_same_fish_are_all_legal() -> None:
    moves = xok("5 w - e5").moves(0)
    assert len([m for m in moves if m.startswith("e5*")]) == 6 + 6 + 6 + 3


# §4 Mouths bite once


def test_a_mouth_does_not_bite_again() -> None:
    game = xok("5 w - e6").play(0, "e5*e").play(1, "e6e7")
    assert str(game) == "5 w e5*e e6,e7"


# §5 No passing


def test_there_is_no_passing() -> None:
    assert code(start("xok"), 0, "pass") == "not-a-move"


# §6 Ten in a group


def test_a_group_of_ten_wins_at_once() -> None:
    game = xok("5 w e1,e2,e3,e4,e5,e6,e7,e8 a1,a2").play(0, "e9f9")
    assert game.is_over
    assert game.winners == (0,)
    assert game.scores == (10, 2)


def test_sharks_count_in_the_group() -> None:
    assert xok("5 w e1,e2,e3,e4,e5,e6,e7,e8,e9*e f9").play(0, "f9*w").winners == (0,)


def test_nine_do_not_win() -> None:
    assert not xok("5 w e1,e2,e3,e4,e5,e6,e7 a1,a2").play(0, "e8e9").is_over


def test_eating_can_cut_a_group_that_is_about_to_win() -> None:
    game = xok("5 b e1,e2,e3,e4,e5,e6,e7,e8 a1,a2").play(1, "e4*ne")
    assert game.scores == (4, 2)


# §7 Nobody can move


@pytest.mark.parametrize(
    ("white", "black", "winners"),
    [
        ("a1,a2", "i5", (0,)),
        ("a1,a2", "i5,i6", (0, 1)),
        ("a1,a2*e", "i5,i6", (0,)),
        ("a1,a3*e", "i5", (0,)),
    ],
    ids=["longest", "tie", "most sharks", "a seat's best group counts"],
)
def test_the_longest_group_wins_then_the_most_sharks(white: str, black: str, winners: tuple[int, ...]) -> None:
    game = xok(f"5 w {white} {black}")
    won = game.game.rules.longest_wins(game.state)  # type: ignore[attr-defined]
    assert tuple(seat for seat in (0, 1) if won >> seat & 1) == winners


# Black has spent every shark and has one fish in the reserve.
SPENT = "a1,a2,a4,a5,c1,c3,c5,c7,e9,g9,i9,i8,i6,b1*ne,b3*ne,b5*ne,d2*ne+e,d4*ne+se,d6*ne+sw"


def test_the_game_ends_when_the_side_to_move_has_no_action() -> None:
    game = xok(f"5 b g4 {SPENT}")
    assert game.is_over
    assert game.winners == (1,)


# Refusals


def test_only_the_side_to_move_may_move() -> None:
    assert code(start("xok"), 1, "e5e6") == "not-your-turn"


def test_no_move_after_the_end() -> None:
    game = xok("5 w e1,e2,e3,e4,e5,e6,e7,e8 a1,a2").play(0, "e9f9")
    assert code(game, 1, "a3a4") == "game-over"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("hello", "not-a-move"),
        ("e5", "not-a-move"),
        ("e5*n", "not-a-move"),
        ("E5E6", "not-a-move"),
        ("a6a7", "off-the-board"),
        ("z1*ne", "off-the-board"),
        ("e6e5", "other-spelling"),
        ("e5*e+ne", "other-spelling"),
        ("e5*sw+ne", "other-spelling"),
        ("e5*ne+ne", "no-such-shark"),
    ],
)
def test_a_text_that_is_no_move_says_why(move: str, reason: str) -> None:
    game = start("xok") if "*" not in move else xok("5 w - e5")
    assert code(game, 0, move) == reason


def test_a_small_board_has_no_ninth_cell() -> None:
    assert code(start("xok", side=4), 0, "e8e9") == "off-the-board"


# Positions from outside


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("5 w e5", "a position is written"),
        ("6 w - -", "a position is written"),
        ("5 w e5,z9 -", "'z9' is not a cell"),
        ("4 w e9 -", "'e9' is not a cell"),
        ("5 w e5 e5", "e5 holds two pieces"),
        ("5 w a1*n -", "no such mouths"),
        ("5 w a1*e+ne -", "no such mouths"),
        ("5 w a1*e,a2*e,a3*e,a4*e -", "too many sharks like a4*e"),
        ("5 w a1,a2,a3,a4,a5,c1,c2,c3,c4,c5,e1,e2,e3,e4,e5 -", "more than 14 fish"),
        ("5 b e1,e2,e3,e4,e5,e6,e7,e8,e9,f9 a1", "joined ten already"),
        ("5 w e1,e2,e3,e4,e5,e6,e7,e8,e9,f9 a1,a2,a3,a4,a5,b1,b2,b3,b4,b5", "Black has joined ten already"),
    ],
)
def test_a_bad_position_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(Refused, match=re.escape(says)):
        xok(text)


# Words


def test_a_sentence_tells_what_is_eaten_and_who_wins() -> None:
    game = xok("5 w - e5,e6")
    said = game.game.words.sentence(game.state, 0, game.moves(0)["e5*e"])
    assert said.en == "White puts a small shark on e5, facing east, and eats e5 and e6."
    assert said.fr == "Blanc pose un petit requin en e5, gueule vers l’est, et mange e5 et e6."
    last = xok("5 w e1,e2,e3,e4,e5,e6,e7,e8 a1,a2")
    assert "the chain of 10 wins" in last.game.words.sentence(last.state, 0, last.moves(0)["e9f9"]).en
    last = xok(f"5 w - {SPENT}")
    assert last.game.words.sentence(last.state, 0, last.moves(0)["g4g5"]).en.endswith("no move is left, Black wins.")


def test_the_picture_shows_fish_sharks_and_mouths() -> None:
    game = xok("4 w d4,d5*ne+e b2")
    assert game.game.words.picture(game.state).en.splitlines() == [
        "       g4  ·   ·   ·   ·    g7",
        "     f3  ·   ·   ·   ·   ·    f7",
        "   e2  ·   ·   ·   ·   ·   ·    e7",
        " d1  ·   ·   ·   ○   △↗→ ·   ·    d7",
        "   c1  ·   ·   ·   ·   ·   ·    c6",
        "     b1  ·   ●   ·   ·   ·    b5",
        "       a1  ·   ·   ·   ·    a4",
        "",
        "▸ ○ White: fish 13, small sharks 3, big sharks: mouths apart, mouths opposite",
        "  ● Black: fish 13, small sharks 3, big sharks: mouths side by side, mouths apart, mouths opposite",
    ]


# §8 The pie rule, an option of ours


def pie(*moves: str) -> Position:
    game = start("xok", side=4, pie="yes")
    for number, move in enumerate(moves):
        game.play(number % 2, move)
    return game


def test_black_may_take_over_the_first_two_fish_and_white_lays_again() -> None:
    game = pie("d4d5", "swap")
    assert str(game) == "4 w - d4,d5"
    assert game.waiting == (0,)
    reserve = words.scene(game.state)["reserve"]
    assert [side["fish"] for side in reserve] == [14, 12]


def test_a_game_goes_on_as_if_the_sides_had_been_exchanged() -> None:
    assert bytes(pie("d4d5", "swap")) == bytes(xok("4 w - d4,d5"))
    assert set(pie("d4d5", "swap").moves(0)) == set(xok("4 b d4,d5 -").moves(1))


def test_the_offer_is_made_once_and_to_black_alone() -> None:
    assert code(pie(), 0, "swap") == "nothing-to-swap"
    assert "swap" in pie("d4d5").moves(1)
    for game in (pie("d4d5", "swap"), pie("d4d5", "a1a2"), pie("d4d5", "a1a2", "c3c4"), start("xok").play(0, "e5e6")):
        assert code(game, game.waiting[0], "swap") == "no-swap"


def test_an_offer_declined_leaves_an_ordinary_game() -> None:
    assert bytes(pie("d4d5", "a1a2")) == bytes(start("xok", side=4).play(0, "d4d5").play(1, "a1a2"))


def test_the_offer_stands_in_the_position_text_and_in_the_picture() -> None:
    for game in (pie(), pie("d4d5")):
        assert str(game).endswith(" pie")
        assert bytes(xok(str(game))) == bytes(game)
        assert "Black may take over" in words.picture(game.state).en
    assert "Black may" not in words.picture(pie("d4d5", "swap").state).en


@pytest.mark.parametrize(
    "text", ["4 b - - pie", "4 w d4,d5 - pie", "4 b d4,d6 - pie", "4 b d4 - pie", "4 b d4,d5 a1,a2 pie", "4 w - - cake"]
)
def test_an_offer_elsewhere_is_no_position(text: str) -> None:
    with pytest.raises(Refused):
        xok(text)


def test_the_swap_is_said_with_its_fish() -> None:
    game = pie("d4d5")
    told = words.sentence(game.state, 1, rules.SWAP)
    assert told.en == "Black takes over the first two fish, on d4 and d5."
    assert words.parts(game.state, 1, rules.SWAP) == {"kind": "swap", "cells": []}


def test_a_game_without_the_option_is_written_as_before_there_was_one() -> None:
    assert GAMES["xok"].check_options({}) == {"side": 5}
    assert GAMES["xok"].check_options({"pie": "no"}) == {"side": 5}
    assert GAMES["xok"].check_options({"pie": "yes"}) == {"side": 5, "pie": "yes"}


# The whole


@pytest.mark.parametrize("pie", ["no", "yes"])
@pytest.mark.parametrize("version", [2, 1])
@pytest.mark.parametrize("side", [5, 4])
def test_bitboards_agree_with_the_slow_rules(side: int, version: int, pie: str) -> None:
    choose = random.Random(side)
    for number in range(5):
        state = GAMES["xok"].new(2, {"side": side, "pie": pie}, version)
        game, slow = Position(GAMES["xok"], state), Board(side, version, pie == "yes")
        if slow.pie and number % 2:
            for move in ("d4d5", "swap"):
                game.play(slow.turn, move)
                slow.play(move)
        while not game.is_over:
            assert set(game.moves(game.waiting[0])) == set(slow.moves())
            move = choose.choice(sorted(slow.moves()))
            game.play(slow.turn, move)
            slow.play(move)
        assert set(game.winners) == slow.winners
        assert game.scores == tuple(max(slow.groups(seat), default=(0, 0))[0] for seat in (0, 1))
