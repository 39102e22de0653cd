"""The one place that wires everything: aiohttp, the store, the registry, the machines."""

import asyncio
import logging
import socket as socket_module
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from time import monotonic_ns
from typing import Any, Literal

from aiohttp import web
from aiohttp.typedefs import Handler

from recif import __version__
from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.school.lesson_check import check
from recif.school.lessons import lesson_of
from recif.school.puzzles.files import checked_puzzles
from recif.server import metrics
from recif.server.api import (
    about,
    clubs,
    events,
    explorer,
    first,
    games,
    invitation,
    lent,
    lessons,
    matches,
    me,
    notices,
    openapi,
    parties,
    people,
    previews,
    puzzles,
    ratings,
    schooling,
    studies,
    tables,
    turns,
    ways,
)
from recif.server.api.calls import Page
from recif.server.api.endpoints import Reception
from recif.server.dispatch import Dispatcher
from recif.server.errands import OURS
from recif.server.events.in_process import InProcess
from recif.server.garbage import Tidying
from recif.server.machines.pool import Machines
from recif.server.messages import wire
from recif.server.messages.bodies.games import Health
from recif.server.messages.refusals import refuse
from recif.server.notices.notices import Notices
from recif.server.notices.outbox import LEASE_S
from recif.server.people.accounts import scope_of
from recif.server.settings import Settings
from recif.server.store.opening import kept_at
from recif.server.store.rows import PersonRow
from recif.server.tables.outside import Outside
from recif.server.tables.registry import Registry
from recif.server.tasks import begin
from recif.server.transport import security
from recif.server.transport.answers import refusal, said
from recif.server.transport.doors import BadRequests, Door, Doors
from recif.server.transport.handshake import explain, handshake
from recif.server.transport.network import Network, hosts_of, is_this_machine
from recif.server.transport.queues import SocketTurns, Work
from recif.server.transport.sockets import Outbox, Reading, Socket
from recif.server.transport.static import SiteFiles, static_page
from recif.server.transport.toll import Toll
from recif.server.views import rendering

log = logging.getLogger("recif.server")

PAGES: list[Page] = [
    *about.PAGES,
    *games.PAGES,
    *tables.PAGES,
    *me.PAGES,
    *matches.PAGES,
    *turns.PAGES,
    *lent.PAGES,
    *people.PAGES,
    *notices.PAGES,
    *ways.PAGES,
    *invitation.PAGES,
    *parties.PAGES,
    *events.PAGES,
    *clubs.PAGES,
    *lessons.PAGES,
    *ratings.PAGES,
    *schooling.PAGES,
    *puzzles.PAGES,
    *studies.PAGES,
    *explorer.PAGES,
]
COSTS = {("GET", "/ws"): 1, ("GET", "/metrics"): 5} | {(page.method, page.path): page.cost for page in PAGES}
TICK = 1.0
FORSAKEN_TICKS = 600
BAD_LESSON = 65  # the exit code, as sysexits.h has it for bad input
GOODBYE = 2.5  # seconds for requests under way when the server stops
KERNEL_BYTES = 64 * 1024


_EPOCH = time.time_ns() - time.monotonic_ns()
_MS = 1_000_000  # nanoseconds


def keep_small(transport: asyncio.Transport) -> None:
    """Little may wait in the kernel, so that a client that stops reading is noticed soon."""
    if raw := transport.get_extra_info("socket"):
        raw.setsockopt(socket_module.SOL_SOCKET, socket_module.SO_SNDBUF, KERNEL_BYTES)


