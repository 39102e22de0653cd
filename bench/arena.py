"""An arena on a real server: `python -m bench.arena`, done in six minutes whatever the machine does besides.

People are connections without a network, who move after a while and give up after so many moves. The same play at
tables that belong to no event comes first: what the event costs is the difference. Printed: how long the loop was held,
in all and by each step of the event itself, how long moves took, how long people waited for an opponent, and whether
anybody met the same person twice in a row. Where the machine is busy, processor time still tells.
"""

import argparse
import asyncio
import logging
import os
import random
import statistics
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import uvloop

from recif.server.app import Server
from recif.server.limits import Limits
from recif.server.messages import wire
from recif.server.messages.bodies import events as bodies
from recif.server.messages.bodies.tables import NewTable, SeatWish
from recif.server.messages.shapes import Pace
from recif.server.settings import Settings
from recif.server.store.rows import PersonRow

MUCH = (1e9, 1e9)
FREE = Limits(
    messages=MUCH, address_messages=MUCH, person_work=MUCH, address_work=MUCH, address_tables=MUCH, tables=10**9
)
PACE = Pace("increment", 180_000, 0)
THINKS = (2.0, 6.0)  # seconds for a move
MOVES = (2, 8)  # of each, after which somebody gives up
PROBE = 0.001
BUDGET = 330  # seconds for all of it
JOINING = 90  # of them, at most
HELD_MS = 5.0  # that pairing may hold the loop
SHARES = (("median", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("most", 1.0))
DEARER = 1.5  # times as long as without an event a move may take, at p99


class Player:
    """A connection that plays wherever it has a seat."""

    is_bot = is_away = is_done = False

    def __init__(self, server: Server, person: str, chance: random.Random, took: list[float]) -> None:
        self.person = person
        self._server = server
        self._chance = chance
        self._took = took
        self._asked: dict[str, float] = {}
        self._moves: dict[str, int] = {}
        server.dispatcher.connect(self, f"address of {person}")

    def send(self, data: bytes) -> None:
        told = wire.decode_server(data)
        if isinstance(told, wire.Ack) and told.id in self._asked:
            self._took.append(time.perf_counter() - self._asked.pop(told.id))
        elif isinstance(told, wire.SeatReady):
            self._soon(0.2, lambda: self.say(wire.Follow(told.table, detail="texts")))
        elif isinstance(told, wire.Table | wire.Changed) and told.now.moves and not told.now.result:
            self._soon(self._chance.uniform(*THINKS), lambda: self._decide(told.table, told.now))

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(f"{self.person}: {code} {reason}")

    def say(self, message: Any) -> None:
        if not self.is_done:
            self._server.dispatcher.on_message(self, wire.encode(message))

    def _soon(self, seconds: float, then: Any) -> None:
        asyncio.get_running_loop().call_later(seconds, then)

    def _decide(self, table: str, now: Any) -> None:
        ((seat, moves),) = now.moves.items()
        count = self._moves[table] = self._moves.get(table, 0) + 1
        id = f"{table}{count}"
        self._asked[id] = time.perf_counter()
        if count > self._chance.uniform(*MOVES):
            self.say(wire.Resign(table, id, int(seat)))
        else:
            self.say(wire.Play(table, id, int(seat), self._chance.choice(moves).text))


class Probe:
    """How late the loop is, looked at every millisecond; and how much processor it used from one look to the next,
    which a busy machine does not change."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self.used: list[float] = []

    async def run(self) -> None:
        while True:
            due, used = time.perf_counter() + PROBE, time.thread_time()
            await asyncio.sleep(PROBE)
            self.late.append(time.perf_counter() - due)
            self.used.append(time.thread_time() - used)


class Steps:
    """How long each step of a coroutine holds the loop, by processor time: what it awaits is not counted."""

    def __init__(self) -> None:
        self.held: list[float] = []

    def of(self, work: Any) -> Any:
        """The same function, each step of it timed."""

        async def timed(*args: Any, **told: Any) -> Any:
            return await Stepped(work(*args, **told), self.held)

        return timed


class Stepped:
    def __init__(self, work: Any, held: list[float]) -> None:
        self._work, self._held = work.__await__(), held

    def __await__(self) -> Any:
        value: Any = None
        error: BaseException | None = None
        while True:
            began = time.thread_time()
            try:
                awaited = self._work.throw(error) if error else self._work.send(value)
            except StopIteration as done:
                return done.value
            finally:
                self._held.append(time.thread_time() - began)
            value = error = None
            try:
                value = yield awaited
            except BaseException as raised:
                error = raised


def at(values: list[float], share: float) -> float:
    return sorted(values)[min(int(len(values) * share), len(values) - 1)] if values else 0.0


async def main(people: int, minutes: float) -> None:
    chance, began, load = random.Random(7), time.monotonic(), os.getloadavg()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Settings(Path(folder) / "arena.db", port=0, limits=FREE, workers=1))
        await server.open()
        await server.registry.readiness.reached("xok", "rules")
        took: list[float] = []
        names = [f"p{number}" for number in range(people)]
        for name in names:
            await server.registry.people.save(PersonRow(name, name, "en", 0), lambda: None)
        players = {name: Player(server, name, chance, took) for name in names}
        server.dispatcher.events.tell_person = lambda person, data: players[person].send(data)
        event = await joined(server, players, minutes, began + JOINING)
        without = await beside(server, players, took, minutes * 60)
        left = BUDGET - (time.monotonic() - began)
        within = await arena(server, event, took, min(minutes * 60, left))
        told(without, within)
        logging.disable(logging.CRITICAL)  # what is under way finds no database
        Player.is_done, server.dispatcher.leading.tick = True, lambda: None  # type: ignore[method-assign]
        loads = " to ".join(f"{one:.1f}" for one in (load[0], os.getloadavg()[0]))
        cores, whole = os.cpu_count(), time.monotonic() - began
        print(f"\n{people} people, {whole:.0f} s in all; load of the machine {loads} on {cores} cores")
        await asyncio.sleep(1)  # what is under way comes to its end
        await server.close()


async def joined(server: Server, players: dict[str, Player], minutes: float, until: float) -> str:
    """An arena that everybody has joined, or as many as there was time for."""
    events = server.dispatcher.events
    plan = bodies.EventPlan(
        name="Arena", form="arena", games=[bodies.EventGame("xok")], pace=PACE, minutes=max(round(minutes) + 2, 4)
    )
    event = (await events.make(await server.registry.people.known(next(iter(players))), plan)).id
    for number, name in enumerate(players):
        if time.monotonic() > until:
            print(f"only {number} people have joined in {JOINING} s: this machine is busy")
            break
        await events.act(event, await server.registry.people.known(name), bodies.JoinEvent())
    await events.beside.add_up(await events.opened(event))  # its process is there when the evening begins
    return event


async def beside(server: Server, players: dict[str, Player], took: list[float], seconds: float) -> tuple[Any, ...]:
    """The same play at tables of nobody's event: who has finished sits down again."""
    probe = Probe()
    names, until = [*players], time.monotonic() + seconds
    probing = asyncio.create_task(probe.run())

    async def play(first: str, second: str) -> None:
        while time.monotonic() < until:
            wish = NewTable("xok", [SeatWish("me"), SeatWish("open")], pace=PACE)
            audience = await server.registry.make(first, wish, lambda: None)
            table = audience.live.row.id
            players[second].say(wire.Sit(table, f"sit{table}", 1))
            for name in (first, second):
                players[name].say(wire.Follow(table, detail="texts"))
            while time.monotonic() < until and audience.live.row.status != "over":
                await asyncio.sleep(1)
            await asyncio.sleep(random.uniform(0, 10))

    await asyncio.gather(*(play(*pair) for pair in zip(names[::2], names[1::2], strict=True)))
    probing.cancel()
    for table in [*server.registry.audiences]:
        audience = server.registry.audiences[table]
        if audience.live.is_playing:
            server.registry.committing.commit(audience, audience.live.entry(_aborted(), server.now()), server.now())
    await asyncio.sleep(THINKS[1] + 1)
    measured = [*took]
    took.clear()
    return measured, probe.late, probe.used


def _aborted() -> Any:
    from recif.server.store.entries import Ended

    return Ended("aborted")


async def arena(server: Server, event: str, took: list[float], seconds: float) -> tuple[Any, ...]:
    events, leading = server.dispatcher.events, server.dispatcher.leading
    pairing, steps = Steps(), Steps()
    leading.pair = pairing.of(leading.pair)  # type: ignore[method-assign]
    for name in ("_look_around", "_note"):
        setattr(leading, name, steps.of(getattr(leading, name)))
    events.when_changed = steps.of(events.when_changed)
    probe, owner = Probe(), await server.registry.people.known((await events.opened(event)).row.owner)
    probing = asyncio.create_task(probe.run())
    await leading.act(event, owner, bodies.PairRound())
    await asyncio.sleep(seconds)
    probing.cancel()
    found = await events.opened(event)
    boards = sum(1 for _ in found.live.boards)
    of_event = (pairing.held, steps.held, waits(found), repeats(found), len(found.live.rounds), boards)
    return [*took], probe.late, probe.used, *of_event


def waits(event: Any) -> list[float]:
    """From the end of a board to the pairing of the next, in seconds; those who wait still, too."""
    ended: dict[str, int] = {}
    found: list[float] = []
    from recif.events import entries as of
    from recif.server.events.open_event import decode_entry

    boards: dict[tuple[int, int], tuple[str, ...]] = {}
    for body in event.bodies:
        entry = decode_entry(body)
        if isinstance(entry, of.RoundPaired):
            for number, people in enumerate(entry.boards, 1):
                boards[entry.round, number] = people
                found += [(entry.at - ended.pop(one)) / 1000 for one in people if one in ended]
        elif isinstance(entry, of.BoardFinished):
            ended |= dict.fromkeys(boards[entry.round, entry.board], entry.at)
    return found


def repeats(event: Any) -> int:
    """How often somebody met the same person twice in a row."""
    met = {name: [{*board.people} - {name} for board in boards] for name, boards in event.live.boards_of.items()}
    return sum(one == two for rivals in met.values() for one, two in pairwise(rivals))


def told(without: tuple[Any, ...], within: tuple[Any, ...]) -> None:
    print("| | without an event | in the arena |\n|---|---|---|")
    both = (without, within)
    print("| moves | " + " | ".join(str(len(one[0])) for one in both) + " |")
    for place, what in enumerate(("a move", "loop late", "loop held, by its processor time")):
        for title, share in SHARES:
            figures = " | ".join(f"{at(one[place], share) * 1000:.1f}" for one in both)
            print(f"| {what}, {title} (ms) | {figures} |")
    *_, pairing, steps, waited, twice, rounds, boards = within
    for what, held in (("a step of pairing", pairing), ("any step of the event", steps)):
        for title, share in SHARES:
            print(f"| {what}, by its processor time, {title} (ms) | | {at(held, share) * 1000:.1f} |")
    dearer = at(within[0], 0.99) / max(at(without[0], 0.99), 1e-9)
    longest = max(pairing, default=0.0) * 1000
    print(f"\npairing holds the loop {longest:.1f} ms at most: {held_to(longest <= HELD_MS)} ({HELD_MS:g} ms)")
    print(f"p99 of moves is {dearer:.2f} times that without: {held_to(dearer <= DEARER)} ({DEARER:g} times)")
    print(f"{boards} boards in {rounds} waves; twice in a row: {twice}: {held_to(not twice)}")
    if waited:
        print(f"waits for an opponent: median {statistics.median(waited):.1f} s, p95 {at(waited, 0.95):.1f} s, ")
        print(f"longest {max(waited):.1f} s of {len(waited)}")


def held_to(is_so: bool) -> str:
    return "as it should" if is_so else "NOT as it should"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=2, help="of each of the two halves")
    args = parser.parse_args()
    uvloop.run(main(args.people, args.minutes))
