"""Compiled loops over many games at once. Each game has a generator of its own: threads change nothing."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from recif.games import GAMES
from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import assign, look, rule
from recif.games.core.folder import arrays_of
from recif.games.core.playouts import playout


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
    """What the seat knows, and what it may do, where there is room for it."""
    if len(mask) > 0:
        arrays.allow(game, state, seat, room, dense, mask)
    if len(observation) > 0:
        look(game, state, seat, known)
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
    game,
    arrays,
    states,
    first,
    rngs,
    numbers,
    dense,
    actions,
    legal,
    observations,
    masks,
    movers,
    rewards,
    dones,
    start,
    end,
):
    """One decision in each game, a random one where no actions are told; one that is not legal loses.

    A game that ends is begun again.
    """
    room, box = np.empty(game.MOVES, np.int64), np.zeros(1, game.State)
    is_shown, is_told = masks.shape[1] + observations.shape[1] > 0, len(actions) > 0
    for i in range(start, end):
        state, seat = states[i], movers[i]
        for other in range(first.seats):
            rewards[i, other] = 0
        if not is_told or legal[i]:
            move = numbers[actions[i]] if is_told else game.random_move(state, seat, rngs[i])
            game.play(state, seat, move)
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
        if is_shown:
            show(game, arrays, state, movers[i], box[0], room, dense, observations[i], masks[i])


@rule
def random_actions(game, states, rngs, dense, movers, out, start, end):
    for i in range(start, end):
        out[i] = dense[game.random_move(states[i], movers[i], rngs[i])]


@rule
def check(game, arrays, states, numbers, masks, movers, actions, legal, start, end):
    """Whether each game can play its action; with masks, they tell."""
    room = np.empty(game.MOVES, np.int64)
    for i in range(start, end):
        action = actions[i]
        legal[i] = False
        if 0 <= action < len(numbers):
            if masks.shape[1] > 0:
                legal[i] = masks[i, action]
            else:
                legal[i] = arrays.permits(game, states[i], movers[i], numbers[action], room)


@rule
def play_out(game, first, rng, winners, lengths):
    """Random games from the first position; who won, and how many decisions each took."""
    box = np.zeros(1, game.State)
    for i in range(len(lengths)):
        state = box[0]
        assign(state, first)
        lengths[i] = playout(game, state, rng)
        winners[i] = game.winners(state)


class Loops(NamedTuple):
    """The loops of one game. They know its modules: handing over a module costs as much as fifty steps of XOK."""

    reset: Callable[..., None]
    step: Callable[..., None]
    random_actions: Callable[..., None]
    check: Callable[..., None]


@cache
def loops_of(name: str) -> Loops:
    """The first position comes in a box: an array with room for one, which costs less than a record."""
    game, arrays = GAMES[name].rules, arrays_of(GAMES[name])

    @rule
    def reset_all(states, box, rngs, dense, observations, masks, movers, start, end):
        reset(game, arrays, states, box[0], rngs, dense, observations, masks, movers, start, end)

    @rule
    def step_all(states, box, rngs, numbers, dense, actions, legal, shown, masks, movers, rewards, dones, start, end):
        told = (rngs, numbers, dense, actions, legal)
        step(game, arrays, states, box[0], *told, shown, masks, movers, rewards, dones, start, end)

    @rule
    def draw_all(states, rngs, dense, movers, out, start, end):
        random_actions(game, states, rngs, dense, movers, out, start, end)

    @rule
    def check_all(states, numbers, masks, movers, actions, legal, start, end):
        check(game, arrays, states, numbers, masks, movers, actions, legal, start, end)

    return Loops(reset_all, step_all, draw_all, check_all)
