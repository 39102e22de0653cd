"""Oursins: steer urchins of two colours into squares, and fish them with your pawn.

Two to four seats; no luck, nothing hidden. § numbers are the sections of docs/rules/urchins.en.md.
A cell is the bit 8 * rank + file: the two files that nobody uses keep a step sideways from coming back on the
next rank. A turn is up to three decisions. Their numbers: DECLINE; from * 64 + to for an urchin that moves;
ADD + colour * 64 + cell for one that is added; PAWN + cell.
"""

from recif.games.core.bits import lowest, nth_bit, popcount
from recif.games.core.compiled import Record, record, rule, table
from recif.games.core.luck import below
from recif.games.core.open_game import befall, draw, guess, luck, seen, view

SEATS = 4
SIDE = 6
RANK = 8  # bits from a rank to the next
YELLOW, RED = 0, 1
URCHINS = 20  # §1 of each colour
OVER, MOVING, ACTING, PLACING = 0, 1, 2, 3  # §2 the three steps

DECLINE = 0
ADD = 64 * 64
PAWN = ADD + 2 * 64
MOVES = 2 * SIDE * SIDE + SIDE * SIDE * 2 * (SIDE - 1)
OUTCOMES = 1

NOWHERE = 1 << 62  # a cell off the board, always empty
STEPS = (-RANK, -1, 1, RANK)


def bit(rank: int, file: int) -> int:
    return 1 << (RANK * rank + file) if 0 <= rank < SIDE and 0 <= file < SIDE else NOWHERE


def board(side: int) -> int:
    """All cells of a board, as bits."""
    return sum(bit(rank, file) for rank in range(side) for file in range(side))


def cross(cell: int) -> int:
    """The line and the column of a cell."""
    rank, file = divmod(cell, RANK)
    return sum(bit(rank, n) for n in range(SIDE)) | sum(bit(n, file) for n in range(SIDE))


def squares_around(cell: int) -> list[tuple[int, int]]:
    """The four 2×2 squares of a cell, each as the diagonal through the cell and the other one."""
    rank, file = divmod(cell, RANK)
    corners = [(rank + up, file + right) for up in (-1, 1) for right in (-1, 1)]
    return [(bit(rank, file) | bit(r, f), bit(rank, f) | bit(r, file)) for r, f in corners]


BOARD_5, BOARD_6 = board(5), board(6)
CROSS = table(cross(cell) if cell % RANK < SIDE else 0 for cell in range(RANK * SIDE))
SQUARES = table(squares_around(cell) for cell in range(RANK * SIDE))

State = record(
    board="i8",  # the cells in play: option `size`
    tops=("i8", 2),  # cells that show yellow, cells that show red
    piles="i8",  # cells with two urchins: the lower one has the other colour
    pawns=("i8", SEATS),  # each seat's pawn, as a bit; 0 in hand
    reserve=("i8", 2),
    taken=("i8", SEATS),
    patience="i8",  # §5 how many turns in a row may pass without an urchin added or taken
    quiet="i8",  # §5 how many have
    added="i8",  # whether this turn has added one
    step="i8",
    turn="i8",
    seats="i8",
)


@rule
def new(state, seats, options):
    """§1 An empty board, full reserves, pawns in hand; §2 nothing can move yet, so the first decision is step 2."""
    state.board = BOARD_5 if options[0] == 5 else BOARD_6
    state.tops[:] = 0
    state.piles = 0
    state.pawns[:] = 0
    state.reserve[:] = URCHINS
    state.taken[:] = 0
    state.patience = options[1] * seats
    state.quiet = 0
    state.added = 0
    state.step = ACTING
    state.turn = 0
    state.seats = seats


@rule
def occupied(state):
    return state.tops[YELLOW] | state.tops[RED]


@rule
def empty_cells(state: Record) -> int:
    return state.board & ~occupied(state)


@rule
def pawned(state: Record) -> int:
    """Cells under a pawn."""
    return state.pawns[0] | state.pawns[1] | state.pawns[2] | state.pawns[3]


