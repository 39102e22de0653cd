"""Whose file it is.

A file is looked at before SQLite may touch it: SQLite would make a database of an empty one, and we would put our
tables into somebody else's.
"""

import logging
import sqlite3
from pathlib import Path

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
