"""Crocodile Pool Party: flip swimmers into crocodiles, pile up tiles by eating, bring the piles to your bar.

Seat 0 is Red, seat 1 Yellow. § numbers are the sections of docs/rules/crocodiles.en.md.
A move is start * 128 + target; a flip stays on its cell, a placing starts from 0.
"""

import numpy as np

from recif.games.core.bits import lowest, nth_bit, popcount
from recif.games.core.compiled import record, rule, table
from recif.games.core.luck import below
from recif.games.core.open_game import guess, seen, view
from recif.games.crocodiles.pool import BAR, BETWEEN, CELL_NAMES, CELLS, FIRST, HALF, PATH, TARGET
from recif.games.crocodiles.tiles import height, kind_of, numbers_in, owner, stack, swimmer

SEATS = 2
TILES = 6  # §1 a side
MOVES = 97  # a 6 has 32 at most, a swimmer 13, any other crocodile fewer
OUTCOMES = 6
QUIET_TURNS = 40  # §9
ALL_NUMBERS = 0b1111110
HOME_ROWS = ((1, 2, 3, 4), (12, 11, 10, 9))  # §2 from the own edge
ROOM = (1, 2, 2, 1)  # §2 swimmers in each of them
ROWS = table([0b111111 << 6 * row - HALF * seat for row in HOME_ROWS[seat]] for seat in range(2))
SETUPS = ("d2 b3 e3 c4 f4 a5", "c13 e12 b12 d11 a11 f10")  # §2 for a first game
FIRST_SETUP = table([CELL_NAMES[name] for name in names.split()] for names in SETUPS)
TRIES = 12  # a random move is drawn so often before all are listed

PLACING, TURN, FLIPPED, CHARGE, REVEAL, OVER = range(6)

State = record(
    pile=("i8", CELLS),  # what lies on each cell
    tops=("i8", 2, 2),  # [seat, half] cells of the piles that a seat owns: its colour is on top
    bar=("i8", 2),  # what each seat has brought there, in order of arrival
    unseen=("i8", 2),  # bits of the numbers of a colour that nobody has seen
    flipped="i8",  # the cell of the tile that is being flipped, or was and must move; else 0
    quiet="i8",  # §9 turns since the last flip, meal or entry into a bar
    phase="i8",
    turn="i8",
    seats="i8",
)


@rule
def new(state, seats, options):
    """§2 `free`: an empty pool; `first`: swimmers on the cells for a first game."""
    state.pile[:] = 0
    state.tops[:] = 0
    state.bar[:] = 0
    state.unseen[:] = ALL_NUMBERS
    state.flipped = 0
    state.quiet = 0
    state.phase = PLACING
    state.turn = 0
    state.seats = seats
    if options[0] == 1:
        for seat in range(2):
            for i in range(TILES):
                put(state, seat, FIRST_SETUP[seat, i], swimmer(seat))
        state.phase = TURN


