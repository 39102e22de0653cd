"""Long sums of small whole numbers, as the vectors that every processor has.

The compiler makes vectors of loops whose length it does not know, and single steps of those of 32, and reads and writes
a sum for each row that is added to it. Here lengths are those of the desk's fields, and sums stay in registers.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from recif.games.core.plain import add_rows, product, products

WORD, LONG = ir.IntType(16), ir.IntType(32)
EIGHT, FOUR = ir.VectorType(WORD, 8), ir.VectorType(LONG, 4)


class Pairs:
    """What multiplies two vectors of eight words and adds neighbours, on a machine for which LLVM does not find it."""

    name = ""


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
            return builder.add(total, _multiplied(builder, ours, theirs))

        wide = FOUR if Pairs.name else ir.VectorType(LONG, width)
        start = ir.Constant(wide, [0] * wide.count)
        return _total(builder, _over_rows(context, builder, kinds[1:3], args[1:], width, start, with_row))

    return types.int32(numbers, rows, chosen, types.int64, types.int64), generate


def _multiplied(builder: Any, ours: Any, theirs: Any) -> Any:
    """Products of words as longer numbers: each, or sums of some."""
    width = ours.type.count
    if not Pairs.name:
        wide = ir.VectorType(LONG, width)
        return builder.mul(builder.sext(ours, wide), builder.sext(theirs, wide))
    pairs = cgutils.get_or_insert_function(builder.module, ir.FunctionType(FOUR, [EIGHT, EIGHT]), Pairs.name)
    total = ir.Constant(FOUR, [0] * FOUR.count)
    for first in range(0, width, EIGHT.count):
        places = ir.Constant(ir.VectorType(LONG, EIGHT.count), list(range(first, first + EIGHT.count)))
        parts = [builder.shuffle_vector(one, ir.Constant(one.type, ir.Undefined), places) for one in (ours, theirs)]
        total = builder.add(total, builder.call(pairs, parts))
    return total


def _total(builder: Any, vector: Any) -> Any:
    kind = ir.FunctionType(LONG, [vector.type])
    add = builder.module.declare_intrinsic(f"llvm.vector.reduce.add.v{vector.type.count}i32", fnty=kind)
    return builder.call(add, [vector])


@overload(products)
def _products_compiled(numbers, rows, chosen, first, last):
    return lambda numbers, rows, chosen, first, last: _products(numbers, rows, chosen, first, last)


@intrinsic
def _product(_: Any, numbers: Any, row: Any) -> Any:
    width = numbers.shape[0]

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = [
            builder.load(_data(context, builder, kind, one, _number(0), width), align=2)
            for kind, one in zip(signature.args, args, strict=True)
        ]
        return _total(builder, _multiplied(builder, *found))

    return types.int32(numbers, row), generate


@overload(product)
def _product_compiled(numbers, row):
    if Pairs.name:
        return lambda numbers, row: _product(numbers, row)

    def product_of_a_known_length(numbers, row):
        total = np.int32(0)
        for i in range(len(numbers)):
            total = np.int32(total + np.int32(numbers[i]) * np.int32(row[i]))
        return total

    return product_of_a_known_length
