"""Oursins, rule by rule; § numbers as in docs/rules/urchins.en.md."""

import re

import pytest
from tests.games.urchins.pictures import board, code, last_turn, moves, turn, urchins

from recif.games import start
from recif.games.urchins import words

# §1 The board and the pieces


@pytest.mark.parametrize(("size", "choices"), [(6, 72), (5, 50)])
def test_the_first_decision_is_an_addition_anywhere(size: int, choices: int) -> None:
    game = start("urchins", size=size)
    assert len(moves(game)) == len(moves(game, "+")) == choices


def test_twenty_urchins_of_each_colour_and_all_pawns_in_hand() -> None:
    scene = words.scene(start("urchins", 4).state)
    assert scene["reserve"] == {"yellow": 20, "red": 20}
    assert scene["pawns"] == [None] * 4
    assert scene["urchins"] == {}


# §2 A turn


def test_a_turn_is_three_steps_and_the_next_seat_plays() -> None:
    game = urchins("y . r0 . y1")
    seen = []
    for move in ("a1-b1", "+ra1", ">a1"):
        seen.append((game.waiting, words.scene(game.state)["step"]))
        game.play(0, move)
    assert seen == [((0,), "move"), ((0,), "act"), ((0,), "place")]
    assert game.waiting == (1,)
    assert board(game) == "r0 y r . y1"


def test_step_1_can_be_declined_and_the_others_cannot() -> None:
    game = urchins("y . r0 . y1")
    assert code(game, "-") == "legal"
    assert code(game.play(0, "-"), "-") == "must-not-decline"
    assert code(game.play(0, "+ra6"), "-") == "must-not-decline"


def test_step_1_is_not_asked_when_no_urchin_can_move() -> None:
    game = turn(start("urchins"), "+ya1 >a1")
    assert words.scene(game.state)["step"] == "act"


def test_step_1_is_asked_when_only_the_top_of_a_pile_can_get_away() -> None:
    game = urchins("y1 . / [ry] r0")
    assert moves(game) == ["-", "a1-a3", "a1-a4", "a1-a5", "a1-a6", "a1-c1", "a1-d1", "a1-e1", "a1-f1"]


def test_step_2_may_move_back_the_urchin_of_step_1() -> None:
    game = turn(urchins("y . r0 . y1"), "a1-b1 b1-a1 >a1")
    assert board(game) == "y0 . r . y1"


def test_the_turn_comes_back_to_the_first_seat() -> None:
    game = turn(urchins("y . r0 . y1 r2", turn=2, seats=3), "- +yf6 >f6")
    assert game.waiting == (0,)


# §3 Moving an urchin


def test_a_lone_urchin_goes_one_step_to_an_empty_cell_of_its_line_or_column() -> None:
    game = urchins("""
        . . .
        . y .
        . r0 y1
    """)
    assert moves(game, "b2") == ["b2-a2", "b2-b3", "b2-c2"]


def test_a_lone_urchin_does_not_step_off_the_board_or_round_it() -> None:
    assert moves(urchins("y . r0 . . y"), "f1") == ["f1-e1", "f1-f2"]
    assert moves(urchins("y . r0 . . y"), "a1") == ["a1-a2", "a1-b1"]


def test_the_top_of_a_pile_goes_anywhere_in_its_line_or_column_over_anything() -> None:
    game = urchins("""
        y0 . .
        [ry] r . y1
    """)
    assert moves(game, "a1") == ["a1-a3", "a1-a4", "a1-a5", "a1-a6", "a1-c1", "a1-e1", "a1-f1"]


def test_the_lower_urchin_stays_alone_and_shows() -> None:
    game = urchins("y0 [ry] . . y1").play(0, "b1-d1")
    assert board(game) == "y0 r . y y1"


@pytest.mark.parametrize("pinned", ["y0 . r1 . .", "y1 . r0 . .", "[ry]0 . r1 . .", "[yr]1 . r0 . ."])
def test_an_urchin_under_any_pawn_cannot_move(pinned: str) -> None:
    game = urchins(pinned + " y")
    assert moves(game, "a1") == []
    assert code(game, "a1-b1") == "pinned"


