"""A move as one speaks of it, with `@1` for a seat until somebody tells who sits there, and without notation."""

import re

from recif.games.core.compiled import Record
from recif.games.core.contract import Bilingual, Game, Text
from recif.match.naming import Naming

_SENTENCE = re.compile(r"(?<=[.!]) ")
# What a sentence adds in brackets or after a pause, and a list of cells: too much for one breath.
_ASIDE = re.compile(r"\s*\([^)]*\)|\s*;.*|, (?![a-z]\d).*|\s(?:en|from) [a-z]\d+, .*")


def spoken(game: Game, state: Record, seat: int, move: int, viewer: int) -> Text:
    """What a move does, as a viewer may know it."""
    seats = range(int(state.seats))
    titles = [game.words.seat_name(state, one).bilingual for one in seats]
    said = Naming(titles, [Bilingual(f"@{one}", f"@{one}") for one in seats]).of(
        game.words.sentence(state, seat, move, viewer)
    )
    return Text(said.fr, said.en)


def phrase(game: Game, state: Record, seat: int, move: int) -> Text:
    """The first thing that a move does, as its seat may know it, in quotation marks."""
    fr, en = map(_first_thing, spoken(game, state, seat, move, seat))
    return Text(f"« {fr} »", f"“{en}”")


def _first_thing(words: str) -> str:
    """
    >>> _first_thing("Red puts the pawn on e2 and catches 3 urchins from d1, e1 and e2; another pawn protects d2.")
    'Red puts the pawn on e2 and catches 3 urchins'
    >>> _first_thing("The crocodile 4 (a pile of 2) eats c5. It is safe.")
    'The crocodile 4 eats c5'
    """
    return _ASIDE.sub("", _SENTENCE.split(words)[0]).rstrip(".! \u202f\u00a0")


def advised(game: Game, state: Record, seat: int, move: int) -> Text:
    """The move, said to whoever is to play it."""
    if game.ideas:
        return game.ideas.advice(state, seat, move)
    return spoken(game, state, seat, move, seat)
