"""People who play through trouble: at any server, back at another one when theirs is gone, and with a good memory."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import aiohttp

from recif.server.messages import wire
from tests.server.live import Visitor

STANDSTILL = 180.0  # seconds in which no server has done what is asked for: none ever will
PATIENCE = 8.0  # seconds without a word, after which somebody goes elsewhere


@dataclass
class Seen:
    """What somebody was shown: the version, through whose eyes, and what."""

    version: int
    viewer: int
    scene: Any


@dataclass
class Memory:
    """All that one person was told of one table."""

    acked: dict[str, tuple[int, str]] = field(default_factory=dict)  # version and move, by id
    unsure: tuple[str, str] | None = None  # a move sent and not answered: id, move
    seen: list[Seen] = field(default_factory=list)
    is_over: bool = False


class Person:
    def __init__(self, name: str, seed: int, ports: Callable[[], list[int]], pause: float = 0.0) -> None:
        self.name = name
        self.ports = ports
        self.pause = pause
        self.chance = random.Random(seed)
        self.cookies: dict[str, str] = {}
        self.tables: dict[str, Memory] = {}
        self.count = 0
        self.port = 0  # of the server where a table is followed

    async def visit(self, use: Callable[[Visitor], Any]) -> Any:
        """Try until some server has done it."""
        until = time.monotonic() + STANDSTILL
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    async with aiohttp.ClientSession(
                        cookie_jar=aiohttp.CookieJar(unsafe=True), cookies=self.cookies
                    ) as session:
                        server = SimpleNamespace(port=self.chance.choice(self.ports()))
                        return await use(Visitor(server, session))  # type: ignore[arg-type]
            except (aiohttp.ClientError, OSError, TimeoutError, IndexError):
                assert time.monotonic() < until, "no server answers"
                await asyncio.sleep(0.1)

    async def be(self) -> "Person":
        async def name(visitor: Visitor) -> None:
            await visitor.named(self.name)
            self.cookies = {cookie.key: cookie.value for cookie in visitor.session.cookie_jar}

        await self.visit(name)
        return self

    async def make(self, game: str, **told: Any) -> str:
        return str(await self.visit(lambda visitor: visitor.table(game, "me", "open", **told)))

    async def play(self, table: str, seat: int) -> None:
        """Until the match is over."""
        memory = self.tables.setdefault(table, Memory())

        async def sit_and_play(visitor: Visitor) -> None:
            async with visitor.connect() as socket:
                await self._at(socket, table, seat, memory)

        while not memory.is_over:
            try:
                await self._once(sit_and_play)
            except (aiohttp.ClientError, OSError, TimeoutError, IndexError):
                await asyncio.sleep(self.chance.uniform(0.05, 0.3))

    async def _once(self, use: Callable[[Visitor], Any]) -> None:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), cookies=self.cookies) as session:
            self.port = self.chance.choice(self.ports())
            await use(Visitor(SimpleNamespace(port=self.port), session))  # type: ignore[arg-type]

    async def _at(self, socket: Any, table: str, seat: int, memory: Memory) -> None:
        await socket.send_json({"type": "follow", "table": table, "detail": "texts"})
        while not memory.is_over:
            message = await asyncio.wait_for(socket.receive(), PATIENCE)
            if message.type != aiohttp.WSMsgType.TEXT:
                return
            told = wire.decode_server(message.data)
            if isinstance(told, wire.Ack) and memory.unsure and told.id == memory.unsure[0]:
                memory.acked[told.id] = (told.version, memory.unsure[1])
                memory.unsure = None
            elif isinstance(told, wire.Refusal) and memory.unsure and told.id == memory.unsure[0]:
                memory.unsure = None
                await socket.send_json({"type": "follow", "table": table, "detail": "texts"})
            elif isinstance(told, wire.Table) and told.info.status == "open" and seat not in told.mine:
                await socket.send_json({"type": "sit", "table": table, "id": "sit", "seat": seat})
            if isinstance(told, (wire.Table, wire.Changed)) and told.table == table:
                memory.seen.append(Seen(told.now.version, told.now.viewer, told.now.scene))
                memory.is_over = told.now.result is not None and memory.unsure is None
                await self._move(socket, table, seat, memory, told.now)

    async def _move(self, socket: Any, table: str, seat: int, memory: Memory, now: Any) -> None:
        moves = now.moves.get(str(seat)) if seat in now.waiting else None
        if memory.unsure is None and moves:
            self.count += 1
            memory.unsure = (f"{self.name}{self.count}", self.chance.choice(moves).text)
            if self.pause:
                await asyncio.sleep(self.pause)
        if memory.unsure:
            id, move = memory.unsure
            await socket.send_json({"type": "play", "table": table, "id": id, "seat": seat, "move": move})
