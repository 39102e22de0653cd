"""What the lab counts in XOK: fish laid, and each kind of shark."""

from collections.abc import Iterator, Mapping
from typing import Any

from recif.games.core.compiled import Record
from recif.games.core.contract import Text
from recif.games.xok import rules

NAMES = ("fish", "small", "60", "120", "180")
THINGS: Mapping[str, Text] = dict(
    zip(
        NAMES,
        (
            Text("deux poissons", "two fish"),
            Text("petit requin", "small shark"),
            Text("grand requin de 60°", "big shark of 60°"),
            Text("grand requin de 120°", "big shark of 120°"),
            Text("grand requin de 180°", "big shark of 180°"),
        ),
        strict=True,
    )
)
TURNED: Mapping[str, tuple[Any, ...]] = {}


def used(before: Record, seat: int, move: int, after: Record) -> Iterator[tuple[int, str]]:
    plane = move >> 6
    yield seat, NAMES[0 if plane < rules.PAIRS else 1 + (plane - rules.PAIRS) // 6]
