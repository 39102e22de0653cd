"""Functions as machine code. Generic code takes a game's module itself as an argument (`search(xok.rules, ...)`) and is
compiled once for each game."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from numba import njit, types
from numba.core import cgutils
from numba.extending import NativeValue, intrinsic, overload, typeof_impl, unbox
from numba.np import arrayobj

from recif.games.core.native.cache import Cache

if "scipy.linalg" not in sys.modules:
    # Numba looks for BLAS, which no rule needs, and imports half of SciPy for it where that is installed.
    sys.modules["scipy.linalg"] = None  # type: ignore[assignment]

    del sys.modules["scipy.linalg"]

F = TypeVar("F", bound=Callable[..., Any])
twin = overload


@typeof_impl.register(ModuleType)
def _module_type(module: ModuleType, _: Any) -> types.Module:
    return types.Module(module)


@unbox(types.Module)
def _module_value(_: Any, __: Any, c: Any) -> NativeValue:
    return NativeValue(c.context.get_dummy_value())


def rule(function: F) -> F:
    return _compiled(function, _nrt=True)  # said aloud: it would be that of the caller it is compiled for


def bare(function: F) -> F:
    return _compiled(function, _nrt=False)


def part(function: F) -> F:
    return _compiled(function, _nrt=False, inline="always")


def _compiled(function: F, **settings: bool | str) -> F:
    compiled: Any = njit(nogil=True, **settings)(function)
    if Path(function.__code__.co_filename).is_file():
        compiled._cache = Cache(function)
    made: F = compiled
    return made


@intrinsic(prefer_literal=True)
def scratch(_: Any, n: Any) -> Any:
    """On the stack of the calling function it costs nothing; `np.empty` costs as much as the rest of a random move."""
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
