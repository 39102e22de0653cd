"""Tables on disk, read as they are now. One that cannot be read is set aside: it is named, and nothing else suffers."""

import logging
from collections.abc import Mapping

from recif.games.core.contract import Game, Refused
from recif.server.live.table import LiveTable
from recif.server.messages.refusals import refuse
from recif.server.store.interface import TableStore

log = logging.getLogger("recif.server")


class TablesOnDisk:
    """Of the games that this server knows."""

    def __init__(self, store: TableStore, games: Mapping[str, Game]) -> None:
        self._store = store
        self._games = games
        self.aside: set[str] = set()  # tables that cannot be read

    async def read(self, table: str) -> LiveTable:
        """Refused where there is none, or where it was set aside."""
        if table in self.aside:
            raise refuse("set-aside")
        try:
            row = await self._store.table(table)
            if row is None or row.game not in self._games:
                raise refuse("no-such-table")
            return LiveTable(row, self._games[row.game]).load(await self._store.entries(table))
        except (ValueError, LookupError) as error:
            if isinstance(error, Refused) and error.code == "no-such-table":
                raise
            self.set_aside(table, "cannot be read", error)
            raise refuse("set-aside") from error

    def set_aside(self, table: str, trouble: str, why: object) -> None:
        log.error("table %s %s and is set aside (see `recif admin check`): %s", table, trouble, why)
        self.aside.add(table)
