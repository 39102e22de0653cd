"""Flags that fall while nobody has the table in memory.

The store knows for each table with a running clock an instant before which no flag falls there. It is a bound, not the
instant itself: most moves put the next flag off, and need not write it. A table is loaded shortly before.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from recif.games.core.contract import Refused
from recif.server.live.table import LiveTable
from recif.server.readiness import Readiness
from recif.server.store.entries import Entry, Paused, Resumed, What
from recif.server.store.interface import Store
from recif.server.tables.outside import Outside
from recif.server.tasks import begin
from recif.server.views.audience import Audience

AHEAD_MS = 3000  # how long before, so that a flag falls on time
OFTEN_MS = 1000
LONGEST_WAIT_MS = 60 * 60 * 1000
SLICE = 8  # tables loaded between other work
OTHERS_MS = 2_500  # a server that goes on tells so oftener
SHORT_MS = 10_000  # a server may have gone on so long after its last sign of life


def stood_still(live: LiveTable, stopped: int, started: int) -> tuple[tuple[What, int], tuple[What, int]]:
    return (Paused(), max(stopped, live.at)), (Resumed(), started)


class Flags:
    """`audience` takes a table up, which sets its alarm."""

    def __init__(
        self,
        store: Store,
        readiness: Readiness,
        audience: Callable[[str], Awaitable[Audience]],
        outside: Outside,
    ) -> None:
        self._store = store
        self._readiness = readiness
        self._audience = audience
        self._now = outside.now
        self._later = outside.later
        self._next: int | None = None
        self._outages: list[tuple[int, int]] = []
        self._alarm: int | None = None

    async def open(self, alive_at: int, now: int, were_others_here: bool) -> None:
        """Nobody loses time while no server was there, from its last sign of life to this one's first."""
        self._next, self._outages = await self._store.next_due(), await self._store.outages()
        if self._next is not None and not were_others_here:
            stood = max(0, now - alive_at - SHORT_MS) if alive_at else 0
            self._store.add_outage(alive_at, now, stood, lambda: None)
            self._outages.append((alive_at, now))
            self._next += stood
        self._set_alarm()

    @property
    def is_any_running(self) -> bool:
        return self._next is not None

    def missed(self, live: LiveTable) -> list[Entry]:
        """Let the clock of a table that comes from disk stand still for the time when no server was there."""
        entries = []
        for stopped, started in self._outages:
            if live.clock.running and started > live.at:
                for what, at in stood_still(live, stopped, started):
                    entries.append(live.entry(what, at))
                    live.apply(entries[-1])
        return entries

    async def look(self) -> None:
        """What other servers have written since."""
        self._next, self._outages = await self._store.next_due(), await self._store.outages()
        self._set_alarm()

    async def back(self, since: int, now: int) -> None:
        """The database was away. If no other server was there meanwhile, clocks of tables on disk stood still."""
        if int(await self._store.kept("alive") or 0) < since + OTHERS_MS:
            self._store.add_outage(since, now, max(0, now - since - SHORT_MS), lambda: None)
        await self.look()

    async def due_of(self, live: LiveTable) -> int | None:
        """The bound that is written, if time runs there."""
        return await self._store.due_of(live.row.id) if live.is_timed else None

    async def _look_at(self, table: str) -> None:
        """One whose flag may fall soon: the table's alarm knows when, or the store is told better."""
        row = None
        with suppress(msgspec.MsgspecError):  # a row that cannot be read is set aside below
            row = await self._store.table(table)
        if row and not self._readiness.has(row.game, "rules"):
            self._readiness.when(row.game, "rules", lambda: begin(self._look_at(table)))
            return
        audience = await self._audience(table)
        audience.table.due = self.note(audience.live, audience.table.due, self._now())

    def note(self, live: LiveTable, known: int | None, now: int) -> int | None:
        """Write the bound where it is none any more, or about to pass; what the store knows from now on."""
        falls = live.clock.flag_falls() if live.is_playing else None
        is_bound = known is not None and known > now + AHEAD_MS and (falls is None or falls > known)
        if falls == known or (is_bound and live.is_playing):
            return known
        self._store.save_due(live.row.id, falls, lambda: None)
        if falls is not None:
            self._next = min(falls, self._next or falls)
            self._set_alarm()
        return falls

    def _set_alarm(self) -> None:
        if self._next is not None and (self._alarm is None or self._next < self._alarm):
            self._alarm = self._next
            wait = self._next - AHEAD_MS - self._now()
            self._later(min(max(wait, OFTEN_MS), LONGEST_WAIT_MS) / 1000, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        until = self._now() + AHEAD_MS
        if self._next is not None and self._next <= until:
            begin(self._load_slice(until, (-1, "")))
        else:
            self._set_alarm()

    async def _load_slice(self, until: int, after: tuple[int, str]) -> None:
        """A few at a time: thousands may be due at once."""
        tables = await self._store.due(until, after, SLICE)
        for _, table in tables:
            try:
                await self._look_at(table)
            except Refused:  # it cannot be read, and was set aside
                self._store.save_due(table, None, lambda: None)
        if len(tables) == SLICE:
            self._later(0, lambda: begin(self._load_slice(until, tables[-1])))
        else:
            self._next = await self._store.next_due()
            self._set_alarm()
