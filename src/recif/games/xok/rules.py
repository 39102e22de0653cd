"""XOK: join ten of your pieces before the other side's sharks eat your fish.

Two sides, White first; no luck, nothing hidden. § numbers are the sections of docs/rules/xok.en.md.
A move is plane * 64 + cell. Planes 0 to 2 lay two fish, on the cell and its neighbour to the ne, e or se;
the others set down a shark: three planes for fish, then six for each kind of shark, one a turn.
SWAP is a cell beyond the board, on the first plane.
"""

from recif.games.core import hexes
from recif.games.core.bits import lowest, nth_bit, popcount
from recif.games.core.compiled import record, rule, scratch, table
from recif.games.core.hexes import group, mask, step
from recif.games.core.luck import below
from recif.games.core.open_game import befall, draw, guess, luck, over, seen, view, winners

VERSION = 2  # 1: a shark might turn its back to the whole board (§2)
SEATS = 2
LONG_ENOUGH = 10  # §6
FISH = 14
SMALL = 0
SHARKS = (3, 1, 1, 1)  # how many of each kind: one mouth, then two mouths 60°, 120° and 180° apart
APART = (0, 1, 2, 3)  # from the first mouth to the second, in sixths of a turn
WAYS = (6, 6, 6, 3)  # how many ways each kind can be turned
KINDS = len(SHARKS)
PAIRS = 3  # planes of two fish
PLANES = PAIRS + sum(WAYS)
ROOM = 2 * PLANES  # for what `fill_planes` writes
MOVES = 156 + 61 * sum(WAYS)
OUTCOMES = 1
SWAP = hexes.CELLS
BOARD_4, BOARD_5 = mask(4), mask(5)
# §2 the cells from which a mouth in each direction faces a cell of the small board, then of the large one; then all
FACING = table([*([hexes.facing(side, way) for way in hexes.STEPS] for side in (4, 5)), [hexes.ALL] * 6])

State = record(
    board="i8",  # the cells in play: option `side`
    fish=("i8", 2),  # cells of each side's fish
    sharks=("i8", 2),  # cells of each side's sharks
    fish_left=("i8", 2),
    sharks_left=("i8", 2, KINDS),
    jaws=("i8", 2, 6),  # cells of each side's sharks with a mouth in each direction, for those who draw
    version="i8",  # of the rules: see VERSION
    turn="i4",
    pie="i4",  # option `pie`, until the second seat has decided; with `turn`, as many bytes as before there was one
    won="i8",  # bits of the winning seats
    seats="i8",
)


@rule
def new(state, seats, options):
    """An empty board and full reserves."""
    state.board = BOARD_4 if options[0] == 4 else BOARD_5
    state.fish[:] = 0
    state.sharks[:] = 0
    state.jaws[:] = 0
    for seat in range(2):
        state.fish_left[seat] = FISH
        for kind in range(KINDS):
            state.sharks_left[seat, kind] = SHARKS[kind]
    state.version = VERSION
    state.turn = 0
    state.pie = options[1]
    state.won = 0
    state.seats = seats


@rule
def empty_cells(state):
    return state.board & ~(state.fish[0] | state.fish[1] | state.sharks[0] | state.sharks[1])


@rule
def can_swap(state):
    """§8 Whether the second seat may take over the first two fish, as 0 or 1."""
    return int(state.pie & state.turn)


@rule
def can_lay(state):
    """§1 Fish are laid in pairs."""
    return state.fish_left[state.turn] >= 2


@rule
def pairs(empty, direction):
    """§1 Cells where a fish fits with another on the next cell in a direction."""
    return empty & step(empty, (direction + 3) % 6)


@rule
def outlook(state):
    """§2 By direction, the cells from which a mouth faces a cell of the board; once, a shark could face away."""
    if state.version < 2:
        return FACING[2]
    return FACING[1 if state.board == BOARD_5 else 0]


@rule
def facing(state, kind, way):
    """§2 Cells on which a shark turned this way has a mouth at a cell of the board."""
    ahead = outlook(state)
    return ahead[way] | ahead[(way + APART[kind]) % 6]


@rule
def bites(prey, empty, facing_board, direction):
    """§2 Where a shark fits and eats by a mouth in this direction, or lands on a fish and faces the board by it."""
    return prey & facing_board | step(prey, (direction + 3) % 6) & (empty | prey)


