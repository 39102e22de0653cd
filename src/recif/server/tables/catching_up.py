"""What other servers wrote at tables in use here, brought in: from the notification itself where it tells enough, else
read from the database, for all tables that are behind by one question, while the next ones gather.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence

from recif.games.core.contract import Refused
from recif.server.people.accounts import People
from recif.server.people.ratings import Ratings
from recif.server.store.entries import Entry, RawEntry, Sat, read_entry
from recif.server.store.interface import Shared
from recif.server.tables.committing import Committing
from recif.server.tables.memory import Memory
from recif.server.tables.on_disk import TablesOnDisk
from recif.server.tasks import begin
from recif.server.views.audience import Audience

log = logging.getLogger("recif.server")

MOST_TRIES = 5  # to bring in what was written, while other things happen there


class CatchingUp:
    """Tables that are behind what is known to be written."""

    def __init__(
        self,
        store: Shared,
        on_disk: TablesOnDisk,
        memory: Memory,
        people: People,
        ratings: Ratings,
        committing: Committing,
    ) -> None:
        self._store = store
        self._on_disk = on_disk
        self._memory = memory
        self._people = people
        self._ratings = ratings
        self._committing = committing
        self._behind: dict[str, Audience] = {}  # to be read next
        self._is_reading = False
        self._rows: set[str] = set()  # rated tables whose row may have changed too

    def hear_of(self, table: str, version: int, is_row_changed: bool = True, entries: Sequence[RawEntry] = ()) -> None:
        """A table has come to a version by these `entries`, if they are known."""
        audience = self._memory.audiences.get(table)
        if audience is None:
            return
        audience.table.hear_of(version)
        if audience.live.row.rated and is_row_changed:
            self._rows.add(table)
        if audience.table.writing:
            begin(self._when_settled(audience))
        elif audience.live.version < version and not self._let_happen(audience, entries):
            self._read(audience)

    def _let_happen(self, audience: Audience, entries: Sequence[RawEntry]) -> bool:
        """Whether what was told is all that is missing, and whom it names is known here: it has happened, then."""
        live = audience.live
        new = [entry for entry in entries if entry[0] > live.version]
        missing = list(range(live.version + 1, audience.table.heard_of + 1))
        if [entry[0] for entry in new] != missing or live.row.id in self._rows:
            return False
        read = self._understood(audience, new)
        if read is not None and any(not self._people.is_known(person) for person in _new_people(read)):
            return False
        if read is not None:
            self._committing.bring_in(audience, read)
        return True

    def _understood(self, audience: Audience, new: Iterable[RawEntry]) -> list[Entry] | None:
        """None where there is something that this program does not know: the table is set aside, and no other."""
        try:
            return [read_entry(entry) for entry in new]
        except ValueError as error:
            self._set_aside(audience, str(error))
            return None

    def _set_aside(self, audience: Audience, why: str) -> None:
        self._on_disk.set_aside(audience.live.row.id, "cannot be gone on with", why)
        self._memory.drop(audience)

    async def _when_settled(self, audience: Audience) -> None:
        if await self._memory.is_here(audience) and audience.live.version < audience.table.heard_of:
            self._read(audience)

    def _read(self, audience: Audience) -> None:
        self._behind[audience.live.row.id] = audience
        if not self._is_reading:
            begin(self._read_on())

    async def _read_on(self) -> None:
        """Until nothing is behind; what is heard of meanwhile gathers."""
        self._is_reading = True
        try:
            await asyncio.sleep(0)  # what comes by one notification goes together
            while self._behind:
                behind, self._behind = self._behind, {}
                await self.catch_up(list(behind.values()))
        finally:
            self._is_reading = False

    async def catch_up(self, behind: list[Audience]) -> None:
        """Read what is missing and let it happen here."""
        known = {audience.live.row.id: audience.live.version for audience in behind}
        found = await self._store.entries_after(known)
        ready: list[tuple[Audience, list[Entry]]] = []
        for audience in behind:
            read = self._understood(audience, found.get(audience.live.row.id, ()))
            if read is not None:
                ready.append((audience, read))
        await self._people.know(person for _, new in ready for person in _new_people(new))
        for audience, new in ready:
            try:
                await self._bring_in(audience, known[audience.live.row.id], new)
            except Exception:  # one table's trouble must not keep the others from their news
                log.exception("table %s could not be brought up to date", audience.live.row.id)

    async def reach(self, audience: Audience, version: int) -> None:
        """Bring a table to a version, or to all that is written: what nobody has written costs one question."""
        written = await self._written(audience.live.row.id)
        audience.table.hear_of(written)
        for _ in range(MOST_TRIES):
            if not await self._memory.is_here(audience) or audience.live.version >= min(version, written):
                return
            await self.catch_up([audience])

    async def _bring_in(self, audience: Audience, version: int, new: list[Entry]) -> None:
        live, table = audience.live, audience.live.row.id
        if table in self._rows:
            self._rows.discard(table)
            row = await self._store.table(table)
            if row:
                live.row.ratings, live.row.near = row.ratings, row.near
        is_as_read = live is audience.live and live.version == version
        if audience.table.writing or not is_as_read:  # something happened meanwhile
            self.hear_of(table, audience.table.heard_of, False)
        elif self._memory.audiences.get(table) is not audience:
            return
        elif new:
            self._committing.bring_in(audience, new)
        elif audience.table.heard_of > version:  # a database that has forgotten what it said: see docs/scaling.md
            await self.read_again(audience)

    async def read_again(self, audience: Audience) -> None:
        """Something was written here too late: the table as it is, to everybody around it. Whoever waits for it does
        not wait for ever, whatever goes wrong."""
        try:
            await self._read_again(audience)
        except Refused:
            self._memory.drop(audience)
        except BaseException:
            self._memory.drop(audience)
            raise

    async def _read_again(self, audience: Audience) -> None:
        table = audience.live.row.id
        written = await self._written(table)
        live = await self._on_disk.read(table)
        if not written <= live.version <= await self._written(table):  # nothing written there would ever be in time
            self._set_aside(audience, "its version is not that of its entries")
            return
        await self._ratings.read_again(live)
        self._committing.renew(audience, live, await self._store.due_of(table))

    async def _written(self, table: str) -> int:
        return (await self._store.versions([table])).get(table, 0)


def _new_people(new: Iterable[Entry]) -> Iterable[str]:
    return (entry.person for entry in new if isinstance(entry.what, Sat))
