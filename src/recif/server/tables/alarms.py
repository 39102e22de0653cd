"""Flags at tables in memory: each table with a running clock has an alarm for the next that may fall."""

from recif.server.people.holidays import Resting
from recif.server.store.interface import Store
from recif.server.tables import requests
from recif.server.tables.commit import Commits
from recif.server.tables.flags import LONGEST_WAIT_MS
from recif.server.tables.memory import Memory
from recif.server.tables.outside import Outside
from recif.server.tasks import begin
from recif.server.views.audience import Audience

SHORTEST_WAIT_MS = 5  # for a fallen flag that cannot count yet: a player's message may wait


class Alarms:
    """Clocks stand still while the store is away."""

    def __init__(self, store: Store, outside: Outside, memory: Memory, commits: Commits, resting: Resting) -> None:
        self._store = store
        self._outside = outside
        self._memory = memory
        self._commits = commits
        self._rest = resting.rest

    def expire(self, audience: Audience, now: int) -> None:
        """Let fallen flags count, but not before what players sent in time has been handled."""
        if not audience.live.clock.running or self._store.away_since:
            return
        if oldest := self._outside.oldest(audience.live.people):
            now = min(now, oldest)
        while not audience.table.writing and (entry := requests.run_out(audience.live, now, self._rest)):
            self._commits.commit(audience, entry, now)

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
        heard = self._outside.heard()
        if await self._memory.is_here(audience):
            self.expire(audience, heard)
            self._commits.wake(audience)
