"""The notation of XOK: cells, move texts, position texts. See docs/notation.md."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache, partial
from typing import Any, NotRequired

import numpy as np

from recif.games.core.compiled import Record, blank
from recif.games.core.contract import REFEREE, Parts, Refused, Text
from recif.games.core.hexes import NAMES, SIDE, names, step
from recif.games.core.moves import Remembered
from recif.games.xok import rules
from recif.games.xok.effects import IN_ORDER, cell_key

SHARKS = ("small", "60", "120", "180")  # the kinds, as scenes name them
SEATS = (Text("Blanc", "White"), Text("Noir", "Black"))
COLOURS = "wb"
CELLS = {side: names(side) for side in (4, SIDE)}
CELL_NAMES = {side: {bit: name for name, bit in cells.items()} for side, cells in CELLS.items()}
ORDERED = {side: sorted(cells, key=cell_key) for side, cells in CELLS.items()}
PLACES = IN_ORDER.tolist()
CELL = r"([a-z]\d{1,2})"
MOUTH = "(ne|nw|se|sw|e|w)"
SWAP_TEXT, PIE = "swap", "pie"
FISH_TEXT = re.compile(CELL + CELL)
WELL_KNOWN = 8192  # words remembered of each kind: a move reads the same wherever it eats the same
SHARK_TEXT = re.compile(rf"{CELL}\*{MOUTH}(?:\+{MOUTH})?")
MOUTHS_TEXT = re.compile(rf"\*{MOUTH}(?:\+{MOUTH})?")  # a shark that no cell was chosen for: asked about, never played


def side_of(state: Record) -> int:
    return SIDE if state.board == rules.BOARD_5 else 4


def cells_in(state: Record, cells: int) -> list[str]:
    """A set of cells as names, in the order of the notation: by row letter, then number."""
    return list(cells_of(side_of(state), cells))


@lru_cache(WELL_KNOWN)
def cells_of(side: int, cells: int) -> tuple[str, ...]:
    cell_names = CELL_NAMES[side]
    return tuple([cell_names[cell] for cell in PLACES if cells >> cell & 1])


def mouths(kind: int, way: int) -> list[str]:
    """Where the mouths of a shark point, the second clockwise from the first."""
    return [NAMES[way]] if kind == rules.SMALL else [NAMES[way], NAMES[(way + rules.APART[kind]) % 6]]


class SharkParts(Parts):
    shark: NotRequired[str]
    mouths: NotRequired[list[str]]


def parts(state: Record, seat: int, move: int) -> SharkParts:
    return parts_of(side_of(state), move, eaten_by(state, seat, move))


def eaten_by(state: Record, seat: int, move: int) -> int:
    """The fish that a move eats, or takes over."""
    plane = move >> 6
    if move == rules.SWAP:
        return int(state.fish[1 - seat])
    if plane < rules.PAIRS:
        return 0
    return int(state.fish[1 - seat]) & int(rules.reach(*divmod(plane - rules.PAIRS, 6), 1 << (move & 63)))


@lru_cache(WELL_KNOWN)
def parts_of(side: int, move: int, eaten: int) -> SharkParts:
    """Whoever asks is handed the same parts: they are for reading."""
    plane, cell = move >> 6, 1 << (move & 63)
    if move == rules.SWAP:
        return {"kind": SWAP_TEXT, "cells": []}
    if plane < rules.PAIRS:
        return {"kind": "fish", "cells": list(cells_of(side, cell | int(step(cell, plane))))}
    kind, way = divmod(plane - rules.PAIRS, 6)
    return {
        "kind": "shark",
        "shark": SHARKS[kind],
        "cells": list(cells_of(side, cell)),
        "mouths": mouths(kind, way),
        "eats": list(cells_of(side, eaten)),
    }


def text(state: Record, seat: int, move: int, viewer: int = REFEREE) -> str:
    return TEXTS[side_of(state)][move]


def texts(state: Record, seat: int, moves: Iterable[int]) -> list[str]:
    return TEXTS[side_of(state)].all(moves)


def text_of(side: int, move: int) -> str:
    part = parts_of(side, move, 0)
    if move == rules.SWAP:
        return SWAP_TEXT
    if part["kind"] == "fish":
        return "".join(part["cells"])
    return f"{part['cells'][0]}*{'+'.join(part['mouths'])}"


TEXTS = {side: Remembered(partial(text_of, side)) for side in CELLS}


def shark_turned(ways: list[int]) -> tuple[int, int]:
    """The kind of shark with these mouths and the way it is turned; (-1, -1) if there is none."""
    return _turned(tuple(ways))


@cache
def _turned(ways: tuple[int, ...]) -> tuple[int, int]:
    for kind in range(rules.KINDS):
        for way in range(rules.WAYS[kind]):
            if {NAMES.index(mouth) for mouth in mouths(kind, way)} == set(ways) and (kind > 0) == (len(ways) > 1):
                return kind, way
    return -1, -1


def sharks_on(state: Record, seat: int) -> list[dict[str, Any]]:
    """The sharks of a seat on the board, as scenes show them."""
    side, found = side_of(state), []
    for name in cells_in(state, int(state.sharks[seat])):
        cell = CELLS[side][name]
        ways = sum((int(jaws) >> cell & 1) << way for way, jaws in enumerate(state.jaws[seat]))
        found.append(shark_of(side, seat, cell | ways << 6))
    return found


@cache
def shark_of(side: int, seat: int, drawn: int) -> dict[str, Any]:
    """A shark as a drawing tells it."""
    kind, way = shark_turned([direction for direction in range(6) if drawn >> 6 + direction & 1])
    return {
        "cell": CELL_NAMES[side][drawn & 63],
        "seat": seat,
        "shark": SHARKS[kind],
        "mouths": mouths(kind, way),
    }


def position(state: Record) -> str:
    """`5 w e5,e6,d4*ne+e f7,f8`: side, turn, White's pieces, Black's; ` pie` until that is decided. Reserves follow
    from the pieces."""
    sides = [f"{side_of(state)} {COLOURS[state.turn]}"]
    for seat in range(2):
        fish = cells_in(state, int(state.fish[seat]))
        sharks = [f"{shark['cell']}*{'+'.join(shark['mouths'])}" for shark in sharks_on(state, seat)]
        sides.append(",".join(fish + sharks) or "-")
    return " ".join([*sides, PIE] if state.pie else sides)


def parse(text: str) -> Record:
    fields = text.split()
    pie = fields[4:] == [PIE]
    if len(fields) - pie != 4 or fields[0] not in ("4", "5") or fields[1] not in ("w", "b"):
        raise _bad(
            "une position s’écrit : côté (5 ou 4), trait (w ou b), pièces blanches, pièces noires ; « 5 w e5,e6 - »",
            "a position is written: side (5 or 4), turn (w or b), White's pieces, Black's; '5 w e5,e6 -'",
        )
    state = blank(rules.State)
    rules.new(state, 2, np.array([int(fields[0]), int(pie)], np.int64))
    state.turn = COLOURS.index(fields[1])
    for seat in range(2):
        for piece in fields[2 + seat].split(",") if fields[2 + seat] != "-" else []:
            put(state, seat, piece)
    if pie:
        check_pie(state)
    return settle(state)


def check_pie(state: Record) -> None:
    """§8 Only before the first move, and right after it."""
    pieces = [int(state.fish[seat] | state.sharks[seat]) for seat in range(2)]
    laid = pieces[0] & -pieces[0]
    is_pair = any(laid | int(step(laid, way)) == pieces[0] for way in range(6)) and pieces[0] != laid
    if pieces[1] or int(state.sharks[0]) or (pieces[0] and not is_pair) or bool(pieces[0]) != bool(state.turn):
        raise _bad(
            "« pie » ne se dit qu’avant le premier coup de Blanc, ou juste après : deux poissons qui se touchent",
            "'pie' is said only before White's first move or right after it: two fish that touch",
        )


def put(state: Record, seat: int, piece: str) -> None:
    """Put one piece of a position text on the board, from the reserve."""
    name, star, turned = piece.partition("*")
    if name not in CELLS[side_of(state)]:
        raise _bad(f"{name!r} n’est pas une case de ce plateau", f"{name!r} is not a cell of this board")
    cell = 1 << CELLS[side_of(state)][name]
    if not cell & int(rules.empty_cells(state)):
        raise _bad(f"{name} porte deux pièces", f"{name} holds two pieces")
    if not star:
        if state.fish_left[seat] == 0:
            raise _bad(f"{SEATS[seat].fr} a plus de 14 poissons", f"{SEATS[seat].en} has more than 14 fish")
        state.fish[seat] |= cell
        state.fish_left[seat] -= 1
        return
    ways = turned.split("+")
    kind, way = shark_turned([NAMES.index(w) for w in ways]) if set(ways) <= set(NAMES) else (-1, -1)
    if kind < 0 or ways != mouths(kind, way):
        raise _bad(f"{turned!r} : ces gueules n’existent pas", f"{turned!r}: there are no such mouths")
    if state.sharks_left[seat, kind] == 0:
        raise _bad(
            f"{SEATS[seat].fr} a trop de requins comme {piece}", f"{SEATS[seat].en} has too many sharks like {piece}"
        )
    state.sharks[seat] |= cell
    state.sharks_left[seat, kind] -= 1
    for mouth in ways:
        state.jaws[seat, NAMES.index(mouth)] |= cell


def settle(state: Record) -> Record:
    """Decide whether a position from outside is over, and for whom."""
    mover, waiter = int(state.turn), 1 - int(state.turn)
    if int(rules.longest(state, waiter)).bit_count() >= rules.LONG_ENOUGH:
        raise _bad(
            f"{SEATS[waiter].fr} a déjà dix pièces reliées : donnez-lui le trait, la partie est finie",
            f"{SEATS[waiter].en} has joined ten already: give that side the turn, the game is over",
        )
    if int(rules.longest(state, mover)).bit_count() >= rules.LONG_ENOUGH:
        state.won = 1 << mover
    elif not rules.can_move(state):
        state.won = rules.longest_wins(state)
    return state


def _bad(fr: str, en: str) -> Refused:
    return Refused("bad-position", Text(fr, en))
