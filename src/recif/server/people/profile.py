"""What an account's page tells: ratings and how they came about, results, streaks."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from recif.match.clock import DAY
from recif.school.ratings import KNOWN_DEVIATION, KNOWN_OPPONENTS, after_rest
from recif.school.speeds import SPEEDS
from recif.server.messages.bodies.people import GameRecord, Outing, Progress, SpeedStanding, Streaks, WonDrawnLost
from recif.server.store.rows import PointRow, ResultRow, StandingRow, StreakRow, TallyRow

MOST_POINTS = 300  # of a plot
MOST_OUTINGS = 20
LATEST = 500  # rated matches that plots are made from


def standings(rows: Iterable[StandingRow], now: int) -> list[SpeedStanding]:
    """Each as sure as it is today, in the order of the speeds."""
    found = []
    for row in sorted(rows, key=lambda row: (row.game, SPEEDS.index(row.speed))):
        today = after_rest(row.standing, now - row.at)
        is_known = today.deviation <= KNOWN_DEVIATION and row.opponents >= KNOWN_OPPONENTS
        points = (round(today.rating), round(today.deviation))
        found.append(SpeedStanding(row.game, row.speed, *points, row.games, is_known, row.opponents))
    return found


def progress(latest: Sequence[PointRow]) -> list[Progress]:
    """Ratings after each rated match, the oldest first; of very many, the latest."""
    plots: dict[tuple[str, str], list[PointRow]] = defaultdict(list)
    for one in reversed(latest):
        plots[one.game, one.speed].append(one)
    return [_plot(rows[-MOST_POINTS:]) for rows in plots.values()]


def _plot(rows: Sequence[PointRow]) -> Progress:
    first = rows[0]
    points = [(row.at, round(row.rating)) for row in rows]
    return Progress(first.game, first.speed, round(first.rating - first.gained), points)


def records(tallies: Iterable[TallyRow]) -> list[GameRecord]:
    """In each game: against people, and against each machine."""
    found: dict[str, GameRecord] = {}
    for one in tallies:
        record = found.setdefault(one.game, GameRecord(one.game, WonDrawnLost(), {}))
        tally = WonDrawnLost(one.won, one.drawn, one.lost)
        if one.level:
            record.machines[str(one.level)] = tally
        else:
            record.people = tally
    return sorted(found.values(), key=lambda record: record.game)


def outings(latest: Iterable[ResultRow], is_mine: bool) -> list[Outing]:
    """A table may be a private one: whose match it was may go there again, and nobody else."""
    return [Outing(row.game, row.at, row.level, row.score, row.rated, row.table if is_mine else "") for row in latest]


def streaks(kept: StreakRow, now: int) -> Streaks:
    """Wins in a row against people, and days in a row with a match (of UTC; today need not have one yet)."""
    is_current = now // DAY - kept.day <= 1
    return Streaks(kept.wins, kept.most_wins, kept.days if is_current else 0, kept.most_days)
