"""Tables from disk: read once however many want them, and taken up with their clocks."""

import asyncio
from collections.abc import Callable

from recif.server.live.table import LiveTable
from recif.server.people.ratings import Ratings
from recif.server.tables.commit import happened
from recif.server.tables.committing import Committing
from recif.server.tables.flags import Flags
from recif.server.tables.memory import Memory
from recif.server.tables.on_disk import TablesOnDisk
from recif.server.tables.peers import Peers
from recif.server.views.audience import Audience


class Loading:
    """From disk to memory."""

    def __init__(
        self,
        on_disk: TablesOnDisk,
        memory: Memory,
        ratings: Ratings,
        flags: Flags,
        peers: Peers,
        committing: Committing,
        now: Callable[[], int],
    ) -> None:
        self._on_disk = on_disk
        self._memory = memory
        self._ratings = ratings
        self._flags = flags
        self._peers = peers
        self._committing = committing
        self._now = now
        self._under_way: dict[str, list[asyncio.Future[None]]] = {}  # tables, and who waits for each

    async def load(self, table: str) -> None:
        """One task loads a table; all others who want it wait, and go on in the order in which they came."""
        if table in self._under_way:
            loaded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._under_way[table].append(loaded)
            await loaded
            return
        self._under_way[table] = []
        try:
            live = await self._on_disk.read(table)
            due = await self._flags.due_of(live)
            await self._ratings.know_those_at(live)
            if live.is_timed:
                await self._peers.know_flags()
            self._take_up(live, due)
        finally:
            for waiting in self._under_way.pop(table):
                if not waiting.done():
                    waiting.set_result(None)

    def _take_up(self, live: LiveTable, due: int | None) -> None:
        audience = self._memory.take_up(live)
        self._peers.taken_up(audience.table)
        if live.is_timed:
            self._resume_clock(audience, due)
        else:  # a server whose wall clock was ahead must not hold up this one
            live.at = min(live.at, self._now())
        self._committing.wake(audience)

    def _resume_clock(self, audience: Audience, due: int | None) -> None:
        live = audience.live
        live.heard(live.version, live.row.heard)
        audience.table.due = due
        if missed := self._flags.missed(live):
            self._committing.write(happened(audience, missed))
