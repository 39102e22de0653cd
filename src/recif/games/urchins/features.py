"""What a net is told of Oursins: urchins, pawns, squares and what can be fished, as one seat sees them.

What a 2×2 square holds is told without saying where it lies, on either board and for any number of seats, as often as
it is true: so a game teaches more. Only urchins, hot cells and pawns are told cell by cell, board by board. Two seats
look at a position from the side of the one that moves; of more, each looks from its own.
"""

from typing import Any

import numpy as np

from recif.games.core.bits import lowest
from recif.games.core.compiled import Record, bare, table
from recif.games.core.features import Table
from recif.games.core.hunch import Knobs
from recif.games.core.hunch import moves as moves
from recif.games.urchins.diagonals import falling_diagonals, rising_diagonals
from recif.games.urchins.hunch import most_caught
from recif.games.urchins.hunch import playout_move as playout_move
from recif.games.urchins.hunch import value as value
from recif.games.urchins.hunch import weigh as weigh
from recif.games.urchins.patterns import (
    KINDS,
    WAYS,
    free,
    hot,
    lower_left,
    most_by_one,
    square_at,
    swapped_kind,
    whole_squares,
)
from recif.games.urchins.rules import BOARD_5, RED, SIDE, YELLOW, enemies, pawned
from recif.games.urchins.slots import CELL, CELLS, NOTHING, PERCHES, PLACES
from recif.games.urchins.slots import SLOTS as SLOTS
from recif.games.urchins.slots import SLOTS_A_MOVE as SLOTS_A_MOVE
from recif.games.urchins.slots import slots as slots

FEATURES_VERSION = 3
KNOBS = Knobs(explore=0.0, trust=1.0, hope=-0.05, stir=0.1, ripe=1)
HORIZON = 0
SHARES = (8, 1, 2, 3, 2, 1, 1)  # of the games of self-play, by setup
OPENING = (3, 18)  # random moves with which a game of self-play begins
WIDTH = 96

LONE, PILED, HOT, PAWNS = 0, 2, 4, 6  # planes: by colour, by colour, by colour; own pawn, the next seat's, others'
PLANES = 9
BOARD = PLANES * CELLS  # for each board
SQUARES = 2 * BOARD
COUNTED = range(SQUARES, SQUARES + len(KINDS) * WAYS)  # told once for each square of which they are true
RESERVE = SQUARES + len(KINDS) * WAYS  # 2 colours × 21
ADDED = RESERVE + 42
PATIENCE = ADDED + 2
TABLES = PATIENCE + 8  # what follows has a block for each number of seats
STEP = 0  # 4 seats that may be at play × 4
LEADS = STEP + 16  # before 3 other seats × 25, in the order of play
STAKES = LEADS + 75  # 25 before the best of them × 8 that the reserve may still hold
PRIZE = STAKES + 200  # 4 seats × 4 steps × 11 that they can fish at once
HOPE = PRIZE + 176  # the same, with one more action
QUIET = HOPE + 176
TABLE = QUIET + 2
FEATURES = TABLES + 3 * TABLE
MOST = 160  # features at once
LAST = table((0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7))  # by the least reserve


def name_of(seats: int, size: int, rounds: int) -> str:
    return f"{seats} seats, size {size}{', impatient' if rounds == 1 else ''}"


SETUPS = {
    name_of(seats, size, quiet): Table({"size": size, "quiet": quiet}, seats)
    for seats, size, quiet in ((2, 6, 3), (2, 6, 1), (2, 5, 3), (3, 6, 3), (4, 6, 3), (3, 5, 3), (4, 5, 3))
}


