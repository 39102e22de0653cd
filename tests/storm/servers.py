"""Whole servers in trouble, in processes of their own: killed, flooded, on disks that are full, slow or failing."""

import asyncio
import random
import subprocess
import time
from collections.abc import Awaitable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import aiohttp

from recif.server.messages import wire
from recif.server.store.entries import Played
from recif.server.store.sqlite import SqliteStore
from recif.server.tasks import at_once
from tests.server.live import Line
from tests.server.test_kill import Pair, check, one_life, process
from tests.storm import flood
from tests.storm.flood import visiting
from tests.storm.found import Found, check_up

T = TypeVar("T")


def audit(database: Path, pairs: list[Pair]) -> int:
    """Everything acknowledged is there: how much that was."""
    with closing(SqliteStore(database)) as store:
        for pair in pairs:
            for told in pair.tables:
                check(store, told)
    return sum(pair.acked for pair in pairs)


def pairs_of(number: int, pause: float = 0) -> list[Pair]:
    return [Pair(f"pair {n}", n, pause) for n in range(number)]


def kills(folder: Path, number: int) -> Found:
    pairs, chance = pairs_of(8), random.Random(2)
    for _ in range(number):
        asyncio.run(one_life(folder / "kill.db", pairs, chance.randrange(10, 150)))
        acked = audit(folder / "kill.db", pairs)
    return Found(f"{number} kills under load", acked)


def stops(folder: Path, number: int) -> Found:
    """Told to stop under load, with machines thinking."""
    pairs, took = pairs_of(8), []
    for _ in range(number):
        took.append(asyncio.run(_stopped(folder / "stop.db", pairs)))
        acked = audit(folder / "stop.db", pairs)
    return Found(f"{number} times told to stop, machines thinking", acked, f"{max(took):.1f} s at most")


async def _stopped(database: Path, pairs: list[Pair]) -> float:
    async with process(database) as (server, port), visiting(port, "Eve") as eve:
        seats = [{"kind": "machine", "level": level} for level in (1, 8)]
        for _ in range(10):
            await eve.call("POST", "/api/tables", {"game": "xok", "seats": seats, "public": True})
        plays = [asyncio.create_task(pair.play(port)) for pair in pairs]
        await asyncio.sleep(2)
        check_up([server])
        began = time.monotonic()
        server.terminate()
        code = await asyncio.to_thread(server.wait, 60)
        took = time.monotonic() - began
        assert code == 0, code
        for play in plays:
            with suppress(aiohttp.ClientError, ConnectionError):
                await play
    return took


async def play_until_it_stops(database: Path, pairs: list[Pair], *before: str) -> int:
    """The exit code of a server that stops by itself."""
    async with process(database, *before) as (server, port):
        plays = [asyncio.create_task(pair.play(port)) for pair in pairs]
        code = await asyncio.to_thread(server.wait, 300)
        for play in plays:
            with suppress(aiohttp.ClientError, ConnectionError):
                await play
    return code


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "none", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def can_mount(folder: Path) -> bool:
    with suppress(subprocess.CalledProcessError, OSError), small_disk(folder, 64):
        return True
    return False


def full_disk(folder: Path) -> Found:
    """The disk is full; then somebody makes room, and all goes on."""
    pairs = pairs_of(4)
    with small_disk(folder / "disk", 600) as disk:
        code = asyncio.run(play_until_it_stops(disk / "full.db", pairs))
        assert code == 70, code
        subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
        acked = audit(disk / "full.db", pairs)
        asyncio.run(one_life(disk / "full.db", pairs, 50))
        audit(disk / "full.db", pairs)
    return Found("the disk is full, then there is room", acked, f"exit {code}, as it should; plays on", exits=1)


