"""What a page keeps: the one file of a server, in the browser's own storage."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from recif.server.store.interface import Then
from recif.server.store.ownership import check_ours
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


def check_copy(path: Path | str) -> None:
    """Refused where a file is not such a copy."""
    check_ours(path)
