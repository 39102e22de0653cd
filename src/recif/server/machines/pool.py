"""Machines think in a few processes, so that the loop never stalls. Everybody gets a turn: one job a key, in rounds.

Whoever plays comes before whoever watches or asks: see `Urgency`.
"""

import logging
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from recif.server.machines import thoughts
from recif.server.machines.tasks import Task, Urgency
from recif.server.machines.thinker import CanThink, Failed, Lost, Thinker

T = TypeVar("T")
Post = Callable[[Callable[[], None]], object]
log = logging.getLogger("recif.machines")

PATIENCE = 2.0  # seconds after which a thought that hardly got the processor begins anew in a process that does
HARDLY = 1 / 3
LONGEST = 120.0  # seconds after which any thought does, and is given up if that is of no use
TRIES = 2  # processes that may be lost over one thought
GOODBYE = 1.0  # seconds for a worker to see that all is over


Preparation = tuple[str, str]  # a game, and how far it is to be loaded
Queues = OrderedDict[str, deque[Task[Any]]]  # each key's tasks; the first key is next


class Worker(threading.Thread):
    """Hands tasks to a process, one after the other. That thinks when nobody wants the processor, unless others want it
    all the time."""

    def __init__(self, machines: "Machines", number: int, is_reserved: bool) -> None:
        super().__init__(name=f"mind-{number}", daemon=True)
        self.is_reserved = is_reserved  # for those who play
        self.prepares = is_reserved or number == 0  # the others start when these have too much to do
        self.is_modest = True
        self.thinker: CanThink | None = None  # started when it is first needed
        self.task: Task[Any] | None = None  # the one under way
        self.prepared: set[Preparation] = set()
        self._began = (0.0, 0.0)  # the task, by the clock and by the processor time of the process
        self._machines = machines

    def run(self) -> None:
        while task := self._machines.next_for(self):
            answer = self._thought(task)
            if not self._machines.finish(self):
                return
            self._machines.post(partial(task.tell, answer))

    def begin(self, task: Task[Any]) -> Task[Any]:
        self.task = task
        self._began = (time.monotonic(), self.cpu())
        return task

    def cpu(self) -> float:
        return (self.thinker.cpu() if self.thinker else None) or 0.0

    def _thought(self, task: Task[T]) -> T | None:
        """Thought about again if the process is lost, but not for ever."""
        lost = 0
        while lost < TRIES and not task.is_dropped:
            thinker = self._machines.thinker_of(self)
            if thinker is None:
                return None
            was_modest = self.is_modest
            try:
                return thinker.think(task.job)
            except Lost:
                self._machines.has_lost(self)
                lost += was_modest == self.is_modest  # one that starved begins anew for nothing
                self.begin(task)
            except Failed as failed:
                if not task.is_dropped:
                    log.error("a machine failed: %s", failed)
                return None
            except Exception:
                log.exception("a machine failed")
                return None
        if lost:
            log.error("a thought was given up: %d processes were lost over it", lost)
        return None

    def look_after(self) -> None:
        """Where somebody waits for a thought that does not get the processor, or for one without end."""
        task, thinker = self.task, self.thinker
        if not task or not thinker:
            return
        waited = time.monotonic() - self._began[0]
        if waited > LONGEST or (self.is_modest and task.urgency != Urgency.SHOW and self._is_starved(thinker, waited)):
            if self.is_modest:
                log.warning("the processor is busy: %s thinks like everybody else from now on", self.name)
            self.is_modest = False
            thinker.kill()

    def _is_starved(self, thinker: CanThink, waited: float) -> bool:
        cpu = thinker.cpu()
        return waited >= PATIENCE and cpu is not None and cpu - self._began[1] < HARDLY * waited

    def end(self) -> None:
        if self.thinker:
            self.thinker.kill()
        self.join(GOODBYE)
        if self.thinker:
            self.thinker.close()


