"""A real server in this process, and visitors who talk to it over real sockets."""

import asyncio
import base64
import os
import secrets
import socket
import struct
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import uvloop

from recif.client import Client, Conversation, new_session
from recif.server.app import Server
from recif.server.limits import Limits
from recif.server.messages import wire
from recif.server.settings import Settings
from recif.server.store.sqlite import SqliteStore
from recif.server.tasks import begin
from tests.patience import PATIENCE
from tests.server import databases

MUCH = (1e6, 1e6)
GENEROUS = Limits(
    requests=MUCH,
    person_requests=MUCH,
    people=MUCH,
    messages=MUCH,
    address_messages=MUCH,
    person_work=MUCH,
    address_work=MUCH,
    errands=MUCH,
    hashing=MUCH,
    chat=MUCH,
    passwords=MUCH,
    commitments=MUCH,
    address_tables=MUCH,
    imports=MUCH,
    address_imports=MUCH,
    shows=10**6,
)


class Visitor(Client):
    """Somebody with a browser."""

    def __init__(self, server: Server, session: aiohttp.ClientSession) -> None:
        super().__init__(f"http://127.0.0.1:{server.port}", session)
        self.server = server

    async def table(self, game: str = "xok", *seats: str | dict[str, Any], **wishes: Any) -> str:
        return await super().table(game, *seats, **wishes)


class Line(Conversation):
    """A conversation in the types of the server's messages."""

    async def send(self, message: Any) -> None:
        await self.socket.send_str(wire.encode(message).decode())

    async def next(self, kind: type, patience: float = PATIENCE) -> Any:
        """The next message of a kind; others are passed over."""
        while True:
            text = await self.text(patience)
            assert text is not None, self.close_code
            message = wire.decode_server(text)
            if isinstance(message, kind):
                return message

    async def closed(self, patience: float = PATIENCE) -> int | None:
        return await super().closed(patience)

    async def play(self, table: str, seat: int, move: str) -> Any:
        await self.send(wire.Play(table, secrets.token_hex(6), seat, move))
        return await self.next((wire.Ack, wire.Refusal))  # type: ignore[arg-type]


class Wire:
    """A socket by hand: any bytes can be written, and nothing need be read."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, visitor: Visitor, small: bool = False) -> "Wire":
        raw = socket.socket()
        if small:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", visitor.server.port))
        reader, writer = await asyncio.open_connection(sock=raw, limit=2048)
        cookies = "; ".join(f"{cookie.key}={cookie.value}" for cookie in visitor.session.cookie_jar)
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{visitor.server.port}\r\nOrigin: {visitor.origin}\r\n"
            f"Cookie: {cookies}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n".encode()
        )
        assert b"101" in await reader.readline()
        while await reader.readline() != b"\r\n":
            pass
        return cls(reader, writer)

    def frame(self, data: bytes, head: int = 0x81) -> None:
        self.writer.write(framed(data, head))

    def write_at_once(self, data: bytes) -> None:
        """Also while the loop stands still."""
        os.write(self.writer.get_extra_info("socket").fileno(), framed(data))

    async def receive(self) -> bytes:
        _, size = await self.reader.readexactly(2)
        length = size & 0x7F
        if length == 126:
            (length,) = struct.unpack("!H", await self.reader.readexactly(2))
        return await self.reader.readexactly(length)

    def close(self) -> None:
        self.writer.transport.abort()


def framed(data: bytes, head: int = 0x81, mask: bytes = b"\0\0\0\0") -> bytes:
    size = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0xFE, len(data))
    return bytes([head]) + size + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))


def sqlite_of(server: Server) -> SqliteStore:
    """Its store, for tests that look into the file."""
    assert isinstance(server.store, SqliteStore)
    return server.store


def let_pass(server: Server, ms: int) -> None:
    """Time passes for a server, at once."""
    server._epoch += ms * 1_000_000


async def ring(server: Server, table: str) -> None:
    """The alarm at a table, for flags that may have fallen."""
    await server.registry.alarms._ring(server.registry.audiences[table])


def stand_still(server: Server, table: str, ms: int) -> None:
    """The loop stands still: alarms are late, and ring before anything is read."""
    let_pass(server, ms)
    asyncio.get_running_loop().call_soon(lambda: begin(ring(server, table)))


@asynccontextmanager
async def serving(folder: Path, limits: Limits = GENEROUS, **chosen: Any) -> AsyncIterator[Server]:
    server = Server(
        Settings(databases.place(folder, "live.db"), port=0, limits=limits, workers=1, patience=0, **chosen)
    )
    await server.open()
    try:
        yield server
    finally:
        await server.close()


@asynccontextmanager
async def visiting(server: Server, name: str = "") -> AsyncIterator[Visitor]:
    async with new_session() as session:
        visitor = Visitor(server, session)
        if name:
            await visitor.named(name)
        yield visitor


def live(story: Callable[[Server], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """A test told as a story about a running server."""

    def test(tmp_path: Path) -> None:
        async def whole() -> None:
            async with serving(tmp_path) as server:
                await story(server)

        uvloop.run(whole())

    test.__name__, test.__doc__ = story.__name__, story.__doc__
    return test
