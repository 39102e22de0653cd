"""What a seat of Crabe vs Poulpe knows when it decides, for a net that plays without a search; and slots of its moves.

Asked about a position or about the seat's view of it, the answer is the same: cards that it has not seen are not looked
at. Backs are the seat's own and the other one, whoever is the crab.
"""

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import rule, scratch
from recif.games.crabs.cards import ALPHA, CARDS, OMEGA, ONE, RANKS
from recif.games.crabs.features import FLAGS as FLAGS_BEFORE
from recif.games.crabs.features import SIZES as SIZES_BEFORE
from recif.games.crabs.features import (
    both,
    flag_features,
    put,
    put_by_side,
    put_kinds,
    seen_from,
    size_features,
    step_features,
)
from recif.games.crabs.memory import BACK, CARD_RANKS, SEAT, WORD
from recif.games.crabs.rules import ANSWER, FITS, PASS, fitting, own_back
from recif.games.crabs.steps import DRAW, DROP, GIVE, LOOK, MIX, MOST_STEPS, PINCH, PLAY, STEAL

HAND = 0  # kind × one or two copies; so are the next three
KNOWN = HAND + 2 * CARDS  # what this seat is sure that the other holds
SHOWN = KNOWN + 2 * CARDS  # own cards that the other is sure of
UNSEEN = SHOWN + 2 * CARDS  # what may be anywhere else
FITTING = UNSEEN + 2 * CARDS  # own cards that may be played now
BY_SIDE = FITTING + CARDS  # own × crabs' or octopuses' × the three ranks that differ × copies
BACKS = BY_SIDE + 2 * 3 * 2  # held: own of the other back, the other's of either back, up to 7
PHASES = BACKS + 3 * 8
TOPS = PHASES + 16
STEPS = TOPS + 2 * RANKS
COUNTS = STEPS + MOST_STEPS * 16  # own cards that fit, up to 6
SPECIAL = COUNTS + 7  # own 1, Ω, α, and the other back's unseen 1 and Ω, up to 2
FOLLOWING = SPECIAL + 5 * 3  # the share of the other back's unseen cards that go on the top, in eighths
PASSED = FOLLOWING + 9  # who passed last, on what
DRAWN = PASSED + 2 * RANKS  # cards drawn since: own, the other's, up to 5
ACCEPTED = DRAWN + 2 * 6  # effects let happen in this round by either, up to 2
PILED = ACCEPTED + 2 * 3
SIZES = PILED + 10  # what both know of sizes and flags is told as to nets that see all
FLAGS = SIZES + 2 * 16 + 2 * (CARDS + 1) + 2 * 32 + 25 * 4
FEATURES = FLAGS + 6
MOST = 160  # features at once
FEATURES_VERSION = 101  # above those of nets that see all: no file of one kind is taken for the other
WIDTH = 128
SLOTS = 5 * CARDS + 3
SLOTS_A_MOVE = 1
LONGEST = 600  # decisions of a game; a longer one teaches nothing


@rule
def learn(sure, gone, viewer, entry):
    """One entry of the log: what a viewer is now sure to find in the other hand, and what is out of the game."""
    word, actor, back = entry >> WORD, entry >> SEAT & 1, entry >> BACK & 1
    first, ranks = RANKS * back, entry & CARD_RANKS
    if word in (DRAW, DROP, MIX) and actor != viewer:
        ranks = 0  # whatever is written there, the viewer has not seen it
    if word == LOOK:
        if actor == viewer:
            for rank in range(RANKS):
                sure[first + rank] = (ranks >> rank & 1) + (ranks >> rank + RANKS & 1)
    elif ranks == 0:
        if word in (DROP, MIX) and actor != viewer:
            for card in range(first, first + RANKS):  # it may have been any of them
                sure[card] = max(sure[card] - 1, 0)
    else:
        card = first + lowest(ranks)
        if (word == STEAL and actor != viewer) or (word == GIVE and actor == viewer):
            sure[card] += 1
        elif (word in (PLAY, GIVE) and actor != viewer) or (word in (STEAL, PINCH) and actor == viewer):
            sure[card] = max(sure[card] - 1, 0)
        if word in (PLAY, DROP):
            gone[card] += 1


@rule
def put_counts(counts, back, first, out, count):
    for card in range(CARDS):
        if counts[card] > 0:
            out[count] = first + 2 * seen_from(card, back) + min(counts[card], 2) - 1
            count += 1
    return count


@rule
def memory_features(state, seat, back, out, count):
    """What the log tells: the other's cards, own ones that are no secret, and what has not been seen."""
    known, shown, unseen, spare = scratch(CARDS), scratch(CARDS), scratch(CARDS), scratch(CARDS)
    known[:] = 0
    shown[:] = 0
    unseen[:] = 0
    spare[:] = 0
    for i in range(state.logged):
        entry = int(state.log[i])
        learn(known, unseen, seat, entry)
        learn(shown, spare, 1 - seat, entry)
    mine = state.hand[seat]
    for card in range(CARDS):
        held = (mine >> card & 1) + (mine >> card + CARDS & 1)
        shown[card] = min(shown[card], held)
        unseen[card] = max(2 - unseen[card] - known[card] - held, 0)  # it counted what is out of the game until here
    count = put_counts(known, back, KNOWN, out, count)
    count = put_counts(shown, back, SHOWN, out, count)
    count = put_counts(unseen, back, UNSEEN, out, count)
    return guessed_features(state, unseen, RANKS * (1 - back), out, count)


