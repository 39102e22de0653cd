"""Connections to PostgreSQL that come back: an outage, a restart, a failover are waited out.

Nothing is ever cancelled on the way: a commit that waits for its standby and is cancelled would count as done without
being there. A connection that does not answer, or on which anything went wrong but for what the database itself said,
is left, and what was sent is sent again by another.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias, TypeVar

import asyncpg

T = TypeVar("T")
log = logging.getLogger("recif.store")
Wire: TypeAlias = Any  # asyncpg tells no types

PATIENCE = 10.0  # seconds for an answer, after which a connection is left
GOODBYE = 1.0  # seconds for the answer to a goodbye
FIRST_WAIT, LONGEST_WAIT = 0.02, 0.5  # seconds between two tries
SETTINGS = {
    "application_name": "recif",
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": "5000",  # a server that stopped in the middle holds nobody up
    "lock_timeout": "8000",
    "tcp_user_timeout": "10000",
    "tcp_keepalives_idle": "5",
    "timezone": "UTC",
}
PASSING = ("08", "40", "53", "55", "57", "25")  # classes of errors of the moment: connection, deadlock, shutdown, …


AWAY = (OSError, EOFError, asyncpg.InterfaceError, asyncpg.InternalClientError)  # no answer at all
TROUBLE = (*AWAY, asyncpg.PostgresError)  # whatever may come of asking
MOST_STRANGE = 5  # tries of what fails in a way that nobody has thought of


def is_passing(error: BaseException) -> bool:
    """Whether the same may go well later: the database is away, or was busy, or the driver has lost its place."""
    if isinstance(error, asyncpg.PostgresError):
        return str(error.sqlstate or "")[:2] in PASSING
    return isinstance(error, AWAY)


def is_answer(error: BaseException | None) -> bool:
    """Whether the database has said so, and its connection can be used on."""
    return error is None or (isinstance(error, asyncpg.PostgresError) and not is_passing(error))


class Link:
    """One connection, opened when it is needed and opened anew when it is lost."""

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        self._address = address
        self._patience = patience
        self._connection: Wire | None = None
        self._turn = asyncio.Lock()

    async def use(self, ask: Callable[[Wire], Awaitable[T]]) -> T:
        """Ask once; whatever goes wrong on the way leaves the connection."""
        async with self._turn:
            connection = await self._connected()
            asked = asyncio.ensure_future(ask(connection))
            try:
                done, _ = await asyncio.wait([asked], timeout=self._patience)
            except BaseException:  # whoever asked has gone
                self._leave()
                asked.add_done_callback(_heard)
                raise
            if not done:
                self._leave()
                asked.add_done_callback(_heard)
                raise TimeoutError("the database does not answer")
            if asked.cancelled() or not is_answer(asked.exception()):
                self._leave()
            return asked.result()

    async def _connected(self) -> Wire:
        """Whoever goes meanwhile takes the attempt along: nothing has been asked yet."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._address, self._patience)
        return self._connection

    @property
    def is_busy(self) -> bool:
        return self._turn.locked()

    def _leave(self) -> None:
        if self._connection:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        if self._connection:
            await let_go(self._connection)
            self._connection = None


def _heard(asked: "asyncio.Future[Any]") -> None:
    """What comes of something that nobody waits for any more."""
    if not asked.cancelled():
        asked.exception()


async def connect(address: str, patience: float = PATIENCE) -> Wire:
    """To the server that may be written to, of several that the address names."""
    connection: Wire = await asyncpg.connect(
        address, timeout=patience, server_settings=SETTINGS, target_session_attrs="read-write"
    )
    return connection


async def let_go(connection: Wire) -> None:
    """With a word of goodbye, which nobody waits for long: the database may be gone already."""
    with suppress(Exception):
        await connection.close(timeout=GOODBYE)


@asynccontextmanager
async def connected(address: str, patience: float = PATIENCE) -> AsyncIterator[Wire]:
    """A connection for a while."""
    connection = await connect(address, patience)
    try:
        yield connection
    finally:
        await let_go(connection)


class Links:
    """A few connections for questions: whoever asks takes a free one."""

    def __init__(self, address: str, count: int, patience: float = PATIENCE) -> None:
        self._links = [Link(address, patience) for _ in range(count)]
        self._next = 0

    async def rows(self, sql: str, values: tuple[Any, ...]) -> list[Any]:
        free = next((link for link in self._links if not link.is_busy), None)
        if free is None:
            self._next = (self._next + 1) % len(self._links)
            free = self._links[self._next]
        rows: list[Any] = await free.use(lambda link: link.fetch(sql, *values))
        return rows

    async def close(self) -> None:
        await asyncio.gather(*(link.close() for link in self._links))


async def patiently(ask: Callable[[], Awaitable[T]], on_trouble: Callable[[BaseException], None]) -> T:
    """Ask until there is an answer. Errors of the moment are waited out; strange ones may be of a moment too."""
    wait, strange = FIRST_WAIT, 0
    while True:
        try:
            return await ask()
        except Exception as error:
            strange += not is_passing(error)
            if is_answer(error) or strange > MOST_STRANGE:
                raise
            on_trouble(error)
        await asyncio.sleep(wait)
        wait = min(LONGEST_WAIT, wait * 2)
