"""Oursins on a smaller board, with fewer urchins in the reserve."""

from collections.abc import Callable
from functools import partial

from recif.games.core.exact import Small
from recif.games.core.position import start
from recif.games.core.text import Text
from recif.games.urchins import GAME, rules


def smaller(size: int, yellow: int, red: int) -> Small:
    """An addition is due after a quiet round."""
    at = start(GAME, 2, {"quiet": 1})
    at.state.board = rules.board(size)
    at.state.reserve[:] = (yellow, red)
    return Small(Text(f"Oursins, {size} × {size}, {yellow} + {red}", f"Urchins, {size} × {size}, {yellow} + {red}"), at)


CASES: tuple[Callable[[], Small], ...] = tuple(partial(smaller, *told) for told in ((3, 3, 3), (3, 3, 4), (4, 3, 3)))
