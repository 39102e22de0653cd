"""Whose file it is, and that one server at a time writes to it.

A file is looked at before SQLite may touch it: SQLite would make a database of an empty one, and we would put our
tables into somebody else's.
"""

import fcntl
import logging
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from recif.console.files import trouble
from recif.games.core.contract import Refused, Text

log = logging.getLogger("recif.store")

MOST_CHECKED = 1 << 30  # bytes: a second or two for a disk of today
MARK = 0x52636966  # `application_id` of our databases: "Rcif"
MAGIC = b"SQLite format 3\0"


def is_new(path: Path | str) -> bool:
    """Whether there is nothing in the file, or no file."""
    file = Path(path)
    return not file.exists() or file.stat().st_size == 0


def check_ours(path: Path | str) -> None:
    """Refused where the file is something else; it is only read."""
    with Path(path).open("rb") as file:
        head = file.read(100)
    mark = int.from_bytes(head[68:72], "big")
    if not head.startswith(MAGIC) or len(head) < 100:
        raise foreign(path, Text("ce n’est pas une base SQLite", "it is not an SQLite file"))
    if mark != MARK:
        raise foreign(path, Text("elle appartient à un autre programme", "it belongs to another program"))


def foreign(path: Path | str, why: Text) -> Refused:
    return Refused(
        "bad-database",
        Text(
            f"{path} ne se lit pas comme une base de Récif : {why.fr}",
            f"{path} is no database of Récif: {why.en}",
        ),
    )


def has_log(path: Path | str) -> bool:
    """Whether the last who wrote did not close the file: SQLite's log is left beside it."""
    log_file = Path(f"{path}-wal")
    return log_file.exists() and log_file.stat().st_size > 0


def check_whole(path: Path | str, database: sqlite3.Connection) -> None:
    """Refused where a page is damaged, as after a power cut on a bad disk. It reads the whole file: not a very large
    one, which `recif admin check` does."""
    if Path(path).stat().st_size > MOST_CHECKED:
        log.warning("the last server did not close %s; `recif admin check` says whether it is whole", path)
        return
    try:
        (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise Refused(
            "damaged-database",
            Text(
                f"{path} est abîmée ({found}) : le dernier serveur ne l’a pas fermée ; reprenez une sauvegarde",
                f"{path} is damaged ({found}): the last server did not close it; take a backup",
            ),
        )


class Hold:
    """The right to serve from a database: a lock on a file beside it, which the system lets go with the process."""

    def __init__(self, path: Path | str) -> None:
        real = Path(path).resolve()
        lock = real.with_name(f"{real.name}-lock")
        try:
            self._file = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise trouble(lock, error) from error
        if not _lock(self._file):
            holder = os.read(self._file, 20).decode(errors="replace").strip()
            os.close(self._file)
            raise Refused("database-in-use", _in_use(path, holder))
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def let_go(self) -> None:
        os.close(self._file)


def _in_use(path: Path | str, holder: str) -> Text:
    return Text(
        f"{path} : un autre serveur (processus {holder}) tient cette base ; arrêtez-le, ou donnez-en une autre : "
        "--database",
        f"{path}: another server (process {holder}) has this database; stop it, or name another one: --database",
    )


def _lock(file: int) -> bool:
    with suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
