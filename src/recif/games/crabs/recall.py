"""Guessing again and again from one view of Crabe vs Poulpe, as a search does.

Which arrangements of cards may have been, and in how many ways, is found once; a guess then draws among them. Hands
and decks come out as `past.guess` has them, but the log keeps its blanks, since nobody asks it in a search. So cards
that the viewer has never seen need not act: it is enough to deal them out at the end.
"""

from typing import Any, NamedTuple

import numpy as np

from recif.games.core.bits import popcount
from recif.games.core.compiled import Numbers, Record, rule, scratch
from recif.games.core.luck import below
from recif.games.crabs.arrangements import (
    FINE,
    HIGH,
    LOW,
    MOST,
    PAIR,
    TRACKED,
    count_ways,
    successors,
    unseen_in,
    ways_to,
)
from recif.games.crabs.cards import BACK, CARDS, KINDS, RANKS, added, any_of, without
from recif.games.crabs.script import BLANK, DECK, FAREWELL, HAND_0, PLACES, RETIRED, SIGHT, TWIN, UNSEEN, Script, write


class Past(NamedTuple):
    """All that may have become of the cards of a back."""

    back: int
    steps: Numbers  # of the script, and how many cards each place had before each, and at the end
    rooms: Numbers
    keys: Numbers  # arrangements, in how many ways each comes about, and where those before each step begin
    ways: np.ndarray[Any, np.dtype[np.float64]]
    starts: Numbers
    wide: Numbers  # steps before which there are several arrangements, the last first
    events: Numbers  # steps at which cards that will not be seen again come or go
    path: Numbers  # the arrangement before each step, and at the end: as drawn last
    unseen: int  # the cards that the viewer has never seen


@rule
def recall(state: Record, viewer: int) -> tuple[Past, Past]:
    """What all guesses from a view have in common, back by back."""
    box = np.empty(1, Script)  # handed down as an array: a compiled record does not keep its array alive
    return recall_back(box, state, viewer, 0), recall_back(box, state, viewer, 1)


@rule
def recall_back(box: np.ndarray[Any, Any], state: Record, viewer: int, back: int) -> Past:
    script = box[0]
    write(script, state, back, viewer)
    count = int(script.count)
    rng = np.ones(2, np.int64)  # only where there are too many arrangements to keep
    keys, ways, starts = count_ways(script, 1 << MOST, rng)
    for more in range(MOST + 1, 40):
        if starts[count] < starts[count + 1]:
            break
        keys, ways, starts = count_ways(script, 1 << more, rng)
    steps, rooms = np.empty(count, np.int64), np.empty(count + 1, np.int64)
    wide, events = np.empty(count + 1, np.int64), np.empty(count, np.int64)
    path = np.empty(count + 1, np.int64)
    rooms[count] = script.room[count]
    wides = happened = 0
    unseen = BACK[back]
    for n in range(count, -1, -1):
        path[n] = keys[starts[n]]
        if starts[n + 1] - starts[n] > 1:
            wide[wides] = n
            wides += 1
    for n in range(count):
        step = script.step[n]
        steps[n], rooms[n] = step, script.room[n]
        what = step & 15
        if what in (UNSEEN, TWIN):
            unseen = without(unseen, RANKS * back + (step >> 4 & 15))
        if what in (FAREWELL, RETIRED) or (what == BLANK and may_move_farewell(keys, starts, n)):
            events[happened] = n
            happened += 1
    return Past(back, steps, rooms, keys, ways, starts, wide[:wides], events[:happened], path, int(unseen))


@rule
def may_move_farewell(keys: Numbers, starts: Numbers, n: int) -> bool:
    """Whether an arrangement before or after a step has cards that will not be seen again."""
    for i in range(starts[n], starts[n + 2]):
        if keys[i] > TRACKED:
            return True
    return False


@rule
def imagine(pasts: tuple[Past, Past], state: Record, viewer: int, rng: Numbers) -> None:
    """Any hands and decks that agree with what the viewer saw, each as likely as by a guess of the whole past."""
    state.deck = 0
    for seat in range(2):
        if seat != viewer:
            state.hand[seat] = 0
    for back in range(2):
        past = pasts[back]
        draw_wide(past, rng)
        deal_out(past, state, viewer, rng)


@rule
def draw_wide(past: Past, rng: Numbers) -> None:
    """Draw the arrangements that are in doubt, from the last to the first."""
    after, branches = scratch(16), scratch(16)
    path, count = past.path, len(past.steps)
    for n in past.wide:
        total = 0.0
        for i in range(past.starts[n], past.starts[n + 1]):
            weight = past.ways[i]
            if n < count:
                found = successors(past.steps[n], past.rooms[n], past.keys[i], after, branches)
                weight *= ways_to(path[n + 1], after, branches, found)
            total += weight
            if below(rng, FINE) * total < weight * FINE:
                path[n] = past.keys[i]


@rule
def deal_out(past: Past, state: Record, viewer: int, rng: Numbers) -> None:
    """Follow the cards that will not be seen again; then deal those that were never seen to the room that is left."""
    at = scratch(PLACES)
    for place in range(PLACES):
        at[place] = 0
    for n in past.events:
        follow(past, n, at, rng)
    room, end, rest = past.rooms[-1], past.path[-1], past.unseen
    for seat in range(2):
        if seat != viewer:
            hand = at[HAND_0 + seat]
            for _ in range(unseen_in(room, end, HAND_0 + seat)):
                card = any_of(rest, rng)
                rest = without(rest, card)
                hand = added(hand, card)
            state.hand[seat] |= hand
    for _ in range(popcount(rest) - unseen_in(room, end, DECK)):
        rest = without(rest, any_of(rest, rng))  # discarded, and not seen
    state.deck |= together(at[DECK], rest)


@rule
def follow(past: Past, n: int, at: Numbers, rng: Numbers) -> None:
    """A step at which cards come to those that will not be seen again, or one of them goes elsewhere."""
    step = past.steps[n]
    what, rank, start, end = step & 15, step >> 4 & 15, step >> 8 & 15, step >> 12 & 15
    card = RANKS * past.back + rank
    if what == FAREWELL:
        at[end] = added(at[end], card)
    elif what == RETIRED:
        pair = past.path[n] >> PAIR * rank & 15
        for place in (HIGH[pair], LOW[pair]):
            if place != SIGHT:
                at[place] = added(at[place], card)
    elif past.path[n] ^ past.path[n + 1] > TRACKED:
        card = any_of(at[start], rng)
        at[start] = without(at[start], card)
        at[end] = added(at[end], card)


@rule
def together(some: int, others: int) -> int:
    """The cards of two sets, which have two copies of a card at most."""
    either = some | others
    return either & KINDS | (either >> CARDS | some & others & KINDS) << CARDS
