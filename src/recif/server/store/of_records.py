"""Matches that people brought from elsewhere, in SQL that both databases understand. A list reads no moves: what it
shows of a match stands beside its record.
"""

import msgspec

from recif.match.record import MatchRecord
from recif.server.store.interface import Then
from recif.server.store.rows import RecordRow
from recif.server.store.statements import Statements, as_json

CREATE = """
    CREATE TABLE records (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, at BIGINT NOT NULL, about TEXT NOT NULL, body TEXT NOT NULL
    );
    CREATE INDEX records_owner ON records (owner, at)
"""

# Such matches were tables once, which held the record as a text. A row that cannot be read stays where it is.
WAS_TABLE = """body LIKE '%"imported":"{%'"""
LEAVE_TABLES = """
    DELETE FROM unexplored WHERE "table" IN (SELECT id FROM records);
    DELETE FROM tables WHERE id IN (SELECT id FROM records)
"""
OF_TABLES = f"""
    INSERT INTO records (id, owner, at, about, body) SELECT id, owner, made, json_object(
        'id', id, 'owner', owner, 'at', made, 'game', json_extract(body, '$.game'),
        'options', json_extract(body, '$.options'), 'rules', json_extract(body, '$.rules'),
        'seats', json_array_length(body, '$.chairs'), 'events', json_extract(body, '$.events'),
        'result', json_extract(body, '$.result'),
        'names', json(coalesce(json_extract(json_extract(body, '$.imported'), '$.names'), '[]'))
    ), json_extract(body, '$.imported') FROM tables WHERE {WAS_TABLE} AND json_valid(body);
    {LEAVE_TABLES}
"""
OF_TABLES_IN_POSTGRES = f"""
    INSERT INTO records (id, owner, at, about, body) SELECT id, owner, made, json_build_object(
        'id', id, 'owner', owner, 'at', made, 'game', body::json -> 'game', 'options', body::json -> 'options',
        'rules', body::json -> 'rules', 'seats', json_array_length(body::json -> 'chairs'),
        'events', body::json -> 'events', 'result', body::json -> 'result',
        'names', coalesce((body::json ->> 'imported')::json -> 'names', '[]'::json)
    )::text, body::json ->> 'imported' FROM tables WHERE {WAS_TABLE};
    DELETE FROM heads WHERE "table" IN (SELECT id FROM records);
    {LEAVE_TABLES}
"""

SAVE = "INSERT INTO records (id, owner, at, about, body) VALUES (?1, ?2, ?3, ?4, ?5)"
LATEST = "SELECT about FROM records WHERE owner = ?1 ORDER BY at DESC, id LIMIT ?2"
SAME = "SELECT about FROM records WHERE owner = ?1 AND body = ?2"

_about = msgspec.json.Decoder(RecordRow).decode
_record = msgspec.json.Decoder(MatchRecord).decode


class OfRecords(Statements):
    def save_record(self, row: RecordRow, record: MatchRecord, then: Then) -> None:
        self.write([(SAVE, (row.id, row.owner, row.at, as_json(row), as_json(record)))], then)

    async def record_row(self, record: str) -> RecordRow | None:
        found = await self.rows("SELECT about FROM records WHERE id = ?1", record)
        return _about(found[0][0]) if found else None

    async def record(self, record: str) -> tuple[RecordRow, MatchRecord] | None:
        found = await self.rows("SELECT about, body FROM records WHERE id = ?1", record)
        return (_about(found[0][0]), _record(found[0][1])) if found else None

    async def same_record(self, person: str, record: MatchRecord) -> RecordRow | None:
        """The one that the person has brought already."""
        found = await self.rows(SAME, person, as_json(record))
        return _about(found[0][0]) if found else None

    async def records_of(self, person: str, limit: int) -> list[RecordRow]:
        """The latest first."""
        return [_about(about) for (about,) in await self.rows(LATEST, person, limit)]

    async def count_records(self, person: str) -> int:
        return int((await self.rows("SELECT count(*) FROM records WHERE owner = ?1", person))[0][0])

    def remove_record(self, record: str, then: Then) -> None:
        self.write([("DELETE FROM records WHERE id = ?1", (record,))], then)
