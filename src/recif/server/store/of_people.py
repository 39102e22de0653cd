"""What is kept of people, in SQL that both databases understand."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec

from recif.server.store import of_clubs, of_explorer, of_notices, of_ratings, of_ways
from recif.server.store.interface import Then
from recif.server.store.of_explorer import FORGET_PLACES
from recif.server.store.of_notices import FORGET_NOTICES
from recif.server.store.rows import PersonRow, TalkRow, TokenRow
from recif.server.store.statements import Statement, Statements, as_json

SAVE_PERSON = """INSERT INTO people (id, account, body) VALUES (?1, ?2, ?3)
    ON CONFLICT (id) DO UPDATE SET account = excluded.account, body = excluded.body"""
REKEY = """UPDATE people SET account = ?1 WHERE id = ?2
    AND NOT EXISTS (SELECT 1 FROM people AS other WHERE other.account = ?1 AND other.id != ?2)"""
TALK = '"table", at, person, text, emote, spectator'
TRACES = """SELECT 1 FROM players WHERE person = ?1 UNION ALL SELECT 1 FROM talks WHERE person = ?1
    UNION ALL SELECT 1 FROM places WHERE whose = ?1 UNION ALL SELECT 1 FROM notices WHERE person = ?1 LIMIT 1"""
FORGET_PLAYERS = """DELETE FROM players WHERE person = ?1
    AND "table" IN (SELECT "table" FROM players WHERE person = ?1 LIMIT ?2)"""
FORGET_TALKS = "DELETE FROM talks WHERE rowid IN (SELECT rowid FROM talks WHERE person = ?1 LIMIT ?2)"

read_person = msgspec.json.Decoder(PersonRow).decode


class OfPeople(Statements):
    def save_person(self, row: PersonRow, account: str, then: Then, lost: Then | None = None) -> None:
        """`account`: what no other account may be called by; empty for a guest. `lost`: another server gave it away."""
        self.write([saving_person(row, account)], then)

    async def person(self, person: str) -> PersonRow | None:
        rows = await self.rows("SELECT body FROM people WHERE id = ?1", person)
        return read_person(rows[0][0]) if rows else None

    async def persons(self, people: Collection[str]) -> list[PersonRow]:
        """Those of them that there are."""
        return [row for person in people if (row := await self.person(person))]

    async def account(self, key: str) -> PersonRow | None:
        rows = await self.rows("SELECT body FROM people WHERE account = ?1", key)
        return read_person(rows[0][0]) if rows else None

    async def rekey_accounts(self, key_of: Callable[[str], str]) -> None:
        """Find accounts by something else of their names. Of two that are the same now, one keeps what it had."""
        for body in await self.rows("SELECT body FROM people WHERE account IS NOT NULL"):
            row = read_person(body[0])
            self.write([(REKEY, (key_of(row.name), row.id))], lambda: None)

    async def has_traces(self, person: str) -> bool:
        """Whether there is anything of which there may be thousands."""
        return bool(await self.rows(TRACES, person))

    def forget_some(self, person: str, limit: int, then: Then) -> None:
        self.write(
            [(sql, (person, limit)) for sql in (FORGET_PLAYERS, FORGET_TALKS, FORGET_PLACES, FORGET_NOTICES)], then
        )

    def forget(self, person: str, then: Then) -> None:
        """Nothing of the person stays but an empty name at the tables of others."""
        gone = PersonRow(person, "", "fr", 0)
        self.write(
            [
                ("UPDATE people SET account = NULL, body = ?1 WHERE id = ?2", (as_json(gone), person)),
                ("DELETE FROM sessions WHERE person = ?1", (person,)),
                ("DELETE FROM tokens WHERE person = ?1", (person,)),
                ("DELETE FROM talks WHERE person = ?1", (person,)),
                ("DELETE FROM mutes WHERE person = ?1 OR other = ?1", (person,)),
                ("DELETE FROM players WHERE person = ?1", (person,)),
                *of_ratings.forgetting(person),
                *of_explorer.forgetting(person),
                ("DELETE FROM schooling WHERE person = ?1", (person,)),
                ("DELETE FROM whereabouts WHERE person = ?1", (person,)),
                *of_notices.forgetting(person),
                *of_ways.forgetting(person),
                *of_clubs.forgetting(person),
                ("DELETE FROM records WHERE owner = ?1", (person,)),
                ("DELETE FROM event_people WHERE person = ?1", (person,)),
            ],
            then,
        )

    def save_session(self, key: str, person: str, at: int, then: Then, replaces: str = "") -> None:
        self.write(
            [
                ("DELETE FROM sessions WHERE key = ?1", (replaces,)),
                ("INSERT INTO sessions (key, person, made) VALUES (?1, ?2, ?3)", (key, person, at)),
            ],
            then,
        )

    async def session(self, key: str) -> str | None:
        rows = await self.rows("SELECT person FROM sessions WHERE key = ?1", key)
        return rows[0][0] if rows else None

    def end_sessions(self, person: str, then: Then, key: str = "") -> None:
        """One session, or all of the person's."""
        sql = "DELETE FROM sessions WHERE person = ?1" + (" AND key = ?2" if key else "")
        self.write([(sql, (person, key) if key else (person,))], then)

    def save_token(self, row: TokenRow, key: str, then: Then) -> None:
        sql = "INSERT INTO tokens (id, key, person, label, made) VALUES (?1, ?2, ?3, ?4, ?5)"
        self.write([(sql, (row.id, key, row.person, row.label, row.made))], then)

    async def token(self, key: str) -> TokenRow | None:
        rows = await self.rows("SELECT id, person, label, made FROM tokens WHERE key = ?1", key)
        return TokenRow(*rows[0]) if rows else None

    async def sessions_of(self, person: str) -> list[int]:
        """When each was opened."""
        return [at for (at,) in await self.rows("SELECT made FROM sessions WHERE person = ?1 ORDER BY made", person)]

    async def tokens(self, person: str) -> list[TokenRow]:
        sql = "SELECT id, person, label, made FROM tokens WHERE person = ?1 ORDER BY made"
        return [TokenRow(*row) for row in await self.rows(sql, person)]

    def end_token(self, person: str, token: str, then: Then) -> None:
        self.write([("DELETE FROM tokens WHERE person = ?1 AND id = ?2", (person, token))], then)

    def save_talk(self, talk: TalkRow, then: Then) -> None:
        sql = f"INSERT INTO talks ({TALK}) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        self.write([(sql, tuple(talk))], then)

    async def talks(self, table: str, limit: int = 100) -> list[TalkRow]:
        sql = f'SELECT {TALK} FROM talks WHERE "table" = ?1 ORDER BY at DESC, rowid DESC LIMIT ?2'
        return [_talk(row) for row in reversed(await self.rows(sql, table, limit))]

    async def talks_of(self, person: str, after: int, limit: int) -> list[tuple[int, TalkRow]]:
        """What the person said, a page at a time, each with its number to go on after."""
        sql = f"SELECT rowid, {TALK} FROM talks WHERE person = ?1 AND rowid > ?2 ORDER BY rowid LIMIT ?3"
        return [(number, _talk(row)) for number, *row in await self.rows(sql, person, after, limit)]

    def mute(self, person: str, other: str, on: bool, then: Then) -> None:
        sql = (
            "INSERT INTO mutes (person, other) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
            if on
            else "DELETE FROM mutes WHERE person = ?1 AND other = ?2"
        )
        self.write([(sql, (person, other))], then)

    async def mutes(self, person: str) -> Iterable[str]:
        return [other for (other,) in await self.rows("SELECT other FROM mutes WHERE person = ?1", person)]


def saving_person(row: PersonRow, account: str) -> Statement:
    return (SAVE_PERSON, (row.id, account or None, as_json(row)))


def _talk(row: Any) -> TalkRow:
    return TalkRow(*row)._replace(spectator=bool(row[5]))
