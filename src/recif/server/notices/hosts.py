"""Whose turn it is to be posted to: so many requests at once, so many of them to one host.

A host that does not answer is left alone for a while: those who wait for it are told so, and whoever else is to be told
something does not stand behind them.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

MOST_SILENT = 1_000  # that are remembered


class Silent(Exception):
    """The host did not answer somebody else a moment ago."""


class Hosts:
    """`now` tells seconds; `rest`: so many of them a silent host is left alone."""

    def __init__(self, at_once: int, each: int, rest: float, now: Callable[[], float]) -> None:
        self._each, self._rest, self._now = each, rest, now
        self._places = asyncio.Semaphore(at_once)
        self._of_host: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._silent: dict[str, float] = {}  # until when

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """The host's own line comes first: who waits there takes nobody's place. Silent where it is no use to wait."""
        self._check(host)
        line = self._of_host.get(host) or asyncio.Semaphore(self._each)
        self._of_host[host] = line  # as long as somebody waits or is served
        async with line:
            self._check(host)
            async with self._places:
                yield

    def _check(self, host: str) -> None:
        if self._silent.get(host, 0) > self._now():
            raise Silent

    def answered(self, host: str, is_so: bool) -> None:
        if is_so:
            self._silent.pop(host, None)
        elif self._rest:
            now = self._now()
            if len(self._silent) >= MOST_SILENT:
                self._silent = {one: until for one, until in self._silent.items() if until > now}
            self._silent[host] = now + self._rest
