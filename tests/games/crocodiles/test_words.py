"""Crocodile Pool Party in words: refusals, positions from outside, sentences, pictures, scenes."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.games.crocodiles.pools import code, crocodiles, drawn

from recif.games import start
from recif.games.core.contract import LUCK, Refused
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.games.crocodiles import pool, rules, words
from recif.games.crocodiles.notation import Tile
from recif.games.crocodiles.parsing import depth

RED, YELLOW = 0, 1
FIRST = "d2:r,b3:r,e3:r,c4:r,f4:r,a5:r,f10:y,a11:y,d11:y,b12:y,e12:y,c13:y"

# Refusals


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("hello", "not-a-move"),
        ("d2", "not-a-move"),
        ("@", "not-a-move"),
        ("D2-D4", "not-a-move"),
        ("pass", "not-a-move"),
        ("g2-g3", "off-the-board"),
        ("d2-d15", "off-the-board"),
        ("d０-d1", "off-the-board"),
        ("@d3", "set-up-over"),
        ("c7-c8", "nothing-there"),
        ("c13-c12", "not-your-tile"),
        ("c13!", "not-your-tile"),
        ("a1-a2", "bar-is-safe"),
        ("f14!", "bar-is-safe"),
        ("d2-d2", "stays-put"),
        ("d2-d5", "out-of-reach"),
        ("b3-b1", "not-your-bar"),
        ("d2-bar", "bar-closed"),
        ("d2xd4", "other-spelling"),
        ("d2-d3", "legal"),
        ("d2!", "legal"),
    ],
)
def test_a_text_that_is_no_move_says_why(move: str, reason: str) -> None:
    assert code(start("crocodiles", setup="first"), RED, move) == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("d2-d3", "set-up-first"),
        ("d2!", "set-up-first"),
        ("nonsense", "not-a-move"),
        ("@d1", "not-your-rows"),
        ("@a1", "not-your-rows"),
        ("@d13", "not-your-rows"),
        ("@c3", "occupied"),
        ("@z9", "off-the-board"),
        ("@a5", "row-full"),
    ],
)
def test_a_placing_that_is_refused_says_why(move: str, reason: str) -> None:
    assert code(crocodiles("r 0 c3:r,b5:r,c12:y,d12:y - -"), RED, move) == reason


def test_a_blocked_way_names_the_cells_in_the_way() -> None:
    refusal = drawn("""
        8 . . y . . .
        7 . . r2 r . .
    """).why(RED, "c7-d8")
    assert refusal
    assert (refusal.code, refusal.rule, refusal.cells) == ("path-blocked", "6", ("d7", "c8"))


def test_a_crocodile_is_not_flipped_again() -> None:
    assert code(drawn("7 . . r2 . . y"), RED, "c7!") == "already-flipped"


def test_the_bar_is_entered_by_its_ladders_with_a_straight_step() -> None:
    refusal = drawn("13 . . . r1 . .\n7 y . . . . .", bars=("yr3", "")).why(RED, "d13-bar")
    assert refusal
    assert (refusal.code, refusal.rule) == ("out-of-reach", "8")
    assert refusal.text.en == (
        "The last step goes straight up a ladder (e13, f13 or d14), and crocodile 1 moves 1 step, diagonally too."
    )


@pytest.mark.parametrize("bars", [("yr3", ""), ("", "")])
def test_at_the_foot_of_the_other_sides_ladder_the_bar_is_theirs(bars: tuple[str, str]) -> None:
    refusal = drawn("7 y . . . . .\n2 . r1 . . . .", bars=bars).why(RED, "b2-bar")
    assert refusal
    assert (refusal.code, refusal.text.en) == (
        "not-your-bar",
        "That bar is not yours: yours is on e14 and f14.",
    )


def test_the_bar_is_written_bar() -> None:
    game = drawn("13 . . . . yr1 .\n7 y . . . . .")
    for spelling in ("e13-e14", "e13xbar", "e13xe14"):
        refusal = game.why(RED, spelling)
        assert refusal
        assert (refusal.code, refusal.text.en) == ("other-spelling", "That move is written e13-bar.")
    assert code(drawn("13 . . . . r1 .\n7 y . . . . ."), RED, "e13-e14") == "bar-closed"


def test_only_the_side_to_move_may_move() -> None:
    assert code(start("crocodiles"), YELLOW, "@d12") == "not-your-turn"
    flipping = start("crocodiles", setup="first").play(RED, "d2!")
    assert code(flipping, RED, "d2-d3") == "not-your-turn"


@settings(deadline=None)
@given(st.text(alphabet="abcdefgxyr-!@0123456789bar ", max_size=9))
@example("a1-a2")
def test_free_text_is_legal_or_refused_with_a_sentence(text: str) -> None:
    for game in (start("crocodiles"), start("crocodiles", setup="first"), drawn("13 . . y r4 yr1 r\n2 y . . . y1r2 .")):
        refusal = game.why(RED, text)
        assert (refusal is None) == (text in game.moves(RED))
        assert refusal is None or (refusal.text.fr and refusal.text.en)


# Positions


@pytest.mark.parametrize(
    "text",
    [
        f"r 0 {FIRST} - -",
        "r 0 - - -",
        "y 0 d2:r - -",
        "r 39 d2:r4,b3:r,e3:r,c4:r,f4:r,a5:r,f10:y,a11:y,d11:y,b12:y,e12:y,c13:y1 - -",
        "y 3 e3:r,c4:r,f4:r,a5:r,d11:y,b12:y,e12:y,c13:y yr4 ry6",
        f"r 0 {FIRST} - - d2?",
        f"r 0 {FIRST.replace('d2:r', 'd2:r4')} - - d2!",
    ],
    ids=["first", "empty", "placing", "quiet", "bars", "flip due", "crocodile must move"],
)
def test_a_position_parses_back(text: str) -> None:
    assert str(crocodiles(text)) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a position is written"),
        (f"ry 0 {FIRST} - -", "a position is written"),
        (f"r -1 {FIRST} - -", "a position is written"),
        (f"r 0 {FIRST} -", "a position is written"),
        (f"r 0 {FIRST},g7:r - -", "'g7' is not a cell"),
        (f"r 0 {FIRST.replace('d2:r', 'a1:r2')} - -", "a1 is a bar, not water"),
        (f"r 0 {FIRST.replace('c13', 'f14')} - -", "f14 is a bar, not water"),
        (f"r 0 {FIRST.replace('d2', 'b3')} - -", "b3 is given twice"),
        (f"r 0 {FIRST.replace('d2:r', 'd2:r7')} - -", "does not say which tiles"),
        (f"r 0 {FIRST.replace('d2:r', 'd2')} - -", "does not say which tiles"),
        (f"r 0 {FIRST},c7:r - -", "Red has 7 tiles, not 6"),
        (f"r 0 {FIRST} - y", "Yellow has 7 tiles, not 6"),
        (f"r 0 {FIRST.replace('d2:r', 'd2:r4').replace('b3:r', 'b3:r4')} - -", "Red has two crocodiles 4"),
        ("r 0 c3:r2 - -", "tiles are missing"),
        ("r 0 c3:r,c12:y - r", "tiles are missing"),
        ("r 5 c3:r,c12:y - -", "tiles are missing"),
        ("r 0 c3:r,c12:y - - c3?", "tiles are missing"),
        ("r 0 c2:r,d2:r,c12:y,d12:y - -", "row 2 takes 1 of Red's swimmers, not 2"),
        ("r 0 c7:r,c12:y - -", "row 7 takes 0 of Red's swimmers, not 1"),
        ("y 0 c3:r,c12:y - -", "place in turns"),
        ("r 0 - rrrrrr yyyyyy", "the water is never empty"),
        (f"r 0 {FIRST.replace('d2:r,b3:r', 'd2:rr4')} - -", "the pile rr4 cannot come to be"),
        (f"r 0 {FIRST.replace('d2:r,', '').replace('f10:y', 'f10:yr')} - -", "the pile yr cannot come to be"),
        (f"r 0 {FIRST.replace('d2:r,', '').replace('f10:y,', '')} ry4 -", "cannot have come to Red's bar"),
        (f"r 0 {FIRST.replace('d2:r,', '')} r -", "the first to enter a bar is a pile"),
        (f"r 0 {FIRST.replace('d2:r,', '').replace('f10:y,', '')} r y", "the first to enter a bar is a pile"),
        (f"r 41 {FIRST} - -", "ends after 40 quiet turns"),
        (f"y 0 {FIRST} - -", "all turns were quiet: Red begins"),
        (f"r 7 {FIRST} - -", "all turns were quiet: Red begins"),
        ("r 5 d2:r,b3:r,e3:r,c4:r,f4:r,a5:yyyyyyr6 - -", "the game has just ended, with no quiet turn since"),
        (f"r 0 {FIRST} - - c7?", "only a swimmer of the side to move"),
        (f"r 0 {FIRST} - - c13?", "only a swimmer of the side to move"),
        (f"r 0 {FIRST} - - d2!", "only a swimmer of the side to move"),
        (f"r 3 {FIRST} - - d2?", "only a swimmer of the side to move"),
    ],
)
def test_a_bad_position_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        crocodiles(text)


def test_a_position_of_a_seat_that_would_have_passed_is_refused() -> None:
    water = "c5:yr1,c6:yr2,c7:yr3,a13:r,a14:y2,b14:r,d2:r"
    with pytest.raises(Refused, match="tiles are missing"):
        crocodiles(f"y 0 {water} - -")
    with pytest.raises(Refused, match="Yellow has no action and passes"):
        crocodiles(f"y 0 {water.replace('c5:yr1', 'c5:yyyr1')} - -")
    assert crocodiles(f"r 0 {water.replace('c5:yr1', 'c5:yyyr1')} - -").waiting == (RED,)


def can_be_a_pile(tiles: list[Tile]) -> bool:
    """One tile, or a pile that landed on an enemy pile."""
    return len(tiles) == 1 or any(
        tiles[cut - 1][0] != tiles[-1][0]
        and tiles[-1][1] > 0
        and can_be_a_pile(tiles[:cut])
        and can_be_a_pile(tiles[cut:])
        for cut in range(1, len(tiles))
    )


def can_be_a_bar(tiles: list[Tile], least: int) -> bool:
    """Piles of Red one after the other, the first with at least so many tiles."""
    return not tiles or any(
        tiles[cut - 1][0] == RED and can_be_a_pile(tiles[:cut]) and can_be_a_bar(tiles[cut:], 1)
        for cut in range(least, len(tiles) + 1)
    )


@pytest.mark.parametrize("height", range(1, 7))
def test_a_pile_from_outside_is_checked_as_meals_would_have_made_it(height: int) -> None:
    for choice in product([(RED, 0), (RED, 1), (YELLOW, 0), (YELLOW, 1)], repeat=height):
        tiles = list(choice)
        assert (depth(tiles, 1) >= 0) == can_be_a_pile(tiles), tiles
        if tiles[-1][0] == RED:
            assert (depth(tiles, 0) >= 0) == can_be_a_bar(tiles, 1), tiles
            assert (depth(tiles, 0) > 0) == can_be_a_bar(tiles, 2), tiles


def middle(seed: int) -> str:
    """A position somewhere in a random game."""
    game, rng = start("crocodiles", setup="first"), seeded(seed)
    for _ in range(seed % 150):
        if game.waiting:
            rules.play(game.state, game.waiting[0], rules.random_move(game.state, game.waiting[0], rng))
        elif not game.is_over:
            rules.draw(game.state, rng)
    return str(game)


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 120), st.sampled_from("ry123456abcf?!-,: "), st.booleans())
def test_a_spoilt_position_is_refused_or_can_be_played(seed: int, place: int, letter: str, inserts: bool) -> None:
    whole = middle(seed)
    spoilt = whole[:place] + letter + whole[place if inserts else place + 1 :]
    try:
        game = crocodiles(spoilt)
    except Refused:
        return
    assert crocodiles(str(game)) == game
    assert game.is_over or bool(game.waiting) != bool(game.luck())
    for seat in game.waiting:
        assert game.moves(seat)


# Sentences


def told(game: Position, seat: int, move: str) -> tuple[str, str]:
    number = game.luck()[move][0] if seat == LUCK else game.moves(seat)[move]
    said = game.game.words.sentence(game.state, seat, number)
    return said.fr, said.en


def test_a_sentence_tells_who_goes_where_and_what_is_eaten() -> None:
    game = drawn("""
        13 .  . . .    yr1 .
        9  r  . . r5y2 .   y
        7  r4 . . yr2  .   y
    """)
    assert told(game, RED, "a9-b9") == ("Un nageur rouge va de a9 en b9.", "A red swimmer goes from a9 to b9.")
    assert told(game, RED, "a9!") == ("Rouge retourne le nageur de a9.", "Red flips the swimmer on a9.")
    assert told(game, RED, "d7xd9") == (
        "Le crocodile rouge 2 (pile de 2) va de d7 en d9 et mange le crocodile jaune 2 (pile de 2).",
        "The red crocodile 2 (a pile of 2) goes from d7 to d9 and eats the yellow crocodile 2 (a pile of 2).",
    )
    assert told(game, RED, "e13-bar") == (
        "Le crocodile rouge 1 (pile de 2) entre depuis e13 au bar de Rouge.",
        "The red crocodile 1 (a pile of 2) enters Red's bar from e13.",
    )


def test_a_sentence_tells_what_a_flip_shows() -> None:
    game = drawn("14 r r . . . .\n13 r . . . . y").play(RED, "a14!")
    assert told(game, LUCK, "=1")[1] == "It is the red crocodile 1 on a14."
    assert told(game, LUCK, "=3") == (
        "C’est le crocodile rouge 3 en a14\u202f; il ne peut pas bouger.",
        "It is the red crocodile 3 on a14; it cannot move.",
    )


def test_a_sentence_tells_of_a_pass_and_of_the_end() -> None:
    stuck = drawn("14 y2 r . . . .\n13 r . . . . .\n7 . . . r . .")
    assert told(stuck, RED, "d7-d8")[1].endswith("; Yellow cannot play and passes.")
    alone = drawn("13 . . . . yr1 .\n7 y . . . . .")
    assert told(alone, RED, "e13-bar") == (
        "Le crocodile rouge 1 (pile de 2) entre depuis e13 au bar de Rouge\u202f;"
        " un camp n’a plus personne dans l’eau\u202f; Rouge gagne, 2 à 0.",
        "The red crocodile 1 (a pile of 2) enters Red's bar from e13; one side has nobody left in the water; "
        "Red wins, 2 to 0.",
    )


def test_the_end_tells_where_the_points_come_from() -> None:
    ahead = drawn("13 . . . . yr1 .\n7 y . . . . .").play(RED, "e13-bar")
    assert ahead.is_over
    assert words.ended(ahead.state) == (
        "Un camp n’a plus personne dans l’eau. Chaque tuile au bar vaut un point\u00a0: 2 à 0.",
        "One side has nobody left in the water. Each tile in a bar is worth one point: 2 to 0.",
    )
    even = drawn("7 . . r1 y1 . .", bars=("yr3", "r2y4")).play(RED, "c7xd7").befall("=5")
    assert words.ended(even.state).en.endswith("Both bars have as many tiles: the numbers, added up, decide: 8 to 6.")
    nobody = drawn("7 . . r1 y1 . .").play(RED, "c7xd7")
    assert words.ended(nobody.state).en.endswith("No tile made it to a bar.")


def test_a_sentence_tells_of_reveals_and_of_a_shared_win() -> None:
    game = drawn("7 . . r1 y1 . .", bars=("yr3", "r2y4")).play(RED, "c7xd7")
    assert told(game, LUCK, "=5")[1] == (
        "A tile in Red's bar turns out to be the yellow crocodile 5; Red wins, 2 to 2."
    )
    assert told(game, LUCK, "=3")[0] == (
        "Une tuile du bar de Rouge se retourne\u00a0: le crocodile jaune 3\u202f; victoire partagée, 2 à 2."
    )


# Pictures and scenes


def test_the_picture_shows_swimmers_crocodiles_and_piles() -> None:
    game = drawn("13 . . . . r .\n7 . r4 . yr2 . y\n2 . . y6 . . .", bars=("yr1", ""))
    assert game.game.words.picture(game.state).en.splitlines() == [
        "     a     b     c     d     e     f",
        "14   ·     ·     ·     ·     ▒▒▒▒  ▒▒▒▒  14",
        "13   ·     ·     ·     ·     r     ·     13",
        *(f"{row:>2}   ·     ·     ·     ·     ·     ·     {row:>2}" for row in (12, 11, 10, 9, 8)),
        " 7   ·     R4    ·     R2×2  ·     y      7",
        *(f" {row}   ·     ·     ·     ·     ·     ·      {row}" for row in (6, 5, 4, 3)),
        " 2   ·     ·     Y6    ·     ·     ·      2",
        " 1   ▒▒▒▒  ▒▒▒▒  ·     ·     ·     ·      1",
        "     a     b     c     d     e     f",
        "",
        "  piles: d7 yr2",
        "▸ Red: 2 in the bar (yr1); never seen: 3, 5, 6",
        "  Yellow: 0 in the bar (—); never seen: 1, 2, 3, 4, 5",
    ]


def test_a_scene_shows_piles_from_bottom_to_top_and_no_number_that_nobody_has_seen() -> None:
    game = drawn("7 . r4 . yr2 . y", bars=("yr1", ""))
    scene = game.game.words.scene(game.state)
    assert scene["piles"][1] == {
        "cell": "d7",
        "seat": RED,
        "tiles": [{"seat": YELLOW, "number": None}, {"seat": RED, "number": 2}],
    }
    assert scene["bars"][RED]["tiles"] == [{"seat": YELLOW, "number": None}, {"seat": RED, "number": 1}]
    assert scene["unseen"] == [[3, 5, 6], [1, 2, 3, 4, 5, 6]]
    assert (scene["step"], scene["open"], scene["scores"], scene["sums"]) == ("turn", True, [2, 0], [1, 0])


def test_a_scene_shows_the_room_left_for_swimmers() -> None:
    game = crocodiles("r 0 c3:r,b5:r,c12:y,d12:y - -")
    left = [{"row": 2, "left": 1}, {"row": 3, "left": 1}, {"row": 4, "left": 2}, {"row": 5, "left": 0}]
    assert game.game.words.scene(game.state)["room"] == left


def test_a_scene_points_at_the_tile_that_is_revealed_next() -> None:
    game = drawn("7 . . r1 y1 . .", bars=("y2r3r", "ry4y")).play(RED, "c7xd7")
    shown = []
    while not game.is_over:
        shown.append(game.game.words.scene(game.state)["reveals"])
        game.befall(next(iter(game.luck())))
    assert shown == [{"bar": RED, "tile": 2}, {"bar": YELLOW, "tile": 0}, {"bar": YELLOW, "tile": 2}]


def test_the_parts_of_a_move_show_a_path_that_is_free() -> None:
    game = drawn("""
        8 . . y . . .
        7 . . yr4 . . .
        5 . . . . y .
    """)
    moves = game.moves(RED)
    eats = words.parts(game.state, RED, moves["c7xe5"])
    assert eats["kind"] == "eat"
    assert (eats["from"], eats["to"], eats["tiles"], eats["tile"]) == ("c7", "e5", 2, {"seat": RED, "number": 4})
    assert eats["eats"] == [{"seat": YELLOW, "number": None}]
    assert len(eats["path"]) == 5
    for text, move in moves.items():
        path = words.parts(game.state, RED, move)["path"]
        assert "c8" not in path[1:-1], text


def test_every_kind_of_move_has_parts() -> None:
    game = drawn("13 . . y . yr1 .\n9 y3 . . . . .\n7 r2 . r . . y2")
    kinds = {text: game.game.words.parts(game.state, RED, move)["kind"] for text, move in game.moves(RED).items()}
    assert {kinds[text] for text in ("a7-a5", "a7xa9", "c7!", "e13-bar")} == {"swim", "eat", "flip", "bank"}
    placing = start("crocodiles")
    assert placing.game.words.parts(placing.state, RED, placing.moves(RED)["@d2"]) == {
        "kind": "place",
        "to": "d2",
        "cells": ["d2"],
    }


def test_the_buffer_holds_the_most_moves_that_six_tiles_can_have() -> None:
    most = [max(pool.FIRST[k * 84 + c + 1] - pool.FIRST[k * 84 + c] for c in range(84)) for k in range(7)]
    assert sum(max(most[0], most[number]) for number in range(1, 7)) == rules.MOVES


# The pages

DOCS = Path(__file__).parents[3] / "docs"


def test_the_position_of_the_notation_page_parses_back() -> None:
    section = (DOCS / "notation.md").read_text().partition("(`crocodiles`)")[2].partition("## ")[0]
    text = next(line for line in section.splitlines() if line.startswith("    ")).strip()
    assert str(crocodiles(text)) == text
