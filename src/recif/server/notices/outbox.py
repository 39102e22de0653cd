"""What has been written for people who are away is sent, by the ways that they wish.

At least once: a notice stays due until somebody has taken it, also across the end of the server; the same key tells
whoever gets it twice. Pauses grow; what cannot be delivered is given up with the reason beside it. Where servers
share a database, the one that holds the lease sends.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from recif.games.core.contract import Game, Text
from recif.server.notices.causes import About, read_about
from recif.server.people.accounts import People
from recif.server.store.durability import durable
from recif.server.store.interface import NoticeRow, PersonRow, Store, Then
from recif.server.tasks import begin

log = logging.getLogger("recif.server")

AT_ONCE = 20  # on their way
TAKEN = 100  # read at a time
PAUSES_S = (30, 120, 600, 3_600, 21_600)  # after the first try that failed, the second, …
KEPT_MS = 30 * 24 * 60 * 60 * 1000
PRUNED = 200
PRUNING_TICKS = 60
RECIF = Text("Récif", "Récif")


@dataclass(frozen=True)
class Sent:
    """What came of it: taken (no trouble), to be tried again, or never."""

    trouble: str = ""
    is_again: bool = False
    after_s: int = 0  # not before, if the other side says so


@dataclass(frozen=True)
class Note:
    """A notice with the names that it speaks of."""

    row: NoticeRow
    about: About
    title: Text  # of the game
    names: Mapping[str, str]  # by person

    @property
    def who(self) -> str:
        return self.names.get(self.about.who, "")


class Way(Protocol):
    """How a notice gets to somebody."""

    async def send(self, person: PersonRow, note: Note) -> Sent: ...


class NoticeOutbox:
    """`tick` once a second. `is_here`: whether a person has a table in front of them at this server."""

    def __init__(
        self,
        store: Store,
        people: People,
        games: Mapping[str, Game],
        ways: Mapping[str, Way],
        now: Callable[[], int],
        is_here: Callable[[str, str], bool],
    ) -> None:
        self._store, self._people, self._games, self._ways = store, people, games, ways
        self._now, self._is_here = now, is_here
        self._under_way: set[tuple[str, str, int]] = set()
        self._ticks = 0

    async def tick(self) -> None:
        """Begin what is due; it goes on by itself."""
        self._ticks += 1
        now = self._now()
        if self._ticks % PRUNING_TICKS == 0:
            self._store.prune_notices(now - KEPT_MS, PRUNED, lambda: None)
        if len(self._under_way) >= AT_ONCE:
            return
        for row in await self._store.due_notices(now, TAKEN):
            place = (row.person, row.about, row.slot)
            if place in self._under_way or len(self._under_way) >= AT_ONCE:
                continue
            self._under_way.add(place)
            begin(self._deliver(row, place))

    async def _deliver(self, row: NoticeRow, place: tuple[str, str, int]) -> None:
        try:
            sent = await self._send(row)
        except Exception:  # whatever it is, the others are told
            log.exception("a notice could not be sent")
            sent = Sent("a defect", is_again=True)
        try:
            await durable(self._store, partial(self._write, row, sent))
        finally:
            self._under_way.discard(place)

    def _write(self, row: NoticeRow, sent: Sent, then: Then) -> None:
        if sent.is_again and row.tries < len(PAUSES_S):
            due = self._now() + 1000 * max(PAUSES_S[row.tries], sent.after_s)
            self._store.send_again(row, due, sent.trouble, then)
            return
        if sent.trouble:
            log.info("a notice for %s is given up: %s", row.person, sent.trouble)
        self._store.is_sent(row, sent.trouble, then)

    async def _send(self, row: NoticeRow) -> Sent:
        """By every way that is wished; whoever has come meanwhile is not told."""
        if self._is_here(row.person, row.about):
            return Sent()
        wished = {wish.way for wish in await self._store.wishes_of(row.person) if wish.kind == row.kind}
        ways = [way for name, way in self._ways.items() if name in wished]
        known = await self._people.know([row.person])
        if not ways or not known:
            return Sent()
        note = await self.note(row)
        results = [await way.send(known[0], note) for way in ways]
        return next((one for one in results if one.is_again), next((one for one in results if one.trouble), Sent()))

    async def note(self, row: NoticeRow) -> Note:
        about = read_about(row.body)
        people = await self._people.know([one for one in (about.who, *about.won) if one])
        game = self._games.get(about.game)
        return Note(row, about, game.title if game else RECIF, {person.id: person.name for person in people})
