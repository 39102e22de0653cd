"""XOK as arrays: planes of rows (a first) by numbers (1 first), as cells are named."""

from recif.games.core.bits import lowest
from recif.games.core.compiled import Record, rule, scratch, table
from recif.games.core.hexes import CELLS, names, step
from recif.games.xok import rules
from recif.vector.arrays import Part
from recif.vector.arrays.fill import mark

PLANES = 15
WAYS = rules.PLANES  # of moves: two fish or a shark, turned one way


def _places(side: int) -> list[int]:
    """By bit, where a cell lies on a plane."""
    places = [0] * CELLS
    for name, cell in names(side).items():
        places[cell] = (ord(name[0]) - ord("a")) * (2 * side - 1) + int(name[1:]) - 1
    return places


PLACES = table(_places(side) for side in (4, 5))


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
            " move; row b: the enemy's, likewise",
        ),
    )


def actions(state: Record) -> list[int]:
    """Fish by direction (ne, e, se) and cell; then sharks by kind, way and cell: what the rules let face the board."""
    board = int(state.board)
    planes = [board & int(step(board, (way + 3) % 6)) for way in range(rules.PAIRS)]
    for kind in range(rules.KINDS):
        planes += [board & int(rules.facing(state, kind, way)) for way in range(rules.WAYS[kind])]
    return [plane * 64 + cell for plane, cells in enumerate(planes) for cell in range(CELLS) if cells >> cell & 1]


@rule
def observe(known, seat, out):
    large = known.board == rules.BOARD_5
    places = PLACES[1 if large else 0]
    wide = 9 if large else 7
    size = wide * wide
    for side in range(2):
        who = seat ^ side
        mark(known.fish[who], places, side * size, out)
        sharks = known.sharks[who]
        while sharks:
            cell = lowest(sharks)
            for way in range(6):
                out[(2 + 6 * side + way) * size + places[cell]] = known.jaws[who, way] >> cell & 1
            sharks &= sharks - 1
        row = 14 * size + wide * side
        out[row] = known.fish_left[who]
        for kind in range(rules.KINDS):
            out[row + 1 + kind] = known.sharks_left[who, kind]
        out[row + 5] = 1 if known.turn == who else 0


@rule
def allow(game, state, seat, room, dense, out):
    """The same as `fill.allow` in half the time: no list in between."""
    planes = scratch(WAYS)
    rules.fill_planes(state, planes)
    for plane in range(WAYS):
        cells = planes[plane]
        while cells:
            out[dense[plane * 64 + lowest(cells)]] = True
            cells &= cells - 1
