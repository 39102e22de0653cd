"""Crabe vs Poulpe by feel: get rid of cards, the smallest step first, and do not pass while something fits."""

from recif.games.core.compiled import rule
from recif.games.core.hunch import Knobs
from recif.games.core.hunch import moves as moves
from recif.games.core.hunch import value as value
from recif.games.core.luck import below
from recif.games.crabs.cards import OMEGA, RANKS
from recif.games.crabs.rules import ACCEPT, PASS, STOP

KNOBS = Knobs(explore=0.5, trust=0.5, hope=0.2, stir=0.1, ripe=1)
HORIZON = 1_000_000


@rule
def weigh(rules, state, seat, moves, count, weights):
    """A small step up, or down after an 8, before a large one; an Ω can wait."""
    for i in range(count):
        rank = moves[i] % 32 % RANKS
        if moves[i] in (PASS, STOP):
            weights[i] = 2
        elif moves[i] == ACCEPT or moves[i] > ACCEPT:
            weights[i] = 8
        elif rank == OMEGA:
            weights[i] = 4
        else:
            weights[i] = 20 - abs(rank - state.top)


@rule
def playout_move(rules, state, seat, rng):
    """Anything, but a pass seldom."""
    move = rules.random_move(state, seat, rng)
    if move in (PASS, STOP) and below(rng, 4) > 0:
        return rules.random_move(state, seat, rng)
    return move
