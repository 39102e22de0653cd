"""Other servers at the same database: what they write is heard of, read, and shown here.

Notifications name tables and versions; what they do not tell is read from the database (catching_up.py). One that is
lost is made up for by a look at every table in use, when the listener is back and every now and then. Leases only spare
work: a server that has lost one, or never asked, can do no harm, since what it writes too late is lost.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from recif.games.core.contract import Refused
from recif.server.limits import Buckets
from recif.server.live.open_table import OpenTable
from recif.server.people.accounts import People
from recif.server.readiness import Readiness
from recif.server.store.entries import RawEntry
from recif.server.store.interface import Shared
from recif.server.store.rows import TalkRow
from recif.server.tables import flags
from recif.server.tables.catching_up import CatchingUp
from recif.server.tables.committing import Committing
from recif.server.tables.flags import Flags
from recif.server.tables.memory import Memory
from recif.server.tables.peers import SWEEPING_S, Tidings
from recif.server.tables.quotas import CHAT, SharedQuotas
from recif.server.tasks import Answer, begin
from recif.server.views.audience import Audience
from recif.server.views.lobby import LobbyNews
from recif.server.views.spectators import Spectators

log = logging.getLogger("recif.server")

SWEEP_TICKS = 15  # seconds between two looks at everything
DUES_TICKS = 5
QUOTA_TICKS = 600
MOST_THINKING = 20  # tables taken over at once


class News(msgspec.Struct):
    """A notification."""

    sender: str = msgspec.field(name="from")
    tables: list[tuple[str, int, bool]] = []  # a table, its version, whether its row changed
    entries: list[tuple[str, int, int, msgspec.Raw, str, str, int]] = []  # a table, and what happened there
    tidings: list[list[Any]] = []


read_news = msgspec.json.Decoder(News).decode


class Sharing:
    """What one of several servers does that a single one need not."""

    def __init__(
        self,
        store: Shared,
        memory: Memory,
        people: People,
        lobby: LobbyNews,
        spectators: Spectators,
        flags: Flags,
        readiness: Readiness,
        committing: Committing,
        catching_up: CatchingUp,
        audience: Callable[[str], Awaitable[Audience]],
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._memory = memory
        self._people = people
        self._lobby = lobby
        self._spectators = spectators
        self._flags = flags
        self._readiness = readiness
        self._committing = committing
        self._catching_up = catching_up
        self._audience = audience
        self._now = now
        self._quotas = SharedQuotas(store, now)
        self._ticks = 0
        self._is_sweeping = False
        self._hearing: dict[str, Tidings] = {}
        self.close_sockets: Callable[[str, str], None] = lambda person, session: None

    def hear(self, payload: str) -> None:
        """A notification of another server, or our own."""
        news = read_news(payload)
        if news.sender == self._store.id:
            return
        happened: dict[str, list[RawEntry]] = {}
        for table, version, at, what, person, id, heard in news.entries:
            if table in self._memory.audiences:
                happened.setdefault(table, []).append((version, at, what, person, id, heard))
        for table, version, is_row_changed in news.tables:
            self._catching_up.hear_of(table, version, is_row_changed, happened.get(table, ()))
            if is_row_changed:
                self._lobby.changed()
        for kind, *about in news.tidings:
            begin(self._tidings(kind, about))

    async def _tidings(self, kind: str, news: list[Any]) -> None:
        if kind == "person":
            await self._people.read_again(news[0])
        elif kind == "mute":
            await self._people.read_mutes_again(news[0])
        elif kind == "out":
            self.close_sockets(news[0], news[1])
        elif kind == "ring":
            self._committing.ring_here(news[0], news[1])
        elif kind == "talk":
            await self._say(TalkRow(*news))
        elif kind == "spent":
            for key, spent in news[1]:
                self._quotas.charge(news[0], key, spent)
        elif kind in self._hearing:  # newer servers may tell of what we do not know
            await self._hearing[kind](*news)

    def tell(self, *tiding: Any) -> None:
        self._store.tell(*tiding)

    def on(self, kind: str, hear: Tidings) -> None:
        self._hearing[kind] = hear

    def count(self, *all_quotas: Buckets) -> None:
        self._quotas.count(all_quotas)

    async def _say(self, row: TalkRow) -> None:
        self._quotas.charge(CHAT, row.person, 1)
        await self._people.know([row.person])
        if audience := self._memory.audiences.get(row.table):
            self._spectators.tell([audience.said(row)])

    def look(self) -> None:
        """At everything in use: something may have been missed."""
        begin(self._look())

    async def _look(self) -> None:
        for table, version in (await self._store.versions(list(self._memory.audiences))).items():
            self._catching_up.hear_of(table, version)
        self._lobby.changed()

    def were_here(self, alive_at: int, now: int) -> bool:
        return now - alive_at <= flags.OTHERS_MS

    def ring(self, person: str, table: str) -> None:
        self._store.tell("ring", person, table)

    async def know_flags(self) -> None:
        await self._flags.look()

    def begin_writing(self, table: OpenTable) -> None:
        table.writing = Answer()

    def lost(self, audience: Audience) -> None:
        begin(self._catching_up.read_again(audience))

    def is_settled(self, table: OpenTable) -> bool:
        return not table.writing

    def taken_up(self, table: OpenTable) -> None:
        """Something may have been written since the table was read, and another server thinks there until it is taken
        over."""
        table.is_thinker = False
        begin(self._check_version(table.live.row.id))

    async def _check_version(self, table: str) -> None:
        for name, version in (await self._store.versions([table])).items():
            self._catching_up.hear_of(name, version)

    async def was_behind(self, audience: Audience) -> bool:
        """Whether there was more to know; it is known now. Nobody is refused by what was true a moment ago."""
        table, version = audience.live.row.id, audience.live.version
        written = (await self._store.versions([table])).get(table, 0)
        audience.table.hear_of(written)
        if written > version:
            await self._catching_up.catch_up([audience])
        return audience.live.version > version

    async def reach(self, audience: Audience, version: int) -> None:
        if audience.live.version < version:
            await self._catching_up.reach(audience, version)

    def tick(self) -> None:
        """Once a second; while the database is away, nothing piles up."""
        self._ticks += 1
        if self._store.away_since or self._is_sweeping:
            return
        tables = [audience.table for audience in self._memory.audiences.values()]
        if thinking := [table.live.row.id for table in tables if table.thinking and table.is_thinker]:
            self._store.keep_thinking(thinking)
        self._quotas.tell()
        begin(self._sweep(self._ticks))

    async def _sweep(self, ticks: int) -> None:
        self._is_sweeping = True
        try:
            self._store.beat()
            if self._readiness.is_all_ready:
                for table in await self._store.take_thinking(MOST_THINKING):
                    await self._think(table)
            if ticks % DUES_TICKS == 0:
                await self._flags.look()
            if ticks % SWEEP_TICKS == 0:
                await self._look()
            if ticks % QUOTA_TICKS == 0:
                await self._quotas.forget()
        finally:
            self._is_sweeping = False

    async def _think(self, table: str) -> None:
        """A machine is to move there, and nobody lets it think: we do."""
        try:
            audience = await self._audience(table)
        except Refused:  # set aside
            self._store.end_thinking(table)
            return
        if not audience.live.waiting_machines:
            self._store.end_thinking(table)
        audience.table.is_thinker = True
        self._committing.wake(audience)

    async def may(self, quota: Buckets, key: str) -> bool:
        return await self._quotas.may(quota, key)

    async def is_mine(self, name: str, for_s: float = SWEEPING_S) -> bool:
        return await self._store.take_lease(name, for_s)

    def back(self, since: int) -> None:
        """The database was away: clocks stood still from when it was last heard of."""
        begin(self._stand_still(since, self._now()))

    async def _stand_still(self, since: int, until: int) -> None:
        await self._flags.back(since, until)
        for audience in list(self._memory.audiences.values()):
            live = audience.live
            if live.clock.running and await self._memory.is_here(audience):
                live = audience.live
                if live.is_playing and live.clock.running and until > live.at:
                    (paused, at), resumed = flags.stood_still(live, since, until)
                    self._committing.commit(audience, live.entry(paused, at), until, more=[resumed])
        self.look()
