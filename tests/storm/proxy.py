"""A link that can be slow, silent or cut: a small TCP proxy."""

import asyncio
from contextlib import suppress
from typing import Literal

Mode = Literal["open", "silent", "cut", "lingering"]
CHUNK = 64 * 1024


class Proxy:
    """`silent`: nothing gets through and nobody is told; `cut`: connections break and none is made; `lingering`: of the
    two ends of a connection, neither hears that the other has closed."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.delay = 0.0  # seconds a piece
        self.passed = 0  # pieces
        self._mode: Mode = "open"
        self._passes = asyncio.Event()
        self._passes.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> "Proxy":
        self._server = await asyncio.start_server(self._come, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    def be(self, mode: Mode) -> None:
        self._mode = mode
        (self._passes.clear if mode == "silent" else self._passes.set)()
        if mode == "cut":
            for writer in list(self._writers):
                writer.transport.abort()

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            await self._passes.wait()
            if self._mode == "cut":
                return
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
            self._writers.add(back)
            ways = [asyncio.create_task(self._pump(reader, back)), asyncio.create_task(self._pump(there, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if self._mode == "lingering":
                await asyncio.wait(ways)
            for way in ways:
                way.cancel()
            back.transport.abort()
            self._writers.discard(back)
        except OSError:
            """Nobody is there."""
        finally:
            writer.transport.abort()
            self._writers.discard(writer)

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self._passes.wait()
                target.write(data)
                self.passed += 1
                await target.drain()

    def close(self) -> None:
        self.be("cut")
        if self._server:
            self._server.close()
