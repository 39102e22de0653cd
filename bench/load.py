"""What the server carries, each figure beside one of the same run: on a busy machine read the ratios.

    python -m bench.load moves         durable moves a server-CPU second: bare, packed as pages ask, written out
    python -m bench.load games         2,000 XOK games at a move per 2 s each, moves packed as pages ask: p99
    python -m bench.load spectators    what 1,000 spectators cost the players' acknowledgement
    python -m bench.load disk          p99 at 400 moves a second beside that of a bare fsync

Servers, sockets and matches are those of `bench.table`, where boardgame.io is the peer.
"""

import argparse
import asyncio
import os
import resource
import socket
import statistics
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import numpy as np
import uvloop

from bench import metronome, table
from bench.table import Recif, RecifPair

PACE = 2.0  # seconds from a move of a game to its next
ROUNDS = 3
SPEEDS = 6  # rounds of `moves`
RATE = 400  # moves a second, of `disk`
PINGS = 800
DETAILS = (("none", "bare"), ("lean", "packed"), ("full", "written out"))


async def moves(server: Recif, count: int) -> None:
    """In turn, many times: the machine's processors change their pace by half within seconds.

    This process does the same work in every round of a kind: its own processor time tells how quick the machine was.
    """
    rounds: dict[str, list[tuple[float, float]]] = {detail: [] for detail, _ in DETAILS}  # own seconds, moves
    for detail, what in DETAILS * SPEEDS:
        pairs = [await server.pair(detail) for _ in range(count)]
        own = time.process_time()
        speed = await table.throughput(f"every move {what}", server.process, pairs)
        rounds[detail].append((time.process_time() - own, speed))
    for detail, what in DETAILS:
        found = rounds[detail]
        quickest = min(own for own, _ in found)
        quick = [speed for own, speed in found if own < 1.1 * quickest]
        print(f"{what}: {statistics.median(speed for _, speed in found):,.0f} in half of {len(found)} rounds, ", end="")
        print(f"{statistics.median(quick):,.0f} in the {len(quick)} in which the machine was quick", end="")
        print(" (wanted: 6,500)" if detail == "lean" else "")


async def games(server: Recif, count: int) -> None:
    """Games begin spread over the first pace, and a move waits for nobody's acknowledgement but its own."""
    begin = time.perf_counter()
    pairs = [await server.pair("lean") for _ in range(count)]
    print(f"{count:,} games set up in {time.perf_counter() - begin:.0f} s", flush=True)
    rate = count / PACE
    with table.undisturbed():
        cpu, begin = server.process.cpu(), time.perf_counter()
        times = await table.at_rate(pairs, rate)
        share = (server.process.cpu() - cpu) / (time.perf_counter() - begin)
    half, most = table.percentile(times, 50), table.percentile(times, 99)
    print(f"{count:,} games, {rate:,.0f} moves a second: {half:.1f} ms half, {most:.1f} ms p99 (wanted: 100)")
    print(f"the server had {share:.0%} of a core")
    await table.close(pairs)


async def spectators(server: Recif, count: int) -> None:
    """Alone, watched, and alone again: the same minute for both."""
    before = await table.paced(server, None)
    with table.crowd_of(count, server.process.port, Path.cwd()) as crowd:
        watched = await table.paced(server, crowd)
    alone = statistics.mean([before, await table.paced(server, None)])
    print(f"acknowledgement alone {alone:.2f} ms half, with {count:,} spectators {watched:.2f}: ", end="")
    print(f"{watched / alone:.2f} times (wanted: 1.5)")


async def disk(server: Recif, count: int) -> None:
    """A bare fsync at the same rate, in turn with the server: half a second each, since the disk has its moods.

    What answers without the disk is timed too: the two together are what an acknowledgement would take if nothing
    ever met. Less cannot be had.
    """
    alone, times = [], []
    with tempfile.TemporaryDirectory() as name:
        for _ in range(ROUNDS):
            with metronome.Metronome(await metronome.matches(server, count), RATE) as playing, table.undisturbed():
                for number in range(table.MOVES):
                    alone += table.fsyncs(Path(name), count, RATE)
                    times += playing.beat(number)
    for what, found in ("the disk: a bare fsync", alone), (server.name, times):
        print(f"{what:<34}{table.spread(found)} of {len(found):,}")
    print(f"p99 at {RATE} moves a second: {np.percentile(times, 99) / np.percentile(alone, 99):.2f} times", end="")
    print(f" that of a bare fsync (wanted: 1.5); half {np.percentile(times, 50) / np.percentile(alone, 50):.2f} times")
    await pings(server, RATE)


async def pings(server: Recif, rate: float) -> None:
    """Messages that keep nothing and change nothing, at the same rate: the loop, two processes and their sockets."""
    talk, times = await server.clients[0].talk(), []
    with table.undisturbed():
        for _ in range(PINGS):
            sent = time.perf_counter()
            await talk.say("ping")
            await talk.hear("pong")
            times.append(time.perf_counter() - sent)
            await asyncio.sleep(max(0, sent + 1 / rate - time.perf_counter()))
    await talk.close()
    print(f"{'a message without the disk':<34}{table.spread(times)}", flush=True)


Bench = Callable[[Recif, int], Coroutine[Any, Any, None]]
BENCHES: dict[str, tuple[Bench, int]] = {
    "moves": (moves, 200),
    "games": (games, 2000),
    "spectators": (spectators, 1000),
    "disk": (disk, 250),
}


async def run(bench: Bench, count: int) -> None:
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors", flush=True)
    RecifPair.scripts = table.random_scripts(2000)
    with tempfile.TemporaryDirectory() as name:
        async with table.recif(Path(name), free_port()) as server:
            await table.warm_up(server)
            await bench(server, count)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", choices=BENCHES)
    parser.add_argument("--count", type=int, help="of games, or spectators")
    args = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    bench, count = BENCHES[args.bench]
    uvloop.run(run(bench, args.count or count))


if __name__ == "__main__":
    main()
