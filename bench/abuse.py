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
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
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
from recif.client import Client, new_session
from recif.games import GAMES
from recif.match.match import Match
from recif.match.record import record, to_json
from recif.school.puzzles.files import all_puzzles
from recif.server.settings import Settings
from recif.server.store import of_sums
from recif.server.store.rows import PersonRow
from recif.server.store.sqlite import SqliteStore
from recif.server.store.statements import as_json

RATE, COUPLES = 100, 8
PORT = 18740
PAUSE = 0.001  # between two messages of a flood: it is the server's time that is measured, not who gets the processor
TEXT, BEGIN, MORE, PING, PONG = (bytes([head]) + b"\x80\0\0\0\0" for head in (0x81, 0x01, 0x00, 0x89, 0x8A))  # empty
LONG = b"\x81\xfe\x1f\x40\0\0\0\0"  # the heading of a text of 8,000 bytes
UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}
MUCH_PLAYED = "muchplayed"
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

    async def pour(self, session: aiohttp.ClientSession, data: bytes, first: bytes = b"") -> None:
        """Bytes without end, as they are, into a socket that is opened again when it is cut."""
        while self.is_time_left:
            with suppress(OSError, RuntimeError, asyncio.IncompleteReadError):  # uvloop's word for a closed one
                reader, writer = await self._socket(session)
                reading = asyncio.create_task(self._until_cut(reader))
                writer.write(first)
                while self.is_time_left and not reading.done():
                    writer.write(data)
                    await writer.drain()
                    self.done["bytes"] += len(data)
                    await asyncio.sleep(PAUSE)
                reading.cancel()
                writer.transport.abort()
            self.done["sockets"] += 1
            await asyncio.sleep(0.02)

    async def _until_cut(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError):
            while await reader.read(65536):
                pass

    async def _socket(self, session: aiohttp.ClientSession) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        cookies = "; ".join(f"{cookie.key}={cookie.value}" for cookie in session.cookie_jar)
        told = dict(session.headers) | {"Host": self.origin.removeprefix("http://"), "Cookie": cookies} | UPGRADE
        lines = ["GET /ws HTTP/1.1", *(f"{name}: {value}" for name, value in told.items()), "", ""]
        writer.write("\r\n".join(lines).encode())
        status = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
        if status != "101":
            self.done[status] += 1
            writer.close()
            raise ConnectionRefusedError
        return reader, writer

    async def get(self, where: str) -> None:
        """One page without end, on one connection, without a name."""
        async with aiohttp.ClientSession(headers={"X-Forwarded-For": "203.0.113.66"}) as session:
            while self.is_time_left:
                with suppress(aiohttp.ClientError, OSError):
                    async with session.get(self.origin + where) as answer:
                        await answer.read()
                        self.done[f"{answer.status}"] += 1

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            self.done[json.loads(message.data)["type"]] += 1


async def pings(eve: Attacker) -> None:
    """Four sockets, WebSocket pings as fast as they go."""
    session = await eve.guest()
    await asyncio.gather(*(eve.pour(session, PING * 5000) for _ in range(4)))


async def pongs(eve: Attacker) -> None:
    """The same with pongs, which nobody answers."""
    session = await eve.guest()
    await asyncio.gather(*(eve.pour(session, PONG * 5000) for _ in range(4)))


async def fragments(eve: Attacker) -> None:
    """Two sockets, a text of 20,000 empty fragments (120 KB) at once."""
    session = await eve.guest()
    await asyncio.gather(*(eve.pour(session, BEGIN + MORE * 20_000) for _ in range(2)))


async def many_fragments(eve: Attacker) -> None:
    """The same with 60,000 (360 KB)."""
    session = await eve.guest()
    await asyncio.gather(*(eve.pour(session, BEGIN + MORE * 60_000) for _ in range(2)))


async def dripped(eve: Attacker) -> None:
    """One socket, empty fragments, eight each millisecond."""
    session = await eve.guest()
    await eve.pour(session, MORE * 8, BEGIN)


async def in_fragments(eve: Attacker) -> None:
    """Four sockets, empty texts of as many empty fragments as may be."""
    session = await eve.guest()
    text = BEGIN + MORE * 62 + bytes([0x80]) + MORE[1:]
    await asyncio.gather(*(eve.pour(session, text * 100) for _ in range(4)))


async def tiny(eve: Attacker) -> None:
    """Ten sockets, empty texts as fast as they go."""
    session = await eve.guest()
    await asyncio.gather(*(eve.pour(session, TEXT * 5000) for _ in range(10)))


async def octets(eve: Attacker) -> None:
    """Twenty sockets, long texts octet by octet."""
    session = await eve.guest()
    await asyncio.gather(*(eve.pour(session, b" ", LONG) for _ in range(20)))


async def pages(eve: Attacker) -> None:
    """Forty connections, the page of a table that is not there."""
    await asyncio.gather(*(eve.get("/t/x") for _ in range(40)))


async def described(eve: Attacker) -> None:
    """Forty connections, the page that describes all others."""
    await asyncio.gather(*(eve.get("/api/openapi.json") for _ in range(40)))


async def messages(eve: Attacker) -> None:
    """Ten sockets of one guest, small messages without end."""
    session = await eve.guest()
    await asyncio.gather(*(eve.flood(session, {"type": "ping", "t": 1}) for _ in range(10)))


