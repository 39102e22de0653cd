"""All that a database holds, copied into another of either kind, and compared row by row before it counts."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from recif.games.core.contract import Refused, Text
from recif.server.store.holding import Hold
from recif.server.store.links import Wire, connected
from recif.server.store.opening import is_postgres
from recif.server.store.ownership import is_new
from recif.server.store.postgres_schema import migrate as migrate_postgres
from recif.server.store.schema import migrate as migrate_sqlite
from recif.server.store.sqlite import connect as connect_sqlite
from recif.server.store.units import escaped, unescaped

SLICE = 2_000  # rows at a time: a database may be larger than memory
KEYS = {  # of every table that is copied: its columns, those first by which its rows are in order
    "kept": "name, value",
    "people": "id, account, body",
    "sessions": "key, person, made",
    "tokens": "id, key, person, label, made",
    "tables": "id, status, public, made, owner, body",
    "records": "id, owner, at, about, body",
    "players": 'person, "table", made, over',
    "entries": '"table", version, at, body, person, id, told',
    "talks": 'rowid, "table", at, person, text, emote, spectator',
    "mutes": "person, other",
    "dues": '"table", due',
    "outages": "stopped, started",
    "results": '"table", person, game, speed, at, level, score, rated, rating, deviation, volatility, gained',
    "standings": "person, game, speed, rating, deviation, volatility, games, at, opponents",
    "browsers": "browser, person, at",
    "tallies": "person, game, level, won, drawn, lost",
    "streaks": "person, wins, most_wins, day, days, most_days",
    "unexplored": '"table", made',
    "places": "whose, place, move, times, points",
    "shelves": "whose, game, matches",
    "schooling": "person, kind, name, value, at",
    "whereabouts": 'place, "table", person',
    "met": "person, game, speed, other",
    "notices": "person, about, slot, kind, at, body, key, due, seen, tries, trouble, done",
    "wishes": "person, kind, way",
    "letterboxes": "person, address, zone, hour, made, confirmed, mailed, waits",
    "hooks": "id, person, url, form, secret, language, made",
    "calendars": "person, serial",
    "devices": "endpoint, person, agreed, secret, language, made, refused",
    "parties": "id, code, screen, version, stamp, until, body",
    "events": "id, status, listed, club, begins, version, many, body, series, follows, final",
    "event_entries": "event, version, body, stamp",
    "event_people": "person, event, begins, directs",
    "clubs": "id, key, public, members, version, stamp, body",
    "members": "club, person, kind, since, roles, hidden, tell",
    "club_news": "id, club, at, person, text, heard",
    "ladders": "club, game, version, stamp, body",
    "duels": '"table", club, game, person, other, made, due, contest',
    "club_matches": "id, home, away, made, version, stamp, body",
}
ORDER = {
    "players": 2,
    "entries": 2,
    "mutes": 2,
    "outages": 2,
    "results": 2,
    "standings": 3,
    "browsers": 2,
    "schooling": 3,
    "tallies": 3,
    "places": 3,
    "shelves": 2,
    "whereabouts": 3,
    "met": 4,
    "notices": 3,
    "wishes": 3,
    "event_entries": 2,
    "event_people": 2,
    "members": 2,
    "ladders": 2,
}  # how many columns that takes, if more than one
HEADS = """INSERT INTO heads ("table", version, told, thinks_until)
    SELECT tables.id, coalesce(max(version), 0), coalesce(max(at), 0), CASE WHEN status = 'playing' THEN now() END
    FROM tables LEFT JOIN entries ON "table" = tables.id GROUP BY tables.id, status"""
TALKS = "SELECT setval(pg_get_serial_sequence('talks', 'rowid'), coalesce(max(rowid), 0) + 1, FALSE) FROM talks"

OnProgress = Callable[[str, int], None]
Rows = list[tuple[Any, ...]]


class Side(Protocol):
    """One of the two databases."""

    def rows(self, name: str) -> AsyncIterator[Rows]:
        """Slice by slice, in order."""

    async def add(self, name: str, rows: Rows) -> None: ...
    async def finish(self) -> None: ...


def ordered(name: str) -> list[str]:
    return KEYS[name].split(", ")[: ORDER.get(name, 1)]


class SqliteSide:
    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    async def rows(self, name: str) -> AsyncIterator[Rows]:
        found = self._database.execute(f"SELECT {KEYS[name]} FROM {name} ORDER BY {', '.join(ordered(name))}")
        while some := list(islice(found, SLICE)):
            yield some

    async def add(self, name: str, rows: Rows) -> None:
        marks = ", ".join("?" * len(rows[0]))
        self._database.executemany(f"INSERT INTO {name} ({KEYS[name]}) VALUES ({marks})", rows)

    async def finish(self) -> None:
        """Nothing more is needed."""


class PostgresSide:
    """Bytes decide the order, as with SQLite; whole numbers have no collation."""

    def __init__(self, link: Wire) -> None:
        self._link = link

    async def rows(self, name: str) -> AsyncIterator[Rows]:
        numbers = await self._numbers(name)
        order = ", ".join(one if one in numbers else f'{one} COLLATE "C"' for one in ordered(name))
        cursor = self._link.cursor(f"SELECT {KEYS[name]} FROM {name} ORDER BY {order}", prefetch=SLICE)
        some: Rows = []
        async for row in cursor:
            some.append(_id(name, tuple(row), unescaped))
            if len(some) == SLICE:
                yield some
                some = []
        if some:
            yield some

    async def _numbers(self, name: str) -> set[str]:
        sql = """SELECT column_name FROM information_schema.columns
                 WHERE table_schema = current_schema() AND table_name = $1 AND data_type != 'text'"""
        return {row[0] for row in await self._link.fetch(sql, name)}

    async def add(self, name: str, rows: Rows) -> None:
        columns = [column.strip('"') for column in KEYS[name].split(", ")]
        kept = [tuple(map(_text, _id(name, row, escaped))) for row in rows]
        await self._link.copy_records_to_table(name, records=kept, columns=columns)

    async def finish(self) -> None:
        await self._link.execute(HEADS)
        await self._link.execute(TALKS)


def _id(name: str, row: tuple[Any, ...], turn: Callable[[str], str]) -> tuple[Any, ...]:
    """The client's own name for an entry may hold the one character that PostgreSQL does not keep."""
    return (*row[:5], turn(row[5]), *row[6:]) if name == "entries" else row


