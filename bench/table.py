"""The table against boardgame.io 0.50.2, in one run, with the same kind of client.

    python -m bench.table                 everything (a few minutes)
    python -m bench.table --pairs 60      smaller

Both servers run in a process of their own and are talked to over WebSockets by this one: a pair of sockets a match,
nine moves a match (a whole tic-tac-toe; the first nine of an XOK match, with views to both seats, every move through
fsync).
Server CPU is user + system time of the server's process, so a busy machine spoils latencies but not moves a CPU second.
Our acknowledgements wait for the disk, boardgame.io's do not: what a bare fsync takes is printed beside them.
The two are measured in turn, three times, and the medians are compared: the machine's speed changes within a minute.
Nothing is measured before a server has played some matches: loading is not serving. What thinking machines cost is
measured by `bench.thinking`. The crowd of spectators sits in a process of its own, as it would sit at screens of its
own: a process that reads a thousand messages is late to read the player's acknowledgement, whatever the server does.
boardgame.io is installed by npm into a temporary folder.
"""

import argparse
import asyncio
import gc
import itertools
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, ClassVar, Protocol

import aiohttp
import numpy as np
import uvloop

from bench import OPEN
from recif.cli.serve import run
from recif.client import Client, Conversation, new_session
from recif.games import GAMES
from recif.match.match import Match
from recif.server.limits import Limits
from recif.server.settings import Settings

MOVES = 9
ROUNDS = 3
CELLS = (0, 1, 2, 4, 3, 5, 7, 6, 8)  # a full board without a row of three
NO_LIMITS = Limits(
    messages=(1e9, 1e9), address_messages=(1e9, 1e9), person_work=(1e9, 1e9), address_work=(1e9, 1e9),
    requests=(1e9, 1e9), person_requests=(1e9, 1e9), people=(1e9, 1e9), address_tables=(1e9, 1e9), connections=10**9,
    sockets=10**9, addresses=10**9, tables=10**9, follows=10**9,
)  # fmt: skip


class Process:
    """A server and what it has cost."""

    def __init__(self, started: "subprocess.Popen[bytes]", port: int) -> None:
        self.pid, self.port = started.pid, port

    def cpu(self) -> float:
        """Of all its threads, to the nanosecond: the ticks of /proc/…/stat were a thirtieth of a round."""
        threads = Path(f"/proc/{self.pid}/task").iterdir()
        return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9

    def memory(self) -> int:
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * resource.getpagesize()


class Pair(Protocol):
    """Two sockets at one match."""

    async def move(self, number: int) -> None:
        """Make move `number` and wait until the mover is told that it is done."""

    async def close(self) -> None: ...


