"""Entries as schema 1 kept them, a kind and a text with everything else packed into it, become tagged structs."""

import sqlite3
from collections.abc import Callable

import msgspec

from recif.server.store import entries
from recif.server.store.entries import What

CREATE = """
    CREATE TABLE entries (
        "table" TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL,
        person TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY ("table", version)
    ) WITHOUT ROWID
"""


def unpack(database: sqlite3.Connection) -> None:
    """Row by row: a database may be larger than memory."""
    database.execute("ALTER TABLE entries RENAME TO packed")
    database.execute(CREATE)
    rows = database.execute('SELECT "table", version, at, kind, seat, text, person, id FROM packed')
    database.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)",
        (
            (table, version, at, _body(kind, seat, text), person, id)
            for table, version, at, kind, seat, text, person, id in rows
        ),
    )
    database.execute("DROP TABLE packed")


def _body(kind: str, seat: int, text: str) -> str:
    """What cannot be read stays as it is: its table alone will be set aside."""
    try:
        return entries.encode(UNPACK[kind](seat, text)).decode()
    except (KeyError, ValueError, msgspec.MsgspecError):
        return msgspec.json.encode({"type": "unreadable", "kind": kind, "seat": seat, "text": text}).decode()


def _made(_: int, text: str) -> What:
    return entries.Made(msgspec.json.decode(text, type=list[entries.Chair]))


def _ended(seat: int, text: str) -> What:
    return msgspec.convert({"type": "ended", "reason": text, "seat": seat if seat >= 0 else None}, entries.Ended)


def _proposed(seat: int, text: str) -> What:
    offer, count, luck, number = text.split(" ", 3)
    told = {"type": "proposed", "seat": seat, "offer": offer, "count": int(count), "number": number}
    return msgspec.convert({**told, "luck": luck == "luck"}, entries.Proposed)


def _replied(seat: int, text: str) -> What:
    offer, yes, number = text.split(" ", 2)
    told = {"type": "replied", "seat": seat, "offer": offer, "yes": yes == "yes", "number": number}
    return msgspec.convert(told, entries.Replied)


UNPACK: dict[str, Callable[[int, str], What]] = {
    "make": _made,
    "sit": entries.Sat,
    "stand": lambda seat, _: entries.Stood(seat),
    "fill": lambda seat, text: entries.Filled(seat, int(text)),
    "begin": lambda *_: entries.Begun(),
    "play": entries.Played,
    "luck": lambda _, text: entries.Drawn(text),
    "undo": lambda seat, text: entries.Undone(int(text), seat),
    "end": _ended,
    "hand": lambda seat, _: entries.Handed(seat),
    "propose": _proposed,
    "reply": _replied,
    "pause": lambda *_: entries.Paused(),
    "resume": lambda *_: entries.Resumed(),
    "next": lambda _, text: entries.Rematched(text),
}
