"""Several servers on one PostgreSQL: what a move costs in servers and in the database, beside SQLite in the same run.

    python -m bench.servers                 everything (some minutes)
    python -m bench.servers --pairs 60      smaller
    python -m bench.servers --parts several what a move costs at one, two and three servers

The matches are those of bench.table: nine moves of XOK, each seat sent its view, every move through fsync. With more
than one server the two players of a match sit at different ones, so that each move is written by one and read by
another: the worst that a proxy which knows nothing of tables can do.
"""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
from tests.storm.cluster import club

from bench import table
from bench.table import MOVES, Process, Recif, RecifPair, at_rate, close, play_through, started, undisturbed, until_open
from recif.client import Client, new_session
from recif.server.cluster.postgres import LocalPostgres, free_port

ROUNDS = 3
KILLS = 6
PARTS = ("sqlite", "several", "kills")


class Servers(Recif):
    """Two people who meet at many tables, each at a server of their own."""

    def __init__(self, processes: list[Process], clients: list[Client]) -> None:
        super().__init__(processes[0], clients)
        self.processes = processes

    def cpu(self) -> float:
        return sum(process.cpu() for process in self.processes)


@asynccontextmanager
async def serving(database: str, count: int, folder: Path) -> AsyncIterator[Servers]:
    async with AsyncExitStack() as stack:
        processes = []
        for _ in range(count):
            port = free_port()
            command = [sys.executable, "-m", "bench.table", "--serve", database, "--port", str(port)]
            processes.append(stack.enter_context(started(command, port, folder)))
            await until_open(port)
        clients = []
        for who, name in enumerate(("Ana", "Théo")):
            session = await stack.enter_async_context(new_session())
            port = processes[who % count].port
            clients.append(await Client(f"http://127.0.0.1:{port}", session).named(name))
        yield Servers(processes, clients)


def family(pid: int) -> Iterator[int]:
    """PostgreSQL is a process for every connection, and some more."""
    yield pid
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):  # gone meanwhile
                continue
            if parent == pid:
                yield int(entry.name)


def postgres_cpu(pid: int) -> float:
    """Of those that live and, in their parent's account, of those that have ended."""
    total = 0
    for one in family(pid):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12]) + (int(fields[13]) + int(fields[14]) if one == pid else 0)
    return total / os.sysconf("SC_CLK_TCK")


async def pairs_of(servers: Servers, count: int) -> list[RecifPair]:
    return [await servers.pair() for _ in range(count)]


async def warm_up(servers: Servers) -> None:
    for _ in range(3):
        pairs = await pairs_of(servers, 20)
        await play_through(pairs)
        await close(pairs)


async def cost(servers: Servers, count: int, database: int | None = None) -> tuple[float, float, float]:
    """Microseconds of processor a move: in servers, in PostgreSQL; and moves a second."""
    pairs = await pairs_of(servers, count)
    with undisturbed():
        before, kept, began = servers.cpu(), postgres_cpu(database) if database else 0.0, time.perf_counter()
        await play_through(pairs)
        taken, wrote = servers.cpu() - before, (postgres_cpu(database) if database else 0.0) - kept
        passed = time.perf_counter() - began
    await close(pairs)
    moves = MOVES * count
    return taken / moves * 1e6, wrote / moves * 1e6, moves / passed


async def beside_sqlite(folder: Path, postgres: LocalPostgres, count: int) -> None:
    """One server each, in turn."""
    ratios = []
    async with (
        serving(str(folder / "bench.db"), 1, folder) as file,
        serving(postgres.address, 1, folder) as shared,
    ):
        for servers in (file, shared):
            await warm_up(servers)
        for _ in range(ROUNDS):
            (ours, _, _), (theirs, wrote, _) = await cost(file, count), await cost(shared, count, postgres.pid)
            ratios.append(ours / theirs)
            print(
                f"a move: SQLite {ours:.0f} µs; PostgreSQL {theirs:.0f} µs, and {wrote:.0f} µs in the database",
                flush=True,
            )
        print(
            f"moves a server-CPU second, of SQLite's: {statistics.median(ratios):.2f} "
            f"({min(ratios):.2f} to {max(ratios):.2f}; wanted: 0.85 or more)",
            flush=True,
        )


