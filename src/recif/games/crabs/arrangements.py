"""Which cards of Crabe vs Poulpe may lie where: all arrangements that a script allows, counted, and some drawn.

The cards that matter are those of tracked ranks, one by one. Cards never seen before are all alike; so are those of
a place that have been seen but will not be again. An arrangement is four bits a rank, for the places of its tracked
copies, and five bits a place for how many cards there will not be seen again.

Forwards, `count_ways` finds every arrangement after each step and in how many ways the cards can come to it; backwards,
`draw_path` takes one arrangement a step by these counts. So each way through the script is as likely as any other.
"""

from typing import Any

import numpy as np

from recif.games.core.bits import lowest
from recif.games.core.compiled import Numbers, Record, rule, scratch, table
from recif.games.core.luck import below
from recif.games.crabs.cards import RANKS
from recif.games.crabs.script import AWAY, BACK_IN, BLANK, DECK, FAREWELL, LOOKED, PLACES, RETIRED, SEEN, TWIN, UNSEEN

MOST = 14  # bits of how many arrangements a step keeps: far more than any printed effects bring about
FINE = 1 << 30
HUGE = 1e200

PAIR = 4  # bits that a rank takes
TRACKED = (1 << PAIR * RANKS) - 1
# The places of a rank's two copies as one number below 15; a copy that is in sight, or not tracked, counts as SIGHT.
PAIRS = [(high, low) for high in range(PLACES) for low in range(high + 1)]
HIGH, LOW = (table(pair[i] for pair in PAIRS) for i in range(2))
COPIES = table([pair.count(place) for place in range(PLACES)] for pair in PAIRS)
# Where the farewells of a place are counted, and one of them. Those in sight or away need no count.
GONE = table([0, 48, 53, 58, 0])
ONE_GONE = table([0, 1 << 48, 1 << 53, 1 << 58, 0])


def _moved(pair: tuple[int, int], start: int, end: int) -> int:
    if start not in pair:
        return 0
    stays = pair[1] if pair[0] == start else pair[0]
    return PAIRS.index((max(stays, end), min(stays, end)))


MOVED = table([[_moved(pair, a, b) for b in range(PLACES)] for a in range(PLACES)] for pair in PAIRS)


@rule
def moved(arrangement: int, rank: int, start: int, end: int) -> int:
    """The arrangement with a copy of a tracked rank elsewhere."""
    pair = arrangement >> PAIR * rank & 15
    return arrangement ^ int(pair ^ MOVED[pair, start, end]) << PAIR * rank


@rule
def unseen_in(room: int, arrangement: int, place: int) -> int:
    """How many cards of a place have never been seen: the others are tracked or farewells. Not for AWAY."""
    count = (room >> 8 * place & 255) - (arrangement >> int(GONE[place]) & 31)
    pairs = arrangement & TRACKED
    while pairs:
        shift = lowest(pairs) & -PAIR
        count -= int(COPIES[pairs >> shift & 15, place])
        pairs &= ~(15 << shift)
    return count


@rule
def blank_successors(room: int, start: int, end: int, before: int, after: Numbers, ways: Numbers) -> int:
    """Any card of the place may be the one: never seen, a farewell, or one of those tracked."""
    after[0], ways[0] = before, unseen_in(room, before, start)
    after[1], ways[1] = before - ONE_GONE[start] + ONE_GONE[end], before >> GONE[start] & 31
    count = 2
    pairs = before & TRACKED
    while pairs:
        rank = lowest(pairs) // PAIR
        after[count] = moved(before, rank, start, end)
        ways[count] = COPIES[before >> PAIR * rank & 15, start]
        count += 1
        pairs &= ~(15 << PAIR * rank)
    return count


@rule
def twin_successors(room: int, rank: int, unseen: int, before: int, after: Numbers, ways: Numbers) -> int:
    """The twin is any of the cards never seen; those that are nowhere else are away."""
    for place in range(DECK, PLACES):
        here = unseen if place == AWAY else unseen_in(room, before, place)
        after[place - DECK], ways[place - DECK] = moved(before, rank, 0, place), here
        unseen -= here
    return PLACES - DECK


@rule
def is_there(arrangement: int, place: int, ranks: int) -> int:
    """1 if the tracked cards of a place are these, else 0."""
    for rank in range(RANKS):
        copies = (ranks >> rank & 1) + (ranks >> rank + RANKS & 1)
        if COPIES[arrangement >> PAIR * rank & 15, place] != copies:
            return 0
    return 1


