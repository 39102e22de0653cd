"""Tables from outside, as lists show them: by their rows, and those in use as they are."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from recif.server.messages.shapes import TableInfo
from recif.server.store.interface import TableRow
from recif.server.views import rendering

if TYPE_CHECKING:
    from recif.server.tables.registry import Registry


class Lists:
    """Of the tables of a registry."""

    def __init__(self, registry: "Registry") -> None:
        self._registry = registry

    async def infos(self, rows: Iterable[TableRow]) -> list[TableInfo]:
        """Those that can be shown: a game may have been taken away."""
        registry = self._registry
        shown = [row for row in rows if row.game in registry.games]
        await registry.people.know(person for row in shown for person in _people_of(row))
        return [self._info(row) for row in shown]

    async def info(self, row: TableRow) -> TableInfo:
        """A table from outside: as it is if it is in use, else by its row, which knows all that is shown."""
        (info,) = await self.infos([row])
        return info

    def _info(self, row: TableRow) -> TableInfo:
        audience = self._registry.audiences.get(row.id)
        if audience and not audience.table.writing:
            return audience.info()
        return rendering.info(row, self._registry.games[row.game], self._registry.people.row)


def _people_of(row: TableRow) -> list[str]:
    return [row.owner, *(chair.person for chair in row.chairs if chair.kind == "person")]
