"""An arena on a real server: `python -m bench.arena`, done in five minutes whatever the machine does besides.

People are connections without a network, who move after a while and give up after so many moves. What the event costs
is the difference to the same people at as many tables that belong to no event, paired in the same waves by chance: turn
about, first without, then within, again and again on the same server. Each turn begins with all tables at once, which
is not measured, and ends with all matches. Printed: how many moves and tables there were, how long moves took, how long
the loop was held, in all and by each step of the event itself, how long people waited for an opponent, and whether
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
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import uvloop

from recif.events import entries as of
from recif.match import clock, provable
from recif.server.app import Server
from recif.server.events.leading import MANY
from recif.server.events.open_event import decode_entry
from recif.server.limits import Limits
from recif.server.messages import wire
from recif.server.messages.bodies import events as bodies
from recif.server.messages.shapes import Pace
from recif.server.people.accounts import new_id
from recif.server.settings import Settings
from recif.server.store.durability import durable
from recif.server.store.entries import Chair
from recif.server.store.rows import PersonRow
from recif.server.tables.creation import fresh_row, with_luck

MUCH = (1e9, 1e9)
FREE = Limits(
    messages=MUCH, address_messages=MUCH, person_work=MUCH, address_work=MUCH, address_tables=MUCH, tables=10**9
)
PACE = Pace("increment", 180_000, 0)
THINKS = (2.0, 6.0)  # seconds for a move
MOVES = (2, 8)  # of each, after which somebody gives up
START = 10  # seconds of each turn that are not measured: all its tables begin at once
PROBE = 0.001
JOINING = 90  # seconds, at most
HELD_MS = 5.0  # that pairing may hold the loop
SHARES = (("median", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("most", 1.0))
DEARER = 1.5  # times as long as without an event a move may take, at p99


class Player:
    """A connection that plays wherever it has a seat, and says so when it has none any more."""

    is_bot = is_away = is_done = False
    is_late = False  # everybody comes to an end

    def __init__(self, server: Server, person: str, chance: random.Random, took: list[float]) -> None:
        self.person = person
        self.when_free: Callable[[str], None] = lambda person: None
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
            self.come(told.table)
        elif isinstance(told, wire.Table | wire.Changed) and told.now.result:
            self.when_free(self.person)
        elif isinstance(told, wire.Table | wire.Changed) and told.now.moves:
            self._soon(self._chance.uniform(*THINKS), lambda: self._decide(told.table, told.now))

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(f"{self.person}: {code} {reason}")

    def come(self, table: str) -> None:
        self._soon(0.2, lambda: self.say(wire.Follow(table, detail="texts")))

    def say(self, message: Any) -> None:
        if not self.is_done:
            self._server.dispatcher.on_message(self, wire.encode(message))

    def _soon(self, seconds: float, then: Any) -> None:
        asyncio.get_running_loop().call_later(min(seconds, 0.5) if self.is_late else seconds, then)

    def _decide(self, table: str, now: Any) -> None:
        ((seat, moves),) = now.moves.items()
        count = self._moves[table] = self._moves.get(table, 0) + 1
        id = f"{table}{count}"
        self._asked[id] = time.perf_counter()
        if count > (MOVES[0] if self.is_late else self._chance.uniform(*MOVES)):
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


class Measured:
    """What was measured in all turns of one kind."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.probe = Probe()
        self.tables = 0

    async def measure(self, took: list[float], tables: Callable[[], int], seconds: float) -> None:
        await asyncio.sleep(START)
        took.clear()
        before, probing = tables(), asyncio.create_task(self.probe.run())
        await asyncio.sleep(seconds)
        probing.cancel()
        self.moves += took
        self.tables += tables() - before


