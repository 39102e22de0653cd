"""What was played before, for the explorer: a base of machine matches a game, and the matches of this server."""

import asyncio
import logging
from collections.abc import Sequence

from recif.games.core.contract import Game, Refused
from recif.school import base
from recif.school.explorer import Book
from recif.server.store.interface import TableRow
from recif.server.tables.registry import Registry

log = logging.getLogger("recif.server")

LATEST = 1_000  # tables of this server that are looked at
AT_ONCE = 50  # of them that one question may add: the next one goes on
PEOPLE = 64  # whose own tables are remembered at a time


class Books:
    """A book of each kind a game. Machine matches are read when somebody first asks for their game."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._machines: dict[str, asyncio.Task[Book]] = {}
        self._here: dict[str, Shelf] = {}  # by person; nobody's are those of public tables

    async def machines(self, game: Game) -> Book:
        if game.id not in self._machines:
            self._machines[game.id] = asyncio.create_task(asyncio.to_thread(_of_machines, game))
        return await asyncio.shield(self._machines[game.id])

    async def here(self, game: Game, person: str) -> list[Book]:
        """Of public tables, and of the person's own; with those that have ended since somebody last asked."""
        store = self._registry.store
        public = await self._catch_up("", await store.tables("over", LATEST))
        own = [row for row in await store.tables_of(person, LATEST) if row.status == "over" and not row.public]
        mine = await self._catch_up(person, own)
        return [shelf.books.setdefault(game.id, Book()) for shelf in (public, mine)]

    async def _catch_up(self, whose: str, rows: Sequence[TableRow]) -> "Shelf":
        shelf = self._here.pop(whose, None) or Shelf()
        self._here[whose] = shelf  # the last in the row is the last that was asked for
        while len(self._here) > PEOPLE:
            del self._here[next(other for other in self._here if other)]
        new = [row for row in rows if row.id not in shelf.known and row.game in self._registry.games]
        for row in new[:AT_ONCE]:
            shelf.known.add(row.id)
            if not row.imported:
                await self._add(shelf, row)
        return shelf

    async def _add(self, shelf: "Shelf", row: TableRow) -> None:
        await self._registry.readiness.reached(row.game, "rules")
        try:
            live = await self._registry.loading.read(row.id)
        except Refused:  # set aside
            return
        await asyncio.to_thread(shelf.books.setdefault(row.game, Book()).add, live.match)


class Shelf:
    """Books by game, and the tables that are in them."""

    def __init__(self) -> None:
        self.books: dict[str, Book] = {}
        self.known: set[str] = set()


def _of_machines(game: Game) -> Book:
    path = base.path_of(game)
    if not path.exists():
        return Book()
    try:
        return Book(base.read(path).matches(game))
    except Refused as refused:
        log.error("%s", refused.text.en)
        return Book()
