"""A log of Crabe vs Poulpe as a viewer knows it, taken apart into small steps of the cards of one back.

Cards lie in five places; the viewer sees into one of them. A rank is *tracked* from the moment when the viewer knew
one of its cards in a hidden place until it is seen for the last time: `arrangements.py` tells what it is good for.
"""

from recif.games.core.bits import lowest
from recif.games.core.compiled import Record, record, rule, table
from recif.games.crabs.cards import CARDS, RANKS
from recif.games.crabs.memory import BACK, CARD_RANKS, LOG, SEAT, WORD
from recif.games.crabs.steps import DRAW, DROP, GIVE, LOOK, MIX, PINCH, STEAL

# In sight: in the viewer's hand, played, or discarded by the viewer. Away: discarded by another, unseen.
SIGHT, DECK, HAND_0, HAND_1, AWAY = range(5)
PLACES = 5

BLANK = 0  # a card that the viewer cannot see goes from a place to another
UNSEEN = 1  # a card comes into sight from a place; no card of its rank is tracked
SEEN = 2  # so does a card of a tracked rank
TWIN = 3  # a rank begins to be tracked: its other copy, never seen, lies somewhere
BACK_IN = 4  # a card in sight goes to a hidden place, and is tracked
FAREWELL = 5  # so does a card that will not be seen again
LOOKED = 6  # the viewer sees all cards of a place: these are the ones of tracked ranks
RETIRED = 7  # a rank has been seen for the last time

STEPS = 2 * LOG + 4 * CARDS  # two an entry; those of twins, looks and retirements come once in a rank's life

Script = record(
    step=("i8", STEPS),  # what, rank, start, end: four bits each; then ranks, or how many cards were never seen
    room=("i8", STEPS + 1),  # how many cards each place has before each step, eight bits a place
    entry=("i8", STEPS),  # the log entry that a BLANK is to fill
    count="i8",
    back="i8",
    last=("i8", RANKS),  # the entry where each rank is seen for the last time
    in_sight=("i8", RANKS),  # these three while the script is being written: copies of each rank that are in sight,
    tracked="i8",  # ranks that are tracked,
    unseen="i8",  # and cards that have never been in sight
)


def _hand(seat: int, viewer: int) -> int:
    return SIGHT if seat == viewer else HAND_0 + seat


def _start(viewer: int, seat: int, word: int) -> int:
    if word == DRAW:
        return DECK
    if word == LOOK and viewer < 0:
        return SIGHT  # a look tells a spectator nothing
    return _hand(1 - seat if word in (STEAL, PINCH, LOOK) else seat, viewer)


def _end(viewer: int, seat: int, word: int) -> int:
    if word in (MIX, PINCH):
        return DECK
    if word in (DRAW, STEAL, GIVE):
        return _hand(1 - seat if word == GIVE else seat, viewer)
    return AWAY if word == DROP and seat != viewer else SIGHT


# Where a card comes from, or what is looked at, and where it goes: by viewer + 1, seat and word.
START = table([[_start(viewer, seat, word) for word in range(LOOK + 1)] for seat in range(2)] for viewer in (-1, 0, 1))
END = table([[_end(viewer, seat, word) for word in range(LOOK + 1)] for seat in range(2)] for viewer in (-1, 0, 1))


@rule
def write(script: Record, state: Record, back: int, viewer: int) -> None:
    """The whole log of a back as steps."""
    script.back = back
    script.count = 0
    script.room[0] = CARDS << 8 * DECK
    script.tracked = 0
    script.unseen = CARDS
    find_last_sights(script, state, viewer)
    for i in range(state.logged):
        entry = int(state.log[i])
        word, seat, ranks = entry >> WORD, entry >> SEAT & 1, entry & CARD_RANKS
        start, end = START[viewer + 1, seat, word], END[viewer + 1, seat, word]
        if entry >> BACK & 1 != back:
            continue
        if word == LOOK:
            if start != SIGHT:
                write_look(script, i, start, ranks)
        elif ranks == 0:
            script.entry[script.count] = i
            add(script, BLANK | start << 8 | end << 12)
        else:
            rank = lowest(ranks)
            if start != SIGHT:
                come_out(script, rank, start)
            if script.last[rank] == i:
                retire(script, rank)
            if end != SIGHT:
                go_in(script, i, rank, end)


@rule
def find_last_sights(script: Record, state: Record, viewer: int) -> None:
    """A rank is seen when one of its cards comes out of hiding; a look sees which ranks are there and which are not."""
    look = -1
    for rank in range(RANKS):
        script.last[rank] = -1
        script.in_sight[rank] = 0
    for i in range(state.logged):
        entry = int(state.log[i])
        word, ranks = entry >> WORD, entry & CARD_RANKS
        if entry >> BACK & 1 == script.back and START[viewer + 1, entry >> SEAT & 1, word] != SIGHT:
            if word == LOOK:
                look = i
            elif ranks != 0:
                script.last[lowest(ranks)] = i
    for rank in range(RANKS):
        script.last[rank] = max(script.last[rank], look)


@rule
def write_look(script: Record, i: int, place: int, ranks: int) -> None:
    """A look finds the tracked cards in their place; the others it takes out and puts back in."""
    tracked = script.tracked | script.tracked << RANKS
    add(script, LOOKED | place << 8 | place << 12 | (ranks & tracked) << 16)
    fresh = ranks & ~tracked
    for bit in range(2 * RANKS):
        if fresh >> bit & 1:
            come_out(script, bit % RANKS, place)
    for bit in range(2 * RANKS):
        if fresh >> bit & 1:
            go_in(script, i, bit % RANKS, place)
    for rank in range(RANKS):
        if script.last[rank] == i:
            retire(script, rank)


@rule
def come_out(script: Record, rank: int, place: int) -> None:
    is_tracked = script.tracked >> rank & 1
    add(script, UNSEEN + is_tracked | rank << 4 | place << 8)
    script.unseen -= 1 - is_tracked
    script.in_sight[rank] += 1


@rule
def go_in(script: Record, i: int, rank: int, place: int) -> None:
    """A card goes where the viewer cannot see it; from now on it matters, if its rank will be seen again."""
    is_tracked = script.tracked >> rank & 1
    will_be_seen = script.last[rank] > i
    if will_be_seen and not is_tracked and script.in_sight[rank] == 1:
        add(script, TWIN | rank << 4 | script.unseen << 16)
        script.unseen -= 1
    if will_be_seen:
        script.tracked |= 1 << rank
    add(script, (BACK_IN if will_be_seen else FAREWELL) | rank << 4 | place << 12)
    script.in_sight[rank] -= 1


@rule
def retire(script: Record, rank: int) -> None:
    if script.tracked >> rank & 1:
        add(script, RETIRED | rank << 4)
        script.tracked ^= 1 << rank


@rule
def add(script: Record, step: int) -> None:
    n = script.count
    start, end = step >> 8 & 15, step >> 12 & 15
    script.step[n] = step
    script.room[n + 1] = script.room[n] - (1 << 8 * start) + (1 << 8 * end)
    script.count = n + 1
