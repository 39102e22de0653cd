"""How a PostgreSQL that others write to as well is written to.

Group commit: one transaction is in flight, the next one gathers meanwhile; whoever wrote is told when it has been
committed (`synchronous_commit`). What comes too late is lost, and whoever wanted it judges anew. A batch whose answer
did not arrive is sent again under the same number, which the database knows: it is never done twice.
"""

import asyncio
import logging
import re
import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import timedelta
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from typing import Any

import asyncpg

from recif.server.store.interface import A, Then, ignored
from recif.server.store.links import PATIENCE, Link, Wire, patiently
from recif.server.store.of_ladders import settling
from recif.server.store.of_notices import saving_notices
from recif.server.store.of_ratings import saving_results
from recif.server.store.of_whereabouts import leaving
from recif.server.store.statements import Statement, Statements
from recif.server.store.units import Unit, UnitPart, WrittenRow, arguments, batch_of, notifications

log = logging.getLogger("recif.store")

LEASE_S = 3.0  # a server that lets a machine think says so oftener than this

APPEND = "SELECT * FROM recif_append_2({})".format(", ".join(f"${number}" for number in range(1, 31)))
BEAT: Statement = ("SELECT 1", ())  # the batch itself is the sign of life
KEEP_LOSERS = "UPDATE servers SET lost = $2 WHERE id = $1"


