"""What a page keeps: the one file of a server, in the browser's own storage."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from recif.server.store.interface import Then
from recif.server.store.ownership import check_ours, check_whole
from recif.server.store.schema import migrate
from recif.server.store.sqlite import Batch, SqliteStore

# One page at a time has the file: the index of the log needs no shared memory, which browsers do not have
PRAGMAS = (
    "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
    "PRAGMA cache_size=-4096"
)


class PageStore(SqliteStore):
    """Nobody hears of a write before `keep` has returned."""

    def __init__(
        self,
        path: Path | str,
        keep: Callable[[], object],
        soon: Callable[[Then], object],
        on_failure: Callable[[BaseException], None],
    ) -> None:
        self._keep = keep
        super().__init__(path, soon, on_failure, pragmas=PRAGMAS)
        keep()

    def _commit(self, batches: list[Batch]) -> None:
        super()._commit(batches)
        try:
            self._keep()
        except Exception as error:  # whatever the browser calls it
            raise sqlite3.OperationalError(f"the browser does not keep it: {error}") from error

    def copy(self, path: Path | str) -> None:
        """All of it as one file, to be taken elsewhere."""
        Path(path).unlink(missing_ok=True)
        self._database.execute("VACUUM INTO ?", (str(path),))

    def replace(self, path: Path | str) -> None:
        """Such a file in the place of all of it; without room, nothing has changed. Nothing is written after it."""
        self._flush()
        try:
            with closing(sqlite3.connect(path)) as other:
                other.backup(self._database)
            self._keep()
        except Exception as error:
            self.failure = error
            raise
        self.close()


def check_copy(path: Path | str) -> None:
    """Refused where a file is no such copy, damaged or of a newer Récif; an older one is brought up to date."""
    check_ours(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as copy:
        check_whole(path, copy)
        migrate(copy)
