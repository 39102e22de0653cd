"""A move as one speaks of it. Notation is for those who ask for it."""

import re

from recif.games.core.compiled import Record
from recif.games.core.contract import Game, Text

_SENTENCE = re.compile(r"(?<=[.!]) ")


def phrase(game: Game, state: Record, seat: int, move: int) -> Text:
    """The first thing that a move does, as its seat may know it, in quotation marks."""
    told = game.words.sentence(state, seat, move, seat)
    fr, en = (_SENTENCE.split(words)[0].rstrip(".! \u202f\u00a0") for words in told)
    return Text(f"« {fr} »", f"“{en}”")


def advised(game: Game, state: Record, seat: int, move: int) -> Text:
    """The move, said to whoever is to play it."""
    if game.ideas:
        return game.ideas.advice(state, seat, move)
    return game.words.sentence(state, seat, move, seat)
