"""What is written to a database that others write to as well: units, each carried out whole or not at all.

An append goes through only if the table still is at the version on which it was judged; otherwise it is lost, and so is
all that belongs to the same unit.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from recif.server.store.entries import Entry, encode
from recif.server.store.interface import Then
from recif.server.store.rows import TableRow
from recif.server.store.statements import Statement, as_json

MOST_TABLES = 200  # in a batch: their names go into one notification, which may have 8,000 bytes
MOST_TIDINGS = 7_500  # bytes of one notification
MOST_EVENTS = 2_000  # bytes in a notification for one table

as_text = msgspec.json.Encoder().encode


class WrittenRow(NamedTuple):
    """A row as it stands now: it may change before it is written."""

    status: str
    public: int
    made: int
    owner: str
    body: str
    people: frozenset[str]

    @classmethod
    def of(cls, row: TableRow) -> "WrittenRow":
        people = frozenset(chair.person for chair in row.chairs if chair.person)
        return cls(row.status, int(row.public), row.made, row.owner, as_json(row), people)


@dataclass(slots=True)
class UnitPart:
    """What happens at one table."""

    table: str
    old: int
    entries: Sequence[Entry]
    row: WrittenRow | None
    thinks: bool  # a machine is to move next

    @property
    def new(self) -> int:
        return self.old + len(self.entries)


@dataclass(slots=True)
class Unit:
    parts: list[UnitPart] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    tidings: list[list[Any]] = field(default_factory=list)  # for the other servers
    thens: list[Then] = field(default_factory=list)
    losts: list[Then] = field(default_factory=list)

    @property
    def is_contested(self) -> bool:
        """Whether others may have, by then, what its statements ask for; whoever asks is prepared to hear so."""
        return bool(self.losts) and not self.parts


def batch_of(gathered: list[Unit]) -> list[Unit]:
    """As many units as go together, taken from the front: no table twice, but for a row that a later one replaces."""
    tables: dict[str, Unit] = {}
    for count, unit in enumerate(gathered):
        for part in unit.parts:
            before = tables.get(part.table)
            if before and any(one.entries for one in before.parts):
                return _cut(gathered, count)
            if before:
                before.parts = [one for one in before.parts if one.table != part.table]
            tables[part.table] = unit
        if len(tables) >= MOST_TABLES:
            return _cut(gathered, count + 1)
    return _cut(gathered, len(gathered))


def _cut(gathered: list[Unit], count: int) -> list[Unit]:
    batch = gathered[:count]
    del gathered[:count]
    return batch


def arguments(units: Iterable[Unit], tidings: list[str]) -> list[list[Any] | None]:
    """The arrays that `recif_append_2` takes."""
    heads: list[tuple[Any, ...]] = []
    entries: list[tuple[Any, ...]] = []
    players: list[tuple[Any, ...]] = []
    news: list[tuple[str, str]] = []
    for number, unit in enumerate(units):
        for part in unit.parts:
            table, row, events = part.table, part.row, []
            heads.append((number, table, part.old, part.new, part.thinks, *(row[:5] if row else (None,) * 5)))
            for version, at, what, person, id, heard, _ in part.entries:
                body = encode(what)
                entries.append((number, table, version, at, body.decode(), person, escaped(id), heard))
                events.append(as_text((table, version, at, msgspec.Raw(body), person, id, heard)))
            if row:
                players += [(number, person, table, row.made) for person in row.people]
            news.append((as_text((table, part.new, row is not None)).decode(), _together(events)))
    return [*_columns(heads, 10), *_columns(entries, 8), *_columns(players, 4), tidings or None, *_columns(news, 2)]


def _together(events: list[bytes]) -> str:
    """What happened at a table, for a notification; nothing if it is much: whoever needs it reads it."""
    text = b",".join(events)
    return text.decode() if len(text) <= MOST_EVENTS else ""


def _columns(rows: list[tuple[Any, ...]], width: int) -> list[list[Any] | None]:
    """An array without anything in it is no array: the driver takes longest over those."""
    if not rows:
        return [None] * width
    columns = [list(column) for column in zip(*rows, strict=True)]
    return [column if any(value is not None for value in column) else None for column in columns]


def escaped(text: str) -> str:
    """PostgreSQL keeps every character but one."""
    return text.replace("\\", "\\\\").replace("\0", "\\0") if "\\" in text or "\0" in text else text


def unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return "\\".join(piece.replace("\\0", "\0") for piece in text.split("\\\\"))


def notifications(me: str, tidings: list[list[Any]]) -> list[str]:
    """For the other servers, none too long."""
    return list(_chunks(me, tidings))


def _chunks(me: str, tidings: list[list[Any]]) -> Iterator[str]:
    some: list[list[Any]] = []
    for tiding in tidings:
        if some and len(_notification(me, [*some, tiding])) > MOST_TIDINGS:
            yield _notification(me, some)
            some = []
        some.append(tiding)
    if some:
        yield _notification(me, some)


def _notification(me: str, tidings: list[list[Any]]) -> str:
    return msgspec.json.encode({"from": me, "tidings": tidings}).decode()
