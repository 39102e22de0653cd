"""By which ways people are told, besides their devices (of_notices.py): a letterbox, webhooks, a calendar.

A letterbox has the one address that is kept of a person; it gets a digest at an hour of their choosing, and then none
until they have come (`waits`).
"""

from collections.abc import Iterable, Sequence

from recif.server.store.interface import Then
from recif.server.store.of_notices import saving_notices
from recif.server.store.rows import HookRow, LetterboxRow, NoticeRow
from recif.server.store.statements import Statement, Statements

CREATE = """
    ALTER TABLE notices ADD COLUMN done TEXT NOT NULL DEFAULT '';
    CREATE TABLE letterboxes (
        person TEXT PRIMARY KEY, address TEXT NOT NULL, zone TEXT NOT NULL, hour INTEGER NOT NULL, made BIGINT NOT NULL,
        confirmed INTEGER NOT NULL DEFAULT 0, mailed BIGINT NOT NULL DEFAULT 0, waits INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE hooks (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, url TEXT NOT NULL, form TEXT NOT NULL, secret TEXT NOT NULL,
        language TEXT NOT NULL, made BIGINT NOT NULL
    );
    CREATE INDEX hooks_person ON hooks (person);
    CREATE TABLE calendars (person TEXT PRIMARY KEY, serial INTEGER NOT NULL)
"""
LETTERBOX = "person, address, zone, hour, made, confirmed, mailed, waits"
SAVE_LETTERBOX = f"""INSERT INTO letterboxes ({LETTERBOX}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    ON CONFLICT (person) DO UPDATE SET address = excluded.address, zone = excluded.zone, hour = excluded.hour,
        made = excluded.made, confirmed = excluded.confirmed"""
CONFIRM = "UPDATE letterboxes SET confirmed = 1 WHERE person = ?1 AND address = ?2"
MAILED = "UPDATE letterboxes SET mailed = ?2, waits = 1 WHERE person = ?1"
CAME = "UPDATE letterboxes SET waits = 0 WHERE person = ?1"
HOOK = "id, person, url, form, secret, language, made"
SAVE_HOOK = f"INSERT INTO hooks ({HOOK}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
RENEW_CALENDAR = """INSERT INTO calendars (person, serial) VALUES (?1, 1)
    ON CONFLICT (person) DO UPDATE SET serial = abs(calendars.serial) + 1"""
END_CALENDAR = "UPDATE calendars SET serial = -abs(serial) WHERE person = ?1"  # the old link never comes back


class OfWays(Statements):
    async def letterbox_of(self, person: str) -> LetterboxRow | None:
        rows = await self.rows(f"SELECT {LETTERBOX} FROM letterboxes WHERE person = ?1", person)
        return LetterboxRow(*rows[0]) if rows else None

    def save_letterbox(self, row: LetterboxRow, letters: Iterable[NoticeRow], then: Then) -> None:
        """With what is to be sent there. When it last got something stays: a new hour brings no second digest."""
        self.write([(SAVE_LETTERBOX, tuple(row)), *saving_notices(letters)], then)

    def confirm_letterbox(self, person: str, address: str, then: Then) -> None:
        self.write([(CONFIRM, (person, address))], then)

    def mailed(self, person: str, at: int, then: Then) -> None:
        self.write([(MAILED, (person, at))], then)

    def came(self, person: str, then: Then) -> None:
        """The person has seen how things stand: the next digest may come."""
        self.write([(CAME, (person,))], then)

    def end_letterbox(self, person: str, then: Then) -> None:
        self.write([("DELETE FROM letterboxes WHERE person = ?1", (person,))], then)

    async def hooks_of(self, person: str) -> list[HookRow]:
        rows = await self.rows(f"SELECT {HOOK} FROM hooks WHERE person = ?1 ORDER BY made, id", person)
        return [HookRow(*row) for row in rows]

    def save_hook(self, row: HookRow, then: Then) -> None:
        self.write([(SAVE_HOOK, tuple(row))], then)

    def end_hook(self, person: str, hook: str, then: Then) -> None:
        self.write([("DELETE FROM hooks WHERE person = ?1 AND id = ?2", (person, hook))], then)

    async def calendar_of(self, person: str) -> int:
        """The number of the link that opens it now; 0: none does."""
        rows = await self.rows("SELECT serial FROM calendars WHERE person = ?1", person)
        return max(0, int(rows[0][0])) if rows else 0

    def renew_calendar(self, person: str, then: Then) -> None:
        """From now on another link opens it."""
        self.write([(RENEW_CALENDAR, (person,))], then)

    def end_calendar(self, person: str, then: Then) -> None:
        self.write([(END_CALENDAR, (person,))], then)


def forgetting(person: str) -> Sequence[Statement]:
    return [(f"DELETE FROM {table} WHERE person = ?1", (person,)) for table in ("letterboxes", "hooks", "calendars")]
