"""Each seat's chances from a whole state: what the game's net says, or games played out as the hunch would."""

from typing import Any

import numpy as np

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import Numbers, Record, assign, rule
from recif.games.core.contract import Game
from recif.mind.net import net as nets
from recif.mind.net.files import net_of
from recif.mind.net.net import Net
from recif.mind.search.search import new_desk

PLAYOUTS = 64  # for each look at the chances
DRAWS = 16  # of luck that is due, where a net looks


def prospects(game: Game, state: Record, rng: Numbers, by_net: bool) -> list[float]:
    """Each seat's chances in a position that is not over; by playouts where no net knows the setup."""
    out, net = np.zeros(game.rules.SEATS), net_for(game, state) if by_net else None
    if net is None:
        chances(game.rules, game.hunch, state, rng, PLAYOUTS, out)
    else:
        notes: Any = game.features
        draws = 1 if game.rules.waiting(state) else DRAWS
        expected(game.rules, notes, net, new_desk(game.rules, notes, net), state, rng, draws, out)
    return [float(one) for one in out[: int(state.seats)]]


def net_for(game: Game, state: Record) -> Net | None:
    """The net that comes with a game, where it knows the setup."""
    stored, notes = net_of(game), game.features
    return stored.net if stored and notes and notes.setup_of(state) in stored.origin.setups else None


@rule
def expected(rules, notes, net, desk, first, rng, count, out):
    """The mean of what a net says once luck is drawn, so many times."""
    box = np.zeros(1, rules.State)
    out[:] = 0
    for _ in range(count):
        state = box[0]
        assign(state, first)
        while rules.waiting(state) == 0 and not rules.over(state):
            rules.draw(state, rng)
        if rules.over(state):
            won = rules.winners(state)
            for seat in range(state.seats):
                out[seat] += (won >> seat & 1) / popcount(won)
        else:
            nets.value(notes, net, state, lowest(rules.waiting(state)), desk)
            for seat in range(state.seats):
                out[seat] += desk.values[seat]
    for seat in range(len(out)):
        out[seat] /= count


@rule
def chances(rules, hunch, first, rng, count, out):
    """The mean result of `count` playouts for each seat; playouts longer than the hunch's horizon are judged by it."""
    box, values = np.zeros(1, rules.State), np.zeros(rules.SEATS)
    out[:] = 0
    for _ in range(count):
        state = box[0]
        assign(state, first)
        left = hunch.HORIZON
        while not rules.over(state) and left > 0:
            waiting = rules.waiting(state)
            if waiting == 0:
                rules.draw(state, rng)
                continue
            seat = lowest(waiting)
            rules.play(state, seat, hunch.playout_move(rules, state, seat, rng))
            left -= 1
        if rules.over(state):
            won = rules.winners(state)
            for seat in range(state.seats):
                out[seat] += (won >> seat & 1) / popcount(won)
        else:
            hunch.value(rules, state, values)
            for seat in range(state.seats):
                out[seat] += values[seat]
    for seat in range(len(out)):
        out[seat] /= count
