"""Which cards of Crabe vs Poulpe may lie where: all arrangements that a script allows, counted, and one drawn.

The cards that matter are those of tracked ranks, one by one. Cards never seen before are all alike; so are those of
a place that have been seen but will not be again. An arrangement is four bits a rank, for the places of its tracked
copies, and five bits a place for how many cards there will not be seen again.

Forwards, `count_ways` finds every arrangement after each step and in how many ways the cards can come to it; backwards,
`draw_path` takes one arrangement a step by these counts. So each way through the script is as likely as any other.
"""

import numpy as np

from recif.games.bits import lowest
from recif.games.compiled import Numbers, Record, rule, table
from recif.games.crabs.cards import RANKS
from recif.games.crabs.script import (
    AWAY,
    BACK_IN,
    BLANK,
    DECK,
    FAREWELL,
    HAND_1,
    LOOKED,
    PLACES,
    RETIRED,
    SEEN,
    SIGHT,
    TWIN,
    UNSEEN,
)
from recif.games.luck import below

MOST = 1 << 12  # arrangements that a step keeps; only a table of effects made for the purpose brings more
BRANCHES = RANKS + 2  # the most arrangements to which one leads
FINE = 1 << 30
HUGE = 1e200

# The places of a rank's two copies as one number below 15. A copy that is in sight or not tracked counts as SIGHT.
PAIRS = [(high, low) for high in range(PLACES) for low in range(high + 1)]
COPIES = table([pair.count(place) for place in range(PLACES)] for pair in PAIRS)
HIGH = table(high for high, _ in PAIRS)


def _moved(pair: tuple[int, int], start: int, end: int) -> int:
    if start not in pair:
        return 0
    stays = pair[1] if pair[0] == start else pair[0]
    return PAIRS.index((max(stays, end), min(stays, end)))


MOVED = table([[_moved(pair, a, b) for b in range(PLACES)] for a in range(PLACES)] for pair in PAIRS)


@rule
def draw_arrangements(script: Record, rng: Numbers) -> Numbers:
    """An arrangement before each step and after the last."""
    most = MOST
    while True:
        keys, ways, starts = count_ways(script, most, rng)
        if starts[script.count] < starts[script.count + 1]:
            return draw_path(script, keys, ways, starts, rng)
        most *= 4  # what was thinned out was the truth


@rule
def gone(place: int) -> int:
    """Where an arrangement has its count of a place's cards that will not be seen again."""
    return 48 + 5 * (place - DECK)


@rule
def moved(arrangement: int, rank: int, start: int, end: int) -> int:
    """The arrangement with a tracked copy of a rank elsewhere."""
    pair = arrangement >> 4 * rank & 15
    return arrangement ^ (pair ^ MOVED[pair, start, end]) << 4 * rank


@rule
def said_farewell(arrangement: int, start: int, end: int) -> int:
    """The arrangement with a card that will not be seen again elsewhere; those away need no count."""
    if DECK <= start <= HAND_1:
        arrangement -= 1 << gone(start)
    if DECK <= end <= HAND_1:
        arrangement += 1 << gone(end)
    return arrangement


@rule
def tracked_in(arrangement: int, place: int) -> int:
    """How many tracked cards a place has."""
    pairs = arrangement & (1 << 48) - 1
    count = 0
    while pairs:
        shift = lowest(pairs) & ~3
        count += COPIES[pairs >> shift & 15, place]
        pairs &= ~(15 << shift)
    return count


@rule
def unseen_in(script: Record, n: int, arrangement: int, place: int) -> int:
    """How many cards of a place have never been seen; not for AWAY, whose farewells are not counted."""
    return script.room[n, place] - tracked_in(arrangement, place) - (arrangement >> gone(place) & 31)


@rule
def successors(script: Record, n: int, before: int, after: Numbers, ways: Numbers) -> int:
    """The arrangements to which a step leads, and in how many ways; return how many there are."""
    step = script.step[n]
    what, rank, start, end, more = step & 15, step >> 4 & 15, step >> 8 & 15, step >> 12 & 15, step >> 16
    if what == BLANK:
        return blank_successors(script, n, before, after, ways)
    if what == TWIN:
        return twin_successors(script, n, before, after, ways)
    after[0] = before
    ways[0] = 1
    if what == UNSEEN:
        ways[0] = unseen_in(script, n, before, start)
    elif what == SEEN:
        ways[0] = COPIES[before >> 4 * rank & 15, start]
        after[0] = moved(before, rank, start, SIGHT)
    elif what == BACK_IN:
        after[0] = moved(before, rank, SIGHT, end)
    elif what == FAREWELL:
        after[0] = said_farewell(before, SIGHT, end)
    elif what == LOOKED:
        ways[0] = 1 if is_in_place(before, start, more) else 0
    elif what == RETIRED:
        after[0] = retired(before, rank)
    return 1 if ways[0] > 0 else 0


