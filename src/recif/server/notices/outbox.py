"""What has been written for people who are away is sent, by the ways that they wish.

At least once: a notice stays due until somebody has taken it, also across the end of the server; the same key tells
whoever gets it twice. Pauses grow; what cannot be delivered is given up with the reason beside it. Where servers
share a database, the one that holds the lease sends.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from recif.server.limits import Buckets
from recif.server.notices.notes import Note, Notes
from recif.server.people.accounts import People
from recif.server.store.durability import durable
from recif.server.store.interface import Store, Then
from recif.server.store.of_notices import DIGEST
from recif.server.store.rows import NoticeRow, PersonRow
from recif.server.tasks import begin

log = logging.getLogger("recif.server")

AT_ONCE = 100  # on their way; most of them wait for a turn of their host
TAKEN = 50  # read at a time
PACE_S = 0.005  # between two that begin
TOGETHER_S = 0.05
LEASE_S = 6.0  # for which a server that ticks is the one that sends
PAUSES_S = (30, 120, 600, 3_600, 21_600)  # after the first try that failed, the second, …
KEPT_MS = 30 * 24 * 60 * 60 * 1000
PRUNED = 200
PRUNING_TICKS = 60
BREATH_MS = 60_000  # for who was called too often
LONGEST_TROUBLE = 300


@dataclass(frozen=True)
class Sent:
    """What came of it: taken (no trouble), to be tried again, or never."""

    trouble: str = ""
    is_again: bool = False
    after_s: int = 0  # not before, if the other side says so
    done: tuple[str, ...] = ()  # parts of the way that need not be tried again
    put_off: int = 0  # it is too early: nothing was tried before this instant


class Way(Protocol):
    """How a notice gets to somebody."""

    async def send(self, person: PersonRow, note: Note) -> Sent: ...


class NoticeOutbox:
    """`tick` once a second. `is_here`: whether a person has a table in front of them at this server. `calls`: how often
    one person is called; what is more waits, and the latest of a table is what is sent then."""

    def __init__(
        self,
        store: Store,
        people: People,
        notes: Notes,
        ways: Mapping[str, Way],
        now: Callable[[], int],
        is_here: Callable[[str, str], bool],
        calls: tuple[float, float],
    ) -> None:
        self._store, self._people, self._notes, self._ways = store, people, notes, ways
        self._now, self._is_here = now, is_here
        self._under_way: set[tuple[str, str, int]] = set()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._is_going_on = False
        self._calls = Buckets(calls)
        self._ticks = self._ticked = 0

    async def tick(self) -> None:
        """Begin what is due; it goes on by itself as long as somebody ticks."""
        self._ticks += 1
        self._ticked = self._now()
        if self._ticks % PRUNING_TICKS == 0:
            self._store.prune_notices(self._ticked - KEPT_MS, PRUNED, lambda: None)
        if not self._is_going_on:
            begin(self._go_on())

    async def _go_on(self) -> None:
        """One after the other begins, and nothing is due any more; whoever plays meanwhile does not feel it."""
        self._is_going_on = True
        try:
            while rows := await self._next():
                for row in rows:
                    await self._places.acquire()
                    self._under_way.add(_place(row))
                    begin(self._deliver(row))
                    await asyncio.sleep(PACE_S)
        finally:
            self._is_going_on = False

    async def _next(self) -> list[NoticeRow]:
        """What is due and not under way; nothing for a server that may not be the one that sends any more."""
        if self._now() - self._ticked > 1000 * LEASE_S / 2:
            return []
        rows = await self._store.due_notices(self._now(), TAKEN + len(self._under_way))
        return [row for row in rows if _place(row) not in self._under_way]

    async def _deliver(self, row: NoticeRow) -> None:
        try:
            sent = await self._send(row)
        except Exception:  # whatever it is, the others are told
            log.exception("a notice could not be sent")
            sent = Sent("a defect", is_again=True)
        try:
            await asyncio.sleep(TOGETHER_S - time.monotonic() % TOGETHER_S)  # those that are done are written together
            await durable(self._store, partial(self._write, row, sent))
        finally:
            self._under_way.discard(_place(row))
            self._places.release()

    def _write(self, row: NoticeRow, sent: Sent, then: Then) -> None:
        if sent.put_off:
            self._store.put_off(row, sent.put_off, then)
        elif sent.is_again and row.tries < len(PAUSES_S):
            due = self._now() + 1000 * max(PAUSES_S[row.tries], sent.after_s)
            self._store.send_again(row, due, sent.trouble, " ".join(sent.done), then)
        else:
            if sent.trouble:
                log.info("a notice for %s is given up: %s", row.person, sent.trouble)
            self._store.is_sent(row, sent.trouble, then)

    async def _send(self, row: NoticeRow) -> Sent:
        """By every way that is wished; whoever has come meanwhile is not told."""
        if row.about and self._is_here(row.person, row.about):
            return Sent()
        names = await self._ways_for(row)
        if not names:
            return Sent()
        if not self._calls.take(row.person, self._now()):
            return Sent(put_off=self._now() + BREATH_MS)
        known, note = await self._people.know([row.person]), await self._notes.of(row)
        sent = await asyncio.gather(*(self._ways[name].send(known[0], note) for name in names))
        return _together(note, dict(zip(names, sent, strict=True)))

    async def _ways_for(self, row: NoticeRow) -> list[str]:
        """A mail has its own way; news go by those that the person wishes, but for what is done."""
        if row.slot >= DIGEST:
            return ["mail"] if "mail" in self._ways else []
        wished = {wish.way for wish in await self._store.wishes_of(row.person) if wish.kind == row.kind}
        return [name for name in self._ways if name in wished and name != "mail" and name not in row.done.split()]


def _place(row: NoticeRow) -> tuple[str, str, int]:
    return row.person, row.about, row.slot


def _together(note: Note, sent: Mapping[str, Sent]) -> Sent:
    """What came of several ways: those that may be better later are tried again, and no others."""
    again = [one for one in sent.values() if one.is_again]
    done = {*note.done, *(name for name, one in sent.items() if not one.is_again)}
    trouble = "; ".join(one.trouble for one in sent.values() if one.trouble)[:LONGEST_TROUBLE]
    return Sent(
        trouble,
        bool(again),
        max((one.after_s for one in again), default=0),
        tuple(sorted(done.union(*(one.done for one in sent.values())))),
        max(one.put_off for one in sent.values()),
    )