def test_urchins_do_not_move_onto_urchins() -> None:
    assert code(urchins("y r . y0 . r1"), "a1-b1") == "occupied"


# §4 Adding an urchin


def test_an_urchin_is_added_on_an_empty_cell_or_on_a_lone_one_of_the_other_colour() -> None:
    game = urchins("y r [ry] y0 r1", step="2")
    taken = {move[1:] for move in moves(game, "+")}
    assert {"ya2", "ra2", "ra1", "yb1"} <= taken
    assert not {"ya1", "rb1", "yc1", "rc1", "rd1", "ye1"} & taken


def test_the_added_urchin_gives_the_pile_its_colour() -> None:
    game = urchins("y . r0 y1", step="2").play(0, "+ra1")
    assert board(game) == "[yr] . r0 y1"
    assert words.scene(game.state)["urchins"]["a1"] == ["yellow", "red"]
    assert words.scene(game.state)["reserve"] == {"yellow": 18, "red": 18}


@pytest.mark.parametrize(
    ("move", "reason"),
    [("+ya1", "same-colour"), ("+yc1", "pile-is-full"), ("+rd1", "under-a-pawn"), ("+ye1", "under-a-pawn")],
)
def test_an_addition_that_does_not_fit_says_why(move: str, reason: str) -> None:
    assert code(urchins("y r [ry] y0 r1", step="2"), move) == reason


# §5 Quiet rounds


def test_after_three_quiet_rounds_step_2_must_add_but_step_1_is_still_asked() -> None:
    game = urchins("y . r0 . y1", quiet=6)
    assert code(game, "a1-b1") == "legal"
    game.play(0, "a1-b1")
    assert moves(game) == moves(game, "+")
    assert code(game, "b1-a1") == "must-add"


def test_before_that_step_2_may_move() -> None:
    assert code(urchins("y . r0 . y1", step="2", quiet=5), "a1-b1") == "legal"


@pytest.mark.parametrize(("line", "quiet"), [("- a1-b1 >b1", 4), ("- +ra1 >a1", 0), ("a1-b1 +ra1 >a1", 0)])
def test_quiet_turns_are_counted_until_one_adds(line: str, quiet: int) -> None:
    game = turn(urchins("y . r0 . y1", quiet=3), line)
    assert words.scene(game.state)["quiet"] == quiet


def test_a_catch_breaks_the_quiet_as_well() -> None:
    game = urchins(
        """
        y . y . y0
        y y . . . y1
        """,
        quiet=3,
    )
    assert words.scene(turn(game, "- c2-b2 >a1").state)["quiet"] == 0


def test_the_quiet_turns_of_all_seats_count() -> None:
    game = start("urchins", 3, quiet=1)
    for line in ("+ya1 >a1", "+yc1 >c1", "+ye1 >e1", "+ra3 >a3", "- a1-a2 >a2", "- c1-c2 >c2"):
        turn(game, line)
    assert not words.scene(game.state)["must_add"]
    turn(game, "- e1-e2 >e2")
    assert words.scene(game.state)["must_add"]
    assert code(game.play(1, "-"), "a3-a4") == "must-add"


# §6 Placing the pawn


def test_the_pawn_goes_to_any_urchin_or_pile_without_a_pawn() -> None:
    assert moves(urchins("y r0 [ry] y1 r", step="3")) == [">a1", ">c1", ">e1"]


@pytest.mark.parametrize(("move", "reason"), [(">b1", "pawn-must-move"), (">d1", "enemy-pawn"), (">f1", "no-urchin")])
def test_the_pawn_must_move_and_finds_no_room_elsewhere(move: str, reason: str) -> None:
    assert code(urchins("y r0 [ry] y1 r", step="3"), move) == reason


# §7 Fishing


@pytest.mark.parametrize("square", ["y y / y y", "y r / r y", "r [ry] / y r", "[yr] y / [ry] r"])
def test_a_square_whose_diagonals_each_show_one_colour_is_fished(square: str) -> None:
    game = urchins(square, step="3").play(0, ">a1")
    assert game.scores == (len(re.findall("[yr]", square)), 0)
    assert board(game) == ""
    assert words.scene(game.state)["pawns"] == [None, None]


