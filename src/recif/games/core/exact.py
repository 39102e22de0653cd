"""Small games and endings that can be solved: a game's `exact.py` has CASES, and the lab solves them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from recif.games.core.contract import Game
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position, start
from recif.games.core.text import Text


@dataclass(frozen=True)
class Small:
    """A position whose futures can all be counted, or searched to the end where there is no luck."""

    name: Text
    at: Position
    by_luck: bool = False  # luck is drawn or seats choose at once: every future is counted
    key: Callable[[Position], bytes] = bytes  # what tells positions apart, where some of a state does not matter


class Exact(Protocol):
    """The file of a game."""

    CASES: tuple[Callable[[], Small], ...]


def random_game(game: Game, seed: int, options: dict[str, Any]) -> Iterator[Position]:
    """The positions of a random game of two seats, in place."""
    at, rng = start(game, 2, options), seeded(seed)
    while not at.is_over:
        yield at
        if not at.waiting:
            at.draw(rng)
            continue
        seat = at.waiting[0]
        moves = at.numbers(seat)
        at.go(seat, moves[below(rng, len(moves))])
