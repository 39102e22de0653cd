"""A request being answered, whatever carries it: a page of the table of REST pages, and what its handler may ask for.

`Reception` brings requests by HTTP; where there is no network (`recif.page`), something else does.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Any, NamedTuple, TypeVar

from recif.server.advice.books import Books
from recif.server.errands import RunsErrands
from recif.server.limits import Buckets, Limits
from recif.server.machines.tasks import Task
from recif.server.messages.refusals import refuse
from recif.server.store.durability import durable, durably
from recif.server.store.interface import Then
from recif.server.store.rows import PersonRow
from recif.server.tables.registry import Registry
from recif.server.tasks import OneAtATime

T = TypeVar("T")
Allowed = TypeVar("Allowed", bound=str)


class Page(NamedTuple):
    """One REST page: `body` and `answer` are types, text means plain text."""

    method: str
    path: str
    handler: "Callable[[Any], Awaitable[Any]]"  # of a Call
    summary: str
    body: Any = None
    answer: Any = None
    status: int = 200
    needs_person: bool = False
    query: tuple[tuple[str, tuple[str, ...]], ...] = ()  # names, with what they may be
    cost: int = 1  # requests that it counts for
    most_bytes: int = 64 * 1024  # of its body
    is_private: bool = False  # not for bots: a token does not do
    is_timed: bool = False  # it counts as done when it came: clocks wait for it
    is_kept: bool = False  # the same whoever asks, for as long as the server runs: sent compressed


class WrittenOut(NamedTuple):
    """An answer that its handler has written out itself."""

    body: bytes
    kind: str
    name: str = ""  # of the file it is to be saved as
    stamp: str = ""  # made of its contents: whoever has it need not ask again
    zipped: bytes | None = None  # the same, compressed


class Office:
    """What pages are answered with: the registry, short jobs beside the loop, and how much anybody may ask for."""

    is_alone = False  # nobody comes here from another screen
    elsewhere = ""  # the address of a server where they do
    has_device = False  # pages may fetch what makes their devices think

    def __init__(self, registry: Registry, limits: Limits, errands: RunsErrands) -> None:
        self.registry = registry
        self.limits = limits
        self.errands = errands
        registry.fair_play.beside = registry.archive.beside = errands.run
        self.books = Books(registry, errands)
        self.thoughts = OneAtATime()  # about tries at puzzles, by address
        self.requests = Buckets(limits.requests, "requests")
        self.person_requests = Buckets(limits.person_requests, "person_requests")
        registry.peers.count(self.requests, self.person_requests)
        self.commitments = Buckets(limits.commitments, "commitments")
        self.imports = Buckets(limits.imports, "imports")
        self.address_imports = Buckets(limits.address_imports, "address_imports")
        self.joins = Buckets(limits.joins, "joins")
        self.study_saves = Buckets(limits.study_saves, "study-saves")
        self.address_tables = Buckets(limits.address_tables, "address_tables")
        self.new_people = Buckets(limits.people, "people")
        self.new_events = Buckets(limits.events, "events")
        self.challenges = Buckets(limits.challenges, "challenges")


class Call(ABC):
    """What a handler may know of a request, and have done."""

    body: Any = None
    is_bot = False

    def __init__(self, office: Office, row: PersonRow | None) -> None:
        self.office = office
        self.registry: Registry = office.registry
        self.row = row
        self.came = 0  # when all of it had come

    @property
    def me(self) -> PersonRow:
        if self.row is None:
            raise refuse("no-session")
        return self.row

    @property
    def now(self) -> int:
        return self.registry.outside.now()

    @property
    @abstractmethod
    def address(self) -> str:
        """Where it comes from."""

    @abstractmethod
    def path(self, name: str) -> str:
        """The part of the path that has this name."""

    @abstractmethod
    def wish(self, name: str) -> str | None:
        """What the query says by that name, if anything."""

    @abstractmethod
    async def sign_in(self, row: PersonRow) -> None:
        """Whoever asks is this person from now on."""

    def query(self, name: str, allowed: tuple[Allowed, ...]) -> Allowed:
        wish = self.wish(name)
        for value in allowed:
            if wish is None or value == wish:
                return value
        raise refuse("bad-message")

    async def check(self, *quotas: tuple[Buckets, str]) -> None:
        """Refused if one of them is used up."""
        for quota, key in quotas:
            if not await self.may(quota, key):
                raise refuse("flood")

    async def may(self, quota: Buckets, key: str) -> bool:
        """Whether one more is allowed, by what was asked of all servers together."""
        return quota.take(key, self.now) and await self.registry.peers.may(quota, key)

    async def durable(self, write: Callable[[Then], T]) -> T:
        return await durable(self.registry.store, write)

    async def durably(self, write: Callable[[Then], Awaitable[T]]) -> T:
        return await durably(self.registry.store, write)

    async def errand(self, job: Callable[..., T], *args: Any) -> T:
        """Have a short job done beside the loop, when it is the asker's turn."""
        return await self.office.errands.run(self.address, self.row.id if self.row else "", job, *args)

    def charge(self, cost: float) -> None:
        """It is more work than it looked before the body was read: whoever has nothing left waits."""
        office, now = self.office, self.now
        office.requests.charge(self.address, cost, now)
        if self.row:
            office.person_requests.charge(self.row.id, cost, now)


async def answered(page: Page, call: Call) -> Any:
    """What its handler says, once the rules that it needs are there."""
    if game := await _game_of(page, call):
        await call.registry.readiness.reached(game, "rules")
    return await page.handler(call)


async def _game_of(page: Page, call: Call) -> str:
    """The game whose rules an answer needs: of the table, or of the position, that it is about."""
    if "{table}" in page.path:
        row = await call.registry.store.table(call.path("table"))
        return row.game if row else ""
    named = getattr(call.body, "game", "")
    return named if isinstance(named, str) else ""


async def called_back(ask: Callable[[Callable[[T], None]], object], _: type[T]) -> T:
    """Ask for something that answers, with a value of this type, by calling back."""
    answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def then(value: T) -> None:
        if not answer.done():  # whoever asked may have gone
            answer.set_result(value)

    asked = ask(then)
    if isawaitable(asked):
        await asked
    return await answer


async def thought(call: Call, ask: Callable[[Callable[[T | None], None]], Task[T]]) -> T | None:
    """What a machine thinks, None if it fails; nobody thinks for whoever has gone."""
    answer: asyncio.Future[T | None] = asyncio.get_running_loop().create_future()
    task = ask(lambda value: None if answer.done() else answer.set_result(value))
    try:
        return await answer
    except asyncio.CancelledError:
        call.registry.forsake(task)
        raise
