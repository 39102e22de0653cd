"""Events, in SQL that both databases understand: the row of each, its log, and who is in which.

Of two servers that append to a log in the same instant, the database takes the first: every entry has a number that
nobody else's can have, and a stamp, by which whoever wrote it sees afterwards whether it was taken. What goes together
holds together: an entry is taken only if the one before it was.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

import msgspec

from recif.server.store.interface import Then
from recif.server.store.of_notices import saving_if
from recif.server.store.rows import EventRow, NoticeRow
from recif.server.store.statements import Statement, Statements, as_json

CREATE = """
    CREATE TABLE events (
        id TEXT PRIMARY KEY, status TEXT NOT NULL, listed INTEGER NOT NULL, club TEXT NOT NULL, begins BIGINT NOT NULL,
        version INTEGER NOT NULL, many INTEGER NOT NULL, body TEXT NOT NULL,
        series TEXT NOT NULL, follows TEXT NOT NULL, final TEXT NOT NULL
    );
    CREATE INDEX events_status ON events (status, listed, begins);
    CREATE INDEX events_club ON events (club, begins);
    CREATE INDEX events_series ON events (series, begins);
    CREATE UNIQUE INDEX events_follows ON events (follows) WHERE follows != '';
    CREATE TABLE event_entries (
        event TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL, stamp TEXT NOT NULL,
        PRIMARY KEY (event, version)
    );
    CREATE TABLE event_people (
        person TEXT NOT NULL, event TEXT NOT NULL, begins BIGINT NOT NULL, directs INTEGER NOT NULL,
        PRIMARY KEY (person, event)
    );
    CREATE INDEX event_people_begins ON event_people (person, begins);
    CREATE INDEX event_people_event ON event_people (event)
