"""Cric Crac Kroc by feel: what a pile is worth to a seat, and a choice in proportion to it."""

import numpy as np

from recif.games.core.compiled import rule, table
from recif.games.core.hunch import Knobs
from recif.games.core.hunch import moves as moves
from recif.games.core.hunch import value as value
from recif.games.core.luck import weighted
from recif.games.kroc.rules import (
    BITES,
    BLUE,
    BOTTLE,
    DOWN,
    KINDS,
    LOLLIPOP,
    PLATTER,
    SALAD,
    STEAL,
    TREASURE,
    TRIDENT,
    YELLOW,
)

KNOBS = Knobs(explore=0.0, trust=1.0, hope=-0.05, stir=0.1, ripe=1)
HORIZON = 1_000_000
LEFT = table(bite[0] for bite in BITES)
RIGHT = table(bite[-1] for bite in BITES)
TRIDENTS = (2, 3, 6, 14, 60)  # worth of one more, by how many the seat has
BLIND = 6  # a card nobody has seen


@rule
def worth(state, seat, card):
    """Of a card to a seat, in quarters of a point."""
    kept = state.kept[seat]
    if card in (DOWN, TREASURE):
        return BLIND
    if card == PLATTER:
        return 12 if kept[PLATTER] == 0 else 1
    if card in (YELLOW, BLUE):
        return 6 if kept[card] == 0 else 12 if kept[card] == 1 else 4
    if card == LOLLIPOP:
        return 4
    if card == SALAD:
        return 8
    if card == BOTTLE:
        return 3
    if card == TRIDENT:
        return TRIDENTS[min(kept[TRIDENT], 4)]
    return 1


@rule
def pile_worth(state, seat, pile):
    total = 1
    for i in range(state.heights[pile]):
        total += worth(state, seat, state.pile[pile, i])
    return total


@rule
def weigh(rules, state, seat, moves, count, weights):
    """A pile by its worth; two jaws on one pile are surer than one each on two."""
    for i in range(count):
        if moves[i] >= STEAL:
            loot = moves[i] - STEAL
            weights[i] = worth(state, seat, loot % KINDS) + worth(state, loot // KINDS, loot % KINDS)
        elif LEFT[moves[i]] == RIGHT[moves[i]]:
            weights[i] = 2 * pile_worth(state, seat, LEFT[moves[i]])
        else:
            weights[i] = pile_worth(state, seat, LEFT[moves[i]]) + pile_worth(state, seat, RIGHT[moves[i]])


@rule
def playout_move(rules, state, seat, rng):
    choices = np.empty(rules.MOVES, np.int64)
    weights = np.empty(rules.MOVES, np.int64)
    count = rules.moves(state, seat, choices)
    weigh(rules, state, seat, choices, count, weights)
    return choices[weighted(rng, weights, count)]
