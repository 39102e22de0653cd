"""XOK on a hexagon of three cells a side, with a shorter chain: the rules of XOK, asked differently.

A module beside this one for each length of the chain (`chain4.py`, …) has the functions that a search asks for.
"""

from recif.games.core import hexes
from recif.games.core.bits import popcount
from recif.games.core.compiled import Record, blank, rule, table
from recif.games.xok import rules

BOARD_3 = hexes.mask(3)
FACING_3 = table(hexes.facing(3, way) for way in hexes.STEPS)


def first(fish: int = rules.FISH) -> Record:
    """An empty board of 19 cells, and so many fish a side."""
    state = blank(rules.State)
    state.board, state.version, state.seats = BOARD_3, rules.VERSION, 2
    state.fish_left[:] = fish
    state.sharks_left[:] = rules.SHARKS
    return state


@rule
def faces_board(move):
    """§2 On this board; fish need not."""
    plane = move >> 6
    if plane < rules.PAIRS:
        return True
    kind, way = (plane - rules.PAIRS) // 6, (plane - rules.PAIRS) % 6
    return (FACING_3[way] | FACING_3[(way + rules.APART[kind]) % 6]) >> (move & 63) & 1 == 1


@rule
def moves_on_three(state, seat, out):
    kept = 0
    for i in range(rules.moves(state, seat, out)):
        if faces_board(out[i]):
            out[kept] = out[i]
            kept += 1
    return kept


@rule
def random_on_three(state, seat, rng):
    move = rules.random_move(state, seat, rng)
    while not faces_board(move):
        move = rules.random_move(state, seat, rng)
    return move


@rule
def play_to(state, seat, move, goal):
    """§6 with another number."""
    rules.play(state, seat, move)
    if popcount(rules.longest(state, seat)) >= goal:
        state.won = 1 << seat
