"""Crocodile Pool Party, rule by rule; § numbers as in docs/rules/crocodiles.en.md."""

import random
from collections import Counter

import pytest
from tests.games.crocodiles.pools import code, drawn, put, reach
from tests.games.crocodiles.reference import Pool

from recif.games import start
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.games.crocodiles import pool, rules

RED, YELLOW = 0, 1


def charge(game: Position, flip: str, outcome: str, move: str) -> Position:
    return game.play(game.waiting[0], flip).befall(outcome).play(int(game.state.turn), move)


# §1 The pool and the tiles


def test_the_pool_has_eighty_cells_of_water_between_two_bars() -> None:
    scene = start("crocodiles").game.words.scene(start("crocodiles").state)
    assert len(pool.WATER) == 80
    assert scene["bars"][RED]["cells"] == ["e14", "f14"]
    assert scene["bars"][YELLOW]["cells"] == ["a1", "b1"]
    assert set(scene["bars"][RED]["ladders"]) == {"e13", "f13", "d14"}
    assert set(scene["bars"][YELLOW]["ladders"]) == {"a2", "b2", "c1"}


def test_a_number_that_nobody_has_seen_is_not_in_the_state() -> None:
    game = start("crocodiles", setup="first")
    assert set(game.state.pile) == {0, 1, 9}, "swimmers of a colour are all alike"
    assert list(game.state.unseen) == [rules.ALL_NUMBERS] * 2


# §2 Setting up


def test_a_free_set_up_opens_with_twenty_four_placings() -> None:
    moves = start("crocodiles").moves(RED)
    assert len(moves) == 24
    assert {int(text[2:]) for text in moves} == {2, 3, 4, 5}


def test_yellow_answers_in_the_rows_at_the_other_end() -> None:
    moves = start("crocodiles").play(RED, "@d2").moves(YELLOW)
    assert {int(text[2:]) for text in moves} == {13, 12, 11, 10}


@pytest.mark.parametrize(("row", "room"), [(2, 1), (3, 2), (4, 2), (5, 1)])
def test_a_row_takes_as_many_swimmers_as_it_has_slabs(row: int, room: int) -> None:
    game = start("crocodiles")
    for column in "abc"[:room]:
        assert code(game, RED, f"@f{row}") == "legal"
        game.play(RED, f"@{column}{row}")
        game.play(YELLOW, sorted(game.moves(YELLOW))[0])
    assert code(game, RED, f"@f{row}") == "row-full"


def test_red_begins_once_twelve_swimmers_are_in_the_pool() -> None:
    game = start("crocodiles")
    for i in range(12):
        assert game.waiting == (i % 2,)
        game.play(i % 2, sorted(game.moves(i % 2))[0])
    assert game.waiting == (RED,)
    assert code(game, RED, "@c3") == "set-up-over"


def test_nobody_is_alone_in_the_water_before_the_set_up_is_complete() -> None:
    assert not start("crocodiles").play(RED, "@d2").is_over


def test_a_first_game_has_its_swimmers_in_place() -> None:
    game = start("crocodiles", setup="first")
    water = "d2:r,b3:r,e3:r,c4:r,f4:r,a5:r,f10:y,a11:y,d11:y,b12:y,e12:y,c13:y"
    assert str(game) == f"r 0 {water} - -"
    assert sum(text.endswith("!") for text in game.moves(RED)) == 6
    assert len(game.moves(RED)) == 60


# §4 Swimmers


def test_a_swimmer_moves_one_or_two_steps_with_one_turn() -> None:
    assert reach(drawn("7 . . r . . ."), "c7") == (
        " 9 . . o . . .\n"
        " 8 . o o o . .\n"
        " 7 o o * o o .\n"
        " 6 . o o o . .\n"
        " 5 . . o . . ."
    )  # fmt: skip


def test_a_swimmer_needs_empty_water_on_its_way() -> None:
    game = drawn("""
        8 . . y . . .
        7 . . r r . .
    """)
    assert reach(game, "c7") == (
        " 8 . o # . . .\n"
        " 7 o o * # . .\n"
        " 6 . o o o . .\n"
        " 5 . . o . . ."
    )  # fmt: skip


def test_a_swimmer_never_eats() -> None:
    game = drawn("""
        8 . . y . . .
        7 . . r . . .
    """)
    assert code(game, RED, "c7xc8") == "swimmers-do-not-eat"


