"""The socket: read as it comes, and written to without waiting. One that cannot keep up is cut."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial

from recif.server.limits import Bucket, Limits
from recif.server.messages import wire
from recif.server.transport import frames
from recif.server.transport.frames import Broken, FrameReader, frame
from recif.server.transport.queues import SocketTurns

log = logging.getLogger("recif.server")

MOST_WAITING = 64  # messages that are read before those before them are handled
MOST_FRAMES = 64  # read from one socket before others have their turn


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
        "_pinged_at",
        "_sent",
        "_taken",
        "_transport",
        "address",
        "heard_at",
        "is_away",
        "is_bot",
        "is_closed",
        "person",
        "session",
    )

    def __init__(
        self,
        person: str,
        session: str,
        address: str,
        transport: asyncio.WriteTransport,
        outbox: Outbox,
        limits: Limits,
        now: int,
        is_bot: bool = False,
    ) -> None:
        self.person = person
        self.session = session
        self.is_bot = is_bot
        self.is_away = False
        self.address = address
        self.is_closed = False
        self.heard_at = now
        self._transport = transport
        self._limits = limits
        self._outbox = outbox
        self._frames: list[bytes] = []  # to be written together
        self._sent = 0  # bytes handed to the transport
        self._taken = 0  # bytes that the client had taken when last looked at
        self._moved_at = now
        self._pinged_at = 0

    def send(self, data: bytes, kind: int = frames.TEXT) -> None:
        if not self._frames:
            self._outbox.add(self)
        self._frames.append(frame(data, kind))

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
        self.end(frames.farewell(code, reason))

    def end(self, why: bytes) -> None:
        """The last frame, after all that was said before."""
        if self._frames:
            self.flush()
        if not self.is_closed and not self._transport.is_closing():
            self.is_closed = True
            self._transport.write(frame(why, frames.CLOSE))
            self._transport.close()

    def cut(self) -> None:
        """Without a word: it would not be read."""
        self.is_closed = True
        self._transport.abort()

    def look_after(self, now: int) -> None:
        """Called once a second: who takes nothing or says nothing for too long is cut."""
        self._cut_if_stalled(now)
        silence, is_waiting = self._limits.silence * 1000, self.heard_at < self._pinged_at
        if is_waiting and now - self._pinged_at > silence / 2:
            self.cut()
        elif not is_waiting and now - self.heard_at > silence:
            self._pinged_at = now
            self.send(b"", frames.PING)

    def _cut_if_stalled(self, now: int) -> None:
        waiting = self._transport.get_write_buffer_size()
        taken = self._sent - waiting
        if waiting == 0 or taken != self._taken:
            self._taken, self._moved_at = taken, now
        elif now - self._moved_at > self._limits.stalled_ms:
            self.cut()


class Reading(asyncio.Protocol):
    """What a socket says: noted with its time as it comes, handled in turn. Every frame is counted and paid for."""

    def __init__(
        self,
        socket: Socket,
        transport: asyncio.Transport,
        turns: SocketTurns,
        limits: Limits,
        on_text: Callable[[Socket, bytes], "asyncio.Task[None] | None"],
        on_lost: Callable[[BaseException | None], None],
        when_told: Callable[[Callable[[], None]], None],
    ) -> None:
        """`when_told` calls when everything is told that was done before."""
        self.socket = socket
        self.person = socket.person
        self.keys = (socket.person, socket.address)
        self.waiting: deque[tuple[int, bytes]] = deque()
        self._transport = transport
        self._turns = turns
        self._frames = FrameReader(limits.message_bytes)
        self._signs = Bucket(limits.signs)
        self._reads = Bucket(limits.reads)
        self._on_text = on_text
        self._on_lost = on_lost
        self._when_told = when_told
        self._came = 0
        self._is_paused = False
        self._goodbye: Callable[[], None] | None = None  # said when what came before it is handled
        self._is_lost = False
        self._lost_by: BaseException | None = None

    def data_received(self, data: bytes) -> None:
        self._came = self.socket.heard_at = self._turns.heard()
        if self._goodbye is None:
            self._frames.feed(data)
            self._read()

    def _read(self) -> None:
        was_waiting = bool(self.waiting)
        count, is_all = self._take_frames()
        self._turns.charge_reading(self.keys, count)
        if not is_all or not self._may_read_on():
            self._is_paused = True
            self._transport.pause_reading()
        if self.waiting:
            if not was_waiting:
                self._turns.add(self)
        elif self._goodbye:
            self._when_told(self._goodbye)
        elif self._is_paused:
            self._turns.call_in_turn(self.keys, self._go_on)

    def _take_frames(self) -> tuple[int, bool]:
        """How many were there, and whether these were all: others are read when it is their turn."""
        count = 0
        try:
            while count < MOST_FRAMES and len(self.waiting) < MOST_WAITING and self._goodbye is None:
                found = self._frames.next()
                if not found:
                    return count, True
                count += 1
                self._take(*found)
        except Broken as broken:
            self._close(broken.code, broken.reason)
        return count, False

    def _may_read_on(self) -> bool:
        """Who writes a little is always read at once; who writes more, while something is left of their share."""
        return self._reads.take(self._came) or not self._turns.wait(self.keys)

    def _take(self, kind: int, body: bytes) -> None:
        if kind == frames.TEXT:
            self.waiting.append((self._came, body))
        elif kind == frames.CLOSE:
            self._goodbye = partial(self.socket.end, frames.answer_to_close(body))
        elif kind in (frames.PING, frames.PONG) and not self._signs.take(self._came):
            self._close(1008, "flood")
        elif kind == frames.PING:
            self.socket.send(body, frames.PONG)

    def _close(self, code: int, reason: str) -> None:
        self._goodbye = partial(self.socket.close, code, reason)

    def handle(self, data: bytes) -> "asyncio.Task[None] | None":
        return None if self.socket.is_closed else self._on_text(self.socket, data)

    def read_on(self) -> None:
        if self._is_lost:
            self._on_lost(self._lost_by)
        elif self._goodbye:
            self._when_told(self._goodbye)
        elif self._is_paused:
            self._go_on()

    def _go_on(self) -> None:
        if not self._is_lost and not self._transport.is_closing():
            self._is_paused = False
            self._transport.resume_reading()
            self._read()

    def connection_lost(self, exc: BaseException | None) -> None:
        """What came before is still handled: somebody may move and leave."""
        self._is_lost, self._lost_by = True, exc
        if not self.waiting:
            self._on_lost(exc)
