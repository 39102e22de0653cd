"""How a match ended for each person who began it."""

import logging
import sqlite3
from collections.abc import Sequence

import msgspec

from recif.match.match import Result
from recif.school.ratings import speed_of
from recif.server.store.entries import Chair
from recif.server.store.interface import ResultRow, TableRow
from recif.server.store.of_ratings import CREATE, saving_results

log = logging.getLogger("recif.store")


def results(row: TableRow, starters: Sequence[Chair], at: int) -> list[ResultRow]:
    """Nobody's, where the match was called off, came as a record, or was played by several people on one screen."""
    people = [chair.person for chair in starters if chair.kind == "person"]
    is_played = row.result is not None and row.result.reason != "aborted" and not row.imported
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


def fill(database: sqlite3.Connection) -> None:
    """What ended before results were kept, as its rows tell it: by who sat there in the end."""
    for statement in CREATE.split(";"):
        database.execute(statement)
    ended = """SELECT id, body, (SELECT max(at) FROM entries WHERE "table" = tables.id) FROM tables
               WHERE status = 'over'"""
    for table, body, at in database.execute(ended):
        try:
            row = msgspec.json.decode(body, type=TableRow)
        except msgspec.MsgspecError as error:
            log.error("the row of table %s cannot be read: %s", table, error)
            continue
        here = {person for (person,) in database.execute('SELECT person FROM players WHERE "table" = ?', (table,))}
        found = [one for one in results(row, row.chairs, at or row.made) if one.person in here]
        for sql, values in saving_results(found):
            database.execute(sql, values)