# §5 Flipping


def test_a_flip_shows_any_unseen_number_of_that_colour_evenly() -> None:
    game = drawn("7 r2 r r5 y1 . .")
    game.play(RED, "b7!")
    assert game.waiting == ()
    assert game.luck() == {f"={n}": (n, 1) for n in (1, 3, 4, 6)}


def test_the_last_number_of_a_colour_is_still_drawn() -> None:
    game = drawn("7 r1 r2 r3 r4 r5 r\n6 . . y . . .").play(RED, "f7!")
    assert list(game.luck()) == ["=6"]


def test_the_new_crocodile_moves_at_once_and_nothing_else_may() -> None:
    game = drawn("7 r2 . r . . y").play(RED, "c7!").befall("=4")
    assert game.waiting == (RED,)
    assert {text[:2] for text in game.moves(RED)} == {"c7"}
    assert code(game, RED, "a7-a9") == "must-charge"
    assert game.play(RED, "c7-c11").waiting == (YELLOW,)


def test_a_crocodile_that_cannot_move_stays_face_up_and_the_turn_is_over() -> None:
    game = drawn("14 r r . . . .\n13 r . . . . y", quiet=7).play(RED, "a14!").befall("=3")
    assert game.waiting == (YELLOW,)
    assert game.state.quiet == 0, "it counts as a flip"
    assert str(game).startswith("y 0 a13:r,f13:y,a14:r3,b14:r")


# §6 Crocodiles


@pytest.mark.parametrize(
    ("number", "picture"),
    [
        (1, " 8 . o o o . .\n 7 . o * o . .\n 6 . o o o . ."),
        (2, " 9 . . o . . .\n 8 . o . o . .\n 7 o . * . o .\n 6 . o . o . .\n 5 . . o . . ."),
        (
            3,
            "10 . . o . . .\n 9 . o . o . .\n 8 o . . . o .\n 7 . . * . . o\n 6 o . . . o .\n 5 . o . o . .\n"
            " 4 . . o . . .",
        ),
    ],
)
def test_a_crocodile_moves_exactly_its_number(number: int, picture: str) -> None:
    assert reach(drawn(f"7 . . r{number} . . ."), "c7") == picture


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_two_to_five_turn_once_at_most(number: int) -> None:
    """With one turn and no cell twice, the target is exactly that far away."""
    moves = drawn(f"7 . . r{number} . . .").moves(RED)
    distances = {abs("abcdef".index(m[3]) - 2) + abs(int(m[4:]) - 7) for m in moves}
    assert distances == {number}


def test_six_turns_twice_at_most() -> None:
    assert reach(drawn("7 . . r6 . . ."), "c7") == (
        "13 . . o . . .\n"
        "12 . o . o . .\n"
        "11 o . o . o .\n"
        "10 . o . o . o\n"
        " 9 o . o . o .\n"
        " 8 . o . o . o\n"
        " 7 o . * . o .\n"
        " 6 . o . o . o\n"
        " 5 o . o . o .\n"
        " 4 . o . o . o\n"
        " 3 o . o . o .\n"
        " 2 . o . o . .\n"
        " 1 . . o . . ."
    )


def test_only_the_one_moves_diagonally() -> None:
    game = drawn("7 . . r1 . r2 .")
    assert code(game, RED, "c7-d8") == "legal"
    assert code(drawn("7 . . r3 . . ."), RED, "c7-d8") == "out-of-reach"


def test_a_crocodile_goes_round_a_corner_that_is_free_and_through_nothing() -> None:
    game = drawn("""
        8 . y . . . .
        7 . . r2 y . .
    """)
    assert code(game, RED, "c7xb8") == "legal", "through c8 or b7"
    assert code(game, RED, "c7-d8") == "legal", "through c8 only"
    assert code(game, RED, "c7-e7") == "path-blocked"
    put(game, pool.CELL_NAMES["c8"], "r")
    assert code(game, RED, "c7-d8") == "path-blocked"


def test_a_six_goes_round_what_stands_in_its_way() -> None:
    game = drawn("""
        8 . . y . . .
        7 . y r6 y . .
    """)
    assert code(game, RED, "c7-b8") == "path-blocked", "it could only swim up or to a side"
    assert code(game, RED, "c7-a9") == "legal", "down, left, up"


