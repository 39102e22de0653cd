"""Compiled loops over any game: random games to the end, and counts of all games to a depth.

A compiled record does not keep the array it lies in alive: take it out of its `box` inside the loop.
"""

import numpy as np

from recif.games.core.bits import lowest
from recif.games.core.compiled import assign, rule


@rule
def playout(game, state, rng):
    """Random play to the end, in place; return how many decisions were made."""
    decisions = 0
    while not game.over(state):
        waiting = game.waiting(state)
        if waiting == 0:
            game.draw(state, rng)
            continue
        seat = lowest(waiting)
        game.play(state, seat, game.random_move(state, seat, rng))
        decisions += 1
    return decisions


@rule
def playouts(game, first, rng, lengths):
    """Random games from one position, as many as `lengths` has room for; it takes their decisions."""
    box = np.zeros(1, game.State)
    for i in range(len(lengths)):
        state = box[0]
        assign(state, first)
        lengths[i] = playout(game, state, rng)


@rule
def perft(game, state, depth):
    """How many ways `depth` events (decisions and luck) can follow; seats that choose at once answer in seat order."""
    if depth == 0 or game.over(state):
        return 1 if depth == 0 else 0
    buffer = np.empty(max(game.MOVES, game.OUTCOMES), np.int64)
    weights = np.empty(game.OUTCOMES, np.int64)
    waiting = game.waiting(state)
    seat = lowest(waiting) if waiting else -1
    count = game.moves(state, seat, buffer) if waiting else game.luck(state, buffer, weights)
    if depth == 1:
        return count
    total = 0
    box = np.zeros(1, game.State)
    for i in range(count):
        child = box[0]
        assign(child, state)
        if waiting:
            game.play(child, seat, buffer[i])
        else:
            game.befall(child, buffer[i])
        total += perft(game, child, depth - 1)
    return total
