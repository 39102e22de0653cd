"""A process of its own that thinks (`apart.py`), as the server sees it: asked by one thread, stopped by any."""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from pathlib import Path
from threading import Lock
from typing import Protocol, TypeVar

from recif.server.machines.parcels import MOST_BYTES, bare, packed, unpacked

T = TypeVar("T")
MEMORY = (
    3 << 29
)  # bytes of its own that it may have, 1.5 GiB: a full tree has some 500 MB, and half as much as it grows
APART = "recif.server.machines.apart"


class Lost(Exception):
    """The process has ended without an answer."""


class Failed(Exception):
    """The thought itself went wrong, as it would again."""


class CanThink(Protocol):
    """Whatever thinks about one thing at a time."""

    def think(self, job: Callable[[], T]) -> T: ...
    def forsake(self) -> None: ...
    def kill(self) -> None: ...
    def close(self) -> None: ...
    def cpu(self) -> float | None: ...


class CanEnd(Protocol):
    """The process itself."""

    @property
    def pid(self) -> int: ...
    def kill(self) -> None: ...
    def wait(self) -> object: ...


class Thinker:
    """`is_modest`: it thinks only when nobody else wants the processor."""

    def __init__(self, is_modest: bool, memory: int = MEMORY) -> None:
        self._number = 0
        self._sending, self._closing = Lock(), Lock()
        self._pipe, theirs = Pipe()
        with theirs:
            self._process = self._started(theirs.fileno(), is_modest, memory)

    def _started(self, pipe: int, is_modest: bool, memory: int) -> CanEnd:
        return subprocess.Popen(
            [sys.executable, "-m", APART, str(pipe), str(int(is_modest)), str(memory)],
            pass_fds=[pipe],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            process_group=0,  # Ctrl-C is for the server; a session of its own might have a part of the processor
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def think(self, job: Callable[[], T]) -> T:
        """What the job, a value that can be pickled, returns there; Lost if the process ends before."""
        self._number += 1
        question = packed(self._number, job)
        try:
            with self._sending:
                self._pipe.send_bytes(question)
            answer = self._pipe.recv_bytes(MOST_BYTES)
        except (EOFError, OSError) as error:
            raise Lost from error
        is_good, result = unpacked(answer)
        if not is_good:
            raise Failed(result)
        thought: T = result
        return thought

    def forsake(self) -> None:
        """Nobody waits for the thought under way: it breaks off, and the process stays warm."""
        with suppress(OSError), self._sending:
            self._pipe.send_bytes(bare(self._number))

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        with self._closing:  # who ends the pool and who misses an answer may both come here: a pipe is closed once
            self._pipe.close()

    def cpu(self) -> float | None:
        """Seconds of the processor that it has used, where the system tells."""
        try:
            line = Path(f"/proc/{self.pid}/stat").read_text()
        except OSError:
            return None
        return sum(map(int, line.rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")
