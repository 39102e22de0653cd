"""Parties around a television, in SQL that both databases understand: few, short-lived, each written as a whole.

Of two servers that change one in the same instant, the database takes the first: a change names the version it was
made of, and its own stamp, by which whoever wrote it sees afterwards whether it was taken.
"""

import msgspec

from recif.server.store.interface import Then
from recif.server.store.rows import PartyRow
from recif.server.store.statements import Statements, as_json

CREATE = """
    CREATE TABLE parties (
        id TEXT PRIMARY KEY, code TEXT UNIQUE NOT NULL, screen TEXT NOT NULL, version INTEGER NOT NULL,
        stamp TEXT NOT NULL, until BIGINT NOT NULL, body TEXT NOT NULL
    );
    CREATE INDEX parties_screen ON parties (screen);
    CREATE INDEX parties_until ON parties (until)
"""
SAVE = """INSERT INTO parties (id, code, screen, version, stamp, until, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (id) DO UPDATE SET version = excluded.version, stamp = excluded.stamp, until = excluded.until,
        body = excluded.body WHERE parties.version = excluded.version - 1"""
NEW = """INSERT INTO parties (id, code, screen, version, stamp, until, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT DO NOTHING"""
FIND = "SELECT body FROM parties WHERE {} AND until > ?2"
PRUNE = "DELETE FROM parties WHERE until <= ?1"

read_party = msgspec.json.Decoder(PartyRow).decode


class OfParties(Statements):
    def save_party(self, row: PartyRow, then: Then) -> None:
        """A new one takes its code only if nobody has it; a changed one, only if nobody was quicker."""
        values = (row.id, row.code, row.screen, row.version, row.stamp, row.until, as_json(row))
        self.write([(NEW if row.version == 1 else SAVE, values)], then)

    async def is_party(self, row: PartyRow) -> bool:
        """Whether what was written is what is kept."""
        rows = await self.rows("SELECT stamp FROM parties WHERE id = ?1", row.id)
        return bool(rows) and rows[0][0] == row.stamp

    async def party(self, party: str, now: int) -> PartyRow | None:
        return await self._found("id = ?1", party, now)

    async def party_of_code(self, code: str, now: int) -> PartyRow | None:
        return await self._found("code = ?1", code, now)

    async def party_of_screen(self, screen: str, now: int) -> PartyRow | None:
        return await self._found("screen = ?1", screen, now)

    async def _found(self, where: str, value: str, now: int) -> PartyRow | None:
        rows = await self.rows(FIND.format(where), value, now)
        return read_party(rows[0][0]) if rows else None

    def prune_parties(self, now: int, then: Then) -> None:
        """Codes are free again."""
        self.write([(PRUNE, (now,))], then)
