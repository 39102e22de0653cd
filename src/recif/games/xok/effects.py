"""What the words of XOK need of the rules in one call: what moves would do, and what a board looks like."""

from typing import Any

import numpy as np

from recif.games.core.compiled import Numbers, Record, assign, rule, table
from recif.games.core.hexes import SIDE, names
from recif.games.xok.rules import FISH, KINDS, PAIRS, SHARKS, State, longest, moves, play, reach

Box = np.ndarray[Any, Any]


def cell_key(cell: str) -> tuple[str, int]:
    """The order of the notation: by row letter, then number. It is the same on both boards."""
    return cell[0], int(cell[1:])


IN_ORDER = table([names(SIDE)[name] for name in sorted(names(SIDE), key=cell_key)])

# A seat in a drawing: whether it is its turn, fish left, sharks left of each kind, then lists that each begin with how
# many follow.
RESERVE_AT = 1
FISH_AT = RESERVE_AT + 1 + KINDS
SHARKS_AT = FISH_AT + 1 + FISH
LONGEST_AT = SHARKS_AT + 1 + sum(SHARKS)
DRAWN = LONGEST_AT + 1 + FISH + sum(SHARKS)


@rule
def effects(state: Record, seat: int, moves: Numbers, eaten: Numbers, won: Numbers) -> None:
    """The fish that each move eats or takes over, and the winners once it is played: 0 while the game goes on."""
    box = np.empty(1, State)
    for i in range(len(moves)):
        after = box[0]
        assign(after, state)
        play(after, seat, moves[i])
        eaten[i] = state.fish[1 - seat] & ~after.fish[1 - seat]
        won[i] = after.won


@rule
def fill_pack(box: Box, seat: int, places: Numbers, room: Numbers) -> tuple[int, int]:
    """How many legal moves there are, and how many different catches. Rows of `room`: from each move's place to the
    next one's; which of the catches it makes, from 1, and 0 for none; the catches."""
    state, steps, which, catches = box[0], room[0], room[1], room[2]
    count, last, found = moves(state, seat, steps), 0, 0
    for i in range(count):
        move = steps[i]
        steps[i] = places[move] - last
        last = places[move]
        plane = (move >> 6) - PAIRS
        which[i] = 0
        if plane >= 0:
            eaten = state.fish[1 - seat] & reach(plane // 6, plane % 6, 1 << (move & 63))
            place = 0
            while place < found and catches[place] != eaten:
                place += 1
            if place == found:
                catches[found] = eaten
                found += 1
            which[i] = place + 1
    return count, found


@rule
def effect(box: Box, seat: int, move: int) -> tuple[int, int]:
    """Both of one move."""
    state, after = box[0], np.empty(1, State)
    assign(after[0], state)
    play(after[0], seat, move)
    return state.fish[1 - seat] & ~after[0].fish[1 - seat], after[0].won


@rule
def fill_list(cells: int, row: Numbers, start: int) -> None:
    """The numbers of the cells in the order of the notation, after how many they are."""
    count = 0
    for place in range(len(IN_ORDER)):
        if cells >> IN_ORDER[place] & 1:
            count += 1
            row[start + count] = IN_ORDER[place]
    row[start] = count


@rule
def fill_drawing(box: Box, rows: Numbers) -> None:
    """A row a seat. A shark is its cell and, above six bits, a bit for each direction of a mouth."""
    state = box[0]
    for seat in range(2):
        row = rows[seat]
        row[0] = state.turn == seat
        row[RESERVE_AT] = state.fish_left[seat]
        for kind in range(KINDS):
            row[RESERVE_AT + 1 + kind] = state.sharks_left[seat, kind]
        fill_list(state.fish[seat], row, FISH_AT)
        fill_list(state.sharks[seat], row, SHARKS_AT)
        fill_list(longest(state, seat), row, LONGEST_AT)
        for place in range(SHARKS_AT + 1, SHARKS_AT + 1 + row[SHARKS_AT]):
            cell = row[place]
            for direction in range(6):
                row[place] |= (state.jaws[seat, direction] >> cell & 1) << (6 + direction)
