"""One server at a time writes to a file."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from recif.console.files import trouble
from recif.games.core.contract import Refused, Text


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
