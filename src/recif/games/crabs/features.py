"""What a net is told of Crabe vs Poulpe: both hands, the decks, what fits, and what is at work, as the mover has it.

It is asked about a guess, in which no card is hidden. Backs are the mover's own and the other one, whoever is the crab.
In the mode by side the cards that differ are told once more, by what they do.
"""

from typing import Any

import numpy as np

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import Record, rule
from recif.games.core.features import SURE, Table
from recif.games.core.features import slots as slots
from recif.games.core.features import views as views
from recif.games.core.hunch import Knobs
from recif.games.core.hunch import moves as moves
from recif.games.core.hunch import value as value
from recif.games.crabs.cards import ALPHA, CARDS, KINDS, OMEGA, ONE, RANKS
from recif.games.crabs.hunch import playout_move as playout_move
from recif.games.crabs.hunch import weigh as weigh
from recif.games.crabs.options import MODES, RESIST
from recif.games.crabs.rules import FITS, LEAD, VERSION, fitting, hand_size, own_back, way_out
from recif.games.crabs.steps import MOST_STEPS, PRINTED

FEATURES_VERSION = 1
KNOBS = Knobs(explore=0.3, trust=0.5, hope=0.1, stir=0.1, ripe=1)
HORIZON = 0
OPENING = (0, 3)  # random moves with which a game of self-play begins; the deal does the rest
WIDTH = 64

HANDS = 0  # own and the other × back × rank × one or two copies
DECKS = HANDS + 2 * 2 * CARDS  # back × rank × one or two copies
FITTING = DECKS + 2 * CARDS  # own cards that may be played now
FOLLOWING = FITTING + CARDS  # cards of the other that would fit on the same top
BY_SIDE = FOLLOWING + CARDS  # own and the other × crabs' or octopuses' × the three ranks that differ × copies
SIZES = BY_SIDE + 2 * 2 * 3 * 2
MOST_HELD = 16
STOCKS = SIZES + 2 * MOST_HELD
LEFT = STOCKS + 2 * (CARDS + 1)  # own and the other: cards in hand and deck, up to 31
LEADS = LEFT + 2 * 32  # who has fewer left, -12 to 12, × how far the game is
TOPS = LEADS + 25 * 4
PHASES = TOPS + 2 * RANKS
STEPS = PHASES + 16  # step × place, of the effect at work
FITTING_COUNTS = STEPS + MOST_STEPS * 16  # own × the other's, up to 5
ONES = FITTING_COUNTS + 36
OMEGAS = ONES + 9
ALPHAS = OMEGAS + 9
FLAGS = ALPHAS + 9
FEATURES = FLAGS + 6
MOST = 160  # features at once
SLOTS = SLOTS_A_MOVE = 0

LED, INKED, ONCE, SIDED, IS_CRAB, INVERTED = range(6)
OTHERWISE = (2, 5, 10)  # the ranks whose effects differ by side


def name_of(mode: int, crabs_seat: int, once: int) -> str:
    """Where both sides have the same effects, it does not matter who is the crab."""
    first = "" if mode == 0 else ", octopuses first" if crabs_seat else ", crabs first"
    return f"{MODES[mode]}{first}{', once' if once else ''}"


SETUPS = {
    name_of(mode, crabs_seat, once): Table({"mode": MODES[mode], "crabs_seat": crabs_seat, "resist": RESIST[once]})
    for once in range(2)
    for mode, crabs_seat in ((0, 0), (1, 0), (1, 1))
}
SHARES = (8, 4, 4, 2, 1, 1)  # of the games of self-play, by setup


def setup_of(state: Record) -> str:
    """The name of the setup of a position, as in SETUPS; another one for effects of people's own or older rules."""
    name = name_of(int(state.mode), int(state.crabs_seat), int(state.once))
    if state.effects.tolist() != PRINTED[int(state.mode)].tolist():
        name += ", other effects"
    return name if int(state.version) == VERSION else f"{name}, rules {int(state.version)}"


@rule
def seen_from(card, back):
    """A card by whether its back is the mover's: those of its own come first."""
    if back == 0:
        return card
    return card + RANKS if card < RANKS else card - RANKS


@rule
def put(cards, back, first, out, count):
    """The cards of a set: two numbers a kind, for one copy and for two."""
    kinds = cards & KINDS
    while kinds:
        card = lowest(kinds)
        out[count] = first + 2 * seen_from(card, back) + (cards >> card + CARDS & 1)
        count += 1
        kinds &= kinds - 1
    return count


