"""The pool, six columns by fourteen rows, and every path that a tile can ever swim in it.

Cells count from a1 = 0 along the rows: b1 = 1, a2 = 6, f14 = 83. A set of cells is two words, one a half.
A tile's kind is 0 for a swimmer and its number for a crocodile. The paths are found once, on an empty pool,
so that a move is checked by laying the mask of a path over the taken cells.
"""

from collections.abc import Iterator
from itertools import accumulate

from recif.games.core.compiled import table

WIDTH, LENGTH = 6, 14
CELLS = WIDTH * LENGTH
HALF = CELLS // 2
BARS = ((82, 83), (0, 1))  # §1 the bar of each seat, in the far corner on its right
BAR = CELLS  # the target of a move into a bar is BAR + seat
WATER = frozenset(range(CELLS)) - {*BARS[0], *BARS[1]}
KINDS = 7
SWIMMER_STEPS = (1, 2)  # §4
TURNS = (1, 0, 1, 1, 1, 1, 2)  # §4 §6 the most changes of direction, by kind
MOST_TURNS = max(TURNS)
ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))

Path = tuple[int, ...]  # the cells from the start to the target, both included


def neighbour(cell: int, step: tuple[int, int]) -> int:
    """The next cell, or -1 off the board."""
    column, row = cell % WIDTH + step[0], cell // WIDTH + step[1]
    return row * WIDTH + column if 0 <= column < WIDTH and 0 <= row < LENGTH else -1


NEXT = tuple(tuple(neighbour(cell, step) for step in ORTHOGONAL) for cell in range(CELLS))


def onward(path: Path, heading: int, turns: int) -> Iterator[tuple[Path, int, int]]:
    """One orthogonal step more, never onto a cell visited before; nobody swims on from a bar."""
    if path[-1] not in WATER:
        return
    for way, cell in enumerate(NEXT[path[-1]]):
        bends = turns + (heading not in (way, -1))
        if cell >= 0 and cell not in path and bends <= MOST_TURNS:
            yield (*path, cell), way, bends


def paths(start: int) -> list[list[Path]]:
    """§4 §6 By kind, every path of the right length with no more turns than the kind may take."""
    found: list[list[Path]] = [[] for _ in range(KINDS)]
    growing: list[tuple[Path, int, int]] = [((start,), -1, 0)]
    for steps in range(1, KINDS):
        growing = [longer for path in growing for longer in onward(*path)]
        found[steps] += [path for path, _, turns in growing if turns <= TURNS[steps]]
        if steps in SWIMMER_STEPS:
            found[0] += [path for path, _, turns in growing if turns <= TURNS[0]]
    diagonals = (neighbour(start, step) for step in DIAGONAL)
    found[1] += [(start, cell) for cell in diagonals if cell in WATER]  # §8 a bar is entered straight
    return found


def target_of(path: Path) -> int:
    """Where a path leads: a cell of water, or one bar, whichever of its cells is reached."""
    for seat, bar in enumerate(BARS):
        if path[-1] in bar:
            return BAR + seat
    return path[-1]


def words_of(cells: Path) -> tuple[int, int]:
    """A set of cells as two words."""
    both = 0
    for cell in cells:
        both |= 1 << cell
    return both & ((1 << HALF) - 1), both >> HALF


Reaches = dict[int, set[tuple[int, int]]]  # target: the cells between start and target, a set for each path


def reaches(kind: int, start: int, swims: list[Path]) -> Reaches:
    """What a tile of this kind reaches from a cell; a swimmer that stays where it is flips."""
    by_target: Reaches = {start: {(0, 0)}} if kind == 0 else {}
    for path in swims:
        by_target.setdefault(target_of(path), set()).add(words_of(path[1:-1]))
    return by_target


def _all_reaches() -> Iterator[list[tuple[int, set[tuple[int, int]]]]]:
    """By kind and cell, the targets in order; none from the cells of a bar."""
    swims = {cell: paths(cell) for cell in WATER}
    for kind in range(KINDS):
        for cell in range(CELLS):
            yield sorted(reaches(kind, cell, swims[cell][kind]).items()) if cell in WATER else []


_reaches = list(_all_reaches())
_slots = [slot for row in _reaches for slot in row]
FIRST = table(accumulate((len(row) for row in _reaches), initial=0))  # [kind * CELLS + cell] its first slot
TARGET = table(target for target, _ in _slots)  # [slot] where it leads
PATH = table(accumulate((len(ways) for _, ways in _slots), initial=0))  # [slot] its first path
BETWEEN = table(between for _, ways in _slots for between in sorted(ways))  # [path, half] what must be free


def ladders(seat: int) -> list[int]:
    """§8 The cells of water beside a bar."""
    beside = {neighbour(cell, step) for cell in BARS[seat] for step in ORTHOGONAL}
    return sorted(beside & WATER)


def name(cell: int) -> str:
    return f"{'abcdef'[cell % WIDTH]}{cell // WIDTH + 1}"


CELL_NAMES = {name(cell): cell for cell in range(CELLS)}
