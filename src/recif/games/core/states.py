"""States that Python reads and writes quickly: matches keep theirs this way.

NumPy finds the field of a record by Python code and exceptions, in microseconds; here each field is a property, and a
number is read from where it lies. The rules take such a record like any other.
"""

from functools import cache
from struct import Struct
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


class _NumberOnce:
    """A number that is read from the record once, and then from the instance itself."""

    def __init__(self, layout: np.dtype[Any], name: str) -> None:
        assert layout.fields
        kind, self.at = layout.fields[name][:2]
        self.name, self.read = name, Struct(kind.char).unpack_from

    def __get__(self, state: Any, _: Any) -> int:
        value: int
        (value,) = self.read(state, self.at)
        state.__dict__[self.name] = value
        return value


class _ArrayOnce:
    """The same for an array: of a copy, since a view of the record, kept by the record, is a ring that no garbage
    collector opens."""

    def __init__(self, layout: np.dtype[Any], name: str) -> None:
        self.name = name

    def __get__(self, state: Any, _: Any) -> Any:
        state.__dict__[self.name] = value = _read(state, self.name).copy()
        return value


@cache
def _frozen_layout(layout: np.dtype[Any]) -> np.dtype[Any]:
    fields = {name: (_ArrayOnce if layout[name].shape else _NumberOnce)(layout, name) for name in layout.names or ()}
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
