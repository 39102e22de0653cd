"""What the words of XOK need of the rules in one call: what moves would do, and what a board looks like."""

import numpy as np

from recif.games.compiled import Numbers, Record, assign, rule
from recif.games.xok.rules import KINDS, State, longest, play

DRAWN = 4 + KINDS + 6  # numbers of a seat in a drawing


@rule
def effects(state: Record, seat: int, moves: Numbers, eaten: Numbers, won: Numbers) -> None:
    """The fish that each move eats, and the winners once it is played: 0 while the game goes on."""
    box = np.empty(1, State)
    for i in range(len(moves)):
        after = box[0]
        assign(after, state)
        play(after, seat, moves[i])
        eaten[i] = state.fish[1 - seat] & ~after.fish[1 - seat]
        won[i] = after.won


@rule
def effect(state: Record, seat: int, move: int) -> tuple[int, int]:
    """The same of one move."""
    box = np.empty(1, State)
    assign(box[0], state)
    play(box[0], seat, move)
    return state.fish[1 - seat] & ~box[0].fish[1 - seat], box[0].won


@rule
def fill_drawing(state: Record, rows: Numbers) -> None:
    """A row a seat: fish, sharks, the longest group; reserves of fish and of each kind of shark; jaws by direction."""
    for seat in range(2):
        row = rows[seat]
        row[0] = state.fish[seat]
        row[1] = state.sharks[seat]
        row[2] = longest(state, seat)
        row[3] = state.fish_left[seat]
        for kind in range(KINDS):
            row[4 + kind] = state.sharks_left[seat, kind]
        for direction in range(6):
            row[4 + KINDS + direction] = state.jaws[seat, direction]
