"""What the lab counts in Crocodile Pool Party: which tiles move, eat and come home."""

from collections.abc import Iterator, Mapping
from typing import Any

from recif.games.core.compiled import Record
from recif.games.core.contract import Text
from recif.games.crocodiles import rules
from recif.games.crocodiles.pool import BAR
from recif.games.crocodiles.tiles import kind_of

THINGS: Mapping[str, Text] = {
    "swimmer": Text("baigneur déplacé", "swimmer moved"),
    **{str(n): Text(f"crocodile {n} déplacé", f"crocodile {n} moved") for n in range(1, 7)},
    "flip": Text("tuile retournée", "tile flipped"),
    "meal": Text("repas", "meal"),
    "bar": Text("arrivée au bar", "arrival at the bar"),
}
TURNED: Mapping[str, tuple[Any, ...]] = {}


def used(before: Record, seat: int, move: int, after: Record) -> Iterator[tuple[int, str]]:
    if seat < 0 or before.phase == rules.PLACING:
        return
    start, target = divmod(move, 128)
    if start == target:
        yield seat, "flip"
        return
    number = int(kind_of(int(before.pile[start])))
    yield seat, str(number) if number else "swimmer"
    if target >= BAR:
        yield seat, "bar"
    elif before.pile[target] != 0:
        yield seat, "meal"
