"""Games as arrays, a file a game: every move that a setup can ever have, and what a seat knows as small whole numbers.

A file has `parts(state)`, what an observation holds, in order, and `shape(state)`, its shape; `actions(state)`, the
move numbers that can ever be legal in the game that this first state begins, ascending; and two compiled functions:
`observe(known, seat, out)`, which is handed a view and so cannot tell what its seat may not know, and
`allow(game, state, seat, room, dense, out)`, which marks what a seat may do (that of `fill.py`, or a faster one).
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import NamedTuple

from recif.games.core.contract import Game, Refused, Text


class Part(NamedTuple):
    """Some planes of an observation, or some numbers of one that has no board."""

    name: str
    size: int
    says: str


def arrays_of(game: Game) -> ModuleType:
    """The file of a game, or Refused."""
    home = f"{__name__}.{game.id}"
    if find_spec(home) is None:
        raise Refused(
            "no-arrays",
            Text(
                f"{game.title.fr} n'a pas encore de tableaux ; ajoutez vector/arrays/{game.id}.py",
                f"{game.title.en} has no arrays yet; add vector/arrays/{game.id}.py",
            ),
        )
    return import_module(home)
