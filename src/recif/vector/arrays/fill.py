"""What the observations of several games do alike."""

from recif.games.core.bits import lowest
from recif.games.core.compiled import rule


@rule
def allow(game, state, seat, room, dense, out):
    """True for the actions of a seat. `room` takes its moves; `dense` has the action of each move."""
    for i in range(game.moves(state, seat, room)):
        out[dense[room[i]]] = True


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
