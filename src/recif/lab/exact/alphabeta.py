"""Alpha-beta with a table, for two seats, no luck and nothing hidden: who wins, if both play perfectly.

A value is seat 0's: 1, 0 (a shared win) or −1. A game may not come back to a position: all of ours count something
down. Positions are told apart by 126 bits of their bytes, so that a mistaken identity is out of the question.
"""

from typing import NamedTuple

import numpy as np

from recif.games.core.bits import lowest
from recif.games.core.compiled import Record, assign, rule
from recif.games.core.contract import Rules

WIN, SHARED, LOSS, UNKNOWN = 1, 0, -1, 2
BITS = 22  # of the table's size
M63 = (1 << 63) - 1
PRIMES = (0x2545F4914F6CDD1D, 0x369DEA0F31A53F85)


class Solved(NamedTuple):
    """What was found: the value to seat 0, or UNKNOWN within so many positions."""

    value: int
    positions: int


@rule
def hashed(words, prime):
    """63 bits of a position."""
    mixed = 0
    for word in words:
        mixed = (mixed ^ (word & M63)) * prime & M63
        mixed ^= mixed >> 29
    return mixed


@rule
def result(game, state):
    won = game.winners(state)
    return SHARED if won == 0b11 else WIN if won == 1 else LOSS


@rule
def wins_at_once(game, words, boxes, rooms, table, depth, seat, count):
    """Whether a move wins, or leads to a position that is known to be won: looked for before anything is gone into."""
    state, wish = boxes[depth], WIN if seat == 0 else LOSS
    for i in range(count):
        child = boxes[depth + 1]
        assign(child, state)
        game.play(child, seat, rooms[depth, i])
        if game.over(child):
            if result(game, child) == wish:
                return True
            continue
        first = hashed(words[depth + 1], PRIMES[0])
        place = first & (len(table) - 1)
        is_won = table[place, 0] == first and table[place, 2 if seat == 0 else 3] == wish
        if is_won and table[place, 1] == hashed(words[depth + 1], PRIMES[1]):
            return True
    return False


@rule
def best(game, words, boxes, rooms, table, depth, low, high, left):
    """The value of the position at `depth`, exact between `low` and `high`, else a bound of it."""
    state = boxes[depth]
    if game.over(state):
        return result(game, state)
    left[0] -= 1
    if left[0] < 0:
        return UNKNOWN
    first, second = hashed(words[depth], PRIMES[0]), hashed(words[depth], PRIMES[1])
    place = first & (len(table) - 1)
    least, most = LOSS, WIN
    if table[place, 0] == first and table[place, 1] == second:
        least, most = table[place, 2], table[place, 3]
        if least == most or least >= high or most <= low:
            return least if least >= high or least == most else most
        low, high = max(low, least), min(high, most)
    seat = lowest(game.waiting(state))
    count = game.moves(state, seat, rooms[depth])
    found = LOSS if seat == 0 else WIN
    alpha, beta = low, high
    if wins_at_once(game, words, boxes, rooms, table, depth, seat, count):
        found, count = -found, 0
    for i in range(count):
        child = boxes[depth + 1]
        assign(child, state)
        game.play(child, seat, rooms[depth, i])
        value = best(game, words, boxes, rooms, table, depth + 1, alpha, beta, left)
        if value == UNKNOWN:
            return UNKNOWN
        if seat == 0:
            found = max(found, value)
            alpha = max(alpha, found)
        else:
            found = min(found, value)
            beta = min(beta, found)
        if alpha >= beta:
            break
    table[place, 0], table[place, 1] = first, second
    table[place, 2] = least if found <= low else found
    table[place, 3] = most if found >= high else found
    return found


def solve(rules: Rules, state: Record, most: int = 1 << 40, deepest: int = 400, bits: int = BITS) -> Solved:
    """The value of a position; UNKNOWN if it takes more than `most` positions."""
    words = np.zeros((deepest, rules.State.itemsize // 8), np.int64)
    boxes = words.view(rules.State)[:, 0]
    boxes[0] = state
    rooms = np.zeros((deepest, rules.MOVES), np.int64)
    table = np.zeros((1 << bits, 4), np.int64)
    left = np.array([most], np.int64)
    value = int(best(rules, words, boxes, rooms, table, 0, LOSS, WIN, left))
    return Solved(value, most - max(0, int(left[0])))
