"""States that Python reads and writes quickly: matches keep theirs this way.

NumPy finds the field of a record by Python code and exceptions, in microseconds; here each field is a property. The
rules take such a record like any other.
"""

from functools import cache
from typing import Any

import numpy as np

from recif.games.core.compiled import Record

_read, _write = np.void.__getitem__, np.void.__setitem__  # np.record's own are slow Python again


def quick(memory: bytearray, layout: np.dtype[Any]) -> Record:
    """The record that lies in this memory."""
    return np.frombuffer(memory, _layout(layout))[0]


def frozen(memory: bytearray, layout: np.dtype[Any]) -> Record:
    """The same for reading only: a field is looked up once. For states that no longer change."""
    return np.frombuffer(memory, _frozen_layout(layout))[0]


class _Once:
    """A field that is read from the record once, and then from the instance itself.

    An array is copied: a view of the record, kept by the record, is a ring that no garbage collector opens.
    """

    def __init__(self, name: str, is_number: bool) -> None:
        self.name, self.is_number = name, is_number

    def __get__(self, state: Any, _: Any) -> Any:
        value = _read(state, self.name)
        state.__dict__[self.name] = value = int(value) if self.is_number else value.copy()
        return value


@cache
def _frozen_layout(layout: np.dtype[Any]) -> np.dtype[Any]:
    fields = {name: _Once(name, not layout[name].shape) for name in layout.names or ()}
    return np.dtype(
        (type("FrozenRecord", (np.record,), {"__getattribute__": np.void.__getattribute__} | fields), layout)
    )


@cache
def _layout(layout: np.dtype[Any]) -> np.dtype[Any]:
    fields = {name: _array(name) if layout[name].shape else _number(name) for name in layout.names or ()}
    plain = {"__slots__": (), "__getattribute__": np.void.__getattribute__, "__setattr__": np.void.__setattr__}
    return np.dtype((type("QuickRecord", (np.record,), plain | fields), layout))


def _number(name: str) -> property:
    return property(lambda self: int(_read(self, name)), lambda self, value: _write(self, name, value))


def _array(name: str) -> property:
    return property(lambda self: _read(self, name), lambda self, value: _write(self, name, value))
