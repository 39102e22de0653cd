"""`kill -9` under load, again and again: nothing acknowledged is lost, and nothing else appears."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import msgspec
import pytest

from recif.games import GAMES
from recif.games.core.contract import SPECTATOR
from recif.server.messages import wire
from recif.server.store.entries import Played
from recif.server.store.sqlite import SqliteStore
from recif.server.tables import creation
from recif.server.tasks import at_once
from recif.server.views import rendering
from tests.server.live import Visitor

pytestmark = pytest.mark.one_database("sqlite")

KILLS, PAIRS = 4, 4


@asynccontextmanager
async def process(
    database: Path, *before: str, options: Sequence[str] = ()
) -> AsyncIterator[tuple["subprocess.Popen[bytes]", int]]:
    """A server in a process of its own, and its port; `before` is a command that runs it."""
    server = subprocess.Popen(
        [*before, sys.executable, "-m", "tests.server.bare", str(database), *options],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": "src"},
    )
    assert server.stdout
    port = int(await asyncio.to_thread(server.stdout.readline))
    try:
        yield server, port
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


@dataclass
class Told:
    """What a player was told of one table."""

    table: str
    acked: dict[str, tuple[int, str]] = field(default_factory=dict)  # version and move, by id
    unsure: tuple[str, int, str] | None = None  # a move sent and not acknowledged: id, seat, move
    last: Any = None  # the last view


class Pair:
    """Two seats of one person, played by chance, table after table; what was not acknowledged is sent again."""

    def __init__(self, name: str, seed: int, pause: float = 0, address: str = "") -> None:
        self.name = name
        self.pause = pause  # seconds before a move
        self.headers = {"X-Forwarded-For": address} if address else {}  # where they are, to a server behind a proxy
        self.chance = random.Random(seed)
        self.cookies: dict[str, str] = {}
        self.tables: list[Told] = []
        self.count = 0

    @property
    def acked(self) -> int:
        return sum(len(told.acked) for told in self.tables)

    async def play(self, port: int) -> None:
        """Play until the server dies."""
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(cookie_jar=jar, cookies=self.cookies, headers=self.headers) as session:
            visitor = Visitor(SimpleNamespace(port=port), session)  # type: ignore[arg-type]
            if not self.cookies:
                await visitor.named(self.name)
                self.cookies = {cookie.key: cookie.value for cookie in session.cookie_jar}
            async with visitor.connect() as socket:
                if not self.tables:
                    self.tables.append(Told(await visitor.table("xok", "me", "me")))
                await self.follow(socket)
                async for message in socket:
                    if await self.hear(socket, self.tables[-1], wire.decode_server(message.data)):
                        self.tables.append(Told(await visitor.table("xok", "me", "me")))
                        await self.follow(socket)

    async def follow(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        await socket.send_json({"type": "follow", "table": self.tables[-1].table, "detail": "texts"})

    async def hear(self, socket: aiohttp.ClientWebSocketResponse, told: Told, message: Any) -> bool:
        """Whether the match is over."""
        if isinstance(message, wire.Ack):
            assert told.unsure
            assert message.id == told.unsure[0]
            told.acked[message.id] = (message.version, told.unsure[2])
            told.unsure = None
        if not isinstance(message, (wire.Table, wire.Changed)) or message.table != told.table:
            return False
        assert told.last is None or message.now.version >= told.last.version
        told.last = message.now
        if told.unsure is None and message.now.waiting:
            seat = message.now.waiting[0]
            self.count += 1
            told.unsure = (f"m{self.count}", seat, self.chance.choice(message.now.moves[str(seat)]).text)
        if told.unsure:
            id, seat, move = told.unsure
            await asyncio.sleep(self.pause)
            await socket.send_json({"type": "play", "table": told.table, "id": id, "seat": seat, "move": move})
        return message.now.result is not None and told.unsure is None


async def one_life(database: Path, pairs: list[Pair], moves: int) -> None:
    """Play under load, then kill the server in the middle of it."""
    before = sum(pair.acked for pair in pairs)
    async with process(database) as (server, port):
        plays = [asyncio.create_task(pair.play(port)) for pair in pairs]
        while sum(pair.acked for pair in pairs) < before + moves:
            assert not any(play.done() for play in plays), [play for play in plays if play.done()]
            await asyncio.sleep(0.002)
        os.kill(server.pid, signal.SIGKILL)
        for play in plays:
            with suppress(aiohttp.ClientError, ConnectionError):
                await play


def check(store: SqliteStore, told: Told) -> None:
    """What the disk says against what the player was told."""
    row, entries = at_once(store.table(told.table)), at_once(store.entries(told.table))
    assert row is not None, "an acknowledged table is lost"
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1)), "a gap"
    by_id = {entry.id: (entry.version, entry.what.move) for entry in entries if isinstance(entry.what, Played)}
    for id, (version, move) in told.acked.items():
        assert by_id[id] == (version, move), "an acknowledged move is lost"
    assert set(by_id) <= set(told.acked) | {told.unsure[0] if told.unsure else ""}, "a move nobody made"
    if told.last:
        shown = [entry for entry in entries if entry.version <= told.last.version]
        live = creation.load(row, GAMES["xok"], shown)
        scene = msgspec.json.decode(rendering.Renderer(live).scene(SPECTATOR))
        assert scene == told.last.scene, "the last view is not the state"


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    database, pairs = tmp_path / "kill.db", [Pair(f"pair {n}", n) for n in range(PAIRS)]
    chance = random.Random(1)
    for _ in range(KILLS):
        asyncio.run(one_life(database, pairs, chance.randrange(20, 120)))
        store = SqliteStore(database)
        for pair in pairs:
            for told in pair.tables:
                check(store, told)
        store.close()
