"""A drawing shows what the scene says, where it says: things are found by where they lie, not by their names."""

from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

from recif.games.core.compiled import copy
from recif.games.core.contract import REFEREE
from recif.library.drawing import in_letters
from recif.library.position import Position
from tests.games.setups import SETUPS, Setup, random_game

Thing = tuple[str, float, float]
ONE_A_GAME = list({setup.game.id: setup for setup in SETUPS}.values())
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def positions(setup: Setup, viewer: int = REFEREE) -> list[Position]:
    """Some positions of a random game."""
    found = [
        Position(p.game, copy(p.state)).view(viewer) for i, (p, _) in enumerate(random_game(setup, 3)) if i % 9 == 4
    ]
    assert found
    return found


def things(drawn: str) -> list[Thing]:
    found = []
    for group in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}g"):
        if what := group.get("data-thing"):
            x, y = group.get("transform", "")[len("translate(") : -1].split()
            found.append((what, float(x), float(y)))
    return found


def on_cells(drawn: str) -> Counter[tuple[str, str]]:
    """What lies on each cell, found by its place."""
    found = things(drawn)
    names = {(x, y): what.split()[1] for what, x, y in found if what.startswith("cell")}
    return Counter((names[x, y], what) for what, x, y in found if not what.startswith(("cell", "bar")))


def xok_pieces(scene: dict[str, Any]) -> Counter[tuple[str, str]]:
    fish = [(cell, f"fish {seat}") for seat, cells in enumerate(scene["fish"]) for cell in cells]
    return Counter(fish + [(s["cell"], f"shark {s['seat']} {'+'.join(s['mouths'])}") for s in scene["sharks"]])


def urchins_pieces(scene: dict[str, Any]) -> Counter[tuple[str, str]]:
    piled = [(cell, f"urchin {c} {i}") for cell, pile in scene["urchins"].items() for i, c in enumerate(pile)]
    return Counter(piled + [(cell, f"pawn {seat}") for seat, cell in enumerate(scene["pawns"]) if cell])


def crocodiles_pieces(scene: dict[str, Any]) -> Counter[tuple[str, str]]:
    tiles = [(pile["cell"], level, tile) for pile in scene["piles"] for level, tile in enumerate(pile["tiles"])]
    return Counter(
        (cell, f"tile {tile['seat']} {level} {tile['number'] or ''}".rstrip()) for cell, level, tile in tiles
    )


PIECES = {"xok": xok_pieces, "urchins": urchins_pieces, "crocodiles": crocodiles_pieces}


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.game.id in PIECES], ids=str)
def test_every_piece_lies_on_its_cell(setup: Setup) -> None:
    for position in positions(setup):
        assert on_cells(position.svg()) == PIECES[setup.game.id](position.scene())


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.game.id == "kroc"][::7], ids=str)
def test_the_piles_of_kroc_stand_in_order(setup: Setup) -> None:
    for position in positions(setup):
        scene, found = position.scene(), things(position.svg())
        cards = sorted((x, -y, what) for what, x, y in found if what.startswith("card"))
        told = [f"card {card or 'down'}" for pile in scene["piles"] for card in pile["cards"]]
        assert [what for _, _, what in cards] == told
        jaws = Counter(what for what, _, _ in found if what.startswith("jaw"))
        bites = [f"jaw {seat}" for pile in scene["piles"] for seat, n in enumerate(pile["jaws"]) for _ in range(n)]
        assert jaws == Counter(bites)


@pytest.mark.parametrize("viewer", [0, 1, REFEREE])
@pytest.mark.parametrize("setup", [s for s in SETUPS if s.game.id == "crabs"][::5], ids=str)
def test_a_hand_is_drawn_only_for_those_who_see_it(setup: Setup, viewer: int) -> None:
    for position in positions(setup, viewer):
        shown = position.scene()["seats"]
        drawn = Counter(what for what, _, _ in things(position.svg()) if what.startswith(("hand", "back")))
        hands = Counter(f"hand {card}" for seat in shown for card in seat["hand"] or ())
        hidden = [seat["backs"] for seat in shown if seat["hand"] is None]
        assert drawn == hands + Counter({f"back {b}": sum(backs[b] for backs in hidden) for b in "cp"})


@pytest.mark.parametrize("setup", ONE_A_GAME, ids=str)
def test_everything_lies_on_the_sheet_and_no_two_cells_on_one_place(setup: Setup) -> None:
    for position in positions(setup):
        drawn = position.svg("fr")
        left, top, width, height = map(float, ElementTree.fromstring(drawn).attrib["viewBox"].split())
        assert all(left < x < width and top < y < height for _, x, y in things(drawn))
        cells = [(x, y) for what, x, y in things(drawn) if what.startswith("cell")]
        assert len(set(cells)) == len(cells)


def test_a_game_without_a_board_is_drawn_as_its_picture() -> None:
    drawn = ElementTree.fromstring(str(in_letters("a < b\n  ○")))
    assert [line.text for line in drawn.iter("{http://www.w3.org/2000/svg}text")] == ["a < b", "  ○"]
