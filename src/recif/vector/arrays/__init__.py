"""Games as arrays, a file a game: every move that a setup can ever have, and what a seat knows as small whole numbers.

A file has `parts(state)`, what an observation holds, in order, and `shape(state)`, its shape; `actions(state)`, the
move numbers that can ever be legal in the game that this first state begins, ascending; `log(state)`, how all that a
seat sees happen is written down; and three compiled functions: `observe(known, seat, out)`, which is handed a view and
so cannot tell what its seat may not know, `allow(game, state, seat, room, dense, out)`, which marks what a seat may do,
and `permits(game, state, seat, move, room)`, whether it may do one thing (those of `fill.py`, or faster ones). What
`out` held before is written over. Where a seat sees more than what happens, `look(known, seat)` is what it sees now, as
a number; −1 if nothing.
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


class Log(NamedTuple):
    """How entries of what a seat has seen are written: the number that `rules.seen` gives is cut into digits."""

    most: int  # entries in a game, luck and looks too: more there cannot be
    base: int
    digits: int  # of an entry, the lowest first
    says: str


def arrays_of(game: Game) -> ModuleType:
    """The file of a game, or Refused."""
    home = f"{__name__}.{game.id}"
    if find_spec(home) is None:
        raise Refused(
            "no-arrays",
            Text(
                f"{game.title.fr} n’a pas encore de tableaux ; ajoutez vector/arrays/{game.id}.py",
                f"{game.title.en} has no arrays yet; add vector/arrays/{game.id}.py",
            ),
        )
    return import_module(home)
