"""Moves at an even rate, by a client that is hardly there: plain sockets, and two threads that sleep or wait.

What an asyncio client takes to read both seats' views, and the whole milliseconds to which its timers are rounded, are
not the server's: here a move leaves at its instant, and an acknowledgement is stamped as it comes out of the kernel.
"""

import os
import select
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager

import msgspec

from bench import OPEN
from bench.table import Recif, RecifPair
from recif.server.messages import wire
from recif.server.transport.frames import FIN, LONGEST_CONTROL, MASKED, TEXT, unmasked

KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
ACK = b'{"type":"ack"'
REFUSAL = b'{"type":"refusal"'
PATIENCE = 10.0  # seconds without any answer


class Line:
    """A socket of somebody."""

    def __init__(self, server: Recif, who: int) -> None:
        client = server.clients[who]
        cookies = "; ".join(f"{cookie.key}={cookie.value}" for cookie in client.session.cookie_jar)
        self.socket = socket.create_connection(("127.0.0.1", server.process.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {client.origin.removeprefix('http://')}\r\nOrigin: {client.origin}\r\n"
            f"Cookie: {cookies}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {KEY}\r\n\r\n".encode()
        )
        if b" 101 " not in self.hear():
            raise SystemExit("the server opened no socket")

    def say(self, message: msgspec.Struct) -> None:
        data, mask = wire.encode(message), os.urandom(4)
        assert len(data) <= LONGEST_CONTROL, "a longer frame has another head"
        self.socket.sendall(bytes((FIN | TEXT, MASKED | len(data))) + mask + unmasked(mask, data))

    def hear(self) -> bytes:
        return self.socket.recv(1 << 18)


class Match:
    """Two lines at a table of XOK, and the moves that they will make."""

    def __init__(self, table: str, script: Sequence[str], lines: tuple[Line, Line]) -> None:
        self.table, self.script, self.lines = table, script, lines

    def move(self, number: int) -> None:
        seat = number % 2
        self.lines[seat].say(wire.Play(self.table, str(number), seat, self.script[number], number))


async def matches(server: Recif, count: int, detail: str = "none") -> list[Match]:
    """Both seats are shown every move."""
    found = []
    for number in range(count):
        table = await server.clients[0].table(OPEN, "me", "open")
        lines = (Line(server, 0), Line(server, 1))
        lines[1].say(wire.Sit(table, "s", 1))
        for line in lines:
            line.say(msgspec.convert({"table": table, "detail": detail}, wire.Follow))
        found.append(Match(table, RecifPair.scripts[number % len(RecifPair.scripts)], lines))
    return found


class Metronome(AbstractContextManager["Metronome"]):
    """Matches in which a move is made at every beat."""

    def __init__(self, playing: Sequence[Match], rate: float) -> None:
        self._playing, self._rate = playing, rate
        self._lines = {line.socket.fileno(): line for match in playing for line in match.lines}
        self._poll = select.epoll()
        for number in self._lines:
            self._poll.register(number, select.EPOLLIN)

    def __exit__(self, *_: object) -> None:
        for line in self._lines.values():
            line.socket.close()
        self._poll.close()

    def beat(self, number: int) -> list[float]:
        """Move `number` of each match, whether or not those of others are done; seconds each took."""
        self._drain()
        heard: dict[int, float] = {}  # when, by the line's number
        listening = threading.Thread(target=self._listen, args=[heard], daemon=True)
        listening.start()
        sent, begin = {}, time.perf_counter()
        for index, match in enumerate(self._playing):
            time.sleep(max(0, begin + index / self._rate - time.perf_counter()))
            sent[match.lines[number % 2].socket.fileno()] = time.perf_counter()
            match.move(number)
        listening.join()
        if len(heard) < len(sent):
            raise SystemExit("moves were not acknowledged")
        return [heard[line] - at for line, at in sent.items()]

    def _drain(self) -> None:
        """Views that came after the last acknowledgement."""
        while found := self._poll.poll(0.1):
            for number, _ in found:
                self._lines[number].hear()

    def _listen(self, heard: dict[int, float]) -> None:
        while len(heard) < len(self._playing) and (found := self._poll.poll(PATIENCE)):
            now = time.perf_counter()
            for number, _ in found:
                told = self._lines[number].hear()
                if ACK in told:
                    heard[number] = now
                elif REFUSAL in told:
                    raise RuntimeError(told)
