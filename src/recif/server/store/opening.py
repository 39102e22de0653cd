"""Which database it is: a file for one server, or a PostgreSQL that several share."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from recif.games.core.contract import Refused, Text
from recif.server.store.hearing import Hearing
from recif.server.store.holding import Hold
from recif.server.store.interface import Shared, Store, Then
from recif.server.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from recif.server.store.postgres import PostgresStore

SCHEMES = ("postgresql://", "postgres://")


def is_postgres(database: Path | str) -> bool:
    return str(database).startswith(SCHEMES)


class OpenStore(Protocol):
    """A store that is open."""

    @property
    def store(self) -> Store: ...
    @property
    def shared(self) -> Shared | None: ...
    @property
    def ahead(self) -> int:
        """Milliseconds to be added to this machine's clock."""

    @property
    def failure(self) -> BaseException | None: ...
    def listen(self, hearing: Hearing, close_sockets: Callable[[str, str], None]) -> None: ...
    async def close(self) -> None: ...


class InFile:
    """SQLite: one server at a time."""

    shared = None

    def __init__(self, database: Path | str, now: Callable[[], int], **settings: Any) -> None:
        self._hold = Hold(database)
        self.store = SqliteStore(database, later=asyncio.get_running_loop().call_later, **settings)
        self._now = now
        self.ahead = 0

    async def open(self) -> "InFile":
        """Never before what the last server has kept, whose wall clock may have been ahead."""
        self.ahead = max(0, int(await self.store.kept("alive") or 0) - self._now())
        return self

    @property
    def failure(self) -> BaseException | None:
        return self.store.failure

    def listen(self, hearing: Hearing, close_sockets: Callable[[str, str], None]) -> None:
        """There is nobody else."""

    async def close(self) -> None:
        self.store.close()
        self._hold.let_go()


class InPostgres:
    """PostgreSQL: any number of servers, by the database's own clock."""

    def __init__(self, address: str, store: "PostgresStore", ahead: int) -> None:
        from recif.server.store.listening import NewsListener

        self.store = self.shared = store
        self.ahead = ahead
        self._listener: NewsListener | None = None
        self._address = address

    @property
    def failure(self) -> BaseException | None:
        return self.store.failure

    def listen(self, hearing: Hearing, close_sockets: Callable[[str, str], None]) -> None:
        from recif.server.store.listening import NewsListener

        hearing.close_sockets = close_sockets
        self.store.on_back = hearing.back
        self._listener = NewsListener(self._address, self.store.channel, hearing.hear, hearing.look)

    async def close(self) -> None:
        if self._listener:
            await self._listener.close()
        await self.store.close()


def no_driver() -> Refused:
    return Refused(
        "no-postgres",
        Text(
            "pour PostgreSQL, il faut installer « recif[postgres] »",
            "PostgreSQL needs the extra `recif[postgres]` to be installed",
        ),
    )


async def kept_at(
    database: Path | str,
    now: Callable[[], int],
    soon: Callable[[Then], object],
    on_failure: Callable[[BaseException], None],
) -> OpenStore:
    """Refused where there is no such database, or where what it takes is not installed."""
    if not is_postgres(database):
        return await InFile(database, now, soon=soon, on_failure=on_failure).open()
    try:
        from recif.server.store.postgres import PostgresStore
    except ImportError as error:
        raise no_driver() from error
    store = PostgresStore(str(database), now, on_failure)
    return InPostgres(str(database), store, await store.open())