def _text(value: Any) -> Any:
    """As PostgreSQL can keep it."""
    return value.replace("\0", "␀") if isinstance(value, str) and "\0" in value else value


async def copy(source: Side, target: Side, progress: OnProgress) -> int:
    """How many rows; each is read again from the target and compared."""
    total = 0
    for name in KEYS:
        count = 0
        async for rows in source.rows(name):
            await target.add(name, rows)
            count += len(rows)
            progress(name, count)
        total += count
    await target.finish()
    for name in KEYS:
        await compare(name, source, target, progress)
    return total


async def compare(name: str, source: Side, target: Side, progress: OnProgress) -> None:
    left, right, count = _each(source.rows(name)), _each(target.rows(name)), 0
    async for row in left:
        other = await anext(right, None)
        if other is None or _same(name, row) != _same(name, other):
            raise different(name, row)
        count += 1
        if count % SLICE == 0:
            progress(f"{name} ✓", count)
    if await anext(right, None) is not None:
        raise different(name, ())
    progress(f"{name} ✓", count)


async def _each(slices: AsyncIterator[Rows]) -> AsyncIterator[tuple[Any, ...]]:
    async for rows in slices:
        for row in rows:
            yield row


def _same(name: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """To the letter, but for the one character that is replaced where people chat."""
    return row if name == "entries" else tuple(map(_text, row))


def different(name: str, row: Sequence[Any]) -> Refused:
    what = ", ".join(map(str, row[:2]))
    return Refused(
        "not-the-same",
        Text(
            f"la copie diffère ({name} : {what}) ; rien n’est changé",
            f"the copy differs ({name}: {what}); nothing is changed",
        ),
    )


@asynccontextmanager
async def reading(place: Path | str) -> AsyncIterator[Side]:
    """A database as it stands at one instant."""
    if is_postgres(place):
        async with connected(str(place)) as link:
            await migrate_postgres(link)
            async with link.transaction(isolation="repeatable_read", readonly=True):
                yield PostgresSide(link)
        return
    with closing(connect_sqlite(place)) as database:
        migrate_sqlite(database)
        database.execute("BEGIN")
        yield SqliteSide(database)
        database.execute("ROLLBACK")


@asynccontextmanager
async def filling(place: Path | str) -> AsyncIterator[Side]:
    """An empty database, which is filled whole or not at all."""
    if is_postgres(place):
        async with connected(str(place)) as link:
            await migrate_postgres(link)
            async with link.transaction():
                if await link.fetchval("SELECT EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM people)"):
                    raise not_empty(place)
                await link.execute("DELETE FROM kept")
                yield PostgresSide(link)
        return
    target = Path(place)
    fresh = target.with_name(f"{target.name}.part")
    if not is_new(target):
        raise not_empty(place)
    fresh.unlink(missing_ok=True)
    try:
        with closing(connect_sqlite(fresh)) as database:
            migrate_sqlite(database)
            database.execute("BEGIN IMMEDIATE")
            yield SqliteSide(database)
            database.execute("COMMIT")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.execute("PRAGMA journal_mode=DELETE")
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def not_empty(place: Path | str) -> Refused:
    return Refused(
        "not-empty",
        Text(f"{shown(place)} : cette base n’est pas vide", f"{shown(place)}: this database is not empty"),
    )


def shown(place: Path | str) -> str:
    """Without the password."""
    address = str(place)
    return (
        f"{address.split('://')[0]}://…@{address.rpartition('@')[2]}"
        if is_postgres(place) and "@" in address
        else address
    )


@asynccontextmanager
async def at_rest(place: Path | str) -> AsyncIterator[None]:
    """Refused where a server is at work: what it writes meanwhile would be left behind."""
    if not is_postgres(place):
        hold = Hold(place)
        try:
            yield
        finally:
            hold.let_go()
        return
    async with connected(str(place)) as link:
        exists = await link.fetchval("SELECT to_regclass('servers') IS NOT NULL")
        recent = "SELECT count(*) FROM servers WHERE seen > clock_timestamp() - INTERVAL '5 seconds'"
        if exists and await link.fetchval(recent):
            raise Refused(
                "database-in-use",
                Text(
                    f"{shown(place)} : un serveur travaille sur cette base ; arrêtez-le d’abord",
                    f"{shown(place)}: a server is at work on this database; stop it first",
                ),
            )
    yield
