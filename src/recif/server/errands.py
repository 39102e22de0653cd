"""Short jobs that requests have done beside the loop: reading a study, playing a match again, hashing a password.

A few threads do them, in turn: each address has one, and within an address each person. Whoever has gone is passed
over, and an address whose jobs have used more than its share of the processor waits, while those of others go on.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from recif.server.limits import Buckets
from recif.server.messages.refusals import refuse

T = TypeVar("T")
MOST_WAITING = 100  # jobs of an address
MOST_CHARGED = 1.0  # seconds for one job: the first that needs a game's machine code pays for all who come after
OURS = ""  # the address of what the server itself has to do: it is charged to nobody


class RunsErrands(Protocol):
    """Whoever does short jobs beside the loop."""

    async def run(self, address: str, person: str, job: Callable[..., T], *args: Any) -> T: ...


class Errand:
    """A job that waits for its turn, and whoever waits for it."""

    def __init__(self, job: Callable[[], Any], answer: "asyncio.Future[Any]") -> None:
        self._job = job
        self.answer = answer
        self.seconds = 0.0  # of processor

    def run(self) -> Any:
        began = time.thread_time()
        try:
            return self._job()
        finally:
            self.seconds = time.thread_time() - began


class Errands:
    """To be used on the loop. `share`: seconds of processor that an address may use, a second and at once."""

    def __init__(self, workers: int, name: str, now: Callable[[], int], share: tuple[float, float]) -> None:
        self._threads = ThreadPoolExecutor(workers, name)
        self._now = now
        self._work = Buckets(share)
        self._line: OrderedDict[str, OrderedDict[str, deque[Errand]]] = OrderedDict()  # by address, by person
        self._free = workers
        self._is_alarm_set = False

    @property
    def waiting(self) -> int:
        return sum(self._waiting_at(address) for address in self._line)

    async def run(self, address: str, person: str, job: Callable[..., T], *args: Any) -> T:
        """What the job returns or raises; Refused where too many of the address wait already."""
        if self._waiting_at(address) >= MOST_WAITING:
            raise refuse("flood")
        errand = Errand(partial(job, *args), asyncio.get_running_loop().create_future())
        self._line.setdefault(address, OrderedDict()).setdefault(person, deque()).append(errand)
        self._go_on()
        try:
            done: T = await errand.answer
        except asyncio.CancelledError:
            self._drop(address, person, errand)
            raise
        return done

    def _waiting_at(self, address: str) -> int:
        people = self._line.get(address)
        return sum(map(len, people.values())) if people else 0

    def _drop(self, address: str, person: str, errand: Errand) -> None:
        """Whoever asked has gone: unless it is under way, it is not done at all."""
        people = self._line.get(address)
        errands = people.get(person) if people else None
        if errands and errand in errands:
            errands.remove(errand)
            if not errands:
                self._forget(address, person)

    def _forget(self, address: str, person: str) -> None:
        """Nothing of the person waits any more."""
        del self._line[address][person]
        if not self._line[address]:
            del self._line[address]

    def _go_on(self) -> None:
        while self._free and (address := self._next_address()) is not None:
            errand = self._next_of(address)
            self._free -= 1
            done = partial(self._done_elsewhere, asyncio.get_running_loop(), address, errand)
            self._threads.submit(errand.run).add_done_callback(done)

    def _next_address(self) -> str | None:
        """The first in the line that has not used up its share."""
        now, wait = self._now(), 0.0
        for address in self._line:
            its_wait = self._work.wait(address, now)
            if not its_wait:
                return address
            wait = min(wait or its_wait, its_wait)
        if wait and not self._is_alarm_set:
            self._is_alarm_set = True
            asyncio.get_running_loop().call_later(wait, self._ring)
        return None

    def _ring(self) -> None:
        self._is_alarm_set = False
        self._go_on()

    def _next_of(self, address: str) -> Errand:
        """The address and the person go to the end of their lines."""
        people = self._line[address]
        person, errands = next(iter(people.items()))
        errand = errands.popleft()
        self._line.move_to_end(address)
        people.move_to_end(person)
        if not errands:
            self._forget(address, person)
        return errand

    def _done_elsewhere(
        self, loop: asyncio.AbstractEventLoop, address: str, errand: Errand, done: "Future[Any]"
    ) -> None:
        with suppress(RuntimeError):  # the loop is gone
            loop.call_soon_threadsafe(self._done, address, errand, done)

    def _done(self, address: str, errand: Errand, done: "Future[Any]") -> None:
        self._free += 1
        if address != OURS:
            self._work.charge(address, min(errand.seconds, MOST_CHARGED), self._now())
        if not (errand.answer.done() or done.cancelled()):
            if error := done.exception():
                errand.answer.set_exception(error)
            else:
                errand.answer.set_result(done.result())
        self._go_on()

    def close(self) -> None:
        """What is under way ends by itself."""
        self._line.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)
