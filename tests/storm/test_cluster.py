"""Three servers, one PostgreSQL, and trouble: the short part. `make storm` goes on for longer."""

import asyncio
import signal
import time

from recif.server.messages import wire
from tests.server.live import Line, Visitor
from tests.storm import cluster
from tests.storm.players import Person


def test_nothing_acknowledged_is_lost_whatever_happens_to_servers_and_their_database() -> None:
    told = asyncio.run(cluster.run(["killed", "stopped", "cut", "restarted", "slow"]))
    print(told)
    assert "0 lost" in told


def test_a_restart_of_the_database_costs_nobody_time() -> None:
    async def story() -> tuple[int, float, float]:
        async with cluster.club(2) as made:
            await made.meet(1)
            ana, theo = made.people
            pace = {"kind": "increment", "start": 600_000, "bonus": 0}
            table = await ana.make("xok", pace=pace)
            for person in (ana, theo):  # they sit, and look, each at a server
                await watch(person, table, [ana, theo].index(person))
            began, before = time.monotonic(), await left(ana, table)
            await asyncio.to_thread(made.primary.stop, signal.SIGQUIT)
            stopped = time.monotonic()
            await asyncio.sleep(4)
            away = time.monotonic() - stopped
            await asyncio.to_thread(made.primary.start)
            await asyncio.sleep(2)
            after = await left(ana, table)
            return before - after, time.monotonic() - began, away

    charged, passed, away = asyncio.run(story())
    assert charged <= (passed - away) * 1000 + 50  # a rounding, and two clocks of one machine


async def watch(person: Person, table: str, seat: int) -> None:
    """Sit down, if that is still to be done."""

    async def sit(visitor: Visitor) -> None:
        async with visitor.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table))
            if seat not in (await line.next(wire.Table)).mine:
                await line.send(wire.Sit(table, "sit", seat))
                await line.next(wire.Ack)

    await person.visit(sit)


async def left(person: Person, table: str) -> int:
    async def look(visitor: Visitor) -> int:
        async with visitor.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table))
            return int((await line.next(wire.Table)).now.clocks.left[0])

    return int(await person.visit(look))


def test_a_synchronous_standby_takes_over_and_has_everything() -> None:
    told = asyncio.run(cluster.run(["promoted"], pairs=3, standby="synchronous"))
    print(told)
    assert "1 × promoted" in told


def test_a_standby_that_nobody_waits_for_is_seen_to_lose_something() -> None:
    assert "the check saw it" in asyncio.run(cluster.asynchronous())
