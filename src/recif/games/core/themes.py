"""What the puzzles of a game are about: nothing. A game's `themes.py` has the names of `Themes`; those that it knows
nothing better for, it takes from here."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from recif.games.core.compiled import Record
from recif.games.core.text import Text


class Themes(Protocol):
    """A module of a game's folder."""

    THEMES: Mapping[str, Text]  # in words, by their short names, the most telling first

    def themes(self, state: Record, seat: int, move: int) -> list[str]:
        """Which of them a decision has: by what it does, as the rules tell."""
        ...

    def alike(self, state: Record, seat: int, one: int, other: int) -> bool:
        """Whether two moves are one idea, although they do not lead to the same state."""
        ...


THEMES: Mapping[str, Text] = {}


def themes(state: Record, seat: int, move: int) -> list[str]:
    return []


def alike(state: Record, seat: int, one: int, other: int) -> bool:
    return False


QUIET = "quiet"  # what a game may call a decision that nothing else can be said of


def in_order(known: Mapping[str, Text], found: Iterable[str]) -> list[str]:
    """Themes once each, the most telling first; what is more than quiet is not called so."""
    met = set(found)
    told = [theme for theme in known if theme in met]
    return [theme for theme in told if theme != QUIET] or told
