"""What games are written in: states as flat records, functions marked `@rule` over them.

`core/machine.py` decides what runs them, machine code or plain Python.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from recif.games.core.machine import IS_COMPILED, assign, bare, part, rule, scratch, twin

__all__ = [
    "IS_COMPILED",
    "Numbers",
    "Record",
    "assign",
    "bare",
    "blank",
    "boxed",
    "copy",
    "from_bytes",
    "look",
    "part",
    "record",
    "rule",
    "scratch",
    "table",
]

Record = Any  # a NumPy record: its fields are known to the compiler, not to the type checker
Numbers = np.ndarray[Any, np.dtype[np.int64]]


def record(**fields: tuple[str, *tuple[int, ...]] | str) -> np.dtype[Any]:
    """The layout of a state: `record(turn="i8", fish=("i8", 2))`; scalars are i8.

    Put wide fields first: a layout with holes is refused, since states are compared, hashed and
    stored as bytes.
    """
    taken = sorted(name for name in fields if hasattr(np.record, name))
    if taken:
        raise TypeError(f"records have something else under the names {taken}: plain Python would read that")
    rows = [(name, kind) if isinstance(kind, str) else (name, kind[0], kind[1:]) for name, kind in fields.items()]
    layout = np.dtype(rows, align=True)
    full = np.dtype(rows)
    if layout.itemsize != full.itemsize:
        raise TypeError(f"the record has {layout.itemsize - full.itemsize} bytes of holes: order fields by width")
    return np.dtype((np.record, layout))


def blank(layout: np.dtype[Any]) -> Record:
    """A fresh record, all zero, that can be written to."""
    return np.zeros(1, layout).view(np.recarray)[0]


def copy(state: Record) -> Record:
    """Another record with the same contents."""
    made = np.empty(1, state.dtype).view(np.recarray)
    made[0] = state
    return made[0]


def boxed(state: Record, layout: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """The record as an array with one place: compiled code is called with it in a third of the time."""
    return np.frombuffer(state, layout)


def look(rules: Any, state: Record, seat: int, out: Record) -> None:
    """`rules.view`, by a name that Numba does not take for that of arrays."""
    rules.view(state, seat, out)


@twin(look)
def _look(rules, state, seat, out):
    view = rules.pymod.view
    return lambda rules, state, seat, out: view(state, seat, out)


def from_bytes(layout: np.dtype[Any], data: bytes) -> Record:
    """The record whose `tobytes()` is `data`."""
    if len(data) != layout.itemsize:
        raise ValueError(f"{len(data)} bytes are not a state of {layout.itemsize} bytes")
    return np.frombuffer(bytearray(data), layout).view(np.recarray)[0]


def table(rows: Iterable[Any], kind: Any = np.int64) -> np.ndarray[Any, Any]:
    """A read-only table of whole numbers, a constant to the compiler."""
    made = np.array(list(rows), kind)
    made.setflags(write=False)
    return made