class Server:
    """A running server: `await open()`, then `await stopped`, then `await close()`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.status: Literal["ok", "warming", "stopping"] = "ok"
        self.sockets: set[Socket] = set()
        self.addresses: Counter[str] = Counter()  # sockets of each
        self.people: Counter[str] = Counter()  # likewise
        self.lag_ms = 0.0
        self._ticks = 0
        self._epoch = _EPOCH
        self.port = settings.port
        self.tidying: Tidying | None = None  # of a process that is all ours

    async def open(self) -> None:
        """Refused where a lesson cannot be read; what the rules say to it is asked once they are compiled."""
        for game in GAMES.values():
            lesson_of(game)
        loop = asyncio.get_running_loop()
        self.stopped: asyncio.Future[int] = loop.create_future()  # the exit code
        self.outbox = Outbox(loop.call_soon)
        self.turns = SocketTurns(Work(self.settings.limits), self.now, loop.call_soon, loop.call_later)
        machines = Machines(loop.call_soon_threadsafe, self.settings.workers, reserved=1)
        outside = Outside(
            self.now, loop.call_later, self.settings.patience, self.turns.heard, self.turns.oldest, self._ring
        )
        self.kept = await kept_at(self.settings.database, self.now, self._when_round, self._store_failed)
        self.store = self.kept.store
        self._epoch = _EPOCH + self.kept.ahead * _MS
        self.registry = Registry(self.store, GAMES, machines, outside, self.settings.limits, shared=self.kept.shared)
        await self.registry.open()
        self.kept.listen(self.registry.peers, self._close_sockets)
        self.dispatcher = Dispatcher(self.registry)
        self.network = Network(self.settings, self._open_door, lambda: self.port)
        self.notices = Notices(
            self.store, self.registry.people, GAMES, self.settings, self.now, self.registry.memory.has_in_front
        )
        await self.notices.open()
        self.reception = Reception(
            self.registry,
            self.settings,
            self._close_sockets,
            self.network,
            self.turns,
            self.notices,
            self.dispatcher.parties,
            self.dispatcher.leading,
            self.dispatcher.clubs,
        )
        self.dispatcher.events.beside = InProcess()
        self.dispatcher.events.tell_person = self._send_to
        self.toll = Toll(self.reception.requests, self.turns.work, self.now)
        self._ticking = asyncio.create_task(self._tick())
        await self._listen()

    async def _listen(self) -> None:
        """aiohttp speaks HTTP behind a door of ours, each connection its own."""
        self.doors = Doors(self.settings.limits, self.settings.is_behind_proxy, self.now, self.turns.heard)
        self.bad_requests = BadRequests()
        self._runner = web.AppRunner(
            self._app(),
            access_log=None,
            logger=self.bad_requests.logger(),
            handler_cancellation=True,
            shutdown_timeout=1,
            auto_decompress=False,
            lingering_time=0,
        )
        await self._runner.setup()
        self._listening: list[asyncio.Server] = []
        await self._open_door(self.settings.host)
        self.port = self._listening[0].sockets[0].getsockname()[1]
        if self.settings.is_inviting:
            await self.network.open()

    async def _open_door(self, host: str) -> Callable[[], None]:
        http = self._runner.server
        assert http is not None
        made = asyncio.get_running_loop().create_server(lambda: Door(http(), self.doors), host, self.port, backlog=1024)
        listening = await made
        self._listening.append(listening)
        return listening.close

    def now(self) -> int:
        """Milliseconds since 1970, by the wall clock as it stood at the start: no game pays for one that is set anew.

        Never before what the last server has kept, whose wall clock may have been ahead.
        """
        return (self._epoch + monotonic_ns()) // _MS

    def _when_round(self, commit: Callable[[], None]) -> None:
        """Commit when the loop has come round; what is sent then leaves before anything more is read."""
        loop = asyncio.get_running_loop()

        def now() -> None:
            self.turns.be_busy()  # nobody's clock pays for a slow disk
            commit()
            self.outbox.flush()

        loop.call_soon(now)

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.on_response_prepare.append(self._headers)
        app.add_routes(self.reception.routes(PAGES))
        app.router.add_get("/api/openapi.json", openapi.page(PAGES))
        app.router.add_get("/ws", self._socket)
        app.router.add_get("/health", self._health)
        app.router.add_get("/metrics", self._metrics)
        self.files = SiteFiles(self.settings.static)
        app.router.add_get("/{path:.*}", static_page(self.files, self._written))
        return app

    async def _written(self, request: web.Request) -> tuple[str, str]:
        origin = self.network.origin_for(request) or f"http://{request.host}"
        subject, language = await previews.about(request.path, self.registry), previews.language_of(request)
        tags = await previews.tags(request, subject, self.registry, origin, self.files)
        links, data = first.of(request.rel_url.raw_path, subject[1], language, self.reception.answers, self.files)
        return f"{links}\n    {tags}", data

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Errors of the framework in the same form as all others; a defect is told without its insides."""
        door = request.transport.get_protocol() if request.transport else None
        if not isinstance(door, Door):
            raise ConnectionResetError
        self.doors.asks(door)
        try:
            return await self._told(request, handler)
        finally:
            self.doors.is_answered(door)

    async def _told(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            await self._admit(request)
            return await handler(request)
        except web.HTTPException as error:
            if error.status < 400:
                raise
            codes = {404: "no-such-page", 405: "wrong-method", 413: "too-large"}
            response = refusal(refuse(codes.get(error.status, "bad-message")))
            response.set_status(error.status)
            if "Allow" in error.headers:
                response.headers["Allow"] = error.headers["Allow"]
            return response
        except Refused as refused:
            response = refusal(refused)
            if not request.content.at_eof():  # the rest of the body is not waited for
                response.force_close()
            return response
        except ConnectionError:
            raise
        except Exception:
            log.exception("a page failed: %s %.200s", request.method, request.path)
            return refusal(refuse("defect"))

    async def _admit(self, request: web.Request) -> None:
        """Whatever is asked for is paid for, and asked for by a name of ours."""
        resource = request.match_info.route.resource
        where = (request.method, resource.canonical if resource else "")
        cost = COSTS.get(where) or self.files.cost(request.match_info.get("path", ""))
        await self.toll.pay(security.address(request, self.settings), cost, is_urgent=where in COSTS)
        if not self.network.is_known_name(request):
            raise refuse("bad-host")

    async def _headers(self, request: web.Request, response: web.StreamResponse) -> None:
        for name, value in security.HEADERS.items():
            response.headers.setdefault(name, value)
        if not security.is_secure(request, self.settings) and not all(map(is_this_machine, hosts_of(request))):
            del response.headers["Cross-Origin-Opener-Policy"]  # browsers complain of it where they do not heed it

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """Everything is checked before the upgrade."""
        if not security.has_token(request) and not security.is_own_origin(request, self.settings):
            return refusal(refuse("bad-origin"))
        row = await self.reception.person(request)
        if row is None:
            return refusal(refuse("no-session"))
        session = await self.reception.session(request)
        where, limits = security.address(request, self.settings), self.settings.limits
        if self.status == "stopping":
            return refusal(refuse("stopping"))
        if self.addresses[where] >= limits.addresses or self.people[row.id] >= limits.sockets:
            return refusal(refuse("too-many"))
        transport, answer = request.transport, handshake(request)
        door = transport.get_protocol() if transport else None
        if not transport or not isinstance(door, Door):
            raise ConnectionResetError
        if not answer or door.spoke_early():
            return explain(request, refusal(refuse("no-socket")))
        transport.write(answer)
        await self._serve(row, where, session, security.has_token(request), transport, door)
        raise ConnectionResetError  # nothing is left to be answered

    async def _serve(
        self, row: PersonRow, where: str, session: str, is_bot: bool, transport: asyncio.Transport, door: Door
    ) -> None:
        """Until the socket is gone."""
        keep_small(transport)
        limits, gone = self.settings.limits, asyncio.get_running_loop().create_future()
        socket = Socket(row.id, session, where, transport, self.outbox, limits, self.now(), is_bot)

        def lost(exc: BaseException | None) -> None:
            self._forget(socket)
            if not gone.done():
                gone.set_result(None)
            door.http_lost(exc)

        self.sockets.add(socket)
        self.doors.sockets += 1
        self._count(where, row.id, 1)
        self.dispatcher.connect(socket, where, scope_of(session) == "read")
        when_written = self.store.after
        door.open(Reading(socket, transport, self.turns, limits, self.dispatcher.on_message, lost, when_written))
        socket.send(wire.encode(wire.Welcome(rendering.person(row), __version__, self.now())))
        await gone

    def _forget(self, socket: Socket) -> None:
        self.dispatcher.disconnect(socket)
        self.sockets.discard(socket)
        self.doors.sockets -= 1
        self._count(socket.address, socket.person, -1)

    def _count(self, where: str, person: str, change: int) -> None:
        for counter, key in ((self.addresses, where), (self.people, person)):
            counter[key] += change
            if not counter[key]:
                del counter[key]

    async def _health(self, _: web.Request) -> web.StreamResponse:
        status = 503 if self.status == "stopping" else 200
        return said(Health(self.status, __version__), status)

    async def _metrics(self, _: web.Request) -> web.StreamResponse:
        here = {
            "sockets": len(self.sockets),
            "connections": len(self.doors.open),
            "connections_refused_total": self.doors.refused,
            "connections_late_total": self.doors.late,
            "bad_requests_total": self.bad_requests.count,
            "loop_lag_milliseconds": round(self.lag_ms, 3),
        }
        return web.Response(text=metrics.text(self.registry, here))

    def start_warming(self) -> None:
        """Compile what is not on disk yet, and load all of it, behind: people look around meanwhile."""
        self.status = "warming"
        self._warming = asyncio.create_task(self._warm())

    async def _warm(self) -> None:
        self.registry.readiness.start()
        await self.registry.readiness.finished()
        await self._check_school()
        if self.tidying:
            self.tidying.tidy()  # machine code, types and tables stay for good
        if self.status == "warming":
            self.status = "ok"
            await self.reception.books.count_bases()

    async def _check_school(self) -> None:
        """A lesson or a puzzle that the rules do not agree with stops the server; whoever wrote it is told the line."""
        try:
            for lesson in filter(None, map(lesson_of, GAMES.values())):
                await self._by_the_way(check, lesson)
            for game in GAMES.values():
                await self._by_the_way(checked_puzzles, game)
        except Refused as refused:
            log.critical("the server stops: %s", refused)
            self.stop(BAD_LESSON)

    async def _by_the_way(self, job: Callable[..., object], *args: Any) -> None:
        await self.reception.errands.run(OURS, "", job, *args)

    async def _tick(self) -> None:
        """Once a second: the registry, stalled sockets, and how late the loop itself is."""
        while True:
            due = time.monotonic() + TICK
            await asyncio.sleep(TICK)
            self.lag_ms = (time.monotonic() - due) * 1000
            try:
                self.registry.tick()
                self.dispatcher.parties.tick()
                self.dispatcher.events.tick()
                self.dispatcher.leading.tick()
                self.reception.showing.tick()
                self.dispatcher.clubs.tick()
                now = self.now()
                for socket in list(self.sockets):
                    socket.look_after(now)
                self.doors.look_after(now)
                self.registry.machines.look_after()
                self._ticks += 1
                begin(self.reception.books.go_on())
                begin(self._send_notices())
                if self._ticks % FORSAKEN_TICKS == 0:
                    begin(self.registry.end_forsaken())
                if self.tidying:
                    self.tidying.tick(self.registry.committing.moves)
            except Exception:
                log.exception("a tick failed")

    async def _send_notices(self) -> None:
        """Of several servers at one database, one."""
        if await self.registry.peers.is_mine("notices", LEASE_S):
            await self.notices.outbox.tick()

    def _ring(self, person: str, table: str) -> None:
        self._send_to(person, wire.encode(wire.Noticed(table)))

    def _send_to(self, person: str, data: bytes) -> None:
        """On whatever pages the person has open here."""
        if self.people[person]:
            for socket in self.sockets:
                if socket.person == person:
                    socket.send(data)

    def _close_sockets(self, person: str, session: str = "") -> None:
        for socket in list(self.sockets):
            if socket.person == person and session in ("", socket.session):
                socket.close(4001, "signed-out")

    def _store_failed(self, error: BaseException) -> None:
        """What cannot be kept must not be told: stop at once."""
        log.critical("the store failed, the server stops: %s", error)
        self.status = "stopping"
        for socket in list(self.sockets):
            socket.cut()
        self.stop(70)

    def stop(self, code: int = 0) -> None:
        if not self.stopped.done():
            self.stopped.set_result(code)

    async def close(self) -> None:
        """No new work; everybody is told to come back; what is written is on disk."""
        self.status = "stopping"
        self._ticking.cancel()
        for socket in list(self.sockets):
            socket.close(1001, "stopping")
        self.registry.readiness.stop()
        self.reception.close()
        self.dispatcher.events.beside.close()
        await self.notices.close()
        self.registry.machines.close()
        for listening in self._listening:
            listening.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                await self._runner.cleanup()
        if not self.kept.failure:
            self.registry.close()
        await self.kept.close()