@rule
def guessed_features(state, unseen, first, out, count):
    """What the other may well hold of its own back."""
    fits, cards, follow = FITS[state.top + RANKS * state.inverted], 0, 0
    for card in range(first, first + RANKS):
        cards += unseen[card]
        follow += unseen[card] * (fits >> card & 1)
    out[count] = FOLLOWING + (8 * follow // cards if cards else 0)
    out[count + 1] = SPECIAL + 9 + min(unseen[first + ONE], 2)
    out[count + 2] = SPECIAL + 12 + min(unseen[first + OMEGA], 2)
    return count + 3


@rule
def past_features(state, seat, out, count):
    """Who passed last and on what, and what was drawn since: the log is read backwards, past this round's cards."""
    drawn = scratch(2)
    drawn[:] = 0
    plays = 0
    for i in range(state.logged - 1, -1, -1):
        entry = int(state.log[i])
        if entry >> WORD == PLAY:
            if plays == state.played:
                rank = lowest(entry & CARD_RANKS)
                if rank != OMEGA:
                    out[count] = PASSED + RANKS * (state.leader == seat) + rank
                    count += 1
                break
            plays += 1
        elif entry >> WORD == DRAW and plays == state.played:
            drawn[(entry >> SEAT & 1) ^ seat] += 1
    out[count] = DRAWN + min(drawn[0], 5)
    out[count + 1] = DRAWN + 6 + min(drawn[1], 5)
    return count + 2


@rule
def accepted_features(state, seat, out, count):
    """Effects that either has let happen in this round: perhaps it had no 1."""
    accepted = scratch(2)
    accepted[:] = 0
    for i in range(state.played):
        card, by = state.pile[i] & 31, state.pile[i] >> 5
        if state.effects[card] == 0:
            continue
        is_open = state.phase == ANSWER
        if i + 1 < state.played:
            after = state.pile[i + 1]
            is_open = (after & 31) % RANKS == ONE and after >> 5 != by
        if not is_open:
            accepted[1 - by ^ seat] += 1
    out[count] = ACCEPTED + min(accepted[0], 2)
    out[count + 1] = ACCEPTED + 3 + min(accepted[1], 2)
    out[count + 2] = PILED + min(state.played, 9)
    return count + 3


@rule
def table_features(state, seat, out, count):
    """What lies open: sizes, the top, the phase, what is left of an effect."""
    back, before = own_back(state, seat), count
    count = size_features(state, seat, out, count)
    for i in range(before, count):
        out[i] += SIZES - SIZES_BEFORE
    before = count
    count = flag_features(state, seat, out, count)
    for i in range(before, count):
        out[i] += FLAGS - FLAGS_BEFORE
    out[count] = BACKS + min(state.held[seat, 1 - back], 7)
    out[count + 1] = BACKS + 8 + min(state.held[1 - seat, back], 7)
    out[count + 2] = BACKS + 16 + min(state.held[1 - seat, 1 - back], 7)
    out[count + 3] = TOPS + state.top + RANKS * state.inverted
    out[count + 4] = PHASES + state.phase
    count += 5
    return step_features(state, STEPS, out, count)


@rule
def features(state, seat, out):
    """Fill what a seat that decides knows; return how many."""
    back, mine, fits = own_back(state, seat), state.hand[seat], fitting(state)
    count = put(mine, back, HAND, out, 0)
    count = put_kinds(fits, back, FITTING, out, count)
    if state.mode == 1:
        count = put_by_side(mine, BY_SIDE, out, count)
    count = memory_features(state, seat, back, out, count)
    count = past_features(state, seat, out, count)
    count = accepted_features(state, seat, out, count)
    count = table_features(state, seat, out, count)
    out[count] = COUNTS + min(popcount(fits), 6)
    out[count + 1] = SPECIAL + min(popcount(mine & both(ONE)), 2)
    out[count + 2] = SPECIAL + 3 + min(popcount(mine & both(OMEGA)), 2)
    out[count + 3] = SPECIAL + 6 + min(popcount(mine & both(ALPHA)), 2)
    return count + 4


@rule
def slots(state, seat, moves, count, out):
    """What is done with which card, by its back; then pass, stop, accept."""
    back = own_back(state, seat)
    for i in range(count):
        if PASS <= moves[i] < 32:
            out[i] = 5 * CARDS + moves[i] - PASS
        else:
            out[i] = CARDS * (moves[i] >> 5) + seen_from(moves[i] & 31, back)
