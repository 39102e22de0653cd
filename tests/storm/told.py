"""Servers are killed at every step between what happens and what somebody who is away is told of it, by every way.

Nothing is lost, and what comes twice comes under the same key. One server on SQLite, or several at one PostgreSQL:
whichever gets to the step is killed there; while somebody is asked and has not answered, all of them.
"""

import asyncio
import multiprocessing
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess as Process
from pathlib import Path
from typing import Any

import aiohttp

from recif.client import Client, new_session
from recif.games.core.contract import Refused
from recif.server.cluster.postgres import LocalPostgres
from tests.patience import PATIENCE
from tests.server.mail_server import MailServer, mail_server, plain
from tests.server.push_service import Browser, PushService, push_service
from tests.server.test_mail import link_in
from tests.storm.cluster import SAFE
from tests.storm.faulty import STEPS, serve
from tests.storm.found import Exited, Found, Lost

WAYS = ("push", "webhook", "mail")
ASKED = tuple(f"asked: {way}" for way in WAYS)  # and not answered
EVERY = (*(step for step in STEPS if step != "none"), *ASKED)
A_FEW = ("asked: webhook", "mailed", "marking")
DAYS = {"kind": "days", "start": 3 * 24 * 60 * 60 * 1000, "bonus": 0}
KILLED = -9


@dataclass
class Away:
    """Somebody who will be told that it is their turn: by a device, a webhook and a letterbox of their own."""

    name: str
    table: str
    is_called: bool = False  # the move that calls them is acknowledged

    @property
    def address(self) -> str:
        return f"{self.name}@example.org"


class Servers:
    """Processes at one database, and whom they tell."""

    def __init__(self, database: str, folder: Path, service: PushService, post: MailServer, count: int) -> None:
        self.service, self.post, self.count = service, post, count
        self._told = database, folder, int(service.origin.rpartition(":")[2]), post.smtp.port
        self._apart = multiprocessing.get_context("forkserver")  # what they import is imported once
        self._apart.set_forkserver_preload(["tests.storm.faulty"])
        self.up: dict[Process, int] = {}  # each with its port
        self.kills: Counter[str] = Counter()
        service.on_taken = lambda name: self._asked("push" if name.startswith("p") else "webhook")
        post.on_taken = lambda: self._asked("mail")
        self._deadly = ""

    async def start(self, step: str = "none") -> None:
        """As many as are missing; each dies at this step."""
        self._deadly = step if step in ASKED else ""
        own = "none" if self._deadly else step
        self.up |= dict([await self._one(own) for _ in range(self.count - len(self.up))])

    async def _one(self, step: str) -> tuple[Process, int]:
        ours, theirs = self._apart.Pipe(duplex=False)
        server = self._apart.Process(target=serve, args=(*self._told, step, theirs), daemon=True)
        server.start()
        theirs.close()
        with ours:
            return server, int(await asyncio.to_thread(ours.recv))

    def _asked(self, way: str) -> None:
        if self._deadly == f"asked: {way}":
            self.kill()

    def kill(self) -> None:
        for server in self.up:
            server.kill()

    async def until_killed(self, step: str) -> None:
        """One of them at least, and by nobody else."""
        while not (gone := [server for server in self.up if server.exitcode is not None]):
            await asyncio.sleep(0.01)
        for server in gone:
            if server.exitcode != KILLED:
                raise Exited(f"exit {server.exitcode} at {step}")
            del self.up[server]
            self.kills[step] += 1

    async def close(self) -> None:
        self.kill()
        for server in self.up:
            await asyncio.to_thread(server.join)
        self.up.clear()


