"""One finished game, as it is given away. docs/data.md tells the fields."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Literal

from msgspec import Struct

from recif.games import GAMES
from recif.match.match import Match
from recif.server.live.table import LiveTable
from recif.server.messages.shapes import Rating
from recif.server.store.entries import Begun, Chair, Entry, Played
from recif.server.store.interface import Store
from recif.server.store.rows import TableRow
from recif.server.tables import creation

ROUGHLY = 100  # to which the ratings of unnamed people are rounded


class Player(Struct):
    """Who sat on a seat. A name is there only if its account agreed."""

    kind: Literal["person", "machine"]
    level: int | None = None  # of a machine
    name: str | None = None
    rating: int | None = None  # before a rated match; of who is not named, to the nearest hundred


class PlayedEvent(Struct):
    """What happened: seat −1 is luck."""

    seat: int
    text: str
    seconds: float = 0.0  # from when its seat could decide; of luck 0


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
    live, seconds = timed(LiveTable(row, GAMES[row.game]), await store.entries(table))
    return given_away(row, live.match, [await player(store, row, chair) for chair in live.chairs], seconds)


def timed(live: LiveTable, entries: Iterable[Entry]) -> tuple[LiveTable, list[float]]:
    """A table with all that happened, and how long each event of its log took, to a tenth of a second."""
    took: list[float] = []
    since, choosing = 0, dict[int, float]()  # when the last event was; what those took who have chosen since
    for entry in entries:
        live.apply(entry)
        log = live.match.log
        if isinstance(entry.what, Begun) or not since:
            since = entry.at
        if isinstance(entry.what, Played):
            choosing[entry.what.seat] = round(max(0, entry.at - since) / 1000, 1)
        del took[len(log) :]
        if len(took) < len(log):
            took += [choosing.get(event.seat, 0.0) for event in log[len(took) :]]
            since, choosing = entry.at, {}
    return live, took


async def player(store: Store, table: TableRow, chair: Chair) -> Player:
    if chair.kind == "machine":
        return Player("machine", level=chair.level)
    row = await store.person(chair.person)
    agreed = row is not None and bool(row.password) and row.named
    rating = rating_of(table.ratings.get(chair.person), agreed)
    return Player("person", name=row.name if row and agreed else None, rating=rating)


def rating_of(rating: Rating | None, is_named: bool) -> int | None:
    """As the match found it: an exact one would tell two games of an unnamed person to be theirs."""
    if rating is None:
        return None
    before = rating.rating - (rating.gained or 0)
    return before if is_named else ROUGHLY * round(before / ROUGHLY)


def given_away(row: TableRow, match: Match, players: list[Player], seconds: list[float]) -> PlayedGame | None:
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
        [PlayedEvent(*event, took) for event, took in zip(match.log, seconds, strict=True)],
        list(result.winners),
        list(result.scores),
        result.reason,
        result.seat,
    )
