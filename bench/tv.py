"""From the last choice on a phone to the reveal on the television, with eight living rooms at once.

    python -m bench.tv                    half a minute
    python -m bench.tv --rooms 16
    python -m bench.tv --browser          televisions are pages of Chromium, at the pace of people

A room is a television and five phones, each a person of its own with a socket of its own, who play Kroc match after
match: all choose at once, and the last choice opens everything. A reveal is measured from the last phone's `play` to
the moment at which the television's socket has what all of them chose: rules, fsync and six views lie between. The peer
is a bare echo (`ping`, `pong`) through the same server in the same seconds: what the network, the loop and this client
take anyway. What a browser then takes to draw it is in it with `--browser` alone: each television is a page of 1920 by
1080 then, in one Chromium on the same machine, and a reveal ends with the frame in which its board has changed.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import uvloop

from bench.table import percentile, recif, spread, undisturbed
from recif.client import Client, Conversation, JsonMessage, new_session

PORT = 18739
GAME, PHONES = "kroc", 5
THINKING = 0.4  # seconds that all take together at most: much quicker than people do
PEOPLE = 6.0  # the same, as quick people do
SCREENS = Path(__file__).parent.parent / "web/tests/screens.mjs"
WANTED = 150.0  # milliseconds, the slowest hundredth


class Device:
    """A socket, and the last that it was shown of a table."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.now: JsonMessage = {}
        self.mine: list[int] = []
        self.heard_at = 0.0
        self._news = asyncio.Event()
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.talk:
            if message["type"] == "refusal":
                raise SystemExit(message["en"])
            if "now" in message:
                self.heard_at = time.perf_counter()
                self.now, self.mine = message["now"], message.get("mine", self.mine)
            self._news.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self._news.clear()
            await self._news.wait()

    async def follow(self, table: str) -> None:
        self.now = {}
        await self.talk.follow(table, "full")
        await self.until(lambda: bool(self.now))

    def may_choose(self, events: int) -> bool:
        return self.now["events"] >= events and any(self.now["moves"].values())

    async def choose(self, table: str) -> float:
        """Take anything; when it was sent."""
        ((seat, moves),) = [(seat, moves) for seat, moves in self.now["moves"].items() if moves]
        sent, move = time.perf_counter(), random.choice(moves)["text"]
        await self.talk.say("play", table=table, id=f"{sent}", seat=int(seat), move=move)
        return sent


class Page:
    """A television in a browser: its party, and when it has painted what."""

    def __init__(self, party: str, key: str) -> None:
        self.party, self.key = party, key
        self._at: dict[tuple[str, int], float] = {}
        self._news = asyncio.Event()

    def paint(self, table: str, events: int, at: float) -> None:
        self._at[table, events] = at / 1000
        self._news.set()

    async def painted(self, table: str, events: int) -> float:
        """When more than so many events of a table were on the screen, in seconds since 1970."""
        while not (found := [at for (one, many), at in self._at.items() if one == table and many > events]):
            self._news.clear()
            await self._news.wait()
        return min(found)


@asynccontextmanager
async def browser(origin: str, rooms: int) -> AsyncIterator[list[Page]]:
    """One Chromium with so many televisions."""
    pipe = asyncio.subprocess.PIPE
    node = await asyncio.create_subprocess_exec("node", str(SCREENS), origin, str(rooms), stdin=pipe, stdout=pipe)
    told_by, hears = node.stdout, node.stdin
    assert told_by is not None
    assert hears is not None
    pages: list[Page] = []
    while len(pages) < rooms:
        line = json.loads(await told_by.readline())
        pages.append(Page(line["party"], line["key"]))

    async def read() -> None:
        async for line in told_by:
            told = json.loads(line)
            pages[told.pop("room")].paint(**told)

    reader = asyncio.create_task(read())
    try:
        yield pages
    finally:
        hears.close()
        await node.wait()
        await reader


