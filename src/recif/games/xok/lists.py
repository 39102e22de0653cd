"""Every move that a game of XOK can ever have, and what of a move changes with the position: what it eats."""

import numpy as np

from recif.games.core.compiled import Numbers, Record, boxed
from recif.games.core.contract import Column
from recif.games.core.hexes import CELLS, step
from recif.games.xok import rules
from recif.games.xok.effects import fill_pack
from recif.games.xok.notation import cells_of, side_of


def every(state: Record) -> list[int]:
    """Fish by direction (ne, e, se) and cell, the swap after the first; then sharks by kind, way and cell: what the
    rules let face the board."""
    board = int(state.board)
    planes = [board & int(step(board, (way + 3) % 6)) for way in range(rules.PAIRS)]
    for kind in range(rules.KINDS):
        planes += [board & int(rules.facing(state, kind, way)) for way in range(rules.WAYS[kind])]
    planes[0] |= int(state.pie) << rules.SWAP
    return [plane * 64 + cell for plane, cells in enumerate(planes) for cell in range(CELLS + 1) if cells >> cell & 1]


def pack(state: Record, seat: int, places: Numbers) -> tuple[list[int], dict[str, Column]]:
    """Two fish eat nothing and a shark always does, so that nothing eaten means that there is no such part."""
    room = np.empty((3, rules.MOVES), np.int64)
    count, found = fill_pack(boxed(state, rules.State), seat, places, room)
    side = side_of(state)
    catches = [cells_of(side, cells) for cells in room[2, :found].tolist()]
    return room[0, :count].tolist(), {"eats": [catches, room[1, :count].tolist()]} if found else {}
