"""Tables in memory: one that nobody needs leaves it, after a while, or where all together weigh too much."""

from recif.server.store.interface import Append, TableStore
from recif.server.views.audience import Audience

IDLE_MS = 10 * 60 * 1000  # a table nobody needs leaves memory after this
MOST_BYTES = 256 << 20  # of tables in memory; those that somebody follows stay
OFTEN = 256  # tables taken up from one look at their weight to the next,
SELDOM = 30  # or ticks


class Memory:
    """Of the tables in use, which are the registry's."""

    def __init__(self, store: TableStore, audiences: dict[str, Audience]) -> None:
        self._store = store
        self._audiences = audiences
        self._taken_up = 0
        self._ticks = 0

    def take_up(self, audience: Audience) -> None:
        self._audiences[audience.live.row.id] = audience
        self._taken_up += 1
        if self._taken_up % OFTEN == 0:
            self._make_room()

    def tick(self, now: int) -> None:
        """Once a second or so."""
        for table, audience in list(self._audiences.items()):
            if now - audience.table.used > IDLE_MS and audience.is_idle:
                self.put_away(table)
        self._ticks += 1
        if self._ticks % SELDOM == 1:
            self._make_room()

    def put_away(self, table: str) -> None:
        """Out of memory; the row keeps what lists of tables show, and since when clocks run."""
        audience = self._audiences.pop(table)
        if audience.table.written != audience.live.row.events or audience.live.clock.running:
            self._store.append(Append(table, (), audience.live.row, version=audience.live.version))

    def _make_room(self) -> None:
        """Those longest unused first."""
        weight = sum(audience.weight for audience in self._audiences.values())
        if weight > MOST_BYTES:
            for table, audience in sorted(self._audiences.items(), key=lambda item: item[1].table.used):
                if weight <= MOST_BYTES:
                    break
                if audience.is_idle:
                    weight -= audience.weight
                    self.put_away(table)