@rule
def mobile(state: Record) -> int:
    """§3 An urchin under a pawn stays, whosever pawn it is."""
    return occupied(state) & ~pawned(state)


@rule
def stepped(cells, direction):
    """All cells one step from `cells` in a direction; some may be off the board."""
    step = STEPS[direction]
    return cells << step if step > 0 else cells >> -step


@rule
def goals(state: Record, cell: int, empty: int) -> int:
    """§3 Where the urchin on a cell may go: alone, one step; from a pile, anywhere in its line or column."""
    if state.piles >> cell & 1:
        return CROSS[cell] & empty
    here = 1 << cell
    return (here << RANK | here >> RANK | here << 1 | here >> 1) & empty


@rule
def can_move(state: Record) -> bool:
    """§2 Whether any urchin can move."""
    empty, ready = empty_cells(state), mobile(state)
    for direction in range(4):
        if stepped(ready, direction) & empty:
            return True
    piles = ready & state.piles
    while piles:
        if CROSS[lowest(piles)] & empty:
            return True
        piles &= piles - 1
    return False


@rule
def may_move(state: Record) -> bool:
    """§5 After too many quiet turns, step 2 must add."""
    return state.step == MOVING or state.quiet < state.patience


@rule
def homes(state: Record, colour: int) -> int:
    """§4 Where an urchin may be added: on an empty cell, or on a lone one of the other colour without a pawn."""
    if state.step != ACTING or state.reserve[colour] == 0:
        return 0
    return empty_cells(state) | (state.tops[1 - colour] & ~state.piles & ~pawned(state))


@rule
def perches(state: Record) -> int:
    """§6 Where the pawn may go: any urchin or pile without a pawn."""
    return mobile(state)


@rule
def waiting(state):
    return 0 if state.step == OVER else 1 << state.turn


@rule
def write(cells, base, out, count):
    """Append base + cell for each cell; return the new count."""
    while cells:
        out[count] = base + lowest(cells)
        count += 1
        cells &= cells - 1
    return count


@rule
def moves(state, seat, out):
    """Every legal decision of the seat to play."""
    if state.step == PLACING:
        return write(perches(state), PAWN, out, 0)
    count = 0
    if state.step == MOVING:
        out[0] = DECLINE
        count = 1
    if may_move(state):
        empty, ready = empty_cells(state), mobile(state)
        while ready:
            cell = lowest(ready)
            count = write(goals(state, cell, empty), cell * 64, out, count)
            ready &= ready - 1
    for colour in range(2):
        count = write(homes(state, colour), ADD + colour * 64, out, count)
    return count


@rule
def count_moves(state: Record) -> int:
    """§3 How many ways there are to move an urchin: all lone ones at once, pile by pile."""
    empty, ready = empty_cells(state), mobile(state)
    lone, piles = ready & ~state.piles, ready & state.piles
    count = 0
    for direction in range(4):
        count += popcount(stepped(lone, direction) & empty)
    while piles:
        count += popcount(CROSS[lowest(piles)] & empty)
        piles &= piles - 1
    return count


@rule
def nth_move(state: Record, n: int) -> int:
    """The n-th way to move an urchin, in the order in which `count_moves` counts."""
    empty, ready = empty_cells(state), mobile(state)
    lone, piles = ready & ~state.piles, ready & state.piles
    for direction in range(4):
        ends = stepped(lone, direction) & empty
        count = popcount(ends)
        if n < count:
            end = nth_bit(ends, n)
            return (end - STEPS[direction]) * 64 + end
        n -= count
    while piles:
        cell = lowest(piles)
        ends = CROSS[cell] & empty
        count = popcount(ends)
        if n < count:
            return cell * 64 + nth_bit(ends, n)
        n -= count
        piles &= piles - 1
    return -1


@rule
def random_action(state, rng):
    """Any choice of step 2."""
    yellow, red = homes(state, YELLOW), homes(state, RED)
    yellows, reds = popcount(yellow), popcount(red)
    n = below(rng, yellows + reds + (count_moves(state) if may_move(state) else 0))
    if n < yellows:
        return ADD + nth_bit(yellow, n)
    if n < yellows + reds:
        return ADD + 64 + nth_bit(red, n - yellows)
    return nth_move(state, n - yellows - reds)


