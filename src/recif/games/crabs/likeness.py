"""Crabe vs Poulpe: a hand is a hand, whichever backs its cards have, and whoever is the crab."""

import numpy as np

from recif.games.core.compiled import Record, copy
from recif.games.crabs.cards import CARDS, RANKS

NEAR = 3  # a card from the hand, the top, and whether it is inverted


def mirrors(state: Record) -> list[Record]:
    """Seats are told apart by their hands, which `signs` begins with: nothing is left to turn."""
    return [copy(state)]


def signs(state: Record, seat: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """How many of each rank the seat holds, what there is to beat, how many cards the other has."""
    hand = int(state.hand[seat])
    shown = np.zeros(RANKS + 3, np.int64)
    for bit in range(2 * CARDS):
        shown[bit % RANKS] += hand >> bit & 1
    shown[RANKS:] = (state.top, state.inverted, state.held[1 - seat].sum())
    return shown