@pytest.mark.parametrize("square", ["y y / r y", "y r / y r", "r y / r [ry]", "y y / y .", "[ry] y / y r"])
def test_a_diagonal_of_two_colours_or_a_hole_is_not(square: str) -> None:
    game = urchins(square, step="3").play(0, ">a1")
    assert game.scores == (0, 0)
    assert words.scene(game.state)["pawns"] == ["a1", None]


def test_the_pawn_must_stand_in_the_square() -> None:
    game = urchins(
        """
        y y .
        y y r
        """,
        step="3",
    )
    assert game.copy().play(0, ">c1").scores == (0, 0)
    assert game.copy().play(0, ">b1").scores == (4, 0)


def test_an_enemy_pawn_on_the_diagonal_of_the_pawn_prevents_the_catch() -> None:
    square = """
        y y1
        y y
    """
    assert urchins(square, step="3").play(0, ">a1").scores == (0, 0)


def test_an_enemy_pawn_on_the_other_diagonal_protects_its_own_pile_only() -> None:
    square = """
        [ry]1 y
        [ry] y
    """
    game = urchins(square, step="3").play(0, ">a1")
    assert game.scores == (4, 0)
    assert board(game) == "[ry]1"


def test_two_enemy_pawns_on_the_other_diagonal_protect_both() -> None:
    square = """
        y1 r
        r y2
    """
    game = urchins(square, step="3", seats=3).play(0, ">a1")
    assert game.scores == (2, 0, 0)


def test_all_squares_of_the_pawn_are_fished_at_once() -> None:
    game = urchins(
        """
        y r y
        r [ry] r
        y r y
        """,
        step="3",
    )
    assert game.play(0, ">b2").scores == (10, 0)


def test_each_square_is_judged_by_its_own_diagonal_and_the_union_is_taken() -> None:
    """The enemy on a3 spoils the upper left square and stands in no other."""
    game = urchins(
        """
        y1 r y
        r y r
        y r y
        """,
        step="3",
    )
    game.play(0, ">b2")
    assert game.scores == (8, 0)
    assert board(game) == "y1"


def test_an_enemy_pawn_protects_its_cell_from_every_square() -> None:
    """b3 is on the other diagonal of two squares."""
    game = urchins(
        """
        y r1 y
        r y r
        y r y
        """,
        step="3",
    )
    game.play(0, ">b2")
    assert game.scores == (8, 0)
    assert board(game) == ". r1"


def test_a_square_made_by_somebody_else_can_be_fished() -> None:
    game = urchins(
        """
        y y1 . . r0
        y y . . .
        """,
        turn=1,
    )
    turn(game, "- +rf6 >f6")
    assert turn(game, "- +yf1 >a2").scores == (4, 0)


def test_the_pawn_is_in_hand_after_a_catch_until_the_next_step_3() -> None:
    game = urchins("y y . / y y . r1", step="3").play(0, ">a1")
    turn(game, "+ya1 >a1")
    assert words.scene(game.state)["pawns"] == [None, "a1"]
    turn(game, "- +yb1 >b1")
    assert words.scene(game.state)["pawns"] == ["b1", "a1"]


# §8 The end


def test_the_game_ends_with_the_turn_that_empties_a_colour() -> None:
    assert not last_turn().play(0, "+ya2").is_over
    game = turn(last_turn(), "+ya2 >a2")
    assert game.is_over
    assert game.winners == (1,)
    assert game.scores == (10, 24)


def test_the_last_catch_still_counts() -> None:
    game = urchins("y y . r1 / y .", step="2", reserve=(1, 5), taken=(15, 15))
    assert game.play(0, "+yb1").play(0, ">a1").winners == (0,)


def test_a_tie_is_shared() -> None:
    assert last_turn((17, 17)).play(0, "+ra2").play(0, ">a2").winners == (0, 1)


def test_a_seat_that_trails_does_not_share() -> None:
    game = urchins("y r0 . y1 . r2", step="2", seats=3, reserve=(1, 1), taken=(17, 17, 0))
    assert game.play(0, "+ra2").play(0, ">a2").winners == (0, 1)
