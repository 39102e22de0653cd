"""What the observations of several games do alike."""

from recif.games.core.bits import lowest
from recif.games.core.compiled import rule
from recif.games.core.machine import put_bits
from recif.games.core.plain import BITS

__all__ = ["allow", "closing", "flood", "mark", "permits", "put_bits"]


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


def closing(kept: int) -> list[int]:
    """What `close_up` needs to know of the bits that are kept: of those that move, which move by 1, 2, 4 … 32."""
    target = {bit: rank for rank, bit in enumerate(bit for bit in range(BITS) if kept >> bit & 1)}
    rounds = []
    for power in range(6):
        moving = [bit - ((bit - rank) & (1 << power) - 1) for bit, rank in target.items() if bit - rank >> power & 1]
        rounds.append(sum(1 << bit for bit in moving))
    return rounds
