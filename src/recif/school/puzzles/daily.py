"""The puzzle of the day: the same for everybody, and every puzzle has its day before one comes again."""

import hashlib
from collections.abc import Mapping
from datetime import date

from recif.school.puzzles.puzzle import Puzzle

HARDEST = 6  # grades of a daily puzzle go up to this: everybody should have a chance


def daily(puzzles: Mapping[str, Puzzle], day: date) -> Puzzle | None:
    """The games take turns; within a game, puzzles come in an order of their own that looks like chance."""
    games = sorted({puzzle.game.id for puzzle in puzzles.values()})
    if not games:
        return None
    turn, place = divmod(day.toordinal(), len(games))
    own = [puzzle for puzzle in puzzles.values() if puzzle.game.id == games[place]]
    fair = [puzzle for puzzle in own if puzzle.grade <= HARDEST] or own
    fair.sort(key=lambda puzzle: hashlib.sha256(puzzle.name.encode()).digest())
    return fair[turn % len(fair)]
