"""What a processor does in an instruction or two, in the place of what `core/plain.py` spells out."""

from typing import Any

from llvmlite import binding, ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from recif.games.core import plain
from recif.games.core.native.compiling import rule
from recif.games.core.plain import BITS, assign, lowest, nth_bit, popcount, put_bits

HAS_DEPOSIT = config.CPU_NAME is None and binding.get_host_cpu_features().get("bmi2", False)
nth_by_halves = rule(plain.nth_by_halves)


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


@intrinsic
def _ctpop(_: Any, x: Any) -> Any:
    return types.int64(types.int64), lambda _c, builder, _s, args: builder.ctpop(args[0])


@overload(popcount)
def _popcount(x):
    return lambda x: _ctpop(x)


@intrinsic
def _cttz(_: Any, x: Any) -> Any:
    zero_is_undefined = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda _c, builder, _s, args: builder.cttz(args[0], zero_is_undefined)


@overload(lowest)
def _lowest(x):
    return lambda x: _cttz(x)


@intrinsic
def _deposit(_: Any, bits: Any, places: Any) -> Any:
    """The lowest bits, put where `places` has bits: one instruction of x86 processors since 2013."""

    def generate(_: Any, builder: Any, __: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), args)

    return types.int64(types.int64, types.int64), generate


@overload(nth_bit)
def _nth_bit(x, k):
    if HAS_DEPOSIT:
        return lambda x, k: _cttz(_deposit(1 << k, x))
    return lambda x, k: nth_by_halves(x, k)


@intrinsic
def _put_bits(_: Any, out: Any, at: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        flags, numbers = ir.VectorType(ir.IntType(1), BITS), ir.VectorType(ir.IntType(8), BITS)
        first = builder.bitcast(array.data, ir.IntType(8).as_pointer())
        place = builder.bitcast(builder.gep(first, [args[1]]), numbers.as_pointer())
        builder.store(builder.zext(builder.bitcast(args[2], flags), numbers), place, align=1)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), generate


@overload(put_bits)
def _compiled_put_bits(out, at, bits):
    return lambda out, at, bits: _put_bits(out, at, bits)
