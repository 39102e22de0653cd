"""Which tables are open, and which can be watched."""

from collections.abc import Callable

from recif.server.messages import wire
from recif.server.messages.shapes import Status
from recif.server.store.interface import Store
from recif.server.views.audience import Audience, Connection

SHOWN = 40
SHOWN_OF_EACH = 3  # tables of one person
STATUSES: tuple[Status, ...] = ("open", "playing")


class Lobby:
    """Tells those who listen, when something has changed."""

    def __init__(self, store: Store, audience: Callable[[str], Audience]) -> None:
        self.is_stale = False
        self.listeners: set[Connection] = set()
        self._store = store
        self._audience = audience

    def listing(self) -> wire.Listing:
        opened, playing = (
            [self._audience(row.id).info() for row in self._store.listed(status, SHOWN, SHOWN_OF_EACH)]
            for status in STATUSES
        )
        return wire.Listing(opened, playing)

    def follow(self, connection: Connection, on: bool) -> None:
        if not on:
            self.listeners.discard(connection)
            return
        self.listeners.add(connection)
        self._send([connection])

    def leave(self, connection: Connection) -> None:
        self.listeners.discard(connection)

    def tell(self) -> None:
        """Called from time to time: at most one listing goes out for many changes."""
        if self.is_stale and self.listeners:
            self._send(list(self.listeners))
        self.is_stale = False

    def _send(self, connections: list[Connection]) -> None:
        """When all that it tells is on disk."""
        data = wire.encode(self.listing())

        def send() -> None:
            for connection in connections:
                connection.send(data)

        self._store.after(send)
