"""Oursins by feel: complete a square and fish it in the same turn, the fuller the better; then count what is taken."""

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import rule
from recif.games.core.curves import exp
from recif.games.core.hunch import Knobs
from recif.games.core.hunch import moves as moves
from recif.games.urchins.diagonals import caught_from, corners, falling_diagonals, rising_diagonals
from recif.games.urchins.rules import (
    ADD,
    DECLINE,
    MOVING,
    PAWN,
    PLACING,
    RED,
    YELLOW,
    enemies,
    pawned,
    perches,
    squares_from,
)

KNOBS = Knobs(explore=0.0, trust=1.0, hope=-0.05, stir=0.1, ripe=2)
HORIZON = 9  # three turns: what lies farther is mostly noise
TRIES = 24  # actions looked at in a playout


@rule
def shown(state, move, colour):
    """The cells that show a colour after a move or an addition."""
    if move >= ADD:
        cell = 1 << (move & 63)
        return state.tops[colour] | cell if (move - ADD) >> 6 == colour else state.tops[colour] & ~cell
    start, end = 1 << (move >> 6), 1 << (move & 63)
    if state.tops[colour] & start:
        return state.tops[colour] ^ (start | end)
    return state.tops[colour] | start if state.piles & start else state.tops[colour] + 0


@rule
def standing(state):
    """The cells of all squares that somebody might fish: only those need to be looked at."""
    yellow, red = state.tops[YELLOW], state.tops[RED]
    return corners(rising_diagonals(yellow, red) & falling_diagonals(yellow, red))


@rule
def catch(state, seat, cell, yellow, red):
    """The cells that a pawn on a cell would fish if the board showed these."""
    foes = enemies(state, seat)
    return squares_from(cell, foes, yellow, red) & ~foes


@rule
def prize(state, seat, yellow, red):
    """The most urchins that one placing of the pawn would fish if the board showed these."""
    rising, falling = rising_diagonals(yellow, red), falling_diagonals(yellow, red)
    return most_caught(rising, falling, yellow, red, enemies(state, seat), pawned(state), state.piles)


@rule
def most_caught(rising, falling, yellow, red, foes, pawns, piles):
    """The same, where the diagonals of the board are known."""
    most, cells = 0, corners(rising & falling) & ~pawns
    while cells:
        here = cells & -cells
        partners = (yellow if here & yellow else red) & ~foes
        caught = caught_from(here, partners, rising, falling) & ~foes
        most = max(most, popcount(caught) + popcount(caught & piles))
        cells &= cells - 1
    return most


@rule
def prize_after(state, seat, move):
    if move == DECLINE:
        return prize(state, seat, state.tops[YELLOW], state.tops[RED])
    return prize(state, seat, shown(state, move, YELLOW), shown(state, move, RED))


@rule
def weigh(rules, state, seat, moves, count, weights):
    """By what the pawn can fish after it."""
    for i in range(count):
        if moves[i] >= PAWN:
            caught = catch(state, seat, moves[i] - PAWN, state.tops[YELLOW], state.tops[RED])
            gain = popcount(caught) + popcount(caught & state.piles)
        else:
            gain = prize_after(state, seat, moves[i])
        weights[i] = 2 + 4 * gain * gain


@rule
def playout_move(rules, state, seat, rng):
    if state.step == PLACING:
        return best_perch(rules, state, seat, rng)
    best, most = -1, -1
    if state.step == MOVING:
        best, most = DECLINE, prize_after(state, seat, DECLINE)
    for _ in range(TRIES):
        move = rules.random_move(state, seat, rng)
        gain = prize_after(state, seat, move)
        if gain > most:
            best, most = move, gain
    return best


@rule
def best_perch(rules, state, seat, rng):
    """Where the pawn fishes most; anywhere if there is nothing to fish."""
    best, most = rules.random_move(state, seat, rng), 0
    cells = standing(state) & perches(state)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        caught = catch(state, seat, cell, state.tops[YELLOW], state.tops[RED])
        gain = popcount(caught) + popcount(caught & state.piles)
        if gain > most:
            best, most = PAWN + cell, gain
    return best


@rule
def value(rules, state, values):
    """By what each seat has taken: a lead weighs more as the reserve runs out."""
    scale = 1.5 + 0.25 * min(state.reserve[YELLOW], state.reserve[RED])
    total = 0.0
    for seat in range(state.seats):
        values[seat] = exp(state.taken[seat] / scale)
        total += values[seat]
    for seat in range(state.seats):
        values[seat] /= total
