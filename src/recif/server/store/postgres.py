"""The store on PostgreSQL, which any number of equal servers share. The database is the only truth.

How it is written to: group_commit.py; what servers keep for each other: of_servers.py. Here is how it is read, and what
of its writes the other servers are told.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Any

from recif.server.store.entries import Entry, RawEntry
from recif.server.store.group_commit import GroupCommit, with_dollars
from recif.server.store.interface import Then
from recif.server.store.links import PATIENCE, Links, Wire, patiently
from recif.server.store.of_both import OfBoth
from recif.server.store.of_people import read_person, saving_person
from recif.server.store.of_servers import OfServers
from recif.server.store.of_tables import read_row
from recif.server.store.postgres_schema import migrate
from recif.server.store.rows import PersonRow, TableRow, TalkRow
from recif.server.store.units import unescaped

READERS = 4  # connections for questions
KEEP_FIRST = "INSERT INTO kept (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
ENTRIES_AFTER = """SELECT entries."table", entries.version, at, body, person, id, told
    FROM unnest(?1::TEXT[], ?2::INTEGER[]) AS asked(t, known)
    JOIN entries ON entries."table" = asked.t AND entries.version > asked.known
    ORDER BY entries."table", entries.version"""
JOIN = "INSERT INTO servers (id, batch, lost, seen) VALUES ($1, 0, '{}', clock_timestamp())"


class PostgresStore(GroupCommit, OfServers, OfBoth):
    def __init__(
        self,
        address: str,
        now: Callable[[], int],
        on_failure: Callable[[BaseException], None] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        super().__init__(address, now, on_failure, patience)
        self._readers = Links(address, READERS, patience)

    async def open(self) -> int:
        """What the database's clock is ahead of ours by, in milliseconds."""
        try:
            return await self._writer.use(self._open)
        except BaseException:
            await self.close()
            raise

    async def _open(self, link: Wire) -> int:
        await migrate(link)
        self.channel = f"recif_{await link.fetchval('SELECT current_schema()')}"
        before = self._now()
        clock = await link.fetchval("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT")
        after = self._now()
        await link.execute(JOIN, self.id)
        self._heard_at = after
        return int(clock) - (before + after) // 2

    async def close(self, patience: float = 2.0) -> None:
        """Write what has gathered, if the database is there; then close."""
        if not self._is_closed:
            await self._end_writing(patience)
            await self._readers.close()

    async def rows(self, sql: str, *values: Any) -> list[Any]:
        """In a task of its own: whoever asks may have been begun outside of any."""
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # there is none
        asked = asyncio.get_running_loop().create_task(self._rows(with_dollars(sql), values))
        return await asyncio.shield(asked)

    async def _rows(self, sql: str, values: tuple[Any, ...]) -> list[Any]:
        return await patiently(lambda: self._readers.rows(sql, values), lambda error: None)

    async def table(self, table: str) -> TableRow | None:
        sql = 'SELECT body, told FROM tables LEFT JOIN heads ON "table" = id WHERE id = ?1'
        rows = await self.rows(sql, table)
        if not rows:
            return None
        row = read_row(rows[0][0])
        row.heard = max(row.heard, rows[0][1] or 0)  # nobody has heard of anything before it was written
        return row

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        return [entry._replace(id=unescaped(entry.id)) for entry in await super().entries(table, after)]

    async def entries_after(self, versions: Mapping[str, int]) -> dict[str, list[RawEntry]]:
        """What came after these versions of tables, by one question; what it was, as it stands."""
        found: dict[str, list[RawEntry]] = {}
        for table, version, at, body, person, id, heard in await self.rows(
            ENTRIES_AFTER, list(versions), list(versions.values())
        ):
            found.setdefault(table, []).append((version, at, body, person, unescaped(id), heard))
        return found

    async def versions(self, tables: Collection[str]) -> dict[str, int]:
        found = await self.rows('SELECT "table", version FROM heads WHERE "table" = ANY(?1)', list(tables))
        return dict(found)

    async def persons(self, people: Collection[str]) -> list[PersonRow]:
        wanted = [person for person in people if "\0" not in person]
        found = await self.rows("SELECT body FROM people WHERE id = ANY(?1)", wanted) if wanted else []
        return [read_person(body) for (body,) in found]

    async def keep_first(self, name: str, value: str) -> str:
        await self.rows(KEEP_FIRST, name, value)
        return await self.kept(name)

    def save_person(self, row: PersonRow, account: str, then: Then, lost: Then | None = None) -> None:
        """Another server may give the same name to somebody else in the same instant."""
        with self._telling("person", row.id):
            self.write([saving_person(row, account)], then, lost)

    def forget(self, person: str, then: Then) -> None:
        with self._telling("person", person):
            super().forget(person, then)

    def mute(self, person: str, other: str, on: bool, then: Then) -> None:
        with self._telling("mute", person):
            super().mute(person, other, on, then)

    def end_sessions(self, person: str, then: Then, key: str = "") -> None:
        with self._telling("out", person, key):
            super().end_sessions(person, then, key)

    def end_token(self, person: str, token: str, then: Then) -> None:
        with self._telling("out", person, token):
            super().end_token(person, token, then)

    def save_talk(self, talk: TalkRow, then: Then) -> None:
        with self._telling("talk", *talk):
            super().save_talk(talk, then)
