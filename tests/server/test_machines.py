"""Machines think in turn, without stalling anybody, and only from what their seat may know."""

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import pytest

from recif.server.app import Server
from recif.server.machines.pool import Machines
from recif.server.machines.tasks import Task, Urgency
from recif.server.messages import wire
from tests.patience import until
from tests.server.hall import MACHINE, ME, Hall
from tests.server.live import Line, live, visiting

T = TypeVar("T")


class Here:
    """Thinks in the thread that asks: whose turn it is does not depend on where one thinks."""

    def __init__(self, is_modest: bool) -> None:
        self.is_modest = is_modest

    def think(self, job: Callable[[], T]) -> T:
        return job()

    def forsake(self) -> None: ...
    def kill(self) -> None: ...
    def close(self) -> None: ...
    def cpu(self) -> None: ...


def says(what: T) -> T:
    return what


def submit(
    machines: Machines, key: str, job: Callable[[], Any], then: Callable[[Any], None], urgency: Urgency = Urgency.PLAY
) -> Task[Any]:
    task = Task(key, partial(job), then, urgency)
    machines.submit(task)
    return task


def ignore(_: object) -> None: ...


def test_whoever_asks_much_waits_for_whoever_asks_little() -> None:
    order: list[str | None] = []
    gate, done = threading.Event(), threading.Event()

    def post(then: Callable[[], None]) -> None:
        then()
        if len(order) == 5:
            done.set()

    machines = Machines(post, 1, start=Here)
    submit(machines, "first", partial(gate.wait, 120), ignore)
    for number in range(3):
        submit(machines, "greedy", partial(says, f"greedy {number}"), order.append)
    submit(machines, "modest", partial(says, "modest"), order.append)
    submit(machines, "shy", partial(says, "shy"), order.append)
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

    machines = Machines(post, 1, start=Here)
    submit(machines, "first", partial(gate.wait, 120), ignore)
    for urgency in (Urgency.SHOW, Urgency.ASKED, Urgency.PLAY):
        for key in ("a", "b"):
            submit(machines, key, partial(says, f"{urgency.name} {key}"), order.append, urgency)
    gate.set()
    assert done.wait(120)
    machines.close()
    assert order == ["PLAY a", "PLAY b", "ASKED a", "ASKED b", "SHOW a", "SHOW b"]


def test_a_worker_is_kept_for_those_who_play() -> None:
    gate, done = threading.Event(), threading.Event()
    machines = Machines(lambda then: then(), 1, reserved=1, start=Here)
    for number in range(4):
        submit(machines, f"eve {number}", partial(gate.wait, 120), ignore, Urgency.ASKED)
    submit(machines, "ana", done.set, ignore)
    assert done.wait(120)  # though four long questions came first
    gate.set()
    machines.close()


def test_another_process_is_started_only_when_those_that_run_have_enough_to_do() -> None:
    started: list[Here] = []

    def start(is_modest: bool) -> Here:
        started.append(Here(is_modest))
        return started[-1]

    machines = Machines(lambda then: then(), 3, start=start)
    for _ in range(20):
        done = threading.Event()
        submit(machines, "ana", done.set, ignore)
        assert done.wait(120)
        while machines.busy:
            pass
    assert len(started) == 1
    both = threading.Barrier(3)
    for key in ("ana", "eve"):
        submit(machines, key, partial(both.wait, 120), ignore)
    both.wait(120)  # two think at once
    assert len(started) == 2
    machines.close()


def test_a_machine_that_fails_says_nothing_and_the_next_job_runs(caplog: pytest.LogCaptureFixture) -> None:
    told: list[object] = []
    done = threading.Event()
    machines = Machines(lambda then: then(), 1, start=Here)
    submit(machines, "a", partial(divmod, 1, 0), told.append)
    submit(machines, "b", partial(says, 7), told.append)
    submit(machines, "c", done.set, ignore)
    assert done.wait(120)
    machines.close()
    assert told == [None, 7]
    assert "ZeroDivisionError" in caplog.text


