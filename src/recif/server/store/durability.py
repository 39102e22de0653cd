"""Waiting until something is on disk."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from recif.server.messages.refusals import refuse
from recif.server.store.interface import Store, Then
from recif.server.tasks import Answer

T = TypeVar("T")


async def durable(store: Store, write: Callable[[Then], T]) -> T:
    """Do something and wait until it is on disk; Refused where it cannot be kept."""

    async def written(then: Then) -> T:
        return write(then)

    return await durably(store, written)


async def durably(store: Store, write: Callable[[Then], Awaitable[T]]) -> T:
    """The same, of something that may have to wait before it writes."""
    answer = Answer()
    made = await write(lambda: answer.set(True))
    store.after(lambda: answer.set(False))  # whatever was written before has been told of by then
    if not await answer.wait():
        raise refuse("defect")
    return made
