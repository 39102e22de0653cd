"""What is kept of tables, in SQL that both databases understand."""

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from recif.server.messages.shapes import Status
from recif.server.store.entries import PRIVATE, Entry, decode, encode
from recif.server.store.interface import A, Append, Then, ignored
from recif.server.store.of_ladders import settling
from recif.server.store.of_notices import PUT_OFF, saving_notices
from recif.server.store.of_ratings import saving_results
from recif.server.store.of_whereabouts import leaving
from recif.server.store.rows import TableRow
from recif.server.store.statements import Statement, Statements, as_json

log = logging.getLogger("recif.store")

COLUMNS = "version, at, body, person, id, told"
APPEND = f'INSERT INTO entries ("table", {COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)'
SAVE_TABLE = """INSERT INTO tables (id, status, public, made, owner, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, public = excluded.public, made = excluded.made,
        owner = excluded.owner, body = excluded.body"""
SAVE_PLAYER = 'INSERT INTO players (person, "table", made) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING'
IS_OVER = 'UPDATE players SET over = 1 WHERE "table" = ?1'
SAVE_DUE = 'INSERT INTO dues ("table", due) VALUES (?1, ?2) ON CONFLICT ("table") DO UPDATE SET due = excluded.due'
END_DUE = 'DELETE FROM dues WHERE "table" = ?1'
TABLES_OF = """SELECT tables.id, body FROM players JOIN tables ON tables.id = players."table"
    WHERE person = ?1 AND over = ?2 ORDER BY players.made DESC LIMIT ?3"""
UNFINISHED = """SELECT count(*) FROM (
        SELECT "table" FROM players WHERE person = ?1 AND over = 0
        UNION
        SELECT id FROM tables WHERE owner = ?1 AND status != 'over'
    ) AS either"""
UNFINISHED_TOGETHER = """SELECT tables.id, body FROM players mine
    JOIN players theirs ON theirs."table" = mine."table" JOIN tables ON tables.id = mine."table"
    WHERE mine.person = ?1 AND theirs.person = ?2 AND mine.over = 0"""
RUNNING_OF = """SELECT tables.id, body FROM players JOIN tables ON tables.id = players."table"
    WHERE players.person = ?1 AND players.over = 0 AND tables.status = 'playing'
    AND EXISTS (SELECT 1 FROM players other WHERE other."table" = tables.id AND other.person != ?1)
    ORDER BY players.made DESC LIMIT ?2"""
SHOWS = """SELECT count(*) FROM tables WHERE owner = ?1 AND status = 'playing'
    AND NOT EXISTS (SELECT 1 FROM players WHERE "table" = tables.id)"""
IS_PLAN = " OR ".join(f"""body LIKE '%"type":"{one.__name__.lower()}"%'""" for one in PRIVATE)
PLANS = f"""SELECT {COLUMNS} FROM entries WHERE "table" = ?1 AND person = ?2 AND ({IS_PLAN})
    AND EXISTS (SELECT 1 FROM tables WHERE id = ?1 AND status = 'over') ORDER BY version"""
# A challenge of a ladder waits for its answer as long as the club says.
FORSAKEN = """SELECT id FROM tables WHERE status = ?1 AND made < ?2
    AND (status != 'open' OR NOT EXISTS (SELECT 1 FROM duels WHERE duels."table" = tables.id))
    AND NOT EXISTS (SELECT 1 FROM entries WHERE "table" = tables.id AND at >= ?2) ORDER BY made LIMIT ?3"""
DUE = 'SELECT due, "table" FROM dues WHERE due <= ?1 AND (due, "table") > (?2, ?3) ORDER BY due, "table" LIMIT ?4'
LOOKED_AT = 400  # tables, where only a few of each owner's are wanted

read_row = msgspec.json.Decoder(TableRow).decode


