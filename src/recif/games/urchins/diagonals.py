"""The squares of a whole board of Oursins at once, as sets of cells; each square is named by its lower left cell.

A search asks what could be fished many times a position. The rules (`squares_from`) look at the squares around one
cell; here each step looks at all cells. A test holds the one against the other.
"""

from recif.games.core.compiled import bare
from recif.games.urchins.rules import RANK

UP_RIGHT, UP_LEFT = RANK + 1, RANK - 1


@bare
def rising_diagonals(yellow, red):
    """The squares whose lower left and upper right cells show one colour."""
    return (yellow & yellow >> UP_RIGHT) | (red & red >> UP_RIGHT)


@bare
def falling_diagonals(yellow, red):
    """The squares whose other two cells show one colour."""
    return ((yellow & yellow >> UP_LEFT) | (red & red >> UP_LEFT)) >> 1


@bare
def corners(squares):
    """All cells of some squares."""
    both = squares | squares << 1
    return both | both << RANK


@bare
def caught_from(here, partners, rising, falling):
    """All cells of the squares that a pawn on a cell can fish, if that cell shows the colour of these partners.

    Of the diagonal on which it stands, the other end must be a partner; the other diagonal is one of those given.
    """
    from_rising = falling & ((here & partners >> UP_RIGHT) | (here >> UP_RIGHT & partners))
    from_falling = rising & ((here >> 1 & partners >> RANK) | (here >> RANK & partners >> 1))
    return corners(from_rising | from_falling)
