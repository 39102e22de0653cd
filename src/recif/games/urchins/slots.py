"""What a decision of Oursins does, as a net is told: from where, to where, what can be fished then, and what else."""

from recif.games.core.bits import popcount
from recif.games.core.compiled import bare, table
from recif.games.urchins.diagonals import falling_diagonals, rising_diagonals
from recif.games.urchins.hunch import catch, most_caught, shown, standing
from recif.games.urchins.patterns import hot, most_by_one, whole_squares
from recif.games.urchins.rules import (
    ADD,
    BOARD_5,
    DECLINE,
    MOVING,
    PAWN,
    RANK,
    RED,
    SIDE,
    YELLOW,
    enemies,
    occupied,
    pawned,
)

CELLS = SIDE * SIDE
CELL = table(SIDE * (bit // RANK) + bit % RANK for bit in range(SIDE * RANK))

SLOTS_A_MOVE = 4
ENDS, ADDS, PERCHES, NOTHING = 2 * CELLS, 4 * CELLS, 6 * CELLS, 7 * CELLS  # starts by colour come first
PLACES = NOTHING + 1  # for each board
FISHED, ADDING, DECLINED, STARTED, ACTED = 0, 1, 2, 3, 4  # kinds of decision; urchins move in step 1 or 2
MUCH = 10  # as good as any more
GAINS = 2 * PLACES  # 5 kinds × 11 that the pawn can fish then
HEAT = GAINS + 5 * (MUCH + 1)  # the same: in step 1 with one more action, in step 2 how many cells are hot then
SLOTS = HEAT + 5 * (MUCH + 1)


@bare
def slots(state, seat, moves, count, out):
    """Fill the four slots of each decision."""
    block = PLACES if state.board == BOARD_5 else 0
    squares, foes, pawns, places = standing(state), enemies(state, seat), pawned(state), whole_squares(state)
    for i in range(count):
        move = int(moves[i])
        if move >= PAWN:
            put_perch(state, seat, move & 63, squares, block, out, SLOTS_A_MOVE * i)
        else:
            put_action(state, move, foes, pawns, places, block, out, SLOTS_A_MOVE * i)


@bare
def put_slots(out, at, kind, gain, heat):
    out[at + 2] = GAINS + kind * (MUCH + 1) + min(gain, MUCH)
    out[at + 3] = HEAT + kind * (MUCH + 1) + min(heat, MUCH)


@bare
def put_perch(state, seat, bit, squares, block, out, at):
    """Where the pawn is placed: what it fishes, whether it stands in a square, whether on a pile."""
    caught = catch(state, seat, bit, state.tops[YELLOW], state.tops[RED])
    out[at] = block + PERCHES + CELL[bit]
    out[at + 1] = block + ENDS + colour_at(state, bit) * CELLS + CELL[bit]
    heat = 5 * (squares >> bit & 1) + (state.piles >> bit & 1)
    put_slots(out, at, FISHED, popcount(caught) + popcount(caught & state.piles), heat)


@bare
def put_action(state, move, foes, pawns, places, block, out, at):
    """An urchin that moves or is added, or none: among these pawns, of which some are the others', and squares."""
    put_places(state, move, block, out, at)
    kind = ADDING if move >= ADD else DECLINED if move == DECLINE else STARTED if state.step == MOVING else ACTED
    yellow, red = state.tops[YELLOW] + 0, state.tops[RED] + 0
    if move != DECLINE:
        yellow, red = shown(state, move, YELLOW), shown(state, move, RED)
    rising, falling = rising_diagonals(yellow, red) & places, falling_diagonals(yellow, red) & places
    cells = state.board & ~pawns
    if state.step == MOVING:
        heat = most_by_one(rising, falling, yellow, red, foes, cells, piles_after(state, move))
    else:
        by_yellow, by_red = hot(cells, rising, falling, yellow, red)
        heat = popcount(by_yellow) + popcount(by_red)
    put_slots(out, at, kind, most_caught(rising, falling, yellow, red, foes, pawns, state.piles), heat)


@bare
def put_places(state, move, block, out, at):
    """From where or what, and to where."""
    if move == DECLINE:
        out[at], out[at + 1] = block + NOTHING, block + NOTHING
        return
    cell = CELL[move & 63]
    if move >= ADD:
        colour = (move - ADD) >> 6
        out[at] = block + ADDS + colour * CELLS + cell
    else:
        colour = colour_at(state, move >> 6)
        out[at] = block + colour * CELLS + CELL[move >> 6]
    out[at + 1] = block + ENDS + colour * CELLS + cell


@bare
def colour_at(state, cell):
    return YELLOW if state.tops[YELLOW] >> cell & 1 else RED


@bare
def piles_after(state, move):
    """The piles after a move or an addition."""
    if move == DECLINE:
        return state.piles + 0
    if move < ADD:
        return state.piles & ~(1 << (move >> 6))
    return state.piles | (occupied(state) & 1 << (move & 63))
