"""Requests of a page to itself: paths and bodies as over HTTP, by no network."""

import asyncio
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from recif.games.core.contract import Refused, Text
from recif.server.api import about, explorer, games, lessons, matches, me, puzzles, studies, tables
from recif.server.api.calls import Call, Office, Page, WrittenOut, answered
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Why
from recif.server.messages.statuses import status_and_why
from recif.server.store.rows import PersonRow
from recif.server.tables.registry import Registry

T = TypeVar("T")
PAGES: list[Page] = [
    *about.PAGES,
    *games.PAGES,
    *tables.PAGES,
    *matches.PAGES,
    *me.PAGES,
    *lessons.PAGES,
    *puzzles.PAGES,
    *studies.PAGES,
    *explorer.PAGES,
]
HERE = "here"  # the one address
MINE = "me"  # under which name the store keeps who I am


class Fetched(NamedTuple):
    """An answer as a page takes it."""

    status: int
    body: str
    kind: str = "application/json"
    name: str = ""  # of the file it is to be saved as


class AtOnce:
    """Short jobs: there is nobody else to let through meanwhile, but for whoever was before."""

    async def run(self, address: str, person: str, job: Callable[..., T], *args: Any) -> T:
        await asyncio.sleep(0)
        return job(*args)


class HomeOffice(Office):
    is_alone = True

    def __init__(self, registry: Registry, elsewhere: str = "") -> None:
        super().__init__(registry, registry.limits, AtOnce())
        self.elsewhere = elsewhere


class HomeCall(Call):
    """A request of the one person here."""

    def __init__(
        self, office: Office, row: PersonRow | None, parts: Mapping[str, str], wishes: Mapping[str, list[str]]
    ) -> None:
        super().__init__(office, row)
        self._parts, self._wishes = parts, wishes
        self.came = self.now

    @property
    def address(self) -> str:
        return HERE

    def path(self, name: str) -> str:
        return unquote(self._parts[name])

    def wish(self, name: str) -> str | None:
        return self._wishes.get(name, [None])[0]

    async def sign_in(self, row: PersonRow) -> None:
        await self.durable(lambda then: self.registry.store.keep(MINE, row.id, then))


@cache
def _pattern(page: Page) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", page.path))


async def fetch(office: Office, row: PersonRow | None, method: str, url: str, body: str | None = None) -> Fetched:
    """What the REST page of that path says; every trouble in words."""
    try:
        return await _answer(office, row, method, url, body)
    except Refused as error:
        return refused(error)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        text = Text(f"Message incompréhensible : {error}", f"Bad message: {error}")
        return Fetched(400, msgspec.json.encode(Why("bad-message", *text)).decode())


def refused(refusal: Refused) -> Fetched:
    status, why = status_and_why(refusal)
    return Fetched(status, msgspec.json.encode(why).decode())


async def _answer(office: Office, row: PersonRow | None, method: str, url: str, body: str | None) -> Fetched:
    parts = urlsplit(url)
    page, found = _page_of(method, parts.path)
    if row is None and page.needs_person:
        raise refuse("no-session")
    call = HomeCall(office, row, found.groupdict(), parse_qs(parts.query))
    if page.body:
        call.body = _read(page, body or "")
    answer = await answered(page, call)
    if isinstance(answer, WrittenOut):
        return Fetched(200, answer.body.decode(), answer.kind, answer.name)
    return Fetched(204, "") if answer is None else Fetched(page.status, msgspec.json.encode(answer).decode())


def _page_of(method: str, path: str) -> "tuple[Page, re.Match[str]]":
    is_known = False
    for page in PAGES:
        if found := _pattern(page).fullmatch(path):
            is_known = True
            if page.method == method:
                return page, found
    raise refuse("wrong-method" if is_known else "no-such-page")


def _read(page: Page, body: str) -> Any:
    if len(body) > page.most_bytes or len(body.encode()) > page.most_bytes:
        raise refuse("too-large")
    return body if page.body is str else msgspec.json.decode(body, type=page.body)
