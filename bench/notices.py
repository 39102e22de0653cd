"""Whether anybody who plays feels that ten thousand people are told something: moves beside notices, in one run.

    python -m bench.notices                    three rounds of 10,000 pushes
    python -m bench.notices --notices 1000     smaller

Pairs of people play at a fixed rate, in turn while nothing is due and while so many notices have become due in one
instant, each a push to another device. They go over TLS to a push service on this machine, in a process of its own
that gives way to others, since in life it is somebody else's computer. How many were taken meanwhile, and how long it
took until nothing was due, is printed beside: notices that are not sent delay nobody. As many have been sent once
before anything is measured: loading is not sending.
"""

import argparse
import asyncio
import os
import sqlite3
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path

import uvloop
from tests.server.push_service import Browser, b64, certificate

from bench import OPEN
from bench.metronome import Metronome, matches
from bench.table import (
    MOVES,
    NO_LIMITS,
    Recif,
    RecifPair,
    path,
    percentile,
    random_scripts,
    spread,
    started,
    undisturbed,
    until_open,
    warm_up,
)
from recif.cli.serve import run
from recif.client import Client, new_session
from recif.server.notices.causes import About, encode
from recif.server.reach import Reach
from recif.server.settings import Settings
from recif.server.store.of_notices import SAVE_DEVICE, WISH, saving_notices
from recif.server.store.of_people import saving_person
from recif.server.store.rows import DeviceRow, NoticeRow, PersonRow, WishRow
from recif.server.store.sqlite import SqliteStore

PORT, SERVICE = 18751, 18752
WANTED = 1.5
FAR = 1 << 52  # an instant that does not come
TAKEN = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


class Service(asyncio.Protocol):
    """Whatever is posted is taken."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._write, self._data = transport.write, b""  # type: ignore[attr-defined]  # uvloop's is none of asyncio's

    def data_received(self, data: bytes) -> None:
        self._data += data
        while b"\r\n\r\n" in self._data:
            head, _, rest = self._data.partition(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
            if len(rest) < length:
                return
            self._data = rest[length:]
            self._write(TAKEN)


async def serve_pushes(folder: Path) -> None:
    os.nice(10)
    shown, key = certificate(folder)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(shown, key)
    await asyncio.get_running_loop().create_server(Service, "127.0.0.1", SERVICE, ssl=tls)
    await asyncio.Event().wait()


def serve(folder: Path) -> None:
    """Récif, which may reach this machine."""
    trusting = ssl.create_default_context(cafile=str(certificate(folder)[0]))
    reach = Reach(lambda address: address == "127.0.0.1", (SERVICE,), trusting)
    run(Settings(folder / "notices.db", port=PORT, limits=NO_LIMITS, workers=1, reach=reach), lambda server: None)


def fill(database: Path, rounds: int, notices: int) -> None:
    """People with a device each, and what they will be told in each round."""
    said, browser = encode(About(OPEN, "person0")).decode(), Browser("b")
    agreed, secret = b64(browser.public), b64(browser.secret)
    statements = []
    for n in range(notices):
        person = f"person{n}"
        device = DeviceRow(f"https://localhost:{SERVICE}/{n}", person, agreed, secret, "en", 0)
        told = [NoticeRow(person, f"round{r}", 0, "turn", r, said, f"{r}-{n}", FAR + r) for r in range(rounds)]
        statements += [
            saving_person(PersonRow(person, person, "en", 0), ""),
            (SAVE_DEVICE, tuple(device)),
            (WISH, (person, *WishRow("turn", "push"))),
            *saving_notices(told),
        ]
    with closing(SqliteStore(database)) as store:
        store.write(statements, lambda: None)


def make_due(database: Path, number: int) -> None:
    with closing(sqlite3.connect(database, timeout=30)) as other, other:
        other.execute("UPDATE notices SET due = 0 WHERE due = ?", (FAR + number,))


def left(database: Path) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as other:
        return int(other.execute("SELECT count(*) FROM notices WHERE due < ?", (FAR,)).fetchone()[0])


@asynccontextmanager
async def servers(folder: Path) -> AsyncIterator[Recif]:
    command = [sys.executable, "-m", "bench.notices", "--folder", str(folder), "--as"]
    with apart([*command, "service"]), started([*command, "recif"], PORT, folder) as process:
        for port in (SERVICE, PORT):
            await until_open(port)
        async with AsyncExitStack() as stack:
            sessions = [await stack.enter_async_context(new_session()) for _ in range(3)]
            origin = f"http://127.0.0.1:{PORT}"
            yield Recif(process, [await Client(origin, one).named(f"player {n}") for n, one in enumerate(sessions)])


@contextmanager
def apart(command: list[str]) -> Iterator[None]:
    service = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": path()})
    try:
        yield
    finally:
        service.kill()
        service.wait()


async def delays(server: Recif, args: argparse.Namespace) -> list[float]:
    with Metronome(await matches(server, args.pairs), args.rate) as playing, undisturbed():
        return [one for number in range(MOVES) for one in playing.beat(number)]


async def beside(server: Recif, database: Path, number: int, args: argparse.Namespace) -> list[float]:
    """Moves from the instant on at which everything is due."""
    cpu, began = server.process.cpu(), time.monotonic()
    make_due(database, number)
    times = await delays(server, args)
    sent, took = args.notices - left(database), time.monotonic() - began
    used = server.process.cpu() - cpu
    while left(database):
        await asyncio.sleep(0.2)
    whole = time.monotonic() - began
    print(f"{sent:,} taken in {took:.0f} s beside {len(times):,} moves, {used / took:.0%} of a processor", end="")
    print(f"; all after {whole:.0f} s", flush=True)
    return times


async def measure(args: argparse.Namespace) -> None:
    RecifPair.scripts = random_scripts(500)
    with tempfile.TemporaryDirectory() as name:
        folder, rounds = Path(name), []
        certificate(folder)
        fill(folder / "notices.db", args.rounds + 1, args.notices)
        async with servers(folder) as server:
            await warm_up(server)
            await beside(server, folder / "notices.db", args.rounds, args)  # everything is loaded now
            for number in range(args.rounds):
                quiet = await delays(server, args)
                rounds.append((quiet, await beside(server, folder / "notices.db", number, args)))
    report(rounds)


def report(rounds: list[tuple[list[float], list[float]]]) -> None:
    for quiet, told in rounds:
        print(f"{'while nothing is due':<34}{spread(quiet)}\n{'while notices are sent':<34}{spread(told)}")
    ratios = [percentile(told, 99) / percentile(quiet, 99) for quiet, told in rounds]
    each = " ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"p99 beside notices  {statistics.median(ratios):.2f} times ({each}), wanted: {WANTED}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notices", type=int, default=10_000)
    parser.add_argument("--pairs", type=int, default=200, help="matches at once, nine moves each")
    parser.add_argument("--rate", type=float, default=100, help="moves per second")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--as", dest="role", choices=["recif", "service"], help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.role == "recif":
        serve(args.folder)
    elif args.role == "service":
        uvloop.run(serve_pushes(args.folder))
    else:
        uvloop.run(measure(args))


if __name__ == "__main__":
    main()
