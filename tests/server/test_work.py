"""Whatever somebody asks, the loop does little at a time for them: every page and message with the largest it accepts.

Work is counted (calls and steps of SQLite, tests/server/work.py), never timed. A page or message that is new has no
entry in tests/server/largest.py, and fails here.
"""

import asyncio
from pathlib import Path
from typing import Any, get_args

import aiohttp
import pytest

from recif.match.record import record, to_json
from recif.server.messages import wire
from tests.server.largest import LARGEST, LEAVES, SAID, World, furnished, gathered_club, kept_table, long_match
from tests.server.live import Visitor, visiting
from tests.server.test_people import PASSWORD
from tests.server.work import LONGEST, STEPS, Counted, Done, counted

pytestmark = pytest.mark.one_database("sqlite")
Figures = dict[str, Done]


def test_no_page_and_no_message_makes_the_loop_do_much_at_a_time(tmp_path: Path) -> None:
    figures: Figures = {}

    async def story(here: Counted) -> None:
        async with visiting(here.server, "Ana") as ana:
            await look_once(here, ana)
            world = await furnished(here, ana)
            await walk_messages(world, figures)
            await walk_pages(world, figures)

    with counted(tmp_path) as here:
        asyncio.run(story(here))
    too_long = {what: done for what, done in figures.items() if done.longest > LONGEST}
    assert not too_long


def test_a_club_of_a_thousand_costs_the_lobby_nothing(tmp_path: Path) -> None:
    least: list[int] = []

    async def change(here: Counted) -> None:
        here.server.registry.lobby.changed()

    async def lobby(here: Counted, ana: Visitor) -> None:
        """A fresh list each time; the least of several, since the loop has its own work once a second."""
        totals = []
        for _ in range(8):
            await here.on_loop(change(here))
            here.counter.reset()
            assert await asked(ana, "GET", "/api/tables", None) == 200
            totals.append(here.counter.done.total)
        least.append(min(totals))

    async def story(here: Counted) -> None:
        async with visiting(here.server, "Ana") as ana:
            await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
            me = (await ana.call("GET", "/api/me"))["person"]["id"]
            await ana.table("xok", "me", "open", public=True)
            await lobby(here, ana)
            await here.on_loop(gathered_club(here, me))
            await lobby(here, ana)

    with counted(tmp_path) as here:
        asyncio.run(story(here))
    before, after = least
    assert after <= before + 2 * STEPS  # steps of SQLite are counted by the hundred


async def walk_pages(world: World, figures: Figures) -> None:
    router = world.here.server._runner.app.router
    found = [(route.method, route.resource) for route in router.routes() if route.method != "HEAD"]
    routes = {(method, resource.canonical) for method, resource in found if resource}
    known = {(method, path.replace("{path:.*}", "{path}")) for method, path in LARGEST}
    assert routes == known, "a page without an entry, or an entry without a page"
    for (method, path), largest in LARGEST.items():
        for where, body in largest(world):
            world.here.counter.reset()
            status = await asked(world.ana, method, where, body)
            assert status < 500, (method, where)
            note(figures, f"{method} {path}", world.here.counter.done)
        if (method, path) in LEAVES[:2]:
            await world.ana.call("POST", "/api/session", {"name": "Ana", "password": PASSWORD})


async def asked(visitor: Visitor, method: str, where: str, body: Any) -> int:
    told: dict[str, Any] = {"data": body} if isinstance(body, str) else {"json": body}
    headers = {"Origin": visitor.origin}
    async with visitor.session.request(method, visitor.origin + where, headers=headers, **told) as answer:
        async for _ in answer.content.iter_any():
            pass
        return answer.status


async def walk_messages(world: World, figures: Figures) -> None:
    assert set(get_args(wire.FromClient)) == set(SAID), "a message without an entry, or an entry without a message"
    async with world.ana.connect() as socket:
        await settled(socket)
        for kind, said in SAID.items():
            for message in said(world):
                world.here.counter.reset()
                await socket.send_str(wire.encode(message).decode())
                await settled(socket)
                note(figures, kind.__name__, world.here.counter.done)
                if kind is wire.Leave:
                    await socket.send_str(wire.encode(wire.Follow(world.running)).decode())
                    await settled(socket)


async def look_once(here: Counted, ana: Visitor) -> None:
    """Machine code is loaded when a server starts, and the moves of a start are written out once for all tables."""
    await ana.call("POST", "/api/records", data=to_json(record(long_match())))
    over = await here.on_loop(kept_table(here.server, "ana", long_match()))
    async with ana.connect() as socket:
        for table in (*[await ana.table(game, "me", "me") for game in ("xok", "kroc")], over):
            await socket.send_str(wire.encode(wire.Follow(table)).decode())
            await settled(socket)


async def settled(socket: aiohttp.ClientWebSocketResponse) -> None:
    """All that was said before is handled: a ping comes back."""
    await socket.send_str('{"type":"ping","t":77}')
    while True:
        told = wire.decode_server((await socket.receive(60)).data)
        if isinstance(told, wire.Pong) and told.t == 77:
            return


def note(figures: Figures, what: str, done: Done) -> None:
    figures[what] = max(figures.get(what, Done()), done, key=lambda one: one.longest)
