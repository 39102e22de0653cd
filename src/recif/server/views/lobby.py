"""Which tables are open, and which can be watched."""

import asyncio
from collections.abc import Awaitable, Callable

from recif.server.messages import wire
from recif.server.messages.shapes import Status, TableInfo
from recif.server.store.interface import Store
from recif.server.store.rows import TableRow
from recif.server.views.audience import Connection

SHOWN = 40
SHOWN_OF_EACH = 3  # tables of one person
STATUSES: tuple[Status, Status] = ("open", "playing")


class LobbyNews:
    """Tells those who listen, when something has changed. One list is made for all who ask within a second."""

    def __init__(self, store: Store, infos: Callable[[list[TableRow]], Awaitable[list[TableInfo]]]) -> None:
        self.is_stale = False
        self.listeners: set[Connection] = set()
        self._store = store
        self._infos = infos
        self._made: tuple[wire.Listing, bytes] | None = None
        self._changes = 0
        self._making = asyncio.Lock()

    async def listing(self) -> wire.Listing:
        return (await self._listing())[0]

    async def _listing(self) -> tuple[wire.Listing, bytes]:
        async with self._making:
            if self._made:
                return self._made
            changes = self._changes
            opened, playing = [
                await self._infos(await self._store.listed(status, SHOWN, SHOWN_OF_EACH)) for status in STATUSES
            ]
            listing = wire.Listing(opened, playing)
            made = listing, wire.encode(listing)
            if changes == self._changes:  # while it was read
                self._made = made
            return made

    async def follow(self, connection: Connection, on: bool) -> None:
        if not on:
            self.listeners.discard(connection)
            return
        self.listeners.add(connection)
        await self._send([connection])

    def changed(self) -> None:
        self.is_stale, self._made = True, None
        self._changes += 1

    def leave(self, connection: Connection) -> None:
        self.listeners.discard(connection)

    async def tell(self) -> None:
        """Called from time to time: at most one listing goes out for many changes."""
        self._made = None
        was_stale, self.is_stale = self.is_stale, False
        if was_stale and self.listeners:
            await self._send(list(self.listeners))

    async def _send(self, connections: list[Connection]) -> None:
        """When all that it tells is on disk."""
        _, data = await self._listing()

        def send() -> None:
            for connection in connections:
                if connection in self.listeners:
                    connection.send(data)

        self._store.after(send)
