"""What the observations of several games do alike."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from recif.games.core.bits import lowest
from recif.games.core.compiled import rule


@rule
def allow(game, state, seat, room, dense, out):
    """True for the actions of a seat, and no other. `room` takes its moves; `dense` has the action of each move."""
    out[:] = False
    for i in range(game.moves(state, seat, room)):
        out[dense[room[i]]] = True


@rule
def permits(game, state, seat, move, room):
    """Whether a seat may make a move."""
    for i in range(game.moves(state, seat, room)):
        if room[i] == move:
            return True
    return False


@rule
def mark(cells, places, plane, out):
    """A one on a plane for each cell of a set; `places` says where each lies."""
    while cells:
        out[plane + places[lowest(cells)]] = 1
        cells &= cells - 1


@rule
def flood(value, plane, size, out):
    """The same number all over a plane."""
    for i in range(plane, plane + size):
        out[i] = value


BITS = 64


def put_bits(out, at, bits):
    """Sixty-four bytes at once, wherever they lie: a 1 for each bit, the lowest first."""
    for place in range(BITS):
        out[at + place] = bits >> place & 1


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


def closing(kept: int) -> list[int]:
    """What `close_up` needs to know of the bits that are kept: of those that move, which move by 1, 2, 4 … 32."""
    target = {bit: rank for rank, bit in enumerate(bit for bit in range(BITS) if kept >> bit & 1)}
    rounds = []
    for power in range(6):
        moving = [bit - ((bit - rank) & (1 << power) - 1) for bit, rank in target.items() if bit - rank >> power & 1]
        rounds.append(sum(1 << bit for bit in moving))
    return rounds