class BoardgamePair:
    """A match of boardgame.io: done when the mover hears the new state."""

    def __init__(self, match: str, sockets: list[aiohttp.ClientWebSocketResponse]) -> None:
        self.match, self.sockets = match, sockets
        self.readers = [asyncio.create_task(self._read(seat)) for seat in (0, 1)]
        self.done: dict[tuple[int, int], asyncio.Future[None]] = {}

    @classmethod
    async def open(cls, session: aiohttp.ClientSession, port: int, number: int) -> "BoardgamePair":
        match, sockets = f"m{number}", []
        for seat in ("0", "1"):
            url = f"http://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
            socket = await session.ws_connect(url, max_msg_size=0)
            await socket.receive()
            await socket.send_str("40/tic-tac-toe,")
            await socket.receive()
            await socket.send_str("42/tic-tac-toe," + json.dumps(["sync", match, seat, None, 2]))
            await socket.receive()
            sockets.append(socket)
        return cls(match, sockets)

    async def _read(self, seat: int) -> None:
        async for message in self.sockets[seat]:
            if message.data == "2":
                await self.sockets[seat].send_str("3")
            elif message.data.startswith('42/tic-tac-toe,["update"'):
                state = json.loads(message.data.partition(",")[2])[2]
                waiting = self.done.pop((seat, state["_stateID"]), None)
                if waiting:
                    waiting.set_result(None)

    async def move(self, number: int) -> None:
        seat = number % 2
        payload = {"type": "clickCell", "args": [CELLS[number]], "playerID": str(seat), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        done = self.done[seat, number + 1] = asyncio.get_running_loop().create_future()
        told = json.dumps(["update", action, number, self.match, str(seat)])
        await self.sockets[seat].send_str("42/tic-tac-toe," + told)
        await asyncio.wait_for(done, 30)

    async def close(self) -> None:
        for reader, socket in zip(self.readers, self.sockets, strict=True):
            reader.cancel()
            await socket.close()


class RecifPair:
    """An XOK match of Récif: done when the mover is acknowledged; both seats are sent the new view."""

    scripts: ClassVar[list[list[str]]] = []

    def __init__(self, table: str, number: int, talks: list[Conversation]) -> None:
        self.table, self.talks = table, talks
        self.script = self.scripts[number % len(self.scripts)]
        self.done: dict[str, asyncio.Future[None]] = {}
        self.readers = [asyncio.create_task(self._read(talk)) for talk in talks]

    async def _read(self, talk: Conversation) -> None:
        while True:
            ack = await talk.hear("ack", patience=None)
            self.done.pop(ack["id"]).set_result(None)

    async def move(self, number: int) -> None:
        done = self.done[str(number)] = asyncio.get_running_loop().create_future()
        seat, move = number % 2, self.script[number]
        await self.talks[seat].say("play", table=self.table, id=str(number), seat=seat, move=move, at=number)
        await asyncio.wait_for(done, 30)

    async def close(self) -> None:
        for reader, talk in zip(self.readers, self.talks, strict=True):
            reader.cancel()
            await talk.close()


def random_scripts(count: int) -> list[list[str]]:
    """The first moves of random XOK matches."""
    chance = random.Random(1)
    scripts: list[list[str]] = []
    while len(scripts) < count:
        match = Match(GAMES[OPEN])
        while len(match.log) < MOVES and not match.is_over:
            seat, position = match.waiting[0], match.position
            match.play(seat, match.game.words.text(position.state, seat, chance.choice(position.numbers(seat))))
        if len(match.log) == MOVES:
            scripts.append([event.text for event in match.log])
    return scripts


class Boardgame:
    """Matches of boardgame.io."""

    name = "boardgame.io tic-tac-toe"

    def __init__(self, process: Process, session: aiohttp.ClientSession) -> None:
        self.process, self.session = process, session
        self.count = itertools.count()

    async def pair(self) -> BoardgamePair:
        return await BoardgamePair.open(self.session, self.process.port, next(self.count))


class Recif:
    """Two people who meet at many tables."""

    name = "recif XOK, durable, views"

    def __init__(self, process: Process, clients: list[Client]) -> None:
        self.process, self.clients = process, clients
        self.count = itertools.count()

    async def pair(self, detail: str = "none") -> RecifPair:
        table = await self.clients[0].table(OPEN, "me", "open")
        talks = [await self.clients[who].talk() for who in (0, 1)]
        await talks[1].say("sit", table=table, id="s", seat=1)
        await talks[1].hear("ack")
        for talk in talks:
            await talk.follow(table, detail)
            await talk.hear("table")
        return RecifPair(table, next(self.count), talks)


@contextmanager
def started(command: list[str], port: int, folder: Path) -> Iterator[Process]:
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": path()})
    try:
        yield Process(server, port)
    finally:
        server.kill()
        server.wait()


def path() -> str:
    root = Path(__file__).parents[1]
    return f"{root / 'src'}{os.pathsep}{root}"


@asynccontextmanager
async def boardgame(folder: Path, port: int) -> AsyncIterator[Boardgame]:
    script = Path(__file__).parent / "boardgame" / "server.js"
    (folder / "server.js").write_text(script.read_text())
    with started(["node", "server.js", str(port)], port, folder) as process:
        await until_open(port)
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            yield Boardgame(process, session)


@asynccontextmanager
async def recif(folder: Path, port: int, workers: int = 1) -> AsyncIterator[Recif]:
    database = str(folder / f"bench-{port}.db")
    command = [sys.executable, "-m", "bench.table", "--serve", database, "--port", str(port), "--workers", str(workers)]
    with started(command, port, folder) as process:
        await until_open(port)
        async with AsyncExitStack() as stack:
            clients = []
            for name in ("Ana", "Théo", "Ève"):
                session = await stack.enter_async_context(new_session())
                clients.append(await Client(f"http://127.0.0.1:{port}", session).named(name))
            server = Recif(process, clients)
            yield server


async def until_open(port: int) -> None:
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.1)
    raise SystemExit("a server did not start")


async def play_through(pairs: list[Any]) -> None:
    """Every match as fast as it goes."""

    async def one(pair: Pair) -> None:
        for number in range(MOVES):
            await pair.move(number)

    await asyncio.gather(*(one(pair) for pair in pairs))


