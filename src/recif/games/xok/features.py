"""What a net is told of XOK: pieces, groups and what would join them, from the side of the seat that moves.

A feature is plane * 61 + cell, or one of the counts behind the planes.
"""

from typing import Any

import numpy as np

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import Record, rule, scratch, table
from recif.games.core.features import SURE, Table
from recif.games.core.features import views as views
from recif.games.core.hexes import CELLS, STEPS, Place, index, places, step
from recif.games.core.hunch import Knobs
from recif.games.core.hunch import playout_move as playout_move
from recif.games.core.hunch import value as value
from recif.games.xok.hunch import moves as moves
from recif.games.xok.hunch import weigh as weigh
from recif.games.xok.rules import APART, BOARD_4, KINDS, PAIRS, PLANES, VERSION, WAYS, empty_cells
from recif.games.xok.strikes import MOUTHS, fill_ahead, hits
from recif.games.xok.survey import (
    BY_SIZE,
    ENOUGH,
    JOIN,
    JOIN_PAIR,
    LARGEST,
    LARGEST_CELLS,
    NEXT_LARGEST,
    SURVEY,
    cells_at,
    nine_or_more,
    number_at,
    pair_wins,
    shark_wins,
    sharks_left,
    survey,
    wins_at_once,
)

FEATURES_VERSION = 1
KNOBS = Knobs(explore=0.0, trust=1.0, hope=0.0, stir=0.1, ripe=1)
HORIZON = 0
SETUPS = {"side 5": Table({"side": 5}), "side 4": Table({"side": 4})}
SHARES = (3, 1)  # of the games of self-play, by setup
OPENING = (1, 6)  # random moves with which a game of self-play begins
WIDTH = 128

PIECES, SIZES, JOINS = 0, 2, 9  # the planes of a side: fish and sharks, 7 sizes of groups, 6 sizes to be joined
SIDE_PLANES = 15
THREATS = 2 * SIDE_PLANES  # cells where the other side wins with fish, then with a shark
FISH_LEFT = (THREATS + 2) * CELLS  # 2 sides × 15, and so on
SMALL_LEFT = FISH_LEFT + 2 * 15
BIG_LEFT = SMALL_LEFT + 2 * 4
ALL_LEFT = BIG_LEFT + 2 * 8
TOP = ALL_LEFT + 2 * 7
SECOND = TOP + 2 * 11
SAFE = SECOND + 2 * 11
TOPS = SAFE + 2 * 5  # both sides' largest groups together
PAIR_THREATS = TOPS + 11 * 11
SHARK_THREATS = PAIR_THREATS + 6
ANSWERS = SHARK_THREATS + 6  # threatened or not × sharks left
BOARD = ANSWERS + 2 * 7
FEATURES = BOARD + 2
MOST = 320  # features at once

SLOTS_A_MOVE = 2  # the move itself, and what it does at a glance
GLANCES = PLANES * 64
FISH_GLANCES = 2 * 9
SLOTS = GLANCES + FISH_GLANCES + 2 * 6 * 3 * 4

MOUTHS_OF = MOUTHS.reshape(-1)  # by plane of sharks
BITS = table(bin(i).count("1") for i in range(64))


def setup_of(state: Record) -> str:
    """The name of the setup of a position, as in SETUPS; another one for games begun by older rules, and before a pie
    is decided: no net has a slot for that move."""
    side = 4 if int(state.board) == BOARD_4 else 5
    if state.pie:
        return f"side {side}, pie"
    return f"side {side}" if int(state.version) == VERSION else f"side {side}, rules {int(state.version)}"


@rule
def put(out, count, cells, plane):
    while cells:
        out[count] = plane * CELLS + lowest(cells)
        count += 1
        cells &= cells - 1
    return count


@rule
def roughly(n):
    return n if n < 3 else 3 if n < 5 else 4 if n < 9 else 5


@rule
def side_features(state, seat, found, empty, side, out, count):
    first = side * SIDE_PLANES
    count = put(out, count, state.fish[seat], first + PIECES)
    count = put(out, count, state.sharks[seat], first + PIECES + 1)
    count = put(out, count, found[BY_SIZE + 1] | found[BY_SIZE + 2], first + SIZES)
    count = put(out, count, found[BY_SIZE + 3] | found[BY_SIZE + 4], first + SIZES + 1)
    for size in range(5, 9):
        count = put(out, count, found[BY_SIZE + size], first + SIZES + size - 3)
    count = put(out, count, found[BY_SIZE + 9] | found[BY_SIZE + 10], first + SIZES + 6)
    count = put(out, count, empty & (cells_at(found, JOIN, 3) | cells_at(found, JOIN, 4)), first + JOINS)
    for size in range(5, 9):
        count = put(out, count, empty & cells_at(found, JOIN, size), first + JOINS + size - 4)
    count = put(out, count, empty & nine_or_more(found, JOIN), first + JOINS + 5)
    return side_counts(state, seat, found, side, out, count)


@rule
def side_counts(state, seat, found, side, out, count):
    big = 0
    for kind in range(1, KINDS):
        big |= min(state.sharks_left[seat, kind], 1) << (kind - 1)
    out[count] = FISH_LEFT + side * 15 + min(state.fish_left[seat], 14)
    out[count + 1] = SMALL_LEFT + side * 4 + state.sharks_left[seat, 0]
    out[count + 2] = BIG_LEFT + side * 8 + big
    out[count + 3] = ALL_LEFT + side * 7 + sharks_left(state, seat)
    out[count + 4] = TOP + side * 11 + found[LARGEST]
    out[count + 5] = SECOND + side * 11 + found[NEXT_LARGEST]
    out[count + 6] = SAFE + side * 5 + min(popcount(found[LARGEST_CELLS] & state.sharks[seat]), 4)
    return count + 7