class GroupCommit(Statements):
    """`now` tells milliseconds. `on_failure` is called when something cannot be kept that must be."""

    def __init__(
        self,
        address: str,
        now: Callable[[], int],
        on_failure: Callable[[BaseException], None] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.pending = 0
        self.commits = 0
        self.lost = 0  # what came too late
        self.failure: BaseException | None = None
        self.away_since = 0  # when the database was last heard of, while it is away
        self.on_back: Callable[[int], None] = lambda since: None
        self.id = secrets.token_hex(8)
        self.channel = "recif"
        self._now = now
        self._on_failure = on_failure
        self._writer = Link(address, patience)
        self._gathered: list[Unit] = []
        self._together: Unit | None = None
        self._tidings: list[list[Any]] = []
        self._number = 0
        self._heard_at = 0
        self._writing: asyncio.Task[None] | None = None
        self._is_closed = False

    def together(self) -> AbstractContextManager[None]:
        """What is appended here is one unit: all of it, or nothing."""
        return nullcontext() if self._together else Together(self)

    @contextmanager
    def _telling(self, *tiding: Any) -> Iterator[None]:
        """The other servers hear of what is written here."""
        self._tidings = [list(tiding)]
        try:
            yield
        finally:
            self._tidings = []

    def tell(self, *tiding: Any) -> None:
        """The other servers hear of something that is not kept."""
        with self._telling(*tiding):
            self.write([BEAT], lambda: None)

    def write(self, statements: Sequence[Statement], then: Then, lost: Then | None = None) -> None:
        """`lost`: somebody else may have, by then, what there can be only one of."""
        self._gather(Unit([], list(statements), self._tidings, [then], [lost] if lost else []))

    def append(self, append: A, kept: Callable[[A], None] = ignored, lost: Callable[[A], None] = ignored) -> None:
        new, row = append.entries, append.row
        old = new[0].version - 1 if new else append.version
        part = UnitPart(append.table, old, list(new), WrittenRow.of(row) if row else None, append.thinks)
        unit = self._together if self._together is not None else Unit()
        unit.parts.append(part)
        unit.statements += [
            *saving_results(append.results),
            *leaving(row),
            *settling(row),
            *saving_notices(append.notices),
        ]
        unit.thens.append(partial(kept, append))
        unit.losts.append(partial(lost, append))
        if unit is not self._together:
            self._gather(unit)

    def after(self, then: Then) -> None:
        if self.pending:
            self._gather(Unit(thens=[then]))
        elif not self.failure:
            then()

    def _gather(self, unit: Unit) -> None:
        if self.failure or self._is_closed:
            return
        self.pending += 1
        self._gathered.append(unit)
        if self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write_on())

    async def _write_on(self) -> None:
        """Until nothing is left; what comes meanwhile gathers."""
        try:
            while self._gathered and not self.failure:
                await self._write_batch(batch_of(self._gathered))
        finally:
            self._writing = None

    async def _write_batch(self, units: list[Unit]) -> None:
        losers = await self._committed(units)
        for number, unit in enumerate(units):
            self.pending -= 1
            if losers is None:
                continue
            self.lost += number in losers
            for call in unit.losts if number in losers else unit.thens:
                try:
                    call()
                except Exception:  # one listener's trouble must not keep the news from the others
                    log.exception("telling of a write failed")

    async def _committed(self, units: list[Unit]) -> Collection[int] | None:
        """The numbers of those that were lost; None if nothing can be said: the server stops."""
        if not any(unit.parts or unit.statements for unit in units):
            return ()
        self._number += 1
        self.commits += 1
        try:
            losers = await self._sent(units)
        except Exception as error:
            return await self._one_by_one(units, error)
        self._back()
        return losers

    async def _sent(self, units: list[Unit]) -> Collection[int]:
        tidings = notifications(self.id, [tiding for unit in units for tiding in unit.tidings])
        arrays = arguments(units, tidings)

        async def commit(link: Wire) -> Collection[int]:
            values = (self.channel, self.id, self._number, self._now(), timedelta(seconds=LEASE_S), *arrays)
            if not any(unit.statements for unit in units):
                return set((await link.fetchrow(APPEND, *values))["losers"])
            async with link.transaction():
                row = await link.fetchrow(APPEND, *values)
                losers = set(row["losers"])
                return losers if row["is_done"] else await self._carried_out(link, units, losers)

        return await patiently(lambda: self._writer.use(commit), self._away)

    async def _carried_out(self, link: Wire, units: list[Unit], losers: set[int]) -> set[int]:
        """Statements of those that were not lost. Who is beaten to something is lost too, and nobody else suffers."""
        beaten: set[int] = set()
        for number, unit in enumerate(units):
            if number in losers or not unit.statements:
                continue
            try:
                async with link.transaction() if unit.is_contested else nullcontext():
                    for sql, alike in groupby(unit.statements, itemgetter(0)):
                        await _execute(link, with_dollars(sql), [tuple(map(kept, values)) for _, values in alike])
            except asyncpg.UniqueViolationError:
                if not unit.is_contested:
                    raise
                beaten.add(number)
        if beaten:  # kept with the batch, whose answer may have to be given again
            await link.execute(KEEP_LOSERS, self.id, sorted(losers | beaten))
        return losers | beaten

    async def _one_by_one(self, units: list[Unit], error: BaseException) -> Collection[int] | None:
        """One of them cannot be kept: the others are. What happened at a table must be, or the server stops."""
        if len(units) > 1:
            losers = [await self._committed([unit]) for unit in units]
            return None if self.failure else {number for number, lost in enumerate(losers) if lost}
        log.error("something cannot be kept: %s", error)
        if units[0].parts:
            self.failure = error
            if self._on_failure:
                self._on_failure(error)
            return None
        return (0,)

    def _away(self, error: BaseException) -> None:
        if not self.away_since:
            self.away_since = self._heard_at
            log.warning("the database is away, and waited for: %s", error or type(error).__name__)

    def _back(self) -> None:
        since, self.away_since, self._heard_at = self.away_since, 0, self._now()
        if since:
            log.warning("the database is back after %.1f s", (self._heard_at - since) / 1000)
            self.on_back(since)

    async def flushed(self) -> None:
        """Everything written is told."""
        while self._writing:
            await asyncio.shield(self._writing)

    async def _end_writing(self, patience: float) -> None:
        """Write what has gathered, if the database is there; then no more."""
        if self._writing:
            await asyncio.wait([self._writing], timeout=patience)
        self._is_closed = True
        if self._writing:
            self._writing.cancel()
        await self._writer.close()


class Together:
    """A unit while it is put together. Every move is one: no generator is made for it."""

    __slots__ = ("_store",)

    def __init__(self, store: GroupCommit) -> None:
        self._store = store

    def __enter__(self) -> None:
        self._store._together = Unit()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Nothing is kept of what failed half-way."""
        unit, self._store._together = self._store._together, None
        if unit and kind is None:
            self._store._gather(unit)


async def _execute(link: Wire, sql: str, each: list[tuple[Any, ...]]) -> None:
    """What is alike goes to the database together: it is answered once."""
    if len(each) == 1:
        await link.execute(sql, *each[0])
    else:
        await link.executemany(sql, each)


@lru_cache(maxsize=500)
def with_dollars(sql: str) -> str:
    return re.sub(r"\?(\d+)", r"$\1", sql)


def kept(value: Any) -> Any:
    """As PostgreSQL can keep it: a text without the one character that it does not know."""
    if isinstance(value, bool):
        return int(value)
    return value.replace("\0", "␀") if isinstance(value, str) else value