async def at_rate(pairs: list[Any], rate: float) -> list[float]:
    """Moves at a fixed rate, spread over the matches, whether or not earlier ones are done; seconds each."""
    times, tasks, begin = [], [], time.perf_counter()

    async def one(pair: Pair, number: int) -> None:
        sent = time.perf_counter()
        await pair.move(number)
        times.append(time.perf_counter() - sent)

    for index, (number, pair) in enumerate(itertools.product(range(MOVES), pairs)):
        await asyncio.sleep(max(0, begin + index / rate - time.perf_counter()))
        tasks.append(asyncio.create_task(one(pair, number)))
    await asyncio.gather(*tasks)
    return times


@contextmanager
def undisturbed() -> Iterator[None]:
    """The pauses of this process are nobody's who serves."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def bare_fsync(folder: Path) -> float:
    """What the disk alone takes at the same rate: no durable acknowledgement can be quicker."""
    times = fsyncs(folder, 800, 400)
    print(f"{'the disk: a bare fsync':<34}{spread(times)}")
    return percentile(times, 99)


def fsyncs(folder: Path, count: int, rate: float) -> list[float]:
    """Seconds that each of so many takes, of a page at the end of a file."""
    times = []
    with (folder / "fsync").open("wb") as file:
        for _ in range(count):
            file.write(bytes(4096))
            file.flush()
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - begin)
            time.sleep(1 / rate)
    return times


def percentile(times: list[float], q: float) -> float:
    return float(np.percentile(times, q)) * 1000


def spread(times: list[float]) -> str:
    return f"{percentile(times, 50):>10.2f} ms half{percentile(times, 99):>10.2f} ms p99"


async def throughput(name: str, process: Process, pairs: list[Any]) -> float:
    with undisturbed():
        cpu, begin = process.cpu(), time.perf_counter()
        await play_through(pairs)
        cost, took = process.cpu() - cpu, time.perf_counter() - begin
    moves = MOVES * len(pairs)
    print(f"{name:<34}{moves / cost:>10,.0f} moves a server-CPU second{moves / took:>10,.0f} a second", flush=True)
    await close(pairs)
    return moves / cost


async def latency(name: str, pairs: list[Any], rate: float) -> float:
    with undisturbed():
        times = await at_rate(pairs, rate)
    print(f"{name:<34}{spread(times)} at {rate:.0f} moves a second", flush=True)
    await close(pairs)
    return percentile(times, 99)


async def close(pairs: list[Any]) -> None:
    for pair in pairs:
        await pair.close()


async def bench_both(folder: Path, count: int, rate: float) -> tuple[list[float], list[float], list[float]]:
    """Of each round: our moves a CPU second and our p99, as parts of theirs, and the p99 of a bare fsync likewise."""
    speeds, delays, disk = [], [], []
    async with boardgame(folder, 18731) as theirs, recif(folder, 18732) as ours:
        for server in (theirs, ours):
            await warm_up(server)
        for _ in range(ROUNDS):
            speed = {s: await throughput(s.name, s.process, await many(s, count)) for s in (theirs, ours)}
            delay = {s: await latency(s.name, await many(s, count), rate) for s in (theirs, ours)}
            speeds.append(speed[ours] / speed[theirs])
            delays.append(delay[ours] / delay[theirs])
            disk.append(bare_fsync(folder) / delay[theirs])
        for detail, what in (("full", "written out"), ("lean", "packed, as pages ask")):
            await play_through([await ours.pair(detail) for _ in range(20)])
            listing = [await ours.pair(detail) for _ in range(max(10, count // 5))]
            await throughput(f"recif XOK, every move {what}", ours.process, listing)
    return speeds, delays, disk


async def many(server: Any, count: int) -> list[Any]:
    return [await server.pair() for _ in range(count)]


async def warm_up(server: Any) -> None:
    """Machine code loaded, texts known: what a server has behind it after its first minute."""
    for _ in range(3):
        pairs = await many(server, 40)
        await play_through(pairs)
        await close(pairs)


async def bench_connections(folder: Path, count: int) -> float:
    """What a connection that follows a table weighs."""
    async with recif(folder, 18733) as server:
        await warm_up(server)
        table = (await server.pair()).table
        before = server.process.memory()
        talks = []
        for _ in range(count):
            talks.append(await server.clients[2].talk())
            await talks[-1].follow(table)
            await talks[-1].hear("table")
        weight = (server.process.memory() - before) / count / 1024
        print(f"{'a connection':<34}{weight:>10.1f} KB, over {count}")
        return weight


async def bench_crowd(folder: Path, count: int) -> float:
    """How much a crowd of spectators delays the players' acknowledgements."""
    async with recif(folder, 18734) as server:
        await warm_up(server)
        alone = await paced(server, None)
        with crowd_of(count, server.process.port, folder) as crowd:
            watched = await paced(server, crowd)
        print(f"{'acknowledgement, alone':<34}{alone:>10.2f} ms half")
        print(f"{f'with {count} spectators':<34}{watched:>10.2f} ms half, {watched / alone:.2f} times")
        return watched / alone


