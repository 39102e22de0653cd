"""States that Python reads and writes quickly: matches keep theirs this way.

NumPy finds the field of a record by Python code and exceptions, in microseconds; here each field is a property. The
rules take such a record like any other.
"""

from functools import cache
from typing import Any

import numpy as np

from recif.games.compiled import Record

_read, _write = np.void.__getitem__, np.void.__setitem__  # np.record's own are slow Python again


def quick_copy(state: Record) -> Record:
    """Another record with the same contents."""
    return np.frombuffer(bytearray(state), _layout(state.dtype))[0]


def quick_blank(layout: np.dtype[Any]) -> Record:
    """A fresh record, all zero."""
    return np.frombuffer(bytearray(layout.itemsize), _layout(layout))[0]


@cache
def _layout(layout: np.dtype[Any]) -> np.dtype[Any]:
    fields = {name: _array(name) if layout[name].shape else _number(name) for name in layout.names or ()}
    plain = {"__slots__": (), "__getattribute__": np.void.__getattribute__, "__setattr__": np.void.__setattr__}
    return np.dtype((type("QuickRecord", (np.record,), plain | fields), layout))


def _number(name: str) -> property:
    return property(lambda self: int(_read(self, name)), lambda self, value: _write(self, name, value))


def _array(name: str) -> property:
    return property(lambda self: _read(self, name), lambda self, value: _write(self, name, value))
