"""XOK as arrays: planes of rows (a first) by numbers (1 first), as cells are named."""

import numpy as np

from recif.games.core.arrays import Log, Part
from recif.games.core.arrays import look as look
from recif.games.core.bits import lowest
from recif.games.core.compiled import Record, blank, rule, scratch, table
from recif.games.core.fill import BITS, closing, flood, put_bits
from recif.games.core.hexes import names
from recif.games.xok import rules
from recif.games.xok.lists import every
from recif.games.xok.rules import ROOM

PLANES = 15
BOARD_PLANES = PLANES - 1
LANES = 16  # the same, and two for nothing: a number that vector instructions like
WORDS = 2 * LANES
WAYS = rules.PLANES  # of moves: two fish or a shark, turned one way


def _places(side: int) -> dict[int, int]:
    """By bit, where a cell lies on a plane."""
    wide = 2 * side - 1
    return {cell: (ord(name[0]) - ord("a")) * wide + int(name[1:]) - 1 for name, cell in names(side).items()}


UPPER = (49, 54)  # by board, the first place that a second word has: all of the small board are in the first
PIECES = 8  # of a word, or fewer: cells that lie as far from their places as their neighbours do


def _pieces(side: int, word: int) -> list[tuple[int, int, int]]:
    """What takes bits to their places in a word: some cells, how far up they go, how far down."""
    cells: dict[int, int] = {}
    for cell, place in _places(side).items():
        if word == int(place >= UPPER[side - 4]):
            up = place - word * UPPER[side - 4] - cell
            cells[up] = cells.get(up, 0) | 1 << cell
    made = [(bits, max(0, up), max(0, -up)) for up, bits in sorted(cells.items())]
    return made + [(0, 0, 0)] * (PIECES - len(made))


TO_PLACES = table([_pieces(side, word) for word in range(2)] for side in (4, 5))


def width(state: Record) -> int:
    return 9 if state.board == rules.BOARD_5 else 7


def shape(state: Record) -> tuple[int, ...]:
    return PLANES, width(state), width(state)


def parts(state: Record) -> tuple[Part, ...]:
    return (
        Part("fish", 1, "own fish"),
        Part("enemy fish", 1, "enemy fish"),
        Part("mouths", 6, "own sharks with a mouth to the ne, e, se, sw, w, nw"),
        Part("enemy mouths", 6, "enemy sharks, likewise"),
        Part(
            "reserve",
            1,
            "row a: own fish left, then own sharks left: small, 60°, 120°, 180°, then 1 if this seat is to"
            " move; row b: the enemy's, likewise; then 1 while the pie rule is to be decided",
        ),
    )


def log(state: Record) -> Log:
    """Each shark brings back three fish at most, to be laid again in pairs; sides can be swapped once."""
    sharks = sum(rules.SHARKS)
    return Log(
        2 * (sharks + (rules.FISH + 3 * sharks) // 2) + int(state.pie), 64, 2, "the cell, then the plane of the move"
    )


def actions(state: Record) -> list[int]:
    return every(state)


@rule
def put_planes(cells, large, size, out):
    """Cells as planes. A word reaches beyond its plane: what comes there is written later."""
    words = scratch(WORDS)
    for word in range(2):
        pieces = TO_PLACES[large, word]
        for plane in range(LANES):
            made = 0
            for piece in range(PIECES):
                made |= (cells[plane] & pieces[piece, 0]) << pieces[piece, 1] >> pieces[piece, 2]
            words[word * LANES + plane] = made
    for plane in range(BOARD_PLANES):
        put_bits(out, plane * size, words[plane])
        if large:
            put_bits(out, plane * size + UPPER[1], words[LANES + plane])


@rule
def observe_reserve(known, seat, wide, plane, out):
    flood(0, plane, wide * wide, out)
    for side in range(2):
        who, row = seat ^ side, plane + wide * side
        out[row] = known.fish_left[who]
        for kind in range(rules.KINDS):
            out[row + 1 + kind] = known.sharks_left[who, kind]
        out[row + 5] = 1 if known.turn == who else 0
        out[row + 6] = known.pie


@rule
def observe(known, seat, out):
    cells = scratch(LANES)
    cells[:] = 0
    for side in range(2):
        cells[side] = known.fish[seat ^ side]
        for way in range(6):
            cells[2 + 6 * side + way] = known.jaws[seat ^ side, way]
    large = int(known.board == rules.BOARD_5)
    wide = 9 if large else 7
    put_planes(cells, large, wide * wide, out)
    observe_reserve(known, seat, wide, BOARD_PLANES * wide * wide, out)


def _all_planes(state: Record) -> list[int]:
    """By plane of moves, the cells for which there are actions."""
    planes = [0] * WAYS
    for move in actions(state):
        planes[move >> 6] |= 1 << (move & 63)
    return planes


def _first(side: int) -> Record:
    state = blank(rules.State)
    rules.new(state, 2, np.array([side, 0], np.int64))
    return state


EVER = [_all_planes(_first(side)) for side in (4, 5)]
COUNTS = [list(map(int.bit_count, planes)) for planes in EVER]
ALL = tuple(map(sum, COUNTS))
BEGIN = table([sum(counts[:plane]) for plane in range(WAYS)] for counts in COUNTS)
CLOSING = table(list(zip(*map(closing, planes), strict=True)) for planes in EVER)  # [board, round, plane]
LAST = WAYS - 1
OVERLAP = tuple(BITS - counts[LAST] for counts in COUNTS)  # of the last plane's word with the plane before
CUT = tuple(counts[LAST - 1] - overlap for counts, overlap in zip(COUNTS, OVERLAP, strict=True))


@rule
def allow_one_by_one(planes, dense, out):
    """A cell at a time."""
    out[:] = False
    for plane in range(WAYS):
        cells = planes[plane]
        while cells:
            out[dense[plane * 64 + lowest(cells)]] = True
            cells &= cells - 1


@rule
def close_up(cells, moving, plane):
    """The bits of a plane without the holes between those that are ever set."""
    for power in range(6):
        moved = cells & moving[power, plane]
        cells = cells ^ moved | moved >> (1 << power)
    return cells


@rule
def allow(game, state, seat, room, dense, out):
    """The same as `fill.allow`, a plane at a time. Actions have no holes, so that the bits of a plane are closed up.

    Words reach into the next plane, which is written later; that of the last plane ends with it, and so begins before.
    """
    planes = scratch(ROOM)
    rules.fill_planes(state, planes)
    if state.version != rules.VERSION or len(out) != ALL[0 if state.board == rules.BOARD_4 else 1]:  # other actions
        allow_one_by_one(planes, dense, out)
        return
    large = int(state.board == rules.BOARD_5)
    moving = CLOSING[large]
    for plane in range(WAYS):
        planes[plane] = close_up(planes[plane], moving, plane)
    for plane in range(LAST):
        put_bits(out, BEGIN[large, plane], planes[plane])
    put_bits(out, len(out) - BITS, planes[LAST] << OVERLAP[large] | planes[LAST - 1] >> CUT[large])


@rule
def permits(game, state, seat, move, room):
    planes = scratch(ROOM)
    rules.fill_planes(state, planes)
    return planes[move >> 6] >> (move & 63) & 1 == 1
