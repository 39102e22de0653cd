"""What a move is good for, said to whoever is to play it. A game's `ideas.py` recognises its own ideas, by the rules.

IDEAS     every idea in a few words, by its short name, the most telling first
seen      the ideas that a move has, the most telling first
advice    the move as one says it to somebody who looks at the board: "Bite pile 2."
either    if it has `Choosing`: two moves as one says them, where seats choose at once
price     if it has `Pricing`: what it costs another to take what was just laid, if that is the answer to expect
place     if it has `Placing`: where a cell is, by the name that the board shows
PLAIN     if it has `Common`: what nearly every good move has, and few puzzles are about
alike     if it has `Likening`: whether two moves are one idea, although they do not lead to the same state

A sentence speaks to the mover, has at most MOST_WORDS words, and names no cell: `spots` says
where to look. Another seat is written `@1` and is called by its name when the sentence is told (`named`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from recif.games.core.compiled import Record
from recif.games.core.text import Text
from recif.games.core.typography import before_name

MOST_WORDS = 20
_SEAT = re.compile(r"(\b[Dd]e |\b[Qq]ue )?@(\d)")  # looked for once: whatever a name is, nothing in it is a seat


class Seen(NamedTuple):
    """An idea that a move has: which one, the sentence, where on the board, the numbers that the sentence claims."""

    idea: str
    says: Text
    spots: tuple[str, ...] = ()
    facts: Mapping[str, int] = {}  # checked by tests against a second reading of the rules


class Ideas(Protocol):
    """The module of a game."""

    IDEAS: Mapping[str, Text]

    def seen(self, state: Record, seat: int, move: int) -> list[Seen]: ...
    def advice(self, state: Record, seat: int, move: int) -> Text: ...


@runtime_checkable
class Placing(Protocol):
    """Ideas of a game whose board shows names."""

    def place(self, cell: str) -> Text: ...


@runtime_checkable
class Choosing(Protocol):
    """Ideas of a game where seats choose at once."""

    def either(self, state: Record, seat: int, one: int, two: int) -> Text: ...


@runtime_checkable
class Pricing(Protocol):
    """Ideas of a game where what was just laid can be taken."""

    FRAGILE: tuple[str, ...]  # the ideas that come to nothing then

    def price(self, after: Record, seat: int, answer: int) -> Seen | None: ...


@runtime_checkable
class Common(Protocol):
    """Ideas of a game of which some tell little."""

    PLAIN: tuple[str, ...]


@runtime_checkable
class Likening(Protocol):
    """Ideas of a game where moves differ that come to the same."""

    def alike(self, state: Record, seat: int, one: int, other: int) -> bool: ...


Names = Sequence[Text]  # what each seat is called


def named(text: Text, names: Names) -> Text:
    """The sentence with the names of seats.

    >>> named(Text("Sinon, la chaîne de @1 gagne.", "Else @1's chain wins."), [Text("", ""), Text("Anne", "Anne")]).fr
    'Sinon, la chaîne d’Anne gagne.'
    """
    fr = _SEAT.sub(lambda found: _called(found[1], names[int(found[2])].fr), text.fr)
    return Text(fr, _SEAT.sub(lambda found: (found[1] or "") + names[int(found[2])].en, text.en))


def _called(word: str | None, name: str) -> str:
    """A name after a little word, if there is one: French drops a vowel before a vowel."""
    return before_name(word.rstrip(), name) if word else name