Spectators = subprocess.Popen[str]


@contextmanager
def crowd_of(count: int, port: int, folder: Path) -> Iterator[Spectators]:
    """Spectators in a process of their own: told the name of a table, they follow it, and say so."""
    command = [sys.executable, "-m", "bench.table", "--crowd", str(count), "--port", str(port)]
    environment = os.environ | {"PYTHONPATH": path()}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    crowd = subprocess.Popen(command, cwd=folder, env=environment, text=True, bufsize=1, **pipes)  # type: ignore[call-overload]
    try:
        yield crowd
    finally:
        crowd.kill()
        crowd.wait()


async def follow(crowd: Spectators, table: str) -> None:
    assert crowd.stdin
    assert crowd.stdout
    crowd.stdin.write(f"{table}\n")
    await asyncio.to_thread(crowd.stdout.readline)


async def be_a_crowd(count: int, port: int) -> None:
    async with new_session() as session:
        client = await Client(f"http://127.0.0.1:{port}", session).named("Ève")
        talks = [await client.talk() for _ in range(count)]
        here: asyncio.Queue[None] = asyncio.Queue()
        readers = [asyncio.create_task(_watch(talk, here)) for talk in talks]
        while table := (await asyncio.to_thread(sys.stdin.readline)).strip():
            for talk in talks:
                await talk.follow(table)
            for _ in readers:
                await here.get()
            print("here", flush=True)


async def _watch(talk: Conversation, here: "asyncio.Queue[None]") -> None:
    while (text := await talk.text()) is not None:  # a thousand readers: it is not taken apart
        if text.startswith('{"type":"table"'):
            here.put_nowait(None)


async def paced(server: Recif, crowd: Spectators | None) -> float:
    """Half of the acknowledgements of matches that the crowd watches come within so many milliseconds."""
    times = []
    for _ in range(6):
        pair = await server.pair()
        if crowd:
            await follow(crowd, pair.table)
        await asyncio.sleep(0.5)
        for number in range(MOVES):
            sent = time.perf_counter()
            await pair.move(number)
            times.append(time.perf_counter() - sent)
            await asyncio.sleep(0.3)
        await pair.close()
    return percentile(times, 50)


async def everything(args: argparse.Namespace) -> None:
    RecifPair.scripts = random_scripts(2000)  # nobody plays what was played before
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("installing boardgame.io 0.50.2 …", flush=True)
        subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--silent", "boardgame.io@0.50.2"], cwd=folder, check=True
        )
        speeds, delays, disk = await bench_both(folder, args.pairs, args.rate)
        weight = await bench_connections(folder, 1000)
        crowd = await bench_crowd(folder, 1000)
    print()
    print(f"moves a server-CPU second  {middle(speeds)} times boardgame.io    (wanted: 3 or more)")
    print(f"p99 of a move              {middle(delays)} of boardgame.io's     (wanted: 0.25 or less)")
    print(f"  a bare fsync             {middle(disk)} of boardgame.io's")
    print(f"a connection               {weight:6.1f} KB                     (wanted: 25 or less)")
    print(f"1,000 spectators           {crowd:6.2f} times the delay        (wanted: 2 or less)")


def middle(ratios: list[float]) -> str:
    return f"{statistics.median(ratios):6.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=250)
    parser.add_argument("--rate", type=float, default=400)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--crowd", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--workers", type=int, default=1, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        settings = Settings(args.serve, port=args.port, limits=NO_LIMITS, workers=args.workers)
        sys.exit(run(settings, lambda server: None))
    uvloop.run(be_a_crowd(args.crowd, args.port) if args.crowd else everything(args))


if __name__ == "__main__":
    main()