class Story:
    """Ana moves at one table after the other; whoever sits there with her is away."""

    def __init__(self, servers: Servers, stack: AsyncExitStack) -> None:
        self.servers, self._stack = servers, stack
        self.people: list[Away] = []

    def _at(self, session: aiohttp.ClientSession) -> Client:
        return Client(f"http://127.0.0.1:{next(iter(self.servers.up.values()))}", session)

    async def begin(self, count: int) -> None:
        """Everybody has said how they want to be told, and has left."""
        self._session = await self._stack.enter_async_context(new_session())
        ana = await self._at(self._session).named("Ana")
        self.people = await asyncio.gather(*(self._comes(ana, f"n{number}") for number in range(count)))

    async def _comes(self, ana: Client, name: str) -> Away:
        away = Away(name, await ana.table("xok", pace=DAYS))
        async with new_session() as session:
            who = await self._at(session).named(name)
            await self._wishes(who, away)
            async with await who.talk() as talk:
                await talk.follow(away.table)
                await talk.say("sit", table=away.table, id="sit", seat=1)
                await talk.hear("ack")
        return away

    async def _wishes(self, who: Client, away: Away) -> None:
        service, box = self.servers.service, {"address": away.address, "zone": "Europe/Paris"}
        await who.call("POST", "/api/notices/devices", service.subscription(Browser(f"p{away.name}")))
        await who.call("POST", "/api/notices/hooks", {"url": f"{service.origin}/push/w{away.name}"})
        await who.call("POST", "/api/notices/mail", box)
        for way in WAYS:
            await who.call("PATCH", "/api/notices/wishes", {"kind": "turn", "way": way, "on": True})
        while not (mails := [mail for mail in self.servers.post.taken if mail["To"] == away.address]):
            await asyncio.sleep(0.01)
        await who.call("POST", link_in(plain(mails[0]), "confirm"))

    async def call(self, away: Away) -> None:
        """It is their turn; who is killed meanwhile has not said so, and is asked again."""
        with suppress(aiohttp.ClientError, ConnectionError):
            client = self._at(self._session)
            with suppress(Refused):  # it is played already, as the server that was killed did not say
                await client.call("POST", f"/api/tables/{away.table}/moves", {"seat": 0, "move": "e5e6", "id": "m"})
            away.is_called = True

    async def go_through(self, steps: Sequence[str]) -> None:
        for step, away in zip(steps, self.people, strict=True):
            await self.servers.start(step)
            await self.call(away)
            await self.servers.until_killed(step)
        await self.servers.close()
        await self.servers.start()
        for away in self.people:
            while not away.is_called:
                await self.call(away)

    def came(self) -> dict[tuple[str, str], list[str]]:
        """By person and way, the keys of what came."""
        service, post = self.servers.service, self.servers.post
        found: dict[tuple[str, str], list[str]] = {(one.name, way): [] for one in self.people for way in WAYS}
        for name, headers, _ in service.came:
            way, key = ("push", "Topic") if name.startswith("p") else ("webhook", "webhook-id")
            found[name[1:], way].append(headers[key])
        for mail in post.came:
            if "/mail/confirm-" not in plain(mail):
                found[mail["To"].partition("@")[0], "mail"].append(mail["Message-ID"])
        return found

    async def until_told(self) -> int:
        """Everybody has been told by every way: how often somebody was told twice."""
        until = time.monotonic() + PATIENCE
        while lost := [who for who, keys in self.came().items() if not keys]:
            if time.monotonic() > until:
                raise Lost(f"never told: {lost}")
            await asyncio.sleep(0.05)
        if several := {who: keys for who, keys in self.came().items() if len(set(keys)) > 1}:
            raise Lost(f"the same under several keys: {several}")
        return sum(len(keys) - 1 for keys in self.came().values())


@asynccontextmanager
async def story(database: str, folder: Path, count: int) -> AsyncIterator[Story]:
    async with AsyncExitStack() as stack:
        service = await stack.enter_async_context(push_service(folder))
        post = await stack.enter_async_context(mail_server())
        servers = Servers(database, folder, service, post, count)
        stack.push_async_callback(servers.close)
        yield Story(servers, stack)


async def tell(database: str, folder: Path, steps: Sequence[str], count: int = 1) -> Found:
    async with story(database, folder, count) as told:
        await told.servers.start()
        await told.begin(len(steps))
        await told.servers.close()
        told.servers.post.came.clear()
        await told.go_through(steps)
        doubles = await told.until_told()
        kills = told.servers.kills
    owed = len(WAYS) * len(steps)
    done = f"{kills.total()} kills at {len(kills)} steps, {count} server{'s' if count > 1 else ''}"
    return Found(done, owed, f"{doubles} came twice, all under the same key")


def on_sqlite(folder: Path, rounds: int) -> Found:
    return asyncio.run(tell(str(folder / "told.db"), folder, EVERY * rounds))


def at_postgres(folder: Path, rounds: int, count: int = 3) -> Found:
    folder.chmod(0o755)  # it runs as nobody
    database: Any = LocalPostgres(folder / "data", SAFE).make().start()
    try:
        return asyncio.run(tell(database.address, folder, EVERY * rounds, count))
    finally:
        database.stop()
