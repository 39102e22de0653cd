"""What compiled code asks of the machine around it: arrays whose holders are counted, in the program's own memory.

Numba's runtime is C that is part of Python; the two functions of it that rules need are written here as LLVM has them.
"""

from typing import Any

from llvmlite import ir

from recif.page.wasm.target import codegen

HEAD, ALIGNMENT = 48, 16  # bytes in front of an array's own
DATA, SIZE = 16, 24  # where Numba looks for them in a head: a count, two addresses, the address of the data, its size

LONG, SHORT, BYTES = ir.IntType(64), ir.IntType(32), ir.IntType(8).as_pointer()


def runtime() -> Any:
    """A library with both."""
    library = codegen.create_library("runtime")
    module = library.create_ir_module("runtime")
    malloc = ir.Function(module, ir.FunctionType(BYTES, [SHORT]), "malloc")
    free = ir.Function(module, ir.FunctionType(ir.VoidType(), [BYTES]), "free")
    _allocate(module, malloc)
    kind = ir.FunctionType(ir.VoidType(), [BYTES])
    builder = ir.IRBuilder(ir.Function(module, kind, "NRT_MemInfo_call_dtor").append_basic_block())
    builder.call(free, [builder.function.args[0]])
    builder.ret_void()
    library.add_ir_module(module)
    library.finalize()
    return library


def _allocate(module: Any, malloc: Any) -> None:
    made = ir.Function(module, ir.FunctionType(BYTES, [LONG, SHORT]), "NRT_MemInfo_alloc_aligned")
    builder = ir.IRBuilder(made.append_basic_block())
    size = builder.trunc(made.args[0], SHORT)
    block = builder.call(malloc, [builder.add(size, ir.Constant(SHORT, HEAD + ALIGNMENT))])
    first = builder.ptrtoint(block, SHORT)
    with builder.if_then(builder.icmp_unsigned("==", first, ir.Constant(SHORT, 0)), likely=False):
        builder.call(module.declare_intrinsic("llvm.trap", fnty=ir.FunctionType(ir.VoidType(), [])), [])
    data = builder.add(first, ir.Constant(SHORT, HEAD + ALIGNMENT - 1))
    data = builder.and_(data, ir.Constant(SHORT, -ALIGNMENT))

    def put(at: int, value: Any) -> None:
        place = builder.gep(block, [ir.Constant(SHORT, at)])
        builder.store(value, builder.bitcast(place, value.type.as_pointer()))

    put(0, ir.Constant(LONG, 1))
    put(8, ir.Constant(LONG, 0))  # nothing to be done when the last holder lets go
    put(DATA, data)
    put(SIZE, made.args[0])
    builder.ret(block)
