"""What the loop of a server does, counted: calls of Python, and steps of SQLite. Never time.

The server has a thread of its own, so that nothing of who asks is counted. `longest` is the most that was done between
two looks at what others want.
"""

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from msgspec import inspect

from recif.school.puzzles.files import all_puzzles
from recif.server.app import Server
from recif.server.limits import Limits
from recif.server.settings import Settings
from tests.server.live import GENEROUS, sqlite_of

STEPS = 100  # of SQLite's machine, from one count to the next
CALLS = ("call", "c_call")
LONGEST = 25_000  # that may be done for anybody before others are looked at


@dataclass
class Done:
    """In calls of Python (or C from Python), with a step of SQLite's machine for a tenth of one."""

    longest: int = 0
    total: int = 0


class Counter:
    """Of the thread in which it is set."""

    def __init__(self) -> None:
        self.done = Done()
        self._slice = 0

    def reset(self) -> None:
        self.done, self._slice = Done(), 0

    def profile(self, frame: FrameType, event: str, _: Any) -> None:
        if event not in CALLS or frame.f_code in OURS:
            return
        if event == "call" and frame.f_code is asyncio.Handle._run.__code__:
            self._slice = 0
        self.add(1)

    def add(self, calls: int) -> None:
        self._slice += calls
        self.done.total += calls
        self.done.longest = max(self.done.longest, self._slice)

    def progress(self) -> int:
        self.add(STEPS // 10)
        return 0


OURS = (Counter.progress.__code__, Counter.add.__code__)


class Counted:
    """A server, and what its loop does."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.counter = Counter()
        self._settings = Settings(folder / "work.db", port=0, limits=limits, workers=1, patience=0)
        self._is_open = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    async def _serve(self) -> None:
        self.loop, self._may_end = asyncio.get_running_loop(), asyncio.Event()
        self.server = Server(self._settings)
        await self.server.open()
        all_puzzles()  # as `recif serve` does before anybody comes
        sqlite_of(self.server)._database.set_progress_handler(self.counter.progress, STEPS)
        self._is_open.set()
        sys.setprofile(self.counter.profile)
        await self._may_end.wait()
        sys.setprofile(None)
        await self.server.close()

    def open(self) -> None:
        self._thread.start()
        assert self._is_open.wait(60)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self._may_end.set)
        self._thread.join(60)

    async def on_loop(self, work: Any) -> Any:
        """What comes of something that only the server's own thread may do."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self.loop))


@contextmanager
def counted(folder: Path, limits: Limits = GENEROUS) -> Iterator[Counted]:
    made = Counted(folder, limits)
    made.open()
    try:
        yield made
    finally:
        made.close()


def limit_of(body: type, field: str) -> int:
    """How long a field may be, by its type."""
    (kind,) = [one.type for one in inspect.type_info(body).fields if one.name == field]  # type: ignore[attr-defined]
    most: int = kind.max_length
    return most
