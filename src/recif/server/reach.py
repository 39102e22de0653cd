"""Where the server may send something because somebody asked for it: public addresses by https, and nowhere else.

An address that a stranger gives must not lead into the host's own network (loopback, a router, another service). The
name is looked up once, and what it leads to is what is connected to: a name that changes in between gains nothing.
"""

import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from ssl import SSLContext
from urllib.parse import SplitResult, urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

LONGEST = 1_000  # characters of an address
SECONDS = 15.0  # for an answer
AT_ONCE = 20  # connections


NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Whether an IP address is anybody's; one of the older kind within one of the newer is looked at, too."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and (inner := _inner(found)):
        return is_public(str(inner))
    return found.is_global and not found.is_multicast


def _inner(found: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if found in NAT64:
        return ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    return found.ipv4_mapped or found.sixtofour


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host.rpartition(".")[2].isdigit() or host.startswith("0x")  # 127.1 and 0x7f000001 are addresses, too
    return True


@dataclass(frozen=True)
class Reach:
    """What may be reached; a server of tests lets its own machine be."""

    is_allowed: Callable[[str], bool] = is_public
    ports: tuple[int, ...] = (443,)  # none: any
    tls: SSLContext | None = None  # the usual one

    def check(self, url: str) -> SplitResult:
        """ValueError where it is no https address of a named host. What the name leads to is looked at when it is
        connected to."""
        parts = urlsplit(url)
        if len(url) > LONGEST or not url.isascii() or any(character <= " " for character in url):
            raise ValueError("too long, or no address")
        if parts.scheme != "https" or not parts.hostname or parts.username is not None:
            raise ValueError("not https, or no host")
        if is_address(parts.hostname) or (self.ports and (parts.port or 443) not in self.ports):
            raise ValueError("a host is called by its name, at the usual port")
        return parts

    def session(self) -> aiohttp.ClientSession:
        """Sends to what may be reached, follows nothing, and keeps no cookies."""
        connector = aiohttp.TCPConnector(
            resolver=Looked(self.is_allowed), limit=AT_ONCE, ssl=self.tls or True, use_dns_cache=False
        )
        return aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=SECONDS),
            trust_env=False,
        )


class Looked(AbstractResolver):
    """A look-up that leaves out what may not be reached."""

    def __init__(self, is_allowed: Callable[[str], bool]) -> None:
        self._is_allowed = is_allowed
        self._resolver: ThreadedResolver | None = None

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        self._resolver = self._resolver or ThreadedResolver()
        found = await self._resolver.resolve(host, port, family)
        allowed = [one for one in found if self._is_allowed(one["host"])]
        if not allowed:
            raise OSError(f"{host} leads nowhere that may be reached")
        return allowed

    async def close(self) -> None:
        if self._resolver:
            await self._resolver.close()