@rule
def random_move(state, seat, rng):
    if state.step == PLACING:
        cells = perches(state)
        return PAWN + nth_bit(cells, below(rng, popcount(cells)))
    if state.step == ACTING:
        return random_action(state, rng)
    n = below(rng, 1 + count_moves(state))
    return DECLINE if n == 0 else nth_move(state, n - 1)


@rule
def move_urchin(state, start, end):
    """§3 The urchin leaves its cell, or the one under it, which then shows the other colour."""
    colour = YELLOW if state.tops[YELLOW] & start else RED
    state.tops[colour] ^= start | end
    if state.piles & start:
        state.piles ^= start
        state.tops[1 - colour] |= start


@rule
def add_urchin(state, colour, cell):
    """§4 From the reserve, on top of what is there."""
    state.reserve[colour] -= 1
    state.added = 1
    if state.tops[1 - colour] & cell:
        state.tops[1 - colour] ^= cell
        state.piles |= cell
    state.tops[colour] |= cell


@rule
def play(state, seat, move):
    """§2 One step of the turn."""
    if move >= PAWN:
        state.pawns[seat] = 1 << (move - PAWN)
        end_turn(state, seat, fish(state, seat))
        return
    if move >= ADD:
        add_urchin(state, (move - ADD) >> 6, 1 << (move & 63))
    elif move != DECLINE:
        move_urchin(state, 1 << (move >> 6), 1 << (move & 63))
    state.step += 1


@rule
def shows_one_colour(diagonal, yellow, red):
    return yellow & diagonal == diagonal or red & diagonal == diagonal


@rule
def enemies(state: Record, seat: int) -> int:
    """The cells of the other seats' pawns."""
    return pawned(state) ^ state.pawns[seat]


@rule
def squares_from(cell: int, foes: int, yellow: int, red: int) -> int:
    """§7 All cells of the squares that a pawn on a cell can fish, among these enemy pawns, where these colours show."""
    squares = 0
    for i in range(4):
        own, other = SQUARES[cell, i, 0], SQUARES[cell, i, 1]
        if own & foes == 0 and shows_one_colour(own, yellow, red) and shows_one_colour(other, yellow, red):
            squares |= own | other
    return squares


@rule
def fishing_squares(state: Record, seat: int) -> int:
    """§7 The same for a seat's pawn where it stands."""
    return squares_from(lowest(state.pawns[seat]), enemies(state, seat), state.tops[YELLOW], state.tops[RED])


@rule
def fish(state, seat):
    """§7 Take the squares, piles whole, but for what enemy pawns protect, and the pawn; return how many urchins."""
    caught = fishing_squares(state, seat) & ~enemies(state, seat)
    if caught == 0:
        return 0
    count = popcount(caught) + popcount(caught & state.piles)
    state.tops[YELLOW] &= ~caught
    state.tops[RED] &= ~caught
    state.piles &= ~caught
    state.taken[seat] += count
    state.pawns[seat] = 0
    return count


@rule
def end_turn(state, seat, caught):
    """§8 A colour that has run out ends the game; else the next seat plays, from step 2 if no urchin can move."""
    state.quiet = 0 if state.added or caught else state.quiet + 1
    state.added = 0
    if state.reserve[YELLOW] == 0 or state.reserve[RED] == 0:
        state.step = OVER
        return
    state.turn = (seat + 1) % state.seats
    state.step = MOVING if can_move(state) else ACTING


@rule
def over(state):
    return state.step == OVER


@rule
def winners(state):
    """§8 Most urchins taken; a tie is shared."""
    most = 0
    for seat in range(state.seats):
        most = max(most, state.taken[seat])
    won = 0
    for seat in range(state.seats):
        if state.taken[seat] == most:
            won |= 1 << seat
    return won


@rule
def scores(state, out):
    """§8 The urchins taken."""
    for seat in range(state.seats):
        out[seat] = state.taken[seat]
