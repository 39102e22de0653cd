"""One finished game, as it is given away. docs/data.md tells the fields."""

from datetime import UTC, datetime
from typing import Any, Literal

from msgspec import Struct

from recif.games import GAMES
from recif.match.match import Match
from recif.server.live.table import LiveTable
from recif.server.store.entries import Chair
from recif.server.store.interface import Store
from recif.server.store.rows import TableRow
from recif.server.tables import creation


class Player(Struct):
    """Who sat on a seat. A name is there only if its account agreed."""

    kind: Literal["person", "machine"]
    level: int | None = None  # of a machine
    name: str | None = None


class PlayedEvent(Struct):
    """What happened: seat −1 is luck."""

    seat: int
    text: str


class PlayedGame(Struct):
    """A game that is over. Nothing in it leads back to its table or, but for names agreed to, to a person."""

    game: str
    rules: int  # their version
    seats: int
    options: dict[str, Any]
    day: str
    pace: str
    players: list[Player]
    events: list[PlayedEvent]
    winners: list[int]
    scores: list[int]
    reason: str
    by: int | None = None  # who resigned, or ran out of time
    recif: int = 1  # the version of this form


async def game_of(store: Store, table: str, game: str | None = None) -> PlayedGame | None:
    """The game played at a table; None where there is none to give away."""
    row = await store.table(table)
    if row is None or not row.public or row.status != "over" or (game and row.game != game):
        return None
    live = LiveTable(row, GAMES[row.game]).load(await store.entries(table))
    return given_away(row, live.match, [await player(store, chair) for chair in live.chairs])


async def player(store: Store, chair: Chair) -> Player:
    if chair.kind == "machine":
        return Player("machine", level=chair.level)
    row = await store.person(chair.person)
    agreed = row is not None and bool(row.password) and row.named
    return Player("person", name=row.name if row and agreed else None)


def given_away(row: TableRow, match: Match, players: list[Player]) -> PlayedGame | None:
    result = match.result
    if result is None:
        return None
    day = datetime.fromtimestamp(row.made / 1000, UTC).strftime("%Y-%m-%d")
    return PlayedGame(
        row.game,
        match.version,
        match.seats,
        match.options,
        day,
        creation.pace_text(row.pace),
        players,
        [PlayedEvent(event.seat, event.text) for event in match.log],
        list(result.winners),
        list(result.scores),
        result.reason,
        result.seat,
    )
