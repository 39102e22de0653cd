"""The store on SQLite. What is written while the loop goes round once is committed together when it has (group commit).

WAL with synchronous=FULL: when `then` is called, the data has been through fsync. If a commit fails, nothing further is
written or told to anybody: `on_failure` is called, and the server stops rather than lie. Somebody else who writes to
the file is waited for: what has gathered meanwhile is kept, and nobody hears of it yet.
The commit is made on the thread that serves: a thread of its own would have to wait for the interpreter, and make it
wait, several times a commit.
"""

import logging
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from recif.server.messages.shapes import Status
from recif.server.store.entries import Entry, decode, encode
from recif.server.store.interface import PersonRow, TableRow, TalkRow, Then, TokenRow
from recif.server.store.ownership import MARK, check_ours, is_new
from recif.server.store.schema import migrate

log = logging.getLogger("recif.store")

Statement = tuple[str, tuple[Any, ...]]
Batch = tuple[Sequence[Statement], Then]

PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON"
STANDING_MS = 5000  # how long a single reader or writer stands and waits for others
GLANCE_MS = 50  # how long a server does, which has other things to do
LAST_MS = 2000  # how long one does that is told to stop
AGAIN = 0.05  # seconds until it tries again
PATIENCE = 60.0  # seconds after which somebody else who writes is taken to have failed

COLUMNS = "version, at, body, person, id, told"
APPEND = f'INSERT INTO entries ("table", {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)'
SAVE_TABLE = "INSERT OR REPLACE INTO tables (id, status, public, made, owner, body) VALUES (?, ?, ?, ?, ?, ?)"
LOOKED_AT = 400  # tables, where only a few of each owner's are wanted
SAVE_PLAYER = 'INSERT OR IGNORE INTO players (person, "table", made) VALUES (?, ?, ?)'

_table_row = msgspec.json.Decoder(TableRow).decode
_person_row = msgspec.json.Decoder(PersonRow).decode


def connect(path: Path | str) -> sqlite3.Connection:
    """Our database, or a new one; Refused, and nothing written, where the file is something else."""
    is_made = is_new(path)
    if is_made:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))  # keys will be in it; SQLite's files beside do alike
    else:
        check_ours(path)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(f"PRAGMA busy_timeout={STANDING_MS}")
    if is_made:
        database.execute(f"PRAGMA application_id={MARK}")  # before the log: it must be in the file itself
    for pragma in PRAGMAS.split(";"):
        database.execute(pragma)
    return database


