"""What a net is told of Crocodile Pool Party: piles, bars and what is unseen, from the side of the seat that moves.

The pool is turned so that the mover's bar is always in the same corner. A feature is plane * 84 + cell, or one of the
counts behind the planes.
"""

from typing import Any

import numpy as np

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import Record, rule
from recif.games.core.features import Table
from recif.games.core.features import views as views
from recif.games.core.hunch import Knobs
from recif.games.core.hunch import moves as moves
from recif.games.crocodiles.hunch import WAY
from recif.games.crocodiles.hunch import playout_move as playout_move
from recif.games.crocodiles.hunch import value as value
from recif.games.crocodiles.hunch import weigh as weigh
from recif.games.crocodiles.pool import BAR, CELLS, HALF
from recif.games.crocodiles.pool import KINDS as NUMBERS
from recif.games.crocodiles.rules import CHARGE, PLACING
from recif.games.crocodiles.tiles import height, kind_of

FEATURES_VERSION = 1
KNOBS = Knobs(explore=0.0, trust=1.0, hope=-0.05, stir=0.1, ripe=1)
HORIZON = 0
SETUPS = {"free": Table({"setup": "free"}), "first": Table({"setup": "first"})}
SHARES = (3, 1)  # of the games of self-play, by setup
OPENING = (2, 18)  # random moves with which a game of self-play begins: most or all of the placing
WIDTH = 64

TALL = 2 * NUMBERS  # planes of piles of 2, 3, 4 and more tiles, for either side
CHARGING = TALL + 2 * 4  # the crocodile that must move
IN_BAR = (CHARGING + 1) * CELLS  # 2 sides × 13, and so on
LEAD = IN_BAR + 2 * 13
UNSEEN = LEAD + 25
PHASE = UNSEEN + 2 * 6
QUIET = PHASE + 6
TOPS = QUIET + 9
FEATURES = TOPS + 2 * 8
MOST = 64  # features at once

SLOTS_A_MOVE = 3  # which tile starts where, where it lands, and what comes of it
LANDINGS = NUMBERS * CELLS
DEEDS = LANDINGS + NUMBERS * (CELLS + 1)
EATS, BANKS, NEARER, FLIPS, PLACES = DEEDS, DEEDS + 36, DEEDS + 42, DEEDS + 42 + 5 * 9, DEEDS + 42 + 5 * 9 + 1
SLOTS = PLACES + 1


def setup_of(state: Record) -> str:
    """However the swimmers were placed, what follows is the same game."""
    return "free"


@rule
def turned(cell, seat):
    return cell if seat == 0 else CELLS - 1 - cell


@rule
def side_features(state, seat, owner, side, out, count):
    tops = 0
    for half in range(2):
        cells = state.tops[owner, half]
        tops += popcount(cells)
        while cells:
            cell = half * HALF + lowest(cells)
            cells &= cells - 1
            pile, at = state.pile[cell], turned(cell, seat)
            out[count] = (side * NUMBERS + kind_of(pile)) * CELLS + at
            count += 1
            tall = min(height(pile), 5)
            if tall > 1:
                out[count] = (TALL + side * 4 + tall - 2) * CELLS + at
                count += 1
    out[count] = IN_BAR + side * 13 + min(height(state.bar[owner]), 12)
    out[count + 1] = TOPS + side * 8 + min(tops, 7)
    count += 2
    for number in range(6):
        if state.unseen[owner] >> (number + 1) & 1:
            out[count] = UNSEEN + side * 6 + number
            count += 1
    return count


@rule
def features(state, seat, out):
    """Fill what is true for a seat to move; return how many."""
    count = side_features(state, seat, seat, 0, out, 0)
    count = side_features(state, seat, 1 - seat, 1, out, count)
    if state.phase == CHARGE:
        out[count] = CHARGING * CELLS + turned(state.flipped, seat)
        count += 1
    out[count] = LEAD + 12 + height(state.bar[seat]) - height(state.bar[1 - seat])
    out[count + 1] = PHASE + state.phase
    out[count + 2] = QUIET + min(state.quiet // 5, 8)
    return count + 3


@rule
def deed(state, seat, start, target):
    """What a move does at a glance: bank or eat so many tiles, flip, or swim nearer to the bar with a pile."""
    pile = state.pile[start]
    if target >= BAR:
        return BANKS + min(height(pile), 6) - 1
    if start == target:
        return FLIPS
    tall = min(height(pile), 6) if kind_of(pile) else 0
    if state.pile[target]:
        return EATS + (max(tall, 1) - 1) * 6 + min(height(state.pile[target]), 6) - 1
    gain = min(max(WAY[seat, start] - WAY[seat, target], -4), 4)
    return NEARER + min(tall, 4) * 9 + gain + 4


@rule
def slots(state, seat, moves, count, out):
    """Fill the three slots of each move."""
    for i in range(count):
        start, target = moves[i] >> 7, moves[i] & 127
        landing = CELLS if target >= BAR else turned(target, seat)
        if state.phase == PLACING:
            out[3 * i] = landing
            out[3 * i + 1] = LANDINGS + landing
            out[3 * i + 2] = PLACES
        else:
            kind = kind_of(state.pile[start])
            out[3 * i] = kind * CELLS + turned(start, seat)
            out[3 * i + 1] = LANDINGS + kind * (CELLS + 1) + landing
            out[3 * i + 2] = deed(state, seat, start, target)


def symmetries() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The bars leave only one way to lay the pool."""
    return np.arange(FEATURES)[None], np.arange(SLOTS)[None]