def setup_of(state: Record) -> str:
    """The name of the setup of a position, as in SETUPS."""
    size = 5 if int(state.board) == BOARD_5 else 6
    return name_of(int(state.seats), size, int(state.patience) // int(state.seats))


@bare
def views(state):
    return 1 if state.seats == 2 else int(state.seats)


@bare
def put(out, count, cells, first):
    while cells:
        out[count] = first + CELL[lowest(cells)]
        count += 1
        cells &= cells - 1
    return count


@bare
def features(state, seat, out):
    """Fill what is true as a seat sees it; return how many."""
    count = tell_cells(state, seat, out)
    count = tell_squares(state, seat, out, count)
    out[count] = RESERVE + state.reserve[YELLOW]
    out[count + 1] = RESERVE + 21 + state.reserve[RED]
    out[count + 2] = ADDED + state.added
    out[count + 3] = PATIENCE + max(min(state.patience - state.quiet, 7), 0)
    return tell_seats(state, seat, out, count + 4)


@bare
def tell_cells(state, seat, out):
    """Urchins, hot cells and pawns."""
    yellow, red = state.tops[YELLOW], state.tops[RED]
    block = BOARD if state.board == BOARD_5 else 0
    count = put(out, 0, yellow & ~state.piles, block + LONE * CELLS)
    count = put(out, count, red & ~state.piles, block + (LONE + 1) * CELLS)
    count = put(out, count, yellow & state.piles, block + PILED * CELLS)
    count = put(out, count, red & state.piles, block + (PILED + 1) * CELLS)
    squares = whole_squares(state)
    rising, falling = rising_diagonals(yellow, red) & squares, falling_diagonals(yellow, red) & squares
    by_yellow, by_red = hot(free(state), rising, falling, yellow, red)
    count = put(out, count, by_yellow, block + HOT * CELLS)
    count = put(out, count, by_red, block + (HOT + 1) * CELLS)
    for i in range(state.seats):
        plane = PAWNS + min(i, 2)
        count = put(out, count, state.pawns[(seat + i) % state.seats], block + plane * CELLS)
    return count


@bare
def tell_squares(state, seat, out, count):
    """What every square holds that holds something."""
    yellow, red, piles = state.tops[YELLOW], state.tops[RED], state.piles
    own, foes = state.pawns[seat], enemies(state, seat)
    left = lower_left(state)
    while left:
        out[count] = SQUARES + square_at(lowest(left), yellow, red, piles, own, foes)
        count += 1
        left &= left - 1
    return count


@bare
def tell_seats(state, seat, out, count):
    """Who plays, who leads, and what whoever plays and the next one could fish."""
    block = TABLES + (state.seats - 2) * TABLE
    yellow, red = state.tops[YELLOW], state.tops[RED]
    ahead = 100
    for i in range(1, state.seats):
        lead = state.taken[seat] - state.taken[(seat + i) % state.seats]
        ahead = min(ahead, lead)
        out[count] = block + LEADS + 25 * (i - 1) + clipped(lead)
        count += 1
    least = LAST[min(state.reserve[YELLOW], state.reserve[RED])]
    out[count] = block + STAKES + 25 * least + clipped(ahead)
    out[count + 1] = block + STEP + 4 * ((state.turn - seat) % state.seats) + state.step
    out[count + 2] = block + QUIET + (1 if state.patience == state.seats else 0)
    count += 3
    squares, cells, pawns = whole_squares(state), free(state), pawned(state)
    rising, falling = rising_diagonals(yellow, red) & squares, falling_diagonals(yellow, red) & squares
    for i in range(2):
        who = (state.turn + i) % state.seats
        foes, place = enemies(state, who), 44 * ((who - seat) % state.seats) + 11 * state.step
        caught = most_caught(rising, falling, yellow, red, foes, pawns, state.piles)
        by_one = most_by_one(rising, falling, yellow, red, foes, cells, state.piles)
        out[count] = block + PRIZE + place + min(caught, 10)
        out[count + 1] = block + HOPE + place + min(by_one, 10)
        count += 2
    return count


@bare
def clipped(lead):
    return 12 + max(min(lead, 12), -12)


def symmetries() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The eight ways to lay the board, each with the colours as they are or swapped."""
    laid = [(turn, swapped) for turn in range(8) for swapped in range(2)]
    return np.array([_feature_map(*one) for one in laid]), np.array([_slot_map(*one) for one in laid])


def _turned(cell: int, turn: int, side: int) -> int:
    """Where a cell of a board comes to lie; those of other boards stay where they are."""
    rank, file = divmod(cell, SIDE)
    if rank >= side or file >= side:
        return cell
    rank = side - 1 - rank if turn & 1 else rank
    file = side - 1 - file if turn & 2 else file
    return SIDE * file + rank if turn & 4 else SIDE * rank + file


def _feature_map(turn: int, swapped: int) -> list[int]:
    to = list(range(FEATURES))
    for number in range(2):
        for plane in range(PLANES):
            other = plane ^ 1 if swapped and plane < PAWNS else plane
            for cell in range(CELLS):
                at = number * BOARD + plane * CELLS + cell
                to[at] = number * BOARD + other * CELLS + _turned(cell, turn, SIDE - number)
    if swapped:
        to[RESERVE : RESERVE + 42] = [*range(RESERVE + 21, RESERVE + 42), *range(RESERVE, RESERVE + 21)]
        to[SQUARES:RESERVE] = [SQUARES + _swapped_square(at) for at in range(RESERVE - SQUARES)]
    return to


def _swapped_square(at: int) -> int:
    """A square with the colours swapped: its diagonals may change their order, and so where a pawn stands."""
    kind, way = divmod(at, WAYS)
    other, flips = divmod(swapped_kind(kind), 2)
    return other * WAYS + (way ^ 3 if flips and way in (1, 2) else 7 - way if flips and way in (3, 4) else way)


def _slot_map(turn: int, swapped: int) -> list[int]:
    to = list(range(SLOTS))
    for number in range(2):
        for plane in range(NOTHING // CELLS):
            other = plane ^ 1 if swapped and plane < PERCHES // CELLS else plane
            for cell in range(CELLS):
                at = number * PLACES + plane * CELLS + cell
                to[at] = number * PLACES + other * CELLS + _turned(cell, turn, SIDE - number)
    return to
