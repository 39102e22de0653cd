"""Which tables are open, and which can be watched."""

from collections.abc import Callable

from recif.server.messages import wire
from recif.server.messages.shapes import Status, TableInfo
from recif.server.store.interface import Store, TableRow
from recif.server.views.audience import Connection

SHOWN = 40
SHOWN_OF_EACH = 3  # tables of one person
STATUSES: tuple[Status, Status] = ("open", "playing")


class Lobby:
    """Tells those who listen, when something has changed. One list is made for all who ask within a second."""

    def __init__(self, store: Store, infos: Callable[[list[TableRow]], list[TableInfo]]) -> None:
        self.is_stale = False
        self.listeners: set[Connection] = set()
        self._store = store
        self._infos = infos
        self._made: tuple[wire.Listing, bytes] | None = None

    def listing(self) -> wire.Listing:
        return self._listing()[0]

    def _listing(self) -> tuple[wire.Listing, bytes]:
        if self._made is None:
            opened, playing = (self._infos(self._store.listed(status, SHOWN, SHOWN_OF_EACH)) for status in STATUSES)
            listing = wire.Listing(opened, playing)
            self._made = listing, wire.encode(listing)
        return self._made

    def follow(self, connection: Connection, on: bool) -> None:
        if not on:
            self.listeners.discard(connection)
            return
        self.listeners.add(connection)
        self._send([connection])

    def changed(self) -> None:
        self.is_stale, self._made = True, None

    def leave(self, connection: Connection) -> None:
        self.listeners.discard(connection)

    def tell(self) -> None:
        """Called from time to time: at most one listing goes out for many changes."""
        self._made = None
        if self.is_stale and self.listeners:
            self._send(list(self.listeners))
        self.is_stale = False

    def _send(self, connections: list[Connection]) -> None:
        """When all that it tells is on disk."""
        data = self._listing()[1]

        def send() -> None:
            for connection in connections:
                connection.send(data)

        self._store.after(send)
