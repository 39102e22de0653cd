"""Processes that think: killed, starved, out of memory, forsaken, too talkative; and none outlives its server."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from recif.games import GAMES
from recif.games.core.luck import seeded
from recif.mind.warmup import first_decision
from recif.server.machines import parcels, pool, thoughts
from recif.server.machines.parcels import MOST_BYTES, TooLong, packed, unpacked
from recif.server.machines.pool import Machines
from recif.server.machines.tasks import Task, Urgency
from recif.server.machines.thinker import Thinker
from recif.server.machines.thoughts import Sighting
from tests.patience import PATIENCE, at_last
from tests.server import odd_jobs

pytestmark = pytest.mark.one_database("sqlite")
needs_priorities = pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="processes have no such priorities here")


class Room:
    """Machines whose answers are waited for."""

    def __init__(self, workers: int = 1, start: Callable[[bool], Thinker] = Thinker) -> None:
        self.machines = Machines(lambda then: then(), workers, start=start)
        self._answers: SimpleQueue[Any] = SimpleQueue()

    def ask(self, job: partial[Any], urgency: Urgency = Urgency.PLAY) -> Task[Any]:
        task: Task[Any] = Task("ana", job, self._answers.put, urgency)
        self.machines.submit(task)
        return task

    def answer(self) -> Any:
        return self._answers.get(timeout=PATIENCE)

    def answer_to(self, function: Any, *told: Any) -> Any:
        self.ask(partial(function, *told))
        return self.answer()


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    """Of all who leave it as they found it."""
    made = Room()
    yield made
    made.machines.close()


@pytest.fixture
def own_room() -> Iterator[Room]:
    made = Room()
    yield made
    made.machines.close()


def pids(begun: Path, count: int = 1) -> list[int]:
    """Who has begun, once so many have."""

    def found() -> list[int]:
        told = [int(line) for line in begun.read_text().split()] if begun.exists() else []
        return told if len(told) >= count else []

    return at_last(found)


def is_gone(pid: int) -> bool:
    """Ended, and nobody need wait for it."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


def test_one_process_thinks_about_one_thing_after_the_other(room: Room) -> None:
    first, second = room.answer_to(odd_jobs.process), room.answer_to(odd_jobs.process)
    assert first == second
    assert first[0] != os.getpid()


@needs_priorities
def test_who_thinks_gives_way_to_who_serves(room: Room) -> None:
    assert room.answer_to(odd_jobs.process)[1] == os.SCHED_IDLE
    assert os.sched_getscheduler(0) != os.SCHED_IDLE


