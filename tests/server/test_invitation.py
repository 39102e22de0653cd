"""Inviting somebody to another machine: closed until a click, an address that opens there, and what the link shows."""

import asyncio
import io
import re
from pathlib import Path

import aiohttp
import pytest
import segno

from recif.server.app import Server
from recif.server.transport import network
from recif.server.transport.network import is_this_machine, own_address
from tests.server.live import Visitor, live, serving, visiting

pytestmark = pytest.mark.one_database("sqlite")

NEIGHBOUR = "127.0.0.2"  # another address that leads here: what a phone would use

CLOSED = {"origin": "", "can_open": True, "can_close": False}


def at(address: str, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(network, "own_address", lambda: address)


@live
async def test_the_network_comes_in_after_a_click_and_not_before(server: Server) -> None:
    with pytest.MonkeyPatch.context() as patch:
        at(NEIGHBOUR, patch)
        async with visiting(server) as visitor:
            await visitor.named("Zoé")
            table = await visitor.table()
            assert await visitor.call("GET", "/api/invitation") == CLOSED
            assert (await visitor.ask("GET", f"/api/tables/{table}/qr.svg"))[0] == 409
            outside = f"http://{NEIGHBOUR}:{server.port}"
            with pytest.raises(aiohttp.ClientConnectorError):
                await visitor.session.get(outside + "/health")

            told = await visitor.call("POST", "/api/invitation")
            assert told == {"origin": outside, "can_open": False, "can_close": True}
            assert (await visitor.session.get(outside + "/health")).status == 200
            picture = io.BytesIO()
            segno.make(f"{outside}/t/{table}", error="m").save(picture, kind="svg", scale=4, xmldecl=False, border=2)
            assert await visitor.call("GET", f"/api/tables/{table}/qr.svg") == picture.getvalue()
            assert await visitor.call("POST", "/api/invitation") == told


@live
async def test_what_a_click_has_opened_a_click_closes_and_who_came_meanwhile_stays(server: Server) -> None:
    with pytest.MonkeyPatch.context() as patch:
        at(NEIGHBOUR, patch)
        async with visiting(server) as visitor, aiohttp.ClientSession() as guest:
            await visitor.named("Zoé")
            assert (await visitor.ask("DELETE", "/api/invitation"))[0] == 403  # nothing was opened
            outside = (await visitor.call("POST", "/api/invitation"))["origin"]
            assert (await guest.get(outside + "/health")).status == 200
            assert await visitor.call("DELETE", "/api/invitation") == CLOSED
            assert (await guest.get(outside + "/health")).status == 200  # by the connection that it has
            with pytest.raises(aiohttp.ClientConnectorError):
                await visitor.session.get(outside + "/health")
            assert (await visitor.call("POST", "/api/invitation"))["origin"] == outside


def test_only_somebody_at_this_machine_opens_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with (
            serving(tmp_path, origins=("http://elsewhere.example",)) as server,
            visiting(server, "Zoé") as visitor,
        ):
            name = f"elsewhere.example:{server.port}"  # it may lead here, but does for others too
            there = {"Host": name, "Origin": f"http://{name}"}
            status, why = await visitor.ask("POST", "/api/invitation", headers=there)
            assert (status, why["code"]) == (403, "not-from-here")
            assert not server.network.is_open
            told = await visitor.call("GET", "/api/invitation", headers=there)
            assert told == {"origin": f"http://{name}", "can_open": False, "can_close": False}

    with pytest.MonkeyPatch.context() as patch:
        at(NEIGHBOUR, patch)
        asyncio.run(scenario())


@live
async def test_a_token_neither_opens_nor_closes_the_network(server: Server) -> None:
    with pytest.MonkeyPatch.context() as patch:
        at(NEIGHBOUR, patch)
        async with visiting(server, "Zoé") as visitor, visiting(server) as bot:
            secret = (await visitor.call("POST", "/api/tokens", {"label": "bot"}))["secret"]
            headers = {"Authorization": f"Bearer {secret}"}
            assert await bot.call("GET", "/api/invitation", headers=headers) == CLOSED | {"can_open": False}
            status, why = await bot.ask("POST", "/api/invitation", headers=headers)
            assert (status, why["code"], server.network.is_open) == (403, "not-for-bots", False)
            opened = await visitor.call("POST", "/api/invitation")
            assert await bot.call("GET", "/api/invitation", headers=headers) == opened | {"can_close": False}
            status, why = await bot.ask("DELETE", "/api/invitation", headers=headers)
            assert (status, why["code"], server.network.is_open) == (403, "not-for-bots", True)


@live
async def test_where_there_is_no_network_nothing_is_promised(server: Server) -> None:
    with pytest.MonkeyPatch.context() as patch:
        at("", patch)
        async with visiting(server) as visitor:
            await visitor.named("Zoé")
            assert await visitor.call("GET", "/api/invitation") == {"origin": "", "can_open": False, "can_close": False}
            assert (await visitor.ask("POST", "/api/invitation"))[0] == 403


def test_a_server_can_be_open_from_the_start(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, is_inviting=True) as server:
            assert server.network.origin == f"http://{NEIGHBOUR}:{server.port}"

    with pytest.MonkeyPatch.context() as patch:
        at(NEIGHBOUR, patch)
        asyncio.run(scenario())


def test_the_address_of_this_machine_is_one_that_others_can_reach() -> None:
    assert not is_this_machine(own_address()) or own_address() == ""
    assert all(is_this_machine(name) for name in ("localhost", "127.0.0.1", "127.8.8.8", "::1"))
    assert not any(is_this_machine(name) for name in ("192.168.1.5", "play.example.org", "localhost.example.org"))


async def shown(visitor: Visitor, path: str, language: str) -> dict[str, str]:
    page = (await visitor.call("GET", path, headers={"Accept-Language": language})).decode()
    return dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)" />', page.partition("</head>")[0]))


def test_a_link_shows_who_invites_to_what(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html><head><title>Récif</title></head><body></body></html>")
    (tmp_path / "previews").mkdir()
    (tmp_path / "previews" / "urchins.png").touch()

    async def scenario() -> None:
        async with serving(tmp_path, static=tmp_path) as server, visiting(server, 'Zoé "<b>') as visitor:
            table = await visitor.table("urchins")
            told = await shown(visitor, f"/t/{table}", "en-GB")
            assert told["title"] == "Zoé &quot;&lt;b&gt; invites you to play Urchins"
            assert told["url"] == f"{visitor.origin}/t/{table}"
            assert told["image"] == f"{visitor.origin}/previews/urchins.png"
            told = await shown(visitor, "/learn/xok", "fr")
            assert told["title"] == "XOK · Récif"
            assert told["image"] == f"{visitor.origin}/previews/recif.png"
            assert (await shown(visitor, "/", "fr"))["title"] == "Récif, des jeux au bord de la mer"

    asyncio.run(scenario())
