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

import aiohttp
import msgspec
import pytest

from recif.client import Client, Conversation, Followed, JsonMessage, new_session
from recif.games import GAMES
from recif.games.core.contract import SPECTATOR
from recif.server.live.table import LiveTable
from recif.server.store.entries import Played
from recif.server.store.sqlite import SqliteStore
from recif.server.tasks import at_once
from recif.server.views import rendering

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
class Witnessed(Followed):
    """What a player was told of one table."""

    acked: dict[str, tuple[int, str]] = field(default_factory=dict)  # version and move, by id

    def hear(self, message: JsonMessage) -> JsonMessage | None:
        if "now" in message and message["table"] == self.code:
            assert message["now"]["version"] >= self.now.get("version", 0)
        ours = super().hear(message)
        if message["type"] == "ack":
            assert ours
            self.acked[ours["id"]] = (message["version"], ours["move"])
        return ours

    @property
    def is_over(self) -> bool:
        return bool(self.now and self.now["result"] and not self.unsure)


class Pair:
    """Two seats of one person, played by chance, table after table; what was not acknowledged is sent again."""

    def __init__(self, name: str, seed: int, pause: float = 0, address: str = "") -> None:
        self.name = name
        self.pause = pause  # seconds before a move
        self.headers = {"X-Forwarded-For": address} if address else {}  # where they are, to a server behind a proxy
        self.chance = random.Random(seed)
        self.cookies: dict[str, str] = {}
        self.tables: list[Witnessed] = []

    @property
    def acked(self) -> int:
        return sum(len(table.acked) for table in self.tables)

    async def play(self, port: int) -> None:
        """Play until the server dies."""
        async with new_session(cookies=self.cookies, headers=self.headers) as session:
            client = Client(f"http://127.0.0.1:{port}", session)
            if not self.cookies:
                await client.named(self.name)
                self.cookies = {cookie.key: cookie.value for cookie in session.cookie_jar}
            async with await client.talk() as talk:
                if not self.tables:
                    await self.begin(client)
                await self.tables[-1].join(talk)
                async for message in talk:
                    await self.answer(talk, message)
                    if self.tables[-1].is_over:
                        await self.begin(client)
                        await self.tables[-1].join(talk)

    async def begin(self, client: Client) -> None:
        self.tables.append(Witnessed(await client.table("xok", "me", "me")))

    async def answer(self, talk: Conversation, message: JsonMessage) -> None:
        table = self.tables[-1]
        table.hear(message)
        if self.is_shown(table, message) and table.now["waiting"] and not table.unsure:
            seat = table.now["waiting"][0]
            move = self.chance.choice(table.now["moves"][str(seat)])["text"]
            await asyncio.sleep(self.pause)
            await table.once(talk, "play", seat=seat, move=move)

    def is_shown(self, table: Witnessed, message: JsonMessage) -> bool:
        """Whether the table is known as it stands: also when a move is acknowledged that had been shown before."""
        if message.get("table") != table.code or not table.now:
            return False  # a last word about the table before, or about who is around
        if message["type"] == "ack":
            return bool(table.now["version"] >= message["version"])
        return message["type"] in ("table", "changed")


async def one_life(database: Path, pairs: list[Pair], moves: int) -> None:
    """Play under load, then kill the server in the middle of it."""
    before = sum(pair.acked for pair in pairs)
    async with process(database) as (server, port):
        plays = [asyncio.create_task(pair.play(port)) for pair in pairs]
        while sum(pair.acked for pair in pairs) < before + moves:
            assert not any(play.done() for play in plays), [play for play in plays if play.done()]
            await asyncio.sleep(0.002)
        assert server.poll() is None, "it has stopped by itself"
        os.kill(server.pid, signal.SIGKILL)
        for play in plays:
            with suppress(aiohttp.ClientError, ConnectionError):
                await play


def check(store: SqliteStore, table: Witnessed) -> None:
    """What the disk says against what the player was told."""
    row, entries = at_once(store.table(table.code)), at_once(store.entries(table.code))
    assert row is not None, "an acknowledged table is lost"
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1)), "a gap"
    by_id = {entry.id: (entry.version, entry.what.move) for entry in entries if isinstance(entry.what, Played)}
    for id, (version, move) in table.acked.items():
        assert by_id[id] == (version, move), "an acknowledged move is lost"
    assert set(by_id) <= set(table.acked) | set(table.unsure), "a move nobody made"
    if table.now:
        shown = [entry for entry in entries if entry.version <= table.now["version"]]
        live = LiveTable(row, GAMES["xok"]).load(shown)
        scene = msgspec.json.decode(rendering.Renderer(live).scene(SPECTATOR))
        assert scene == table.now["scene"], "the last view is not the state"


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    database, pairs = tmp_path / "kill.db", [Pair(f"pair {n}", n) for n in range(PAIRS)]
    chance = random.Random(1)
    for _ in range(KILLS):
        asyncio.run(one_life(database, pairs, chance.randrange(20, 120)))
        store = SqliteStore(database)
        for pair in pairs:
            for table in pair.tables:
                check(store, table)
        store.close()
