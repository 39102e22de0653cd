"""A server that opens before its games are compiled: people look around, play each other, then machines play too."""

import asyncio
import os
import sys
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest

from recif.games import GAMES
from recif.games.core.contract import Game
from recif.server.api.examples import DRAWN, drawn_page
from recif.server.app import Server
from recif.server.messages import wire
from recif.server.readiness import Readiness, Stage
from tests.patience import until
from tests.server.live import Line, live, visiting

pytestmark = pytest.mark.one_database("sqlite")


class Compiler:
    """Compiles nothing (it has been done), but only when it is told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._events: dict[tuple[str, Stage], asyncio.Event] = defaultdict(asyncio.Event)

    def finish(self, game: str, *stages: Stage) -> None:
        for stage in stages:
            self._events[game, stage].set()

    async def __call__(self, game: Game, began: Callable[[int], None]) -> AsyncGenerator[Stage]:
        self.begun.append(game.id)
        stages: tuple[Stage, ...] = ("rules", "feel", "ready")
        for stage in stages:
            await self._events[game.id, stage].wait()
            yield stage


def cold(server: Server) -> Compiler:
    compiler = Compiler()
    server.registry.readiness.compiling = compiler
    server.start_warming()
    return compiler


@live
async def test_a_table_waits_for_its_rules_and_a_machine_for_its_mind(server: Server) -> None:
    compiler = cold(server)
    async with visiting(server) as visitor:
        await visitor.named("Zoé")
        assert len(await visitor.call("GET", "/api/games")) == len(GAMES)
        making = asyncio.create_task(visitor.table("xok", "me", "machine"))
        await until(lambda: "xok" in compiler.begun)
        told = await visitor.call("GET", "/api/games/xok/readiness")
        assert told["stage"] == "cold"
        assert told["seconds"] > 0
        assert not making.done()
        compiler.finish("xok", "rules")
        table = await making
        assert (await visitor.call("GET", "/api/games/xok/readiness"))["stage"] == "rules"
        async with visitor.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table))
            await line.next(wire.Table)
            assert isinstance(await line.play(table, 0, "e5e6"), wire.Ack)
            await line.next(wire.Changed)
            assert server.registry.machines.queued + server.registry.machines.busy == 0
            compiler.finish("xok", "feel", "ready")
            assert (await line.next(wire.Changed)).now.events == 2


@live
async def test_the_gentlest_machine_plays_before_the_search_is_compiled(server: Server) -> None:
    compiler = cold(server)
    compiler.finish("xok", "rules")
    async with visiting(server) as visitor:
        await visitor.named("Zoé")
        seats = [{"kind": "me"}, {"kind": "machine", "level": 1}]
        table = (await visitor.call("POST", "/api/tables", {"game": "xok", "seats": seats}))["table"]
        async with visitor.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table))
            await line.next(wire.Table)
            await line.play(table, 0, "e5e6")
            await line.next(wire.Changed)
            assert (await visitor.call("GET", "/api/games/xok/readiness"))["levels"] == []
            compiler.finish("xok", "feel")
            assert (await line.next(wire.Changed)).now.events == 2
        told = await visitor.call("GET", "/api/games/xok/readiness")
        assert (told["stage"], told["levels"]) == ("feel", [1])


@live
async def test_two_people_play_before_the_machines_can(server: Server) -> None:
    compiler = cold(server)
    compiler.finish("urchins", "rules")
    async with visiting(server) as host, visiting(server) as guest:
        await host.named("Zoé")
        await guest.named("Yann")
        table = await host.table("urchins", "me", "open")
        async with guest.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table))
            await line.next(wire.Table)
            await line.send(wire.Sit(table, "sits", 1))
            assert isinstance(await line.next(wire.Ack), wire.Ack)
        info = await host.call("GET", f"/api/tables/{table}")
        assert info["status"] == "playing"
        assert server.registry.readiness.stage("urchins") == "rules"


@live
async def test_a_table_on_disk_waits_for_its_rules_and_nothing_that_is_asked_gets_lost(server: Server) -> None:
    async with visiting(server) as visitor:
        await visitor.named("Zoé")
        table = await visitor.table("xok", "me", "me")
        server.registry.audiences.clear()
        compiler = cold(server)
        async with visitor.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table))
            await line.send(wire.Play(table, "first", 0, "e5e6"))
            await line.send(wire.Ping(7))
            await line.next(wire.Pong)  # the rest goes on meanwhile
            assert table not in server.registry.audiences
            compiler.finish("xok", "rules")
            await line.next(wire.Table)
            assert (await line.next(wire.Ack)).id == "first"


@live
async def test_the_rules_are_read_before_they_are_compiled_and_say_the_same(server: Server) -> None:
    DRAWN.clear()
    cold(server)
    async with visiting(server) as visitor:
        apart = await visitor.call("GET", "/api/games/xok/rules?language=fr")
        assert server.registry.readiness.stage("xok") == "cold"
        server.registry.readiness.stop()
        DRAWN.clear()
        server.registry.readiness = Readiness(GAMES)
        assert await visitor.call("GET", "/api/games/xok/rules?language=fr") == apart
        assert drawn_page(GAMES["xok"], "fr").examples


@live
async def test_the_game_that_somebody_asks_for_comes_before_all_others(server: Server) -> None:
    compiler = cold(server)
    last = list(GAMES)[-1]
    async with visiting(server) as visitor:
        await until(lambda: len(compiler.begun) == min(os.cpu_count() or 1, len(GAMES)))
        await visitor.call("GET", f"/api/games/{last}/readiness")
        await until(lambda: last in compiler.begun)
        compiler.finish(last, "rules", "feel", "ready")
        await until(lambda: server.registry.readiness.stage(last) == "ready")
        assert (await visitor.call("GET", "/health"))["status"] == "warming"
        for game in GAMES:
            compiler.finish(game, "rules", "feel", "ready")
        await until(lambda: server.status == "ok")
        assert sorted(compiler.begun) == sorted(GAMES)


async def _stages_of(game: str, cache: Path) -> list[str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "recif.mind.warmup", "--stages", game),
        env={**os.environ, "RECIF_CACHE": str(cache)},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    told = [(await process.stdout.readline()).decode().strip()]
    marks = [path.name for path in cache.glob("ready-*")]
    process.kill()
    await process.wait()
    return [*told, *marks]


def test_a_process_of_its_own_compiles_and_tells_when_the_rules_are_on_disk(tmp_path: Path) -> None:
    told, mark = asyncio.run(_stages_of("crocodiles", tmp_path))
    assert told == "rules"
    assert mark.startswith("ready-crocodiles-rules-")
