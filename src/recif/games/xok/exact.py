"""XOK on nineteen cells, with all pieces and a shorter chain."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from recif.games.core import hunch as plain
from recif.games.core.exact import Small
from recif.games.core.position import Position
from recif.games.core.text import Text
from recif.games.xok import GAME, chain3, chain4, small

CHAINS: dict[int, Any] = {3: chain3, 4: chain4}


def chain(length: int, reply: bool = False) -> Small:
    """`reply`: after White's first move, where Black must find the win."""
    game = replace(GAME, rules=CHAINS[length], hunch=plain, features=None)
    name = Text(f"XOK, 19 cases, chaîne de {length}", f"XOK, 19 cells, chain of {length}")
    at = Position(game, small.first())
    if reply:
        at.go(0, at.numbers(0)[0])
        name = Text(f"{name.fr}, réponse", f"{name.en}, the reply")
    return Small(name, at)


CASES: tuple[Callable[[], Small], ...] = tuple(
    partial(chain, length, reply) for reply in (False, True) for length in CHAINS
)
