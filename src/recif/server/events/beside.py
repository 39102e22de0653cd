"""Whoever pairs and adds up: at once, or beside the loop (`in_process.py`)."""

from typing import Protocol

from recif.events.entries import RoundPaired
from recif.match.provable import Luck
from recif.server.events import apart
from recif.server.events.apart import Folds, NewsOf, RoundWanted, WrittenTable
from recif.server.events.open_event import OpenEvent


class PairsPeople(Protocol):
    """Whoever pairs and adds up."""

    async def pair(self, event: OpenEvent, wanted: RoundWanted) -> RoundPaired: ...
    async def add_up(self, event: OpenEvent) -> WrittenTable: ...
    def close(self) -> None: ...


class PairedHere:
    """Here, while everybody waits: for tests, and a page without a server."""

    def __init__(self) -> None:
        self._folds = Folds()

    async def pair(self, event: OpenEvent, wanted: RoundWanted) -> RoundPaired:
        return apart.pair(_all_of(event), wanted, self._folds)

    async def add_up(self, event: OpenEvent) -> WrittenTable:
        return apart.table_of(event.live, shown_luck(event))

    def close(self) -> None:
        """Nothing goes on."""


def _all_of(event: OpenEvent) -> NewsOf:
    return NewsOf(event.id, 0, tuple(event.bodies))


def shown_luck(event: OpenEvent) -> Luck | None:
    """The secret, once everybody may know it."""
    return event.row.luck if event.live.is_over else None