@rule
def successors(step: int, room: int, before: int, after: Numbers, ways: Numbers) -> int:
    """The arrangements to which a step may lead, and in how many ways, which may be none; return how many."""
    what, rank, start, end, more = step & 15, step >> 4 & 15, step >> 8 & 15, step >> 12 & 15, step >> 16
    if what == BLANK:
        return blank_successors(room, start, end, before, after, ways)
    if what == TWIN:
        return twin_successors(room, rank, more, before, after, ways)
    pair = before >> PAIR * rank & 15
    after[0], ways[0] = before, 1
    if what == UNSEEN:
        ways[0] = unseen_in(room, before, start)
    elif what in (SEEN, BACK_IN):
        after[0], ways[0] = moved(before, rank, start, end), 1 if what == BACK_IN else COPIES[pair, start]
    elif what == FAREWELL:
        after[0] = before + ONE_GONE[end]
    elif what == LOOKED:
        ways[0] = is_there(before, start, more)
    elif what == RETIRED:
        after[0] = before - (pair << PAIR * rank) + ONE_GONE[HIGH[pair]] + ONE_GONE[LOW[pair]]
    return 1


@rule
def find(index: Numbers, keys: Numbers, first: int, end: int, key: int) -> int:
    """Where a key is among those of the step that begins at `first`; it is noted for `end` if it is not there yet."""
    slot = (int(key) * 0x9E3779B1 >> 24) & index.size - 1
    while index[slot] >= first and keys[index[slot]] != key:
        slot = slot + 1 & index.size - 1
    if index[slot] < first:
        index[slot] = end
    return int(index[slot])


@rule
def grown(numbers: Any) -> Any:
    """The same numbers with as much room again."""
    more = np.empty(2 * numbers.size, numbers.dtype)
    for i in range(numbers.size):
        more[i] = numbers[i]
    return more


@rule
def indexed(keys: Numbers, first: int, end: int, size: int) -> Numbers:
    """An index of the keys of one step."""
    index = np.empty(size, np.int64)
    for slot in range(size):
        index[slot] = -1
    for i in range(first, end):
        find(index, keys, first, i, keys[i])
    return index


@rule
def count_ways(script: Record, most: int, rng: Numbers) -> tuple[Numbers, Any, Numbers]:
    """All arrangements, step after step; in how many ways each comes about, to scale; where each step begins."""
    keys, ways = np.empty(512, np.int64), np.empty(512, np.float64)
    starts = np.empty(script.count + 2, np.int64)
    keys[0], ways[0], starts[0], starts[1] = 0, 1.0, 0, 1
    index = indexed(keys, starts[0], starts[0], keys.size >> 3)
    after, branches = scratch(16), scratch(16)
    for n in range(script.count):
        first = starts[n + 1]
        end = first
        is_sole = first - starts[n] == 1  # as mostly: then nothing meets, and the scale does not matter
        for i in range(starts[n], first):
            count = successors(script.step[n], script.room[n], keys[i], after, branches)
            for j in range(count):
                if branches[j] == 0:
                    continue
                place = end if is_sole else find(index, keys, first, end, after[j])
                if place == end:
                    keys[end], ways[end] = after[j], 0.0
                    end += 1
                ways[place] += branches[j] if is_sole else ways[i] * branches[j]
                if end == keys.size:
                    keys, ways = grown(keys), grown(ways)
                if 2 * (end - first) > index.size:
                    index = indexed(keys, first, end, 2 * index.size)
        starts[n + 2] = end if is_sole else thinned(keys, ways, first, end, most, rng)
    return keys, ways, starts


@rule
def thinned(keys: Numbers, ways: Any, first: int, end: int, most: int, rng: Numbers) -> int:
    """Keep numbers below infinity; of too many arrangements leave out rare ones, without bias; return the new end."""
    total = 0.0
    for i in range(first, end):
        total += ways[i]
    scale = 1.0 if total < HUGE else 1.0 / HUGE
    kept = first
    for i in range(first, end):
        if end - first <= most or below(rng, FINE) * total < ways[i] * most * FINE:
            keys[kept] = keys[i]
            ways[kept] = scale * (ways[i] if end - first <= most else max(ways[i], total / most))
            kept += 1
    return kept


@rule
def draw_path(script: Record, most: int, rng: Numbers, path: Numbers) -> bool:
    """Draw the arrangement before each step and after the last; False if thinning out has left none."""
    keys, ways, starts = count_ways(script, most, rng)
    after, branches = scratch(16), scratch(16)
    for n in range(script.count, -1, -1):
        first, end = starts[n], starts[n + 1]
        if first == end:
            return False
        path[n] = keys[first]
        total = 0.0
        for i in range(first, end if end - first > 1 else first):
            weight = ways[i]
            if n < script.count:
                count = successors(script.step[n], script.room[n], keys[i], after, branches)
                weight *= ways_to(path[n + 1], after, branches, count)
            total += weight
            if below(rng, FINE) * total < weight * FINE:
                path[n] = keys[i]
    return True


@rule
def ways_to(key: int, after: Numbers, branches: Numbers, count: int) -> int:
    for j in range(count):
        if after[j] == key and branches[j] > 0:
            return int(branches[j])
    return 0
