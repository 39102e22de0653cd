"""What one abuser costs everybody else: honest players at 100 moves a second, beside each attack.

    python -m bench.abuse                    every attack, 4 seconds each
    python -m bench.abuse pings follows      some

The server runs with the limits of a public one, in a process of its own; so does the attacker, who comes from one
address (the server believes X-Forwarded-For here) while each honest player comes from their own. Everything stays on
127.0.0.1, and every attack ends by itself. Printed: how long an acknowledged move takes, the p99 beside that of the
same run without an attack, the longest that somebody waited for a machine of level 1, and what the attacker got done.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import uvloop

from bench.table import (
    Process,
    Recif,
    RecifPair,
    at_rate,
    path,
    percentile,
    random_scripts,
    started,
    undisturbed,
    until_open,
)
from recif.cli.serve import run
from recif.games import GAMES
from recif.match.match import Match
from recif.match.record import record, to_json
from recif.server.settings import Settings

RATE, COUPLES = 100, 8
PORT = 18740
PAUSE = 0.001  # between two messages of a flood: it is the server's time that is measured, not who gets the processor
PING = b"\x89\x80\0\0\0\0"
Attack = Callable[["Attacker"], Awaitable[None]]


class Attacker:
    """One address, as many names and connections as it likes."""

    until = 0.0

    def __init__(self, port: int) -> None:
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self.done: Counter[str] = Counter()
        self.sessions: list[aiohttp.ClientSession] = []
        self.record = long_record("crabs")
        match = Match(GAMES["kroc"], 2)
        while match.is_luck_due:
            match.draw(random.randrange)
        position = match.position
        self.choices = [position.game.words.text(position.state, 0, move) for move in position.numbers(0)[:2]]

    @property
    def is_time_left(self) -> bool:
        return time.time() < self.until

    async def guest(self) -> aiohttp.ClientSession:
        session = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True),
            headers={"Origin": self.origin, "X-Forwarded-For": "203.0.113.66"},
            connector=aiohttp.TCPConnector(limit=0),
        )
        self.sessions.append(session)
        await self.ask(session, "/api/guest", {"name": f"Eve {len(self.sessions)}"})
        return session

    async def ask(self, session: aiohttp.ClientSession, where: str, body: Any, **told: Any) -> Any:
        data = body if isinstance(body, str) else json.dumps(body)
        headers = {"Content-Type": "text/plain" if isinstance(body, str) else "application/json"}
        try:
            async with session.post(self.origin + where, data=data, headers=headers, **told) as answer:
                self.done[f"{answer.status}"] += 1
                return await answer.json()
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            self.done[type(error).__name__] += 1
            return None

    async def flood(self, session: aiohttp.ClientSession, message: dict[str, Any]) -> None:
        """The same message without end, on a socket that is opened again when it is closed."""
        text = json.dumps(message)
        while self.is_time_left:
            with suppress(aiohttp.ClientError, ConnectionError):
                async with session.ws_connect(self.origin + "/ws", max_msg_size=0) as socket:
                    reading = asyncio.create_task(self._read(socket))
                    while self.is_time_left and not socket.closed:
                        await socket.send_str(text)
                        self.done["sent"] += 1
                        await asyncio.sleep(PAUSE)
                    reading.cancel()
            self.done["sockets"] += 1
            await asyncio.sleep(0.02)

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            self.done[json.loads(message.data)["type"]] += 1


async def pings(eve: Attacker) -> None:
    """Four sockets, WebSocket pings as fast as they go."""
    session = await eve.guest()

    async def one() -> None:
        while eve.is_time_left:
            with suppress(aiohttp.ClientError, OSError):
                async with session.ws_connect(eve.origin + "/ws") as socket:
                    connection = socket.get_extra_info("socket")
                    while eve.is_time_left and connection:
                        with suppress(BlockingIOError):
                            eve.done["sent"] += os.write(connection.fileno(), PING * 5000) // len(PING)
                        await asyncio.sleep(PAUSE)
            eve.done["sockets"] += 1
            await asyncio.sleep(0.02)

    await asyncio.gather(*(one() for _ in range(4)))


async def messages(eve: Attacker) -> None:
    """Ten sockets of one guest, small messages without end."""
    session = await eve.guest()
    await asyncio.gather(*(eve.flood(session, {"type": "ping", "t": 1}) for _ in range(10)))


async def follows(eve: Attacker) -> None:
    """Ten sockets of one guest, following a long match of crabs again and again."""
    session = await eve.guest()
    table = await eve.ask(session, "/api/records", eve.record)
    await asyncio.gather(*(eve.flood(session, {"type": "follow", "table": table["table"]}) for _ in range(10)))


async def lobby(eve: Attacker) -> None:
    """Ten sockets that ask for the list of tables."""
    session = await eve.guest()
    await asyncio.gather(*(eve.flood(session, {"type": "lobby"}) for _ in range(10)))


async def tables(eve: Attacker) -> None:
    """Tables at which machines alone play, as many as can be made."""
    session = await eve.guest()
    wish = {"game": "xok", "seats": [{"kind": "machine", "level": 5}] * 2, "public": True}
    while eve.is_time_left:
        await eve.ask(session, "/api/tables", wish)


async def evaluations(eve: Attacker) -> None:
    """Twenty guests who ask what a position is worth, all the time."""

    async def one() -> None:
        session = await eve.guest()
        while eve.is_time_left:
            await eve.ask(session, "/api/evaluations", {"game": "xok", "seats": 2, "seat": 0, "level": 9})

    await asyncio.gather(*(one() for _ in range(20)))


async def records(eve: Attacker) -> None:
    """Records of two megabytes, and of as much as is allowed."""
    session = await eve.guest()
    large = json.dumps({**json.loads(eve.record), "names": ["x" * 1_000_000] * 2})
    while eve.is_time_left:
        await eve.ask(session, "/api/records", large)
        await eve.ask(session, "/api/records", eve.record)


async def silence(eve: Attacker) -> None:
    """A thousand connections that say nothing, or half of something."""
    writers = []
    for number in range(1000):
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", eve.port)
            writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\nX-" if number % 2 else b"")
            writers.append(writer)
            eve.done["open"] += 1
    await asyncio.sleep(max(0, eve.until - time.time()))
    for writer in writers:
        writer.transport.abort()


async def bodies(eve: Attacker) -> None:
    """Ninety bodies that never end, without a session."""
    head = b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n"
    writers = []
    for _ in range(90):
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", eve.port)
            writer.write(head + b"x" * 1_900_000)
            writers.append(writer)
            eve.done["open"] += 1
    await asyncio.sleep(max(0, eve.until - time.time()))
    for writer in writers:
        writer.transport.abort()


async def choices(eve: Attacker) -> None:
    """One choice, changed without end."""
    session = await eve.guest()
    wish = {"game": "kroc", "seats": [{"kind": "me"}] * 2, "shared": True}
    table = (await eve.ask(session, "/api/tables", wish))["table"]
    while eve.is_time_left:
        for move in eve.choices:
            body = {"seat": 0, "move": move, "id": str(random.random())}
            await eve.ask(session, f"/api/tables/{table}/moves", body)


async def nothing(eve: Attacker) -> None:
    """Nobody attacks."""


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        nothing, pings, messages, follows, lobby, tables, evaluations, records, silence, bodies, choices
    )
}  # fmt: skip


def long_record(game: str) -> str:
    """A finished random match."""
    chance, match = random.Random(5), Match(GAMES[game])
    while not match.is_over:
        if match.is_luck_due:
            match.draw(chance.randrange)
        else:
            seat, position = match.waiting[0], match.position
            match.play(seat, position.game.words.text(position.state, seat, chance.choice(position.numbers(seat))))
    return to_json(record(match))


class Patient:
    """A pair who do not move before the move before is acknowledged, however late that is; waiting counts."""

    def __init__(self, pair: RecifPair) -> None:
        self.pair, self.turn = pair, asyncio.Lock()

    async def move(self, number: int) -> None:
        async with self.turn:
            await self.pair.move(number)


@asynccontextmanager
async def honest(process: Process, network: int) -> AsyncIterator[list[Recif]]:
    """Couples who play, each person from an address of their own: a network makes only so many tables in a while."""
    async with AsyncExitStack() as stack:
        couples = []
        for couple in range(COUPLES):
            sessions = []
            for who in (1, 2):
                headers = {"X-Forwarded-For": f"198.51.{network}.{2 * couple + who}"}
                jar, connector = aiohttp.CookieJar(unsafe=True), aiohttp.TCPConnector(limit=0)
                session = aiohttp.ClientSession(cookie_jar=jar, connector=connector, headers=headers)
                sessions.append(await stack.enter_async_context(session))
            made = Recif(process, sessions)
            for who in (0, 1):
                await made.post(who, "/api/guest", {"name": f"Ana {network} {couple} {who}"})
            couples.append(made)
        yield couples


async def wait_for_machine(couple: Recif, seconds: float) -> float:
    """The longest that a machine of level 1 lets somebody wait."""
    wish = {"game": "xok", "seats": [{"kind": "me"}, {"kind": "machine", "level": 1}]}
    socket, most, until = await couple.connect(0), 0.0, time.perf_counter() + seconds
    table = (await couple.post(0, "/api/tables", wish))["table"]
    await socket.send_json({"type": "follow", "table": table, "detail": "texts"})
    now, number = await _next(socket, "table"), 0
    while time.perf_counter() < until and now["moves"].get("0"):
        number, move, sent = number + 2, now["moves"]["0"][-1]["text"], time.perf_counter()
        await socket.send_json({"type": "play", "table": table, "id": str(number), "seat": 0, "move": move})
        while now["events"] < number and not now.get("result"):
            now = await _next(socket, "changed")
        most = max(most, time.perf_counter() - sent)
        await asyncio.sleep(0.2)
    if not now.get("result"):
        await socket.send_json({"type": "resign", "table": table, "id": "r", "seat": 0})
        await _next(socket, "ack")
    await socket.close()
    return most


async def _next(socket: aiohttp.ClientWebSocketResponse, kind: str) -> Any:
    while True:
        told = json.loads((await asyncio.wait_for(socket.receive(), 60)).data)
        if told["type"] == "refusal":
            raise RuntimeError(told["en"])
        if told["type"] == kind:
            return told.get("now")


async def measure(couples: list[Recif], name: str, seconds: float) -> tuple[float, float, float, str]:
    pairs: list[RecifPair] = [await couples[n % COUPLES].pair() for n in range(int(RATE * seconds / 9))]
    command = [
        sys.executable,
        "-m",
        "bench.abuse",
        "--attack",
        name,
        "--seconds",
        str(seconds + 1),
        "--port",
        str(PORT),
    ]
    eve = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path()})
    assert eve.stdout
    await asyncio.to_thread(eve.stdout.readline)  # the attack begins
    waiting = asyncio.create_task(wait_for_machine(couples[0], seconds))
    with undisturbed():
        times = await at_rate([Patient(pair) for pair in pairs], RATE)
    machine = await waiting
    done = (await asyncio.to_thread(eve.communicate))[0].strip()
    for pair in pairs:
        await pair.sockets[0].send_json({"type": "resign", "table": pair.table, "id": "r", "seat": 0})
        await asyncio.sleep(0.01)
        await pair.close()
    return percentile(times, 50), percentile(times, 99), machine * 1000, done


async def everything(names: list[str], seconds: float) -> None:
    RecifPair.scripts = random_scripts(400)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.abuse", "--serve", str(Path(folder) / "abuse.db"), "--port", str(PORT)]
        with started(command, PORT, Path(folder)) as process:
            await until_open(PORT)
            async with honest(process, 100) as couples:
                await measure(couples, "nothing", 2)  # machine code is loaded
            print(f"{'attack':<13}{'p50':>9}{'p99':>10}{'p99 beside none':>17}{'machine':>11}   what the attacker got")
            calm = 0.0
            for network, name in enumerate(names):
                async with honest(process, network) as couples:
                    half, most, machine, done = await measure(couples, name, seconds)
                calm = calm or most
                print(
                    f"{name:<13}{half:>6.1f} ms{most:>7.1f} ms{most / calm:>15.2f} ×{machine:>8.0f} ms   {done}",
                    flush=True,
                )


async def attack(name: str, port: int, seconds: float) -> None:
    eve = Attacker(port)
    os.nice(10)  # likewise
    print("ready", flush=True)
    eve.until = time.time() + seconds
    with suppress(TimeoutError):
        await asyncio.wait_for(ATTACKS[name](eve), seconds + 2)
    for session in eve.sessions:
        await session.close()
    print(", ".join(f"{count:,} {what}" for what, count in eve.done.most_common(5)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS], help="which ones (default: all)")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.serve:
        settings = Settings(told.serve, port=told.port, is_behind_proxy=True, workers=1, patience=0)
        sys.exit(run(settings, lambda server: server.start_warming()))
    names = ["nothing", *(name for name in told.attacks or ATTACKS if name != "nothing")]
    uvloop.run(attack(told.attack, told.port, told.seconds) if told.attack else everything(names, told.seconds))


if __name__ == "__main__":
    main()
