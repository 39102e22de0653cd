"""The socket: aiohttp reads it, and it is written to without waiting. One that cannot keep up is cut."""

import asyncio
import logging
import struct
from collections.abc import Callable

from recif.server.limits import Limits
from recif.server.messages import wire

log = logging.getLogger("recif.server")

TEXT, CLOSE = 0x81, 0x88


def frame(data: bytes, head: int = TEXT) -> bytes:
    """A whole WebSocket frame from the server."""
    size = len(data)
    if size < 126:
        return bytes((head, size)) + data
    if size < 1 << 16:
        return struct.pack("!BBH", head, 126, size) + data
    return struct.pack("!BBQ", head, 127, size) + data


class Outbox:
    """The sockets with something to write: an acknowledgement and the view that follows it cost one write."""

    def __init__(self, soon: Callable[[Callable[[], None]], object]) -> None:
        self._soon = soon
        self._waiting: list[Socket] = []

    def add(self, socket: "Socket") -> None:
        if not self._waiting:
            self._soon(self.flush)
        self._waiting.append(socket)

    def flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for socket in waiting:
            try:
                socket.flush()
            except Exception:  # one socket's trouble must not keep the news from the others
                log.exception("a socket could not be written to")
                socket.cut()


class Socket:
    """A connection of a person. `send` never waits: what a slow client has not taken stays in the transport."""

    __slots__ = (
        "_frames",
        "_limits",
        "_moved_at",
        "_outbox",
        "_sent",
        "_taken",
        "_transport",
        "is_closed",
        "person",
        "session",
    )

    def __init__(
        self,
        person: str,
        session: str,
        transport: asyncio.WriteTransport,
        outbox: Outbox,
        limits: Limits,
        now: int,
    ) -> None:
        self.person = person
        self.session = session
        self.is_closed = False
        self._transport = transport
        self._limits = limits
        self._outbox = outbox
        self._frames: list[bytes] = []  # to be written together
        self._sent = 0  # bytes handed to the transport
        self._taken = 0  # bytes that the client had taken when last looked at
        self._moved_at = now

    def send(self, data: bytes) -> None:
        if not self._frames:
            self._outbox.add(self)
        self._frames.append(frame(data))

    def flush(self) -> None:
        data = b"".join(self._frames)
        self._frames.clear()
        if self.is_closed or self._transport.is_closing():
            return
        self._sent += len(data)
        self._transport.write(data)
        if self._transport.get_write_buffer_size() > self._limits.outbox_bytes:
            self.cut()

    def close(self, code: int, reason: str) -> None:
        """Say why, then close."""
        if self.is_closed or self._transport.is_closing():
            return
        self.send(wire.encode(wire.Bye(reason)))
        self.flush()
        if not self.is_closed:
            self.is_closed = True
            self._transport.write(frame(struct.pack("!H", code) + reason.encode(), CLOSE))
            self._transport.close()

    def cut(self) -> None:
        """Without a word: it would not be read."""
        self.is_closed = True
        self._transport.abort()

    def cut_if_stalled(self, now: int) -> bool:
        """Whether nothing was taken for too long, and it is cut."""
        waiting = self._transport.get_write_buffer_size()
        taken = self._sent - waiting
        if waiting == 0 or taken != self._taken:
            self._taken, self._moved_at = taken, now
        elif now - self._moved_at > self._limits.stalled_ms:
            self.cut()
            return True
        return False