def test_no_cell_is_visited_twice_not_even_the_start() -> None:
    for number in range(1, 7):
        game = drawn(f"7 . . r{number} . . .")
        assert code(game, RED, "c7-c7") == "stays-put"
    assert code(drawn("14 r2 . . . . ."), RED, "a14-a13") == "out-of-reach", "no way back over the same cell"


# §7 Eating and piles


def test_a_crocodile_eats_what_it_lands_on_and_its_pile_lies_on_top() -> None:
    game = drawn("""
        9 . . y3y2 . . y
        7 . . yr2  . . .
    """).play(RED, "c7xc9")
    assert str(game) == "y 0 c9:y3y2yr2,f9:y - -"


def test_own_tiles_block_and_are_never_eaten() -> None:
    game = drawn("""
        9 . . r . . .
        7 . . r2 . . .
    """)
    assert code(game, RED, "c7xc9") == "own-tile"


def test_the_top_of_a_pile_gives_its_owner_and_its_number() -> None:
    game = drawn("7 . . r5y2 . . r")
    assert code(game, RED, "c7-c9") == "not-your-tile"
    game.state.turn = YELLOW
    assert code(game, YELLOW, "c7-c9") == "legal"
    assert code(game, YELLOW, "c7-c12") == "out-of-reach"


def test_a_pile_is_eaten_as_one() -> None:
    game = drawn("7 . . yr4 . y2 y", turn=YELLOW).play(YELLOW, "e7xc7")
    assert str(game) == "y 0 c7:yr4y2,f7:y - -"
    assert game.is_over, "Red has nothing left on top"


def test_an_eaten_swimmer_stays_face_down() -> None:
    game = drawn("8 . . . . . r\n7 . . r1 y . y").play(RED, "c7xd7")
    assert str(game) == "y 0 d7:yr1,f7:y,f8:r - -"
    assert code(game, YELLOW, "d7!") == "not-your-tile"


# §8 The bars


@pytest.mark.parametrize("ladder", ["d14", "e13", "f13"])
def test_a_bar_is_entered_from_its_ladders(ladder: str) -> None:
    game = drawn("1 . . . . . y", bars=("yr6", ""))
    put(game, pool.CELL_NAMES[ladder], "r1")
    assert f"{ladder}-bar" in game.moves(RED)


@pytest.mark.parametrize("beside", ["d13", "c14", "e12"])
def test_the_one_does_not_enter_a_bar_from_elsewhere(beside: str) -> None:
    game = drawn("1 . . . . . y", bars=("yr6", ""))
    put(game, pool.CELL_NAMES[beside], "r1")
    assert code(game, RED, f"{beside}-bar") == "out-of-reach"


def test_the_bar_is_the_last_step_of_a_move_of_the_right_length() -> None:
    assert reach(drawn("13 . . . . . .\n10 . . . . r4 .", bars=("yr6", "")), "e10").splitlines()[:3] == [
        "14 . . . . B B",
        "13 . . . o . o",
        "12 . . o . . .",
    ]
    for number, sign in ((2, "out-of-reach"), (3, "out-of-reach"), (5, "legal")):
        game = drawn(f"10 . . . . r{number} .", bars=("yr6", ""))
        assert code(game, RED, "e10-bar") == sign, number


def test_the_step_into_the_bar_can_be_a_turn() -> None:
    game = drawn("14 . . . . . .\n11 . . . r4 . .", bars=("yr6", ""))
    assert code(game, RED, "d11-bar") == "legal", "up to d14, then right"
    put(game, pool.CELL_NAMES["d13"], "y")
    assert code(game, RED, "d11-bar") == "legal", "right to e11, then up"
    put(game, pool.CELL_NAMES["e12"], "y3")
    assert code(game, RED, "d11-bar") == "path-blocked"


def test_a_bar_is_never_passed_through() -> None:
    game = drawn("13 . . . . r3 .", bars=("yr6", ""))
    assert code(game, RED, "e13-f13") == "out-of-reach"
    assert code(drawn("14 . . . r2 . .", bars=("yr6", "")), RED, "d14-bar") == "out-of-reach"