@rule
def fill_planes(state, planes):
    """The cells of every plane of moves, then how many moves there are up to its end; return how many there are."""
    me, empty = state.turn, empty_cells(state)
    prey, ahead = state.fish[1 - me], outlook(state)
    some = -1 if can_lay(state) else 0  # every bit, or none
    total = 0
    for direction in range(PAIRS):
        cells = pairs(empty, direction) & some
        if direction == 0:
            cells |= can_swap(state) << SWAP
        total += popcount(cells)
        planes[direction] = cells
        planes[PLANES + direction] = total
    mouths = scratch(6)
    for direction in range(6):
        mouths[direction] = bites(prey, empty, ahead[direction], direction)
    for kind in range(KINDS):
        some = -1 if state.sharks_left[me, kind] > 0 else 0
        for way in range(WAYS[kind]):
            cells = (mouths[way] | mouths[(way + APART[kind]) % 6]) & some
            total += popcount(cells)
            planes[PAIRS + 6 * kind + way] = cells
            planes[PLANES + PAIRS + 6 * kind + way] = total
    return total


@rule
def can_move(state):
    """§7 Whether the side to move has any action; any shark can be set down on any fish, turned one way or another."""
    if state.fish[1 - state.turn] != 0:
        for kind in range(KINDS):
            if state.sharks_left[state.turn, kind] > 0:
                return True
    if not can_lay(state):
        return False
    empty = empty_cells(state)
    for direction in range(PAIRS):
        if pairs(empty, direction) != 0:
            return True
    return False


@rule
def waiting(state):
    return 0 if state.won else 1 << state.turn


@rule
def moves(state, seat, out):
    """Every legal move of the side to move."""
    planes = scratch(ROOM)
    fill_planes(state, planes)
    count = 0
    for plane in range(PLANES):
        cells = planes[plane]
        while cells:
            out[count] = plane * 64 + lowest(cells)
            count += 1
            cells &= cells - 1
    return count


@rule
def random_move(state, seat, rng):
    planes = scratch(ROOM)
    n = below(rng, fill_planes(state, planes))
    plane = 0
    for other in range(PLANES):  # all of them: nothing could foretell where to stop
        plane += int(planes[PLANES + other] <= n)
    return plane * 64 + nth_bit(planes[plane], n - planes[PLANES + plane] + popcount(planes[plane]))


@rule
def reach(kind, way, cell):
    """§2 The cells on which a shark can eat: its own, and one before each mouth."""
    return cell | step(cell, way) | step(cell, (way + APART[kind]) % 6)


@rule
def lay_fish(state, direction, cell):
    """§1 Two fish leave the reserve."""
    both = cell | step(cell, direction)
    state.fish[state.turn] |= both
    state.fish_left[state.turn] -= 2
    return both


@rule
def set_shark(state, kind, way, cell):
    """§3 A shark eats every enemy fish in reach; they go back to their owner's reserve."""
    me, foe = state.turn, 1 - state.turn
    eaten = state.fish[foe] & reach(kind, way, cell)
    state.fish[foe] &= ~eaten
    state.fish_left[foe] += popcount(eaten)
    state.sharks[me] |= cell
    state.sharks_left[me, kind] -= 1
    state.jaws[me, way] |= cell
    state.jaws[me, (way + APART[kind]) % 6] |= cell
    return cell


@rule
def is_long_enough(laid, own):
    """§6 Whether the piece just laid stands in a group of ten or more."""
    return popcount(own) >= LONG_ENOUGH and popcount(group(laid, own)) >= LONG_ENOUGH


@rule
def swap(state):
    """§8 The first two fish change colour, and White lays again."""
    state.fish[1], state.fish[0] = state.fish[0], 0
    state.fish_left[1], state.fish_left[0] = state.fish_left[0], state.fish_left[1]


@rule
def play(state, seat, move):
    if seat == 1:
        state.pie = 0
    if move == SWAP:
        swap(state)
        state.turn = 0
        return
    plane = move >> 6
    cell = 1 << (move & 63)
    if plane < PAIRS:
        laid = lay_fish(state, plane, cell)
    else:
        laid = set_shark(state, (plane - PAIRS) // 6, (plane - PAIRS) % 6, cell)
    if is_long_enough(laid, state.fish[seat] | state.sharks[seat]):
        state.won = 1 << seat
        return
    state.turn = 1 - seat
    if not can_move(state):
        state.won = longest_wins(state)


@rule
def rank(state, seat, joined):
    """§7 How good a group is: its size first, then its sharks."""
    return popcount(joined) * 64 + popcount(joined & state.sharks[seat])


@rule
def longest(state, seat):
    """§7 The cells of the best group of a seat; none if it has no piece."""
    rest = state.fish[seat] | state.sharks[seat]
    best = 0
    while rest:
        joined = group(rest & -rest, rest)
        rest &= ~joined
        if rank(state, seat, joined) > rank(state, seat, best):
            best = joined
    return best


@rule
def longest_wins(state):
    """§7 The longest group wins, then the most sharks in it; still tied, both win."""
    white = rank(state, 0, longest(state, 0))
    black = rank(state, 1, longest(state, 1))
    if white == black:
        return 0b11
    return 0b01 if white > black else 0b10


@rule
def scores(state, out):
    """The size of each seat's longest group."""
    for seat in range(2):
        out[seat] = popcount(longest(state, seat))
