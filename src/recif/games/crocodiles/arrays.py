"""Crocodile Pool Party as arrays: planes of fourteen rows (1 first) by six columns (a first), whoever looks."""

from recif.games.core.arrays import Log, Part
from recif.games.core.arrays import look as look
from recif.games.core.compiled import Record, rule
from recif.games.core.fill import allow as allow
from recif.games.core.fill import flood
from recif.games.core.fill import permits as permits
from recif.games.crocodiles.pool import CELLS, FIRST, HALF, KINDS, LENGTH, TARGET, WIDTH
from recif.games.crocodiles.rules import OVER, PLACING, QUIET_TURNS, ROWS, TILES
from recif.games.crocodiles.tiles import height, kind_of, numbers_in, owner

BELOW, BARS, UNSEEN, REST = 14, 17, 21, 33  # where the parts begin
PLANES = REST + 2 + OVER + 1


def shape(state: Record) -> tuple[int, ...]:
    return PLANES, LENGTH, WIDTH


def parts(state: Record) -> tuple[Part, ...]:
    return (
        Part("tops", 7, "own pile, by the tile on top: a swimmer, then crocodiles 1 to 6"),
        Part("enemy tops", 7, "enemy pile, likewise"),
        Part("height", 1, "tiles in the pile"),
        Part("own tiles", 1, "of them, in this seat's colour"),
        Part("sum", 1, "of the crocodile numbers in the pile"),
        Part("bars", 4, "all over: tiles in the own bar, their sum; in the enemy's bar, their sum"),
        Part("unseen", 12, "all over: 1 if own number 1 to 6 has not been seen; then the enemy's"),
        Part("flipped", 1, "the cell of the tile that has been flipped and must move"),
        Part("quiet", 1, "all over: quiet turns so far"),
        Part("phase", 5, "all over: 1 on the plane of what is due: place, turn, flip, charge, reveal"),
        Part("turn", 1, "all over: 1 if this seat is to decide"),
    )


def log(state: Record) -> Log:
    """A flip, a meal and an entry into a bar come after a few quiet turns at most; a meal or an entry ends a pile."""
    tiles, progress = 2 * TILES, 4 * TILES
    quiet = (progress + 1) * QUIET_TURNS
    most = tiles + quiet + progress + 2 * tiles + tiles  # placed; turns; a number and a charge for each flip; revealed
    return Log(most, 128, 2, "the cell or bar moved to, or the number that luck brings; then the cell moved from")


def actions(state: Record) -> list[int]:
    """A cell to place a swimmer on, where that is done; from a cell to a cell or a bar. A flip stays on its cell."""
    placings = {seat * HALF + bit for seat in range(2) for rows in ROWS[seat] for bit in range(HALF) if rows >> bit & 1}
    swims = {
        start * 128 + int(target)
        for kind in range(KINDS)
        for start in range(CELLS)
        for target in TARGET[FIRST[kind * CELLS + start] : FIRST[kind * CELLS + start + 1]]
    }
    return sorted(swims | placings if state.phase == PLACING else swims)


@rule
def own_tiles(pile, seat):
    count = 0
    while pile:
        count += owner(pile) == seat
        pile >>= 4
    return count


@rule
def observe(known, seat, out):
    out[:] = 0
    for cell in range(CELLS):
        pile = known.pile[cell]
        if pile:
            out[((owner(pile) ^ seat) * 7 + kind_of(pile)) * CELLS + cell] = 1
            out[BELOW * CELLS + cell] = height(pile)
            out[(BELOW + 1) * CELLS + cell] = own_tiles(pile, seat)
            out[(BELOW + 2) * CELLS + cell] = numbers_in(pile)
    for side in range(2):
        who = seat ^ side
        flood(height(known.bar[who]), (BARS + 2 * side) * CELLS, CELLS, out)
        flood(numbers_in(known.bar[who]), (BARS + 2 * side + 1) * CELLS, CELLS, out)
        for n in range(TILES):
            flood(known.unseen[who] >> n + 1 & 1, (UNSEEN + TILES * side + n) * CELLS, CELLS, out)
    if known.flipped:
        out[REST * CELLS + known.flipped] = 1
    flood(known.quiet, (REST + 1) * CELLS, CELLS, out)
    if known.phase != OVER:
        flood(1, (REST + 2 + known.phase) * CELLS, CELLS, out)
    flood(1 if known.turn == seat else 0, (PLANES - 1) * CELLS, CELLS, out)
