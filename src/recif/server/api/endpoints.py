"""REST pages: a table of them, and what is common to all. openapi.py describes this very table."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from inspect import isawaitable
from typing import Any, NamedTuple, TypeVar

import msgspec
from aiohttp import web

from recif.games.core.contract import Refused, Text
from recif.server.limits import Buckets
from recif.server.machines.books import Books
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Why
from recif.server.people.accounts import scope_of, session_key
from recif.server.settings import Settings
from recif.server.store.interface import PersonRow, Store, Then
from recif.server.tables import requests
from recif.server.tables.registry import Registry
from recif.server.tasks import Answer
from recif.server.transport import security
from recif.server.transport.doors import Door
from recif.server.transport.network import Network
from recif.server.transport.turns import Turns

T = TypeVar("T")
Allowed = TypeVar("Allowed", bound=str)

STATUS = {
    "no-session": 401,
    "wrong-password": 401,
    "bad-origin": 403,
    "not-from-here": 403,
    "not-your-seat": 403,
    "not-the-owner": 403,
    "not-against-people": 403,
    "hidden-until-over": 403,
    "no-such-table": 404,
    "no-such-game": 404,
    "no-such-lesson": 404,
    "no-such-token": 404,
    "no-such-person": 404,
    "rated-accounts": 403,
    "rated-no-bots": 403,
    "rated-one-browser": 403,
    "rated-often": 429,
    "no-such-study": 404,
    "not-your-study": 403,
    "too-many-studies": 429,
    "no-such-page": 404,
    "no-such-puzzle": 404,
    "wrong-method": 405,
    "stale": 409,
    "not-invited": 409,
    "no-network": 409,
    "name-taken": 409,
    "has-account": 409,
    "no-account": 409,
    "seat-taken": 409,
    "already-started": 409,
    "too-slow": 408,
    "too-large": 413,
    "no-encoding": 415,
    "not-for-bots": 403,
    "only-reads": 403,
    "json-expected": 415,
    "flood": 429,
    "too-many-tries": 429,
    "too-many": 429,
    "too-many-tables": 429,
    "too-many-changes": 429,
    "busy": 429,
    "bad-puzzle": 500,
    "defect": 500,
    "stopping": 503,
}


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
        sharing = self.registry.sharing
        return quota.take(key, self.now) and (not sharing or await sharing.may(quota, key))

    async def durable(self, write: Callable[[Then], T]) -> T:
        return await durable(self.registry.store, write)

    async def durably(self, write: Callable[[Then], Awaitable[T]]) -> T:
        return await durably(self.registry.store, write)

    @property
    def session(self) -> str:
        return self.request.cookies.get(security.cookie_name(self.request, self.reception.settings), "")

    def path(self, name: str) -> str:
        return self.request.match_info[name]

    def query(self, name: str, allowed: tuple[Allowed, ...]) -> Allowed:
        told = self.request.query.get(name, allowed[0])
        for value in allowed:
            if value == told:
                return value
        raise refuse("bad-message")


class Reception:
    """Answers REST requests."""

    def __init__(
        self,
        registry: Registry,
        settings: Settings,
        close_sockets: Callable[..., None],
        neighbours: Callable[[str], set[str]],
        network: Network,
        turns: Turns,
    ) -> None:
        self.turns = turns
        self.network = network
        self.neighbours = neighbours  # people with a socket from an address
        self.registry = registry
        self.settings = settings
        self.close_sockets = close_sockets  # of a person, or of one session
        limits = settings.limits
        self.requests = Buckets(limits.requests, "requests")
        self.person_requests = Buckets(limits.person_requests, "person_requests")
        if registry.sharing:
            registry.sharing.count(self.requests, self.person_requests)
        self.commitments = Buckets(limits.commitments, "commitments")
        self.imports, self.address_imports = (
            Buckets(limits.imports, "imports"),
            Buckets(limits.address_imports, "address_imports"),
        )
        self.books = Books(registry)
        self.study_saves = Buckets(limits.study_saves, "study-saves")
        self.address_tables = Buckets(limits.address_tables, "address_tables")
        self.new_people = Buckets(limits.people, "people")
        self.passwords = Buckets(limits.passwords, "passwords")
        self.hashing = asyncio.Semaphore(2)  # passwords are hashed slowly on purpose: never many at once

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
                told = Text(f"Message incompréhensible : {error}", f"Bad message: {error}")
                return said(Why("bad-message", *told), 400)

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
        if call.cookie is not None:
            security.set_cookie(request, response, self.settings, call.cookie)
        if call.browser:
            security.set_browser(request, response, self.settings, call.browser)
        return response

    def _check(self, page: Page, call: Call) -> None:
        """All that can be known before anything is read of the body."""
        request, now = call.request, call.now
        if not self.requests.take(security.address(request, self.settings), now, page.cost):
            raise refuse("flood")
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


def said(answer: Any, status: int) -> web.Response:
    if answer is None:
        return web.Response(status=204)
    headers = {"Cache-Control": "no-store"}
    body = msgspec.json.encode(answer)
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


def refusal(refused: Refused) -> web.Response:
    why = requests.as_why(refused)
    told = Why(why.code, why.text.fr, why.text.en, why.rule, list(why.cells))
    return said(told, STATUS.get(why.code, 400))


async def durable(store: Store, write: Callable[[Then], T]) -> T:
    """Do something and wait until it is on disk; Refused where it cannot be kept."""

    async def written(then: Then) -> T:
        return write(then)

    return await durably(store, written)


async def durably(store: Store, write: Callable[[Then], Awaitable[T]]) -> T:
    """The same, of something that may have to wait before it writes."""
    answer = Answer()
    made = await write(lambda: answer.set(True))
    store.after(lambda: answer.set(False))  # whatever was written before has been told of by then
    if not await answer.wait():
        raise refuse("defect")
    return made


async def told(ask: Callable[[Callable[[T], None]], object], _: type[T]) -> T:
    """Ask for something that answers, with a value of this type, by calling back."""
    answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def then(value: T) -> None:
        if not answer.done():  # whoever asked may have gone
            answer.set_result(value)

    asked = ask(then)
    if isawaitable(asked):
        await asked
    return await answer
