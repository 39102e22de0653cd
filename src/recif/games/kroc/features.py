"""What a net is told of Cric Crac Kroc, as one seat sees it: kept cards, leads, tridents, what is left, and the piles.

Seats have no order, so the others stand by what they have, the richest first, and piles by what they are worth to the
seat. Every seat looks; chances are as the power of what each thinks of its own.
"""

from typing import Any

import numpy as np

from recif.games.core.compiled import Record, rule, scratch
from recif.games.core.features import Table
from recif.games.core.features import slots as slots
from recif.games.core.hunch import Knobs
from recif.games.core.hunch import moves as moves
from recif.games.kroc.hunch import pile_worth
from recif.games.kroc.hunch import playout_move as playout_move
from recif.games.kroc.hunch import value as value
from recif.games.kroc.hunch import weigh as weigh
from recif.games.kroc.options import COUNTS
from recif.games.kroc.rules import (
    BITING_CARDS,
    DOWN,
    GONE,
    KINDS,
    PILES,
    RANDOM,
    SEATS,
    STEALING,
    TRIDENT,
    food,
    points,
)

FEATURES_VERSION = 1
KNOBS = Knobs(explore=0.0, trust=1.0, hope=-0.05, stir=0.1, ripe=1)
HORIZON = 0
OPENING = (0, 3)  # random bites with which a game of self-play begins
WIDTH = 64
SHARES = (4, 1, 2, 1, 1, 1, 1, 1)  # of the games of self-play, by setup

COPIES = 8  # of a kind, counted up to one less
KEPT = 0  # own, then of the others × kinds × copies
LEAD = KEPT + SEATS * KINDS * COPIES  # before the richest other, -15 to 15 × rounds left, up to 9
TRIDENTS = LEAD + 31 * 10  # own × most of another × still to be had
POINTS = TRIDENTS + 5 * 5 * COPIES
HUNGRY = POINTS + 32  # own, then how many others
UNSEEN = HUNGRY + 2 + SEATS
ROUNDS = UNSEEN + KINDS * COPIES
PILE = ROUNDS + 26  # by rank: kinds × 2, face down, height, worth to the seat and to the richest other
EACH_PILE = KINDS * 2 + 4 + 6 + 24 + 24
TABLE = PILE + PILES * EACH_PILE
BITES = TABLE + SEATS
THIEF = BITES + BITING_CARDS
FEATURES = THIEF + 3
MOST = 200  # features at once
SORTS = KINDS + 2  # of what lies on a pile: kinds, face down, gone
SLOTS = SLOTS_A_MOVE = 0


def name_of(seats: int, biting: int) -> str:
    words = ("", ", biting") if biting in (0, RANDOM) or biting & (biting - 1) == 0 else ("", ", several biting")
    return f"{seats} seats{words[biting > 0]}"


SETUPS = {
    name_of(seats, biting): Table({"biting": ["random"] if biting else []}, seats)
    for seats in (2, 3, 4, 5)
    for biting in (0, RANDOM)
}


def setup_of(state: Record) -> str:
    """The name of the setup of a position, as in SETUPS; another one where the box holds other cards."""
    name = name_of(int(state.seats), int(state.biting))
    return name if state.cards.tolist() == COUNTS else f"{name}, other cards"


@rule
def views(state):
    return int(state.seats)


@rule
def wealth(state, seat):
    """What others fear: points, and tridents near five."""
    tridents = state.kept[seat, TRIDENT]
    return 4 * points(state, seat) + tridents * tridents * tridents


@rule
def rank_others(state, seat, order):
    """Fill the other seats, the richest first; return how many."""
    count = 0
    for other in range(state.seats):
        if other == seat:
            continue
        at = count
        while at > 0 and wealth(state, order[at - 1]) < wealth(state, other):
            order[at] = order[at - 1]
            at -= 1
        order[at] = other
        count += 1
    return count


@rule
def rank_piles(state, seat, order, worths):
    """Fill the piles, the best for the seat first, and what they are worth to it."""
    for pile in range(state.piles):
        own, at = pile_worth(state, seat, pile), pile
        while at > 0 and worths[at - 1] < own:
            order[at], worths[at] = order[at - 1], worths[at - 1]
            at -= 1
        order[at], worths[at] = pile, own


@rule
def kept_features(state, owner, rank, out, count):
    for kind in range(KINDS):
        copies = state.kept[owner, kind]
        if copies > 0:
            out[count] = KEPT + (rank * KINDS + kind) * COPIES + min(copies, COPIES - 1)
            count += 1
    return count


@rule
def pile_features(state, pile, first, out, count):
    """What lies on a pile: one and two of a kind, how many face down, how high."""
    met = scratch(SORTS)
    met[:] = 0
    for i in range(state.heights[pile]):
        met[state.pile[pile, i]] += 1
    for kind in range(KINDS):
        for copy in range(min(met[kind], 2)):
            out[count] = first + 2 * kind + copy
            count += 1
    out[count] = first + 2 * KINDS + min(met[DOWN], 3)
    out[count + 1] = first + 2 * KINDS + 4 + min(state.heights[pile] - met[GONE], 5)
    return count + 2


@rule
def roughly(worth):
    """24 steps of what a pile is worth, small ones first."""
    return worth // 3 if worth < 36 else min(12 + (worth - 36) // 8, 23)


@rule
def features(state, seat, out):
    """Fill what is true as a seat sees it; return how many."""
    others, piles, worths = scratch(SEATS), scratch(PILES), scratch(PILES)
    rivals = rank_others(state, seat, others)
    rank_piles(state, seat, piles, worths)
    count = kept_features(state, seat, 0, out, 0)
    best, most, hungry = 0, 0, 0
    for i in range(rivals):
        count = kept_features(state, others[i], i + 1, out, count)
        best = max(best, points(state, others[i]))
        most = max(most, state.kept[others[i], TRIDENT])
        hungry += state.hungry >> others[i] & 1
    own, tridents, rounds = points(state, seat), state.kept[seat, TRIDENT], min(state.deck // state.piles, 25)
    ahead = 15 + max(min(own - best, 15), -15)
    free = state.cards[TRIDENT]
    for other in range(state.seats):
        free -= state.kept[other, TRIDENT]
    out[count] = LEAD + 10 * ahead + min(rounds, 9)
    out[count + 1] = TRIDENTS + (min(tridents, 4) * 5 + min(most, 4)) * COPIES + min(free, COPIES - 1)
    out[count + 2] = POINTS + min(food(state, seat), 31)
    out[count + 3] = HUNGRY + (state.hungry >> seat & 1)
    out[count + 4] = HUNGRY + 2 + hungry
    out[count + 5] = ROUNDS + rounds
    out[count + 6] = TABLE + state.seats - 1
    count += 7
    if state.phase == STEALING:
        out[count] = THIEF + (1 if state.due >> seat & 1 else 2)
        count += 1
    for card in range(BITING_CARDS):
        if state.biting >> card & 1:
            out[count] = BITES + card
            count += 1
    for kind in range(KINDS):
        out[count] = UNSEEN + kind * COPIES + min(state.unseen[kind], COPIES - 1)
        count += 1
    for i in range(state.piles):
        first = PILE + i * EACH_PILE
        count = pile_features(state, piles[i], first, out, count)
        out[count] = first + EACH_PILE - 48 + roughly(worths[i])
        out[count + 1] = first + EACH_PILE - 24 + roughly(pile_worth(state, others[0], piles[i]))
        count += 2
    return count


def symmetries() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Seats and piles are in order of worth already."""
    return np.arange(FEATURES)[None], np.zeros((1, SLOTS), np.int64)
