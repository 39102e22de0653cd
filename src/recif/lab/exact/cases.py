"""Small games and endings that can be solved (a game's `exact.py`), each with what solves it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from recif.games import GAMES
from recif.games.core.exact import Small
from recif.games.core.folder import file_of
from recif.games.core.position import Position
from recif.games.core.text import Text
from recif.lab.exact import alphabeta
from recif.lab.exact.mixtures import Matrix, Solver

MOST = 20_000  # positions of an ending


@dataclass(frozen=True)
class Case:
    """A position, and what tells the value of any that follows to seat 0, from 0 to 1."""

    name: Text
    at: Position
    value: Callable[[Position], float]
    matrix: Callable[[Position], Matrix] | None = None  # where both choose at once: its value for each pair of choices


def case_of(small: Small) -> Case:
    if not small.by_luck:
        return Case(small.name, small.at, by_alphabeta)

    def value(at: Position) -> float:
        return Solver(MOST, small.key).value(at)

    def matrix(at: Position) -> Matrix:
        return Solver(MOST, small.key).matrix(at)

    return Case(small.name, small.at, value, matrix if len(small.at.waiting) > 1 else None)


def by_alphabeta(at: Position) -> float:
    """1 if seat 0 wins, a half if the win is shared."""
    return (alphabeta.solve(at.game.rules, at.state).value + 1) / 2


def _all() -> Iterator[Callable[[], Small]]:
    for game in GAMES.values():
        if exact := file_of(game, "exact"):
            yield from exact.CASES


CASES: tuple[Callable[[], Small], ...] = tuple(_all())
