"""Machines think in a few threads, so that the loop never stalls. Everybody gets a turn: one job a key, in rounds.

Whoever plays comes before whoever watches or asks: see `Urgency`.
"""

import logging
import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")
Post = Callable[[Callable[[], None]], object]
Task = tuple[Callable[[], Any], Callable[[Any], None]]
Queues = OrderedDict[str, deque[Task]]  # each key's jobs; the first key is next
log = logging.getLogger("recif.machines")

PATIENCE = 2.0  # seconds after which a thought that hardly got the processor begins anew in a thread that does
HARDLY = 1 / 3


class Urgency(IntEnum):
    """What is thought about first. Some threads are kept for the most urgent: a long thought is not interrupted."""

    PLAY = 0  # somebody sits at the table and waits
    ASKED = 1  # hints, reviews, evaluations
    SHOW = 2  # machines among themselves


def step_back() -> None:
    """Let this thread think only when nobody who serves wants the processor, and give it up the moment somebody does.

    A low priority is not enough: a thread that has it still keeps the processor for milliseconds.
    """
    if hasattr(os, "SCHED_IDLE"):  # Linux, where threads have priorities of their own
        with suppress(OSError):  # in a container that forbids it, machines think like everybody else
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


class Worker(threading.Thread):
    """One of the threads. It thinks when nobody wants the processor, unless others want it all the time."""

    def __init__(self, machines: "Machines", name: str, task: Task | None = None) -> None:
        super().__init__(name=name, daemon=True)
        self.task = task  # the one under way, which may be another's who starved
        self.urgency = Urgency.PLAY  # of the task
        self.is_reserved = False  # for those who play
        self.steps_back = task is None
        self.began = (0.0, 0.0)  # by the clock, and by this thread's processor time
        self.is_retired = False
        self._machines = machines

    def run(self) -> None:
        if self.steps_back:
            step_back()
        while task := self.task or self._machines.next_for(self):
            job, then = task
            answer = None
            try:
                answer = job()
            except Exception:
                log.exception("a machine failed")
            if not self._machines.finish(self):
                return
            self._machines.post(partial(then, answer))

    def is_starved(self) -> bool:
        """Whether somebody waits for a thought that takes long because others have the processor."""
        if not (self.task and self.steps_back and self.ident) or self.urgency != Urgency.PLAY:
            return False
        clock, cpu = self.began
        waited = time.monotonic() - clock
        if waited < PATIENCE or not hasattr(time, "pthread_getcpuclockid"):
            return False
        return time.clock_gettime(time.pthread_getcpuclockid(self.ident)) - cpu < HARDLY * waited


class Machines:
    """A fair queue before bounded workers. `post` brings answers back to the thread that asked."""

    def __init__(self, post: Post, workers: int, reserved: int = 0) -> None:
        self.post = post
        self._queues: dict[Urgency, Queues] = {urgency: OrderedDict() for urgency in Urgency}
        self._ready = threading.Condition()
        self._is_closed = False
        self._workers = [Worker(self, f"mind-{n}") for n in range(workers + reserved)]
        for number, worker in enumerate(self._workers):
            worker.is_reserved = number >= workers
            worker.start()

    def submit(
        self,
        key: str,
        job: Callable[[], T],
        then: Callable[[T | None], None],
        urgency: Urgency = Urgency.PLAY,
    ) -> None:
        """Run `job` when it is the turn of `key`; `then` gets what it returned, or None if it failed.

        It may be run twice: it must do nothing but think.
        """
        with self._ready:
            self._queues[urgency].setdefault(key, deque()).append((job, then))
            self._ready.notify_all()  # some of them may not take it

    @property
    def queued(self) -> int:
        with self._ready:
            return sum(len(jobs) for queues in self._queues.values() for jobs in queues.values())

    @property
    def busy(self) -> int:
        return sum(worker.task is not None for worker in self._workers)

    def next_for(self, worker: Worker) -> Task | None:
        """The first job of the first key of what is most urgent; the key goes to the end of its line."""
        with self._ready:
            while (chosen := self._most_urgent(worker)) is None and not self._is_closed:
                self._ready.wait()
            if chosen is None or self._is_closed:
                return None
            key, jobs = self._queues[chosen].popitem(last=False)
            worker.urgency = chosen
            worker.task, worker.began = jobs.popleft(), (time.monotonic(), time.thread_time())
            if jobs:
                self._queues[chosen][key] = jobs
            return worker.task

    def _most_urgent(self, worker: Worker) -> Urgency | None:
        """What the worker is to think about next, if anything."""
        for urgency in Urgency:
            if self._queues[urgency] and (urgency == Urgency.PLAY or not worker.is_reserved):
                return urgency
        return None

    def finish(self, worker: Worker) -> bool:
        """Whether the answer counts: not if another worker has taken the task over."""
        with self._ready:
            worker.task = None
            return not worker.is_retired

    def look_after(self) -> None:
        """Called once a second: where the processor is always wanted, who starves is replaced by one who need not."""
        with self._ready:
            for place, worker in enumerate(self._workers):
                if worker.is_starved():
                    log.warning("the processor is busy: %s thinks like everybody else from now on", worker.name)
                    worker.is_retired = True
                    self._workers[place] = Worker(self, worker.name, worker.task)
                    self._workers[place].is_reserved = worker.is_reserved
                    self._workers[place].start()

    def close(self) -> None:
        with self._ready:
            self._is_closed = True
            for queues in self._queues.values():
                queues.clear()
            self._ready.notify_all()
