"""Guessing the hidden cards of Crabe vs Poulpe: one of all the pasts that agree with what a seat saw.

A viewer's log has blanks: cards of a known back that moved unseen. Luck takes every card of a place alike, and so,
we suppose, does the other seat; hence every way to fill the blanks with the 24 cards of that back is as likely as
any other (docs/decisions/0002-what-a-seat-knows.md). `complete` draws one of them, back by back: the log becomes a
script of small steps, an arrangement of the cards that matter is drawn for every step, and 24 cards act it all out.
"""

import numpy as np

from recif.games.bits import lowest, nth_bit, popcount
from recif.games.compiled import Numbers, Record, rule
from recif.games.crabs.arrangements import HIGH, draw_arrangements
from recif.games.crabs.cards import CARDS, RANKS, added
from recif.games.crabs.script import (
    BACK_IN,
    BLANK,
    DECK,
    FAREWELL,
    HAND_0,
    PLACES,
    SEEN,
    SIGHT,
    TWIN,
    UNSEEN,
    Script,
    write,
)
from recif.games.luck import below


@rule
def complete(state: Record, viewer: int, rng: Numbers) -> None:
    """Fill the blanks of the log, and the decks and hands that the viewer does not see."""
    script = np.empty(1, Script)[0]
    state.deck = 0
    for seat in range(2):
        if seat != viewer:
            state.hand[seat] = 0
    for back in range(2):
        write(script, state, back, viewer)
        act(script, draw_arrangements(script, rng), state, rng)


@rule
def act(script: Record, path: Numbers, state: Record, rng: Numbers) -> None:
    """Let the 24 cards of a back play the script along a path of arrangements; then write down who did what."""
    at = np.zeros(PLACES, np.int64)  # the cards of each place, as bits
    named = np.zeros(RANKS, np.int64)  # the cards known to be of each rank
    mover = np.empty(script.count, np.int64)
    at[DECK] = (1 << CARDS) - 1
    for n in range(script.count):
        mover[n] = move_one(script, n, path[n], path[n + 1], at, named, rng)
    rank = name_all(named, rng)
    for n in range(script.count):
        if script.step[n] & 15 == BLANK:
            state.log[script.entry[n]] |= 1 << rank[mover[n]]
    for card in range(CARDS):
        settle(state, RANKS * script.back + rank[card], at, card)


@rule
def move_one(script: Record, n: int, before: int, after: int, at: Numbers, named: Numbers, rng: Numbers) -> int:
    """One step: any card that fits the part takes it; return which."""
    step = script.step[n]
    what, rank, start, end = step & 15, step >> 4 & 15, step >> 8 & 15, step >> 12 & 15
    if what == TWIN:
        start = HIGH[after >> 4 * rank & 15]
        end = start
    elif what == BACK_IN or what == FAREWELL:
        start = SIGHT
    elif what > UNSEEN and what != SEEN:
        return -1
    card = one_of(at[start] & candidates(what, rank, before, after, named), rng)
    at[start] &= ~(1 << card)
    at[end] |= 1 << card
    if what == TWIN or what == UNSEEN:
        named[rank] |= 1 << card
    return card


@rule
def candidates(what: int, rank: int, before: int, after: int, named: Numbers) -> int:
    """The cards that can take a part; what a blank moved shows in the arrangement after it."""
    changed = before ^ after
    if what in (SEEN, BACK_IN, FAREWELL):
        return named[rank]
    if what != BLANK or changed == 0:
        return ~named_cards(named, 0)
    if changed < 1 << 4 * RANKS:
        return named[lowest(changed) >> 2]
    return named_cards(named, before)


@rule
def named_cards(named: Numbers, tracked: int) -> int:
    """The cards whose rank is known, without those of tracked ranks."""
    cards = 0
    for rank in range(RANKS):
        if tracked >> 4 * rank & 15 == 0:
            cards |= named[rank]
    return cards


@rule
def one_of(cards: int, rng: Numbers) -> int:
    return nth_bit(cards, below(rng, popcount(cards)))


@rule
def name_all(named: Numbers, rng: Numbers) -> Numbers:
    """The rank of every card: what was never seen is dealt evenly."""
    rank = np.empty(CARDS, np.int64)
    rest = (1 << CARDS) - 1  # two bits a rank
    for r in range(RANKS):
        cards = named[r]
        while cards:
            rank[lowest(cards)] = r
            cards &= cards - 1
            rest ^= 1 << r + RANKS * (rest >> r & 1 ^ 1)
    nameless = ~named_cards(named, 0) & (1 << CARDS) - 1
    while nameless:
        bit = one_of(rest, rng)
        rank[lowest(nameless)] = bit % RANKS
        rest ^= 1 << bit
        nameless &= nameless - 1
    return rank


@rule
def settle(state: Record, card: int, at: Numbers, actor: int) -> None:
    """Put a card where the actor that plays it has ended."""
    if at[DECK] >> actor & 1:
        state.deck = added(state.deck, card)
    for seat in range(2):
        if at[HAND_0 + seat] >> actor & 1:
            state.hand[seat] = added(state.hand[seat], card)
