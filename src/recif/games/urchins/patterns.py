"""What a 2×2 square of Oursins holds, however it is turned, and what one more action would make of it."""

from itertools import combinations_with_replacement

from recif.games.core.bits import popcount
from recif.games.core.compiled import Record, bare, table
from recif.games.urchins.diagonals import UP_RIGHT, caught_from
from recif.games.urchins.rules import BOARD_5, RANK, RED, YELLOW, pawned

# A cell is empty (0), shows yellow or red (1, 2), alone or on a pile (3, 4). The order of the two cells of a diagonal
# says nothing, nor does which diagonal is which.
DIAGONALS = tuple(combinations_with_replacement(range(5), 2))
KINDS = tuple(combinations_with_replacement(range(len(DIAGONALS)), 2))
SWAP = (0, 2, 1, 4, 3)  # the other colour


def cell_code(nibbles: int, corner: int) -> int:
    """What a corner holds: a nibble each of what shows yellow, what shows red and piles, lower left corner first."""
    yellow, red, pile = (nibbles >> (4 * board + corner) & 1 for board in range(3))
    return (1 if yellow else 2 if red else 0) + (2 if pile and (yellow or red) else 0)


def diagonal(one: int, other: int) -> int:
    return DIAGONALS.index((min(one, other), max(one, other)))


def kind(nibbles: int) -> int:
    """Twice the number of a square's kind; one more if its rising diagonal is the second of the kind."""
    a, b, c, d = (cell_code(nibbles, corner) for corner in range(4))
    rising, falling = diagonal(a, d), diagonal(b, c)
    return 2 * KINDS.index((min(rising, falling), max(rising, falling))) + (rising > falling)


def swapped_kind(number: int) -> int:
    """The same with the colours swapped: one more if its diagonals change their order."""
    first, second = (diagonal(*(SWAP[code] for code in DIAGONALS[one])) for one in KINDS[number])
    return 2 * KINDS.index((min(first, second), max(first, second))) + (first > second)


KIND = table(kind(nibbles) for nibbles in range(1 << 12))
IS_EVEN = table(int(first == second) for first, second in KINDS)
SQUARES_6 = sum(1 << (RANK * rank + file) for rank in range(5) for file in range(5))
SQUARES_5 = sum(1 << (RANK * rank + file) for rank in range(4) for file in range(4))
# Whose pawns stand on a square: nobody's, the seat's own or another's on its first or second diagonal, or several.
NOBODY, OWN, OTHERS, SEVERAL = 0, 1, 3, 5
WAYS = 6


@bare
def nibble(cells, at):
    """The four cells of the square whose lower left cell is `at`."""
    return cells >> at & 3 | (cells >> (at + RANK) & 3) << 2


@bare
def square_at(at, yellow, red, piles, own, foes):
    """The number of what a square holds, pawns included: kind * WAYS + way."""
    found = KIND[nibble(yellow, at) | nibble(red, at) << 4 | nibble(piles, at) << 8]
    square = found >> 1
    mine, theirs = nibble(own, at), nibble(foes, at)
    both = mine | theirs
    if both == 0:
        return square * WAYS + NOBODY
    if both & (both - 1):
        return square * WAYS + SEVERAL
    rises = 1 if both & 9 else 0
    second = 0 if IS_EVEN[square] else 1 - (rises ^ (found & 1))
    return square * WAYS + (OWN if mine else OTHERS) + second


@bare
def lower_left(state: Record) -> int:
    """The lower left cells of all squares of the board that hold something."""
    taken = state.tops[YELLOW] | state.tops[RED]
    some = taken | taken >> 1 | taken >> RANK | taken >> UP_RIGHT
    return some & whole_squares(state)


@bare
def completing(colour, rising, falling):
    """The cells that would complete a square if they showed a colour, given by its cells and the diagonals of one
    colour, each by the lower left cell of its square."""
    low = (colour >> UP_RIGHT & falling) | (colour & falling) << UP_RIGHT
    return low | (colour >> RANK & rising) << 1 | (colour >> 1 & rising) << RANK


@bare
def free(state):
    """The cells without a pawn."""
    return state.board & ~pawned(state)


@bare
def whole_squares(state):
    """The lower left cells of all squares of the board."""
    return SQUARES_5 + 0 if state.board == BOARD_5 else SQUARES_6 + 0


@bare
def hot(cells, rising, falling, yellow, red):
    """Where one more yellow urchin, or one red less upon it, completes a square; the same for red.

    Of these cells (`free`) and the diagonals of `whole_squares`.
    """
    return completing(yellow, rising, falling) & cells & ~yellow, completing(red, rising, falling) & cells & ~red


@bare
def most_by_one(rising, falling, yellow, red, foes, cells, piles):
    """The most that the pawn would fish if one more cell showed a colour it does not show, and the pawn stood there."""
    by_yellow, by_red = hot(cells, rising, falling, yellow, red)
    shown, most = yellow | red, 0
    while by_yellow:
        here = by_yellow & -by_yellow
        by_yellow &= by_yellow - 1
        caught = caught_from(here, yellow & ~foes, rising, falling) & ~foes
        most = max(most, taken_by(caught, here, shown, piles))
    while by_red:
        here = by_red & -by_red
        by_red &= by_red - 1
        caught = caught_from(here, red & ~foes, rising, falling) & ~foes
        most = max(most, taken_by(caught, here, shown, piles))
    return most


@bare
def taken_by(caught, here, shown, piles):
    """How many urchins are caught, once one more lies on a lone one here or one less on a pile."""
    lone = here & shown & ~piles
    return popcount(caught) + popcount(caught & ((piles & ~here) | lone))
