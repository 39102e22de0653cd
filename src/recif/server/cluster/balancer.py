"""A small balancer: every connection to the next server that answers. Enough to try several servers at one terminal."""

import asyncio
import itertools
from collections.abc import Sequence
from contextlib import suppress

CHUNK = 64 * 1024


class Balancer:
    """TCP, so that sockets, pages and whatever comes go through alike. A server that is gone is passed over."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = list(ports)
        self._turn = itertools.count()
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        self._server = await asyncio.start_server(self._come, host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(self._turn)
        for number in range(len(self.ports)):
            port = self.ports[(first + number) % len(self.ports)]
            with suppress(OSError):
                there = await asyncio.open_connection("127.0.0.1", port)
                await through(reader, writer, *there)
                return
        writer.close()

    async def close(self) -> None:
        if self._server:
            self._server.close()


async def through(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    other_reader: asyncio.StreamReader,
    other_writer: asyncio.StreamWriter,
) -> None:
    """Both ways, until one side has gone."""
    ways = [asyncio.create_task(_pump(reader, other_writer)), asyncio.create_task(_pump(other_reader, writer))]
    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    for way in ways:
        way.cancel()
    for end in (writer, other_writer):
        end.close()


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(CHUNK):
            target.write(data)
            await target.drain()