class OfTables(Statements):
    def append(self, append: A, kept: Callable[[A], None] = ignored, lost: Callable[[A], None] = ignored) -> None:
        """Nobody else writes: nothing is ever lost."""
        statements: list[Statement] = [
            (APPEND, (append.table, version, at, encode(what).decode(), person, id, heard))
            for version, at, what, person, id, heard, _ in append.entries
        ]
        if append.row:
            statements += [*saving(append.row), *leaving(append.row), *settling(append.row)]
        if append.results:
            statements += saving_results(append.results)
        if append.notices:
            statements += saving_notices(append.notices)
        self.write(statements, partial(kept, append))

    def save_table(self, row: TableRow, new: Sequence[Entry], then: Then) -> None:
        self.append(Append(row.id, new, row), lambda _: then())

    async def table(self, table: str) -> TableRow | None:
        rows = await self.rows("SELECT body FROM tables WHERE id = ?1", table)
        return read_row(rows[0][0]) if rows else None

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        sql = f'SELECT {COLUMNS} FROM entries WHERE "table" = ?1 AND version > ?2 ORDER BY version'
        found = await self.rows(sql, table, after)
        return [Entry(version, at, decode(body), *rest) for version, at, body, *rest in found]

    async def plans_of(self, person: str, table: str) -> list[Entry]:
        """What only the person knows of a match that is over."""
        found = await self.rows(PLANS, table, person)
        return [Entry(version, at, decode(body), *rest) for version, at, body, *rest in found]

    async def tables(self, status: Status, limit: int = 50) -> list[TableRow]:
        """Public ones, newest first; `public = 1`, spelt so, is what the index knows."""
        sql = "SELECT id, body FROM tables WHERE status = ?1 AND public = 1 ORDER BY made DESC LIMIT ?2"
        return readable(await self.rows(sql, status, limit))

    def save_due(self, table: str, due: int | None, then: Then) -> None:
        """No flag falls at the table before this instant; None: no clock runs there."""
        self.write([(END_DUE, (table,)) if due is None else (SAVE_DUE, (table, due))], then)

    async def due_of(self, table: str) -> int | None:
        rows = await self.rows('SELECT due FROM dues WHERE "table" = ?1', table)
        return int(rows[0][0]) if rows else None

    async def due(self, until: int, after: tuple[int, str], limit: int) -> list[tuple[int, str]]:
        return [(due, table) for due, table in await self.rows(DUE, until, *after, limit)]

    async def next_due(self) -> int | None:
        due: int | None = (await self.rows("SELECT min(due) FROM dues"))[0][0]
        return due

    def add_outage(self, stopped: int, started: int, stood: int, then: Then) -> None:
        """No server was there: clocks stood still, and every flag falls later by `stood` at least."""
        self.write(
            [
                ("INSERT INTO outages (stopped, started) VALUES (?1, ?2)", (stopped, started)),
                ("UPDATE dues SET due = due + ?1", (stood,)),
                (PUT_OFF, (stood, stopped)),
            ],
            then,
        )

    async def outages(self) -> list[tuple[int, int]]:
        found = await self.rows("SELECT stopped, started FROM outages ORDER BY started")
        return [(stopped, started) for stopped, started in found]

    async def listed(self, status: Status, limit: int, of_each: int) -> list[TableRow]:
        """The newest public tables, but only a few of each owner's. Those of one who made very many hide older ones."""
        seen: Counter[str] = Counter()
        found: list[TableRow] = []
        for row in await self.tables(status, LOOKED_AT):
            seen[row.owner] += 1
            if seen[row.owner] <= of_each and len(found) < limit:
                found.append(row)
        return found

    async def tables_of(self, person: str, limit: int = 50) -> list[TableRow]:
        playing = await self.rows(TABLES_OF, person, 0, limit)
        return readable([*playing, *await self.rows(TABLES_OF, person, 1, limit - len(playing))])

    async def finished_of(self, person: str, limit: int) -> list[TableRow]:
        """The latest first."""
        return readable(await self.rows(TABLES_OF, person, 1, limit))

    async def running_of(self, person: str, limit: int) -> list[TableRow]:
        """Matches that go on at which somebody else sits, or has sat, besides the person."""
        return readable(await self.rows(RUNNING_OF, person, limit))

    async def unfinished(self, person: str) -> int:
        """How many tables that are not over the person plays at or has made."""
        return int((await self.rows(UNFINISHED, person))[0][0])

    async def unfinished_together(self, person: str, other: str) -> list[TableRow]:
        return readable(await self.rows(UNFINISHED_TOGETHER, person, other))

    async def shows(self, person: str) -> int:
        """How many tables of the person go on at which nobody but machines ever sat."""
        return int((await self.rows(SHOWS, person))[0][0])

    async def unfinished_of(self, person: str) -> list[str]:
        sql = 'SELECT "table" FROM players WHERE person = ?1 AND over = 0'
        return [table for (table,) in await self.rows(sql, person)]

    async def played_by(self, person: str, after: str, limit: int) -> list[str]:
        """The person's tables, a page at a time."""
        sql = 'SELECT "table" FROM players WHERE person = ?1 AND "table" > ?2 ORDER BY "table" LIMIT ?3'
        return [table for (table,) in await self.rows(sql, person, after, limit)]

    async def forsaken(self, status: Status, since: int, limit: int = 100) -> list[str]:
        """Tables at which nothing has happened since then."""
        return [table for (table,) in await self.rows(FORSAKEN, status, since, limit)]


def readable(rows: Sequence[tuple[str, str]]) -> list[TableRow]:
    """One that cannot be read must not hide the others."""
    found = []
    for table, body in rows:
        try:
            found.append(read_row(body))
        except msgspec.MsgspecError as error:
            log.error("the row of table %s cannot be read: %s", table, error)
    return found


def saving(row: TableRow) -> list[Statement]:
    people = {chair.person for chair in row.chairs if chair.person}
    statements: list[Statement] = [
        (SAVE_TABLE, (row.id, row.status, row.public, row.made, row.owner, as_json(row))),
        *((SAVE_PLAYER, (person, row.id, row.made)) for person in people),
    ]
    if row.status == "over":  # also for those who have left their seats
        statements.append((IS_OVER, (row.id,)))
    return statements
