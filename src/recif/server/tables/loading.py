"""Tables from disk: read once however many want them, and taken up with their clocks."""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from recif.games.core.contract import Refused
from recif.server.live.table import LiveTable
from recif.server.messages.refusals import refuse
from recif.server.tables import creation
from recif.server.tables.commit import happened
from recif.server.tasks import begin
from recif.server.views.audience import Audience

if TYPE_CHECKING:
    from recif.server.tables.registry import Registry

log = logging.getLogger("recif.server")


class Loading:
    """For one registry."""

    def __init__(self, registry: "Registry") -> None:
        self._registry = registry
        self.aside: set[str] = set()  # tables that cannot be read
        self._under_way: dict[str, list[asyncio.Future[None]]] = {}  # tables, and who waits for each

    async def load(self, table: str) -> None:
        """One task loads a table; all others who want it wait, and go on in the order in which they came."""
        if table in self._under_way:
            loaded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._under_way[table].append(loaded)
            await loaded
            return
        self._under_way[table], registry = [], self._registry
        try:
            live = await self.read(table)
            has_clock = live.is_playing and live.clock.pace.kind != "none"
            due = await registry.store.due_of(table) if has_clock else None
            await registry.people.know([live.row.owner, *live.everybody])
            if live.row.rated and live.row.status != "over":
                await registry.ratings.know(live.everybody, live.row.game, live.speed)
            if has_clock:
                await registry.peers.know_flags()
            self._bring_up(live, due, has_clock)
        finally:
            for waiting in self._under_way.pop(table):
                if not waiting.done():
                    waiting.set_result(None)

    async def look_at(self, table: str) -> None:
        """One whose flag may fall soon: the table's alarm knows when, or the store is told better."""
        row, registry = None, self._registry
        with suppress(msgspec.MsgspecError):  # a row that cannot be read is set aside below
            row = await registry.store.table(table)
        if row and not registry.readiness.has(row.game, "rules"):
            registry.readiness.when(row.game, "rules", lambda: begin(self.look_at(table)))
            return
        audience = await registry.audience(table)
        audience.table.due = registry.flags.note(audience.live, audience.table.due, registry.outside.now())

    def _bring_up(self, live: LiveTable, due: int | None, has_clock: bool) -> None:
        audience, registry = self.take_up(live), self._registry
        registry.peers.taken_up(audience.table)
        if has_clock:
            self._resume_clock(audience, due)
        else:  # a server whose wall clock was ahead must not hold up this one
            live.at = min(live.at, registry.outside.now())
        registry.wake(audience)

    async def read(self, table: str) -> LiveTable:
        """A table from disk. One that cannot be read is set aside: it is named, and nothing else suffers."""
        if table in self.aside:
            raise refuse("set-aside")
        registry = self._registry
        try:
            row = await registry.store.table(table)
            if row is None or row.game not in registry.games:
                raise refuse("no-such-table")
            return creation.load(row, registry.games[row.game], await registry.store.entries(table))
        except (ValueError, LookupError) as error:
            if isinstance(error, Refused) and error.code == "no-such-table":
                raise
            log.error("table %s cannot be read and is set aside (see `recif admin check`): %s", table, error)
            self.aside.add(table)
            raise refuse("set-aside") from error

    def take_up(self, live: LiveTable) -> Audience:
        """Into memory."""
        audience = Audience(live, self._registry.people.row)
        self._registry.memory.take_up(audience)
        return audience

    def _resume_clock(self, audience: Audience, due: int | None) -> None:
        live = audience.live
        live.heard(live.version, live.row.heard)
        audience.table.due = due
        if missed := self._registry.flags.missed(live):
            self._registry.write(happened(audience, missed))
