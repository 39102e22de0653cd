"""Crocodile Pool Party: half a turn with the colours exchanged. No mirror: each bar lies on its seat's right."""

import numpy as np

from recif.games.core.compiled import Record, copy
from recif.games.crocodiles.pool import CELLS, HALF
from recif.games.crocodiles.rules import PLACING, REVEAL

NEAR = 6  # three tiles that swim

TOP = 8  # the bit that tells a tile's colour


def mirrors(state: Record) -> list[Record]:
    """Who places first and whose bar is revealed first is fixed: there is nothing like it."""
    return [copy(state)] if state.phase in (PLACING, REVEAL) else [copy(state), _half_turn(state)]


def _half_turn(state: Record) -> Record:
    out = copy(state)
    for cell in range(CELLS):
        out.pile[CELLS - 1 - cell] = _recoloured(state.pile[cell])
    for seat in range(2):
        out.bar[1 - seat] = _recoloured(state.bar[seat])
        out.unseen[1 - seat] = state.unseen[seat]
        for half in range(2):
            out.tops[1 - seat, 1 - half] = _reversed(state.tops[seat, half])
    out.flipped = CELLS - 1 - state.flipped if state.flipped else 0
    out.turn = 1 - state.turn
    return out


def _recoloured(pile: int) -> int:
    """The same pile with every tile in the other colour."""
    made, left, shift = 0, int(pile), 0
    while left:
        made |= (left & 15 ^ TOP) << shift
        left >>= 4
        shift += 4
    return made


def _reversed(cells: int) -> int:
    return sum(1 << HALF - 1 - cell for cell in range(HALF) if int(cells) >> cell & 1)


def signs(state: Record, seat: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """What lies on each cell and in each bar."""
    return np.array([*state.pile, *state.bar], np.int64)