async def follows(eve: Attacker) -> None:
    """Ten sockets of one guest, following a match between machines again and again."""
    session = await eve.guest()
    wish = {"game": "crabs", "seats": [{"kind": "machine", "level": 1}] * 2, "public": True}
    table = await eve.ask(session, "/api/tables", wish)
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


async def matches(eve: Attacker) -> None:
    """Ten at once who walk through a long match that they have brought, without end."""
    session = await eve.guest()
    match = (await eve.ask(session, "/api/records", eve.record))["match"]

    async def one() -> None:
        while eve.is_time_left:
            await eve.ask(session, f"/api/matches/{match}/frames", {"since": 0})

    await asyncio.gather(*(one() for _ in range(10)))


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


async def learned(eve: Attacker) -> None:
    """An account that tells, again and again, all that a device may tell of at once: other days each time."""
    session = await eve.guest()
    await eve.ask(session, "/api/account", {"name": f"Eve {time.time_ns()}", "password": "a long sentence"})
    names, today = list(all_puzzles()), int(time.time()) // 86_400
    while eve.is_time_left:
        at = random.randrange(1_000)
        tries = [(names[n % len(names)], True, 10**6 - at - n) for n in range(2_000)]
        days = [today - at - n for n in range(2_000)]
        await eve.ask(session, "/api/me/learned", {"tries": tries, "days": days})
        await asyncio.sleep(PAUSE)


async def studies(eve: Attacker) -> None:
    """Nobody in particular, twenty at once: combs of as many moves as a study may have."""
    session = await eve.guest()
    session.cookie_jar.clear()
    moves = [{"parent": n if n % 2 else 0, "seat": n % 2, "text": "c3c4" if n % 2 else "e5e6"} for n in range(1_500)]
    body = {"source": json.dumps({"game": "xok", "moves": moves})}

    async def one() -> None:
        while eve.is_time_left:
            await eve.ask(session, "/api/studies/read", body)
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one() for _ in range(20)))


async def profiles(eve: Attacker) -> None:
    """The profile of somebody with 5,000 results, without a session, twenty at once."""
    session = await eve.guest()
    session.cookie_jar.clear()

    async def one() -> None:
        while eve.is_time_left:
            with suppress(aiohttp.ClientError, OSError):
                async with session.get(f"{eve.origin}/api/people/{MUCH_PLAYED}/profile") as answer:
                    eve.done[f"{answer.status}"] += 1
                    await answer.read()
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one() for _ in range(20)))


def furnish(database: str) -> None:
    """Somebody with 5,000 results, before the server opens."""
    SqliteStore(database).close()
    person = PersonRow("much", MUCH_PLAYED, "en", 0, "nobody knows")
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("INSERT OR IGNORE INTO people VALUES (?, ?, ?)", ("much", MUCH_PLAYED, as_json(person)))
        rows = [
            (f"t{n}", "much", "xok", "quick", n * 30_000_000, n % 3, n % 2, 1, 1500.0, 60.0, 0.06, 1.0)
            for n in range(5_000)
        ]
        columns = 'table", person, game, speed, at, level, score, rated, rating, deviation, volatility, gained'
        marks = ", ".join("?" * 12)
        file.executemany(f'INSERT OR IGNORE INTO results ("{columns}) VALUES ({marks})', rows)
        for statement in ("DELETE FROM tallies", "DELETE FROM streaks", *of_sums.FILL.split(";")):
            file.execute(statement)


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        nothing, pings, pongs, fragments, many_fragments, dripped, in_fragments, tiny, octets, pages, described,
        messages, follows, lobby, tables, evaluations, records, matches, silence, bodies, choices,
        learned, studies, profiles,
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
            clients = []
            for who in (1, 2):
                headers = {"X-Forwarded-For": f"198.51.{network}.{2 * couple + who}"}
                session = await stack.enter_async_context(new_session(headers=headers))
                client = Client(f"http://127.0.0.1:{process.port}", session)
                clients.append(await client.named(f"Ana {network} {couple} {who}"))
            couples.append(Recif(process, clients))
        yield couples


async def wait_for_machine(couple: Recif, seconds: float) -> float:
    """The longest that a machine of level 1 lets somebody wait."""
    talk, most, until = await couple.clients[0].talk(), 0.0, time.perf_counter() + seconds
    table = await couple.clients[0].table("xok", "me", {"kind": "machine", "level": 1})
    await talk.follow(table, "texts")
    now, number = (await talk.hear("table"))["now"], 0
    while time.perf_counter() < until and now["moves"].get("0"):
        number, move, sent = number + 2, now["moves"]["0"][-1]["text"], time.perf_counter()
        await talk.say("play", table=table, id=str(number), seat=0, move=move)
        while now["events"] < number and not now.get("result"):
            now = (await talk.hear("changed"))["now"]
        most = max(most, time.perf_counter() - sent)
        await asyncio.sleep(0.2)
    if not now.get("result"):
        await talk.say("resign", table=table, id="r", seat=0)
        await talk.hear("ack")
    await talk.close()
    return most


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
        await pair.talks[0].say("resign", table=pair.table, id="r", seat=0)
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
    args = parser.parse_args()
    if args.serve:
        furnish(args.serve)
        settings = Settings(args.serve, port=args.port, is_behind_proxy=True, workers=1, patience=0)
        sys.exit(run(settings, lambda server: server.start_warming()))
    names = ["nothing", *(name for name in args.attacks or ATTACKS if name != "nothing")]
    uvloop.run(attack(args.attack, args.port, args.seconds) if args.attack else everything(names, args.seconds))


if __name__ == "__main__":
    main()
