"""Files that people name: read and written, or Refused with what is wrong in their language."""

import errno
from pathlib import Path

from recif.games.core.text import Refused, Text

TROUBLES = {
    errno.ENOENT: Text("ce fichier ou ce dossier n’existe pas", "there is no such file or folder"),
    errno.ENOTDIR: Text("ce dossier n’existe pas", "there is no such folder"),
    errno.EISDIR: Text("c’est un dossier, pas un fichier", "that is a folder, not a file"),
    errno.EACCES: Text("l’accès est refusé", "access is denied"),
    errno.EROFS: Text("on ne peut rien écrire ici", "nothing can be written there"),
    errno.ENOSPC: Text("il n’y a plus de place sur le disque", "the disk is full"),
    errno.ENAMETOOLONG: Text("ce nom est trop long", "that name is too long"),
}


def read_file(path: Path, most: int) -> bytes:
    """All of it, which must not be more than `most` bytes: some files never end."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise trouble(path, error) from error
    if len(data) > most:
        raise Refused("too-large", Text(f"{path} : ce fichier est trop long", f"{path}: this file is too long"))
    return data


def write_file(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise trouble(path, error) from error


def check_writable(*paths: Path | None) -> None:
    """Refused, before anything is computed, where the result could not be written."""
    for path in paths:
        if path is not None:
            _try_to_write(path)


def _try_to_write(path: Path) -> None:
    try:
        is_new = not path.exists()
        path.open("ab").close()
        if is_new:
            path.unlink()
    except OSError as error:
        raise trouble(path, error) from error


def trouble(path: Path, error: OSError) -> Refused:
    other = error.strerror or str(error)
    said = TROUBLES.get(error.errno or 0, Text(other, other))
    return Refused("bad-file", Text(f"{path} : {said.fr}", f"{path}: {said.en}"))
