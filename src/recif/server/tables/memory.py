"""Tables in memory: one that nobody needs leaves it, after a while, or where all together weigh too much."""

from recif.server.live.table import LiveTable
from recif.server.store.interface import Append, TableStore
from recif.server.views.audience import Audience
from recif.server.views.rendering import Who

IDLE_MS = 10 * 60 * 1000  # a table nobody needs leaves memory after this
MOST_BYTES = 256 << 20  # of tables in memory; those that somebody follows stay
OFTEN = 256  # tables taken up from one look at their weight to the next,
SELDOM = 30  # or ticks


class Memory:
    """The tables in use, each with those who follow it."""

    def __init__(self, store: TableStore, who: Who) -> None:
        self._store = store
        self._who = who
        self.audiences: dict[str, Audience] = {}
        self._taken_up = 0
        self._ticks = 0

    def take_up(self, live: LiveTable) -> Audience:
        """Into memory."""
        audience = self.audiences[live.row.id] = Audience(live, self._who)
        self._taken_up += 1
        if self._taken_up % OFTEN == 0:
            self._make_room()
        return audience

    def at_hand(self, table: str, now: int) -> Audience | None:
        """A table in use, if nothing is under way there."""
        audience = self.audiences.get(table)
        if audience is None or audience.table.writing:
            return None
        audience.table.used = now
        return audience

    async def is_here(self, audience: Audience) -> bool:
        """Whether the table is still the one in use, when nothing is under way there any more."""
        while audience.table.writing:
            await audience.table.writing.wait()
        return self.audiences.get(audience.live.row.id) is audience

    def has_in_front(self, person: str, table: str) -> bool:
        """Whether the person looks at the table, on any screen of this server's."""
        audience = self.audiences.get(table)
        return audience is not None and person in audience.looking

    def drop(self, audience: Audience) -> None:
        """It is not as it was written: those who follow it come again, and it is read from disk."""
        self.audiences.pop(audience.live.row.id, None)
        audience.table.settle(False)
        for connection in list(audience.followers):
            connection.close(1011, "again")

    def tick(self, now: int) -> None:
        """Once a second or so."""
        for table, audience in list(self.audiences.items()):
            if now - audience.table.used > IDLE_MS and audience.is_idle:
                self.put_away(table)
        self._ticks += 1
        if self._ticks % SELDOM == 1:
            self._make_room()

    def put_away(self, table: str) -> None:
        """Out of memory; the row keeps what lists of tables show, and since when clocks run."""
        audience = self.audiences.pop(table)
        if audience.table.written != audience.live.row.events or audience.live.clock.running:
            self._store.append(Append(table, (), audience.live.row, version=audience.live.version))

    def _make_room(self) -> None:
        """Those longest unused first."""
        weight = sum(audience.weight for audience in self.audiences.values())
        if weight > MOST_BYTES:
            for table, audience in sorted(self.audiences.items(), key=lambda item: item[1].table.used):
                if weight <= MOST_BYTES:
                    break
                if audience.is_idle:
                    weight -= audience.weight
                    self.put_away(table)
