"""Everybody's messages in turn: read from the network at once, handled a little at a time.

Reading only notes what has come and when, so that a clock never pays for a busy server. Handling is measured, and
whoever has cost the loop more than their share waits, while the others' messages go on.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Protocol

from recif.server.limits import Buckets, Limits

SLICE = 0.004  # seconds of handling between two looks at the network
MOST_CHARGED = 0.1  # for one message: the first that needs a game's machine code pays for all who come after
LONG = 0.001  # of handling, after which what is read next may have come before
A_READ, A_FRAME = 10e-6, 2e-6  # seconds that it takes to read from a socket at all, and each frame


class Reader(Protocol):
    """A socket with messages that wait: when each came, and what it says."""

    waiting: deque[tuple[int, bytes]]
    person: str
    keys: tuple[str, str]  # whose share its messages use up: the person's, the address's

    def handle(self, data: bytes) -> "asyncio.Task[None] | None":
        """A task, if the message has to wait for something: those behind it wait for it."""

    def read_on(self) -> None:
        """All that waited is handled."""


class Work:
    """How much of the loop people and addresses have used, in seconds."""

    def __init__(self, limits: Limits) -> None:
        self._people, self._addresses = Buckets(limits.person_work), Buckets(limits.address_work)

    def charge(self, keys: tuple[str, str], seconds: float, now: int) -> None:
        person, address = keys
        self._people.charge(person, seconds, now)
        self._addresses.charge(address, seconds, now)

    def wait(self, keys: tuple[str, str], now: int) -> float:
        """Seconds until their next message is handled."""
        person, address = keys
        return max(self._people.wait(person, now), self._addresses.wait(address, now))

    def charge_address(self, address: str, seconds: float, now: int) -> None:
        """For what nobody in particular has asked."""
        self._addresses.charge(address, seconds, now)

    def wait_address(self, address: str, now: int) -> float:
        return self._addresses.wait(address, now)


class SocketTurns:
    """The line of sockets whose messages wait. `now` is in milliseconds, `soon` and `later` are the loop's."""

    def __init__(
        self,
        work: Work,
        now: Callable[[], int],
        soon: Callable[..., object],
        later: Callable[..., object],
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.work = work
        self.came = 0  # when the message came that is handled now
        self._now = now
        self._soon = soon
        self._later = later
        self._clock = clock
        self._line: deque[Reader] = deque()
        self._is_due = False  # somebody works on it in the next round
        self._readers: dict[str, list[Reader]] = {}  # those who wait, of each person
        self._asked: dict[str, list[int]] = {}  # when their requests came that are not answered yet
        self._busy_since = 0

    def heard(self) -> int:
        """When that came which is read or handled now. While the loop was busy nobody listened: then, when it began."""
        return self.came or self._busy_since or self._now()

    def oldest(self, people: Iterable[str]) -> int | None:
        """When the oldest message of these people came that is not handled yet."""
        came: list[int] = []
        for person in people:
            came += [reader.waiting[0][0] for reader in self._readers.get(person, ()) if reader.waiting]
            came += self._asked.get(person, ())
        return min(came, default=None)

    @contextmanager
    def asking(self, person: str, came: int) -> Iterator[None]:
        """While something is done that a person asked for without a socket."""
        asked = self._asked.setdefault(person, [])
        asked.append(came)
        try:
            yield
        finally:
            asked.remove(came)
            if not asked:
                self._asked.pop(person, None)

    def be_busy(self) -> None:
        """Something begins that keeps the loop from the network, until all that comes meanwhile is read."""
        began = self._busy_since = self._now()
        self._soon(self._soon, self._listen_again, began)

    def _listen_again(self, began: int) -> None:
        if self._busy_since == began:
            self._busy_since = 0

    def charge_reading(self, keys: tuple[str, str], count: int) -> None:
        """So many frames were read."""
        self.work.charge(keys, A_READ + count * A_FRAME, self._now())

    def wait(self, keys: tuple[str, str]) -> float:
        """Seconds until something is left of their share."""
        return self.work.wait(keys, self._now())

    def call_in_turn(self, keys: tuple[str, str], call: Callable[[], None]) -> None:
        """Call when the loop has come round, and something is left of their share."""
        if wait := self.wait(keys):
            self._later(wait, call)
        else:
            self._soon(call)

    def add(self, reader: Reader) -> None:
        """It has messages, and had none before."""
        self._readers.setdefault(reader.person, []).append(reader)
        self._stand_in_line(reader)

    def _stand_in_line(self, reader: Reader) -> None:
        self._line.append(reader)
        self._work_soon()

    def _work_soon(self) -> None:
        """Once in a round of the loop, however many stand in line anew."""
        if self._line and not self._is_due:
            self._is_due = True
            self._soon(self._work)

    def _work(self) -> None:
        self._is_due = False
        began, now = self._clock(), self._now()
        until = began
        while self._line and until - began < SLICE:
            reader = self._line.popleft()
            if wait := self.work.wait(reader.keys, now):
                self._later(wait, self._stand_in_line, reader)
                continue
            if under_way := self._handle(reader):
                under_way.add_done_callback(partial(self._handled, reader))
            else:
                self._next(reader)
            before, until = until, self._clock()
            self.work.charge(reader.keys, min(until - before, MOST_CHARGED), now)
        if until - began > LONG:
            self._busy_since = now
            self._soon(self._soon, self._listen_again, now)
        self._work_soon()

    def _handle(self, reader: Reader) -> "asyncio.Task[None] | None":
        self.came, data = reader.waiting[0]
        try:
            return reader.handle(data)
        finally:
            self.came = 0

    def _next(self, reader: Reader) -> None:
        """Its first message is handled: not earlier does it stop counting as one that waits."""
        reader.waiting.popleft()
        if reader.waiting:
            self._line.append(reader)
        else:
            self._leave(reader)

    def _handled(self, reader: Reader, _: object) -> None:
        """After a wait; the line may have been empty, and nobody at work on it."""
        self._next(reader)
        self._work_soon()

    def _leave(self, reader: Reader) -> None:
        readers = self._readers[reader.person]
        readers.remove(reader)
        if not readers:
            del self._readers[reader.person]
        reader.read_on()
