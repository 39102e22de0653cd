"""Oursins as arrays: planes of ranks (1 first) by files (a first)."""

from recif.games.core.arrays import Log, Part
from recif.games.core.arrays import look as look
from recif.games.core.compiled import Record, rule, table
from recif.games.core.fill import allow as allow
from recif.games.core.fill import flood, mark
from recif.games.core.fill import permits as permits
from recif.games.urchins import rules
from recif.games.urchins.rules import ADD, BOARD_6, CROSS, DECLINE, PAWN, RANK, SEATS, SIDE

PLANES = 20
PLACES = table([rank * size + file for rank in range(RANK) for file in range(RANK)] for size in (SIDE - 1, SIDE))


def size(state: Record) -> int:
    return SIDE if state.board == BOARD_6 else SIDE - 1


def shape(state: Record) -> tuple[int, ...]:
    return PLANES, size(state), size(state)


def parts(state: Record) -> tuple[Part, ...]:
    return (
        Part("yellow", 1, "cells that show yellow"),
        Part("red", 1, "cells that show red"),
        Part("piles", 1, "cells with two urchins: the lower has the other colour"),
        Part("pawns", 4, "own pawn, then those of the seats that play next, in order"),
        Part("reserve", 2, "all over: yellow urchins left, red urchins left"),
        Part("taken", 4, "all over: urchins taken by this seat, then by the others, in order"),
        Part("quiet", 2, "all over: quiet turns so far, and how many are allowed"),
        Part("added", 1, "all over: 1 if this turn has added an urchin"),
        Part("step", 3, "all over: 1 on the plane of the step: move, act, place"),
        Part("turn", 1, "all over: 0 if this seat is to decide, 1 if the next, and so on"),
    )


def log(state: Record) -> Log:
    """A turn that adds or takes comes after a few quiet ones at most; taking takes two urchins at least."""
    left = int(state.reserve.sum())
    there = sum(int(cells).bit_count() for cells in (*state.tops, state.piles))
    turns = (left + (left + there) // 2) * (int(state.patience) + 1)
    return Log(3 * turns, 64, 2, "where to, then where from: 64, 65 added yellow, red, 66 the pawn; both 0: declined")


def actions(state: Record) -> list[int]:
    """Decline; from a cell to another in its line or column; add yellow, add red; put the pawn on a cell."""
    board = int(state.board)
    cells = [cell for cell in range(board.bit_length()) if board >> cell & 1]
    moves = [a * 64 + b for a in cells for b in cells if a != b and int(CROSS[a]) >> b & 1]
    adds = [ADD + colour * 64 + cell for colour in range(2) for cell in cells]
    return [DECLINE, *moves, *adds, *(PAWN + cell for cell in cells)]


@rule
def observe(known, seat, out):
    out[:] = 0
    large = known.board == BOARD_6
    places = PLACES[1 if large else 0]
    area = SIDE * SIDE if large else (SIDE - 1) * (SIDE - 1)
    for colour in range(2):
        mark(known.tops[colour], places, colour * area, out)
        flood(known.reserve[colour], (7 + colour) * area, area, out)
    mark(known.piles, places, 2 * area, out)
    for after in range(known.seats):
        who = (seat + after) % known.seats
        mark(known.pawns[who], places, (3 + after) * area, out)
        flood(known.taken[who], (9 + after) * area, area, out)
    flood(known.quiet, 13 * area, area, out)
    flood(known.patience, 14 * area, area, out)
    flood(known.added, 15 * area, area, out)
    if known.step != rules.OVER:
        flood(1, (15 + known.step) * area, area, out)
    flood((known.turn - seat) % known.seats, 19 * area, area, out)


assert SEATS == 4  # the planes of `pawns` and `taken`
