"""Exact values of small two-seat games with luck and joint choices, by enumeration and linear programmes.

Needs SciPy (the extra `lab`). What is hidden is not asked about: a position must be one in which both seats know all.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from recif.games.core.position import Position

Matrix = NDArray[np.float64]


class TooLarge(Exception):
    """More positions than asked for."""


class Solver:
    """Values of seat 0, between 0 and 1; gives up beyond so many positions.

    `key` leaves out of a position what cannot matter any more, so that more of them are one and the same.
    """

    def __init__(self, most: int, key: Callable[[Position], bytes] = bytes) -> None:
        self.left = most
        self.key = key
        self.known: dict[bytes, float] = {}

    def value(self, at: Position) -> float:
        key = self.key(at)
        if key not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TooLarge
            self.known[key] = self._value(at)
        return self.known[key]

    def _value(self, at: Position) -> float:
        if at.is_over:
            return at.winners.count(0) / len(at.winners)
        if len(at.waiting) == 2:
            return solve(self.matrix(at))[0]
        if at.waiting:
            best = max if at.waiting[0] == 0 else min
            return best(self.choices(at).values())
        outcomes = at.luck().values()
        return sum(weight * self._after(at, -1, outcome) for outcome, weight in outcomes) / sum(w for _, w in outcomes)

    def _after(self, at: Position, seat: int, number: int) -> float:
        return self.value(at.after(seat, number))

    def choices(self, at: Position) -> dict[int, float]:
        """Seat 0's value for each move of the seat that decides alone."""
        (seat,) = at.waiting
        return {move: self._after(at, seat, move) for move in at.numbers(seat)}

    def matrix(self, at: Position) -> Matrix:
        """Seat 0's value for each pair of choices."""
        rows = []
        for mine in at.numbers(0):
            chosen = at.after(0, mine)
            rows.append([self._after(chosen, 1, theirs) for theirs in at.numbers(1)])
        return np.array(rows)


def solve(matrix: Matrix) -> tuple[float, Matrix]:
    """The value of a matrix game to the row player, and a mixture that assures it."""
    rows, columns = matrix.shape
    cost = np.append(np.zeros(rows), -1.0)  # the last unknown is the value
    found = linprog(
        cost,
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    assert found.x is not None
    return float(found.x[-1]), np.array(found.x[:-1])
