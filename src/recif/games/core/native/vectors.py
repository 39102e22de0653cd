"""Long sums of small whole numbers, as the vectors that every processor has.

The compiler makes vectors of loops whose length it does not know, and single steps of those of 32, and reads and writes
a sum for each row that is added to it. Here lengths are those of the desk's fields, and sums stay in registers.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from recif.games.core.plain import add_rows, products

WORD, LONG = ir.IntType(16), ir.IntType(32)


def _data(context: Any, builder: Any, kind: Any, value: Any, offset: Any, width: int) -> Any:
    """So many words of an array from an offset on, as a vector's place."""
    array = context.make_array(kind)(context, builder, value)
    first = builder.bitcast(array.data, WORD.as_pointer())
    return builder.bitcast(builder.gep(first, [offset]), ir.VectorType(WORD, width).as_pointer())


def _number(i: int) -> Any:
    return ir.Constant(ir.IntType(64), i)


def _filled(width: int, number: int) -> Any:
    return ir.Constant(ir.VectorType(WORD, width), [number] * width)


def _over_rows(context: Any, builder: Any, kinds: Any, args: Any, width: int, start: Any, with_row: Any) -> Any:
    """A loop over chosen rows: what it starts from, changed by each of them."""
    rows, chosen, first, last = args
    listed = context.make_array(kinds[1])(context, builder, chosen)
    before = builder.block
    loop, after = builder.append_basic_block("rows"), builder.append_basic_block("done")
    builder.cbranch(builder.icmp_signed("<", first, last), loop, after)
    builder.position_at_end(loop)
    i, total = builder.phi(ir.IntType(64)), builder.phi(start.type)
    row = builder.load(builder.gep(listed.data, [i]))
    place = _data(context, builder, kinds[0], rows, builder.mul(row, _number(width)), width)
    more = with_row(total, row, builder.load(place, align=2))
    following = builder.add(i, _number(1))
    for phi, begin, later in ((i, first, following), (total, start, more)):
        phi.add_incoming(begin, before)
        phi.add_incoming(later, loop)
    builder.cbranch(builder.icmp_signed("<", following, last), loop, after)
    builder.position_at_end(after)
    found = builder.phi(start.type)
    found.add_incoming(start, before)
    found.add_incoming(more, loop)
    return found


@intrinsic(prefer_literal=True)
def _add_rows(_: Any, rows: Any, chosen: Any, count: Any, bias: Any, most: Any, out: Any) -> Any:
    width, limit = out.shape[0], most.literal_value

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        start = builder.load(_data(context, builder, kinds[3], args[3], _number(0), width), align=2)
        listed = (args[0], args[1], _number(0), args[2])
        found = _over_rows(
            context, builder, kinds[:2], listed, width, start, lambda total, _, row: builder.add(total, row)
        )
        none, all_of = _filled(width, 0), _filled(width, limit)
        found = builder.select(builder.icmp_signed("<", found, none), none, found)
        found = builder.select(builder.icmp_signed(">", found, all_of), all_of, found)
        builder.store(found, _data(context, builder, kinds[5], args[5], _number(0), width), align=2)
        return context.get_dummy_value()

    return types.void(rows, chosen, types.int64, bias, most, out), generate


@overload(add_rows, prefer_literal=True)
def _add_rows_compiled(rows, chosen, count, bias, most, out):
    return lambda rows, chosen, count, bias, most, out: _add_rows(rows, chosen, count, bias, most, out)


@intrinsic
def _products(_: Any, numbers: Any, rows: Any, chosen: Any, first: Any, last: Any) -> Any:
    width = numbers.shape[0]

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args

        def with_row(total: Any, row: Any, theirs: Any) -> Any:
            # Pairs of neighbours multiplied and added: a single instruction on many processors, but only if both are
            # read at the same place. So `numbers` are read again for each row, from an offset that is 0 for all rows.
            nowhere = builder.ashr(row, _number(63))
            ours = builder.load(_data(context, builder, kinds[0], args[0], nowhere, width), align=2)
            return builder.add(total, builder.mul(builder.sext(ours, wide), builder.sext(theirs, wide)))

        wide = ir.VectorType(LONG, width)
        start = ir.Constant(wide, [0] * width)
        total = _over_rows(context, builder, kinds[1:3], args[1:], width, start, with_row)
        return _total(builder, total, width)

    return types.int32(numbers, rows, chosen, types.int64, types.int64), generate


def _total(builder: Any, vector: Any, width: int) -> Any:
    kind = ir.FunctionType(LONG, [ir.VectorType(LONG, width)])
    add = builder.module.declare_intrinsic(f"llvm.vector.reduce.add.v{width}i32", fnty=kind)
    return builder.call(add, [vector])


@overload(products)
def _products_compiled(numbers, rows, chosen, first, last):
    return lambda numbers, rows, chosen, first, last: _products(numbers, rows, chosen, first, last)