class Beside:
    """Tables of nobody's event: whoever is free waits until many do, and sits down with any of them."""

    def __init__(self, server: Server, players: dict[str, Player], chance: random.Random) -> None:
        self._server, self._players, self._chance = server, players, chance
        self._free: set[str] = set()
        self.tables = 0

    async def turn(self, measured: Measured, took: list[float], seconds: float) -> None:
        self._free = {*self._players}
        for player in self._players.values():
            player.when_free = self._free.add
        pairing = asyncio.create_task(self._pair())
        await measured.measure(took, lambda: self.tables, seconds)
        if pairing.done():
            pairing.result()  # it has failed
        pairing.cancel()
        await come_to_an_end(self._server)
        for player in self._players.values():
            player.when_free = lambda person: None

    async def _pair(self) -> None:
        """Once a second, as an event is looked at."""
        while True:
            if len(self._free) >= MANY:
                people = self._chance.sample(sorted(self._free), len(self._free) // 2 * 2)
                self._free -= {*people}
                for pair in zip(people[::2], people[1::2], strict=True):
                    await self._seat(pair)
                    await asyncio.sleep(0)
            await asyncio.sleep(1)

    async def _seat(self, pair: tuple[str, str]) -> None:
        """As a board of an event gets its table."""
        registry, table = self._server.registry, new_id()
        chairs = [Chair("person", person) for person in pair]
        game = registry.games["xok"]
        row = fresh_row(game, game.check_options({}), chairs, pair[0], self._server.now())
        row = with_luck(row, provable.commit(table))
        row.pace = clock.Pace(PACE.kind, PACE.start, PACE.bonus)
        await durable(registry.store, lambda then: registry.committing.start(row, lambda _: then()))
        self.tables += 1
        for person in pair:
            self._players[person].come(table)


class Arena:
    """The event, which a director lets stand still between its turns."""

    def __init__(self, server: Server, event: str) -> None:
        self._server, self._event = server, event
        self._leading, self._steps = server.dispatcher.leading, Steps()
        self._pairing = Steps()
        self.pairing_held: list[float] = []
        self.steps_held: list[float] = []
        leading, events = server.dispatcher.leading, server.dispatcher.events
        leading.pair = self._pairing.of(leading.pair)  # type: ignore[method-assign]
        for name in ("_look_around", "_note"):
            setattr(leading, name, self._steps.of(getattr(leading, name)))
        events.when_changed = self._steps.of(events.when_changed)

    async def turn(self, measured: Measured, took: list[float], seconds: float) -> None:
        for steps in (self._pairing, self._steps):
            steps.held.clear()
        found = await self.opened()
        await self._does(bodies.HoldEvent(False, "Their turn") if found.live.rounds else bodies.PairRound())
        await measured.measure(took, lambda: sum(len(one.boards) for one in found.live.rounds), seconds)
        self.pairing_held += self._pairing.held
        self.steps_held += self._steps.held
        await self._does(bodies.HoldEvent(True, "The others' turn"))
        await come_to_an_end(self._server)

    async def opened(self) -> Any:
        return await self._server.dispatcher.events.opened(self._event)

    async def _does(self, act: Any) -> None:
        owner = await self._server.registry.people.known((await self.opened()).row.owner)
        await self._leading.act(self._event, owner, act)


async def come_to_an_end(server: Server) -> None:
    Player.is_late = True
    while any(audience.live.is_playing for audience in server.registry.audiences.values()):
        await asyncio.sleep(0.5)
    Player.is_late = False


async def main(people: int, turns: int, seconds: float) -> None:
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
        arena = Arena(server, await joined(server, players, began + JOINING))
        beside, without, within = Beside(server, players, chance), Measured(), Measured()
        for _ in range(turns):
            await beside.turn(without, took, seconds)
            await arena.turn(within, took, seconds)
        told(without, within, arena, await arena.opened())
        logging.disable(logging.CRITICAL)  # what is under way finds no database
        Player.is_done, server.dispatcher.leading.tick = True, lambda: None  # type: ignore[method-assign]
        loads = " to ".join(f"{one:.1f}" for one in (load[0], os.getloadavg()[0]))
        cores, whole = os.cpu_count(), time.monotonic() - began
        print(f"\n{people} people, {whole:.0f} s in all; load of the machine {loads} on {cores} cores")
        await asyncio.sleep(1)  # what is under way comes to its end
        await server.close()


async def joined(server: Server, players: dict[str, Player], until: float) -> str:
    """An arena that everybody has joined, or as many as there was time for."""
    events = server.dispatcher.events
    plan = bodies.EventPlan(name="Arena", form="arena", games=[bodies.EventGame("xok")], pace=PACE, minutes=60)
    event = (await events.make(await server.registry.people.known(next(iter(players))), plan)).id
    for number, name in enumerate(players):
        if time.monotonic() > until:
            print(f"only {number} people have joined in {JOINING} s: this machine is busy")
            break
        await events.act(event, await server.registry.people.known(name), bodies.JoinEvent())
    await events.beside.add_up(await events.opened(event))  # its process is there when the evening begins
    return event


def waits(event: Any) -> list[float]:
    """From the end of a board to the pairing of the next, in seconds, where the event went on meanwhile."""
    ended: dict[str, int] = {}
    found: list[float] = []
    boards: dict[tuple[int, int], tuple[str, ...]] = {}
    is_held = False
    for entry in map(decode_entry, event.bodies):
        if isinstance(entry, of.EventHeld):
            is_held = entry.on
            ended.clear()
        elif isinstance(entry, of.RoundPaired):
            for number, people in enumerate(entry.boards, 1):
                boards[entry.round, number] = people
                found += [(entry.at - ended.pop(one)) / 1000 for one in people if one in ended]
        elif isinstance(entry, of.BoardFinished) and not is_held:
            ended |= dict.fromkeys(boards[entry.round, entry.board], entry.at)
    return found


def repeats(event: Any) -> int:
    """How often somebody met the same person twice in a row."""
    met = {name: [{*board.people} - {name} for board in boards] for name, boards in event.live.boards_of.items()}
    return sum(one == two for rivals in met.values() for one, two in pairwise(rivals))


def told(without: Measured, within: Measured, arena: Arena, event: Any) -> None:
    print("| | without an event | in the arena |\n|---|---|---|")
    both = (without, within)
    print("| tables that began | " + " | ".join(str(one.tables) for one in both) + " |")
    print("| moves | " + " | ".join(str(len(one.moves)) for one in both) + " |")
    for what, of_one in (
        ("a move", [one.moves for one in both]),
        ("loop late", [one.probe.late for one in both]),
        ("loop held, by its processor time", [one.probe.used for one in both]),
    ):
        for title, share in SHARES:
            figures = " | ".join(f"{at(one, share) * 1000:.1f}" for one in of_one)
            print(f"| {what}, {title} (ms) | {figures} |")
    for what, held in (("a step of pairing", arena.pairing_held), ("any step of the event", arena.steps_held)):
        for title, share in SHARES:
            print(f"| {what}, by its processor time, {title} (ms) | | {at(held, share) * 1000:.1f} |")
    dearer = at(within.moves, 0.99) / max(at(without.moves, 0.99), 1e-9)
    longest, waited, twice = max(arena.pairing_held, default=0.0) * 1000, waits(event), repeats(event)
    print(f"\npairing holds the loop {longest:.1f} ms at most: {held_to(longest <= HELD_MS)} ({HELD_MS:g} ms)")
    print(f"p99 of moves is {dearer:.2f} times that without: {held_to(dearer <= DEARER)} ({DEARER:g} times)")
    boards = sum(1 for _ in event.live.boards)
    print(f"{boards} boards in {len(event.live.rounds)} waves; twice in a row: {twice}: {held_to(not twice)}")
    if waited:
        print(f"waits for an opponent: median {statistics.median(waited):.1f} s, p95 {at(waited, 0.95):.1f} s, ")
        print(f"longest {max(waited):.1f} s of {len(waited)}")


def held_to(is_so: bool) -> str:
    return "as it should" if is_so else "NOT as it should"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=2, help="without and within")
    parser.add_argument("--seconds", type=float, default=25, help="that are measured of each")
    args = parser.parse_args()
    uvloop.run(main(args.people, args.turns, args.seconds))
