"""Where machine code is kept, and for how long.

Every edit and every new version leaves code behind that nobody will load again. Once a day, whoever warms up removes
what was not used for a month and, where there is too much, what was not used for longest. What somebody used within a
day stays: another process may be about to load it. One that misses a file all the same compiles that function again.
"""

import logging
import os
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from recif.games.core.language import spoken
from recif.games.core.text import Text

HOUR, DAY, MONTH = 3_600.0, 86_400.0, 30 * 86_400.0  # seconds
MOST = 1_000_000_000  # bytes; all games, once, are 75 million
FOLDER = re.compile(r".+-[0-9a-f]{16}")  # a module and the hash of its text: nothing else is ever removed
MARK = "ready-"  # how the names of files begin that say that all of a game is compiled
COMPLAINED = "RECIF_CACHE_COMPLAINED"  # told to the processes that this one starts: once is enough
log = logging.getLogger("recif.cache")


def place() -> Path:
    """RECIF_CACHE; else `recif` in the user's folder for such things, which XDG_CACHE_HOME may name."""
    if told := os.environ.get("RECIF_CACHE"):
        return Path(told)
    around = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (around if around.is_absolute() else Path.home() / ".cache") / "recif"


ROOT = place()


def complain(error: OSError) -> None:
    """Say, once for this program and all that it starts, that nothing is kept."""
    if COMPLAINED not in os.environ:
        os.environ[COMPLAINED] = "1"
        log.warning("%s", not_kept(error).say(spoken()))


def not_kept(error: OSError) -> Text:
    return Text(
        f"Impossible de garder les jeux compilés dans {ROOT} ({error.strerror}) : ils sont recompilés à chaque "
        "démarrage. Donnez à RECIF_CACHE le nom d’un dossier où l’on peut écrire.",
        f"Machine code cannot be kept in {ROOT} ({error.strerror}), so games are compiled at every start: "
        "let RECIF_CACHE name a folder that can be written to.",
    )


def check_place() -> None:
    """Complain now, before any process that compiles does, where nothing could be kept."""
    try:
        ROOT.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=ROOT).close()
    except OSError as error:
        complain(error)


def set_mark(mark: Path) -> None:
    """Say that all code that a mark stands for is on disk."""
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError as error:
        complain(error)


def note_use(path: Path) -> None:
    """Remember that a file was of use, which keeps it; to the hour."""
    with suppress(OSError):  # a folder that can only be read, or a file that has gone
        if time.time() - path.stat().st_mtime > HOUR:
            os.utime(path)


class Kept(NamedTuple):
    age: float  # seconds since it was last used
    size: int
    path: Path


def prune(root: Path = ROOT) -> None:
    """Remove what nobody uses any more; once a day, and nothing that is not ours."""
    stamp = root / "pruned"
    try:
        if stamp.exists() and time.time() - stamp.stat().st_mtime < DAY:
            return
        stamp.touch()
    except OSError:  # there is nothing, or nothing can be removed
        return
    if unused := list(_unused(_kept_in(root))):
        _remove(root.glob(f"{MARK}*"))  # first: a mark promises that nothing is missing
        _remove(unused)
    _remove_empty(root)


def _folders(root: Path) -> Iterator[Path]:
    return (folder for folder in root.iterdir() if FOLDER.fullmatch(folder.name) and folder.is_dir())


def _kept_in(root: Path) -> Iterator[Kept]:
    now = time.time()
    for folder in _folders(root):
        for path in folder.iterdir():
            with suppress(OSError):  # somebody else removed it
                found = path.stat()
                yield Kept(now - found.st_mtime, found.st_size, path)


def _unused(kept: Iterable[Kept]) -> Iterator[Path]:
    total = 0
    for age, size, path in sorted(kept):
        total += size
        if age > MONTH or (age > DAY and total > MOST):
            yield path


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink()


def _remove_empty(root: Path) -> None:
    for folder in _folders(root):
        with suppress(OSError):  # something lies in it
            if time.time() - folder.stat().st_mtime > DAY:
                folder.rmdir()