@rule
def put(state, seat, cell, pile):
    state.pile[cell] = pile
    state.tops[seat, cell // HALF] |= 1 << cell % HALF


@rule
def lift(state, seat, cell):
    pile = state.pile[cell]
    state.pile[cell] = 0
    state.tops[seat, cell // HALF] &= ~(1 << cell % HALF)
    return pile


@rule
def room(state, seat):
    """§2 Empty cells, in the seat's half, of the rows that still take a swimmer."""
    mine = state.tops[seat, seat]
    cells = 0
    for i in range(4):
        if popcount(mine & ROWS[seat, i]) < ROOM[i]:
            cells |= ROWS[seat, i] & ~mine
    return cells


@rule
def starts(state, seat, half):
    """§3 The piles that may be chosen; §5 after a flip, only the new crocodile."""
    if state.phase == CHARGE:
        return 1 << state.flipped % HALF if state.flipped // HALF == half else 0
    return state.tops[seat, half]


@rule
def is_open(state):
    """§8 The bars open once a pile has been brought to one of them."""
    return state.bar[0] | state.bar[1] != 0


@rule
def can_land(state, seat, pile, target):
    """§4 A swimmer needs an empty cell; §7 a crocodile eats enemies; §8 an own bar takes piles, and once open all."""
    if target >= BAR:
        return target == BAR + seat and (pile > 15 or is_open(state))
    there = state.pile[target]
    return there == 0 or (kind_of(pile) > 0 and owner(there) != seat)


@rule
def has_path(state, slot):
    """§4 §6 Whether a path is free between start and target."""
    south = state.tops[0, 0] | state.tops[1, 0]
    north = state.tops[0, 1] | state.tops[1, 1]
    for path in range(PATH[slot], PATH[slot + 1]):
        if (BETWEEN[path, 0] & south) | (BETWEEN[path, 1] & north) == 0:
            return True
    return False


@rule
def row_of(state, start):
    """The row of FIRST for the pile on a cell; its slots end where those of the next row begin."""
    return kind_of(state.pile[start]) * CELLS + start


@rule
def can_reach(state, seat, start, slot):
    """Whether the pile on a cell can make the move of this slot."""
    if TARGET[slot] == start:
        return True  # §5 a swimmer can always flip
    return can_land(state, seat, state.pile[start], TARGET[slot]) and has_path(state, slot)


@rule
def can_move(state, seat, start):
    row = row_of(state, start)
    for slot in range(FIRST[row], FIRST[row + 1]):
        if can_reach(state, seat, start, slot):
            return True
    return False


@rule
def can_act(state, seat):
    """§9 Whether a seat has any action."""
    for half in range(2):
        cells = state.tops[seat, half]
        while cells:
            if can_move(state, seat, half * HALF + lowest(cells)):
                return True
            cells &= cells - 1
    return False


@rule
def waiting(state):
    return 1 << state.turn if state.phase in (PLACING, TURN, CHARGE) else 0


@rule
def placings(state, seat, out):
    cells = room(state, seat)
    count = 0
    while cells:
        out[count] = seat * HALF + lowest(cells)
        count += 1
        cells &= cells - 1
    return count


@rule
def moves(state, seat, out):
    """Every legal move of the seat to move."""
    if state.phase == PLACING:
        return placings(state, seat, out)
    count = 0
    for half in range(2):
        cells = starts(state, seat, half)
        while cells:
            start = half * HALF + lowest(cells)
            cells &= cells - 1
            row = row_of(state, start)
            for slot in range(FIRST[row], FIRST[row + 1]):
                if can_reach(state, seat, start, slot):
                    out[count] = start * 128 + TARGET[slot]
                    count += 1
    return count


@rule
def slots(state, seat):
    """How many moves there would be in an empty pool."""
    count = 0
    for half in range(2):
        cells = starts(state, seat, half)
        while cells:
            start = half * HALF + lowest(cells)
            cells &= cells - 1
            row = row_of(state, start)
            count += FIRST[row + 1] - FIRST[row]
    return count


@rule
def try_slot(state, seat, k):
    """The k-th of those moves, or -1 if it is not legal."""
    for half in range(2):
        cells = starts(state, seat, half)
        while cells:
            start = half * HALF + lowest(cells)
            cells &= cells - 1
            row = row_of(state, start)
            slot = FIRST[row] + k
            if slot < FIRST[row + 1]:
                return start * 128 + TARGET[slot] if can_reach(state, seat, start, slot) else -1
            k -= FIRST[row + 1] - FIRST[row]
    return -1


@rule
def random_move(state, seat, rng):
    """Most moves of an empty pool are legal: draw from those until one is; the list is for crowded pools."""
    if state.phase == PLACING:
        cells = room(state, seat)
        return seat * HALF + nth_bit(cells, below(rng, popcount(cells)))
    total = slots(state, seat)
    for _ in range(TRIES):
        move = try_slot(state, seat, below(rng, total))
        if move >= 0:
            return move
    out = np.empty(MOVES, np.int64)
    return out[below(rng, moves(state, seat, out))]


@rule
def play(state, seat, move):
    start, target = move >> 7, move & 127
    if state.phase == PLACING:
        place(state, seat, target)
    elif start == target:
        state.flipped = start
        state.quiet = 0
        state.phase = FLIPPED
    else:
        swim(state, seat, start, target)


@rule
def place(state, seat, cell):
    """§2 In turns, Red first; Red also begins once all are in the pool."""
    put(state, seat, cell, swimmer(seat))
    state.turn = 1 - seat
    if seat == 1 and popcount(state.tops[1, 1]) == TILES:
        state.phase = TURN


@rule
def swim(state, seat, start, target):
    """§7 The crocodile's pile lands on top of what it eats; §8 in a bar, on what came before."""
    pile = lift(state, seat, start)
    if target >= BAR:
        state.bar[seat] = stack(state.bar[seat], pile)
        state.quiet = 0
    elif state.pile[target]:
        put(state, seat, target, stack(lift(state, 1 - seat, target), pile))
        state.quiet = 0
    else:
        put(state, seat, target, pile)
        state.quiet += state.phase == TURN  # not after a flip
    end_turn(state)


@rule
def end_turn(state):
    """§9 The game ends, or the other seat plays, or it passes because it has no action."""
    state.flipped = 0
    state.phase = TURN
    if is_decided(state):
        finish(state)
    elif can_act(state, 1 - state.turn):
        state.turn = 1 - state.turn
    elif can_act(state, state.turn):
        state.quiet += 1
        if is_decided(state):
            finish(state)
    else:
        finish(state)


@rule
def is_decided(state):
    """§9 One seat alone in the water, or too many quiet turns."""
    red = state.tops[0, 0] | state.tops[0, 1]
    yellow = state.tops[1, 0] | state.tops[1, 1]
    return red == 0 or yellow == 0 or state.quiet >= QUIET_TURNS


@rule
def finish(state):
    """§10 On a tie, what is face down in the bars is revealed first."""
    state.phase = REVEAL if height(state.bar[0]) == height(state.bar[1]) and hidden(state) >= 0 else OVER


@rule
def hidden(state):
    """§10 The next face-down tile, as bar * 64 + the shift to its four bits; -1 if there is none."""
    for seat in range(2):
        for shift in range(4 * height(state.bar[seat]) - 4, -1, -4):
            if kind_of(state.bar[seat] >> shift) == 0:
                return seat * 64 + shift
    return -1


@rule
def colour_due(state):
    """The colour of the tile whose number is drawn now; -1 when no luck is due."""
    if state.phase == FLIPPED:
        return state.turn
    if state.phase == REVEAL:
        tile = hidden(state)
        return owner(state.bar[tile >> 6] >> (tile & 63))
    return -1


@rule
def luck(state, out, weights):
    """§5 §10 Any number of the colour that nobody has seen, evenly."""
    colour = colour_due(state)
    if colour < 0:
        return 0
    count = 0
    for n in range(1, TILES + 1):
        if state.unseen[colour] >> n & 1:
            out[count] = n
            weights[count] = 1
            count += 1
    return count


@rule
def befall(state, outcome):
    colour = colour_due(state)
    state.unseen[colour] &= ~(1 << outcome)
    if state.phase == REVEAL:
        tile = hidden(state)
        state.bar[tile >> 6] += outcome << (tile & 63)
        finish(state)
        return
    state.pile[state.flipped] += outcome
    state.phase = CHARGE
    if not can_move(state, colour, state.flipped):
        end_turn(state)  # §5 it stays where it is, face up


@rule
def draw(state, rng):
    unseen = state.unseen[colour_due(state)]
    outcome = nth_bit(unseen, below(rng, popcount(unseen)))
    befall(state, outcome)
    return outcome


@rule
def over(state):
    return state.phase == OVER


@rule
def winners(state):
    """§10 More tiles, then the larger sum of numbers; still tied, both win."""
    red = height(state.bar[0]) * 128 + numbers_in(state.bar[0])
    yellow = height(state.bar[1]) * 128 + numbers_in(state.bar[1])
    if red == yellow:
        return 0b11
    return 0b01 if red > yellow else 0b10


@rule
def scores(state, out):
    """§10 The tiles in each bar, of both colours."""
    for seat in range(2):
        out[seat] = height(state.bar[seat])
