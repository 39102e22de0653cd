"""What the worker of a page calls: a server with what a browser has around it."""

import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from recif.games.core.contract import Refused
from recif.page.calls import Fetched, refused
from recif.page.minds import HomeMinds
from recif.page.server import PageServer
from recif.page.taken import unwritten, written
from recif.page.thinker import ThinkApart, open_libraries, think_apart
from recif.server.garbage import Tidying
from recif.server.messages.refusals import refuse

log = logging.getLogger("recif.page")


Trouble = Literal["", "damaged", "newer", "full"]
NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


class WorkerServer(PageServer):
    """The same, with its file to be taken away or replaced."""

    trouble: Trouble = ""  # with what was kept, when it was opened

    @property
    def is_full(self) -> bool:
        """Whether nothing can be kept any more."""
        return bool(self.store.failure)

    async def save(self, path: str, beside: str) -> str:
        """Not `copy`: what JavaScript holds of a Python object has a method of that name."""
        return await written(self, Path(path), beside)

    def restore(self, text: str, source: str) -> Fetched:
        """Refused, with nothing changed, where a file is of no use or finds no room; else the page must begin anew."""
        try:
            beside = unwritten(text, Path(source))
        except Refused as refusal:
            return refused(refusal)
        try:
            self.store.replace(source)
        except Exception as error:  # whatever the browser calls it
            self._store_failed(error)
            return refused(refuse("not-kept"))
        self.close()
        return Fetched(200, beside)


async def open(
    database: str,
    libraries: str,
    say: Callable[[str], object],
    hang_up: Callable[[int], object],
    keep: Callable[[], object],
    ask: ThinkApart,
    forsake: Callable[[], object],
) -> WorkerServer:
    """What cannot be read is set aside, and the page begins afresh. Where there is no room, or a newer Récif has kept
    what is there, nothing is touched, and the page plays from memory."""
    open_libraries(Path(libraries))
    around = say, hang_up, keep, HomeMinds(think_apart(ask), forsake)

    async def opened(path: Path, trouble: Trouble = "") -> WorkerServer:
        server = WorkerServer(path, *around)
        server.trouble = trouble
        await server.open()
        server.tidying = Tidying()
        return server

    kept = Path(database)
    try:
        return await opened(kept)
    except (Refused, sqlite3.DatabaseError) as error:
        log.exception("what is kept cannot be opened")
        trouble = _trouble(error)
    if trouble != "damaged":
        return await opened(_in_memory(kept if trouble == "full" else None), trouble)
    try:
        _set_aside(kept)
        return await opened(kept, trouble)
    except (OSError, sqlite3.DatabaseError):
        return await opened(_in_memory(), "full")


def _trouble(error: Refused | sqlite3.DatabaseError) -> Trouble:
    if isinstance(error, Refused):
        return "newer" if error.code == "newer-database" else "damaged"
    return "full" if error.sqlite_errorcode & 0xFF in NO_ROOM else "damaged"  # the low byte; the rest tells details


def _set_aside(kept: Path) -> None:
    shutil.copyfile(kept, kept.with_name("damaged.db"))
    for end in ("", "-wal", "-journal"):
        Path(f"{kept}{end}").unlink(missing_ok=True)


def _in_memory(kept: Path | None = None) -> Path:
    """A place that ends with the worker, with a copy of what is kept."""
    place = Path(tempfile.mkdtemp(), "recif.db")
    for end in ("", "-wal"):
        if kept and Path(f"{kept}{end}").exists():
            shutil.copyfile(f"{kept}{end}", f"{place}{end}")
    return place
