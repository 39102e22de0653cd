"""Cric Crac Kroc: seats in any order; piles in any order are taken to be alike, though the first is fought for first
of all."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from recif.games.core.compiled import Record, copy
from recif.games.kroc.rules import GONE, PILES, SEATS

NEAR = 8  # a round: a card more on each pile, what was taken, who is hungry

PER_SEAT = 10  # signs


def mirrors(state: Record) -> list[Record]:
    seats = int(state.seats)
    return [_mirror(state, order) for order in permutations(range(seats))]


def _mirror(state: Record, order: Sequence[int]) -> Record:
    """Each seat in a new place."""
    out, to, seats = copy(state), list(order), len(order)
    out.kept[to], out.choices[to], out.jaws[to] = state.kept[:seats], state.choices[:seats], state.jaws[:seats]
    out.due, out.hungry, out.won = (_moved(bits, order) for bits in (state.due, state.hungry, state.won))
    return out


def _moved(seats: int, order: Sequence[int]) -> int:
    return sum(1 << to for seat, to in enumerate(order) if int(seats) >> seat & 1)


def signs(state: Record, seat: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """What each has kept and who is hungry, then the piles; both in an order of their own."""
    shown = np.zeros(SEATS * PER_SEAT + PILES * state.pile.shape[1], np.int64)
    people = sorted([*map(int, state.kept[n]), int(state.hungry) >> n & 1] for n in range(int(state.seats)))
    for number, one in enumerate(people):
        shown[number * PER_SEAT : (number + 1) * PER_SEAT] = one
    piles = sorted(list(map(int, pile)) for pile in state.pile if pile[0] != GONE)
    for number, pile in enumerate(piles):
        first = SEATS * PER_SEAT + number * len(pile)
        shown[first : first + len(pile)] = [card + 1 if card != GONE else 0 for card in pile]
    return shown
