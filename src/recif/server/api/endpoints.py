"""REST pages: a table of them, and what is common to all. openapi.py describes this very table."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from inspect import isawaitable
from typing import Any, NamedTuple, TypeVar

import msgspec
from aiohttp import web

from recif.games.core.contract import Refused, Text
from recif.server.advice.books import Books
from recif.server.errands import Errands
from recif.server.limits import Buckets
from recif.server.machines.pool import Task
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Why
from recif.server.notices.notices import Notices
from recif.server.people.accounts import scope_of, session_key
from recif.server.settings import Settings
from recif.server.store.durability import durable, durably
from recif.server.store.interface import PersonRow, Then
from recif.server.tables.registry import Registry
from recif.server.tasks import OneAtATime
from recif.server.transport import security
from recif.server.transport.answers import refusal, said, shrunk
from recif.server.transport.doors import Door
from recif.server.transport.network import Network
from recif.server.transport.queues import SocketTurns

T = TypeVar("T")
Allowed = TypeVar("Allowed", bound=str)
ERRANDS_AT_ONCE, HASHES_AT_ONCE = 2, 2


class Page(NamedTuple):
    """One REST page: `body` and `answer` are types, text means plain text."""

    method: str
    path: str
    handler: "Callable[[Call], Awaitable[Any]]"
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


class Call:
    """A request being answered."""

    body: Any = None

    def __init__(self, reception: "Reception", request: web.Request, row: PersonRow | None) -> None:
        self.reception = reception
        self.registry: Registry = reception.registry
        self.request = request
        self.row = row
        self.came = 0  # when all of it had come
        self.cookie: str | None = None  # to be set with the answer; empty: signed out
        self.browser = ""  # likewise: what this browser is known by from now on

    @property
    def me(self) -> PersonRow:
        if self.row is None:
            raise refuse("no-session")
        return self.row

    @property
    def is_bot(self) -> bool:
        return security.has_token(self.request)

    @property
    def now(self) -> int:
        return self.registry.outside.now()

    @property
    def address(self) -> str:
        return security.address(self.request, self.reception.settings)

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
        return await self.reception.errands.run(self.address, self.row.id if self.row else "", job, *args)

    def charge(self, cost: float) -> None:
        """It is more work than it looked before the body was read: whoever has nothing left waits."""
        reception, now = self.reception, self.now
        reception.requests.charge(self.address, cost, now)
        if self.row:
            reception.person_requests.charge(self.row.id, cost, now)

    @property
    def session(self) -> str:
        return self.request.cookies.get(security.cookie_name(self.request, self.reception.settings), "")

    def path(self, name: str) -> str:
        return self.request.match_info[name]

    def query(self, name: str, allowed: tuple[Allowed, ...]) -> Allowed:
        wish = self.request.query.get(name, allowed[0])
        for value in allowed:
            if value == wish:
                return value
        raise refuse("bad-message")


class Reception:
    """Answers REST requests."""

    def __init__(
        self,
        registry: Registry,
        settings: Settings,
        close_sockets: Callable[..., None],
        network: Network,
        turns: SocketTurns,
        notices: Notices,
    ) -> None:
        self.turns = turns
        self.notices = notices
        self.network = network
        self.registry = registry
        self.settings = settings
        self.close_sockets = close_sockets  # of a person, or of one session
        limits = settings.limits
        self.requests = Buckets(limits.requests, "requests")
        self.person_requests = Buckets(limits.person_requests, "person_requests")
        registry.peers.count(self.requests, self.person_requests)
        self.commitments = Buckets(limits.commitments, "commitments")
        self.imports, self.address_imports = (
            Buckets(limits.imports, "imports"),
            Buckets(limits.address_imports, "address_imports"),
        )
        self.thoughts = OneAtATime()  # about tries at puzzles, by address
        self.study_saves = Buckets(limits.study_saves, "study-saves")
        self.address_tables = Buckets(limits.address_tables, "address_tables")
        self.new_people = Buckets(limits.people, "people")
        self.passwords = Buckets(limits.passwords, "passwords")
        self.pushes, self.address_pushes = (
            Buckets(limits.pushes, "pushes"),
            Buckets(limits.address_pushes, "address_pushes"),
        )
        now = registry.outside.now
        self.errands = Errands(ERRANDS_AT_ONCE, "errands", now, limits.errands)
        self.hashing = Errands(HASHES_AT_ONCE, "passwords", now, limits.hashing)  # slow on purpose: never many at once
        registry.fair_play.beside = self.errands.run
        self.books = Books(registry, self.errands)

    async def person(self, request: web.BaseRequest) -> PersonRow | None:
        """Whose request this is: by a bot's token, or by the cookie."""
        people = self.registry.people
        if security.has_token(request):
            token = await people.of_token(security.bearer(request))
            person = token.person if token else None
        else:
            cookie = request.cookies.get(security.cookie_name(request, self.settings), "")
            person = await people.of_cookie(cookie) if cookie else None
        return await people.known(person) if person else None

    async def session(self, request: web.BaseRequest) -> str:
        """A name for the session, or for the token, to close its sockets by."""
        if security.has_token(request):
            token = await self.registry.people.of_token(security.bearer(request))
            return token.id if token else ""
        return session_key(request.cookies.get(security.cookie_name(request, self.settings), ""))

    def close(self) -> None:
        self.errands.close()
        self.hashing.close()

    def routes(self, pages: list[Page]) -> list[web.RouteDef]:
        return [web.route(page.method, page.path, self._answering(page)) for page in pages]

    def _answering(self, page: Page) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        decode = msgspec.json.Decoder(page.body).decode if page.body and page.body is not str else None

        async def answer(request: web.Request) -> web.StreamResponse:
            try:
                return await self._answer(page, request, decode)
            except Refused as refused:
                response = refusal(refused)
                if not request.content.at_eof():  # the rest of the body is not waited for
                    response.force_close()
                return response
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                why = Text(f"Message incompréhensible : {error}", f"Bad message: {error}")
                return said(Why("bad-message", *why), 400)

        return answer

    async def _answer(
        self, page: Page, request: web.Request, decode: Callable[[bytes], Any] | None
    ) -> web.StreamResponse:
        call = Call(self, request, await self.person(request))
        self._check(page, call)
        if security.has_token(request):
            _check_token(page, await self.session(request))
        if page.body:
            call.body = await self._body(page, request, decode)
        call.came = _came(request, call.now)
        with self.turns.asking(call.me.id, call.came) if page.is_timed else nullcontext():
            if game := await _game_of(call):
                await self.registry.readiness.reached(game, "rules")
            answer = await page.handler(call)
        response = answer if isinstance(answer, web.StreamResponse) else said(answer, page.status)
        if page.is_kept and isinstance(response, web.Response):
            shrunk(response, request)
        if call.cookie is not None:
            security.set_cookie(request, response, self.settings, call.cookie)
        if call.browser:
            security.set_browser(request, response, self.settings, call.browser)
        return response

    def _check(self, page: Page, call: Call) -> None:
        """All that can be known before anything is read of the body."""
        request, now = call.request, call.now
        if page.method not in ("GET", "HEAD") and not security.is_safe_change(request, self.settings):
            raise refuse("bad-origin")
        if call.row is None and (page.needs_person or security.has_token(request)):
            raise refuse("no-session")
        if call.row and not self.person_requests.take(call.row.id, now, page.cost):
            raise refuse("flood")

    async def _body(self, page: Page, request: web.Request, decode: Callable[[bytes], Any] | None) -> Any:
        if decode and request.content_type != "application/json":
            raise refuse("json-expected")
        if "Content-Encoding" in request.headers:
            raise refuse("no-encoding")
        try:
            async with asyncio.timeout(self.settings.limits.body_seconds):
                data = await _read(request, page.most_bytes)
        except TimeoutError:
            raise refuse("too-slow") from None
        return decode(data) if decode else data.decode()


def _check_token(page: Page, token: str) -> None:
    """A bot plays and studies, or only reads; what concerns the account itself is for its owner."""
    if page.is_private:
        raise refuse("not-for-bots")
    if page.needs_person and page.method not in ("GET", "HEAD") and scope_of(token) == "read":
        raise refuse("only-reads")


def _came(request: web.Request, now: int) -> int:
    """When the last of it was read from the network: the loop may have been busy since."""
    door = request.transport.get_protocol() if request.transport else None
    return door.heard_at if isinstance(door, Door) else now


async def _read(request: web.Request, most: int) -> bytes:
    """A body, or Refused as soon as it is known to be too long."""
    if (request.content_length or 0) > most:
        raise refuse("too-large")
    data = bytearray()
    async for part in request.content.iter_any():
        data += part
        if len(data) > most:
            raise refuse("too-large")
    return bytes(data)


async def _game_of(call: Call) -> str:
    """The game whose rules an answer needs: of the table, or of the position, that it is about."""
    if table := call.request.match_info.get("table"):
        row = await call.registry.store.table(table)
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
