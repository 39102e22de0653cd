"""Legal moves as they are sent. Where a game has long lists, most moves of a turn were in many before it.

Such a game makes the same move the same object each time (`listing` of its words), so that what was written out for it
once can be sent again: writing out was most of what a turn of XOK cost.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from recif.games.core.contract import LANGUAGES, Game, Language, Listed
from recif.match.naming import NOBODY, Naming


class Move(Struct):
    """A legal move. `parts` takes it apart (docs/protocol.md, and the docstring of the game's words)."""

    text: str
    parts: Mapping[str, Any] = {}
    say: str = ""  # the sentence, in the language that was asked for


MOST = 30_000  # moves kept in each language

_encode = msgspec.json.Encoder().encode
_WRITTEN: dict[Language, dict[int, tuple[Listed, msgspec.Raw]]] = {language: {} for language in LANGUAGES}


def written(game: Game, listed: list[Listed], language: Language, naming: Naming = NOBODY) -> list[Any]:
    """Moves with their parts and a sentence in this language."""
    say = LANGUAGES.index(language)
    if not naming.is_plain:
        return [Move(text, parts, naming.of(sentence).say(language)) for text, parts, sentence in listed]
    if game.quick_lists is None:
        return [Move(text, parts, sentence[say]) for text, parts, sentence in listed]
    known = _WRITTEN[language]
    if len(known) > MOST:
        known.clear()
    return [(known.get(id(one)) or _write(one, say, known))[1] for one in listed]


def _write(one: Listed, say: int, known: dict[int, tuple[Listed, msgspec.Raw]]) -> tuple[Listed, msgspec.Raw]:
    """Kept with the object itself: while it is kept, no other can have its identity."""
    text, parts, sentence = one
    known[id(one)] = made = (one, msgspec.Raw(_encode(Move(text, parts, sentence[say]))))
    return made
