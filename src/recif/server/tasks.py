"""Work that may have to wait for a database, and mostly does not: what does not wait costs no task."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Generator
from contextlib import asynccontextmanager
from types import coroutine
from typing import Any, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")
log = logging.getLogger("recif.server")
waiting: set["asyncio.Task[Any]"] = set()  # the loop itself holds tasks but weakly


class Answer:
    """Whether something went well, told by a callback; whoever is told before asking does not wait.

    Each who waits has a future of their own, so that one who goes takes nothing from the others: `asyncio.shield` does
    the same with two more turns of the loop.
    """

    __slots__ = ("_told", "_waiting")

    def __init__(self) -> None:
        self._told: bool | None = None
        self._waiting: list[asyncio.Future[None]] = []

    def set(self, is_so: bool) -> None:
        """The first word counts."""
        if self._told is None:
            self._told = is_so
            for future in self._waiting:
                if not future.done():  # whoever asked may have gone
                    future.set_result(None)

    async def wait(self) -> bool:
        if self._told is None:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(future)
            await future
        return bool(self._told)


class OneAtATime:
    """Of those who ask under one key, one is served while the others wait; who goes leaves the line."""

    def __init__(self) -> None:
        self._waiting = 0
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        lock = self._locks.get(key) or asyncio.Lock()
        self._locks[key] = lock  # as long as somebody holds it or waits
        self._waiting += 1
        try:
            async with lock:
                yield
        finally:
            self._waiting -= 1

    def __len__(self) -> int:
        return self._waiting


def begin(work: Coroutine[Any, Any, T]) -> "asyncio.Task[T] | None":
    """Do the work at once, as far as it goes without waiting; the rest of it, if there is any, is a task."""
    try:
        first = work.send(None)
    except StopIteration:
        return None
    task = asyncio.get_running_loop().create_task(_go_on(work, first))
    waiting.add(task)
    task.add_done_callback(_done)
    return task


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """The result of work that never waits, as with SQLite."""
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    work.close()
    raise RuntimeError("this work had to wait")


def _done(task: "asyncio.Task[Any]") -> None:
    waiting.discard(task)
    if not task.cancelled() and (error := task.exception()):
        log.error("what had waited failed", exc_info=error)


async def _go_on(work: Coroutine[Any, Any, T], first: Any) -> T:
    return await _rest(work, first)


@coroutine
def _rest(work: Coroutine[Any, Any, T], waits_for: Any) -> Generator[Any, Any, T]:
    """What `await work` would do if its first step had not been done yet."""
    while True:
        value, trouble = None, None
        try:
            value = yield waits_for
        except BaseException as error:
            trouble = error
        try:
            waits_for = work.throw(trouble) if trouble else work.send(value)
        except StopIteration as done:
            result: T = done.value
            return result
