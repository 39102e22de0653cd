"""Oursins: the board turned and mirrored in eight ways, the colours exchanged, the seats turned."""

import numpy as np

from recif.games.core.compiled import Record, copy
from recif.games.core.likeness import turned
from recif.games.urchins.rules import BOARD_5, RANK, SIDE

NEAR = 8  # a turn: an urchin moved, one added, the pawn, and now and then a catch


def _way(side: int, number: int) -> dict[int, int]:
    """Where each cell goes."""
    moved = {}
    for rank in range(side):
        for file in range(side):
            r, f = (file, rank) if number & 4 else (rank, file)
            r, f = side - 1 - r if number & 2 else r, side - 1 - f if number & 1 else f
            moved[RANK * rank + file] = RANK * r + f
    return moved


WAYS = {side: [_way(side, number) for number in range(8)] for side in (SIDE - 1, SIDE)}


def mirrors(state: Record) -> list[Record]:
    """The cells of a way are turned once for all ways to colour and to seat them."""
    ways, seats = WAYS[SIDE - 1 if state.board == BOARD_5 else SIDE], int(state.seats)
    boards = [*map(int, state.tops), int(state.piles), *map(int, state.pawns[:seats])]
    moved = [[turned(bits, cells) for bits in boards] for cells in ways]
    return [_mirror(state, cells, swap, by) for by in range(seats) for swap in (0, 1) for cells in moved]


def _mirror(state: Record, boards: list[int], swap: int, by: int) -> Record:
    """With colours exchanged or not, every seat moved on by so many."""
    yellow, red, piles, *pawns = boards
    out, seats = copy(state), len(pawns)
    out.tops[:] = (red, yellow) if swap else (yellow, red)
    if swap:
        out.reserve[:] = state.reserve[::-1]
    out.piles = piles
    to = [(seat + by) % seats for seat in range(seats)]
    out.pawns[to], out.taken[to] = pawns, state.taken[:seats]
    out.turn = (state.turn + by) % seats
    return out


def signs(state: Record, seat: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """What shows on each cell, whether it lies on another, whose pawn is there."""
    shown = np.zeros(RANK * SIDE, np.int64)
    layers = (
        (state.tops[0], 1),
        (state.tops[1], 2),
        (state.piles, 3),
        *((pawn, 6 * n) for n, pawn in enumerate(state.pawns, 1)),
    )
    for cells, sign in layers:
        for cell in range(RANK * SIDE):
            shown[cell] += sign * (int(cells) >> cell & 1)
    return shown
