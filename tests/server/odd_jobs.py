"""What a process that thinks may meet: jobs as values, each strange in its way."""

import ctypes
import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np


def says(what: Any) -> Any:
    return what


def fails() -> None:
    raise ZeroDivisionError("a machine that cannot count")


def process() -> tuple[int, int]:
    """Which process thinks, and how it shares the processor."""
    return os.getpid(), os.sched_getscheduler(0)


def forever(begun: str) -> None:
    """Tells by a file who has begun."""
    _note(begun)
    while True:
        time.sleep(0.01)


def sleeps_once(begun: str) -> tuple[int, int]:
    """The first time it does nothing, for ever; then it says who thinks."""
    if not Path(begun).exists():
        forever(begun)
    return process()


def dies_once(begun: str) -> str:
    if not Path(begun).exists():
        _note(begun)
        os.kill(os.getpid(), signal.SIGKILL)
    return "the second"


def dies(begun: str) -> None:
    _note(begun)
    os.kill(os.getpid(), signal.SIGKILL)


def grows(begun: str) -> int:
    """Takes all the memory that it gets."""
    _note(begun)
    kept = []
    while True:
        kept.append(np.ones(1 << 22))


def holds_the_lock(begun: str) -> None:
    """Machine code that does not look up: nothing but a kill ends it."""
    _note(begun)
    ctypes.PyDLL(None).sleep(10_000)


def blows_up(size: int) -> bytes:
    return bytes(size)


def _note(path: str) -> None:
    with Path(path).open("a") as file:
        file.write(f"{os.getpid()}\n")
