"""What SQLite's log has gathered is moved into the database itself beside the loop.

SQLite does it within a commit, now and then: half a thousand pages and two fsyncs, for which everybody waits. Here
another connection does it on a thread of its own, while commits go on. What is committed meanwhile would keep the log
from ever beginning anew; where it has grown long, the loop moves those last few pages itself.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

log = logging.getLogger("recif.store")

EVERY = 1_000  # statements from one time to the next
LONG = 4_000  # pages of the log
MOVE = "PRAGMA wal_checkpoint(PASSIVE)"  # which waits for nobody, and for which nobody waits

Moved = tuple[int, int, int]  # whether somebody was in the way, pages of the log, how many of them are moved


class Checkpoints:
    """For one server's database, to be used on its loop."""

    def __init__(self, path: Path | str, database: sqlite3.Connection) -> None:
        database.execute("PRAGMA wal_autocheckpoint=0")
        self._database = database
        self._beside = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._thread = ThreadPoolExecutor(1, "checkpoints")
        self._soon: Callable[..., object] = asyncio.get_running_loop().call_soon_threadsafe
        self._statements = 0
        self._is_under_way = False

    def wrote(self, statements: int) -> None:
        """So many more are in the log."""
        self._statements += statements
        if self._statements >= EVERY and not self._is_under_way:
            self._statements, self._is_under_way = 0, True
            self._thread.submit(self._move).add_done_callback(self._moved)

    def _move(self) -> Moved:
        moved: Moved = self._beside.execute(MOVE).fetchone()
        return moved

    def _moved(self, done: "Future[Moved]") -> None:
        with suppress(RuntimeError):  # the loop is gone
            self._soon(self._look, done)

    def _look(self, done: "Future[Moved]") -> None:
        """Whatever went wrong, all is in the log still: it is tried again after as much has been written."""
        self._is_under_way = False
        try:
            _, pages, _ = done.result()
            if pages >= LONG:
                self._database.execute(MOVE).fetchone()
        except sqlite3.Error as error:
            log.warning("what was written stays in the log for now: %s", error)

    def close(self) -> None:
        """Before the connection that writes, which moves all that is left."""
        self._thread.shutdown()
        self._beside.close()
