"""How a match ended for each person who began it."""

from collections.abc import Sequence

from recif.match.match import Result
from recif.school.speeds import speed_of
from recif.server.store.entries import Chair
from recif.server.store.rows import ResultRow, TableRow


def results(row: TableRow, starters: Sequence[Chair], at: int) -> list[ResultRow]:
    """Nobody's, where the match was called off or was played by several people on one screen."""
    people = [chair.person for chair in starters if chair.kind == "person"]
    is_played = row.result is not None and row.result.reason != "aborted"
    if row.result is None or not is_played or row.shared or len(set(people)) != len(people):
        return []
    speed = speed_of(row.pace, len(starters))
    level = max((chair.level for chair in starters), default=0) if len(people) == 1 else 0
    return [
        ResultRow(row.id, chair.person, row.game, speed, at, level, score(row, row.result, seat, chair))
        for seat, chair in enumerate(starters)
        if chair.kind == "person"
    ]


def score(row: TableRow, result: Result, seat: int, starter: Chair) -> float:
    """Who left the seat to a machine has lost; a win that all share is nobody's."""
    if row.chairs[seat].person != starter.person:
        return 0.0
    if len(result.winners) in (0, len(row.chairs)):
        return 0.5
    return float(seat in result.winners)
