"""Pairing and adding up beside the loop: in a process of its own (`apart.py`), begun when it is first needed."""

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

from recif.events.entries import RoundPaired
from recif.server.events import apart
from recif.server.events.apart import Behind, NewsOf, RoundWanted, WrittenTable
from recif.server.events.beside import shown_luck
from recif.server.events.open_event import OpenEvent
from recif.server.messages.refusals import refuse

T = TypeVar("T")
TRIES = 3


class InProcess:
    """In a process that keeps the events it was asked about; should it end, another one is begun."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._sent: dict[str, int] = {}  # entries of each event that it has
        self._turn = asyncio.Lock()  # what it is sent must arrive in order

    async def pair(self, event: OpenEvent, wanted: RoundWanted) -> RoundPaired:
        return await self._ask(event, apart.pair, wanted)

    async def add_up(self, event: OpenEvent) -> WrittenTable:
        return await self._ask(event, apart.add_up, shown_luck(event))

    async def _ask(self, event: OpenEvent, job: Callable[..., T], *args: Any) -> T:
        async with self._turn:
            for _ in range(TRIES):
                known, version = self._sent.pop(event.id, 0), event.version
                news = NewsOf(event.id, known, tuple(event.bodies[known:version]))
                try:
                    return await self._run(job, news, *args)
                except Behind:
                    continue
                except BrokenExecutor:
                    self.close()
                    continue
                finally:
                    self._sent[event.id] = version if self._pool else 0
            raise refuse("busy")

    async def _run(self, job: Callable[..., T], *args: Any) -> T:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"))
        return await asyncio.get_running_loop().run_in_executor(self._pool, job, *args)

    def close(self) -> None:
        pool, self._pool = self._pool, None
        self._sent.clear()
        if pool:
            pool.shutdown(wait=False, cancel_futures=True)
