"""How long a match lasts for those who choose a game: turns as machines played them, minutes as people take them.

`python -m bench.lengths` writes `lengths.json` of each game's folder.
"""

from functools import cache
from pathlib import Path

import msgspec

from recif import games
from recif.games.core.contract import Game

FILE = "lengths.json"
TURN_SECONDS = 15  # that people take for a turn at a screen, with what is shown of it
STEP = 5  # minutes, to which a length is rounded up


class Lengths(msgspec.Struct):
    """The middle one of so many matches between machines of a level, in turns, by the number of seats."""

    level: int
    matches: int
    turns: dict[str, int]


@cache
def lengths_of(name: str) -> Lengths | None:
    path = Path(games.__path__[0]) / name / FILE
    return msgspec.json.decode(path.read_bytes(), type=Lengths) if path.exists() else None


def minutes(game: Game) -> dict[str, int]:
    """By the number of seats; what the game itself says where nobody has measured it."""
    known = lengths_of(game.id)
    return {str(seats): _minutes(known.turns[str(seats)]) if known else game.minutes for seats in game.seats}


def _minutes(turns: int) -> int:
    """
    >>> [_minutes(turns) for turns in (4, 20, 21, 60)]
    [5, 5, 10, 15]
    """
    return max(1, -(-turns * TURN_SECONDS // (60 * STEP))) * STEP
