"""A log of Crabe vs Poulpe as a viewer knows it, taken apart into small steps of the cards of one back.

Cards lie in five places; the viewer sees into one of them. A rank is *tracked* from the moment when the viewer knew
one of its cards in a hidden place until it is seen for the last time: see `past.py` for what it is good for.
"""

from recif.games.bits import lowest
from recif.games.compiled import Record, record, rule
from recif.games.crabs.cards import CARDS, RANKS
from recif.games.crabs.memory import BACK, CARD_RANKS, LOG, SEAT, WORD
from recif.games.crabs.steps import DRAW, DROP, GIVE, LOOK, MIX, PINCH, STEAL

# In sight: in the viewer's hand, played, or discarded by the viewer. Away: discarded by another, unseen.
SIGHT, DECK, HAND_0, HAND_1, AWAY = range(5)
PLACES = 5

BLANK = 0  # a card that the viewer cannot see goes from a place to another
UNSEEN = 1  # a card comes into sight from a place; no card of its rank was tracked
SEEN = 2  # so does a card of a tracked rank
TWIN = 3  # a rank begins to be tracked: the other copy lies somewhere, never seen
BACK_IN = 4  # a card in sight goes to a hidden place, and is tracked
FAREWELL = 5  # so does a card that will not be seen again
LOOKED = 6  # the viewer sees all cards of a place: these are the ones of tracked ranks
RETIRED = 7  # a rank has been seen for the last time

STEPS = 2 * LOG + 4 * CARDS  # two an entry; the others are once in a rank's life

Script = record(
    step=("i8", STEPS),  # what, rank, place, other place: four bits each; then ranks, or how many cards were never seen
    entry=("i8", STEPS),  # the log entry that a BLANK is to fill
    last=("i8", RANKS),  # the entry where each rank is seen for the last time
    in_sight=("i8", RANKS),  # copies of each rank, while the script is being written
    tracked="i8",  # bits of ranks, likewise
    unseen="i8",  # cards that have never been in sight, likewise
    count="i8",
    back="i8",
    viewer="i8",
    room=("i1", STEPS + 1, 8),  # how many cards each place has before each step
)


@rule
def write(script: Record, state: Record, back: int, viewer: int) -> None:
    """The whole log of a back as steps."""
    script.count = 0
    script.back = back
    script.viewer = viewer
    script.tracked = 0
    script.unseen = CARDS
    script.in_sight[:] = 0
    script.room[0, :] = 0
    script.room[0, DECK] = CARDS
    find_last_sights(script, state)
    for i in range(state.logged):
        entry = int(state.log[i])
        if entry >> BACK & 1 == back:
            write_entry(script, i, entry >> WORD, entry >> SEAT & 1, entry & CARD_RANKS)


@rule
def find_last_sights(script: Record, state: Record) -> None:
    """A rank is seen when one of its cards comes out of hiding; a look sees which ranks are there and which are not."""
    script.last[:] = -1
    for i in range(state.logged):
        entry = int(state.log[i])
        word, seat, ranks = entry >> WORD, entry >> SEAT & 1, entry & CARD_RANKS
        if entry >> BACK & 1 != script.back or source(word, seat, script.viewer) == SIGHT:
            continue
        if word == LOOK:
            script.last[:] = i
        elif ranks != 0:
            script.last[lowest(ranks)] = i


@rule
def hand(seat: int, viewer: int) -> int:
    return SIGHT if seat == viewer else HAND_0 + seat


@rule
def source(word: int, seat: int, viewer: int) -> int:
    """Where a card comes from, or what is looked at."""
    if word == DRAW:
        return DECK
    return hand(1 - seat if word == STEAL or word == PINCH or word == LOOK else seat, viewer)


@rule
def target(word: int, seat: int, viewer: int) -> int:
    if word == MIX or word == PINCH:
        return DECK
    if word == DRAW or word == STEAL:
        return hand(seat, viewer)
    if word == GIVE:
        return hand(1 - seat, viewer)
    return AWAY if word == DROP and seat != viewer else SIGHT


@rule
def write_entry(script: Record, i: int, word: int, seat: int, ranks: int) -> None:
    start, end = source(word, seat, script.viewer), target(word, seat, script.viewer)
    if word == LOOK:
        if start != SIGHT:
            write_look(script, i, start, ranks)
    elif ranks == 0:
        script.entry[script.count] = i
        add(script, BLANK, 0, start, end, 0)
    else:
        rank = lowest(ranks)
        if start != SIGHT:
            come_out(script, rank, start)
        if script.last[rank] == i:
            retire(script, rank)
        if end != SIGHT:
            go_in(script, i, rank, end)


@rule
def write_look(script: Record, i: int, place: int, ranks: int) -> None:
    """A look sees tracked cards, and takes the others out and puts them back in."""
    known = script.tracked | script.tracked << RANKS
    add(script, LOOKED, 0, place, 0, ranks & known)
    fresh = ranks & ~known
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
    add(script, SEEN if is_tracked else UNSEEN, rank, place, SIGHT, 0)
    script.unseen -= 1 - is_tracked
    script.in_sight[rank] += 1


@rule
def go_in(script: Record, i: int, rank: int, place: int) -> None:
    """A card goes where the viewer cannot see it; from now on it matters, if it will be seen again."""
    if script.last[rank] <= i:
        add(script, FAREWELL, rank, place, place, 0)
    else:
        if script.tracked >> rank & 1 == 0 and script.in_sight[rank] == 1:
            add(script, TWIN, rank, 0, 0, script.unseen)
            script.unseen -= 1
        script.tracked |= 1 << rank
        add(script, BACK_IN, rank, SIGHT, place, 0)
    script.in_sight[rank] -= 1


@rule
def retire(script: Record, rank: int) -> None:
    if script.tracked >> rank & 1:
        add(script, RETIRED, rank, 0, 0, 0)
        script.tracked ^= 1 << rank


@rule
def add(script: Record, what: int, rank: int, start: int, end: int, more: int) -> None:
    n = script.count
    script.step[n] = what | rank << 4 | start << 8 | end << 12 | more << 16
    for place in range(PLACES):
        script.room[n + 1, place] = script.room[n, place]
    if what in (BLANK, UNSEEN, SEEN):
        script.room[n + 1, start] -= 1
    if what in (BLANK, BACK_IN, FAREWELL):
        script.room[n + 1, end] += 1
    script.count = n + 1
