"""What the lab counts in Oursins: additions, moves, and squares fished."""

from collections.abc import Iterator, Mapping
from typing import Any

from recif.games.core.compiled import Record
from recif.games.core.contract import Text
from recif.games.urchins import rules

THINGS: Mapping[str, Text] = {
    "add": Text("oursin ajouté", "urchin added"),
    "move": Text("oursin déplacé", "urchin moved"),
    "top": Text("sommet de pile déplacé", "top of a pile moved"),
    "catch": Text("pêche", "catch"),
}
TURNED: Mapping[str, tuple[Any, ...]] = {}


def used(before: Record, seat: int, move: int, after: Record) -> Iterator[tuple[int, str]]:
    if rules.ADD <= move < rules.PAWN:
        yield seat, "add"
    elif rules.DECLINE < move < rules.ADD:
        yield seat, "top" if int(before.piles) >> (move >> 6) & 1 else "move"
    if after.taken[seat] > before.taken[seat]:
        yield seat, "catch"