@rule
def blank_successors(script: Record, n: int, before: int, after: Numbers, ways: Numbers) -> int:
    """Any card of the place may be the one: never seen, not to be seen again, or one of those tracked."""
    start, end = script.step[n] >> 8 & 15, script.step[n] >> 12 & 15
    count = 0
    if unseen_in(script, n, before, start) > 0:
        after[count] = before
        ways[count] = unseen_in(script, n, before, start)
        count += 1
    if before >> gone(start) & 31:
        after[count] = said_farewell(before, start, end)
        ways[count] = before >> gone(start) & 31
        count += 1
    for rank in range(RANKS):
        copies = COPIES[before >> 4 * rank & 15, start]
        if copies > 0:
            after[count] = moved(before, rank, start, end)
            ways[count] = copies
            count += 1
    return count


@rule
def twin_successors(script: Record, n: int, before: int, after: Numbers, ways: Numbers) -> int:
    """The other copy of a rank is any of the cards never seen; those away are the rest of them."""
    rank, rest = script.step[n] >> 4 & 15, script.step[n] >> 16
    count = 0
    for place in range(DECK, PLACES):
        here = rest if place == AWAY else unseen_in(script, n, before, place)
        rest -= here
        if here > 0:
            after[count] = moved(before, rank, SIGHT, place)
            ways[count] = here
            count += 1
    return count


@rule
def is_in_place(arrangement: int, place: int, ranks: int) -> bool:
    """Whether the tracked cards of a place are these."""
    for rank in range(RANKS):
        if COPIES[arrangement >> 4 * rank & 15, place] != (ranks >> rank & 1) + (ranks >> rank + RANKS & 1):
            return False
    return True


@rule
def retired(arrangement: int, rank: int) -> int:
    """The arrangement where a rank is no longer tracked, and its hidden copies will not be seen again."""
    for place in range(DECK, PLACES):
        while COPIES[arrangement >> 4 * rank & 15, place]:
            arrangement = said_farewell(moved(arrangement, rank, place, SIGHT), SIGHT, place)
    return arrangement


@rule
def count_ways(script: Record, most: int, rng: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """All arrangements, step after step; in how many ways each comes about, to scale; where each step's begin."""
    keys, ways = np.zeros(512, np.int64), np.zeros(512, np.float64)
    starts = np.zeros(script.count + 2, np.int64)
    index = np.full(64, -1, np.int64)
    after, branches = np.empty(BRANCHES, np.int64), np.empty(BRANCHES, np.int64)
    ways[0] = 1.0
    starts[1] = 1
    for n in range(script.count):
        first, end = starts[n + 1], starts[n + 1]
        for i in range(starts[n], first):
            for j in range(successors(script, n, keys[i], after, branches)):
                slot = find(index, keys, first, after[j])
                if index[slot] < first:
                    if end == keys.size:
                        keys, ways = np.append(keys, np.zeros_like(keys)), np.append(ways, np.zeros_like(ways))
                    keys[end], ways[end], index[slot] = after[j], 0.0, end
                    end += 1
                    if 2 * (end - first) > index.size:
                        index = indexed(keys, first, end, 2 * index.size)
                        slot = find(index, keys, first, after[j])
                ways[index[slot]] += ways[i] * branches[j]
        starts[n + 2] = scaled(keys, ways, first, end, most, rng)
    return keys, ways, starts


@rule
def find(index: Numbers, keys: Numbers, first: int, key: int) -> int:
    """Where the index has a key of the step that begins at `first`, or has room for it."""
    slot = (int(key) * 0x9E3779B1 >> 24) & index.size - 1
    while index[slot] >= first and keys[index[slot]] != key:
        slot = slot + 1 & index.size - 1
    return slot


@rule
def indexed(keys: Numbers, first: int, end: int, size: int) -> Numbers:
    index = np.full(size, -1, np.int64)
    for i in range(first, end):
        index[find(index, keys, first, keys[i])] = i
    return index


@rule
def scaled(keys: Numbers, ways: Numbers, first: int, end: int, most: int, rng: Numbers) -> int:
    """Keep numbers small; of too many arrangements, thin out the rare ones without favour; return the new end."""
    total = 0.0
    for i in range(first, end):
        total += ways[i]
    if total > HUGE:
        ways[first:end] /= HUGE
        total /= HUGE
    if end - first <= most:
        return end
    kept = first
    for i in range(first, end):
        if uniform(rng) * total < ways[i] * most:
            keys[kept], ways[kept] = keys[i], max(ways[i], total / most)
            kept += 1
    return kept


@rule
def uniform(rng: Numbers) -> float:
    return below(rng, FINE) / FINE


@rule
def draw_path(script: Record, keys: Numbers, ways: Numbers, starts: Numbers, rng: Numbers) -> Numbers:
    """One arrangement a step, drawn backwards from the last."""
    path = np.empty(script.count + 1, np.int64)
    after, branches = np.empty(BRANCHES, np.int64), np.empty(BRANCHES, np.int64)
    for n in range(script.count, -1, -1):
        first, end = starts[n], starts[n + 1]
        path[n] = keys[first]
        total = 0.0
        for i in range(first, end if end - first > 1 else first):
            here = ways[i]
            if n < script.count:
                here *= ways_to(path[n + 1], after, branches, successors(script, n, keys[i], after, branches))
            total += here
            if uniform(rng) * total < here:
                path[n] = keys[i]
    return path


@rule
def ways_to(key: int, after: Numbers, branches: Numbers, count: int) -> int:
    for j in range(count):
        if after[j] == key:
            return branches[j]
    return 0