"""
COLUMNS = "body, status, version, many, begins"
NEW = """INSERT INTO events (id, status, listed, club, begins, version, many, body, series, follows, final)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, '') ON CONFLICT DO NOTHING"""
FIRST = """INSERT INTO event_entries (event, version, body, stamp)
    SELECT id, 1, CAST(?2 AS TEXT), CAST(?3 AS TEXT) FROM events WHERE id = ?1 ON CONFLICT DO NOTHING"""
NEXT = """INSERT INTO event_entries (event, version, body, stamp)
    SELECT event, version + 1, CAST(?3 AS TEXT), ?4 FROM event_entries
    WHERE event = ?1 AND version = ?2 - 1 AND (?5 = 0 OR stamp = ?4) ON CONFLICT DO NOTHING"""


def taken(first: int = 1) -> str:
    """Whether the entry was taken that is named by three values, numbered from the first on."""
    where = f"event = ?{first} AND version = ?{first + 1} AND stamp = ?{first + 2}"
    return f"EXISTS (SELECT 1 FROM event_entries WHERE {where})"


CHANGE = f"UPDATE events SET version = ?2, status = ?4, many = ?5, begins = ?6 WHERE id = ?1 AND {taken()}"
INVOLVE = f"""INSERT INTO event_people (person, event, begins, directs)
    SELECT CAST(?4 AS TEXT), id, begins, CAST(?5 AS INTEGER) FROM events
    WHERE id = ?1 AND {taken()} ON CONFLICT (person, event) DO UPDATE SET directs = excluded.directs"""
LISTED = f"SELECT {COLUMNS} FROM events WHERE status = ?1 AND listed = 1 ORDER BY begins {{}} LIMIT ?2"
GOING_ON = """SELECT id, status, begins FROM events WHERE status = 'running' OR (status = 'coming' AND begins > 0)
    ORDER BY status DESC, begins LIMIT ?1"""
SEEN = "(listed = 1 OR ?3 = 1)"  # by strangers; by who knows of those without a place in the lists
OF_CLUB = f"SELECT {COLUMNS} FROM events WHERE club = ?1 AND {SEEN} ORDER BY begins DESC LIMIT ?2"
OF_SERIES = f"SELECT {COLUMNS} FROM events WHERE series = ?1 ORDER BY begins DESC LIMIT ?2"
FINALS = f"SELECT id, final FROM events WHERE {{}} = ?1 AND final != '' AND {SEEN} ORDER BY begins DESC LIMIT ?2"
UNSAID = "SELECT id FROM events WHERE status = 'over' AND final = '' ORDER BY begins DESC LIMIT ?1"
OF_PERSON = """SELECT body, status, version, many, events.begins FROM event_people
    JOIN events ON events.id = event_people.event
    WHERE person = ?1 ORDER BY event_people.begins DESC LIMIT ?2"""
DIRECTED = """SELECT count(*) FROM event_people JOIN events ON events.id = event_people.event
    WHERE person = ?1 AND directs = 1 AND status != 'over'"""
SHARED = """SELECT DISTINCT mine.person, theirs.person FROM event_people AS one
    JOIN browsers AS mine ON mine.person = one.person AND mine.at >= ?2
    JOIN browsers AS theirs ON theirs.browser = mine.browser AND theirs.person > mine.person AND theirs.at >= ?2
    JOIN event_people AS two ON two.person = theirs.person AND two.event = one.event
    WHERE one.event = ?1 LIMIT ?3"""
REWRITE = "UPDATE event_entries SET body = ?3 WHERE event = ?1 AND version = ?2"

read_event_row = msgspec.json.Decoder(EventRow).decode


class OfEvents(Statements):
    def save_event(self, row: EventRow, first: str, stamp: str, directors: Collection[str], then: Then) -> None:
        """A new event with the first entry of its log; nothing where another one follows the same event already."""
        plan = row.plan
        head = (row.id, row.status, plan.listed, plan.club, row.begins, 1, 0, as_json(row), row.series, row.follows)
        people = [(INVOLVE, (row.id, 1, stamp, person, True)) for person in directors]
        self.write([(NEW, head), (FIRST, (row.id, first, stamp)), *people], then)

    def append_event(
        self,
        row: EventRow,
        after: int,
        bodies: Sequence[str],
        stamp: str,
        involved: Collection[tuple[str, bool]],
        then: Then,
        notices: Iterable[NoticeRow] = (),
    ) -> None:
        """Entries after that version, all of them or none, with what people are to be told of them; `involved`: who is
        in it now, and who of them directs."""
        entries: list[Statement] = [
            (NEXT, (row.id, after + number, body, stamp, int(number > 1))) for number, body in enumerate(bodies, 1)
        ]
        last = (row.id, after + len(bodies), stamp)
        people = [(INVOLVE, (*last, person, directs)) for person, directs in involved]
        due = saving_if(notices, taken, last)
        self.write([*entries, (CHANGE, (*last, row.status, row.many, row.begins)), *people, *due], then)

    async def is_event_entry(self, event: str, version: int, stamp: str) -> bool:
        """Whether what was written is what is kept."""
        found = await self.rows("SELECT stamp FROM event_entries WHERE event = ?1 AND version = ?2", event, version)
        return bool(found) and found[0][0] == stamp

    async def event(self, event: str) -> EventRow | None:
        found = await self.rows(f"SELECT {COLUMNS} FROM events WHERE id = ?1", event)
        return _read(found[0]) if found else None

    async def event_entries(self, event: str, after: int = 0, limit: int = 1_000_000) -> list[str]:
        """As they are written, in order."""
        sql = "SELECT body FROM event_entries WHERE event = ?1 AND version > ?2 ORDER BY version LIMIT ?3"
        return [body for (body,) in await self.rows(sql, event, after, limit)]

    async def events_listed(self, status: str, limit: int) -> list[EventRow]:
        """Those to come by when they begin, the others from the latest."""
        order = "ASC" if status == "coming" else "DESC"
        return [*map(_read, await self.rows(LISTED.format(order), status, limit))]

    async def events_going_on(self, limit: int) -> list[tuple[str, str, int]]:
        """Those that somebody has to lead, with their status and when they begin: running, or to come by themselves."""
        return [(event, status, begins) for event, status, begins in await self.rows(GOING_ON, limit)]

    async def events_of_club(self, club: str, limit: int, all_of_them: bool) -> list[EventRow]:
        return [*map(_read, await self.rows(OF_CLUB, club, limit, int(all_of_them)))]

    async def events_of_series(self, series: str, limit: int) -> list[EventRow]:
        """The latest first."""
        return [*map(_read, await self.rows(OF_SERIES, series, limit))]

    async def event_after(self, event: str) -> str:
        """The one of its series that follows it; empty where there is none yet."""
        found = await self.rows("SELECT id FROM events WHERE follows = ?1", event)
        return str(found[0][0]) if found else ""

    def save_final(self, row: EventRow, final: str, then: Then) -> None:
        """Where everybody ended, so that a season need not read every log again; the best of them stand in the row."""
        self.write([("UPDATE events SET final = ?2, body = ?3 WHERE id = ?1", (row.id, final, as_json(row)))], then)

    async def without_final(self, limit: int) -> list[str]:
        """Those that are over, and nobody has said how: their server died in that moment."""
        return [str(event) for (event,) in await self.rows(UNSAID, limit)]

    async def finals(
        self, of: Literal["series", "club"], name: str, limit: int, all_of_them: bool = True
    ) -> list[tuple[str, str]]:
        """Of events that are over, the latest first."""
        found = await self.rows(FINALS.format(of), name, limit, int(all_of_them))
        return [(str(event), str(final)) for event, final in found]

    async def events_of(self, person: str, limit: int) -> list[EventRow]:
        """The latest first."""
        return [*map(_read, await self.rows(OF_PERSON, person, limit))]

    async def events_directed(self, person: str) -> int:
        """How many that are not over."""
        return int((await self.rows(DIRECTED, person))[0][0])

    async def one_browser(self, event: str, since: int, limit: int) -> list[tuple[str, str]]:
        """Accounts of an event that one browser has used since then."""
        return [(person, other) for person, other in await self.rows(SHARED, event, since, limit)]

    def rewrite_event(self, event: str, bodies: Collection[tuple[int, str]], then: Then) -> None:
        """Only where somebody's name has to go."""
        self.write([(REWRITE, (event, version, body)) for version, body in bodies], then)


def _read(found: Sequence[str | int]) -> EventRow:
    body, status, version, many, begins = found
    row = read_event_row(str(body))
    row.status, row.version, row.many, row.begins = status, int(version), int(many), int(begins)  # type: ignore[assignment]
    return row
