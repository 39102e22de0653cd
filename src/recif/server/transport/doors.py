"""Connections while they speak HTTP: counted by address, and shown out when nothing is asked for too long.

aiohttp answers what they ask. Each door stands between it and the network, so that deadlines do not depend on what the
other side deigns to send, and so that a socket can leave HTTP behind.
"""

import asyncio
import ipaddress
import logging
import resource
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import cast

from aiohttp.http import HttpProcessingError

from recif.server.limits import Limits

log = logging.getLogger("recif.server")

SPARE_FILES = 64  # for the database, its copies, and whoever is being refused
WARNED_MS = 60_000


@lru_cache(4096)
def neighbourhood(address: str) -> str:
    """Who counts as one: an IPv4 address, or an IPv6 network of 64 bits, which is what a household is given."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0].strip("[]"))
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Network((found, 64), strict=False))
    return str(found)


class Door(asyncio.Protocol):
    """One connection, and aiohttp behind it."""

    def __init__(self, http: asyncio.Protocol, doors: "Doors") -> None:
        self.address = ""
        self.since = 0  # when it began to wait, or to ask
        self.heard_at = 0  # when the last bytes came
        self.is_asking = False
        self._http = http
        self._doors = doors
        self._end = b""  # the last bytes that came
        self._is_in = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are none of asyncio's, but do the same
        peer = transport.get_extra_info("peername")
        self.address = neighbourhood(peer[0]) if peer else ""
        self._is_in = self._doors.enter(self)
        if self._is_in:
            self._http.connection_made(transport)
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._is_in:
            self.heard_at = self._doors.heard()
            self._end = (self._end + data)[-4:] if len(data) < 4 else data[-4:]
            self._http.data_received(data)

    def eof_received(self) -> bool | None:
        return self._http.eof_received() if self._is_in else None

    def pause_writing(self) -> None:
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self._http.resume_writing()

    def connection_lost(self, exc: BaseException | None) -> None:
        if self._is_in:
            self._doors.leave(self)
            self.http_lost(exc)

    def http_lost(self, exc: BaseException | None) -> None:
        self._http.connection_lost(exc if isinstance(exc, Exception) else None)

    def spoke_early(self) -> bool:
        """Whether something came after the request, before the answer: it would be lost with HTTP."""
        return self._end != b"\r\n\r\n"

    def open(self, reading: asyncio.Protocol) -> None:
        """Leave HTTP behind."""
        self._doors.leave(self)
        self.transport.set_protocol(reading)


class Doors:
    """All of them. Behind a proxy it is the proxy that counts connections: they all come from it."""

    def __init__(
        self,
        limits: Limits,
        is_behind_proxy: bool,
        now: Callable[[], int],
        heard: Callable[[], int] | None = None,  # when that came which is read now, if that may have been earlier
    ) -> None:
        self.heard = heard or now
        self.open: set[Door] = set()
        self.refused = 0
        self.late = 0
        self.sockets = 0  # connections that have left HTTP behind
        self.most = files_allowed() - SPARE_FILES
        self._limits = limits
        self._is_counting = not is_behind_proxy
        self._addresses: Counter[str] = Counter()
        self._now = now
        self._warned_at = -WARNED_MS

    def enter(self, door: Door) -> bool:
        """Whether there is room."""
        is_full = len(self.open) + self.sockets >= self.most
        if is_full or (self._is_counting and self._addresses[door.address] >= self._limits.connections):
            self.refused += 1
            if is_full:
                self._warn()
            return False
        door.since = self._now()
        self.open.add(door)
        self._addresses[door.address] += 1
        return True

    def _warn(self) -> None:
        if self._now() - self._warned_at >= WARNED_MS:
            self._warned_at = self._now()
            log.warning(
                "files run short: %d connections are open, %d were refused so far; raise LimitNOFILE (ulimit -n)",
                len(self.open) + self.sockets,
                self.refused,
            )

    def leave(self, door: Door) -> None:
        if door in self.open:
            self.open.remove(door)
            self._addresses[door.address] -= 1
            if not self._addresses[door.address]:
                del self._addresses[door.address]

    def asks(self, door: Door) -> None:
        door.is_asking, door.since = True, self._now()

    def is_answered(self, door: Door) -> None:
        door.is_asking, door.since = False, self._now()

    def look_after(self, now: int) -> None:
        """Called once a second: who takes too long is cut."""
        waits, asks = self._limits.head_seconds * 1000, self._limits.answer_seconds * 1000
        for door in list(self.open):
            if now - door.since > (asks if door.is_asking else waits):
                self.late += 1
                door.transport.abort()


def files_allowed() -> int:
    """As many as this process may have: it asks for all it can get."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError):  # not allowed after all
            log.debug("the number of files stays at %d", soft)
    return soft if soft != resource.RLIM_INFINITY else 1_000_000


class BadRequests(logging.Filter):
    """What is no HTTP at all is counted; aiohttp would log a traceback for each."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        is_bad = isinstance(error, HttpProcessingError)
        self.count += is_bad
        return not is_bad and record.levelno >= logging.WARNING

    def logger(self) -> logging.Logger:
        """For aiohttp, which tells of some at one level and of some at another."""
        made = logging.Logger("recif.http")
        made.parent = log
        made.addFilter(self)
        return made
