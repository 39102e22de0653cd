"""A server is killed (`kill -9`) at every write of an evening, then at two writes of each: the evening goes on.

Each life of the server is a process of its own on the same file; the last one compares the end with that of an evening
without kills. Or three servers, each a process, hold the evening at one PostgreSQL, and two of them are killed: the
third ends it.
"""

import multiprocessing
import os
import random
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from recif.games.core.contract import Refused
from recif.server.messages.bodies import events as bodies
from recif.server.messages.shapes import Pace
from tests.server import databases
from tests.server.cut_off import FOUR, NEVER, CutAfter, check_nobody_sits_twice, found, on_to_the_end
from tests.server.evenings import Evening, plan_of
from tests.server.hall import Hall, World
from tests.server.test_event_crashes import check
from tests.storm.found import Exited, Found, Lost

KILLED = -signal.SIGKILL
DOWN_MS = 60_000  # nobody’s clock runs out: a hall does not keep account of when it was down
WEEK = 7 * 24 * 60 * 60  # seconds
LONGEST_EVENING = 300  # seconds, of servers beside each other
MOST_WRITES = 20  # of one that is killed: its share of an evening
AT_ONCE = 4  # evenings of three: most of the time they wait for the lease of who is gone


class KillAfter(CutAfter):
    """The process ends without another word."""

    def write(self, statements: Any, then: Any, *more: Any) -> None:
        if self.done >= self.left:
            os.kill(os.getpid(), signal.SIGKILL)
        super().write(statements, then, *more)


def live(folder: Path, left: int, life: int, told: Any) -> None:
    """One life of the server: as far as it goes."""
    world = World()
    world.now += life * DOWN_MS  # time goes on while nobody is there
    hall = Hall(folder, world=world)
    counted = KillAfter(hall, left)
    evening = on_to_the_end(hall, plan_of())
    check(evening)
    told.send(counted.done)


def evening(folder: Path, kills: list[int]) -> int:
    """How many writes the last life took; Lost where it does not end as it should."""
    apart = multiprocessing.get_context("forkserver")
    apart.set_forkserver_preload(["tests.storm.evenings"])
    folder.mkdir(parents=True)
    for life, left in enumerate([*kills, NEVER]):
        ours, theirs = apart.Pipe(duplex=False)
        process = apart.Process(target=live, args=(folder, left, life, theirs))
        process.start()
        theirs.close()
        process.join()
        if process.exitcode == 0:
            return int(ours.recv())
        if process.exitcode != KILLED:
            raise Lost(f"after kills at {kills[: life + 1]}") if left == NEVER else Exited(f"exit {process.exitcode}")
    raise Lost(f"after kills at {kills}")


def storm(folder: Path, kills: int) -> Found:
    """Once at every write, then twice at some, until there were so many kills."""
    writes, done, chance = evening(folder / "whole", []), 0, random.Random(3)
    for number in range(writes):
        evening(folder / f"{number}", [number])
        done += 1
    while done < kills:
        twice = [chance.randrange(writes), chance.randrange(1, writes)]
        evening(folder / f"twice{done}", twice)
        done += 2
    return Found(f"{done} kills at {writes} writes of an evening", done)


def beside(place: str, folder: Path, left: int) -> None:
    """One of several servers at a database: it does whatever has not been done, until the evening is over."""
    databases.kind, databases.place = "postgres", lambda *_: place
    hall = Hall(folder)
    hall.wait(hall._listen())
    KillAfter(hall, left)
    here = found(hall, plan_of())
    until = time.monotonic() + LONGEST_EVENING
    while not here.event.live.is_over and time.monotonic() < until:
        step(here)
        time.sleep(0.05)  # who led before holds the lease for some real seconds
    assert here.event.live.is_over, f"not over after {LONGEST_EVENING} s"
    check(here)


def step(evening: Evening) -> None:
    """Others do the same at the same time: who comes too late is refused."""
    for name in FOUR:
        if name not in evening.event.live.people:
            with suppress(Refused):
                evening.does(name, bodies.JoinEvent())
    if not evening.event.live.rounds and len(evening.event.live.people) == len(FOUR):
        with suppress(Refused):
            evening.does("ana", bodies.PairRound())
    check_nobody_sits_twice(evening)
    evening.tick(6)
    event = evening.event
    tables = {event.table_of(board): max(board.people) for board in event.live.open_boards}
    for table, loser in tables.items():  # at that table: by now others may have paired the next round
        with suppress(Refused):
            evening.resigns(table, loser)


def begun(folder: Path, lefts: Sequence[int]) -> list[BaseProcess]:
    """An evening at as many servers as there are numbers: after so many writes each of them is killed."""
    folder.mkdir(parents=True)
    databases.kind = "postgres"
    place = str(databases.place(folder, "hall.db"))
    first = Hall(folder)
    Evening(first, plan_of(pace=Pace(), patience=WEEK))  # each process has a clock of its own: nobody is late by it
    first.close()
    apart = multiprocessing.get_context("forkserver")
    apart.set_forkserver_preload(["tests.storm.evenings"])
    servers: list[BaseProcess] = [apart.Process(target=beside, args=(place, folder, left)) for left in lefts]
    for server in servers:
        server.start()
    return servers


def ended(servers: Sequence[BaseProcess]) -> list[int | None]:
    """How each of them has come to its end."""
    for server in servers:
        server.join()
    return [server.exitcode for server in servers]


def storm_of_three(folder: Path, kills: int) -> Found:
    """Two of three are killed, each at some write or other, until so many were; Lost where the third does not end it as
    it should."""
    done = held = 0
    chance = random.Random(5)
    while done < kills:
        lefts = [(chance.randrange(MOST_WRITES), chance.randrange(MOST_WRITES), NEVER) for _ in range(AT_ONCE)]
        evenings = [begun(folder / f"{held + number}", some) for number, some in enumerate(lefts)]
        for some, codes in zip(lefts, [*map(ended, evenings)], strict=True):
            if codes[-1] != 0 or {*codes} - {0, KILLED}:
                raise Lost(f"kills after {some[:-1]} writes: exits {codes}")
            done += codes.count(KILLED)
        held += AT_ONCE
    return Found(f"{done} kills of two of three servers in {held} evenings", done)
