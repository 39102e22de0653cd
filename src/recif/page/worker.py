"""What the worker of a page calls: a server with what a browser has around it."""

import logging
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from recif.games.core.contract import Refused
from recif.page.calls import Fetched, refused
from recif.page.kept import check_copy
from recif.page.minds import HomeMinds
from recif.page.server import PageServer
from recif.page.taken import unwritten, written
from recif.page.thinker import ThinkApart, open_libraries, think_apart
from recif.server.garbage import Tidying

log = logging.getLogger("recif.page")


class WorkerServer(PageServer):
    """The same, with its file to be taken away or replaced."""

    was_damaged = False  # what was kept could not be read

    def __init__(self, database: str, *around: Any) -> None:
        super().__init__(database, *around)
        self._database = database

    @property
    def is_full(self) -> bool:
        """Whether nothing can be kept any more."""
        return bool(self.store.failure)

    async def save(self, path: str, beside: str) -> str:
        """Not `copy`: what JavaScript holds of a Python object has a method of that name."""
        return await written(self, Path(path), beside)

    def restore(self, text: str, source: str) -> Fetched:
        """Refused, with nothing changed, where the file is none of ours. The page must begin anew after it."""
        try:
            beside = unwritten(text, Path(source))
            check_copy(source)
        except Refused as refusal:
            return refused(refusal)
        self.close()
        _remove(self._database)
        shutil.copyfile(source, self._database)
        return Fetched(200, beside)


def _remove(database: str) -> None:
    for name in (database, f"{database}-wal", f"{database}-journal"):
        Path(name).unlink(missing_ok=True)


async def open(
    database: str,
    libraries: str,
    say: Callable[[str], object],
    hang_up: Callable[[int], object],
    keep: Callable[[], object],
    ask: ThinkApart,
    forsake: Callable[[], object],
) -> WorkerServer:
    """A file that cannot be read is set aside, and the page begins afresh."""
    open_libraries(Path(libraries))
    around = say, hang_up, keep, HomeMinds(think_apart(ask), forsake)
    try:
        server = WorkerServer(database, *around)
        await server.open()
    except (Refused, sqlite3.DatabaseError):
        log.exception("what was kept cannot be read")
        shutil.copyfile(database, Path(database).with_name("damaged.db"))
        _remove(database)
        server = WorkerServer(database, *around)
        server.was_damaged = True
        await server.open()
    server.tidying = Tidying()
    return server