def test_a_job_that_fails_is_told_as_such_and_the_process_goes_on(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    before = room.answer_to(odd_jobs.process)
    assert room.answer_to(odd_jobs.fails) is None
    assert "a machine that cannot count" in caplog.text
    assert room.answer_to(odd_jobs.process) == before


def test_what_is_no_value_is_not_thought_about(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    room.ask(partial(lambda: 7))
    assert room.answer() is None
    assert "lambda" in caplog.text
    assert room.answer_to(odd_jobs.says, 8) == 8


def test_a_thought_whose_process_is_killed_is_begun_anew(room: Room, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    room.ask(partial(odd_jobs.sleeps_once, str(begun)))
    (first,) = pids(begun)
    os.kill(first, signal.SIGKILL)
    assert room.answer()[0] != first
    at_last(partial(is_gone, first))


def test_a_thought_that_kills_its_process_is_begun_anew_once(
    room: Room, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert room.answer_to(odd_jobs.dies_once, str(tmp_path / "once")) == "the second"
    assert room.answer_to(odd_jobs.dies, str(tmp_path / "always")) is None
    assert len(pids(tmp_path / "always")) == 2
    assert "a thought was given up" in caplog.text
    assert room.answer_to(odd_jobs.says, 7) == 7


def test_a_thought_that_takes_too_much_memory_is_given_up_and_nobody_else_suffers(tmp_path: Path) -> None:
    begun, room = tmp_path / "begun", Room(start=lambda is_modest: Thinker(is_modest, memory=1 << 29))
    assert room.answer_to(odd_jobs.grows, str(begun)) is None
    assert len(pids(begun)) == 2
    assert room.answer_to(odd_jobs.says, 7) == 7
    room.machines.close()


@needs_priorities
@pytest.mark.parametrize("urgency", [Urgency.PLAY, Urgency.ASKED])
def test_a_thought_that_does_not_get_the_processor_begins_anew_in_a_process_that_does(
    own_room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, urgency: Urgency
) -> None:
    monkeypatch.setattr(pool, "PATIENCE", 0.0)
    begun = tmp_path / "begun"
    own_room.ask(partial(odd_jobs.sleeps_once, str(begun)), urgency)
    (starved,) = pids(begun)

    def is_replaced() -> bool:  # while it waits, its part of the processor's time gets smaller and smaller
        own_room.machines.look_after()
        return is_gone(starved)

    at_last(is_replaced)
    monkeypatch.undo()
    pid, policy = own_room.answer()
    assert (pid != starved, policy) == (True, os.sched_getscheduler(0))
    assert own_room.answer_to(odd_jobs.process) == (pid, policy)  # from now on


def test_whoever_only_watches_waits_for_the_processor(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "PATIENCE", 0.0)
    begun = tmp_path / "begun"
    task = room.ask(partial(odd_jobs.forever, str(begun)), Urgency.SHOW)
    (first,) = pids(begun)
    for _ in range(100):
        room.machines.look_after()
    room.machines.drop(task)
    assert room.answer_to(odd_jobs.process)[0] == first


def test_a_thought_without_end_is_given_up(
    own_room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pool, "LONGEST", 0.0)
    begun = tmp_path / "begun"
    own_room.ask(partial(odd_jobs.holds_the_lock, str(begun)), Urgency.ASKED)
    for tries in (1, 2, 3):  # one that steps back, and two that need not
        last = pids(begun, tries)[-1]
        own_room.machines.look_after()
        at_last(partial(is_gone, last))
    monkeypatch.undo()
    assert own_room.answer() is None
    assert "a thought was given up" in caplog.text
    assert own_room.answer_to(odd_jobs.says, 7) == 7


def test_a_thought_that_nobody_waits_for_breaks_off_and_its_process_stays(room: Room, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    for tries in (1, 2):
        task = room.ask(partial(odd_jobs.forever, str(begun)))
        pids(begun, tries)
        room.machines.drop(task)
    assert room.answer_to(odd_jobs.process)[0] == pids(begun)[0] == pids(begun)[1]


def test_neither_a_question_nor_an_answer_is_long(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    before = room.answer_to(odd_jobs.process)
    assert room.answer_to(odd_jobs.says, bytes(MOST_BYTES)) is None
    assert room.answer_to(odd_jobs.blows_up, MOST_BYTES) is None
    assert caplog.text.count("TooLong: more than") == 2
    assert room.answer_to(odd_jobs.process) == before
    assert len(room.answer_to(odd_jobs.blows_up, MOST_BYTES - 100)) == MOST_BYTES - 100


def test_whoever_serves_does_not_pickle_what_is_too_long() -> None:
    written: list[int] = []

    class Parcel(parcels._Parcel):
        def write(self, part: Any) -> int:
            written.append(memoryview(part).nbytes)
            return super().write(part)

    for long in (bytes(1 << 28), [str(number) for number in range(1 << 20)]):
        with pytest.raises(TooLong):
            pickle.Pickler(Parcel(1), 5).dump(long)
    assert sum(size for size in written if size < 1 << 28) < 4 * MOST_BYTES


@pytest.mark.parametrize("game", GAMES)
def test_every_question_and_every_answer_is_small(game: str) -> None:
    view = first_decision(GAMES[game])
    seen, move = Sighting.of(view.position, view.seat), view.position.numbers(view.seat)[-1]
    for job in (
        partial(thoughts.choose, seen, 2, 1),
        partial(thoughts.advise, seen, 2, 1),
        partial(thoughts.judge, seen, 0, move, len(view.position.waiting) > 1),
        partial(thoughts.reply, game, bytes(view.position), view.seat, move),
        partial(thoughts.prepare, game, "ready"),
    ):
        question = packed(1, job)
        answer = packed(1, unpacked(question)())
        assert max(len(question), len(answer)) < MOST_BYTES / 4


@pytest.mark.parametrize("game", GAMES)
def test_a_process_thinks_what_is_thought_here(room: Room, game: str) -> None:
    view = first_decision(GAMES[game])
    seen = Sighting.of(view.position, view.seat)
    assert room.answer_to(thoughts.prepare, game, "ready") is None
    assert room.answer_to(thoughts.choose, seen, 4, 7) == thoughts.choose(seen, 4, 7)
    assert room.answer_to(thoughts.advise, seen, 2, 7) == thoughts.advise(seen, 2, 7)


def test_nothing_that_a_seat_may_not_know_leaves_the_server() -> None:
    view = first_decision(GAMES["crabs"])
    hidden = view.position.copy()
    other = hidden.copy()
    for world, seed in ((hidden, 1), (other, 2)):
        world.game.rules.guess(world.state, view.seat, seeded(seed))
    assert hidden != other
    assert Sighting.of(hidden, view.seat) == Sighting.of(other, view.seat)


def test_games_are_loaded_before_anybody_asks() -> None:
    room = Room()
    room.machines.prepare("xok", "feel")
    room.machines.prepare("xok", "ready")
    (worker,) = room.machines._workers
    at_last(lambda: worker.prepared == {("xok", "feel"), ("xok", "ready")} and not worker.task)
    assert worker.thinker
    room.machines.close()


def test_closing_leaves_no_process(tmp_path: Path) -> None:
    begun, room = tmp_path / "begun", Room(workers=2)
    for _ in range(2):
        room.ask(partial(odd_jobs.holds_the_lock, str(begun)))
    found = pids(begun, 2)
    room.machines.close()
    at_last(lambda: all(map(is_gone, found)))
    assert room._answers.empty()  # nobody plays in haste because the server stops


SERVER = """
import sys, time
from functools import partial
from recif.server.machines.pool import Machines
from recif.server.machines.tasks import Task
from tests.server import odd_jobs
machines = Machines(lambda then: then(), 2)
for _ in range(2):
    machines.submit(Task("ana", partial(odd_jobs.forever, sys.argv[1]), print))
time.sleep(10_000)
"""


def test_no_process_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(begun)], cwd=Path(__file__).parents[2])
    found = pids(begun, 2)
    server.kill()
    server.wait()
    at_last(lambda: all(map(is_gone, found)))