def test_nobody_enters_the_other_bar() -> None:
    game = drawn("2 . yr1 . . . .\n9 y . . . . .")
    assert code(game, RED, "b2-bar") == "not-your-bar"
    assert code(game, RED, "b2-b1") == "not-your-bar"


def test_only_a_pile_may_be_the_first_to_enter_a_bar() -> None:
    game = drawn("13 . . . r yr1 r2\n2 r y3 . . . .")
    assert code(game, RED, "d13-bar") == "bar-closed"
    assert code(game, RED, "f13-bar") == "bar-closed"
    assert code(game, RED, "e13-bar") == "legal"


def test_after_the_first_pile_anything_enters_for_both_seats() -> None:
    game = drawn("13 . . . r yr1 .\n2 r y . . . y").play(RED, "e13-bar")
    assert game.scores == (2, 0)
    game.play(YELLOW, "b2-bar").play(RED, "d13-bar")
    assert [int(bar) for bar in game.state.bar] == [0x921, 0x9], "swimmers enter face down"
    assert game.scores == (3, 1)


def test_the_owner_of_the_top_tile_decides_which_bar_a_pile_may_enter() -> None:
    assert code(drawn("2 . y3r1 . . . y"), RED, "b2-bar") == "not-your-bar"
    assert code(drawn("2 . r1y3 . . . r\n1 . . . . . .", turn=YELLOW), YELLOW, "b2-bar") == "out-of-reach"
    assert code(drawn("4 . r1y3 . . . r", turn=YELLOW), YELLOW, "b4-bar") == "legal"


# §9 The end


def test_the_game_ends_at_once_when_one_seat_is_alone_in_the_water() -> None:
    game = drawn("7 . . r1 y . .\n2 r . . . . .").play(RED, "c7xd7")
    assert game.is_over
    assert game.game.words.scene(game.state)["ending"] == "alone"


def test_bringing_the_last_own_tile_to_the_bar_ends_the_game() -> None:
    game = drawn("13 . . . . yr1 .\n7 y . . . . .").play(RED, "e13-bar")
    assert game.is_over
    assert game.scores == (2, 0)
    assert game.winners == (RED,)


def test_the_game_ends_after_forty_quiet_turns() -> None:
    assert drawn("7 r1 . . . . y1", quiet=38).play(RED, "a7-a8").waiting == (YELLOW,)
    game = drawn("7 r1 . . . . y1", quiet=39).play(RED, "a7-a8")
    assert game.is_over
    assert game.game.words.scene(game.state)["ending"] == "quiet"


def test_a_flip_a_meal_and_an_entry_break_the_quiet() -> None:
    assert charge(drawn("7 r . . . . y1", quiet=39), "a7!", "=4", "a7-a11").state.quiet == 0
    assert drawn("7 r1 y . . . y1", quiet=39).play(RED, "a7xb7").state.quiet == 0
    assert drawn("13 . . . . yr1 .\n7 r . . . . y1", quiet=39).play(RED, "e13-bar").state.quiet == 0
    assert drawn("7 r1 . . . . y1", quiet=12).play(RED, "a7-a8").state.quiet == 13


STUCK = """
    14 y2 r . . . .
    13 r  . . . . .
    7  .  . . r . .
"""


def test_a_seat_without_any_action_passes_without_being_asked() -> None:
    game = drawn(STUCK, quiet=5).play(RED, "d7-d8")
    assert game.waiting == (RED,)
    assert game.state.quiet == 7, "a pass counts as a turn"


def test_a_pass_can_be_the_fortieth_quiet_turn() -> None:
    assert drawn(STUCK, quiet=38).play(RED, "d7-d8").is_over


def test_a_pass_follows_a_flip_that_cannot_move() -> None:
    game = drawn("14 y2 r r . . .\n13 r r . . . .").play(RED, "b14!").befall("=4")
    assert game.waiting == (RED,), "Red's crocodile and Yellow are both stuck, Red's swimmers are not"
    assert game.state.quiet == 1


def test_the_game_ends_when_neither_seat_has_any_action() -> None:
    """Twelve tiles cannot cram a pool so; the rule stands all the same."""
    game = drawn("")
    for cell in pool.WATER:
        put(game, cell, "r5" if cell % 2 else "y5")
    put(game, pool.CELL_NAMES["e13"], "yr1")
    game.play(RED, "e13-bar")
    assert game.is_over
    assert game.game.words.scene(game.state)["ending"] == "stuck"