def test_what_nobody_waits_for_is_not_begun_and_not_told() -> None:
    gate, done, told = threading.Event(), threading.Event(), list[object]()
    machines = Machines(lambda then: then(), 1, start=Here)
    first = submit(machines, "first", partial(gate.wait, 120), told.append)
    second, third = (submit(machines, "eve", partial(told.append, "begun"), told.append) for _ in range(2))
    submit(machines, "ana", done.set, ignore)
    for task in (first, second, third):
        machines.drop(task)
    late = Task("eve", partial(told.append, "begun"), told.append)
    machines.drop(late)  # it waited for its game
    machines.submit(late)
    assert machines.queued == 1
    gate.set()
    assert done.wait(120)
    machines.close()
    assert told == []


class Patient(Machines):
    """Thinks about nothing, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(lambda then: then(), 0)
        self.tasks: list[Task[Any]] = []

    def submit(self, task: Task[Any]) -> None:
        self.tasks.append(task)


@pytest.mark.parametrize("goes", ["away", "elsewhere"])
def test_nobody_thinks_for_somebody_who_has_left_the_table(hall: Hall, goes: str) -> None:
    machines = hall.registry.machines = Patient()
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, ME)
    table = audience.live.row.id
    ana.follow(audience)
    ana.says(wire.Ask(table, "h", "hint", 0))
    assert list(hall.registry.asking) == ["ana"]
    if goes == "away":
        hall.dispatcher.disconnect(ana)
    else:
        ana.says(wire.Leave(table))
    assert [task.is_dropped for task in machines.tasks] == [True]
    assert hall.registry.asking == {}


def test_a_machine_does_not_think_on_about_a_match_that_is_over(hall: Hall) -> None:
    machines = hall.registry.machines = Patient()
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, MACHINE)
    ana.play(audience, 0, "e5e6")
    assert [task.is_dropped for task in machines.tasks] == [False]
    ana.says(wire.Resign(audience.live.row.id, "r", 0))
    assert [task.is_dropped for task in machines.tasks] == [True]
    assert not audience.table.thinking


def test_a_machine_whose_turn_is_taken_back_thinks_about_the_next_one_only(hall: Hall) -> None:
    machines = hall.registry.machines = Patient()
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, MACHINE)
    ana.play(audience, 0, "e5e6")
    ana.says(wire.Propose(audience.live.row.id, "u", 0, "undo"))
    assert len(audience.live.match.log) == 0
    ana.play(audience, 0, "c3c4")
    assert [task.is_dropped for task in machines.tasks] == [True, False]
    hall.do(lambda: machines.tasks[0].tell("g7g8"))  # too late
    assert audience.live.waiting_machines == (1,)
    hall.do(lambda: machines.tasks[1].tell("g7g8"))
    hall.run()
    assert [event.text for event in audience.live.match.log] == ["c3c4", "g7g8"]


@live
async def test_nobody_thinks_for_somebody_who_does_not_wait_for_the_page(server: Server) -> None:
    machines = server.registry.machines = Patient()
    async with visiting(server, "Ana") as ana:
        body = {"game": "xok", "seats": 2, "options": {}, "events": [], "seat": 0, "level": 2}
        asked = asyncio.create_task(ana.ask("POST", "/api/evaluations", body))
        await until(lambda: machines.tasks)
        asked.cancel()
        await until(lambda: machines.tasks[0].is_dropped)
        assert server.registry.asking == {}


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
            assert all(said.fr and said.en and said.fr != said.en for said in (best.say, best.nudge, *best.more))
            assert abs(sum(told.worth) - 1) < 1e-6
            await line.send(wire.Resign(table, "r", 0))
            await line.send(wire.Ask(table, "v", "review"))
            first, last = await line.next(wire.Told, 300), await line.next(wire.Told, 300)
            assert [(one.index, one.seat) for one in first.judged + last.judged] == [(0, 0), (1, 1)]
            assert (first.done, last.done) == (False, True)
            assert first.summed is None
            assert last.summed is not None
            assert last.summed.moments == [0], "the moments are those of who asks"
            assert len(last.summed.accuracies) == 2