@rule
def put_kinds(kinds, back, first, out, count):
    while kinds:
        card = lowest(kinds)
        out[count] = first + seen_from(card, back)
        count += 1
        kinds &= kinds - 1
    return count


@rule
def put_by_side(cards, first, out, count):
    """The cards whose effects differ by side, by what they do."""
    for place in range(3):
        rank = OTHERWISE[place]
        for back in range(2):
            card = rank + RANKS * back
            if cards >> card & 1:
                out[count] = first + 2 * (3 * back + place) + (cards >> card + CARDS & 1)
                count += 1
    return count


@rule
def both(rank):
    """The cards of a rank, of either back and copy."""
    return (1 << rank | 1 << rank + RANKS) * (1 | 1 << CARDS)


@rule
def held_by_both(mine, theirs, rank, first):
    """How many of a rank each holds, up to two."""
    cards = both(rank)
    return first + 3 * min(popcount(mine & cards), 2) + min(popcount(theirs & cards), 2)


@rule
def left_of(state, seat):
    """How many cards a seat must still get rid of."""
    return hand_size(state, seat) + state.stock[own_back(state, seat)]


@rule
def size_features(state, seat, out, count):
    """How many cards each has in hand, in its deck and altogether, and who is ahead."""
    for side in range(2):
        owner = seat if side == 0 else 1 - seat
        out[count] = SIZES + MOST_HELD * side + min(hand_size(state, owner), MOST_HELD - 1)
        out[count + 1] = STOCKS + (CARDS + 1) * side + state.stock[own_back(state, owner)]
        out[count + 2] = LEFT + 32 * side + min(left_of(state, owner), 31)
        count += 3
    own, other = left_of(state, seat), left_of(state, 1 - seat)
    stage = min(min(own, other) // 5, 3)
    out[count] = LEADS + 25 * stage + 12 + max(min(other - own, 12), -12)
    return count + 1


@rule
def step_features(state, first, out, count):
    """What an effect still asks for, in its order."""
    left, place = state.left, 0
    while left != 0:
        out[count] = first + 16 * place + (left & 15)
        left >>= 4
        place += 1
        count += 1
    return count


@rule
def flag_features(state, seat, out, count):
    is_crab = own_back(state, seat) == 0
    for flag, is_up in (
        (LED, state.leader == seat),
        (INKED, state.inked == 1),
        (ONCE, state.once == 1),
        (SIDED, state.mode == 1),
        (IS_CRAB, state.mode == 1 and is_crab),
        (INVERTED, state.inverted == 1),
    ):
        if is_up:
            out[count] = FLAGS + flag
            count += 1
    return count


@rule
def features(state, seat, out):
    """Fill what is true for a seat to move; return how many, or SURE."""
    mine, theirs, back = state.hand[seat], state.hand[1 - seat], own_back(state, seat)
    fits = fitting(state)
    may_play = state.phase == LEAD or way_out(state) >= 0
    if left_of(state, seat) == 1 and hand_size(state, seat) == 1 and fits != 0 and may_play:
        return SURE
    follow = theirs & KINDS & FITS[state.top + RANKS * state.inverted]
    count = put(mine, back, HANDS, out, 0)
    count = put(theirs, back, HANDS + 2 * CARDS, out, count)
    count = put(state.deck, back, DECKS, out, count)
    count = put_kinds(fits, back, FITTING, out, count)
    count = put_kinds(follow, back, FOLLOWING, out, count)
    if state.mode == 1:
        count = put_by_side(mine, BY_SIDE, out, count)
        count = put_by_side(theirs, BY_SIDE + 12, out, count)
    count = size_features(state, seat, out, count)
    out[count] = TOPS + state.top + RANKS * state.inverted
    out[count + 1] = PHASES + state.phase
    out[count + 2] = FITTING_COUNTS + 6 * min(popcount(fits), 5) + min(popcount(follow), 5)
    out[count + 3] = held_by_both(mine, theirs, ONE, ONES)
    out[count + 4] = held_by_both(mine, theirs, OMEGA, OMEGAS)
    out[count + 5] = held_by_both(mine, theirs, ALPHA, ALPHAS)
    count += 6
    count = step_features(state, STEPS, out, count)
    return flag_features(state, seat, out, count)


def symmetries() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Backs are the mover's own and the other one already."""
    return np.arange(FEATURES)[None], np.zeros((1, SLOTS), np.int64)
