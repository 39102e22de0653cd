"""The notation of Crocodile Pool Party: tiles, move texts, position texts. See docs/notation.md."""

import re
from collections.abc import Iterable
from functools import cache, partial
from typing import Any, TypedDict

from recif.games.core.compiled import Record
from recif.games.core.contract import LUCK, REFEREE, Parts, Text
from recif.games.core.moves import Remembered
from recif.games.crocodiles import pool, rules
from recif.games.crocodiles.tiles import height, kind_of, owner, swimmer

SEATS = (Text("Rouge", "Red"), Text("Jaune", "Yellow"))
COLOURS = "ry"
STEPS = ("place", "turn", "flip", "charge", "reveal", "over")  # the phases, as scenes name them
CELL = r"([a-z]\d{1,2})"
PLACE_TEXT = re.compile(f"@{CELL}")
FLIP_TEXT = re.compile(f"{CELL}!")
SWIM_TEXT = re.compile(rf"{CELL}([-x])(?:{CELL}|(bar))")

Tile = tuple[int, int]  # colour, number; 0 for a swimmer


def tiles_in(pile: int) -> list[Tile]:
    """The tiles of a pile, from bottom to top; those of a bar, in order of arrival."""
    places = range(4 * int(height(pile)) - 4, -1, -4)
    return [(int(owner(pile >> place)), int(kind_of(pile >> place))) for place in places]


def pile_of(tiles: list[Tile]) -> int:
    pile = 0
    for colour, number in tiles:
        pile = pile << 4 | int(swimmer(colour)) + number
    return pile


def tiles_text(tiles: list[Tile]) -> str:
    """`yr4`: a yellow swimmer under the red crocodile 4."""
    return "".join(f"{COLOURS[colour]}{number or ''}" for colour, number in tiles)


def tiles_shown(tiles: list[Tile]) -> list[dict[str, int | None]]:
    """Tiles as scenes show them."""
    return [{"seat": colour, "number": number or None} for colour, number in tiles]


def piles(state: Record) -> dict[int, int]:
    """What lies in the water, by cell."""
    return {cell: int(pile) for cell, pile in enumerate(state.pile) if pile}


@cache
def paths(start: int, kind: int) -> list[pool.Path]:
    return pool.paths(start)[kind]


def blockers(state: Record, start: int, target: int) -> list[list[int]]:
    """For each path from a tile to a target, the taken cells between them."""
    kind, taken = int(kind_of(int(state.pile[start]))), piles(state)
    ways = [path for path in paths(start, kind) if pool.target_of(path) == target]
    return [[cell for cell in path[1:-1] if cell in taken] for path in ways]


def free_path(state: Record, start: int, target: int) -> list[str]:
    """A path that the tile on a cell can take to a target, for screens to show."""
    kind, taken = int(kind_of(int(state.pile[start]))), piles(state)
    free = (
        path for path in paths(start, kind) if pool.target_of(path) == target and not taken.keys() & set(path[1:-1])
    )
    return [pool.name(cell) for cell in next(free)]


SwimWay = TypedDict(
    "SwimWay", {"from": str, "to": str, "path": list[str], "tile": dict[str, Any], "tiles": int}, total=False
)


class SwimParts(Parts, SwimWay):
    pass


def parts(state: Record, seat: int, move: int) -> SwimParts:
    start, target = move >> 7, move & 127
    if state.phase == rules.PLACING:
        return {"kind": "place", "to": pool.name(target), "cells": [pool.name(target)]}
    tiles = tiles_in(int(state.pile[start]))
    part: SwimParts = {
        "kind": "flip",
        "from": pool.name(start),
        "tile": tiles_shown(tiles)[-1],
        "tiles": len(tiles),
        "cells": [pool.name(start)],
    }
    if start == target:
        return part
    path = free_path(state, start, target)
    part |= {"path": path, "cells": [path[0], path[-1]]}
    if target >= pool.BAR:
        return part | {"kind": "bank", "to": "bar"}
    part |= {"kind": "swim", "to": pool.name(target)}
    prey = tiles_in(int(state.pile[target]))
    return part | {"kind": "eat", "eats": tiles_shown(prey)} if prey else part


def text(state: Record, seat: int, move: int, viewer: int = REFEREE) -> str:
    if seat == LUCK:
        return f"={move}"
    return texts(state, seat, [move])[0]


def texts(state: Record, seat: int, moves: Iterable[int]) -> list[str]:
    if state.phase == rules.PLACING:
        return PLACINGS.all(moves)
    taken = [*state.pile.tolist(), 0, 0]  # nobody is eaten in a bar
    return [MEALS[move] if taken[move & 127] else SWIMS[move] for move in moves]


def placing_text(move: int) -> str:
    return f"@{pool.name(move & 127)}"


def swim_text(sign: str, move: int) -> str:
    start, target = move >> 7, move & 127
    if start == target:
        return f"{pool.name(start)}!"
    return f"{pool.name(start)}-bar" if target >= pool.BAR else f"{pool.name(start)}{sign}{pool.name(target)}"


PLACINGS = Remembered(placing_text)
SWIMS, MEALS = (Remembered(partial(swim_text, sign)) for sign in "-x")


def position(state: Record) -> str:
    """`r 3 d2:r,b4:yr4,… ry6 - d2?`: turn, quiet turns, water, Red's bar, Yellow's bar, the tile being flipped.

    `d2?` waits for its number, `d2!` has it and must move. What the bars hold is in order of arrival.
    """
    water = ",".join(f"{pool.name(cell)}:{tiles_text(tiles_in(pile))}" for cell, pile in piles(state).items())
    bars = [tiles_text(tiles_in(int(bar))) or "-" for bar in state.bar]
    fields = [COLOURS[state.turn], str(int(state.quiet)), water or "-", *bars]
    if state.flipped:
        fields.append(pool.name(int(state.flipped)) + ("?" if state.phase == rules.FLIPPED else "!"))
    return " ".join(fields)
