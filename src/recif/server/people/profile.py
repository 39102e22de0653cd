"""What an account's page tells: ratings and how they came about, results, streaks."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import pairwise

from recif.school.ratings import KNOWN_DEVIATION, SPEEDS, after_rest
from recif.server.messages.bodies.people import GameRecord, Progress, SpeedStanding, Streaks, WonDrawnLost
from recif.server.store.interface import ResultRow, StandingRow

MOST_POINTS = 300  # of a plot
LATEST = 5_000  # results that a profile is made from


def standings(rows: Iterable[StandingRow], now: int) -> list[SpeedStanding]:
    """Each as sure as it is today, in the order of the speeds."""
    told = []
    for row in sorted(rows, key=lambda row: (row.game, SPEEDS.index(row.speed))):
        today = after_rest(row.standing, now - row.at)
        is_known = today.deviation <= KNOWN_DEVIATION
        told.append(
            SpeedStanding(row.game, row.speed, round(today.rating), round(today.deviation), row.games, is_known)
        )
    return told


def progress(results: Sequence[ResultRow]) -> list[Progress]:
    """Ratings after each rated match, the oldest first; of very many, the latest."""
    plots: dict[tuple[str, str], list[ResultRow]] = defaultdict(list)
    for one in reversed(results):
        if one.rated:
            plots[one.game, one.speed].append(one)
    return [_plot(rows[-MOST_POINTS:]) for rows in plots.values()]


def _plot(rows: Sequence[ResultRow]) -> Progress:
    first = rows[0]
    points = [(row.at, round(row.rating)) for row in rows]
    return Progress(first.game, first.speed, round(first.rating - first.gained), points)


def records(results: Iterable[ResultRow]) -> list[GameRecord]:
    """In each game: against people, and against each machine."""
    found: dict[str, GameRecord] = {}
    for one in results:
        record = found.setdefault(one.game, GameRecord(one.game, WonDrawnLost(), {}))
        tally = record.machines.setdefault(str(one.level), WonDrawnLost()) if one.level else record.people
        tally.won += one.score == 1
        tally.drawn += one.score == 0.5
        tally.lost += one.score == 0
    return sorted(found.values(), key=lambda record: record.game)


def streaks(results: Sequence[ResultRow], now: int) -> Streaks:
    """Wins in a row against people, and days in a row with a match (of UTC; today need not have one yet)."""
    wins = [one.score == 1 for one in reversed(results) if not one.level]
    days = sorted({_day(one.at) for one in results})
    runs = _runs([day - before == 1 for before, day in pairwise(days)])
    is_current = bool(days) and _day(now) - days[-1] <= 1
    return Streaks(
        wins=_runs(wins)[-1],
        most_wins=max(_runs(wins)),
        days=1 + runs[-1] if is_current else 0,
        most_days=1 + max(runs) if days else 0,
    )


def _runs(steps: Sequence[bool]) -> list[int]:
    """How many in a row, after each step; 0 at first."""
    runs = [0]
    for step in steps:
        runs.append(runs[-1] + 1 if step else 0)
    return runs


def _day(at: int) -> int:
    return datetime.fromtimestamp(at / 1000, UTC).toordinal()
