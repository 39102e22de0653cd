"""REST pages over HTTP: the one place where requests are aiohttp's. openapi.py describes the same table of pages."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Any

import msgspec
from aiohttp import web

from recif.games.core.contract import Refused, Text
from recif.server.api.calls import Call, Office, Page, WrittenOut, answered
from recif.server.api.first import FirstAnswers
from recif.server.clubs.clubs import Clubs
from recif.server.errands import Errands
from recif.server.events.leading import Leading
from recif.server.events.showing import Showing
from recif.server.limits import Buckets
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Why
from recif.server.notices.notices import Notices
from recif.server.parties.parties import Parties
from recif.server.people.accounts import digest, scope_of, session_key
from recif.server.settings import Settings
from recif.server.store.rows import PersonRow
from recif.server.tables.registry import Registry
from recif.server.transport import security
from recif.server.transport.answers import accepts, refusal, said, shrunk
from recif.server.transport.doors import Door
from recif.server.transport.network import Network
from recif.server.transport.queues import SocketTurns
from recif.server.transport.static import FOREVER

ERRANDS_AT_ONCE, HASHES_AT_ONCE = 2, 2


class WebCall(Call):
    """A request that came by HTTP."""

    def __init__(self, reception: "Reception", request: web.Request, row: PersonRow | None) -> None:
        super().__init__(reception, row)
        self.reception = reception
        self.request = request
        self.is_bot = security.has_token(request)
        self.cookie: str | None = None  # to be set with the answer; empty: signed out
        self.browser = ""  # likewise: what this browser is known by from now on

    @property
    def address(self) -> str:
        return security.address(self.request, self.reception.settings)

    @property
    def session(self) -> str:
        return self.request.cookies.get(security.cookie_name(self.request, self.reception.settings), "")

    def path(self, name: str) -> str:
        return self.request.match_info[name]

    def wish(self, name: str) -> str | None:
        return self.request.query.get(name)

    async def sign_in(self, row: PersonRow) -> None:
        """A new session; the one before is dead, so that a stolen cookie does not survive a sign-in."""
        before, people = self.session, self.registry.people
        self.cookie = await self.durable(lambda then: people.open_session(row.id, self.now, then, before))
        if row.password:
            self.browser = security.browser_of(self.request, self.reception.settings) or secrets.token_urlsafe(16)
            browser = digest(self.browser)
            await self.durable(lambda then: self.registry.store.save_browser(browser, row.id, self.now, then))


class Reception(Office):
    """Answers REST requests."""

    errands: Errands

    def __init__(
        self,
        registry: Registry,
        settings: Settings,
        close_sockets: Callable[..., None],
        network: Network,
        turns: SocketTurns,
        notices: Notices,
        parties: Parties,
        leading: Leading,
        clubs: Clubs,
    ) -> None:
        limits, now = settings.limits, registry.outside.now
        errands = Errands(ERRANDS_AT_ONCE, "errands", now, limits.errands)
        super().__init__(registry, limits, errands)
        self.hashing = Errands(HASHES_AT_ONCE, "passwords", now, limits.hashing)  # slow on purpose: never many at once
        self.turns = turns
        self.notices = notices
        self.parties = parties
        self.leading = leading
        self.events = leading.events
        self.showing = Showing(leading.events)
        self.clubs = clubs
        self.network = network
        self.settings = settings
        self.has_device = (settings.static / security.PYTHON / "contents.json").is_file()
        self.close_sockets = close_sockets  # of a person, or of one session
        self.answers = FirstAnswers()
        self.codes = Buckets(limits.codes, "codes")
        registry.peers.count(self.codes)
        self.foundings = Buckets(limits.foundings, "foundings")
        self.club_calls = Buckets(limits.club_calls, "club_calls")
        self.passwords = Buckets(limits.passwords, "passwords")
        self.letters = Buckets(limits.letters, "letters")
        self.address_letters = Buckets(limits.letters, "address_letters")
        self.pushes, self.address_pushes = (
            Buckets(limits.pushes, "pushes"),
            Buckets(limits.address_pushes, "address_pushes"),
        )

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
        call = WebCall(self, request, await self.person(request))
        self._check(page, call)
        if security.has_token(request):
            _check_token(page, await self.session(request))
        if page.body:
            call.body = await self._body(page, request, decode)
        call.came = _came(request, call.now)
        with self.turns.asking(call.me.id, call.came) if page.is_timed else nullcontext():
            response = _as_response(await answered(page, call), page, request)
        if page.is_kept and isinstance(response, web.Response):
            self.answers.note(page, request, response)
            shrunk(response, request)
        if call.cookie is not None:
            security.set_cookie(request, response, self.settings, call.cookie)
        if call.browser:
            security.set_browser(request, response, self.settings, call.browser)
        return response

    def _check(self, page: Page, call: WebCall) -> None:
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


def _as_response(answer: Any, page: Page, request: web.Request) -> web.StreamResponse:
    if isinstance(answer, web.StreamResponse):
        return answer
    return _written(answer, request) if isinstance(answer, WrittenOut) else said(answer, page.status)


def _written(answer: WrittenOut, request: web.Request) -> web.Response:
    headers, body = {"Cache-Control": FOREVER if answer.stamp else "no-store"}, answer.body
    if answer.stamp:
        headers["ETag"] = f'"{answer.stamp}"'
    if answer.name:
        headers["Content-Disposition"] = f'attachment; filename="{answer.name}"'
    if answer.zipped is not None:
        headers["Vary"] = "Accept-Encoding"
        if accepts(request, "gzip"):
            headers["Content-Encoding"], body = "gzip", answer.zipped
    charset = "utf-8" if answer.name else None  # a text for people
    return web.Response(body=body, content_type=answer.kind, charset=charset, headers=headers)