class SqliteStore:
    """`soon` calls a function when the loop has come round; without it every write is done at once.

    `later` calls one after some seconds: with it the loop goes on while somebody else writes.
    """

    def __init__(
        self,
        path: Path | str,
        soon: Callable[[Then], object] | None = None,
        on_failure: Callable[[BaseException], None] | None = None,
        later: Callable[[float, Then], object] | None = None,
    ) -> None:
        self.pending = 0
        self.commits = 0
        self.failure: BaseException | None = None
        self._soon = soon
        self._on_failure = on_failure
        self._later = later
        self._waiting_since = 0.0  # for somebody else who writes
        self._is_closed = False
        self._gathered: list[Batch] = []
        self._database = connect(path)
        migrate(self._database)
        if later:
            self._stand_at_most(GLANCE_MS)

    def _stand_at_most(self, ms: int) -> None:
        self._database.execute(f"PRAGMA busy_timeout={ms}")

    def _write(self, statements: Sequence[Statement], then: Then) -> None:
        if self.failure or self._is_closed:
            return
        self.pending += 1
        self._gathered.append((statements, then))
        if self._soon is None:
            self._flush()
        elif len(self._gathered) == 1:
            self._soon(self._flush)

    def after(self, then: Then) -> None:
        """Call `then` when everything written before is durable and told; at once if it is."""
        if self.pending:
            self._write((), then)
        elif not self.failure:
            then()

    def _flush(self) -> None:
        """Commit what has gathered, then tell, in order."""
        batches, self._gathered = self._gathered, []
        if self.failure or not batches:
            return
        try:
            self._commit(batches)
        except sqlite3.Error as error:
            self._database.rollback()
            if self._later and self._waits_for(error):
                self._gathered = batches + self._gathered
                self._later(AGAIN, self._try_again)
                return
            self.failure = error
            if self._on_failure is None:
                raise
            self._on_failure(error)
            return
        if self._waiting_since:
            self._waiting_since = 0.0
            self._stand_at_most(GLANCE_MS)
        for _, then in batches:
            self.pending -= 1
            try:
                then()
            except Exception:  # one listener's trouble must not keep the news from the others
                log.exception("telling of a write failed")

    def _commit(self, batches: list[Batch]) -> None:
        entries = [values for statements, _ in batches for sql, values in statements if sql is APPEND]
        others = [statement for statements, _ in batches for statement in statements if statement[0] is not APPEND]
        if entries or others:
            self._database.execute("BEGIN IMMEDIATE")
            for sql, values in others:
                self._database.execute(sql, values)
            self._database.executemany(APPEND, entries)
            self._database.execute("COMMIT")
            self.commits += 1

    def _try_again(self) -> None:
        if self._soon:
            self._soon(self._flush)
        else:
            self._flush()

    def _waits_for(self, error: sqlite3.Error) -> bool:
        """Whether somebody else writes, and not for too long: the loop goes on, and tries without standing still."""
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:  # the low byte; the rest tells details
            return False
        now = time.monotonic()
        if not self._waiting_since:
            self._waiting_since = now
            self._stand_at_most(0)
            log.warning("another program writes to the database: moves wait for it")
        return now - self._waiting_since < PATIENCE

    def close(self) -> None:
        """Write what has gathered, then close; what comes later is not written."""
        if not self._is_closed:
            self._later = None  # the last chance
            self._stand_at_most(LAST_MS)
            self._flush()
            self._is_closed = True
            self._database.close()

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        return self._database.execute(sql, values).fetchall()

    def append(self, table: str, new: Sequence[Entry], row: TableRow | None, then: Then) -> None:
        statements: list[Statement] = [
            (APPEND, (table, version, at, encode(what).decode(), *rest)) for version, at, what, *rest in new
        ]
        if row:
            statements += _saving(row)
        self._write(statements, then)

    def save_table(self, row: TableRow, new: Sequence[Entry], then: Then) -> None:
        self.append(row.id, new, row, then)

    def table(self, table: str) -> TableRow | None:
        rows = self._rows("SELECT body FROM tables WHERE id = ?", table)
        return _table_row(rows[0][0]) if rows else None

    def entries(self, table: str) -> list[Entry]:
        sql = f'SELECT {COLUMNS} FROM entries WHERE "table" = ? ORDER BY version'
        return [Entry(version, at, decode(body), *rest) for version, at, body, *rest in self._rows(sql, table)]

    def tables(self, status: Status, limit: int = 50) -> list[TableRow]:
        """Public ones, newest first; `public = 1`, spelt so, is what the index knows."""
        sql = "SELECT id, body FROM tables WHERE status = ? AND public = 1 ORDER BY made DESC LIMIT ?"
        return _readable(self._rows(sql, status, limit))

    def save_due(self, table: str, due: int | None, then: Then) -> None:
        """No flag falls at the table before this instant; None: no clock runs there."""
        if due is None:
            self._write([('DELETE FROM dues WHERE "table" = ?', (table,))], then)
        else:
            self._write([('INSERT OR REPLACE INTO dues ("table", due) VALUES (?, ?)', (table, due))], then)

    def due_of(self, table: str) -> int | None:
        rows = self._rows('SELECT due FROM dues WHERE "table" = ?', table)
        return int(rows[0][0]) if rows else None

    def due(self, until: int, after: tuple[int, str], limit: int) -> list[tuple[int, str]]:
        sql = 'SELECT due, "table" FROM dues WHERE due <= ? AND (due, "table") > (?, ?) ORDER BY due, "table" LIMIT ?'
        return self._rows(sql, until, *after, limit)

    def next_due(self) -> int | None:
        due: int | None = self._rows("SELECT min(due) FROM dues")[0][0]
        return due

    def add_outage(self, stopped: int, started: int, stood: int, then: Then) -> None:
        """No server was there: clocks stood still, and every flag falls later by `stood` at least."""
        self._write(
            [
                ("INSERT INTO outages (stopped, started) VALUES (?, ?)", (stopped, started)),
                ("UPDATE dues SET due = due + ?", (stood,)),
            ],
            then,
        )

    def outages(self) -> list[tuple[int, int]]:
        return self._rows("SELECT stopped, started FROM outages ORDER BY started")

    def listed(self, status: Status, limit: int, of_each: int) -> list[TableRow]:
        """The newest public tables, but only a few of each owner's. Those of one who made very many hide older ones."""
        seen: Counter[str] = Counter()
        found: list[TableRow] = []
        for row in self.tables(status, LOOKED_AT):
            seen[row.owner] += 1
            if seen[row.owner] <= of_each and len(found) < limit:
                found.append(row)
        return found

    def tables_of(self, person: str, limit: int = 50) -> list[TableRow]:
        sql = """SELECT tables.id, body FROM players JOIN tables ON tables.id = players."table"
                 WHERE person = ? AND over = ? ORDER BY players.made DESC LIMIT ?"""
        playing = self._rows(sql, person, 0, limit)
        return _readable(playing + self._rows(sql, person, 1, limit - len(playing)))

    def unfinished(self, person: str) -> int:
        """How many tables that are not over the person plays at or has made."""
        sql = """SELECT count(*) FROM (
                     SELECT "table" FROM players WHERE person = ?1 AND over = 0
                     UNION
                     SELECT id FROM tables WHERE owner = ?1 AND status != 'over'
                 )"""
        return int(self._rows(sql, person)[0][0])

    def unfinished_of(self, person: str) -> list[str]:
        sql = 'SELECT "table" FROM players WHERE person = ? AND over = 0'
        return [table for (table,) in self._rows(sql, person)]

    def played_by(self, person: str, after: str, limit: int) -> list[str]:
        """The person's tables, a page at a time."""
        sql = 'SELECT "table" FROM players WHERE person = ? AND "table" > ? ORDER BY "table" LIMIT ?'
        return [table for (table,) in self._rows(sql, person, after, limit)]

    def forsaken(self, status: Status, since: int, limit: int = 100) -> list[str]:
        """Tables at which nothing has happened since then."""
        sql = """SELECT id FROM tables WHERE status = ?1 AND made < ?2
                 AND NOT EXISTS (SELECT 1 FROM entries WHERE "table" = tables.id AND at >= ?2) ORDER BY made LIMIT ?3"""
        return [table for (table,) in self._rows(sql, status, since, limit)]

    def save_person(self, row: PersonRow, account: str, then: Then) -> None:
        """`account`: what no other account may be called by; empty for a guest."""
        sql = """INSERT INTO people (id, account, body) VALUES (?, ?, ?)
                 ON CONFLICT (id) DO UPDATE SET account = excluded.account, body = excluded.body"""
        self._write([(sql, (row.id, account or None, _json(row)))], then)

    def person(self, person: str) -> PersonRow | None:
        rows = self._rows("SELECT body FROM people WHERE id = ?", person)
        return _person_row(rows[0][0]) if rows else None

    def account(self, key: str) -> PersonRow | None:
        rows = self._rows("SELECT body FROM people WHERE account = ?", key)
        return _person_row(rows[0][0]) if rows else None

    def rekey_accounts(self, key_of: Callable[[str], str]) -> None:
        """Find accounts by something else of their names. Of two that are the same now, one keeps what it had."""
        sql = "UPDATE OR IGNORE people SET account = ? WHERE id = ?"
        for body in self._rows("SELECT body FROM people WHERE account IS NOT NULL"):
            row = _person_row(body[0])
            self._write([(sql, (key_of(row.name), row.id))], lambda: None)

    def has_traces(self, person: str) -> bool:
        """Whether there is anything of which there may be thousands."""
        sql = "SELECT 1 FROM players WHERE person = ? UNION ALL SELECT 1 FROM talks WHERE person = ? LIMIT 1"
        return bool(self._rows(sql, person, person))

    def forget_some(self, person: str, limit: int, then: Then) -> None:
        some = 'SELECT "table" FROM players WHERE person = ? LIMIT ?'
        lines = "SELECT rowid FROM talks WHERE person = ? LIMIT ?"
        self._write(
            [
                (f'DELETE FROM players WHERE person = ? AND "table" IN ({some})', (person, person, limit)),
                (f"DELETE FROM talks WHERE rowid IN ({lines})", (person, limit)),
            ],
            then,
        )

    def forget(self, person: str, then: Then) -> None:
        """Nothing of the person stays but an empty name at the tables of others."""
        gone = PersonRow(person, "", "fr", 0)
        self._write(
            [
                ("UPDATE people SET account = NULL, body = ? WHERE id = ?", (_json(gone), person)),
                ("DELETE FROM sessions WHERE person = ?", (person,)),
                ("DELETE FROM tokens WHERE person = ?", (person,)),
                ("DELETE FROM talks WHERE person = ?", (person,)),
                ("DELETE FROM mutes WHERE person = ? OR other = ?", (person, person)),
                ("DELETE FROM players WHERE person = ?", (person,)),
            ],
            then,
        )

    def save_session(self, key: str, person: str, at: int, then: Then, replaces: str = "") -> None:
        self._write(
            [
                ("DELETE FROM sessions WHERE key = ?", (replaces,)),
                ("INSERT INTO sessions (key, person, made) VALUES (?, ?, ?)", (key, person, at)),
            ],
            then,
        )

    def session(self, key: str) -> str | None:
        rows = self._rows("SELECT person FROM sessions WHERE key = ?", key)
        return rows[0][0] if rows else None

    def end_sessions(self, person: str, then: Then, key: str = "") -> None:
        """One session, or all of the person's."""
        sql = "DELETE FROM sessions WHERE person = ?" + (" AND key = ?" if key else "")
        self._write([(sql, (person, key) if key else (person,))], then)

    def save_token(self, row: TokenRow, key: str, then: Then) -> None:
        sql = "INSERT INTO tokens (id, key, person, label, made) VALUES (?, ?, ?, ?, ?)"
        self._write([(sql, (row.id, key, row.person, row.label, row.made))], then)

    def token(self, key: str) -> TokenRow | None:
        rows = self._rows("SELECT id, person, label, made FROM tokens WHERE key = ?", key)
        return TokenRow(*rows[0]) if rows else None

    def tokens(self, person: str) -> list[TokenRow]:
        rows = self._rows("SELECT id, person, label, made FROM tokens WHERE person = ? ORDER BY made", person)
        return [TokenRow(*row) for row in rows]

    def end_token(self, person: str, token: str, then: Then) -> None:
        self._write([("DELETE FROM tokens WHERE person = ? AND id = ?", (person, token))], then)

    def save_talk(self, talk: TalkRow, then: Then) -> None:
        sql = 'INSERT INTO talks ("table", at, person, text, emote, spectator) VALUES (?, ?, ?, ?, ?, ?)'
        self._write([(sql, tuple(talk))], then)

    def talks(self, table: str, limit: int = 100) -> list[TalkRow]:
        sql = 'SELECT * FROM talks WHERE "table" = ? ORDER BY at DESC, rowid DESC LIMIT ?'
        return [_talk(row) for row in reversed(self._rows(sql, table, limit))]

    def talks_of(self, person: str, after: int, limit: int) -> list[tuple[int, TalkRow]]:
        """What the person said, a page at a time, each with its number to go on after."""
        sql = "SELECT rowid, * FROM talks WHERE person = ? AND rowid > ? ORDER BY rowid LIMIT ?"
        return [(number, _talk(row)) for number, *row in self._rows(sql, person, after, limit)]

    def mute(self, person: str, other: str, on: bool, then: Then) -> None:
        sql = (
            "INSERT OR IGNORE INTO mutes (person, other) VALUES (?, ?)"
            if on
            else "DELETE FROM mutes WHERE person = ? AND other = ?"
        )
        self._write([(sql, (person, other))], then)

    def mutes(self, person: str) -> Iterable[str]:
        return [other for (other,) in self._rows("SELECT other FROM mutes WHERE person = ?", person)]

    def keep(self, name: str, value: str, then: Then) -> None:
        self._write([("INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)", (name, value))], then)

    def kept(self, name: str) -> str:
        rows = self._rows("SELECT value FROM kept WHERE name = ?", name)
        return rows[0][0] if rows else ""


def _json(row: msgspec.Struct) -> str:
    return msgspec.json.encode(row).decode()


def _readable(rows: list[tuple[str, str]]) -> list[TableRow]:
    """One that cannot be read must not hide the others."""
    found = []
    for table, body in rows:
        try:
            found.append(_table_row(body))
        except msgspec.MsgspecError as error:
            log.error("the row of table %s cannot be read: %s", table, error)
    return found


def _talk(row: Any) -> TalkRow:
    return TalkRow(*row)._replace(spectator=bool(row[5]))


def _saving(row: TableRow) -> list[Statement]:
    people = {chair.person for chair in row.chairs if chair.person}
    statements: list[Statement] = [
        (SAVE_TABLE, (row.id, row.status, row.public, row.made, row.owner, _json(row))),
        *((SAVE_PLAYER, (person, row.id, row.made)) for person in people),
    ]
    if row.status == "over":  # also for those who have left their seats
        statements.append(('UPDATE players SET over = 1 WHERE "table" = ?', (row.id,)))
    return statements
