"""Whole servers in trouble, in processes of their own: killed, flooded, on disks that are full, slow or failing."""

import asyncio
import random
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import aiohttp

from recif.server.messages import wire
from recif.server.store.sqlite import SqliteStore
from tests.server.live import Line, Visitor
from tests.server.test_kill import Pair, check, one_life, process


def audit(database: Path, pairs: list[Pair]) -> int:
    """Everything acknowledged is there: how much that was."""
    with closing(SqliteStore(database)) as store:
        for pair in pairs:
            for told in pair.tables:
                check(store, told)
    return sum(pair.acked for pair in pairs)


def pairs_of(number: int, pause: float = 0) -> list[Pair]:
    return [Pair(f"pair {n}", n, pause) for n in range(number)]


def kills(folder: Path, number: int) -> str:
    pairs, chance = pairs_of(8), random.Random(2)
    for _ in range(number):
        asyncio.run(one_life(folder / "kill.db", pairs, chance.randrange(10, 150)))
        acked = audit(folder / "kill.db", pairs)
    return f"{number} kills, {acked} moves acknowledged, 0 lost"


def stops(folder: Path, number: int) -> str:
    """Told to stop under load, with machines thinking."""
    pairs, took = pairs_of(8), []
    for _ in range(number):
        took.append(asyncio.run(_stopped(folder / "stop.db", pairs)))
        acked = audit(folder / "stop.db", pairs)
    return f"{number} times, {max(took):.1f} s at most, {acked} moves acknowledged, 0 lost"


async def _stopped(database: Path, pairs: list[Pair]) -> float:
    async with process(database) as (server, port), visiting(port, "Eve") as eve:
        seats = [{"kind": "machine", "level": level} for level in (1, 8)]
        for _ in range(10):
            await eve.call("POST", "/api/tables", {"game": "xok", "seats": seats, "public": True})
        plays = [asyncio.create_task(pair.play(port)) for pair in pairs]
        await asyncio.sleep(2)
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


def full_disk(folder: Path) -> str:
    """The disk is full; then somebody makes room, and all goes on."""
    pairs = pairs_of(4)
    with small_disk(folder / "disk", 600) as disk:
        code = asyncio.run(play_until_it_stops(disk / "full.db", pairs))
        assert code == 70, code
        subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
        acked = audit(disk / "full.db", pairs)
        asyncio.run(one_life(disk / "full.db", pairs, 50))
        audit(disk / "full.db", pairs)
    return f"exit {code}, {acked} moves acknowledged, 0 lost, plays on with room"


def failing_disk(folder: Path) -> str:
    """fsync says EIO: nothing after that may be told to anybody."""
    pairs = pairs_of(4)
    inject = ("strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "inject=fsync,fdatasync:error=EIO:when=60+")
    code = asyncio.run(play_until_it_stops(folder / "failing.db", pairs, *inject))
    assert code == 70, code
    return f"exit {code}, {audit(folder / 'failing.db', pairs)} moves acknowledged, 0 lost"


def slow_disk(folder: Path, ms: int, moves: int = 12) -> str:
    """What a move costs the clocks of both, and how long it took."""
    paid, took = asyncio.run(_with_clocks(folder / f"slow{ms}.db", ms, moves))
    return f"fsync of {ms} ms: a move took {1000 * took / moves:.0f} ms and cost the clocks {paid / moves:.0f} ms"


async def _with_clocks(database: Path, ms: int, moves: int) -> tuple[int, float]:
    delay = ("strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", f"inject=fsync,fdatasync:delay_enter={1000 * ms}")
    async with process(database, *delay) as (_, port), visiting(port) as ana:
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
            return left - sum(now.clocks.left), time.monotonic() - began


@asynccontextmanager
async def visiting(port: int, name: str = "Ana") -> AsyncIterator[Visitor]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield await Visitor(SimpleNamespace(port=port), session).named(name)  # type: ignore[arg-type]


async def _flood(port: int, until: float) -> int:
    """One person says things nobody needs, as fast as they go, on as many sockets as are opened; how many."""
    said = 0
    async with visiting(port, "Eve") as eve:
        table = await eve.table("xok", "me", "me")
        while time.monotonic() < until:
            with suppress(aiohttp.ClientError, ConnectionError):
                async with eve.connect() as socket:
                    while time.monotonic() < until and not socket.closed:
                        await socket.send_json({"type": "follow", "table": table, "detail": "full"})
                        await socket.send_str('{"type": "nonsense"}')
                        await socket.ping()
                        said += 3
            await asyncio.sleep(0.01)
    return said


def floods(folder: Path, seconds: float) -> str:
    """One guest's flood; the others are each at an address of their own, which may make only so many tables."""
    pairs = [Pair(f"pair {n}", n, 0.2, f"198.51.100.{n + 1}") for n in range(8)]
    said, quiet, stormy = asyncio.run(_flooded(folder / "flood.db", pairs, seconds))
    acked = audit(folder / "flood.db", pairs)
    assert stormy > 0, "nobody else could play"
    return (
        f"{said} messages of one guest; others' moves {quiet:.0f}/s before, {stormy:.0f}/s beside; {acked} kept, 0 lost"
    )


async def _flooded(database: Path, pairs: list[Pair], seconds: float) -> tuple[int, float, float]:
    async with process(database, options=["--public", "--behind-proxy"]) as (server, port):
        plays = [asyncio.create_task(pair.play(port)) for pair in pairs]

        async def rate(work: Awaitable[list[int]] | None) -> tuple[list[int], float]:
            before = sum(pair.acked for pair in pairs)
            said = await work if work else []
            if not work:
                await asyncio.sleep(seconds)
            return said, (sum(pair.acked for pair in pairs) - before) / seconds

        _, quiet = await rate(None)
        until = time.monotonic() + seconds
        said, stormy = await rate(asyncio.gather(*(_flood(port, until) for _ in range(4))))
        server.kill()
        for play in plays:
            with suppress(aiohttp.ClientError, ConnectionError):
                await play
    return sum(said), quiet, stormy


def soak(folder: Path, seconds: float) -> str:
    """A long life under load, and what it weighs."""
    pairs = pairs_of(16)
    weights = asyncio.run(_soaked(folder / "soak.db", pairs, seconds))
    acked, third = audit(folder / "soak.db", pairs), len(weights) // 3
    then, now = weights[third], weights[-1]
    return f"{seconds:.0f} s, {acked} moves, 0 lost; {then} MB after a third, {now} MB at the end ({now - then:+} MB)"


async def _soaked(database: Path, pairs: list[Pair], seconds: float) -> list[int]:
    weights: list[int] = []
    async with process(database) as (server, port):
        plays = [asyncio.create_task(pair.play(port)) for pair in pairs]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(min(5, seconds / 12))
            weights.append(megabytes(server.pid))
        server.kill()
        for play in plays:
            with suppress(aiohttp.ClientError, ConnectionError):
                await play
    return weights


def megabytes(process_id: int) -> int:
    """What a process has in memory."""
    status = Path(f"/proc/{process_id}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) // 1024
