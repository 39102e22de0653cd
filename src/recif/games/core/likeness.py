"""Which positions ask the same of a player, whatever sides, turns of the board, options or orders of moves hide it.

A game says so in a module of its folder (`Game.likeness`):

    mirrors(state)      states like this one, itself the first: what can be played in one can be played in each
    signs(state, seat)  what the seat goes by, as numbers: no options, no version of the rules, no clock of quiet turns
    NEAR                how many signs a few decisions change

A game without one is compared byte by byte. A rule is written nowhere here: tests/games/test_likeness.py asks the rules
whether mirrors are mirrors.
"""

from types import ModuleType
from typing import Any

import numpy as np

from recif.games.core.compiled import Record
from recif.games.core.contract import Game
from recif.games.core.position import Position

Signs = np.ndarray[Any, np.dtype[np.int64]]


def images(position: Position) -> list[Signs]:
    """By seat: the signs of everything that is like the position, a row each."""
    kind, found = position.game.likeness, []
    for seat in range(position.seats):
        state = position.view(seat).state
        found.append(np.array([signs(position.game, one, seat) for one in _mirrors(kind, state)]))
    return found


def _mirrors(kind: ModuleType | None, state: Record) -> list[Record]:
    return list(kind.mirrors(state)) if kind else [state]


def signs(game: Game, state: Record, seat: int) -> Signs:
    """Of a view."""
    if game.likeness:
        return np.asarray(game.likeness.signs(state, seat), np.int64)
    return np.frombuffer(state.tobytes(), np.uint8).astype(np.int64)


def near(game: Game) -> int:
    return game.likeness.NEAR if game.likeness else 0


def apart(images: list[Signs], shown: Signs) -> int:
    """In how many signs something differs from the likeness that is nearest to it."""
    return min(int((rows != shown).sum(axis=1).min()) if rows.shape[1] == len(shown) else len(shown) for rows in images)


def turned(bits: int, places: dict[int, int]) -> int:
    """A set of cells with every cell in its new place."""
    moved, left = 0, int(bits)
    while left:
        low = left & -left
        moved |= 1 << places[low.bit_length() - 1]
        left ^= low
    return moved