def failing_disk(folder: Path) -> Found:
    """fsync says EIO: nothing after that may be told to anybody."""
    pairs = pairs_of(4)
    inject = ("strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "inject=fsync,fdatasync:error=EIO:when=60+")
    code = asyncio.run(play_until_it_stops(folder / "failing.db", pairs, *inject))
    assert code == 70, code
    return Found("fsync says EIO", audit(folder / "failing.db", pairs), f"exit {code}, as it should", exits=1)


def slow_disk(folder: Path, ms: int, moves: int = 12) -> Found:
    """What a move costs the clocks of both, and how long it took."""
    paid, took = asyncio.run(_with_clocks(folder / f"slow{ms}.db", ms, moves))
    besides = f"a move took {1000 * took / moves:.0f} ms and cost the clocks {paid / moves:.0f} ms"
    return Found(f"fsync takes {ms} ms", moves, besides)


async def _with_clocks(database: Path, ms: int, moves: int) -> tuple[int, float]:
    delay = ("strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", f"inject=fsync,fdatasync:delay_enter={1000 * ms}")
    async with process(database, *delay) as (server, port), visiting(port) as ana:
        table = await ana.table("xok", "me", "me", pace={"kind": "increment", "start": 60_000, "bonus": 0})
        async with ana.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table, detail="texts"))
            now = (await line.next(wire.Table)).now
            left, began = sum(now.clocks.left), time.monotonic()
            for number in range(moves):
                (seat,) = now.waiting
                await line.send(wire.Play(table, f"m{number}", seat, now.moves[str(seat)][0].text))
                now = (await line.next(wire.Changed)).now
            check_up([server])
            paid, took = left - sum(now.clocks.left), time.monotonic() - began
    with closing(SqliteStore(database)) as store:
        assert sum(isinstance(entry.what, Played) for entry in at_once(store.entries(table))) == moves
    return paid, took


def floods(folder: Path, seconds: float) -> Found:
    """One guest's flood; the others are each at an address of their own, which may make only so many tables."""
    pairs = [Pair(f"pair {n}", n, 0.2, f"198.51.100.{n + 1}") for n in range(8)]
    said, quiet, stormy = asyncio.run(_flooded(folder / "flood.db", pairs, seconds))
    acked = audit(folder / "flood.db", pairs)
    assert stormy > 0, "nobody else could play"
    besides = f"others' moves {quiet:.0f}/s before, {stormy:.0f}/s beside it"
    return Found(f"{said:,} messages of a guest in {seconds:.0f} s", acked, besides)


async def _flooded(database: Path, pairs: list[Pair], seconds: float) -> tuple[int, float, float]:
    async with process(database, options=["--public", "--behind-proxy"]) as (server, port):
        plays = [asyncio.create_task(pair.play(port)) for pair in pairs]

        async def rate(work: Awaitable[T]) -> tuple[T, float]:
            before, began = sum(pair.acked for pair in pairs), time.monotonic()
            done = await work
            return done, (sum(pair.acked for pair in pairs) - before) / (time.monotonic() - began)

        _, quiet = await rate(asyncio.sleep(seconds))
        said, stormy = await rate(flood.apart(port, seconds))
        check_up([server])
        server.kill()
        for play in plays:
            with suppress(aiohttp.ClientError, ConnectionError):
                await play
    return said, quiet, stormy


def soak(folder: Path, seconds: float) -> Found:
    """A long life under load, and what it weighs."""
    pairs = pairs_of(16)
    weights = asyncio.run(_soaked(folder / "soak.db", pairs, seconds))
    acked, third = audit(folder / "soak.db", pairs), len(weights) // 3
    then, now = weights[third], weights[-1]
    weight = f"{then} MB after a third, {now} MB at the end ({now - then:+} MB)"
    return Found(f"{seconds:.0f} s under load", acked, weight)


async def _soaked(database: Path, pairs: list[Pair], seconds: float) -> list[int]:
    weights: list[int] = []
    async with process(database) as (server, port):
        plays = [asyncio.create_task(pair.play(port)) for pair in pairs]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(min(5, seconds / 12))
            weights.append(megabytes(server.pid))
        check_up([server])
        server.kill()
        for play in plays:
            with suppress(aiohttp.ClientError, ConnectionError):
                await play
    return weights


def megabytes(process_id: int) -> int:
    """What a process has in memory."""
    status = Path(f"/proc/{process_id}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) // 1024
