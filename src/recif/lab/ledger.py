"""Results on disk, one a line as they come, so that work goes on where it stopped; what is half written is dropped."""

from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from recif.console.files import trouble
from recif.games.core.contract import Refused, Text

R = TypeVar("R")


class Ledger(Generic[R]):
    """Results by number. The first line of the file says what was asked for: a file of something else is refused."""

    def __init__(self, path: Path | None, asked: Any, kind: type[R]) -> None:
        self.path = path
        self.results: dict[int, R] = {}
        self._rows = msgspec.json.Decoder(tuple[int, kind])  # type: ignore[valid-type]
        if path is not None:
            self._open(path, msgspec.json.encode(asked, order="deterministic"))

    def _open(self, path: Path, asked: bytes) -> None:
        try:
            data = path.read_bytes() if path.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]
            if whole:
                self._read(path, whole.splitlines(), asked)
            if whole != data or not whole:
                path.write_bytes(whole or asked + b"\n")
        except OSError as error:
            raise trouble(path, error) from error

    def _read(self, path: Path, lines: list[bytes], asked: bytes) -> None:
        try:
            if lines[0] != asked:
                raise Refused("other-work", _other_work(path, lines[0]))
            self.results = dict(self._rows.decode(line) for line in lines[1:])
        except msgspec.DecodeError as error:
            raise Refused("bad-file", Text(f"{path} : {error}", f"{path}: {error}")) from error

    def add(self, rows: list[tuple[int, R]]) -> None:
        self.results.update(rows)
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))

    def left(self, total: int) -> list[int]:
        """The numbers that have no result yet."""
        return [number for number in range(total) if number not in self.results]

    def in_order(self, total: int) -> list[R]:
        """Every result by its number: the same whoever brought it, and when."""
        return [self.results[number] for number in range(total)]


def _other_work(path: Path, found: bytes) -> Text:
    others = found.decode(errors="replace")[:300]
    return Text(
        f"{path} garde les parties d’autre chose ({others}) ; choisissez un autre fichier, ou effacez celui-ci",
        f"{path} keeps the games of something else ({others}); choose another file, or delete this one",
    )
