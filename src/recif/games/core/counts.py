"""What the lab counts in a game: nothing. A game's `counts.py` has the names of `Counts`."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from recif.games.core.compiled import Record
from recif.games.core.text import Text


class Counts(Protocol):
    """A module of a game's folder."""

    THINGS: Mapping[str, Text]  # cards, pieces or kinds of moves that may matter, by name
    TURNED: Mapping[str, tuple[Any, ...]]  # options turned from game to game, so that seat and side are told apart

    def used(self, before: Record, seat: int, move: int, after: Record) -> Iterable[tuple[int, str]]:
        """Who got or used what in an event, as (seat, thing)."""
        ...


THINGS: Mapping[str, Text] = {}
TURNED: Mapping[str, tuple[Any, ...]] = {}


def used(before: Record, seat: int, move: int, after: Record) -> Iterable[tuple[int, str]]:
    return ()
