"""What every request pays, whatever it asks for, before anything is done for it."""

import asyncio
from collections.abc import Callable

from recif.server.limits import Buckets
from recif.server.messages.refusals import refuse
from recif.server.transport.queues import Work

A_REQUEST = 250e-6  # seconds of the loop that it takes to read a request and to answer it, if only by a refusal
MOST_IN_LINE = 200  # requests of an address


class Waiters:
    """The requests of an address that wait for its share."""

    def __init__(self) -> None:
        self.count = 0
        self.first = asyncio.Lock()


class Toll:
    """By address: so many requests, and the share of the loop that answering them takes."""

    def __init__(self, requests: Buckets, work: Work, now: Callable[[], int]) -> None:
        self._requests = requests
        self._work = work
        self._now = now
        self._lines: dict[str, Waiters] = {}

    async def pay(self, address: str, cost: float, is_urgent: bool) -> None:
        """Refused where the bucket is empty. Who is refused, or in no hurry, waits for something left of the share."""
        is_allowed = self._requests.take(address, self._now(), cost)
        if is_urgent and is_allowed:
            self._charge(address)
        else:
            await self._in_turn(address)
        if not is_allowed:
            raise refuse("flood")

    def _charge(self, address: str) -> None:
        self._work.charge_address(address, A_REQUEST, self._now())

    async def _in_turn(self, address: str) -> None:
        """One after the other, so that they are not all answered in the same instant."""
        line = self._lines.setdefault(address, Waiters())
        if line.count >= MOST_IN_LINE:
            raise refuse("flood")
        line.count += 1
        try:
            async with line.first:
                if wait := self._work.wait_address(address, self._now()):
                    await asyncio.sleep(wait)
                self._charge(address)
        finally:
            line.count -= 1
            if not line.count:
                del self._lines[address]
