"""Several servers and their database in trouble: killed, stopped for a while, cut off, restarted, failed over."""

import asyncio
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg

from recif.games import GAMES
from recif.server.cluster.postgres import LocalPostgres
from recif.server.store.group_commit import LEASE_S
from recif.server.store.postgres import PostgresStore
from tests.storm.audit import audit
from tests.storm.found import Found, Lost
from tests.storm.nodes import Node
from tests.storm.players import STANDSTILL, Person
from tests.storm.proxy import Proxy

SAFE = {"fsync": "on", "synchronous_commit": "on"}


class Club:
    """Servers, a database, its standby, and people who play."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.primary = LocalPostgres(folder / "primary", SAFE)
        self.standby: LocalPostgres | None = None
        self.replication: Proxy | None = None
        self.nodes: list[Node] = []
        self.people: list[Person] = []
        self.faults: Counter[str] = Counter()
        self.plays: list[asyncio.Task[None]] = []

    async def open(self, nodes: int, standby: str = "") -> None:
        """`standby`: "synchronous", "asynchronous" or none."""
        await asyncio.to_thread(lambda: self.primary.make().start())
        if standby:
            await self._add_standby(standby == "synchronous")
        databases = [self.primary, *([self.standby] if self.standby else [])]
        for _ in range(nodes):
            self.nodes.append(Node([await Proxy(database.port).open() for database in databases]))
        for node in self.nodes:
            await node.start()

    async def _add_standby(self, is_synchronous: bool) -> None:
        self.replication = await Proxy(self.primary.port).open()
        self.standby = LocalPostgres(self.folder / "standby", SAFE | {"synchronous_standby_names": ""})
        told = f"host=127.0.0.1 port={self.replication.port} user=recif application_name=standby"
        await asyncio.to_thread(self.standby.copy, self.primary, "standby")
        with (self.standby.folder / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"primary_conninfo = '{told}'\n")
        await asyncio.to_thread(self.standby.start)
        if is_synchronous:
            link = await asyncpg.connect(self.primary.address)
            await link.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            await link.execute("SELECT pg_reload_conf()")
            await link.close()

    @property
    def ports(self) -> list[int]:
        return [node.port for node in self.nodes if node.is_up]

    async def close(self) -> None:
        for node in self.nodes:
            node.kill()
            for proxy in node.proxies:
                proxy.close()
        if self.replication:
            self.replication.close()
        for database in (self.standby, self.primary):
            if database:
                await asyncio.to_thread(database.stop, signal.SIGQUIT)

    async def killed(self, down: float = 1.0) -> None:
        node = self.chance.choice(self.nodes)
        node.kill()
        await asyncio.sleep(down)
        await node.start()

    async def stopped(self) -> None:
        """Beyond every lease: what it wanted to write when it wakes is out of date."""
        node = self.chance.choice(self.nodes)
        node.signal(signal.SIGSTOP)
        await asyncio.sleep(LEASE_S + 1.5)
        node.signal(signal.SIGCONT)

    async def cut(self) -> None:
        await self._link("cut", 2.5)

    async def silent(self) -> None:
        await self._link("silent", 2.5)

    async def _link(self, mode: Any, seconds: float) -> None:
        node = self.chance.choice(self.nodes)
        for proxy in node.proxies:
            proxy.be(mode)
        await asyncio.sleep(seconds)
        for proxy in node.proxies:
            proxy.be("open")

    async def slow(self) -> None:
        node = self.chance.choice(self.nodes)
        for proxy in node.proxies:
            proxy.delay = 0.1
        await asyncio.sleep(2.5)
        for proxy in node.proxies:
            proxy.delay = 0

    @property
    def database(self) -> LocalPostgres:
        """The one that is written to."""
        return self.standby if self.primary.is_gone and self.standby else self.primary

    async def restarted(self, down: float = 1.0) -> None:
        """In good order, where connections hear a last word, or as if its machine had failed."""
        database, how = self.database, self.chance.choice([signal.SIGINT, signal.SIGQUIT])
        await asyncio.to_thread(database.stop, how)
        await asyncio.sleep(self.chance.uniform(0, down))
        await asyncio.to_thread(database.start)

    async def promoted(self) -> None:
        """The machine of the database is gone for good; its standby takes over."""
        assert self.standby
        await asyncio.to_thread(self.primary.stop, signal.SIGQUIT)
        self.primary.is_gone = True
        await asyncio.to_thread(self.standby.promote)

    async def suffer(self, faults: list[str]) -> None:
        """One after the other, with some quiet between."""
        for name in faults:
            await self.go_on(20)
            await asyncio.sleep(self.chance.uniform(0, 1))
            trouble: Callable[[], Awaitable[None]] = getattr(self, name)
            await trouble()
            self.faults[name] += 1
            self.check_nodes()

    def check_nodes(self) -> None:
        """No server stops by itself, whatever happens."""
        for node in self.nodes:
            node.check()

    async def go_on(self, moves: int) -> None:
        """Until so many more are acknowledged: whatever happened, play goes on."""
        acked, last = self.acked, time.monotonic()
        enough = acked + moves
        while acked < enough:
            self.check_nodes()
            broken = [play for play in self.plays if play.done()]
            assert not broken, broken
            await asyncio.sleep(0.02)
            if self.acked > acked:
                acked, last = self.acked, time.monotonic()
            assert time.monotonic() < last + STANDSTILL, "nobody's move is acknowledged any more"

    @property
    def acked(self) -> int:
        return sum(len(memory.acked) for person in self.people for memory in person.tables.values())

    async def meet(self, pairs: int, pause: float = 0.02) -> None:
        for number in range(2 * pairs):
            self.people.append(await Person(f"p{number}", number, lambda: self.ports, pause).be())

    async def play(self, pair: tuple[Person, Person], games: list[str]) -> None:
        """Match after match, until they are told to stop."""
        for game in games:
            table = await pair[0].make(game)
            await asyncio.gather(*(person.play(table, seat) for seat, person in enumerate(pair)))

    async def storm(self, faults: list[str], after: int = 40) -> None:
        """Everybody plays while everything goes wrong, and after."""
        games = sorted(GAMES)
        pairs = list(zip(self.people[::2], self.people[1::2], strict=True))
        self.plays = [
            asyncio.create_task(self.play(pair, (games[n % len(games) :] + games) * 20)) for n, pair in enumerate(pairs)
        ]
        try:
            await self.suffer(faults)
            await self.go_on(after)
        finally:
            for play in self.plays:
                play.cancel()
            await asyncio.gather(*self.plays, return_exceptions=True)

    async def checked(self) -> Counter[str]:
        self.check_nodes()
        store = PostgresStore(self.database.address, lambda: time.time_ns() // 1_000_000)
        try:
            return await audit(store, self.people)
        finally:
            await store.close()

    def found(self, counted: Counter[str]) -> Found:
        what = ", ".join(f"{count} × {name}" for name, count in sorted(self.faults.items()))
        besides = f"{counted['views']:,} views, {counted['draws']:,} draws; 0 twice, 0 steps back"
        return Found(f"{len(self.nodes)} servers: {what}", counted["moves"], besides)


@asynccontextmanager
async def club(nodes: int = 3, standby: str = "", seed: int = 1) -> AsyncIterator[Club]:
    with tempfile.TemporaryDirectory(prefix="recif-storm-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        made = Club(Path(folder), seed)
        try:
            await made.open(nodes, standby)
            yield made
        finally:
            await made.close()


async def run(faults: list[str], pairs: int = 5, standby: str = "", seed: int = 1) -> Found:
    async with club(3, standby, seed) as made:
        await made.meet(pairs)
        await made.storm(faults)
        counted = await made.checked()
        assert counted["moves"] > 0
        return made.found(counted)


async def asynchronous() -> Found:
    """The negative control: a standby that nobody waits for must be seen to lose something."""
    async with club(2, "asynchronous") as made:
        await made.meet(2)
        assert made.replication
        await made.storm([])
        made.replication.be("silent")
        await made.storm([])
        await made.promoted()
        with suppress(Lost):
            await made.checked()
            raise AssertionError("an asynchronous standby lost nothing: the check does not see what it should")
        done = "a standby that nobody waits for takes over"
        return Found(done, made.acked, "the check saw it", lost="some, as it should")


def restarts(number: int) -> Found:
    """The database alone is in trouble, again and again."""
    return asyncio.run(run(["restarted"] * number, seed=number))


def storm(rounds: int, standby: str = "synchronous") -> Found:
    """The long one: everything that can happen, in any order, and at the end the standby takes over."""
    chance = random.Random(rounds)
    kinds = ["killed", "stopped", "cut", "silent", "slow", "restarted"]
    faults = [chance.choice(kinds) for _ in range(rounds)]
    if standby:
        faults.insert(2 * rounds // 3, "promoted")
    return asyncio.run(run(faults, pairs=6, standby=standby, seed=rounds))