class LivingRoom:
    """A television, five phones, and a socket that only hears its own echo."""

    def __init__(self, clients: list[Client], page: Page | None = None) -> None:
        self._clients = clients
        self._page = page  # the television is not one of the clients then
        self._thinking = PEOPLE if page else THINKING
        self.reveals: list[float] = []
        self.echoes: list[float] = []

    async def open(self) -> None:
        hands = self._clients if self._page else self._clients[1:]
        self._party, key = await self._entrance()
        for hand in hands:
            await hand.call("POST", "/api/parties/guests", {"party": self._party, "key": key})
        devices = [Device(await client.talk()) for client in self._clients]
        self._tv, self._phones = devices[0], devices[-PHONES:]  # of a page, what its first phone sees
        self._captain, self._echo = hands[0], await hands[0].talk()
        for device in devices:
            await device.talk.say("attend", party=self._party)
        await self._act("choosegame", game=GAME)

    async def _entrance(self) -> tuple[str, str]:
        if self._page:
            return self._page.party, self._page.key
        entrance = await self._clients[0].call("POST", "/api/parties")
        return str(entrance["party"]["party"]), str(entrance["key"])

    async def _act(self, act: str, **told: Any) -> Any:
        return await self._captain.call("POST", f"/api/parties/{self._party}/acts", {"act": act, **told})

    async def play(self, until: float) -> None:
        """Match after match."""
        while time.perf_counter() < until:
            table = str((await self._act("beginmatch"))["table"])
            await asyncio.gather(*(device.follow(table) for device in {self._tv, *self._phones}))
            while not self._tv.now["result"]:
                if time.perf_counter() > until:
                    await self._act("stopmatch")
                    return
                await self._decide(table)

    async def _decide(self, table: str) -> None:
        """Whoever has to, in any order; measured where several choose at once."""
        before, waiting = self._tv.now["events"], self._tv.now["waiting"]
        deciding = [phone for phone in self._phones if phone.mine[0] in waiting]
        random.shuffle(deciding)
        sent = 0.0
        for phone in deciding:
            await phone.until(lambda phone=phone: phone.may_choose(before))  # type: ignore[misc]
            await asyncio.sleep(random.uniform(0, self._thinking / len(deciding)))
            sent = await phone.choose(table)
        since = time.time() - (time.perf_counter() - sent)
        await self._tv.until(lambda: self._tv.now["events"] > before)
        shown = await self._page.painted(table, before) - since if self._page else self._tv.heard_at - sent
        if len(deciding) > 1:
            self.reveals.append(shown)
            self.echoes.append(await self._ping())

    async def _ping(self) -> float:
        sent = time.perf_counter()
        await self._echo.say("ping", t=1)
        await self._echo.hear("pong")
        return time.perf_counter() - sent


async def measure(rooms: int, seconds: float, is_drawn: bool) -> tuple[list[float], list[float]]:
    with tempfile.TemporaryDirectory() as name:
        async with recif(Path(name), PORT) as server, AsyncExitStack() as stack:
            found, origin = [], server.clients[0].origin
            pages = await stack.enter_async_context(browser(origin, rooms)) if is_drawn else [None] * rooms
            for room, page in enumerate(pages):
                clients = []
                for who in (*([] if page else ["Télé"]), *(f"Main {room} {hand}" for hand in range(PHONES))):
                    session = await stack.enter_async_context(new_session())
                    clients.append(await Client(origin, session).named(who))
                found.append(LivingRoom(clients, page))
                await found[-1].open()
            await found[0].play(time.perf_counter() + 1)  # loading is not serving
            found[0].reveals.clear()
            found[0].echoes.clear()
            until = time.perf_counter() + seconds
            with undisturbed():
                await asyncio.gather(*(room.play(until) for room in found))
    return [one for room in found for one in room.reveals], [one for room in found for one in room.echoes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--browser", action="store_true")
    args = parser.parse_args()
    reveals, echoes = uvloop.run(measure(args.rooms, args.seconds, args.browser))
    print(f"{'a bare echo':<34}{spread(echoes)}")
    print(f"{'last choice to the reveal':<34}{spread(reveals)}, {len(reveals)} of {args.rooms} rooms at once")
    print(f"p99 {percentile(reveals, 99):.1f} ms (wanted: {WANTED:.0f} or less)")


if __name__ == "__main__":
    main()
