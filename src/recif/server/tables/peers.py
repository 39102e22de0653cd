"""Other servers at the same database, for whoever need not know whether there are any.

`Sharing` is what one of several servers does; alone, there is nobody to wait for, to ask or to tell.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from recif.server.limits import Buckets
from recif.server.live.open_table import OpenTable
from recif.server.store.hearing import Hearing
from recif.server.views.audience import Audience

Tidings = Callable[..., Awaitable[None]]
SWEEPING_S = 300.0  # for which one server does what nobody waits for


class Peers(Hearing, Protocol):
    """What a server asks of the others, and tells them."""

    def were_here(self, alive_at: int, now: int) -> bool:
        """Whether one of them may have let clocks run since the last sign of life."""

    def taken_up(self, table: OpenTable) -> None:
        """A table is in memory now: it may be in theirs."""

    def begin_writing(self, table: OpenTable) -> None:
        """What is written next may come too late: nobody may look before it is settled."""

    def lost(self, audience: Audience) -> None:
        """One of them was quicker; nobody has heard of what was written here."""

    def is_settled(self, table: OpenTable) -> bool:
        """Whether the table is as it was written, and what follows will be heard of after it."""

    def count(self, *all_quotas: Buckets) -> None:
        """What is spent of these is told to them, who charge it too."""

    def ring(self, person: str, table: str) -> None:
        """There is news of a table for the person, who may have a page open there."""

    async def know_flags(self) -> None:
        """Of clocks that they have let run, or stand still."""

    async def was_behind(self, audience: Audience) -> bool:
        """Whether there was more to know; it is known now. Nobody is refused by what was true a moment ago."""

    async def reach(self, audience: Audience, version: int) -> None:
        """Somebody was told of that version, or says so."""

    async def may(self, quota: Buckets, key: str) -> bool:
        """Whether one more is allowed of what servers count together."""

    async def is_mine(self, name: str, for_s: float = SWEEPING_S) -> bool:
        """Whether this server does what one of them does for all, and goes on doing it for so many seconds: should it
        be killed, so long nobody does."""

    def tell(self, *tiding: Any) -> None:
        """Something that is not kept: a kind, and what of it."""

    def on(self, kind: str, hear: Tidings) -> None:
        """What to do when one of them tells of such a thing."""

    def tick(self) -> None:
        """Once a second."""


class Alone:
    """The only server at a file of its own."""

    def __init__(self) -> None:
        self.close_sockets: Callable[[str, str], None] = lambda person, session: None

    def hear(self, payload: str) -> None:
        """Nobody says anything."""

    def look(self) -> None:
        """Nothing can have been missed."""

    def back(self, since: int) -> None:
        """A file does not go away."""

    def were_here(self, alive_at: int, now: int) -> bool:
        return False

    def taken_up(self, table: OpenTable) -> None:
        """It is in nobody else's memory."""

    def begin_writing(self, table: OpenTable) -> None:
        """Nothing comes too late."""

    def lost(self, audience: Audience) -> None:
        """Nobody is quicker."""

    def is_settled(self, table: OpenTable) -> bool:
        """Only the disk knows."""
        return False

    def count(self, *all_quotas: Buckets) -> None:
        """There is nobody to tell."""

    def ring(self, person: str, table: str) -> None:
        """All their pages are here."""

    async def know_flags(self) -> None:
        """All are known."""

    async def was_behind(self, audience: Audience) -> bool:
        return False

    async def reach(self, audience: Audience, version: int) -> None:
        """All that is written is here."""

    async def may(self, quota: Buckets, key: str) -> bool:
        return True

    async def is_mine(self, name: str, for_s: float = SWEEPING_S) -> bool:
        return True

    def tell(self, *tiding: Any) -> None:
        """Nobody hears it."""

    def on(self, kind: str, hear: Tidings) -> None:
        """Nobody tells anything."""

    def tick(self) -> None:
        """There is nothing to keep up with."""
