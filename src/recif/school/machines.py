"""The machines on the scale of people's ratings, from the matches of the arena (docs/strength/).

What the arena measures is how far levels are apart. Where they stand beside people is set: ANCHOR, whom newcomers are
offered, counts as much as a newcomer. A machine's rating never changes, and it plays no rated match (docs/ratings.md).
`python -m bench.machines` writes `machines.json` of each game’s folder.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from math import log, sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec

from recif import games
from recif.games import NAMES
from recif.school.ratings import SCALE, Standing

ANCHOR = 3
FILE = "machines.json"


class Tally(NamedTuple):
    """A match of a level against the one below: games, and points of the higher."""

    level: int
    games: int
    points: float


def placed(tallies: Iterable[Tally]) -> dict[int, Standing]:
    """Levels one above the other, as far as they are joined to ANCHOR; uncertainty grows with the way from there.

    Half a game won and half a game lost are added to each match: without a loss the difference would have no end.

    >>> {level: round(one.rating) for level, one in placed([Tally(3, 50, 32), Tally(4, 20, 20)]).items()}
    {3: 1500, 2: 1402, 4: 2145}
    """
    steps = {tally.level: tally for tally in tallies}
    found = {ANCHOR: Standing(1500.0, 0.0, 0.0)}
    for level in range(ANCHOR, 1, -1):
        if level in steps:
            found[level - 1] = _moved(found[level], steps[level], -1)
    level = ANCHOR + 1
    while level in steps:
        found[level] = _moved(found[level - 1], steps[level], 1)
        level += 1
    return found


def _moved(origin: Standing, tally: Tally, direction: int) -> Standing:
    games, points = tally.games + 1, tally.points + 0.5
    rate = points / games
    difference = SCALE * log(rate / (1 - rate))
    error = SCALE / sqrt(games * rate * (1 - rate))
    return Standing(origin.rating + direction * difference, sqrt(origin.deviation**2 + error**2), 0.0)


@cache
def machines() -> Mapping[str, Mapping[int, Standing]]:
    """By game and level, those that have been measured."""
    return {name: _read(path) for name in NAMES if (path := file_of(name)).exists()}


def file_of(game: str) -> Path:
    return Path(games.__file__).with_name(game) / FILE


def _read(path: Path) -> dict[int, Standing]:
    return msgspec.json.decode(path.read_bytes(), type=dict[int, Standing])
