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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from recif.server.store.checkpoints import Checkpoints
from recif.server.store.interface import Then
from recif.server.store.of_both import OfBoth
from recif.server.store.of_tables import APPEND
from recif.server.store.ownership import MARK, check_ours, check_whole, has_log, is_new
from recif.server.store.schema import migrate
from recif.server.store.statements import Statement

log = logging.getLogger("recif.store")

Batch = tuple[Sequence[Statement], Then]

PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
    "PRAGMA cache_size=-32768"  # KB: 2 MB, as it would be, are 500 pages, and tables in play have one each or more
)
STANDING_MS = 5000  # how long a single reader or writer stands and waits for others
GLANCE_MS = 50  # how long a server does, which has other things to do
LAST_MS = 2000  # how long one does that is told to stop
AGAIN = 0.05  # seconds until it tries again
AT_ANY_RATE = nullcontext()
PATIENCE = 60.0  # seconds after which somebody else who writes is taken to have failed


def connect(path: Path | str, pragmas: str = PRAGMAS) -> sqlite3.Connection:
    """Our database, or a new one; Refused, and nothing written, where the file is something else."""
    is_made = is_new(path)
    if is_made:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))  # keys will be in it; SQLite's files beside do alike
    else:
        check_ours(path)
    database = sqlite3.connect(path, isolation_level=None)
    with closed_on_failure(database):
        database.execute(f"PRAGMA busy_timeout={STANDING_MS}")
        if is_made:
            database.execute(f"PRAGMA application_id={MARK}")  # before the log: it must be in the file itself
        for pragma in pragmas.split(";"):
            database.execute(pragma)
    return database


@contextmanager
def closed_on_failure(database: sqlite3.Connection) -> Iterator[None]:
    """Who fails to open a database lets go of it at once: let go of later, it would take its log from the next."""
    try:
        yield
    except BaseException:
        database.close()
        raise


class SqliteStore(OfBoth):
    """`soon` calls a function when the loop has come round; without it every write is done at once.

    `later` calls one after some seconds: with it the loop goes on while somebody else writes, and while the log is
    moved into the database.
    """

    def __init__(
        self,
        path: Path | str,
        soon: Callable[[Then], object] | None = None,
        on_failure: Callable[[BaseException], None] | None = None,
        later: Callable[[float, Then], object] | None = None,
        pragmas: str = PRAGMAS,
    ) -> None:
        self.pending = 0
        self.commits = 0
        self.away_since = 0
        self.failure: BaseException | None = None
        self._soon = soon
        self._on_failure = on_failure
        self._later = later
        self._waiting_since = 0.0  # for somebody else who writes
        self._is_closed = False
        self._gathered: list[Batch] = []
        was_left = has_log(path)
        self._database = connect(path, pragmas)
        with closed_on_failure(self._database):
            if was_left:
                check_whole(path, self._database)
            migrate(self._database)
        self._checkpoints = Checkpoints(path, self._database) if later else None
        if later:
            self._stand_at_most(GLANCE_MS)

    def together(self) -> "nullcontext[None]":
        """Nobody else writes: nothing is ever lost, and what comes together is committed together."""
        return AT_ANY_RATE

    def _stand_at_most(self, ms: int) -> None:
        self._database.execute(f"PRAGMA busy_timeout={ms}")

    def write(self, statements: Sequence[Statement], then: Then) -> None:
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
            self.write((), then)
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
            for sql, alike in groupby(others, itemgetter(0)):
                self._database.executemany(sql, [values for _, values in alike])
            self._database.executemany(APPEND, entries)
            self._database.execute("COMMIT")
            self.commits += 1
            if self._checkpoints:
                self._checkpoints.wrote(len(entries) + len(others))

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
            if self._checkpoints:
                self._checkpoints.close()
            self._database.close()

    async def rows(self, sql: str, *values: Any) -> list[Any]:
        """The file is at hand: nobody waits, and the loop is not given up."""
        return self._database.execute(sql, values).fetchall()
