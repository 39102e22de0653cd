"""The client of the protocol, at a real server."""

import asyncio
from typing import Any

import pytest

from recif.client import Client, Conversation, Followed, new_session
from recif.games.core.contract import Refused
from recif.server.app import Server
from tests.server.live import live, visiting


async def at_table(talk: Conversation, table: Followed) -> Any:
    """Follow it until it is shown."""
    await table.join(talk)
    message = await talk.hear("table")
    table.hear(message)
    return message


async def answered(talk: Conversation, table: Followed) -> Any:
    """The message of ours that the server acknowledges next."""
    return table.hear(await talk.hear("ack"))


@live
async def test_what_a_page_refuses_is_said_in_both_languages(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        with pytest.raises(Refused) as refused:
            await ana.table("no-such-game")
        assert refused.value.code == "no-such-game"
        assert refused.value.text.fr != refused.value.text.en


def test_what_is_no_server_of_ours_is_refused_by_its_status() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\nConnection: close\r\n\r\nasleep")
        writer.close()

    async def story() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as proxy, new_session() as session:
            port = proxy.sockets[0].getsockname()[1]
            with pytest.raises(Refused, match="502: asleep"):
                await Client(f"http://127.0.0.1:{port}", session).call("GET", "/api/me")

    asyncio.run(story())


@live
async def test_a_wrong_token_is_not_let_in(server: Server) -> None:
    async with new_session() as session:
        with pytest.raises(Refused) as refused:
            await Client(f"http://127.0.0.1:{server.port}", session, token="recif_wrong").talk()
        assert refused.value.code == "not-let-in"


@live
async def test_what_was_not_acknowledged_is_sent_again_and_happens_once(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        table = Followed(await ana.table("xok", "me", "me"))
        async with await ana.talk() as talk:
            await at_table(talk, table)
            move = table.now["moves"]["0"][0]["text"]
            await table.once(talk, "play", seat=0, move=move)
            await talk.hear("ack")  # which the table is not told of, as if the line had broken before
        assert len(table.unsure) == 1
        async with await ana.talk() as talk:
            await at_table(talk, table)
            assert (await answered(talk, table))["move"] == move
            assert not table.unsure
            assert [line["text"] for line in table.log] == [move]


@live
async def test_a_table_is_followed_from_where_one_was(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        table = Followed(await ana.table("xok", "me", "me"))
        for seat in (0, 1):
            async with await ana.talk() as talk:
                message = await at_table(talk, table)
                assert message["log_from"] == seat
                await table.once(talk, "play", seat=seat, move=table.now["moves"][str(seat)][0]["text"])
                await answered(talk, table)
                table.hear(await talk.hear("changed"))
        assert [line["seat"] for line in table.log] == [0, 1]
        assert table.version == table.now["version"]


@live
async def test_a_refusal_names_the_message_that_it_refuses(server: Server) -> None:
    async with visiting(server, "Ana") as ana, await ana.talk() as talk:
        table = Followed(await ana.table("xok", "me", "me"))
        await at_table(talk, table)
        id = await table.once(talk, "play", seat=1, move="e5e6")
        ours = table.hear(await talk.hear("refusal"))
        assert ours
        assert ours["id"] == id
        assert not table.unsure
        await table.once(talk, "play", seat=1, move="e5e6")
        with pytest.raises(Refused, match="turn"):
            await talk.hear("ack")


@live
async def test_the_code_with_which_the_server_closed_is_known(server: Server) -> None:
    async with visiting(server, "Ana") as ana, await ana.talk() as talk:
        await talk.hear("welcome")
        await ana.call("DELETE", "/api/sessions")
        assert await talk.closed() == 4001
        with pytest.raises(ConnectionError, match="4001"):
            await talk.hear("pong")
