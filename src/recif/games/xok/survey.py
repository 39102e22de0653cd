"""The groups of a side of XOK, what a piece or a pair would join, and where that wins at once.

Sums are kept in planes of bits, five a number, so that all cells are added up at once.
"""

from recif.games.core.bits import popcount
from recif.games.core.compiled import rule
from recif.games.core.hexes import group, step
from recif.games.xok.rules import KINDS, PAIRS, empty_cells
from recif.games.xok.strikes import around

ENOUGH = 10  # sizes from here on are one

# What `survey` fills: sizes that a piece on each cell would join, the same for a pair by direction, cells by size of
# their group, then the largest groups.
JOIN, JOIN_PAIR, BY_SIZE, LARGEST, NEXT_LARGEST, LARGEST_CELLS, SURVEY = 0, 5, 20, 31, 32, 33, 34


@rule
def add_to(sums, at, cells, size):
    """Add `size` to the numbers of `cells`, kept in five planes of bits; the fifth stays once it is set."""
    carry = 0
    for k in range(4):
        more = cells if size >> k & 1 else 0
        old = sums[at + k]
        sums[at + k] = old ^ more ^ carry
        carry = (old & more) | (old & carry) | (more & carry)
    sums[at + 4] |= carry


@rule
def number_at(sums, at, cell):
    """The number of one cell; 16 and more are 16."""
    if sums[at + 4] >> cell & 1:
        return 16
    number = 0
    for k in range(4):
        number |= (sums[at + k] >> cell & 1) << k
    return number


@rule
def cells_at(sums, at, number):
    """The cells with a number below 16."""
    cells = ~sums[at + 4]
    for k in range(4):
        cells &= sums[at + k] if number >> k & 1 else ~sums[at + k]
    return cells


@rule
def eight_or_more(sums, at):
    return sums[at + 3] | sums[at + 4]


@rule
def nine_or_more(sums, at):
    return (sums[at + 3] & (sums[at] | sums[at + 1] | sums[at + 2])) | sums[at + 4]


@rule
def survey(state, seat, found):
    """The groups of a seat: cells by size of group, and what a piece or a pair would join."""
    for i in range(SURVEY):
        found[i] = 0
    own = state.fish[seat] | state.sharks[seat]
    rest = own
    while rest:
        joined = group(rest & -rest, rest)
        rest &= ~joined
        size = min(popcount(joined), ENOUGH)
        found[BY_SIZE + size] |= joined
        near = around(joined) & ~own
        add_to(found, JOIN, near, size)
        for direction in range(PAIRS):
            add_to(found, JOIN_PAIR + 5 * direction, near | step(near, direction + 3), size)
        if size > found[LARGEST]:
            found[NEXT_LARGEST] = found[LARGEST]
            found[LARGEST], found[LARGEST_CELLS] = size, joined
        elif size > found[NEXT_LARGEST]:
            found[NEXT_LARGEST] = size


@rule
def sharks_left(state, seat):
    total = 0
    for kind in range(KINDS):
        total += state.sharks_left[seat, kind]
    return total


@rule
def pair_wins(state, seat, empty, found, direction):
    """Cells on which a pair of fish makes ten."""
    if state.fish_left[seat] < 2:
        return 0
    return empty & step(empty, direction + 3) & eight_or_more(found, JOIN_PAIR + 5 * direction)


@rule
def shark_wins(state, seat, empty, found):
    """Cells on which a shark makes ten: any shark can be set on a fish, or turned to one beside it."""
    if sharks_left(state, seat) == 0:
        return 0
    prey = state.fish[1 - seat]
    return (empty | prey) & (prey | around(prey)) & nine_or_more(found, JOIN)


@rule
def wins_at_once(state, seat, found):
    empty = empty_cells(state)
    wins = shark_wins(state, seat, empty, found)
    for direction in range(PAIRS):
        wins |= pair_wins(state, seat, empty, found, direction)
    return wins != 0