async def at_several(folder: Path, postgres: LocalPostgres, count: int, rate: float) -> None:
    for number in (1, 2, 3):
        async with serving(postgres.address, number, folder) as servers:
            await warm_up(servers)
            found = [await cost(servers, count, postgres.pid) for _ in range(ROUNDS)]
            ours, theirs, speed = (statistics.median(one) for one in zip(*found, strict=True))
            print(
                f"{number} servers: {ours:.0f} µs a move in servers, {theirs:.0f} in PostgreSQL, {speed:.0f} a second"
            )
            pairs = await pairs_of(servers, count)
            with undisturbed():
                times = await at_rate(pairs, rate)
            await close(pairs)
            half, most = (float(np.percentile(times, q)) * 1000 for q in (50, 99))
            print(
                f"  acknowledged after {half:.1f} ms half, {most:.1f} ms p99, at {rate:.0f} moves a second", flush=True
            )
    bare_commit(postgres)


def bare_commit(postgres: LocalPostgres) -> None:
    """What a commit takes that does nothing but be durable, by PostgreSQL's own bench."""
    folder = Path(tempfile.mkdtemp(prefix="recif-pgbench-"))
    folder.chmod(0o777)
    (folder / "commit.sql").write_text("INSERT INTO bare_commits VALUES (1);\n")
    postgres.run("psql", "-q", "-d", postgres.address, "-c", "CREATE TABLE IF NOT EXISTS bare_commits (n INTEGER)")
    words = ["-n", "-f", folder / "commit.sql", "-c", "1", "-t", "500", "-l", f"--log-prefix={folder}/log"]
    postgres.run("pgbench", *words, "-h", "127.0.0.1", "-p", str(postgres.port), "-U", "recif", "postgres")
    (told,) = folder.glob("log.*")
    times = [int(line.split()[2]) / 1000 for line in told.read_text().splitlines()]
    half, most = (float(np.percentile(times, q)) for q in (50, 99))
    print(f"  a bare commit (pgbench): {half:.1f} ms half, {most:.1f} ms p99", flush=True)


async def after_a_kill() -> None:
    """From `kill -9` of a server to the next acknowledged move of somebody who was there."""
    took: list[float] = []
    async with club(3) as made:
        await made.meet(3, pause=0)
        games = ["xok"] * 50
        pairs = list(zip(made.people[::2], made.people[1::2], strict=True))
        plays = [asyncio.create_task(made.play(pair, games)) for pair in pairs]
        chance = random.Random(1)
        while len(took) < KILLS:
            await made.go_on(20)
            node = chance.choice([one for one in made.nodes if any(p.port == one.port for p in made.people)])
            there = [person for person in made.people if person.port == node.port]
            counts = [acknowledged(person) for person in there]
            began = time.perf_counter()
            node.kill()
            while all(acknowledged(person) == count for person, count in zip(there, counts, strict=True)):
                await asyncio.sleep(0.005)
            took.append(time.perf_counter() - began)
            await node.start()
        for play in plays:
            play.cancel()
        await asyncio.gather(*plays, return_exceptions=True)
        counted = await made.checked()
    print(
        f"kill -9 to the next acknowledged move of its players: {statistics.median(took):.2f} s, "
        f"{max(took):.2f} s at most of {KILLS} (wanted: 3); {counted['moves']} moves, 0 lost"
    )


def acknowledged(person: Any) -> int:
    return sum(len(memory.acked) for memory in person.tables.values())


async def everything(args: argparse.Namespace) -> None:
    RecifPair.scripts = table.random_scripts(args.pairs)
    with tempfile.TemporaryDirectory(prefix="recif-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        postgres = LocalPostgres(folder / "postgres").make().start()
        try:
            if "sqlite" in args.parts:
                await beside_sqlite(folder, postgres, args.pairs)
            if "several" in args.parts:
                await at_several(folder, postgres, args.pairs, args.rate)
        finally:
            postgres.stop()
    if "kills" in args.parts:
        await after_a_kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=150)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    asyncio.run(everything(parser.parse_args()))


if __name__ == "__main__":
    main()
