"""Guessing the hidden cards of Crabe vs Poulpe: one of all the pasts that agree with what a seat saw.

A viewer's log has blanks: cards of a known back that moved unseen. Luck takes every card of a place alike, and so,
we suppose, does the other seat; hence every way to fill the blanks with the 24 cards of that back is as likely as
any other (docs/decisions/0002-what-a-seat-knows.md). `guess` draws one of them, back by back: the log becomes a
script of small steps, an arrangement of the cards that matter is drawn for every step, and 24 cards act it all out.
"""

import numpy as np

from recif.games.core.bits import lowest, nth_bit, popcount
from recif.games.core.compiled import Numbers, Record, rule, scratch
from recif.games.core.luck import below
from recif.games.crabs.arrangements import HIGH, MOST, PAIR, TRACKED, draw_path
from recif.games.crabs.cards import CARDS, RANKS, added, without
from recif.games.crabs.memory import BACK, CARD_RANKS, SEAT, WORD, ranks_of
from recif.games.crabs.script import (
    BACK_IN,
    BLANK,
    DECK,
    END,
    FAREWELL,
    HAND_0,
    HAND_1,
    PLACES,
    SEEN,
    START,
    TWIN,
    UNSEEN,
    Script,
    write,
)
from recif.games.crabs.steps import LOOK

ALL = (1 << CARDS) - 1  # the 24 cards of a back, as bits
NAMED = RANKS  # in the table of named cards: all of them
NAMES = RANKS + 1


@rule
def guess(state: Record, viewer: int, rng: Numbers) -> None:
    """Any past that agrees with the log as the viewer saw it, each as likely as any other, and where it leads."""
    box = np.empty(1, Script)  # taken out of the box inside the loop: a compiled record does not keep its array alive
    state.deck = 0
    for seat in range(2):
        if seat != viewer:
            state.hand[seat] = 0
    for back in range(2):
        script = box[0]
        write(script, state, back, viewer)
        path = np.empty(script.count + 1, np.int64)
        for more in range(MOST, 40):
            if draw_path(script, 1 << more, rng, path):
                break
        act(script, path, state, rng)
    if viewer < 0:
        fill_looks(state)


@rule
def fill_looks(state: Record) -> None:
    """What was seen of a hand follows from the rest, for a spectator who did not see it."""
    hands = scratch(4)  # by place; the deck and the pile are of no interest
    hands[HAND_0], hands[HAND_1] = 0, 0
    for i in range(state.logged):
        entry = int(state.log[i])
        word, seat, back, ranks = entry >> WORD, entry >> SEAT & 1, entry >> BACK & 1, entry & CARD_RANKS
        if word == LOOK:
            state.log[i] = entry & ~CARD_RANKS | ranks_of(hands[HAND_1 - seat], back)
            continue
        card = RANKS * back + lowest(ranks)
        start, end = START[0, seat, word], END[0, seat, word]
        if start in (HAND_0, HAND_1):
            hands[start] = without(hands[start], card)
        if end in (HAND_0, HAND_1):
            hands[end] = added(hands[end], card)


@rule
def act(script: Record, path: Numbers, state: Record, rng: Numbers) -> None:
    """Let the 24 cards of a back play the script along a path of arrangements; then write down who did what."""
    at = scratch(PLACES)  # the cards of each place
    named = scratch(NAMES)  # the cards known to be of each rank
    rank = scratch(CARDS)
    mover = np.empty(script.count, np.int64)
    for place in range(PLACES):
        at[place] = ALL if place == DECK else 0
    for r in range(NAMES):
        named[r] = 0
    for n in range(script.count):
        mover[n] = move_one(script.step[n], path[n], path[n + 1], at, named, rng)
    name_all(named, rank, rng)
    for n in range(script.count):
        if script.step[n] & 15 == BLANK:
            state.log[script.entry[n]] |= 1 << rank[mover[n]]
    for i in range(CARDS):
        card = RANKS * script.back + rank[i]
        if at[DECK] >> i & 1:
            state.deck = added(state.deck, card)
        for seat in range(2):
            if at[HAND_0 + seat] >> i & 1:
                state.hand[seat] = added(state.hand[seat], card)


@rule
def move_one(step: int, before: int, after: int, at: Numbers, named: Numbers, rng: Numbers) -> int:
    """One step: any card that fits the part takes it; return which."""
    what, rank, start, end = step & 15, step >> 4 & 15, step >> 8 & 15, step >> 12 & 15
    if what > FAREWELL:
        return -1
    if what == TWIN:
        start = HIGH[after >> PAIR * rank & 15]
        end = start
    card = one_of(at[start] & candidates(what, rank, before, after, named), rng)
    at[start] ^= 1 << card
    at[end] |= 1 << card
    if what in (TWIN, UNSEEN):
        named[rank] |= 1 << card
        named[NAMED] |= 1 << card
    return card


@rule
def candidates(what: int, rank: int, before: int, after: int, named: Numbers) -> int:
    """The cards that can take a part; what it was that a blank moved shows in the arrangement."""
    if what in (SEEN, BACK_IN, FAREWELL):
        return int(named[rank])
    changed = before ^ after if what == BLANK else 0
    if changed == 0:
        return ~int(named[NAMED])
    if changed <= TRACKED:
        return int(named[lowest(changed) // PAIR])
    farewells = int(named[NAMED])
    for r in range(RANKS):
        if before >> PAIR * r & 15:
            farewells &= ~int(named[r])
    return farewells


@rule
def one_of(cards: int, rng: Numbers) -> int:
    return nth_bit(cards, below(rng, popcount(cards)))


@rule
def name_all(named: Numbers, rank: Numbers, rng: Numbers) -> None:
    """The rank of every card: those never seen are dealt evenly."""
    rest = ALL  # two bits a rank
    for r in range(RANKS):
        cards = named[r]
        while cards:
            rank[lowest(cards)] = r
            cards &= cards - 1
            rest ^= 1 << r + RANKS * (rest >> r & 1 ^ 1)
    nameless = ALL & ~named[NAMED]
    while nameless:
        bit = one_of(rest, rng)
        rank[lowest(nameless)] = bit % RANKS
        rest ^= 1 << bit
        nameless &= nameless - 1
