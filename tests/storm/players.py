"""People who play through trouble: at any server, back at another one when theirs is gone, and with a good memory."""

import asyncio
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from recif.client import Client, Conversation, Followed, JsonMessage, new_session
from tests.patience import PATIENCE as FOR_EVER

STANDSTILL = 2 * FOR_EVER  # seconds in which no server has done what is asked for: none ever will
PATIENCE = 8.0  # seconds without a word, after which somebody goes elsewhere


@dataclass
class Seen:
    """What somebody was shown: the version, through whose eyes, and what."""

    version: int
    viewer: int
    scene: Any


@dataclass
class Memory(Followed):
    """All that one person was told of one table."""

    acked: dict[str, tuple[int, str]] = field(default_factory=dict)  # version and move, by id
    seen: list[Seen] = field(default_factory=list)
    back: list[tuple[int, int]] = field(default_factory=list)  # what was known, and what was shown after that

    @property
    def is_over(self) -> bool:
        return bool(self.now and self.now["result"] and not self.unsure)

    def hear(self, message: JsonMessage) -> JsonMessage | None:
        if "now" in message and message["table"] == self.code:
            self.see(message["now"])
        ours = super().hear(message)
        if ours and message["type"] == "ack" and ours["type"] == "play":
            self.acked[ours["id"]] = (message["version"], ours["move"])
        return ours

    def see(self, now: JsonMessage) -> None:
        self.seen.append(Seen(now["version"], now["viewer"], now["scene"]))
        if now["version"] < self.version:
            self.back.append((self.version, now["version"]))
        self.version = max(self.version, now["version"])


class Person:
    def __init__(self, name: str, seed: int, ports: Callable[[], list[int]], pause: float = 0.0) -> None:
        self.name = name
        self.ports = ports
        self.pause = pause
        self.chance = random.Random(seed)
        self.cookies: dict[str, str] = {}
        self.tables: dict[str, Memory] = {}
        self.port = 0  # of the server where a table is followed

    async def visit(self, use: Callable[[Client], Any]) -> Any:
        """Try until some server has done it."""
        until, patience = time.monotonic() + STANDSTILL, PATIENCE
        while True:
            try:
                async with asyncio.timeout(patience):
                    async with new_session(cookies=self.cookies) as session:
                        return await use(Client(f"http://127.0.0.1:{self.chance.choice(self.ports())}", session))
            except (aiohttp.ClientError, OSError, TimeoutError, IndexError) as trouble:
                assert time.monotonic() < until, "no server answers"
                patience *= 2 if isinstance(trouble, TimeoutError) else 1  # it may be the machine that is slow
                await asyncio.sleep(0.1)

    async def be(self) -> "Person":
        async def name(client: Client) -> None:
            await client.named(self.name)
            self.cookies = {cookie.key: cookie.value for cookie in client.session.cookie_jar}

        await self.visit(name)
        return self

    async def make(self, game: str, **told: Any) -> str:
        return str(await self.visit(lambda client: client.table(game, "me", "open", **told)))

    async def play(self, table: str, seat: int) -> None:
        """Until the match is over."""
        memory = self.tables.setdefault(table, Memory(table))
        while not memory.is_over:
            try:
                await self._once(seat, memory)
            except (aiohttp.ClientError, OSError, TimeoutError, IndexError):
                await asyncio.sleep(self.chance.uniform(0.05, 0.3))

    async def _once(self, seat: int, memory: Memory) -> None:
        """As long as one connection lasts."""
        async with new_session(cookies=self.cookies) as session:
            self.port = self.chance.choice(self.ports())
            async with await Client(f"http://127.0.0.1:{self.port}", session).talk() as talk:
                await memory.join(talk)
                while not memory.is_over and (text := await talk.text(PATIENCE)) is not None:
                    await self._answer(talk, seat, memory, json.loads(text))

    async def _answer(self, talk: Conversation, seat: int, memory: Memory, message: JsonMessage) -> None:
        ours, kind = memory.hear(message), message["type"]
        if kind == "refusal" and ours:
            await memory.join(talk)
        if kind in ("table", "changed") and message["table"] == memory.code and not memory.unsure:
            if memory.info["status"] == "open" and seat not in memory.mine:
                await memory.once(talk, "sit", seat=seat)
            else:
                await self._move(talk, seat, memory)

    async def _move(self, talk: Conversation, seat: int, memory: Memory) -> None:
        if seat in memory.now["waiting"] and (moves := memory.now["moves"].get(str(seat))):
            move = self.chance.choice(moves)["text"]
            await asyncio.sleep(self.pause)
            await memory.once(talk, "play", seat=seat, move=move)
