"""A compiled function under a plain name, with arguments that ctypes can give: all of it made from Numba's types.

A record is an address; an array an address and its lengths; a tuple what it holds, one after the other; modules and
None are left out. The last argument is the place of what comes back: a word that is not 0 if something was raised, and
then a word for each result. `games/core/page/libraries.py` is the other side.
"""

from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.np import arrayobj, numpy_support

from recif.games.core.page.libraries import Argument, Export
from recif.games.core.page.naming import around, layout_of, name_of, plain_body
from recif.page.wasm.target import codegen, context

BYTES, WORD = ir.IntType(8).as_pointer(), ir.IntType(64)


class Wrapper:
    """One function of a library, and what its manifest says of it."""

    def __init__(self, symbol: str, function: Any, arguments: tuple[Any, ...]) -> None:
        function.compile(arguments)
        compiled = function.overloads[tuple(arguments)]
        result = compiled.signature.return_type
        self.library = codegen.create_library(symbol)
        self.library.add_linking_library(compiled.library)
        self._build(symbol, compiled, arguments, result)
        self.library.finalize()
        handed = [one.pymod.__name__ for one in arguments if isinstance(one, types.Module)]
        self.export = Export(
            symbol,
            name_of(plain_body(function)),
            [*around(function), *handed],
            [described(kind) for kind in arguments],
            [_result_kind(kind) for kind in _results(result)],
            isinstance(result, types.BaseTuple),
        )

    def _build(self, symbol: str, compiled: Any, arguments: tuple[Any, ...], result: Any) -> None:
        module = self.library.create_ir_module(symbol)
        outside = [kind for argument in arguments for kind in _outside(argument)]
        wrapper = ir.Function(module, ir.FunctionType(ir.VoidType(), [*outside, BYTES]), symbol)
        builder = ir.IRBuilder(wrapper.append_basic_block())
        given = iter(wrapper.args)
        inside = [_inside(builder, kind, given) for kind in arguments]
        out = builder.bitcast(next(given), WORD.as_pointer())
        kind = context.call_conv.get_function_type(result, arguments)
        inner = ir.Function(module, kind, compiled.fndesc.llvm_func_name)
        status, value = context.call_conv.call_function(builder, inner, result, arguments, inside)
        builder.store(builder.zext(status.is_error, WORD), out)
        with builder.if_then(builder.not_(status.is_error)):
            parts = cgutils.unpack_tuple(builder, value) if isinstance(result, types.BaseTuple) else [value]
            for i, (part, of) in enumerate(zip(parts, _results(result), strict=False)):
                builder.store(_word(builder, part, of), builder.gep(out, [ir.Constant(ir.IntType(32), 1 + i)]))
        builder.ret_void()
        self.library.add_ir_module(module)


def _results(result: Any) -> list[Any]:
    if isinstance(result, types.BaseTuple):
        return list(result.types)
    return [] if result in (types.none, types.void) else [result]


def _result_kind(kind: Any) -> str:
    if isinstance(kind, types.Float):
        return "fraction"
    return "truth" if isinstance(kind, types.Boolean) else "whole"


def _word(builder: Any, value: Any, kind: Any) -> Any:
    """A result as 64 bits."""
    if isinstance(kind, types.Float):
        wide = value if value.type == ir.DoubleType() else builder.fpext(value, ir.DoubleType())
        return builder.bitcast(wide, WORD)
    if value.type.width == WORD.width:
        return value
    is_signed = isinstance(kind, types.Integer) and kind.signed
    return builder.sext(value, WORD) if is_signed else builder.zext(value, WORD)


def described(kind: Any) -> Argument:
    """What the other side must know of an argument."""
    if isinstance(kind, types.Module):
        return Argument("module")
    if isinstance(kind, types.NoneType):
        return Argument("none")
    if isinstance(kind, types.BaseTuple):
        return Argument("tuple", parts=[described(part) for part in kind.types])
    if isinstance(kind, types.Array):
        if kind.layout != "C":
            raise TypeError(f"compiled code for a page takes dense arrays only, not {kind}")
        return Argument("array", layout_of(numpy_support.as_dtype(kind.dtype)), kind.ndim)
    if isinstance(kind, types.Record):
        return Argument("record", layout_of(numpy_support.as_dtype(kind)))
    if isinstance(kind, types.Float):
        return Argument("fraction")
    if isinstance(kind, types.Integer):
        return Argument("whole")
    raise TypeError(f"compiled code for a page cannot be handed {kind}")


def _outside(kind: Any) -> Iterator[Any]:
    """The types of what an argument becomes."""
    if isinstance(kind, types.BaseTuple):
        for part in kind.types:
            yield from _outside(part)
    elif isinstance(kind, types.Array):
        yield BYTES
        yield from [WORD] * kind.ndim
    elif isinstance(kind, types.Record):
        yield BYTES
    elif not isinstance(kind, types.Module | types.NoneType):
        yield ir.DoubleType() if isinstance(kind, types.Float) else WORD


def _inside(builder: Any, kind: Any, given: Iterator[Any]) -> Any:
    """A value as Numba has it, from the arguments that stand for it."""
    if isinstance(kind, types.Module | types.NoneType):
        return context.get_dummy_value()
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, [_inside(builder, part, given) for part in kind.types])
    value = next(given)
    wanted = context.get_value_type(kind)
    if isinstance(kind, types.Float):
        return value if wanted == value.type else builder.fptrunc(value, wanted)
    if isinstance(kind, types.Record):
        return builder.bitcast(value, wanted)
    if isinstance(kind, types.Array):
        return _array(builder, kind, value, [next(given) for _ in range(kind.ndim)])
    return value if wanted == value.type else builder.trunc(value, wanted)


def _array(builder: Any, kind: Any, value: Any, shape: list[Any]) -> Any:
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    made = arrayobj.make_array(kind)(context, builder)
    data = builder.bitcast(value, made.data.type)
    arrayobj.populate_array(made, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
    return made._getvalue()
