"""Sets of up to 63 cells as whole numbers: plain Python bodies, single instructions when compiled."""

from typing import Any

from llvmlite import binding, ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from recif.games.core.compiled import rule


@intrinsic
def _ctpop(_: Any, x: Any) -> Any:
    return types.int64(types.int64), lambda _c, builder, _s, args: builder.ctpop(args[0])


@intrinsic
def _cttz(_: Any, x: Any) -> Any:
    zero_is_undefined = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda _c, builder, _s, args: builder.cttz(args[0], zero_is_undefined)


def popcount(x: int) -> int:
    """How many bits are set."""
    return int(x).bit_count()


@overload(popcount)
def _popcount(x):
    return lambda x: _ctpop(x)


def lowest(x: int) -> int:
    """The index of the lowest set bit; `x` is not 0."""
    x = int(x)
    return (x & -x).bit_length() - 1


@overload(lowest)
def _lowest(x):
    return lambda x: _cttz(x)


@rule
def nth_by_halves(x: int, k: int) -> int:
    """The index of the k-th set bit, from 0, by halving the word."""
    place = 0
    for width in (32, 16, 8, 4, 2, 1):
        below = popcount(x & ((1 << width) - 1))
        if k >= below:
            k -= below
            x >>= width
            place += width
    return place


def nth_bit(x: int, k: int) -> int:
    """The index of the k-th set bit, from 0; `x` has more than `k`."""
    return nth_by_halves(x, k)


@intrinsic
def _deposit(_: Any, bits: Any, places: Any) -> Any:
    """The lowest bits, put where `places` has bits: one instruction of x86 processors since 2013."""

    def generate(_: Any, builder: Any, __: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), args)

    return types.int64(types.int64, types.int64), generate


HAS_DEPOSIT = config.CPU_NAME is None and binding.get_host_cpu_features().get("bmi2", False)


@overload(nth_bit)
def _nth_bit(x, k):
    if HAS_DEPOSIT:
        return lambda x, k: _cttz(_deposit(1 << k, x))
    return lambda x, k: nth_by_halves(x, k)
