"""Tables from outside, as lists show them: by their rows, and those in use as they are."""

from collections.abc import Iterable, Mapping

from recif.games.core.contract import Game
from recif.server.messages.shapes import TableInfo
from recif.server.people.accounts import People
from recif.server.store.rows import TableRow
from recif.server.views import rendering
from recif.server.views.audience import Audience


class Lists:
    """Of tables, those in use among them."""

    def __init__(self, games: Mapping[str, Game], people: People, in_use: Mapping[str, Audience]) -> None:
        self._games = games
        self._people = people
        self._in_use = in_use

    async def infos(self, rows: Iterable[TableRow]) -> list[TableInfo]:
        """Those that can be shown: a game may have been taken away."""
        shown = [row for row in rows if row.game in self._games]
        await self._people.know(person for row in shown for person in _people_of(row))
        return [self._info(row) for row in shown]

    async def info(self, row: TableRow) -> TableInfo:
        """A table from outside: as it is if it is in use, else by its row, which knows all that is shown."""
        (info,) = await self.infos([row])
        return info

    def _info(self, row: TableRow) -> TableInfo:
        audience = self._in_use.get(row.id)
        if audience and not audience.table.writing:
            return audience.info()
        return rendering.info(row, self._games[row.game], self._people.row)


def _people_of(row: TableRow) -> list[str]:
    return [row.owner, *(chair.person for chair in row.chairs if chair.kind == "person")]
