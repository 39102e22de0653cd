"""What machines are asked, and by whom they are asked: threads and processes are the affair of whoever thinks."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")


class Urgency(IntEnum):
    """What is thought about first. Some processes are kept for the most urgent: a long thought is not interrupted."""

    PLAY = 0  # somebody sits at the table and waits
    ASKED = 1  # hints, reviews, evaluations
    SHOW = 2  # machines among themselves


@dataclass(eq=False)
class Task(Generic[T]):
    """A job, when it is the turn of `key`; `then` gets what it returned, or None if it failed.

    The job is a value: a function of a module and what it is told. It may be run twice: it must do nothing but think.
    """

    key: str
    job: partial[T]
    then: Callable[[T | None], None]
    urgency: Urgency = Urgency.PLAY
    asker: object = None  # who is told, if they may go before it is done
    holder: str = ""  # of the device that may think about it instead: nothing in it is hidden from this person
    is_dropped: bool = False  # nobody waits for it any more

    def tell(self, answer: T | None) -> None:
        if not self.is_dropped:
            self.then(answer)


class CanBeAsked(Protocol):
    """Whoever has tasks thought about, off the loop: processes of a server, or the page itself."""

    def submit(self, task: Task[Any]) -> None: ...
    def drop(self, task: Task[Any]) -> None: ...
    def prepare(self, game: str, stage: str) -> None: ...
    def look_after(self) -> None: ...
    def close(self) -> None: ...
    @property
    def busy(self) -> int: ...
    @property
    def queued(self) -> int: ...
