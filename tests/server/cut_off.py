"""A server that is cut off at a write, as by `kill -9`: what was written before is there, and nothing else."""

from pathlib import Path
from typing import Any

from recif.server.messages.bodies import events as bodies
from recif.server.messages.bodies.events import EventPlan
from tests.server import hall as halls
from tests.server.evenings import Evening, plan_of
from tests.server.hall import Hall, World

FOUR = ("ben", "cleo", "dan", "eva")
NEVER = 1 << 60


class Cut(BaseException):
    """The process is gone."""


class CutAfter:
    """Counts what a hall writes, and cuts it off after so many."""

    def __init__(self, hall: Hall, left: int) -> None:
        self.hall = hall
        self.left = left
        self.done = 0
        self._write = hall.store.write
        hall.store.write = self.write

    def write(self, statements: Any, then: Any, *more: Any) -> None:
        if self.done >= self.left:
            raise Cut
        self.done += bool(statements)
        self._write(statements, then, *more)


def evening_of(folder: Path, cuts: list[int]) -> tuple[Evening, int]:
    """A whole evening, cut off after so many writes each time; and how many writes there were in the last part."""
    folder.mkdir(parents=True, exist_ok=True)
    world, plan = World(), plan_of()
    for left in [*cuts, NEVER]:
        hall = Hall(folder, world=world)
        counted = CutAfter(hall, left)
        try:
            evening = on_to_the_end(hall, plan)
            return evening, counted.done
        except Cut:
            world._later.clear()
            halls.end_tasks()
            hall.close()
    raise AssertionError


def on_to_the_end(hall: Hall, plan: EventPlan) -> Evening:
    """Whatever was done before, the rest of it."""
    evening = found(hall, plan)
    for name in FOUR:
        if name not in evening.event.live.people:
            evening.does(name, bodies.JoinEvent())
    if not evening.event.live.rounds:
        evening.does("ana", bodies.PairRound())
    while not evening.event.live.is_over:
        check_nobody_sits_twice(evening)
        evening.tick(6)
        evening.play_round()
    return evening


def found(hall: Hall, plan: EventPlan) -> Evening:
    rows = hall.wait(hall.store.events_of("ana", 10))
    if not rows:
        return Evening(hall, plan)
    evening = Evening.__new__(Evening)
    evening.hall, evening.screens, evening.id = hall, {}, rows[0].id
    return evening


def check_nobody_sits_twice(evening: Evening) -> None:
    for name in FOUR:
        going_on = evening.hall.wait(evening.hall.store.unfinished_of(name))
        assert len(going_on) <= 1, f"{name} sits at two tables"
