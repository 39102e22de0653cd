"""A hexagon of hexagons, five cells a side, as bits on a ring.

The 61 cells lie on the ring of whole numbers modulo 61 so that a step in one of the six directions
is the same rotation for every cell; what falls off the board is masked away. A smaller hexagon is
the middle of this one.
"""

from recif.games.core.compiled import rule

SIDE = 5
RADIUS = SIDE - 1
CELLS = 3 * SIDE * RADIUS + 1

NAMES = ("ne", "e", "se", "sw", "w", "nw")  # clockwise
STEPS = ((1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1), (1, 0))  # row, number

Place = tuple[int, int]


def places(side: int) -> list[Place]:
    """The cells of a hexagon as (row, number) from its centre, bottom row first."""
    span = range(1 - side, side)
    return [(row, n) for row in span for n in span if abs(row - n) < side]


def _row_stride() -> int:
    """The first stride that gives all 61 cells numbers of their own on the ring."""
    return next(k for k in range(2, CELLS) if len({(n + k * row) % CELLS for row, n in places(SIDE)}) == CELLS)


STRIDE = _row_stride()


def index(place: Place) -> int:
    """The bit of a cell given by (row, number) from the centre."""
    row, n = place
    return (n + STRIDE * row) % CELLS


def mask(side: int) -> int:
    """All cells of a hexagon, as bits."""
    return sum(1 << index(place) for place in places(side))


def names(side: int) -> dict[str, int]:
    """Cell names to bits, as on an Abalone board: rows lettered from the bottom, numbers along the diagonals."""
    return {f"{chr(ord('a') + row + side - 1)}{n + side}": index((row, n)) for row, n in places(side)}


def _target(step: Place) -> int:
    """The cells that can be reached by one step in a direction."""
    inside = set(places(SIDE))
    ends = [(row + step[0], n + step[1]) for row, n in inside]
    return sum(1 << index(end) for end in ends if end in inside)


def facing(side: int, step: Place) -> int:
    """The cells of a hexagon from which a step in a direction stays on it."""
    inside = set(places(side))
    return sum(1 << index((row, n)) for row, n in inside if (row + step[0], n + step[1]) in inside)


ALL = mask(SIDE)
TURNS = tuple(index(step) for step in STEPS)
TARGETS = tuple(_target(step) for step in STEPS)


@rule
def step(cells: int, direction: int) -> int:
    """All cells one step from `cells` in a direction."""
    turn = TURNS[direction]
    return ((cells << turn) | (cells >> (CELLS - turn))) & TARGETS[direction]


@rule
def group(seed: int, own: int) -> int:
    """The cells of `own` joined to `seed`."""
    joined = seed
    grown = 0
    while joined != grown:
        grown = joined
        for axis in range(3):  # each starts from what the last one found, which saves half the rounds
            joined |= (step(joined, axis) | step(joined, axis + 3)) & own
    return joined
