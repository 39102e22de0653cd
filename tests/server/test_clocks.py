"""Clocks at a table: flags fall at one instant, and a restart costs nobody time."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import uvloop

from recif.server.messages import wire
from recif.server.messages.shapes import Pace
from recif.server.store.sqlite import Batch, SqliteStore
from recif.server.store.units import Unit
from tests.server.hall import ME, OPEN, Hall
from tests.server.live import Line, Wire, let_pass, ring, serving, sqlite_of, stand_still, visiting

MINUTE = 60_000
BLITZ = Pace("increment", MINUTE, 2_000)


def test_running_out_loses(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok", BLITZ)
    hall.run(MINUTE - 1)
    assert audience.live.is_playing
    hall.run(1)
    result = ana.last(wire.Changed).now.result
    assert (result.winners, result.reason, result.seat) == ([1], "time", 0)


def test_a_move_at_the_instant_of_the_flag_is_too_late(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok", BLITZ)
    hall.world.now += MINUTE  # the move arrives before the server's own alarm
    assert ana.play(audience, 0, "e5e6").code == "game-over"
    assert audience.live.row.reason == "time"


def test_a_move_one_millisecond_before_the_flag_counts(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok", BLITZ)
    hall.world.now += MINUTE - 1
    assert isinstance(ana.play(audience, 0, "e5e6"), wire.Ack)
    assert ana.last(wire.Changed).now.clocks.left == [2_001, MINUTE]


def test_running_out_hands_the_seat_to_a_machine_where_the_table_says_so(hall: Hall) -> None:
    audience, _, _ = hall.pair("xok", BLITZ, flag="machine")
    hall.run(MINUTE)
    assert audience.live.is_playing
    assert audience.live.chairs[0].kind == "machine"
    assert [event.seat for event in audience.live.match.log] == [0]


def test_a_restart_costs_nobody_time(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok", BLITZ)
    ana.play(audience, 0, "e5e6")
    hall.run(10_000)
    hall.tick()  # the last sign of life
    hall = hall.again(down_ms=24 * 60 * MINUTE)
    theo = hall.person("theo")
    table = theo.follow(audience)
    assert table.now.clocks.left == [MINUTE + 2_000, MINUTE - 10_000]
    assert table.now.clocks.running == [1]
    hall.run(MINUTE - 10_000)
    assert theo.last(wire.Changed).now.result.reason == "time"


def test_the_flag_falls_after_a_restart_also_if_nobody_looks(hall: Hall) -> None:
    audience, _, _ = hall.pair("xok", Pace("days", 24 * 60 * MINUTE))
    hall.tick()
    hall = hall.again(down_ms=1000)
    hall.run(24 * 60 * MINUTE)
    row = hall.wait(hall.store.table(audience.live.row.id))
    assert row is not None
    assert (row.status, row.reason) == ("over", "time")


def test_only_people_who_must_decide_lose_time(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "shells", ME, OPEN, pace=BLITZ)
    ana.follow(audience)
    hall.run(5_000)
    theo = hall.person("theo")
    theo.says(wire.Sit(audience.live.row.id, "s", 1))
    hall.run(5_000)
    ana.play(audience, 0, "1")
    hall.run(5_000)
    theo.play(audience, 1, "1")
    assert ana.last(wire.Changed).now.clocks.left == [MINUTE - 5_000 + 2_000, MINUTE - 10_000 + 2_000]


@pytest.mark.parametrize("extra", ['"time": -1', '"at": -99999999', '"left": 1e300', '"at": 99999999999'])
def test_no_time_told_by_a_client_is_believed(hall: Hall, extra: str) -> None:
    audience, ana, _ = hall.pair("xok", BLITZ)
    hall.run(20_000)
    table = audience.live.row.id
    ana.says(f'{{"type": "play", "table": "{table}", "id": "c", "seat": 0, "move": "e5e6", {extra}}}')
    assert audience.live.clock.left_at(0, hall.world.now) <= MINUTE - 20_000 + 2_000


def test_time_going_backwards_gives_nobody_time(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok", BLITZ)
    hall.world.now += 10_000
    ana.play(audience, 0, "e5e6")
    hall.world.now -= 3_600_000
    theo.play(audience, 1, "a1b1")
    assert audience.live.clock.left_at(1, hall.world.now) <= MINUTE + 2_000


@pytest.mark.one_database("sqlite")
def test_a_move_that_comes_while_the_disk_is_slow_is_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, visiting(server, "Ana") as ana:
            table = await ana.table("xok", "me", "me", pace={"kind": "increment", "start": MINUTE, "bonus": 0})
            line = await Wire.open(ana)
            commit = sqlite_of(server)._commit

            def slow(batches: list[Batch]) -> None:
                monkeypatch.undo()
                line.write_at_once(wire.encode(wire.Play(table, "m", 0, "e5e6")))
                stand_still(server, table, 2 * MINUTE)
                commit(batches)

            monkeypatch.setattr(sqlite_of(server), "_commit", slow)
            server.store.keep("name", "value", lambda: None)
            await line.receive()  # the welcome
            answer = wire.decode_server(await line.receive())
            assert (type(answer), answer.id) == (wire.Ack, "m")
            line.close()

    uvloop.run(story())


def test_a_move_without_a_socket_counts_from_when_it_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, visiting(server, "Ana") as ana:
            table = await ana.table("xok", "me", "me", pace={"kind": "increment", "start": MINUTE, "bonus": 0})
            live = (await server.registry.audience(table)).live

            async def late(game: str, stage: str) -> None:
                monkeypatch.undo()
                let_pass(server, 2 * MINUTE)
                await ring(server, table)

            monkeypatch.setattr(server.registry.readiness, "reached", late)
            await ana.call("POST", f"/api/tables/{table}/moves", {"id": "m", "seat": 0, "move": "e5e6"})
            assert [event.text for event in live.match.log] == ["e5e6"]
            assert live.is_playing

    uvloop.run(story())


def slowly(hall: Hall, then: Callable[[], object], ms: int) -> None:
    """Do something while the disk takes so long."""
    (slow_database if hall.is_shared else slow_disk)(hall, then, ms)


def slow_disk(hall: Hall, then: Callable[[], object], ms: int) -> None:
    soon: list[Callable[[], None]] = []
    hall.store._soon = soon.append
    then()
    hall.run(ms)
    hall.store._soon = None
    for commit in soon:
        commit()


def slow_database(hall: Hall, then: Callable[[], object], ms: int) -> None:
    answers, real = asyncio.Event(), hall.store._committed

    async def committed(units: list[Unit]) -> Any:
        await answers.wait()
        return await real(units)

    hall.store._committed, hall.is_patient = committed, False
    then()
    hall.run(ms)
    answers.set()
    hall.store._committed, hall.is_patient = real, True
    hall.run()


def test_a_slow_disk_costs_the_opponent_nothing(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok", BLITZ)
    hall.run(10_000)
    slowly(hall, lambda: ana.says(wire.Play(audience.live.row.id, "m", 0, "e5e6")), 1_000)
    assert theo.last(wire.Changed).now.clocks.left == [MINUTE - 10_000 + 2_000, MINUTE]
    assert theo.follow(audience).now.clocks.left == [MINUTE - 10_000 + 2_000, MINUTE]
    hall.run(5_000)
    theo.play(audience, 1, "a1b1")
    left = [MINUTE - 10_000 + 2_000, MINUTE - 5_000 + 2_000]
    assert audience.live.clock.left == left
    hall.tick()
    assert hall.again(down_ms=9_000).person("ana").follow(audience).now.clocks.left == left


def test_no_flag_falls_while_the_disk_is_slow(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok", BLITZ)
    slowly(hall, lambda: ana.says(wire.Play(audience.live.row.id, "m", 0, "e5e6")), 2 * MINUTE)
    assert audience.live.is_playing
    hall.run(MINUTE - 1)
    assert audience.live.is_playing
    hall.run(1)
    assert audience.live.row.reason == "time"


def test_a_slow_disk_costs_who_goes_on_nothing(hall: Hall) -> None:
    """A turn in steps: the next step can be thought about when the one before is shown."""
    audience, ana, _ = hall.pair("urchins", BLITZ)
    live = audience.live
    while live.waiting == (0,):
        move = next(iter(live.match.position.moves(0)))
        slowly(hall, lambda move=move: ana.says(wire.Play(live.row.id, move, 0, move)), 1_000)  # type: ignore[misc]
    assert len([event for event in live.match.log if event.seat == 0]) > 1
    assert live.clock.left == [MINUTE + 2_000, MINUTE]


def test_who_still_chooses_thinks_on_while_another_choice_is_written(hall: Hall) -> None:
    """Nothing new is to be heard: the choice is not shown before all are in."""
    audience, ana, _ = hall.pair("shells", BLITZ)
    hall.run(5_000)
    slowly(hall, lambda: ana.says(wire.Play(audience.live.row.id, "m", 0, "1")), 1_000)
    assert [audience.live.clock.left_at(seat, hall.world.now) for seat in (0, 1)] == [MINUTE - 3_000, MINUTE - 6_000]


@pytest.mark.one_database("sqlite")
def test_a_server_whose_clock_is_behind_the_last_one_s_goes_on_from_there(tmp_path: Path) -> None:
    """Otherwise everything kept would be in the future, and clocks would stand until then."""
    ahead = time.time_ns() // 1_000_000 + 365 * 24 * 60 * MINUTE
    store = SqliteStore(tmp_path / "live.db")
    store.keep("alive", str(ahead), lambda: None)
    store.close()

    async def story() -> None:
        async with serving(tmp_path) as server:
            assert ahead <= server.registry.outside.now() < ahead + 60 * MINUTE

    uvloop.run(story())


def test_a_table_put_away_while_the_clock_runs_counts_the_same_when_it_is_back(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok", BLITZ)
    slowly(hall, lambda: ana.says(wire.Play(audience.live.row.id, "m", 0, "e5e6")), 1_000)
    hall.run(5_000)
    hall.do(lambda: hall.registry.memory.put_away(audience.live.row.id))
    assert theo.follow(audience).now.clocks.left == [MINUTE + 2_000, MINUTE - 5_000]


@pytest.mark.parametrize("hours", [1, -1])
def test_a_wall_clock_that_is_set_anew_moves_no_game_clock(
    hours: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, visiting(server, "Ana") as ana:
            before, right = server.registry.outside.now(), time.time_ns
            table = await ana.table("xok", "me", "me", pace={"kind": "increment", "start": 10 * MINUTE, "bonus": 0})
            clock = (await server.registry.audience(table)).live.clock
            monkeypatch.setattr(time, "time_ns", lambda: right() + hours * 3_600_000_000_000)
            server.registry.tick()
            async with ana.connect() as socket:
                line = Line(socket)
                assert isinstance(await line.play(table, 0, "e5e6"), wire.Ack)
            passed = server.registry.outside.now() - before
            assert 0 <= 10 * MINUTE - clock.left[0] <= passed < 60 * MINUTE

    uvloop.run(story())
