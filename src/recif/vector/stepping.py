"""Compiled loops over many games at once. Each game has a generator of its own: threads change nothing."""

import numpy as np

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import assign, rule
from recif.games.core.playouts import playout
from recif.match.turns import see


@rule
def settle(game, state, rng):
    """Draw the luck that is due."""
    while game.waiting(state) == 0 and not game.over(state):
        game.draw(state, rng)


@rule
def begin(game, state, first, rng):
    assign(state, first)
    settle(game, state, rng)


@rule
def reward(winners, seats, out):
    """A sole winner gets 1, the others share −1; a win shared by all is worth 0. Together always 0."""
    won = popcount(winners)
    for seat in range(seats):
        wins = winners >> seat & 1
        out[seat] = (seats / won - 1 if wins else -1.0) / (seats - 1)


@rule
def show(game, arrays, state, seat, known, room, dense, observation, mask):
    """What the seat knows, and what it may do."""
    mask[:] = False
    arrays.allow(game, state, seat, room, dense, mask)
    if len(observation) > 0:
        observation[:] = 0
        see(game, state, seat, known)
        arrays.observe(known, seat, observation)


@rule
def reset(game, arrays, states, first, rngs, dense, observations, masks, movers, start, end):
    room, box = np.empty(game.MOVES, np.int64), np.zeros(1, game.State)
    for i in range(start, end):
        state = states[i]
        begin(game, state, first, rngs[i])
        movers[i] = lowest(game.waiting(state))
        show(game, arrays, state, movers[i], box[0], room, dense, observations[i], masks[i])


@rule
def step(
    game, arrays, states, first, rngs, numbers, dense, actions, observations, masks, movers, rewards, dones, start, end
):
    """One decision in each game; an illegal one loses. A game that ends is begun again."""
    room, box = np.empty(game.MOVES, np.int64), np.zeros(1, game.State)
    for i in range(start, end):
        state, seat, action = states[i], movers[i], actions[i]
        rewards[i, :] = 0
        if masks[i, action]:
            game.play(state, seat, numbers[action])
            settle(game, state, rngs[i])
            dones[i] = game.over(state)
            if dones[i]:
                reward(game.winners(state), first.seats, rewards[i])
        else:
            dones[i] = True
            reward((1 << first.seats) - 1 - (1 << seat), first.seats, rewards[i])
        if dones[i]:
            begin(game, state, first, rngs[i])
        movers[i] = lowest(game.waiting(state))
        show(game, arrays, state, movers[i], box[0], room, dense, observations[i], masks[i])


@rule
def random_actions(game, states, rngs, dense, movers, out, start, end):
    for i in range(start, end):
        out[i] = dense[game.random_move(states[i], movers[i], rngs[i])]


@rule
def first_illegal(masks, actions):
    """The first game whose action it cannot play; −1 if there is none."""
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or not masks[i, actions[i]]:
            return i
    return -1


@rule
def play_out(game, first, rng, winners, lengths):
    """Random games from the first position; who won, and how many decisions each took."""
    box = np.zeros(1, game.State)
    for i in range(len(lengths)):
        state = box[0]
        assign(state, first)
        lengths[i] = playout(game, state, rng)
        winners[i] = game.winners(state)
