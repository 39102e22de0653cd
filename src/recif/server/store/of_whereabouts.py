"""From where rated matches are played, while they go on, in SQL that both databases understand. A place is an address
that nobody can read: a hash with a key of this server's own (people/whereabouts.py).
"""

import msgspec

from recif.server.store.interface import Then
from recif.server.store.rows import TableRow
from recif.server.store.statements import Statement, Statements

read_row = msgspec.json.Decoder(TableRow).decode

CREATE = """
    CREATE TABLE whereabouts (
        place TEXT NOT NULL, "table" TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (place, "table", person)
    );
    CREATE INDEX whereabouts_table ON whereabouts ("table");
    CREATE INDEX whereabouts_person ON whereabouts (person)
"""
NOTE = 'INSERT INTO whereabouts (place, "table", person) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING'
PLAYED_AT = """SELECT DISTINCT body FROM whereabouts JOIN tables ON tables.id = whereabouts."table"
    WHERE place = ?1 AND status = 'playing' LIMIT ?2"""
FORGET = 'DELETE FROM whereabouts WHERE "table" = ?1'


class OfWhereabouts(Statements):
    def note_place(self, place: str, table: str, person: str, then: Then) -> None:
        self.write([(NOTE, (place, table, person))], then)

    async def places_of(self, table: str) -> list[tuple[str, str]]:
        """Each with the person who came from there."""
        found = await self.rows('SELECT place, person FROM whereabouts WHERE "table" = ?1', table)
        return [(place, person) for place, person in found]

    async def played_at(self, place: str, limit: int) -> list[TableRow]:
        """Rated matches that are played from there."""
        return [read_row(body) for (body,) in await self.rows(PLAYED_AT, place, limit)]


def leaving(row: TableRow | None) -> list[Statement]:
    """Once a match is over, nothing is kept of where it was played from."""
    return [(FORGET, (row.id,))] if row and row.rated and row.status == "over" else []