# §10 Counting


def last_meal(red: str, yellow: str) -> Position:
    """Red eats the last enemy in the water, with these tiles in the bars."""
    return drawn("7 . . r1 y1 . .", bars=(red, yellow)).play(RED, "c7xd7")


def test_tiles_of_both_colours_in_the_bar_count_and_nothing_else() -> None:
    game = last_meal("yr3y", "")
    assert game.scores == (3, 0)
    assert game.winners == (RED,)


def test_eating_everybody_before_reaching_a_bar_is_worth_nothing() -> None:
    game = last_meal("", "")
    assert game.scores == (0, 0)
    assert game.winners == (RED, YELLOW)


def test_on_a_tie_the_larger_sum_of_numbers_in_the_bar_wins() -> None:
    assert last_meal("y6r2", "r4y3").winners == (RED,)
    assert last_meal("y2r2", "r4y3").winners == (YELLOW,)
    assert last_meal("y5r2", "r4y3").winners == (RED, YELLOW)


def test_the_score_is_still_the_number_of_tiles() -> None:
    assert last_meal("y6r2", "r4y3").scores == (2, 2)


def test_on_a_tie_face_down_tiles_are_revealed_reds_bar_first_in_order_of_arrival() -> None:
    game = last_meal("yr3r", "ryy2")
    revealed = []
    for outcome in ("=6", "=2", "=4", "=3"):
        assert not game.is_over
        assert game.waiting == ()
        revealed.append(int(rules.colour_due(game.state)))
        game.befall(outcome)
    assert revealed == [YELLOW, RED, RED, YELLOW]
    assert game.is_over
    assert str(game).endswith("y6r3r2 r4y3y2")
    assert game.winners == (RED,)


def test_tiles_are_revealed_even_if_the_result_is_sure() -> None:
    game = last_meal("yr6", "r2y2")
    assert list(game.luck()) == ["=3", "=4", "=5", "=6"]
    assert not game.is_over


def test_nothing_is_revealed_when_the_counts_differ() -> None:
    assert last_meal("yr3r", "ry2").is_over


# The whole


def test_random_moves_are_even() -> None:
    game = drawn("""
        9 . . . y . .
        8 . . y . . .
        7 . y r6 . . r
        6 . . y r . .
    """)
    rng, moves = seeded(3), game.numbers(RED)
    drawn_moves = Counter(int(rules.random_move(game.state, RED, rng)) for _ in range(200 * len(moves)))
    assert sorted(drawn_moves) == moves
    assert 140 < min(drawn_moves.values()) < max(drawn_moves.values()) < 260


def test_a_random_move_is_found_in_a_crammed_pool() -> None:
    game = drawn("")
    for cell in pool.WATER - {pool.CELL_NAMES["a14"]}:
        put(game, cell, "r5")
    put(game, pool.CELL_NAMES["a13"], "r1")
    rng = seeded(5)
    assert {game.game.words.text(game.state, RED, rules.random_move(game.state, RED, rng)) for _ in range(30)} == {
        "a13-a14"
    }


@pytest.mark.parametrize("seed", range(24))
def test_tables_of_paths_agree_with_the_slow_rules(seed: int) -> None:
    choose = random.Random(seed)
    setup = choose.choice(["free", "first"])
    game, slow = start("crocodiles", setup=setup), Pool()
    if setup == "first":
        slow.set_up()
    appetite = choose.random()
    while not game.is_over:
        if game.waiting:
            assert set(game.moves(slow.turn)) == slow.moves()
            move = hungry_move(sorted(slow.moves()), appetite, choose)
            game.play(slow.turn, move)
            slow.play(move)
        else:
            assert set(game.luck()) == slow.outcomes()
            outcome = choose.choice(sorted(slow.outcomes()))
            game.befall(outcome)
            slow.befall(outcome)
    assert slow.is_finished
    assert game.winners == slow.winners()
    assert game.scores == tuple(len(bar) for bar in slow.bars)


def hungry_move(moves: list[str], appetite: float, choose: random.Random) -> str:
    """Random, but eating and banking more than chance would, so that piles and bars fill."""
    events = [text for text in moves if "x" in text or "bar" in text]
    return choose.choice(events if events and choose.random() < appetite else moves)
