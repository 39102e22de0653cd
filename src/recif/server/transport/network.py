"""Whether people at other machines can come, and by which address."""

import ipaddress
import socket
from collections.abc import Awaitable, Callable

from aiohttp import web
from yarl import URL

from recif.server.messages.refusals import refuse
from recif.server.settings import Settings
from recif.server.transport import security

ANYWHERE = ("0.0.0.0", "::")
FAR_AWAY = ("10.255.255.255", 9)  # nothing is sent: the system only says by which of its addresses it would
Close = Callable[[], None]
Listen = Callable[[str], Awaitable[Close]]
LONGEST_HOST = 255  # of a name in the domain name system


def own_address() -> str:
    """The address of this machine in the local network; empty if it has none there."""
    return next((address for address in _addresses() if _is_local(address)), "")


def _addresses() -> list[str]:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
            out.connect(FAR_AWAY)
            return [out.getsockname()[0]]
    except OSError:  # no way out, but perhaps neighbours
        try:
            return socket.gethostbyname_ex(socket.gethostname())[2]
        except OSError:
            return []


def _is_local(address: str) -> bool:
    """Not this machine alone, and not the whole world: opening to that takes more than a click."""
    where = ipaddress.ip_address(address)
    return where.is_private and not where.is_loopback and not where.is_unspecified


def is_this_machine(host: str | None) -> bool:
    """Whether a name leads nowhere but to the machine that asks."""
    if not host or host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def hosts_of(request: web.BaseRequest) -> set[str]:
    """The names that a visitor came by: what the heading says, and the address if that is whole."""
    try:
        return {request.url.host or "", URL.build(authority=request.host).host or ""}
    except ValueError:
        return {"?"}  # no name at all


def names_here() -> set[str]:
    """By which a local network may know this machine."""
    name = socket.gethostname().lower()
    alone = name.partition(".")[0]
    return {name, alone, *(f"{alone}.{network}" for network in ("local", "lan", "home.arpa", "internal"))}


class Network:
    """`listen` opens one more address; its answer is how that is closed again."""

    def __init__(self, settings: Settings, listen: Listen, port: Callable[[], int]) -> None:
        self._settings = settings
        self._listen = listen
        self._port = port
        self._opened = ""
        self._close: Close = lambda: None
        self._names = {URL(origin).host for origin in settings.origins}  # that lead here, besides this machine's

    @property
    def is_open(self) -> bool:
        return bool(self._opened) or not is_this_machine(self._settings.host)

    @property
    def origin(self) -> str:
        """What others in the local network can open; empty as long as they cannot."""
        if not self.is_open:
            return ""
        host = self._settings.host
        address = self._opened or (own_address() if host in ANYWHERE else host)
        return f"http://{f'[{address}]' if ':' in address else address}:{self._port()}" if address else ""

    def origin_for(self, request: web.BaseRequest) -> str:
        """Where a link leads that this visitor sends to somebody: by the name that they came by, if others can too."""
        if len(request.host) > LONGEST_HOST:
            raise refuse("too-large")
        if all(map(is_this_machine, hosts_of(request))):
            return self.origin
        scheme = "https" if security.is_secure(request, self._settings) else "http"
        return f"{scheme}://{request.host}"

    def is_known_name(self, request: web.BaseRequest) -> bool:
        """Whether the visitor came by a name that leads here.

        A page from elsewhere can make its own name lead to this machine, and would then be taken for one of ours.
        Whoever opens the server by more than a click knows by which names others come.
        """
        if self._settings.is_behind_proxy or not is_this_machine(self._settings.host):
            return True
        return all(is_this_machine(name) or name in self._names for name in hosts_of(request))

    def may_open(self, request: web.BaseRequest) -> bool:
        """Only somebody at this machine, by a name that is this machine's: a page from elsewhere has another."""
        return self._is_from_here(request) and not self.is_open and bool(own_address())

    def may_close(self, request: web.BaseRequest) -> bool:
        """What a click has opened, a click closes."""
        return self._is_from_here(request) and bool(self._opened)

    def _is_from_here(self, request: web.BaseRequest) -> bool:
        is_here = is_this_machine(request.remote) and all(map(is_this_machine, hosts_of(request)))
        return is_here and not self._settings.is_behind_proxy

    async def open(self) -> str:
        """Let the local network in; the address by which it comes, empty if there is none."""
        if not self.is_open and (address := own_address()):
            self._close = await self._listen(address)
            self._opened = address
            self._names |= {address, *names_here()}  # for good: those who are here stay
        return self.origin

    def close(self) -> None:
        """Nobody else comes in; those who are here stay."""
        self._close()
        self._opened = ""
