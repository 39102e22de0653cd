"""`recif mcp` with the protocol's own client: over standard input and output, over HTTP, at a real server's table."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from mcp import Client, StdioServerParameters

from recif.games import GAMES
from recif.models import tools
from recif.models.seats import LocalSeat
from recif.models.tools import KeptSeat, ModelTools, server_of
from tests.models.twins import Twins
from tests.patience import PATIENCE, until
from tests.server.live import serving, visiting

ENVIRONMENT = os.environ | {"PYTHONPATH": "src", "RECIF_LANGUAGE": "en"}


def story(plot: Coroutine[Any, Any, None]) -> None:
    asyncio.run(plot)


async def told(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool answers, as data."""
    answer = await client.call_tool(tool, arguments, read_timeout_seconds=PATIENCE)
    assert not answer.is_error, answer.content
    found = answer.structured_content
    assert found is not None
    return found["result"] if set(found) == {"result"} else found


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    answer = await client.call_tool(tool, arguments, read_timeout_seconds=PATIENCE)
    assert answer.is_error
    return str(answer.content[0].text)  # type: ignore[union-attr]


async def played_to_the_end(client: Client, look: dict[str, Any]) -> dict[str, Any]:
    """The first move that is listed, again and again."""
    secret = look["secret"]
    while not look["result"]:
        if look["is_your_turn"]:
            look = await told(client, "play", secret=secret, move=look["moves"][0]["move"])
        else:
            look = await told(client, "wait", secret=secret, seconds=5)
    return look


def test_a_model_reads_the_rules_and_plays_a_match_over_standard_input_and_output() -> None:
    async def plot() -> None:
        command = StdioServerParameters(command=sys.executable, args=["-m", "recif", "mcp"], env=ENVIRONMENT)
        async with Client(command) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names == {"games", "rules", "start", "sit", "look", "why", "play", "wait", "leave"}
            assert [game["game"] for game in await told(client, "games")] == list(GAMES)
            assert "Cric Crac Kroc" in await told(client, "rules", game="kroc")
            look = await told(client, "start", game="kroc", level=1, seats=3, seat=1)
            why = await told(client, "why", secret=look["secret"], move="99")
            assert not why["is_legal"]
            assert why["says"] in await refused(client, "play", secret=look["secret"], move="99")
            over = await played_to_the_end(client, look)
            assert len(over["result"]["scores"]) == 3

    story(plot())


@pytest.fixture
def port() -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with subprocess.Popen([sys.executable, "-m", "recif", "mcp", "--http", str(port)], env=ENVIRONMENT) as server:
        try:
            yield port
        finally:
            server.terminate()


async def answers(port: int) -> None:
    def is_open() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    await until(is_open)


def test_over_http_a_seat_answers_to_its_secret_alone_and_to_no_page_of_another_site(port: int) -> None:
    async def plot() -> None:
        await answers(port)
        address = f"http://127.0.0.1:{port}/mcp"
        async with Client(address) as one, Client(address) as other:
            look = await told(one, "start", game="crabs", level=1)
            again = await told(other, "look", secret=look["secret"], since=0)  # a model that lost its connection
            assert again["scene"] == look["scene"]
            assert "No seat has this secret" in await refused(other, "look", secret=look["secret"][:-1])
            assert "level" in await refused(one, "start", game="crabs", level=99)
            assert "chess" in await refused(one, "rules", game="chess")
        async with aiohttp.ClientSession() as site:
            for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
                async with site.post(address, json={}, headers=headers) as answer:
                    assert answer.status in (403, 421)

    story(plot())


def test_a_model_sits_down_by_link_plays_by_the_servers_rules_and_resigns_when_it_leaves(tmp_path: Path) -> None:
    async def plot() -> None:
        async with serving(tmp_path) as server, visiting(server, "Host") as host:
            table = await host.table("crabs", "open", {"kind": "machine", "level": 1})
            link = f"{host.origin}/t/{table}"
            async with Client(server_of("en", [host.origin])) as client:
                assert "only at" in await refused(client, "sit", link=link.replace("127.0.0.1", "127.0.0.2"))
                look = await told(client, "sit", link=link, name="Robot")
                secret = look["secret"]
                look = await told(client, "wait", secret=secret, seconds=60)
                assert look["is_your_turn"], look
                assert look["picture"]
                hidden = look["scene"]["seats"][1]["hand"]
                assert hidden is None
                assert (await told(client, "why", secret=secret, move=look["moves"][0]["move"]))["is_legal"]
                why = await told(client, "why", secret=secret, move="nonsense")
                assert not why["is_legal"]
                assert why["says"] in await refused(client, "play", secret=secret, move="nonsense")
                then = await told(client, "play", secret=secret, move=look["moves"][0]["move"])
                assert then["events"] > look["events"]
                await told(client, "leave", secret=secret)
                assert "No seat" in await refused(client, "look", secret=secret)
            info = await host.call("GET", f"/api/tables/{table}")
            assert info["result"]["reason"] == "resigned"

    story(plot())


def test_seats_are_bounded_and_those_that_nobody_asks_for_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    async def plot() -> None:
        monkeypatch.setattr(tools, "MOST_SEATS", 1)
        async with Client(server_of("en", [])) as client:
            first = await told(client, "start", game="urchins")
            assert "taken already" in await refused(client, "start", game="urchins")
            monkeypatch.setattr(tools, "IDLE", -1.0)
            await told(client, "start", game="urchins")
            assert "No seat" in await refused(client, "look", secret=first["secret"])

    story(plot())


@pytest.mark.parametrize("game", ["crabs", "kroc"])
def test_no_byte_that_a_seat_is_sent_depends_on_what_it_may_not_know(game: str) -> None:
    async def plot() -> None:
        twins = Twins(game, viewer=0)
        desk = ModelTools("en", [])
        for name, match in (("a", twins.one), ("b", twins.two)):
            seat = LocalSeat(match, 0, {}, "en")
            await seat.leave()  # nobody goes on by itself
            desk.seats[name] = KeptSeat(seat)

        async def whisper(ask: Callable[[str], Coroutine[Any, Any, Any]]) -> None:
            one, two = [json.dumps(await ask(name)) for name in ("a", "b")]
            assert one == two

        apart = 0
        while twins.step() and apart < 40:
            apart += twins.are_apart
            await whisper(desk.look)
            await whisper(lambda name: desk.look(name, 0))
            await whisper(lambda name: desk.why(name, "nonsense"))
            for move in list(twins.two.position.moves(1))[:3]:
                await whisper(lambda name, move=move: desk.why(name, move))  # type: ignore[misc]
        assert apart > 5  # they did differ

    story(plot())
