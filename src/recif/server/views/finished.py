"""Matches that are over, from outside: by their rows alone."""

from collections.abc import Sequence

from recif.games.core.contract import Bilingual, Game
from recif.match.naming import Naming
from recif.server.messages.bodies.matches import MatchInfo
from recif.server.messages.shapes import Person, Result, Seat
from recif.server.store.rows import RecordRow, TableRow
from recif.server.views import rendering
from recif.server.views.rendering import Who


def of_table(row: TableRow, game: Game, who: Who, result: Result) -> MatchInfo:
    table = rendering.info(row, game, who)
    return MatchInfo(
        match=row.id,
        game=row.game,
        options=row.options,
        rules=row.rules,
        seats=table.seats,
        made=row.made,
        events=row.events,
        owner=table.owner,
        result=result,
        shared=row.shared,
        evening=table.evening,
    )


def of_record(row: RecordRow, game: Game, who: Who) -> MatchInfo:
    ended = rendering.result(row.result)
    assert ended is not None
    return MatchInfo(
        match=row.id,
        game=row.game,
        options=row.options,
        rules=row.rules,
        seats=_seats(row, rendering.titles_of(game, row.seats, row.options, row.rules)),
        made=row.at,
        events=row.events,
        owner=rendering.person(who(row.owner)),
        result=ended,
        brought=True,
    )


def _seats(row: RecordRow, titles: Sequence[Bilingual]) -> list[Seat]:
    """Who played: nobody here, only a name, if the record has one."""
    called = [*row.names, *[""] * len(titles)]
    return [
        Seat(seat, "person", title, Person("", called[seat]) if called[seat] else None)
        for seat, title in enumerate(titles)
    ]


def naming(info: MatchInfo) -> Naming:
    """What those who played are called, in sentences."""
    return rendering.naming_of(info.seats, info.shared)
