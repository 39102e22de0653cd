"""What a seat of Cric Crac Kroc knows when it decides: what nets are told, since only choices are hidden; and slots.

Piles and other seats stand in the order in which the features tell them: the same slot is the same kind of pile.
"""

from recif.games.core.compiled import rule, scratch
from recif.games.kroc.features import FEATURES as FEATURES
from recif.games.kroc.features import MOST as MOST
from recif.games.kroc.features import features as features
from recif.games.kroc.features import rank_others, rank_piles
from recif.games.kroc.hunch import LEFT, RIGHT
from recif.games.kroc.rules import KINDS, PAIR, PILES, SEATS, STEAL

FEATURES_VERSION = 101  # above those of nets that see all: no file of one kind is taken for the other
WIDTH = 128
SLOTS = STEAL + (SEATS - 1) * KINDS
SLOTS_A_MOVE = 1
LONGEST = 300  # positions of a game; a longer one teaches nothing


@rule
def slots(state, seat, moves, count, out):
    """Bites by the ranks of their piles, thefts by that of the victim."""
    order, worths, rank = scratch(PILES), scratch(PILES), scratch(PILES)
    rank_piles(state, seat, order, worths)
    for i in range(state.piles):
        rank[order[i]] = i
    for i in range(count):
        if moves[i] >= STEAL:
            loot = moves[i] - STEAL
            out[i] = STEAL + KINDS * rank_of(state, seat, loot // KINDS) + loot % KINDS
        elif moves[i] < PAIR:
            out[i] = rank[moves[i]]
        else:
            one, other = rank[LEFT[moves[i]]], rank[RIGHT[moves[i]]]
            low, high = min(one, other), max(one, other)
            out[i] = PAIR + high * (high + 1) // 2 + low


@rule
def rank_of(state, seat, victim):
    """How many other seats are richer than one."""
    others = scratch(SEATS)
    for i in range(rank_others(state, seat, others)):
        if others[i] == victim:
            return i
    return 0
