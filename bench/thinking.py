"""Whether anybody feels that machines think: acknowledgements beside thoughts and without them, in one run.

    python -m bench.thinking              on a free machine
    python -m bench.thinking --busy 2     beside two processes of others that want the processor all the time

Pairs of people play at a fixed rate, in turn while nothing is thought about and while four machines of level 9 think,
a finished match is reviewed and positions are evaluated, over and over. Everything has been thought about once before
anything is measured: loading is not thinking. How much was thought meanwhile is printed beside: a load that is not
there delays nobody.
"""

import argparse
import asyncio
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import uvloop

from bench import OPEN, is_open
from bench.table import (
    MOVES,
    Recif,
    RecifPair,
    at_rate,
    close,
    many,
    percentile,
    random_scripts,
    recif,
    spread,
    undisturbed,
    warm_up,
)
from recif.client import Client, Conversation, new_session
from recif.games import GAMES

PORT = 18735
ROUNDS = 3
MACHINES, LEVEL = 4, 9
ADVICE = 7  # the level of hints
OTHER = next(game for game in GAMES if game != OPEN and is_open(game))  # nobody is helped in what people play here
WANTED = 1.5
NAMES = ("Zoé", "Yann", "Lou")


class Guest(Client):
    """Somebody at a screen of their own."""

    async def at(self, table: str) -> Conversation:
        talk = await self.talk()
        await talk.follow(table)
        return talk


class Load:
    """What machines are asked, and how much of it they have answered."""

    def __init__(self, guests: list[Guest], workers: int) -> None:
        self._player, self._asker, self._reader = guests
        self._pause = 5.0 * MACHINES / (workers + 1)  # seconds that their thoughts take
        self.answers: Counter[str] = Counter()

    async def prepare(self) -> None:
        """A finished match to review, and each thing thought about once."""
        self._table = await self._reader.table(OPEN, "me", "me")
        async with await self._reader.at(self._table) as talk:
            for number, text in enumerate(RecifPair.scripts[-1]):
                await talk.say("play", table=self._table, id=str(number), seat=number % 2, move=text)
            await talk.say("resign", table=self._table, id="r", seat=MOVES % 2)
        await asyncio.gather(self._review(), self._evaluate(), self._sit_down(2))
        self.answers.clear()

    def jobs(self) -> list[Coroutine[Any, Any, None]]:
        return [self._play(), self._over_and_over(self._review), self._over_and_over(self._evaluate)]

    async def _over_and_over(self, what: Any) -> None:
        while True:
            await what()

    async def _play(self) -> None:
        while True:
            for _ in range(MACHINES):
                await self._sit_down(LEVEL)
            await asyncio.sleep(self._pause)

    async def _sit_down(self, level: int) -> None:
        await self._player.table(OPEN, {"kind": "machine", "level": level}, "me")
        self.answers["machines sat down"] += 1

    async def _review(self) -> None:
        async with await self._reader.at(self._table) as talk:
            await talk.say("ask", table=self._table, id="v", what="review")
            while True:
                answer = await talk.hear("told")
                self.answers["decisions judged"] += 1
                if answer["done"]:
                    return

    async def _evaluate(self) -> None:
        body = {"game": OTHER, "seats": 2, "options": {}, "events": [], "seat": 0, "level": ADVICE}
        await self._asker.call("POST", "/api/evaluations", body)
        self.answers["positions evaluated"] += 1


@asynccontextmanager
async def guests(origin: str, *names: str) -> AsyncIterator[list[Guest]]:
    async with AsyncExitStack() as stack:
        found = []
        for name in names:
            found.append(await Guest(origin, await stack.enter_async_context(new_session())).named(name))
        yield found


@contextmanager
def foreign(count: int) -> Iterator[None]:
    """Processes of others, which want the processor all the time."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


async def until_quiet(server: Recif) -> None:
    """Nothing is thought about any more."""
    while True:
        page = (await server.clients[0].call("GET", "/metrics")).decode()
        told = dict(line.split() for line in page.splitlines() if not line.startswith("#"))
        if not float(told["recif_machines_busy"]) + float(told["recif_machines_queued"]):
            return
        await asyncio.sleep(0.2)


async def delays(server: Recif, args: argparse.Namespace) -> list[float]:
    pairs = await many(server, args.pairs)
    with undisturbed():
        times = await at_rate(pairs, args.rate)
    await close(pairs)
    return times


async def beside(load: Load, server: Recif, args: argparse.Namespace) -> list[float]:
    jobs = [asyncio.create_task(job) for job in load.jobs()]
    try:
        return await delays(server, args)
    finally:
        for job in jobs:
            if job.done():
                job.result()
            job.cancel()


async def measure(args: argparse.Namespace) -> None:
    RecifPair.scripts = random_scripts(2000)
    with tempfile.TemporaryDirectory() as name, foreign(args.busy):
        async with recif(Path(name), PORT, args.workers) as server, guests(server.clients[0].origin, *NAMES) as found:
            load, rounds = Load(found, args.workers), []
            await warm_up(server)
            await load.prepare()
            for _ in range(args.rounds):
                await until_quiet(server)
                rounds.append((await delays(server, args), await beside(load, server, args)))
    report(rounds, load)


def report(rounds: list[tuple[list[float], list[float]]], load: Load) -> None:
    for idle, thinking in rounds:
        print(f"{'while nobody thinks':<34}{spread(idle)}\n{'while machines think':<34}{spread(thinking)}")
    print(", ".join(f"{count} {what}" for what, count in load.answers.items()))
    ratios = [percentile(thinking, 99) / percentile(idle, 99) for idle, thinking in rounds]
    idle, thinking = ([one for times in kind for one in times] for kind in zip(*rounds, strict=True))
    whole = percentile(thinking, 99) / percentile(idle, 99)
    each = " ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"p99 beside thinking  {statistics.median(ratios):.2f} times ({each}; of all {whole:.2f}), wanted: {WANTED}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100, help="matches at once, nine moves each")
    parser.add_argument("--rate", type=float, default=100, help="moves per second")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--busy", type=int, default=0, help="processes of others")
    uvloop.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
