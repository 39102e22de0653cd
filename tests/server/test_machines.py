"""Machines think in threads: in turn, without stalling anybody, and only from what their seat may know."""

import os
import threading
import time
from collections.abc import Callable

import pytest

from recif.server.app import Server
from recif.server.machines.pool import Machines, Urgency
from recif.server.messages import wire
from tests.server.live import Line, live, visiting


def test_whoever_asks_much_waits_for_whoever_asks_little() -> None:
    order: list[str | None] = []
    gate, done = threading.Event(), threading.Event()

    def post(then: Callable[[], None]) -> None:
        then()
        if len(order) == 5:
            done.set()

    machines = Machines(post, 1)
    machines.submit("first", lambda: gate.wait(120), lambda _: None)
    for number in range(3):
        machines.submit("greedy", lambda number=number: f"greedy {number}", order.append)  # type: ignore[misc]
    machines.submit("modest", lambda: "modest", order.append)
    machines.submit("shy", lambda: "shy", order.append)
    gate.set()
    assert done.wait(120)
    machines.close()
    assert order == ["greedy 0", "modest", "shy", "greedy 1", "greedy 2"]


def test_whoever_plays_comes_before_whoever_asks_and_that_before_shows() -> None:
    order: list[str | None] = []
    gate, done = threading.Event(), threading.Event()

    def post(then: Callable[[], None]) -> None:
        then()
        if len(order) == 6:
            done.set()

    machines = Machines(post, 1)
    machines.submit("first", lambda: gate.wait(120), lambda _: None)
    for urgency in (Urgency.SHOW, Urgency.ASKED, Urgency.PLAY):
        for key in ("a", "b"):
            name = f"{urgency.name} {key}"
            machines.submit(key, lambda name=name: name, order.append, urgency)  # type: ignore[misc]
    gate.set()
    assert done.wait(120)
    machines.close()
    assert order == ["PLAY a", "PLAY b", "ASKED a", "ASKED b", "SHOW a", "SHOW b"]


def test_a_thread_is_kept_for_those_who_play() -> None:
    gate, done = threading.Event(), threading.Event()
    machines = Machines(lambda then: then(), 1, reserved=1)
    for number in range(4):
        machines.submit(f"eve {number}", lambda: gate.wait(120), lambda _: None, Urgency.ASKED)
    machines.submit("ana", done.set, lambda _: None)
    assert done.wait(120)  # though four long questions came first
    gate.set()
    machines.close()


def test_a_machine_that_fails_says_nothing_and_the_next_job_runs(caplog: pytest.LogCaptureFixture) -> None:
    told: list[object] = []
    done = threading.Event()
    machines = Machines(lambda then: then(), 1)
    machines.submit("a", lambda: 1 / 0, told.append)
    machines.submit("b", lambda: 7, told.append)
    machines.submit("c", done.set, lambda _: None)
    assert done.wait(120)
    machines.close()
    assert told == [None, 7]
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="threads have no priorities of their own here")
def test_who_thinks_gives_way_to_who_serves() -> None:
    told: list[int | None] = []
    done = threading.Event()
    machines = Machines(lambda then: then(), 1)
    machines.submit("a", lambda: os.sched_getscheduler(0), told.append)
    machines.submit("a", done.set, lambda _: None)
    assert done.wait(120)
    machines.close()
    assert told == [os.SCHED_IDLE]
    assert os.sched_getscheduler(0) != os.SCHED_IDLE


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="threads have no priorities of their own here")
def test_machines_think_where_priorities_are_forbidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", forbidden)
    told: list[int | None] = []
    done = threading.Event()
    machines = Machines(lambda then: then(), 1)
    machines.submit("a", lambda: 7, told.append)
    machines.submit("a", done.set, lambda _: None)
    assert done.wait(120)
    machines.close()
    assert told == [7]


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="threads have no priorities of their own here")
def test_a_thought_that_does_not_get_the_processor_begins_anew_in_a_thread_that_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("recif.server.machines.pool.PATIENCE", 0.0)
    told: list[str | None] = []
    policies: list[int] = []
    began, gate, done = threading.Event(), threading.Event(), threading.Event()

    def think() -> str:
        policies.append(os.sched_getscheduler(0))
        if len(policies) > 1:
            return "the second"
        began.set()
        gate.wait(120)
        return "the first"

    machines = Machines(lambda then: then(), 1)
    machines.submit("a", think, told.append)
    assert began.wait(120)
    starved = machines._workers[0]
    for _ in range(2000):  # while it waits, its part of the processor's time gets smaller and smaller
        machines.look_after()
        if machines._workers[0] is not starved:
            break
        time.sleep(0.01)
    machines.submit("a", done.set, lambda _: None)
    assert done.wait(120)
    gate.set()
    starved.join(120)
    machines.look_after()  # who thinks like everybody else is left alone
    machines.close()
    assert told == ["the second"]
    assert policies == [os.SCHED_IDLE, os.sched_getscheduler(0)]


@live
async def test_a_machine_plays_and_advises(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        table = await ana.table("xok", "me", "machine")
        async with ana.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table))
            await line.next(wire.Table)
            assert isinstance(await line.play(table, 0, "e5e6"), wire.Ack)
            while (await line.next(wire.Changed, 300)).now.waiting != [0]:
                pass
            await line.send(wire.Ask(table, "h", "hint", 0))
            told = await line.next(wire.Told, 300)
            best = told.hints[0]
            assert all(said.fr and said.en and said.fr != said.en for said in (best.say, best.nudge, best.why))
            assert abs(sum(told.worth) - 1) < 1e-6
            await line.send(wire.Resign(table, "r", 0))
            await line.send(wire.Ask(table, "v", "review"))
            first, last = await line.next(wire.Told, 300), await line.next(wire.Told, 300)
            assert [(one.index, one.seat) for one in first.judged + last.judged] == [(0, 0), (1, 1)]
            assert (first.done, last.done) == (False, True)
