"""What the lab counts in Crabe vs Poulpe: the cards that are played."""

from collections.abc import Iterator, Mapping
from typing import Any

from recif.games.core.compiled import Record
from recif.games.core.contract import Text
from recif.games.crabs.cards import CARDS, RANKS

NAMES = ("α", *map(str, range(1, 11)), "Ω")
THINGS: Mapping[str, Text] = {name: Text(name, name) for name in NAMES}
TURNED: Mapping[str, tuple[Any, ...]] = {"crabs_seat": (0, 1)}


def used(before: Record, seat: int, move: int, after: Record) -> Iterator[tuple[int, str]]:
    """Plays are the first word of moves; what is given, drawn or stolen does not count."""
    if seat >= 0 and move < CARDS:
        yield seat, NAMES[move % RANKS]
