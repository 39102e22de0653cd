"""What a net is told of Oursins for two on the large board: urchins, pawns, squares and what can be fished.

A feature is plane * 48 + cell, or one of the counts behind the planes. Other numbers of seats and the small board are
left to the hunch.
"""

from typing import Any

import numpy as np

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import Record, rule
from recif.games.core.hunch import Knobs
from recif.games.core.hunch import moves as moves
from recif.games.urchins.hunch import catch, prize, prize_after, squares
from recif.games.urchins.hunch import playout_move as playout_move
from recif.games.urchins.hunch import value as value
from recif.games.urchins.hunch import weigh as weigh
from recif.games.urchins.rules import ADD, BOARD_6, DECLINE, PAWN, RANK, RED, SIDE, YELLOW

FEATURES_VERSION = 1
KNOBS = Knobs(explore=0.0, trust=1.0, hope=-0.05, stir=0.1, ripe=1)
HORIZON = 0
TWO = "2 seats, size 6"
SETUPS: dict[str, dict[str, Any]] = {TWO: {"size": 6}, f"{TWO}, impatient": {"size": 6, "quiet": 1}}
SHARES = (7, 1)  # of the games of self-play, by setup
OPENING = (3, 18)  # random moves with which a game of self-play begins
WIDTH = 64

CELLS = RANK * SIDE
LONE, PILED, PAWNS, CORNERS = 0, 2, 4, 6  # planes: lone urchins and piles by colour, pawns by side, corners of squares
LEAD = 7 * CELLS
RESERVE = LEAD + 25  # 2 colours × 21
STEP = RESERVE + 42
PRIZE = STEP + 4  # 2 sides × 11
PATIENCE = PRIZE + 22
ADDED = PATIENCE + 8
TAKEN = ADDED + 2  # 2 sides × 21
FEATURES = TAKEN + 42
MOST = 160  # features at once

SLOTS_A_MOVE = 3  # from where or what, to where, and what can then be fished
ENDS, ADDS, PERCHES, NOTHING = 2 * CELLS, 4 * CELLS, 6 * CELLS, 7 * CELLS
GAINS = NOTHING + 1  # 4 kinds of decision × 11
SLOTS = GAINS + 44


def setup_of(state: Record) -> str:
    """The name of the setup of a position, as in SETUPS."""
    size = 6 if int(state.board) == BOARD_6 else 5
    impatient = ", impatient" if int(state.patience) == int(state.seats) else ""
    return f"{int(state.seats)} seats, size {size}{impatient}"


@rule
def put(out, count, cells, plane):
    while cells:
        out[count] = plane * CELLS + lowest(cells)
        count += 1
        cells &= cells - 1
    return count


@rule
def features(state, seat, out):
    """Fill what is true for a seat to move; return how many."""
    yellow, red = state.tops[YELLOW], state.tops[RED]
    other = 1 - seat
    count = put(out, 0, yellow & ~state.piles, LONE)
    count = put(out, count, red & ~state.piles, LONE + 1)
    count = put(out, count, yellow & state.piles, PILED)
    count = put(out, count, red & state.piles, PILED + 1)
    count = put(out, count, state.pawns[seat], PAWNS)
    count = put(out, count, state.pawns[other], PAWNS + 1)
    count = put(out, count, squares(yellow, red), CORNERS)
    out[count] = LEAD + 12 + max(min(state.taken[seat] - state.taken[other], 12), -12)
    out[count + 1] = RESERVE + state.reserve[YELLOW]
    out[count + 2] = RESERVE + 21 + state.reserve[RED]
    out[count + 3] = STEP + state.step
    out[count + 4] = PRIZE + min(prize(state, seat, yellow, red), 10)
    out[count + 5] = PRIZE + 11 + min(prize(state, other, yellow, red), 10)
    out[count + 6] = PATIENCE + max(min(state.patience - state.quiet, 7), 0)
    out[count + 7] = ADDED + state.added
    out[count + 8] = TAKEN + min(state.taken[seat], 40) // 2
    out[count + 9] = TAKEN + 21 + min(state.taken[other], 40) // 2
    return count + 10


@rule
def colour_at(state, cell):
    return YELLOW if state.tops[YELLOW] >> cell & 1 else RED


@rule
def slots(state, seat, moves, count, out):
    """Fill the three slots of each decision."""
    for i in range(count):
        move = int(moves[i])
        cell = move & 63
        if move >= PAWN:
            caught = catch(state, seat, move - PAWN, state.tops[YELLOW], state.tops[RED])
            gain = popcount(caught) + popcount(caught & state.piles)
            start, end, kind = PERCHES + cell, ENDS + colour_at(state, cell) * CELLS + cell, 0
        elif move >= ADD:
            gain, kind = prize_after(state, seat, move), 1
            colour = (move - ADD) >> 6
            start, end = ADDS + colour * CELLS + cell, ENDS + colour * CELLS + cell
        elif move == DECLINE:
            gain, kind = prize_after(state, seat, move), 2
            start, end = NOTHING, NOTHING
        else:
            gain, kind = prize_after(state, seat, move), 3
            colour = colour_at(state, move >> 6)
            start, end = colour * CELLS + (move >> 6), ENDS + colour * CELLS + cell
        out[3 * i], out[3 * i + 1], out[3 * i + 2] = start, end, GAINS + kind * 11 + min(gain, 10)


def symmetries() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The eight ways to lay the board, each with the colours as they are or swapped."""
    laid = [(turn, swapped) for turn in range(8) for swapped in range(2)]
    return np.array([_feature_map(*one) for one in laid]), np.array([_slot_map(*one) for one in laid])


def _turned(cell: int, turn: int, side: int) -> int:
    rank, file = divmod(cell, RANK)
    if rank >= side or file >= side:
        return cell
    rank = side - 1 - rank if turn & 1 else rank
    file = side - 1 - file if turn & 2 else file
    return RANK * file + rank if turn & 4 else RANK * rank + file


def _feature_map(turn: int, swapped: int) -> list[int]:
    to = list(range(FEATURES))
    for plane in range(CORNERS + 1):
        other = plane ^ 1 if swapped and plane < PAWNS else plane
        side = SIDE - 1 if plane == CORNERS else SIDE
        for cell in range(CELLS):
            to[plane * CELLS + cell] = other * CELLS + _turned(cell, turn, side)
    if swapped:
        to[RESERVE : RESERVE + 42] = [*range(RESERVE + 21, RESERVE + 42), *range(RESERVE, RESERVE + 21)]
    return to


def _slot_map(turn: int, swapped: int) -> list[int]:
    to = list(range(SLOTS))
    for plane in range(NOTHING // CELLS):
        other = plane ^ 1 if swapped and plane < PERCHES // CELLS else plane
        for cell in range(CELLS):
            to[plane * CELLS + cell] = other * CELLS + _turned(cell, turn, SIDE)
    return to
