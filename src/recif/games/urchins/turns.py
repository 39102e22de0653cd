"""A whole turn of Oursins as one line: its steps joined by spaces, `a1-a2 +yb3 >b3`."""

from collections.abc import Iterable

import numpy as np

from recif.games.core.compiled import Record, assign, copy
from recif.games.core.contract import Refused, Text
from recif.games.urchins import rules
from recif.games.urchins.notation import text
from recif.games.urchins.reasons import why

TOO_SHORT = Text(
    "Il manque la fin du tour, jusqu'au pion (>a1).",
    "The end of the turn is missing, up to the pawn (>a1).",
)
TOO_LONG = Text(
    "Le tour finit avec le pion ; il y a du texte en trop.",
    "The turn ends with the pawn; there is text left over.",
)


def turn_text(state: Record, moves: Iterable[int]) -> str:
    """The line of a turn that starts at `state`."""
    return " ".join(text(state, int(state.turn), move) for move in moves)


def play_turn(state: Record, line: str) -> list[int]:
    """Play what is left of the turn, in place; return its moves. Refused, with nothing changed, if it is not a turn."""
    if rules.over(state):
        raise Refused("game-over", Text("La partie est finie.", "The game is over."))
    after, seat, moves = copy(state), int(state.turn), list[int]()
    for step in line.split():
        if _is_whole(moves):
            raise Refused("turn-too-long", TOO_LONG)
        moves.append(_legal(after, seat, step))
        rules.play(after, seat, moves[-1])
    if not _is_whole(moves):
        raise Refused("turn-too-short", TOO_SHORT)
    assign(state, after)
    return moves


def _is_whole(moves: list[int]) -> bool:
    return bool(moves) and moves[-1] >= rules.PAWN


def _legal(state: Record, seat: int, step: str) -> int:
    """The number of a step, or Refused with the reason."""
    out = np.zeros(rules.MOVES, np.int64)
    for move in out[: rules.moves(state, seat, out)]:
        if text(state, seat, int(move)) == step:
            return int(move)
    refusal = why(state, seat, step)
    raise Refused(refusal.code, refusal.text)