class Machines:
    """A fair queue before bounded workers. `post` brings answers back to the thread that asked."""

    def __init__(
        self, post: Post, workers: int, reserved: int = 0, start: Callable[[bool], CanThink] = Thinker
    ) -> None:
        """`start` makes what thinks: one that steps back for everybody else, or one that does not."""
        self.post = post
        self._start = start
        self._queues: dict[Urgency, Queues] = {urgency: OrderedDict() for urgency in Urgency}
        self._preparations: list[Preparation] = []
        self._ready = threading.Condition()
        self._is_closed = False
        self._workers = [Worker(self, number, number >= workers) for number in range(workers + reserved)]
        for worker in self._workers:
            worker.start()

    def submit(self, task: Task[Any]) -> None:
        with self._ready:
            if not task.is_dropped:
                self._queues[task.urgency].setdefault(task.key, deque()).append(task)
                self._ready.notify_all()  # some of them may not take it

    def drop(self, task: Task[Any]) -> None:
        """Nobody waits for it any more, and nobody hears of it."""
        with self._ready:
            task.is_dropped = True
            queues = self._queues[task.urgency]
            if task in queues.get(task.key, ()):
                queues[task.key].remove(task)
                if not queues[task.key]:
                    del queues[task.key]
            for worker in self._workers:
                if worker.task is task and worker.thinker:
                    worker.thinker.forsake()

    def prepare(self, game: str, stage: str) -> None:
        """Load a game, as far as it is compiled, before anybody asks about it."""
        if stage not in thoughts.LOADS:
            return
        with self._ready:
            self._preparations.append((game, stage))
            self._ready.notify_all()

    @property
    def queued(self) -> int:
        with self._ready:
            return sum(len(tasks) for queues in self._queues.values() for tasks in queues.values())

    @property
    def busy(self) -> int:
        return sum(worker.task is not None for worker in self._workers)

    def next_for(self, worker: Worker) -> Task[Any] | None:
        """The first task of the first key of what is most urgent; None when all is over."""
        with self._ready:
            while not self._is_closed:
                urgency = self._most_urgent(worker)
                if urgency is not None and not self._is_for_another(worker):
                    return worker.begin(self._take(urgency))
                if urgency is None and (preparation := self._preparation_for(worker)):
                    return worker.begin(preparation)
                self._ready.wait()
            return None

    def _most_urgent(self, worker: Worker) -> Urgency | None:
        """What the worker is to think about next, if anything."""
        for urgency in Urgency:
            if self._queues[urgency] and (urgency == Urgency.PLAY or not worker.is_reserved):
                return urgency
        return None

    def _is_for_another(self, worker: Worker) -> bool:
        """Whether one who is warm and has nothing to do will take it."""
        return worker.thinker is None and any(
            other.thinker and not other.task and self._most_urgent(other) is not None for other in self._workers
        )

    def _take(self, urgency: Urgency) -> Task[Any]:
        """The key goes to the end of its line."""
        queues = self._queues[urgency]
        key, tasks = queues.popitem(last=False)
        task = tasks.popleft()
        if tasks:
            queues[key] = tasks
        self._ready.notify_all()  # what is left may be for one who was not needed before
        return task

    def _preparation_for(self, worker: Worker) -> Task[None] | None:
        """What the worker is to load while nobody asks."""
        left = [one for one in self._preparations if worker.prepares and one not in worker.prepared]
        if not left:
            return None
        worker.prepared.add(left[0])
        return Task("", partial(thoughts.prepare, *left[0]), lambda _: None)

    def thinker_of(self, worker: Worker) -> CanThink | None:
        """The process that thinks for a worker, started if need be; None when all is over."""
        with self._ready:
            if worker.thinker is None and not self._is_closed:
                worker.thinker = self._start(worker.is_modest)
            return None if self._is_closed else worker.thinker

    def has_lost(self, worker: Worker) -> None:
        with self._ready:
            thinker, worker.thinker = worker.thinker, None
            worker.prepared.clear()
        if thinker:
            thinker.close()
            if not self._is_closed:
                log.warning("%s has lost its process; another one is started", worker.name)

    def finish(self, worker: Worker) -> bool:
        """Whether anybody is there to be told."""
        with self._ready:
            worker.task = None
            return not self._is_closed

    def look_after(self) -> None:
        """Called once a second."""
        with self._ready:
            for worker in self._workers:
                worker.look_after()

    def close(self) -> None:
        """No process is left behind."""
        with self._ready:
            self._is_closed = True
            for queues in self._queues.values():
                queues.clear()
            self._ready.notify_all()
        for worker in self._workers:
            worker.end()
