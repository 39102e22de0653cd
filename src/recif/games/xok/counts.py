"""What the lab counts in XOK: fish laid, and each kind of shark."""

from collections.abc import Iterator, Mapping
from typing import Any

from recif.games.core.compiled import Record
from recif.games.core.contract import Text
from recif.games.xok import rules
from recif.games.xok.things import THINGS as PIECES

NAMES = ("fish", "small", "60", "120", "180")
THINGS: Mapping[str, Text] = dict(
    zip(
        NAMES,
        (
            Text("deux poissons", "two fish"),
            Text("petit requin", "small shark"),
            PIECES["shark:60"].name,
            PIECES["shark:120"].name,
            PIECES["shark:180"].name,
        ),
        strict=True,
    )
)
TURNED: Mapping[str, tuple[Any, ...]] = {}


def used(before: Record, seat: int, move: int, after: Record) -> Iterator[tuple[int, str]]:
    plane = move >> 6
    if move == rules.SWAP:
        return
    yield seat, NAMES[0 if plane < rules.PAIRS else 1 + (plane - rules.PAIRS) // 6]
