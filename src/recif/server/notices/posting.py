"""Something is posted to an address that a stranger gave: to a public one, without following anywhere."""

from collections.abc import Mapping
from time import monotonic
from typing import NamedTuple

import aiohttp

from recif.server.notices.hosts import Hosts, Silent
from recif.server.reach import AT_ONCE, Reach

LONGEST_WAIT_S = 24 * 60 * 60  # that the other side may ask for
FORBIDDEN, TOO_MANY = 403, 429


class Answered(NamedTuple):
    """What the other side said; 0: nothing."""

    status: int
    trouble: str = ""
    after_s: int = 0

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_again(self) -> bool:
        """Whether it may be better later."""
        return self.status in (0, TOO_MANY) or self.status >= 500


class Posting:
    """`each`: how many at once to one host. `rest`: seconds in which a host that did not answer is not asked again."""

    def __init__(self, reach: Reach, each: int, rest: float) -> None:
        self.reach = reach
        self._hosts = Hosts(AT_ONCE, each, rest, monotonic)
        self._session: aiohttp.ClientSession | None = None

    async def post(self, url: str, data: bytes, headers: Mapping[str, str]) -> Answered:
        try:
            host = self.reach.check(url).netloc
            async with self._hosts.turn(host):
                answered = await self._post(url, data, headers)
        except ValueError as error:  # an address that may not be reached
            return Answered(FORBIDDEN, str(error))
        except Silent:
            return Answered(0, "no answer to another a moment ago")
        self._hosts.answered(host, answered.status != 0)
        return answered

    async def _post(self, url: str, data: bytes, headers: Mapping[str, str]) -> Answered:
        self._session = self._session or self.reach.session()
        try:
            async with self._session.post(url, data=data, headers=headers, allow_redirects=False) as answer:
                return await _answered(answer)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            return Answered(0, type(error).__name__)

    async def close(self) -> None:
        if self._session:
            await self._session.close()


async def _answered(answer: aiohttp.ClientResponse) -> Answered:
    wait = answer.headers.get("Retry-After", "")
    after = min(int(wait), LONGEST_WAIT_S) if wait.isascii() and wait.isdigit() else 0
    if 300 <= answer.status < 400:
        return Answered(answer.status, f"{answer.status}: a redirect, which is not followed", after)
    return Answered(answer.status, "" if answer.ok else f"{answer.status}", after)
