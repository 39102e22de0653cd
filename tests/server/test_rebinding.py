"""A page from elsewhere whose name was made to lead to this machine (DNS rebinding) gets nothing from it."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from recif.server.transport import network
from tests.server.live import Visitor, serving, visiting
from tests.server.test_invitation import NEIGHBOUR

pytestmark = pytest.mark.one_database("sqlite")

PATHS = (
    "/",
    "/t/abc",
    "/api/tables",
    "/api/games",
    "/api/openapi.json",
    "/health",
    "/metrics",
    "/sw.js",
    "/nothing.js",
)
OURS = ("localhost", "LOCALHOST", "127.0.0.1", "127.8.8.8", "[::1]")
THEIRS = ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.168.1.5", "10.0.0.1", "nonsense")
NETWORK = {NEIGHBOUR, socket.gethostname(), f"{socket.gethostname().partition('.')[0]}.local"}


def tell(folder: Path, story: Callable[[Visitor], Awaitable[None]], **settings: Any) -> None:
    async def tell() -> None:
        async with serving(folder, **settings) as server, visiting(server) as visitor:
            await story(visitor)

    asyncio.run(tell())


def by_name(visitor: Visitor, name: str) -> dict[str, str]:
    """What a browser sends that was led here by a name."""
    return {"Host": f"{name}:{visitor.server.port}", "Origin": f"http://{name}:{visitor.server.port}"}


async def is_guest_by(visitor: Visitor, name: str) -> bool:
    """Whether a page of that name is let in, by REST and by a socket alike."""
    visitor.session.cookie_jar.clear()
    headers = by_name(visitor, name)
    status, why = await visitor.ask("POST", "/api/guest", {"name": "Eve"}, headers=headers)
    if status == 200:
        async with visitor.connect(**headers):
            return True
    assert (status, why["code"]) == (403, "bad-host"), name
    await visitor.named("Eve")
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await visitor.connect(**headers)
    assert refused.value.status == 403
    return False


def test_while_only_this_machine_listens_only_its_own_names_are_answered(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        assert [name for name in (*OURS, *THEIRS, *NETWORK - {NEIGHBOUR}) if await is_guest_by(visitor, name)] == [
            *OURS
        ]

    tell(tmp_path, story)


@pytest.mark.parametrize("path", PATHS)
def test_no_path_is_told_to_a_foreign_name(path: str, tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        for name in THEIRS:
            status, why = await visitor.ask("GET", path, headers=by_name(visitor, name))
            assert (status, why["code"]) == (403, "bad-host"), name
        status, why = await visitor.ask("GET", path, headers=by_name(visitor, "localhost"))
        assert status in (200, 404)

    tell(tmp_path, story)


@pytest.mark.parametrize("line", ["GET http://evil.example/api/tables HTTP/1.1", "GET /api/tables HTTP/1.1"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:80:80", "a b", "[::2", "localhost@evil.example"])
def test_neither_half_of_a_request_may_name_somebody_else(line: str, host: str, tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        for name in (host, "localhost") if "evil" in line else (host,):
            reader, writer = await asyncio.open_connection("127.0.0.1", visitor.server.port)
            writer.write(f"{line}\r\nHost: {name}\r\n\r\n".encode())
            assert (await reader.readline()).split()[1] in (b"403", b"400"), name
            writer.close()

    tell(tmp_path, story)


def test_an_origin_allowed_by_name_is_a_host_too(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        assert await is_guest_by(visitor, "play.example.org")
        assert not await is_guest_by(visitor, "evil.example")

    tell(tmp_path, story, origins=("https://play.example.org",))


def test_once_the_network_may_come_its_names_are_answered_and_no_others(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        await visitor.named("Zoé")
        await visitor.call("POST", "/api/invitation")
        assert {name for name in (*NETWORK, *THEIRS) if await is_guest_by(visitor, name)} == NETWORK

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network, "own_address", lambda: NEIGHBOUR)
        tell(tmp_path, story)


@pytest.mark.parametrize("settings", [{"is_behind_proxy": True}, {"host": "0.0.0.0"}])
def test_who_opens_the_server_by_more_than_a_click_knows_its_names(settings: dict[str, Any], tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        assert await is_guest_by(visitor, "play.example.org")

    tell(tmp_path, story, **settings)
