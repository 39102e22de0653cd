"""Machines think in a few threads, so that the loop never stalls. Everybody gets a turn: one job a key, in rounds."""

import logging
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")
Post = Callable[[Callable[[], None]], object]
log = logging.getLogger("recif.machines")


def step_back() -> None:
    """Let this thread think only when nobody who serves wants the processor, and give it up the moment somebody does.

    A low priority is not enough: a thread that has it still keeps the processor for milliseconds.
    """
    if hasattr(os, "SCHED_IDLE"):  # Linux, where threads have priorities of their own
        with suppress(OSError):  # in a container that forbids it, machines think like everybody else
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


class Machines:
    """A fair queue before bounded workers. `post` brings answers back to the thread that asked."""

    def __init__(self, post: Post, workers: int) -> None:
        self._post = post
        self._queues: OrderedDict[str, deque[tuple[Callable[[], Any], Callable[[Any], None]]]] = OrderedDict()
        self._ready = threading.Condition()
        self._is_closed = False
        self.busy = 0
        self._threads = [threading.Thread(target=self._work, name=f"mind-{n}", daemon=True) for n in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, key: str, job: Callable[[], T], then: Callable[[T | None], None]) -> None:
        """Run `job` when it is the turn of `key`; `then` gets what it returned, or None if it failed."""
        with self._ready:
            self._queues.setdefault(key, deque()).append((job, then))
            self._ready.notify()

    @property
    def queued(self) -> int:
        with self._ready:
            return sum(map(len, self._queues.values()))

    def _next(self) -> tuple[Callable[[], Any], Callable[[Any], None]] | None:
        """The first key's first job; the key goes to the end of the line."""
        with self._ready:
            while not self._queues and not self._is_closed:
                self._ready.wait()
            if self._is_closed:
                return None
            key, jobs = self._queues.popitem(last=False)
            first = jobs.popleft()
            if jobs:
                self._queues[key] = jobs
            self.busy += 1
            return first

    def _work(self) -> None:
        step_back()
        while (task := self._next()) is not None:
            job, then = task
            answer = None
            try:
                answer = job()
            except Exception:
                log.exception("a machine failed")
            finally:
                with self._ready:
                    self.busy -= 1
            self._post(lambda then=then, answer=answer: then(answer))  # type: ignore[misc]

    def close(self) -> None:
        with self._ready:
            self._is_closed = True
            self._queues.clear()
            self._ready.notify_all()
