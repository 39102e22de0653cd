"""An event written down: the director's file, with what must stay secret, and what everybody may read and verify."""

from typing import ClassVar, Protocol, TypeVar

import msgspec

from recif.events.entries import AnyEntry, EventMade
from recif.events.live_event import LiveEvent, fold
from recif.events.pairing import lots_of
from recif.events.refusals import no
from recif.events.standings import EventPlace, standings
from recif.match.provable import Luck
from recif.match.signing import Signer

VERSION = 1
LONGEST = 20_000_000  # characters of a file from outside


EventShape = TypeVar("EventShape")


class EventRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is given away. The secret and the final table come when the event has ended."""

    purpose: ClassVar[str] = "recif event 1"  # of its signature

    recif_event: int
    entries: list[AnyEntry]
    luck: Luck | None = None
    table: list[EventPlace] = []
    key: str = ""
    signature: str = ""


class EventFile(msgspec.Struct, frozen=True):
    """What a director keeps: lots follow from the secret in `luck`, the final table is signed with `signing`."""

    recif_event_file: int
    luck: Luck
    signing: str
    entries: list[AnyEntry]

    @property
    def public_key(self) -> str:
        return Signer(self.signing).public

    @property
    def event(self) -> LiveEvent:
        return fold(self.entries)


class Vouches(Protocol):
    """Whoever vouches for a record."""

    def sign(self, record: EventRecord, /) -> EventRecord: ...


def record_of(file: EventFile) -> EventRecord:
    return recorded(file.entries, file.luck, Signer(file.signing))


def recorded(entries: list[AnyEntry], luck: Luck | None, signer: Vouches) -> EventRecord:
    """The event as everybody may have it, signed as soon as it has ended."""
    event = fold(entries)
    if not event.is_over or luck is None:
        return EventRecord(VERSION, entries)
    table = standings(event, lots_of(event, luck))
    return signer.sign(EventRecord(VERSION, entries, luck, table))


def read_event(data: bytes) -> EventRecord:
    made = _read(data, EventRecord)
    _check_version(made.recif_event)
    return made


def read_event_file(data: bytes) -> EventFile:
    made = _read(data, EventFile)
    _check_version(made.recif_event_file)
    return made


def _read(data: bytes, kind: type[EventShape]) -> EventShape:
    if len(data) > LONGEST:
        raise no("too-large", "ce fichier est trop long", "this file is too long")
    try:
        return msgspec.json.decode(data, type=kind)
    except (UnicodeError, RecursionError, msgspec.MsgspecError) as error:
        raise no("bad-event", f"ce n’est pas un tournoi : {error}", f"this is not an event: {error}") from error


def _check_version(version: int) -> None:
    if version != VERSION:
        raise no(
            "bad-event",
            f"version {version} inconnue : mettez Récif à jour",
            f"unknown version {version}: update Récif",
        )


def to_json(written: EventRecord | EventFile) -> str:
    return msgspec.json.format(msgspec.json.encode(written), indent=1).decode()


def is_event(data: bytes) -> bool:
    """Whether a file claims to be an event's record: `recif verify` reads both. A director's own is refused."""
    if b'"recif_event_file"' in data[:200]:
        raise no(
            "directors-file",
            "c’est le fichier de la direction, avec le secret : « recif event export » en fait un à vérifier",
            "this is the director's file, with the secret in it: `recif event export` makes one to verify",
        )
    return b'"recif_event"' in data[:200]


def promised(record: EventRecord) -> Luck | None:
    """What was committed to when the event was made."""
    first = record.entries[0] if record.entries else None
    return first.luck if isinstance(first, EventMade) else None
