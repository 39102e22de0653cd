"""XOK on 19 cells: a chain of 4 wins. See small.py."""

from recif.games.core.compiled import rule
from recif.games.core.open_game import befall, draw, guess, luck, over, seen, view, winners
from recif.games.xok.rules import MOVES, OUTCOMES, SEATS, VERSION, State, scores, waiting
from recif.games.xok.small import moves_on_three as moves
from recif.games.xok.small import play_to
from recif.games.xok.small import random_on_three as random_move


@rule
def play(state, seat, move):
    play_to(state, seat, move, 4)
