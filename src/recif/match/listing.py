"""Legal moves, many at a time: their numbers, and how they read."""

import numpy as np

from recif.games.core.compiled import Numbers, Record
from recif.games.core.contract import Game, Listed


def legal(game: Game, state: Record, seat: int) -> Numbers:
    """The moves of a seat, ascending; none if it does not wait."""
    if not game.rules.waiting(state) >> seat & 1:
        return np.empty(0, np.int64)
    out = np.empty(game.rules.MOVES, np.int64)
    return out[: game.rules.moves(state, seat, out)]


def listing(game: Game, state: Record, seat: int, moves: Numbers) -> list[Listed]:
    """Moves of a seat in words, from what it knows. A game with long lists has a quick way of its own."""
    words = game.words
    if game.quick_lists:
        return game.quick_lists.listing(state, seat, moves)
    return [
        (words.text(state, seat, move), words.parts(state, seat, move), words.sentence(state, seat, move, seat))
        for move in moves.tolist()
    ]