@rule
def features(state, seat, out):
    """Fill what is true for a seat to move; return how many, or SURE."""
    mine, theirs = scratch(SURVEY), scratch(SURVEY)
    survey(state, seat, mine)
    if wins_at_once(state, seat, mine):
        return SURE
    survey(state, 1 - seat, theirs)
    empty = empty_cells(state)
    count = side_features(state, seat, mine, empty, 0, out, 0)
    count = side_features(state, 1 - seat, theirs, empty, 1, out, count)
    cells = threats = 0
    for direction in range(PAIRS):
        wins = pair_wins(state, 1 - seat, empty, theirs, direction)
        threats += popcount(wins)
        cells |= wins | step(wins, direction)
    strikes = shark_wins(state, 1 - seat, empty, theirs)
    count = put(out, count, cells, THREATS)
    count = put(out, count, strikes, THREATS + 1)
    out[count] = TOPS + 11 * mine[LARGEST] + theirs[LARGEST]
    out[count + 1] = PAIR_THREATS + roughly(threats)
    out[count + 2] = SHARK_THREATS + roughly(popcount(strikes))
    out[count + 3] = ANSWERS + (7 if threats > 0 or strikes != 0 else 0) + sharks_left(state, seat)
    out[count + 4] = BOARD + (1 if state.board == BOARD_4 else 0)
    return count + 5


@rule
def fill_chains(found, at, first, chains):
    """The numbers of all cells, from `first` on; those of most are 0."""
    chains[first : first + 64] = 0
    cells = found[at] | found[at + 1] | found[at + 2] | found[at + 3] | found[at + 4]
    while cells:
        cell = lowest(cells)
        chains[first + cell] = number_at(found, at, cell)
        cells &= cells - 1


@rule
def slots(state, seat, moves, count, out):
    """Fill the two slots of each move: which it is, and what it does at a glance."""
    mine, theirs, ahead, ahead_top, chains = scratch(SURVEY), scratch(SURVEY), scratch(7), scratch(7), scratch(256)
    survey(state, seat, mine)
    survey(state, 1 - seat, theirs)
    fill_ahead(state.fish[1 - seat], ahead)
    fill_ahead(state.fish[1 - seat] & theirs[LARGEST_CELLS], ahead_top)
    danger = 1 if wins_at_once(state, 1 - seat, theirs) else 0
    for plane in range(PAIRS):
        fill_chains(mine, JOIN_PAIR + 5 * plane, 64 * plane, chains)
    fill_chains(mine, JOIN, 64 * PAIRS, chains)
    bitten = in_top = on_fish = on_top = 0
    last = -1  # the cell that these are about: moves of one come one after the other
    for i in range(count):
        plane, cell = moves[i] >> 6, moves[i] & 63
        out[2 * i] = moves[i]
        if plane < PAIRS:
            out[2 * i + 1] = GLANCES + danger * 9 + min(2 + chains[moves[i]], ENOUGH) - 2
            continue
        if cell != last:
            last = cell
            bitten, in_top = hits(ahead, cell), hits(ahead_top, cell)
            on_fish, on_top = ahead[6] >> cell & 1, ahead_top[6] >> cell & 1
        mouths = MOUTHS_OF[plane - PAIRS]
        eaten, of_top = BITS[bitten & mouths] + on_fish, BITS[in_top & mouths] + on_top
        chain = min(1 + chains[64 * PAIRS + cell], ENOUGH) >> 1
        out[2 * i + 1] = GLANCES + FISH_GLANCES + ((danger * 6 + chain) * 3 + eaten - 1) * 4 + of_top


def symmetries() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The twelve ways to lay the board, as maps of features and of slots."""
    kept, played = [], []
    for mirrored in range(2):
        for turns in range(6):
            cells = {index(place): index(_turned(place, mirrored, turns)) for place in places(5)}
            ways = [STEPS.index(_turned(way, mirrored, turns)) for way in STEPS]
            kept.append(_feature_map(cells))
            played.append(_slot_map(cells, ways))
    return np.array(kept), np.array(played)


def _turned(place: Place, mirrored: int, turns: int) -> Place:
    row, n = place
    if mirrored:
        row, n = n - row, n
    for _ in range(turns):
        row, n = row - n, row
    return row, n


def _feature_map(cells: dict[int, int]) -> list[int]:
    planes = [plane * CELLS + cells[cell] for plane in range(THREATS + 2) for cell in range(CELLS)]
    return planes + list(range(FISH_LEFT, FEATURES))


def _slot_map(cells: dict[int, int], ways: list[int]) -> list[int]:
    to = list(range(SLOTS))
    beside = {
        (index(place), d): index((place[0] + s[0], place[1] + s[1])) for place in places(5) for d, s in _inward(place)
    }
    for cell, there in cells.items():
        for plane in range(PAIRS):
            if (cell, plane) in beside:
                way = ways[plane]
                to[plane * 64 + cell] = way * 64 + there if way < 3 else (way - 3) * 64 + cells[beside[cell, plane]]
        for kind in range(KINDS):
            for way in range(WAYS[kind]):
                mouths = 1 << ways[way] | 1 << ways[(way + APART[kind]) % 6]
                turned = [int(m) for m in MOUTHS[kind, : WAYS[kind]]].index(mouths)
                to[(PAIRS + 6 * kind + way) * 64 + cell] = (PAIRS + 6 * kind + turned) * 64 + there
    return to


def _inward(place: Place) -> list[tuple[int, Place]]:
    """The directions in which a cell has a neighbour."""
    inside = set(places(5))
    return [(d, s) for d, s in enumerate(STEPS) if (place[0] + s[0], place[1] + s[1]) in inside]
