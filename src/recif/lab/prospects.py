"""Each seat's chances from a whole state, by games played out as the hunch would: quick, and enough to compare."""

import numpy as np

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import assign, rule


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
