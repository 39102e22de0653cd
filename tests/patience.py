"""How tests wait: for a state, never for a time. What has not come after `PATIENCE` never will, on any machine."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 300.0  # seconds; nothing is measured by it


async def until(is_so: Callable[[], object]) -> None:
    """While the loop goes on."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.005)


async def in_the_end(waited: Awaitable[T]) -> T:
    return await asyncio.wait_for(waited, PATIENCE)


def at_last(find: Callable[[], T]) -> T:
    """What is found in the end, in another process or thread."""
    late = time.monotonic() + PATIENCE
    while not (found := find()):
        assert time.monotonic() < late, "it never came"
        time.sleep(0.01)
    return found
