"""Three servers, one PostgreSQL, and trouble: the short part. `make storm` goes on for longer."""

import asyncio
import signal
import time

import pytest

from recif.client import Client
from recif.server.messages import wire
from tests.server.live import Line
from tests.storm import cluster
from tests.storm.audit import check_steps
from tests.storm.found import Exited, WentBack
from tests.storm.players import Memory, Person


def test_nothing_acknowledged_is_lost_whatever_happens_to_servers_and_their_database() -> None:
    found = asyncio.run(cluster.run(["killed", "stopped", "cut", "restarted", "slow"]))
    print(found)
    assert found.acknowledged > 0


def test_restarts_of_the_database_alone_stop_no_server() -> None:
    found = cluster.restarts(3)
    print(found)
    assert found.done == "3 servers: 3 × restarted"


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

    async def sit(visitor: Client) -> None:
        async with visitor.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table))
            if seat not in (await line.next(wire.Table)).mine:
                await line.send(wire.Sit(table, "sit", seat))
                await line.next(wire.Ack)

    await person.visit(sit)


async def left(person: Person, table: str) -> int:
    async def look(visitor: Client) -> int:
        async with visitor.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table))
            return int((await line.next(wire.Table)).now.clocks.left[0])

    return int(await person.visit(look))


def test_a_synchronous_standby_takes_over_and_has_everything() -> None:
    found = asyncio.run(cluster.run(["promoted"], pairs=3, standby="synchronous"))
    print(found)
    assert "1 × promoted" in found.done


def test_a_standby_that_nobody_waits_for_is_seen_to_lose_something() -> None:
    assert "the check saw it" in asyncio.run(cluster.asynchronous()).besides


def test_a_server_that_stops_by_itself_is_seen() -> None:
    async def story() -> None:
        async with cluster.club(1) as made:
            made.nodes[0].signal(signal.SIGTERM)
            while True:
                made.check_nodes()
                await asyncio.sleep(0.01)

    with pytest.raises(Exited, match="exit 0"):
        asyncio.run(story())


def test_a_step_back_is_seen() -> None:
    memory = Memory("k3v9")
    for version in (1, 3, 3, 2, 4):
        memory.see({"version": version, "viewer": 0, "scene": {}})
    with pytest.raises(WentBack, match=r"1 times.*\(3, 2\)"):
        check_steps([memory])
