"""What was played before, for the explorer: a base of machine matches a game, and the matches of this server.

Counts are kept in the database: a question reads one place. Tables that have ended are counted one after the other,
some by whoever asks next, the rest by the way.
"""

import asyncio
import hashlib
import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from recif.games.core.contract import Game, Refused
from recif.games.core.position import Position
from recif.school import base
from recif.school.explorer import Book, place_of
from recif.server.errands import OURS, RunsErrands
from recif.server.live.table import LiveTable
from recif.server.store.durability import durable
from recif.server.store.entries import Entry
from recif.server.store.rows import PlaceRow, TableRow
from recif.server.tables.registry import Registry

log = logging.getLogger("recif.server")

AT_ONCE = 10  # tables that one question may count: the next one goes on
BY_THE_WAY = 3  # tables counted a second while nobody asks
DEEPEST = 20  # decisions of a match here that are counted: later ones hardly ever come again
SLICE = 200  # rows written at a time


class Found(NamedTuple):
    """What was chosen at a place, each move with how often and the wins that came of it; of so many matches."""

    moves: Mapping[int, tuple[int, float]]
    matches: int


class Books:
    def __init__(self, registry: Registry, errands: RunsErrands) -> None:
        self._registry = registry
        self._store = registry.store
        self._errands = errands
        self._bases: dict[str, asyncio.Task[str]] = {}  # by game: under which name its machine matches are counted
        self._counting = asyncio.Lock()

    async def machines(self, position: Position, seat: int) -> Found:
        """Counted when somebody first asks for the game in this database."""
        return await self._found(await self._base(position.game), position, seat)

    async def here(self, position: Position, seat: int, person: str) -> Found:
        """Of public tables, and of the person's own."""
        await self.count_some(AT_ONCE)
        public, mine = [await self._found(whose, position, seat) for whose in ("", person)]
        moves = dict(public.moves)
        for move, (times, points) in mine.moves.items():
            known = moves.get(move, (0, 0.0))
            moves[move] = (known[0] + times, known[1] + points)
        return Found(moves, public.matches + mine.matches)

    async def _found(self, whose: str, position: Position, seat: int) -> Found:
        place = place_of(position, seat).hex()
        return Found(await self._store.place(whose, place), await self._store.shelf(whose, position.game.id))

    async def count_some(self, most: int) -> None:
        """Tables that have ended since, the newest first; one that cannot be read is left out."""
        async with self._counting:
            for table in await self._store.unexplored(most):
                row = await self._store.table(table)
                rows = await self._counted(row) if row else []
                whose = [""] if row and row.public else await self._store.players(table)
                game = row.game if row else ""
                await durable(self._store, partial(self._store.add_places, table, game, whose, rows))

    async def go_on(self) -> None:
        """Once a second: a database from before there were counts has many tables to catch up with."""
        registry = self._registry
        if self._counting.locked() or not registry.readiness.is_all_ready or self._store.away_since:
            return
        if await registry.peers.is_mine("explorer"):
            await self.count_some(BY_THE_WAY)

    async def count_bases(self) -> None:
        """Those of all games, before anybody asks."""
        for game in self._registry.games.values():
            await self._base(game)

    async def _counted(self, row: TableRow) -> list[PlaceRow]:
        game = self._registry.games.get(row.game)
        if game is None or row.status != "over":
            return []
        await self._registry.readiness.reached(row.game, "rules")
        try:
            entries = await self._store.entries(row.id)
            return await self._errands.run(OURS, "", _of_table, row, game, entries)
        except (ValueError, LookupError) as error:
            log.warning("table %s is not counted by the explorer: %s", row.id, error)
            return []

    async def _base(self, game: Game) -> str:
        if game.id not in self._bases:
            self._bases[game.id] = asyncio.create_task(self._made(game))
        making = self._bases[game.id]
        try:
            return await asyncio.shield(making)
        except Exception:  # whoever asks next tries again
            if self._bases.get(game.id) is making:
                del self._bases[game.id]
            raise

    async def _made(self, game: Game) -> str:
        """A base that has changed has another name; it is whole when its shelf says how many matches it has."""
        path = base.path_of(game)
        data = await self._errands.run(OURS, "", path.read_bytes) if path.exists() else b""
        whose = f"machines {hashlib.sha256(data).hexdigest()[:16]}"
        if data and not await self._store.shelf(whose, game.id):
            rows, matches = await self._errands.run(OURS, "", _of_machines, game)
            for start in range(0, len(rows), SLICE):
                await durable(self._store, partial(self._store.set_places, whose, rows[start : start + SLICE]))
            await durable(self._store, partial(self._store.set_shelf, whose, game.id, matches))
        return whose


def _of_table(row: TableRow, game: Game, entries: Sequence[Entry]) -> list[PlaceRow]:
    book = Book([LiveTable(row, game).load(entries).match], DEEPEST)
    return [PlaceRow(*one) for one in book.rows()]


def _of_machines(game: Game) -> tuple[list[PlaceRow], int]:
    """And of how many matches."""
    try:
        book = Book(base.read(base.path_of(game)).matches(game))
    except Refused as refused:
        log.error("%s", refused.text.en)
        return [], 0
    return [PlaceRow(*one) for one in book.rows()], book.matches
