"""XOK: the board turned and mirrored in twelve ways, the sides exchanged. Where a shark looks matters no longer."""

import numpy as np

from recif.games.core.compiled import Record, copy
from recif.games.core.hexes import CELLS, SIDE, Place, index, places
from recif.games.core.likeness import turned

NEAR = 7  # three pairs of fish, or two sharks that eat


def _by_sixths(place: Place, sixths: int) -> Place:
    row, number = place
    for _ in range(sixths):
        row, number = row - number, row
    return row, number


def _way(sixths: int, is_mirrored: bool) -> tuple[dict[int, int], list[int]]:
    """Where each cell goes, and each direction."""
    moved = {
        index((row, n)): index(_by_sixths((n, row) if is_mirrored else (row, n), sixths)) for row, n in places(SIDE)
    }
    return moved, [((6 - d if is_mirrored else d) + sixths) % 6 for d in range(6)]


WAYS = [_way(sixths, is_mirrored) for is_mirrored in (False, True) for sixths in range(6)]


def mirrors(state: Record) -> list[Record]:
    """The cells of a way are turned once for both ways to seat the sides."""
    sides = [[int(state.fish[seat]), int(state.sharks[seat]), *map(int, state.jaws[seat])] for seat in range(2)]
    moved = [([[turned(bits, cells) for bits in side] for side in sides], ways) for cells, ways in WAYS]
    exchanged = (0,) if state.pie else (0, 1)  # while a pie is to be decided, the sides are not alike
    return [_mirror(state, boards, ways, swap) for swap in exchanged for boards, ways in moved]


def _mirror(state: Record, sides: list[list[int]], ways: list[int], swap: int) -> Record:
    out = copy(state)
    fish, sharks, jaws = out.fish, out.sharks, out.jaws
    for seat, (its_fish, its_sharks, *its_jaws) in enumerate(sides):
        to = seat ^ swap
        fish[to], sharks[to] = its_fish, its_sharks
        jaws[to, ways] = its_jaws
    if swap:
        out.fish_left[:], out.sharks_left[:] = state.fish_left[::-1], state.sharks_left[::-1]
        out.turn = 1 - state.turn
        out.won = (state.won & 1) << 1 | state.won >> 1
    return out


def signs(state: Record, seat: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Whose fish or shark lies on each cell."""
    shown = np.zeros(CELLS, np.int64)
    for sign, cells in enumerate((state.fish[0], state.sharks[0], state.fish[1], state.sharks[1]), 1):
        for cell in range(CELLS):
            if int(cells) >> cell & 1:
                shown[cell] = sign
    return shown
