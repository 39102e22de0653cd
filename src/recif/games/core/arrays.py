"""Games as arrays: every move that a setup can ever have, and what a seat knows as small whole numbers.

A game's `arrays.py` has `parts(state)`, what an observation holds, in order, and `shape(state)`, its shape;
`actions(state)`, the move numbers that can ever be legal in the game that this first state begins, ascending;
`log(state)`, how all that a seat sees happen is written down; `look(known, seat)`, what a seat sees beside what
happens, as a number, −1 if nothing (that of this file, unless there is more). Three functions are compiled:
`observe(known, seat, out)`, which is handed a view and so cannot tell what its seat may not know;
`allow(game, state, seat, room, dense, out)`, which marks what a seat may do;
`permits(game, state, seat, move, room)`, whether it may do one thing (those of `fill.py`, or faster ones).
What `out` held before is written over.
"""

from typing import Any, NamedTuple, Protocol

from recif.games.core.compiled import Numbers, Record


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


class Arrays(Protocol):
    """The file of a game."""

    def parts(self, state: Record) -> tuple[Part, ...]: ...
    def shape(self, state: Record) -> tuple[int, ...]: ...
    def actions(self, state: Record) -> list[int]: ...
    def log(self, state: Record) -> Log: ...
    def look(self, known: Record, seat: int) -> int: ...
    def observe(self, known: Record, seat: int, out: Record) -> None: ...
    def allow(self, game: Any, state: Record, seat: int, room: Numbers, dense: Any, out: Any) -> None: ...
    def permits(self, game: Any, state: Record, seat: int, move: int, room: Numbers) -> bool: ...


def look(known: Record, seat: int) -> int:
    """A seat sees what happens, and nothing beside it."""
    return -1
