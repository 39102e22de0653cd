"""The one place that knows about Numba: states as flat records, rules as machine code.

A game is a module of functions marked `@rule` over one NumPy record. Generic code takes the
game module itself as an argument (`search(xok.rules, ...)`) and is compiled once for each game.
With NUMBA_DISABLE_JIT=1 everything stays plain Python, for the debugger and for coverage.
"""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from numba import njit, types
from numba.core import cgutils
from numba.extending import NativeValue, intrinsic, overload, typeof_impl, unbox
from numba.np import arrayobj

from recif.games.core.cache import Cache

if "scipy.linalg" not in sys.modules:
    # Numba looks for BLAS, which no rule needs, and imports half of SciPy for it where that is installed.
    sys.modules["scipy.linalg"] = None  # type: ignore[assignment]
    import numba.np.arraymath

    del sys.modules["scipy.linalg"]

F = TypeVar("F", bound=Callable[..., Any])
Record = Any  # a NumPy record: its fields are known to the compiler, not to the type checker
Numbers = np.ndarray[Any, np.dtype[np.int64]]

IS_COMPILED = not numba.config.DISABLE_JIT


@typeof_impl.register(ModuleType)
def _module_type(module: ModuleType, _: Any) -> types.Module:
    return types.Module(module)


@unbox(types.Module)
def _module_value(_: Any, __: Any, c: Any) -> NativeValue:
    return NativeValue(c.context.get_dummy_value())


def rule(function: F) -> F:
    """Compile a function for each type of argument it is called with; no GIL, cached on disk."""
    return _compiled(function, _nrt=True)  # said aloud: it would be that of the caller it is compiled for


def bare(function: F) -> F:
    """A rule that makes no array: nobody counts who holds those it is handed, which took a fifth of a search's time."""
    return _compiled(function, _nrt=False)


def part(function: F) -> F:
    """A bare rule that becomes a part of whoever calls it, for small ones and for those with a single caller.

    Each function that is compiled for itself takes a tenth of a second, and is optimised again with all its callers.
    """
    return _compiled(function, _nrt=False, inline="always")


def _compiled(function: F, **settings: bool | str) -> F:
    if not IS_COMPILED:
        return function
    compiled: Any = njit(nogil=True, **settings)(function)
    if Path(function.__code__.co_filename).is_file():
        compiled._cache = Cache(function)
    made: F = compiled
    return made


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
    twin = np.empty(1, state.dtype).view(np.recarray)
    twin[0] = state
    return twin[0]


def boxed(state: Record, layout: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """The record as an array with one place: compiled code is called with it in a third of the time."""
    return np.frombuffer(state, layout)


def assign(target: Record, source: Record) -> None:
    """Overwrite one record with another; in plain Python and in compiled code alike."""
    target.setfield(source, target.dtype)


@intrinsic
def _memcpy(_: Any, target: Any, source: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[0].size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@overload(assign)
def _assign(target, source):
    return lambda target, source: _memcpy(target, source)


def look(rules: Any, state: Record, seat: int, out: Record) -> None:
    """`rules.view`, by a name that Numba does not take for that of arrays."""
    rules.view(state, seat, out)


@overload(look)
def _look(rules, state, seat, out):
    view = rules.pymod.view
    return lambda rules, state, seat, out: view(state, seat, out)


def _plain_scratch(n: int) -> Numbers:
    return np.empty(n, np.int64)


@intrinsic(prefer_literal=True)
def _stack_scratch(_: Any, n: Any) -> Any:
    """`n` whole numbers on the stack of the calling function."""
    if not isinstance(n, types.IntegerLiteral):
        raise TypeError("scratch needs a constant size")
    array = types.Array(types.int64, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = context.get_value_type(types.int64)
        size = context.get_constant(types.intp, n.literal_value)
        made = arrayobj.make_array(array)(context, builder)
        arrayobj.populate_array(
            made,
            data=cgutils.alloca_once(builder, word, size=size),
            shape=[size],
            strides=[context.get_constant(types.intp, 8)],
            itemsize=context.get_constant(types.intp, 8),
            meminfo=None,
        )
        return made._getvalue()

    return array(n), generate


# Room for a constant number of whole numbers until the function returns: never hand it to a caller.
# On the stack it costs nothing, where `np.empty` costs as much as the rest of a random move.
scratch = _stack_scratch if IS_COMPILED else _plain_scratch


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
