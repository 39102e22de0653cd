"""A game's library: WebAssembly in this program's own memory, opened like any other by ctypes.

Beside it lies what it offers: `<game>.json`, a `Manifest`. An argument is a number or an address; what comes back is
written to a place that the caller hands over, after a word that says whether anything went wrong.
"""

import ctypes
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np

from recif.games.core.page.naming import ModuleNames, layout_of
from recif.games.core.page.twins import TWINS, Unfit

WORD = 8  # bytes of a result


class Argument(msgspec.Struct):
    """What a function takes: `kind` is one of module, none, whole, fraction, record, array, tuple."""

    kind: str
    layout: str = ""  # of a record, or of an array's elements
    axes: int = 0
    parts: list["Argument"] = []


class Export(msgspec.Struct):
    symbol: str
    function: str  # see `naming.name_of`
    modules: list[str]
    arguments: list[Argument]
    results: list[str]  # whole, fraction or truth; none for a function that returns nothing
    is_tuple: bool


class Manifest(msgspec.Struct):
    game: str
    exports: list[Export]


def open_library(path: Path | str) -> None:
    """From now on the functions of a library run in the place of plain ones."""
    path = Path(path)
    manifest = msgspec.json.decode(path.with_suffix(".json").read_bytes(), type=Manifest)
    library = ctypes.CDLL(str(path))
    for export in manifest.exports:
        modules: ModuleNames = tuple(export.modules)
        twins = TWINS.setdefault(export.function, {}).setdefault(modules, [])
        twins.append(Twin(getattr(library, export.symbol), export))


class Twin:
    """A compiled function, called as the plain one is."""

    def __init__(self, function: Any, export: Export) -> None:
        self._name, self._is_tuple = export.function, export.is_tuple
        self._flat = [_FLATTEN[one.kind](one) for one in export.arguments]
        self._out = (ctypes.c_int64 * (1 + len(export.results)))()
        self._read = [_READ[kind] for kind in export.results]
        self._place = ctypes.addressof(self._out)
        function.argtypes = [*(kind for one in export.arguments for kind in _kinds(one)), ctypes.c_void_p]
        function.restype = None
        self._call = function

    def __call__(self, *arguments: Any) -> Any:
        if len(arguments) != len(self._flat):
            raise Unfit
        flat: list[Any] = []
        for put, argument in zip(self._flat, arguments, strict=True):
            put(argument, flat)
        self._call(*flat, self._place)
        if self._out[0]:
            raise ArithmeticError(f"{self._name} failed in compiled code")
        found = [read(self._out[1 + i]) for i, read in enumerate(self._read)]
        return tuple(found) if self._is_tuple else found[0] if found else None


def _fraction(bits: int) -> float:
    found: float = struct.unpack("=d", struct.pack("=q", bits))[0]
    return found


_READ: dict[str, Callable[[int], Any]] = {"whole": int, "truth": bool, "fraction": _fraction}

Flatten = Callable[[Any, list[Any]], None]


def _nothing(_: Argument) -> Flatten:
    def put(value: Any, flat: list[Any]) -> None:
        if value is not None and not isinstance(value, ModuleType):
            raise Unfit

    return put


def _whole(_: Argument) -> Flatten:
    def put(value: Any, flat: list[Any]) -> None:
        if not isinstance(value, int):
            raise Unfit
        flat.append(value)

    return put


def _number(_: Argument) -> Flatten:
    def put(value: Any, flat: list[Any]) -> None:
        if not isinstance(value, int | float):
            raise Unfit
        flat.append(float(value))

    return put


def _record(given: Argument) -> Flatten:
    def put(value: Any, flat: list[Any]) -> None:
        if not isinstance(value, np.void) or _layout(value.dtype) != given.layout:
            raise Unfit
        flat.append(_address(value))

    return put


def _array(given: Argument) -> Flatten:
    def put(value: Any, flat: list[Any]) -> None:
        if not isinstance(value, np.ndarray) or value.ndim != given.axes or _layout(value.dtype) != given.layout:
            raise Unfit
        flat.append(_address(value))
        flat.extend(value.shape)

    return put


def _layout(kind: Any) -> str:
    """A text for a kind, which it keeps: it is asked for at every call."""
    if kind.layout is None:
        kind.layout = layout_of(kind)
    found: str = kind.layout
    return found


def _address(thing: Any) -> int:
    try:
        found: int = thing.address
    except NotImplementedError:
        raise Unfit from None
    return found


def _tuple(given: Argument) -> Flatten:
    parts = [_FLATTEN[one.kind](one) for one in given.parts]

    def put(value: Any, flat: list[Any]) -> None:
        if not isinstance(value, tuple) or len(value) != len(parts):
            raise Unfit
        for flatten, one in zip(parts, value, strict=True):
            flatten(one, flat)

    return put


_FLATTEN: dict[str, Callable[[Argument], Flatten]] = {
    "module": _nothing,
    "none": _nothing,
    "whole": _whole,
    "fraction": _number,
    "record": _record,
    "array": _array,
    "tuple": _tuple,
}


def _kinds(given: Argument) -> Iterator[Any]:
    """The types, for ctypes, of what an argument becomes."""
    if given.kind in ("record", "array"):
        yield ctypes.c_void_p
        yield from [ctypes.c_int64] * given.axes
    elif given.kind == "tuple":
        for part in given.parts:
            yield from _kinds(part)
    elif given.kind in ("whole", "fraction"):
        yield ctypes.c_int64 if given.kind == "whole" else ctypes.c_double
