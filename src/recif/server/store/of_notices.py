"""What people are told of while they are away, in SQL that both databases understand.

A notice is written with the entry that causes it, in one transaction: nothing is told that is not on disk, nothing on
disk is forgotten. Of one thing (`about`: a table) a person has one notice, the latest; beside it, in a slot of its own,
the reminder that time runs out. Mails have slots that nobody lists. `due` is when it is to be sent by other ways than
the bell; the database itself looks whether the person wishes any. Whoever has sent it, or has given up, takes `due`
away.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from recif.server.store.interface import Then
from recif.server.store.rows import DeviceRow, NoticeRow, WishRow
from recif.server.store.statements import Statement, Statements

CREATE = """
    CREATE TABLE notices (
        person TEXT NOT NULL, about TEXT NOT NULL, slot INTEGER NOT NULL, kind TEXT NOT NULL, at BIGINT NOT NULL,
        body TEXT NOT NULL, key TEXT NOT NULL, due BIGINT, seen INTEGER NOT NULL DEFAULT 0,
        tries INTEGER NOT NULL DEFAULT 0, trouble TEXT NOT NULL DEFAULT '', PRIMARY KEY (person, about, slot)
    );
    CREATE INDEX notices_latest ON notices (person, at);
    CREATE INDEX notices_due ON notices (due) WHERE due IS NOT NULL;
    CREATE INDEX notices_at ON notices (at);
    CREATE TABLE wishes (
        person TEXT NOT NULL, kind TEXT NOT NULL, way TEXT NOT NULL, PRIMARY KEY (person, kind, way)
    );
    CREATE TABLE devices (
        endpoint TEXT PRIMARY KEY, person TEXT NOT NULL, agreed TEXT NOT NULL, secret TEXT NOT NULL,
        language TEXT NOT NULL, made BIGINT NOT NULL, refused INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX devices_person ON devices (person)
"""
BELL_OFF = "no-bell"  # the one way that is there until somebody does not wish it
NEWS, REMINDER, DIGEST, CONFIRMATION = range(4)  # slots
COLUMNS = "person, about, slot, kind, at, body, key, due, seen, tries, trouble, done"
SAVED = f"""CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS INTEGER), CAST(?4 AS TEXT), CAST(?5 AS BIGINT),
        CAST(?6 AS TEXT), CAST(?7 AS TEXT),
        CASE WHEN EXISTS (SELECT 1 FROM wishes WHERE person = ?1 AND kind = ?4 AND way NOT IN ('{BELL_OFF}', 'mail'))
            THEN CAST(?8 AS BIGINT) END,
        CASE WHEN EXISTS (SELECT 1 FROM wishes WHERE person = ?1 AND kind = ?4 AND way = '{BELL_OFF}')
            THEN 1 ELSE 0 END, 0, '', ''"""
LATEST_COUNTS = """ON CONFLICT (person, about, slot) DO UPDATE SET kind = excluded.kind, at = excluded.at,
        body = excluded.body, key = excluded.key, due = excluded.due, seen = excluded.seen, tries = 0, trouble = '',
        done = ''"""
SAVE = f"INSERT INTO notices ({COLUMNS}) VALUES ({SAVED}) {LATEST_COUNTS}"
SAVE_LETTER = f"""INSERT INTO notices ({COLUMNS})
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, CAST(?8 AS BIGINT), 1, 0, '', '') ON CONFLICT (person, about, slot) DO UPDATE
    SET at = excluded.at, key = excluded.key, due = excluded.due, tries = 0, trouble = ''"""
# A letterbox gets a digest of what its person wishes by mail; one that is on its way already will tell of this, too.
GATHERED = f"""INSERT INTO notices ({COLUMNS}) SELECT ?1, '', {DIGEST}, 'digest', CAST(?2 AS BIGINT), '', ?3,
        CAST(?2 AS BIGINT), 1, 0, '', ''
    WHERE EXISTS (SELECT 1 FROM wishes WHERE person = ?1 AND kind = ?4 AND way = 'mail')
        AND EXISTS (SELECT 1 FROM letterboxes WHERE person = ?1 AND confirmed = 1 AND waits = 0)"""
ONCE = """ON CONFLICT (person, about, slot) DO UPDATE SET at = excluded.at, key = excluded.key, due = excluded.due,
        tries = 0, trouble = '' WHERE notices.due IS NULL"""
GATHER = f"{GATHERED} {ONCE}"
PUT_OFF = """UPDATE notices SET at = at + ?1, due = due + ?1 WHERE at > ?2 AND slot = 1"""  # clocks stood still
DROP = "DELETE FROM notices WHERE person = ?1 AND about = ?2 AND slot = ?3"
IF = {  # the same where a condition holds
    SAVE: f"INSERT INTO notices ({COLUMNS}) SELECT {SAVED} WHERE {{}} {LATEST_COUNTS}",
    GATHER: f"{GATHERED} AND {{}} {ONCE}",
    DROP: f"{DROP} AND {{}}",
}
LATEST = f"SELECT {COLUMNS} FROM notices WHERE person = ?1 AND at <= ?2 AND slot < {DIGEST} ORDER BY at DESC LIMIT ?3"
REMINDERS = f"SELECT {COLUMNS} FROM notices WHERE person = ?1 AND slot = {REMINDER} ORDER BY at DESC LIMIT ?2"
DATES = f"""SELECT {COLUMNS} FROM notices WHERE person = ?1 AND kind = 'soon' AND slot = {NEWS}
    ORDER BY at DESC LIMIT ?2"""
LETTER = f"""SELECT {COLUMNS} FROM notices WHERE person = ?1 AND about = '' AND slot >= {DIGEST}
    ORDER BY at DESC LIMIT 1"""
LATEST_OF = f"""SELECT person, about, slot, seen FROM notices WHERE person = ?1 AND at <= ?2 AND slot < {DIGEST}
    ORDER BY at DESC LIMIT ?3"""
UNSEEN = f"SELECT count(*) FROM ({LATEST_OF}) AS latest WHERE seen = 0"
IS_UNSEEN = """SELECT 1 FROM notices WHERE person = ?1 AND about = ?2 AND slot = 0
    AND (seen = 0 OR due IS NOT NULL)"""
SEE = "UPDATE notices SET seen = 1, due = NULL WHERE person = ?1 AND about = ?2 AND slot = 0"
SEE_ALL = f"""UPDATE notices SET seen = 1 WHERE person = ?1 AND at <= ?2 AND seen = 0 AND (about, slot) IN
    (SELECT about, slot FROM ({LATEST_OF}) AS latest)"""
FORGET_NOTICES = """DELETE FROM notices WHERE person = ?1 AND (about, slot) IN
    (SELECT about, slot FROM notices WHERE person = ?1 LIMIT ?2)"""
DUE = f"SELECT {COLUMNS} FROM notices WHERE due <= ?1 ORDER BY due LIMIT ?2"
SENT = """UPDATE notices SET due = NULL, trouble = ?5
    WHERE person = ?1 AND about = ?2 AND slot = ?3 AND key = ?4"""
AGAIN = """UPDATE notices SET due = CAST(?5 AS BIGINT), tries = tries + 1, trouble = ?6, done = ?7
    WHERE person = ?1 AND about = ?2 AND slot = ?3 AND key = ?4"""
LATER = """UPDATE notices SET due = CAST(?5 AS BIGINT) WHERE person = ?1 AND about = ?2 AND slot = ?3 AND key = ?4"""
PRUNE = """DELETE FROM notices WHERE at < ?1 AND (person, about, slot) IN
    (SELECT person, about, slot FROM notices WHERE at < ?1 ORDER BY at LIMIT ?2)"""
WISH = "INSERT INTO wishes (person, kind, way) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
UNWISH = "DELETE FROM wishes WHERE person = ?1 AND kind = ?2 AND way = ?3"
DEVICE = "endpoint, person, agreed, secret, language, made"
SAVE_DEVICE = f"""INSERT INTO devices ({DEVICE}) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, agreed = excluded.agreed,
        secret = excluded.secret, language = excluded.language, made = excluded.made, refused = 0"""
OLDER_DEVICES = """DELETE FROM devices WHERE person = ?1 AND endpoint NOT IN
    (SELECT endpoint FROM devices WHERE person = ?1 ORDER BY made DESC, endpoint LIMIT ?2)"""


class OfNotices(Statements):
    async def notices_of(self, person: str, now: int, limit: int) -> list[NoticeRow]:
        """The latest first; a reminder is one from its instant on."""
        return [NoticeRow(*row) for row in await self.rows(LATEST, person, now, limit)]

    async def unseen_of(self, person: str, now: int, latest: int) -> int:
        """How many of the latest have not been looked at."""
        return int((await self.rows(UNSEEN, person, now, latest))[0][0])

    async def is_unseen(self, person: str, about: str) -> bool:
        return bool(await self.rows(IS_UNSEEN, person, about))

    def see(self, person: str, about: str, then: Then) -> None:
        """It is in front of the person: there is nothing to tell any more."""
        self.write([(SEE, (person, about))], then)

    def see_all(self, person: str, now: int, latest: int, then: Then) -> None:
        self.write([(SEE_ALL, (person, now, latest))], then)

    async def due_notices(self, now: int, limit: int) -> list[NoticeRow]:
        return [NoticeRow(*row) for row in await self.rows(DUE, now, limit)]

    def is_sent(self, row: NoticeRow, trouble: str, then: Then) -> None:
        """Or given up, for a reason. A newer notice in its place is left alone."""
        self.write([(SENT, (row.person, row.about, row.slot, row.key, trouble))], then)

    def send_again(self, row: NoticeRow, due: int, trouble: str, done: str, then: Then) -> None:
        """By the ways that are not done."""
        self.write([(AGAIN, (row.person, row.about, row.slot, row.key, due, trouble, done))], then)

    def put_off(self, row: NoticeRow, due: int, then: Then) -> None:
        """It was too early: nothing was tried."""
        self.write([(LATER, (row.person, row.about, row.slot, row.key, due))], then)

    def save_notices(self, rows: Iterable[NoticeRow], then: Then) -> None:
        """Such as no table causes."""
        self.write(saving_notices(rows), then)

    async def reminders_of(self, person: str, limit: int) -> list[NoticeRow]:
        """One for each table at which the person must decide by an instant."""
        return [NoticeRow(*row) for row in await self.rows(REMINDERS, person, limit)]

    async def dates_of(self, person: str, limit: int) -> list[NoticeRow]:
        """What the person is to be told of shortly before it begins: events, appointments."""
        return [NoticeRow(*row) for row in await self.rows(DATES, person, limit)]

    async def letter_of(self, person: str) -> NoticeRow | None:
        """The last mail to the person, sent or not."""
        rows = await self.rows(LETTER, person)
        return NoticeRow(*rows[0]) if rows else None

    def prune_notices(self, before: int, limit: int, then: Then) -> None:
        self.write([(PRUNE, (before, limit))], then)

    async def wishes_of(self, person: str) -> list[WishRow]:
        sql = "SELECT kind, way FROM wishes WHERE person = ?1 ORDER BY kind, way"
        return [WishRow(*row) for row in await self.rows(sql, person)]

    def wish(self, person: str, wishes: Iterable[tuple[WishRow, bool]], then: Then) -> None:
        """Each with whether it is wished from now on."""
        self.write([(WISH if on else UNWISH, (person, *row)) for row, on in wishes], then)

    def save_device(self, row: DeviceRow, most: int, then: Then) -> None:
        """The newest ones of a person stay."""
        self.write([(SAVE_DEVICE, tuple(row)), (OLDER_DEVICES, (row.person, most))], then)

    async def devices_of(self, person: str) -> list[DeviceRow]:
        sql = f"SELECT {DEVICE} FROM devices WHERE person = ?1 ORDER BY made DESC, endpoint"
        return [DeviceRow(*row) for row in await self.rows(sql, person)]

    def end_device(self, person: str, endpoint: str, then: Then) -> None:
        self.write([("DELETE FROM devices WHERE endpoint = ?1 AND person = ?2", (endpoint, person))], then)

    def device_refused(self, endpoint: str, most: int, then: Then) -> None:
        """One that refuses again and again is forgotten."""
        self.write(
            [
                ("UPDATE devices SET refused = refused + 1 WHERE endpoint = ?1", (endpoint,)),
                ("DELETE FROM devices WHERE endpoint = ?1 AND refused >= ?2", (endpoint, most)),
            ],
            then,
        )


def saving_notices(rows: Iterable[NoticeRow]) -> list[Statement]:
    """To be written with what causes them; one without a kind takes what is in its place away."""
    return [statement for row in rows for statement in _saving(row)]


def saving_if(rows: Iterable[NoticeRow], condition: Callable[[int], str], values: tuple[Any, ...]) -> list[Statement]:
    """The same, where what causes them may come too late: each looks by itself whether it was taken. `condition`
    numbers its values from the given number on."""
    return [(IF[sql].format(condition(len(row) + 1)), (*row, *values)) for sql, row in saving_notices(rows)]


def _saving(row: NoticeRow) -> Iterator[Statement]:
    if not row.kind:
        yield DROP, (row.person, row.about, row.slot)
        return
    sql = SAVE if row.slot < DIGEST else SAVE_LETTER
    yield sql, (row.person, row.about, row.slot, row.kind, row.at, row.body, row.key, row.due)
    if row.slot < DIGEST:
        yield GATHER, (row.person, row.at, row.key, row.kind)


def forgetting(person: str) -> Sequence[Statement]:
    return [(f"DELETE FROM {table} WHERE person = ?1", (person,)) for table in ("notices", "wishes", "devices")]
