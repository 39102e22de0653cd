"""Machines in a page: one thought after the other, the most urgent first; messages are heard between two of them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from recif.server.machines.tasks import Task, Urgency
from recif.server.tasks import begin

log = logging.getLogger("recif.machines")

Think = Callable[["partial[Any]"], Awaitable[Any]]


async def think_here(job: "partial[Any]") -> Any:
    """In this very thread: whoever asked for something before is answered first."""
    await asyncio.sleep(0)
    return job()


class HomeMinds:
    """`think` has a job done; `forsake` breaks off the one under way, where that can be done."""

    def __init__(self, think: Think = think_here, forsake: Callable[[], object] = lambda: None) -> None:
        self._think = think
        self._forsake = forsake
        self._waiting: dict[Urgency, list[Task[Any]]] = {urgency: [] for urgency in Urgency}
        self._task: Task[Any] | None = None  # the one under way
        self._is_working = False

    def submit(self, task: Task[Any]) -> None:
        if task.is_dropped:
            return
        self._waiting[task.urgency].append(task)
        if not self._is_working:
            self._is_working = True
            begin(self._work())

    def drop(self, task: Task[Any]) -> None:
        """Nobody waits for it any more."""
        task.is_dropped = True
        if task in self._waiting[task.urgency]:
            self._waiting[task.urgency].remove(task)
        elif task is self._task:
            self._forsake()

    def prepare(self, game: str, stage: str) -> None:
        """Nothing is compiled here."""

    def look_after(self) -> None:
        """Nothing can be lost here."""

    def close(self) -> None:
        for tasks in self._waiting.values():
            tasks.clear()

    @property
    def busy(self) -> int:
        return int(self._task is not None)

    @property
    def queued(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def _work(self) -> None:
        """Until nothing is asked: then nothing runs."""
        try:
            while waiting := next(filter(None, self._waiting.values()), None):
                self._task = waiting.pop(0)
                answer = await self._thought(self._task.job)
                task, self._task = self._task, None
                task.tell(answer)
        finally:
            self._task, self._is_working = None, False

    async def _thought(self, job: "partial[Any]") -> Any:
        try:
            return await self._think(job)
        except Exception:
            log.exception("a machine failed")
            return None
