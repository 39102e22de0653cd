"""The server of a page: the same tables, views, lessons and machines as anywhere, for whoever sits at this screen.

Messages come in and go out as text; there is no socket, no thread and no process. Nothing runs when nothing is asked.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path

from recif import __version__
from recif.games import GAMES
from recif.page.calls import HERE, MINE, Fetched, HomeOffice, fetch, refused
from recif.page.kept import PageStore
from recif.page.minds import HomeMinds
from recif.server.dispatch import Dispatcher
from recif.server.garbage import Tidying
from recif.server.limits import Limits
from recif.server.messages import wire
from recif.server.messages.refusals import refuse
from recif.server.people.accounts import People
from recif.server.store.rows import PersonRow
from recif.server.tables.outside import Outside
from recif.server.tables.registry import Registry
from recif.server.views import rendering

log = logging.getLogger("recif.page")

PLENTY = (1e6, 1e6)  # nobody floods themselves
LIMITS = Limits(
    messages=PLENTY,
    address_messages=PLENTY,
    requests=PLENTY,
    person_requests=PLENTY,
    commitments=PLENTY,
    imports=PLENTY,
    address_imports=PLENTY,
    address_tables=PLENTY,
    joins=PLENTY,
    study_saves=PLENTY,
    people=PLENTY,
    chat=PLENTY,
    tables=500,
    studies=1000,
)
TICK = 1.0  # seconds after something was asked
LOST = 1006  # the code of a connection that is no more


class HomeScreen:
    """The one connection: what is sent to it goes to the page."""

    is_bot = is_away = False

    def __init__(self, person: str, say: Callable[[str], object], hang_up: Callable[[int], object]) -> None:
        self.person = person
        self._say, self._hang_up = say, hang_up

    def send(self, data: bytes) -> None:
        self._say(data.decode())

    def close(self, code: int, reason: str) -> None:
        self._hang_up(code)


class PageServer:
    """`say` is handed what the page is to hear, `hang_up` that it must connect again."""

    def __init__(
        self,
        database: Path | str,
        say: Callable[[str], object],
        hang_up: Callable[[int], object],
        keep: Callable[[], object] = lambda: None,
        minds: HomeMinds | None = None,
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        elsewhere: str = "",
    ) -> None:
        """`keep` returns when what is written will outlive the page; `elsewhere` is a server that its makers name."""
        loop = asyncio.get_running_loop()
        self._say, self._hang_up = say, hang_up
        self.store = PageStore(database, keep, loop.call_soon, self._store_failed)
        self._failed: asyncio.Future[None] = loop.create_future()
        self._screen: HomeScreen | None = None
        self._tick: asyncio.TimerHandle | None = None
        outside = Outside(now, loop.call_later, is_witness=False)
        people = People(self.store, str.casefold)
        self.registry = Registry(self.store, GAMES, minds or HomeMinds(), outside, LIMITS, people=people)
        self.dispatcher = Dispatcher(self.registry)
        self.office = HomeOffice(self.registry, elsewhere)
        self.tidying: Tidying | None = None  # of a process that is all ours

    async def open(self) -> None:
        await self.registry.open()

    async def connect(self) -> None:
        """The page opens its line, as it would open a socket; the one before is no more."""
        row = await self._person()
        if row is None:
            self._hang_up(LOST)
            return
        if self._screen:
            self.dispatcher.disconnect(self._screen)
        self._screen = HomeScreen(row.id, self._say, self._hang_up)
        self.dispatcher.connect(self._screen, HERE)
        self._screen.send(wire.encode(wire.Welcome(rendering.person(row), __version__, self.registry.outside.now())))

    def on_message(self, text: str) -> None:
        if self._screen:
            self.dispatcher.on_message(self._screen, text)
            self._tick_soon()

    async def fetch(self, method: str, url: str, body: str | None = None) -> Fetched:
        """A write that fails is answered too, and nothing is written after it."""
        self._tick_soon()
        if method != "GET" and self.store.failure:
            return refused(refuse("not-kept"))
        asked = asyncio.ensure_future(fetch(self.office, await self._person(), method, url, body))
        await asyncio.wait((asked, self._failed), return_when=asyncio.FIRST_COMPLETED)
        if asked.done() or method == "GET":
            return await asked
        asked.cancel()
        return refused(refuse("not-kept"))

    async def _person(self) -> PersonRow | None:
        mine = await self.store.kept(MINE)
        return await self.registry.people.known(mine) if mine else None

    def _tick_soon(self) -> None:
        """What a server does once a second is done once, after something was asked."""
        if self._tick is None:
            self._tick = asyncio.get_running_loop().call_later(TICK, self._ticked)

    def _ticked(self) -> None:
        self._tick = None
        self.registry.tick()
        if self.tidying:
            self.tidying.tick(self.registry.committing.moves)

    def _store_failed(self, error: BaseException) -> None:
        """What cannot be kept must not be told."""
        log.error("nothing is kept any more: %s", error)
        if not self._failed.done():
            self._failed.set_result(None)
        self._hang_up(LOST)

    def close(self) -> None:
        if self._tick:
            self._tick.cancel()
        if not self.store.failure:
            self.registry.close()
        self.store.close()
