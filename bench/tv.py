"""From the last choice on a phone to the reveal on the television, with eight living rooms at once.

    python -m bench.tv                    half a minute
    python -m bench.tv --rooms 16

A room is a television and five phones, each a person of its own with a socket of its own, who play Kroc match after
match: all choose at once, and the last choice opens everything. A reveal is measured from the last phone's `play` to
the moment at which the television's socket has what all of them chose: rules, fsync and six views lie between. The peer
is a bare echo (`ping`, `pong`) through the same server in the same seconds: what the network, the loop and this client
take anyway. What a browser then takes to draw it is not in it.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import uvloop

from bench.table import percentile, recif, spread, undisturbed
from recif.client import Client, Conversation, JsonMessage, new_session

PORT = 18739
GAME, PHONES = "kroc", 5
THINKING = 0.4  # seconds that a person takes at most: much quicker than people do
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


class LivingRoom:
    """A television, five phones, and a socket that only hears its own echo."""

    def __init__(self, clients: list[Client]) -> None:
        self._clients = clients
        self.reveals: list[float] = []
        self.echoes: list[float] = []

    async def open(self) -> None:
        screen, *hands = self._clients
        entrance = await screen.call("POST", "/api/parties")
        self._party = str(entrance["party"]["party"])
        for hand in hands:
            await hand.call("POST", "/api/parties/guests", {"party": self._party, "key": entrance["key"]})
        self._tv, *self._phones = [Device(await client.talk()) for client in self._clients]
        self._echo = await screen.talk()
        for device in (self._tv, *self._phones):
            await device.talk.say("attend", party=self._party)
        await self._act("choosegame", game=GAME)

    async def _act(self, act: str, **told: Any) -> Any:
        return await self._clients[1].call("POST", f"/api/parties/{self._party}/acts", {"act": act, **told})

    async def play(self, until: float) -> None:
        """Match after match."""
        while time.perf_counter() < until:
            table = str((await self._act("beginmatch"))["table"])
            await asyncio.gather(*(device.follow(table) for device in (self._tv, *self._phones)))
            while not self._tv.now["result"]:
                await self._decide(table)

    async def _decide(self, table: str) -> None:
        """Whoever has to, in any order; measured where several choose at once."""
        before, waiting = self._tv.now["events"], self._tv.now["waiting"]
        deciding = [phone for phone in self._phones if phone.mine[0] in waiting]
        random.shuffle(deciding)
        sent = 0.0
        for phone in deciding:
            await phone.until(lambda phone=phone: phone.may_choose(before))  # type: ignore[misc]
            await asyncio.sleep(random.uniform(0, THINKING / len(deciding)))
            sent = await phone.choose(table)
        await self._tv.until(lambda: self._tv.now["events"] > before)
        if len(deciding) > 1:
            self.reveals.append(self._tv.heard_at - sent)
            self.echoes.append(await self._ping())

    async def _ping(self) -> float:
        sent = time.perf_counter()
        await self._echo.say("ping", t=1)
        await self._echo.hear("pong")
        return time.perf_counter() - sent


async def measure(rooms: int, seconds: float) -> tuple[list[float], list[float]]:
    with tempfile.TemporaryDirectory() as name:
        async with recif(Path(name), PORT) as server, AsyncExitStack() as stack:
            found = []
            for room in range(rooms):
                clients = []
                for who in ("Télé", *(f"Main {room} {hand}" for hand in range(PHONES))):
                    session = await stack.enter_async_context(new_session())
                    clients.append(await Client(server.clients[0].origin, session).named(who))
                found.append(LivingRoom(clients))
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
    args = parser.parse_args()
    reveals, echoes = uvloop.run(measure(args.rooms, args.seconds))
    print(f"{'a bare echo':<34}{spread(echoes)}")
    print(f"{'last choice to the reveal':<34}{spread(reveals)}, {len(reveals)} of {args.rooms} rooms at once")
    print(f"p99 {percentile(reveals, 99):.1f} ms (wanted: {WANTED:.0f} or less)")


if __name__ == "__main__":
    main()
