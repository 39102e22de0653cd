"""The file of an event: read, changed by one at a time, and written whole or not at all."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from recif.console.files import check_writable, read_file, trouble
from recif.events import entries as of
from recif.events.live_event import LiveEvent, fold
from recif.events.record import LONGEST, VERSION, EventFile, read_event_file, to_json
from recif.events.refusals import no, not_a_director
from recif.events.starting import check_options
from recif.match.provable import commit
from recif.match.signing import new_secret


class Act:
    """What somebody does to an event: entries that are written together."""

    def __init__(self, file: EventFile, by: str) -> None:
        self.file = file
        self.event: LiveEvent = file.event
        self.by = self._director(by)
        self.entries: list[of.AnyEntry] = [*file.entries]

    def add(self, entry: of.AnyEntry) -> None:
        self.event.add(entry, len(self.entries))
        self.entries.append(entry)

    def _director(self, by: str) -> str:
        if not by:
            return self.event.directors[0]
        for director in self.event.directors:
            if director.casefold() == by.casefold():
                return director
        raise not_a_director(by)


def new_file(path: Path, settings: of.EventSettings, directors: tuple[str, ...], at: int) -> EventFile:
    """A new event; one that is there already is not overwritten."""
    if path.exists():
        raise no(
            "file-exists",
            f"{path} existe déjà : choisissez un autre nom",
            f"{path} already exists: choose another name",
        )
    luck = commit(f"event {secrets.token_hex(8)}")
    made = of.EventMade(at=at, by=directors[0], settings=settings, luck=luck.hidden(), directors=directors)
    fold([made])
    check_options(settings)
    file = EventFile(VERSION, luck, new_secret(), [made])
    check_writable(path)
    write_whole(path, file)
    return file


def opened(path: Path) -> EventFile:
    return read_event_file(read_file(path, LONGEST))


@contextmanager
def changing(path: Path, by: str) -> Iterator[Act]:
    """An act, written when all of it was allowed. A second director waits until the first has done."""
    with locked(path):
        act = Act(opened(path), by)
        yield act
        write_whole(path, msgspec.structs.replace(act.file, entries=act.entries))


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """The file is replaced by each change: who has waited looks whether it still is the same one."""
    while True:
        try:
            number = os.open(path, os.O_RDONLY)
        except OSError as error:
            raise trouble(path, error) from error
        try:
            fcntl.flock(number, fcntl.LOCK_EX)
            if os.fstat(number).st_ino == path.stat().st_ino:
                yield
                return
        finally:
            os.close(number)


def write_whole(path: Path, file: EventFile) -> None:
    """Under another name first: a full disk or a power cut leaves the old one."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as written:
            written.write(to_json(file))
            written.flush()
            os.fsync(written.fileno())
        fresh.replace(path)
    except OSError as error:
        raise trouble(path, error) from error
