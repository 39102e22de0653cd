"""Flags at tables in memory: each table with a running clock has an alarm for the next that may fall."""

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from recif.server.tables import requests
from recif.server.tables.flags import LONGEST_WAIT_MS
from recif.server.tasks import begin
from recif.server.views.audience import Audience

if TYPE_CHECKING:
    from recif.server.tables.registry import Registry

SHORTEST_WAIT_MS = 5  # for a fallen flag that cannot count yet: a player's message may wait


class Alarms:
    """For all tables of a registry."""

    def __init__(self, registry: "Registry") -> None:
        self._registry = registry
        self._outside = registry.outside

    async def look_at(self, table: str) -> None:
        """One that may fall soon: the table's alarm knows when, or the store is told better."""
        row, registry = None, self._registry
        with suppress(msgspec.MsgspecError):  # a row that cannot be read is set aside below
            row = await registry.store.table(table)
        if row and not registry.readiness.has(row.game, "rules"):
            registry.readiness.when(row.game, "rules", lambda: begin(self.look_at(table)))
            return
        audience = await registry.audience(table)
        audience.table.due = registry.flags.note(audience.live, audience.table.due, self._outside.now())

    def expire(self, audience: Audience, now: int) -> None:
        """Let fallen flags count, but not before what players sent in time has been handled."""
        if not audience.live.clock.running or self._registry.store.away_since:  # clocks stand still
            return
        if oldest := self._outside.oldest(audience.live.people):
            now = min(now, oldest)
        while not audience.table.writing and (entry := requests.run_out(audience.live, now)):
            self._registry.commit(audience, entry, now)

    def set(self, audience: Audience) -> None:
        """For the next flag, if time runs."""
        clock = audience.live.clock
        falls = None if clock.is_untold else clock.flag_falls()
        if falls is not None and (audience.table.alarm is None or falls < audience.table.alarm):
            audience.table.alarm = falls
            wait = min(max(falls - self._outside.now(), SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
            self._outside.later(wait / 1000, lambda: begin(self._ring(audience)))

    async def _ring(self, audience: Audience) -> None:
        audience.table.alarm = None
        heard = self._registry.heard()
        if await self._registry.is_here(audience):
            self.expire(audience, heard)
            self._registry.wake(audience)
