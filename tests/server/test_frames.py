"""Hostile sockets: foreign origins, broken and oversized frames, floods, clients that stop reading."""

import asyncio
import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import aiohttp
import msgspec
import pytest
import uvloop
from hypothesis import given
from hypothesis import strategies as st

from recif.server.app import Server
from recif.server.limits import Limits
from recif.server.messages import wire
from recif.server.transport.frames import PART, PING, TEXT, Broken, FrameReader
from recif.server.transport.sockets import Socket
from tests.patience import in_the_end, until
from tests.server.hall import Hall, Screen
from tests.server.live import GENEROUS, Line, Visitor, Wire, framed, let_pass, live, serving, visiting

pytestmark = pytest.mark.one_database("sqlite")

CUT_SHORT = {1006}  # what the server has not read when it closes cuts its goodbye short


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", None, "http://127.0.0.1", "http://127.0.0.1:1"])
def test_a_socket_from_another_origin_is_refused_before_the_upgrade(origin: str | None, tmp_path: Path) -> None:
    @live
    async def story(server: Server) -> None:
        async with visiting(server, "Ana") as ana:
            headers = {} if origin is None else {"Origin": origin}
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await ana.session.ws_connect(ana.origin + "/ws", headers=headers)
            assert refused.value.status == 403

    story(tmp_path)


@live
async def test_a_socket_without_a_session_is_refused(server: Server) -> None:
    async with visiting(server) as nobody:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await nobody.connect()
        assert refused.value.status == 401


@live
async def test_a_change_asked_by_another_site_is_refused(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        for origin in ("https://evil.example", "null"):
            status, why = await ana.ask("DELETE", "/api/me", {}, headers={"Origin": origin})
            assert (status, why["code"]) == (403, "bad-origin")
        status, why = await ana.ask(
            "POST", "/api/guest", data=b'{"name": "Eve"}', headers={"Content-Type": "text/plain"}
        )
        assert (status, why["code"]) == (415, "json-expected")


@live
async def test_an_oversized_frame_closes_the_socket(server: Server) -> None:
    async with visiting(server, "Ana") as ana, ana.connect() as ws:
        await ws.send_str("x" * (server.settings.limits.message_bytes + 1))
        assert await Line(ws).closed() in CUT_SHORT | {1009}


@live
async def test_a_binary_frame_closes_the_socket(server: Server) -> None:
    async with visiting(server, "Ana") as ana, ana.connect() as ws:
        await ws.send_bytes(b"{}")
        assert await Line(ws).closed() == 1003


@live
async def test_a_message_in_fragments_is_put_together(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        line = await Wire.open(ana)
        await line.receive()
        line.frame(b'{"type":', 0x01)
        line.frame(b'"ping",', 0x00)
        line.frame(b'"t":7}', 0x80)
        assert wire.decode_server(await line.receive()).t == 7
        line.close()


@live
async def test_fragments_without_end_do_not_grow_without_end(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        line = await Wire.open(ana)
        line.frame(b"x" * 1000, 0x01)
        for _ in range(50):
            line.frame(b"x" * 1000, 0x00)
        assert await in_the_end(is_cut(line.reader))
        line.close()


def test_however_a_stream_is_cut_into_pieces_the_messages_are_the_same() -> None:
    said = [b"", b"a", b"x" * 125, b"y" * 126, "é !".encode() * 50, b"z" * 8192]
    stream, noise = b"".join(framed(text, mask=b"\x01\xfe\x33\x80") for text in said), random.Random(3)
    for _ in range(30):
        reader, heard, at = FrameReader(8192), [], 0
        while at < len(stream):
            step = noise.choice([1, 2, 5, 100, 9000])
            reader.feed(stream[at : at + step])
            at += step
            while found := reader.next():
                heard.append(found)
        assert heard == [(TEXT, text) for text in said]


def test_control_frames_may_come_between_fragments() -> None:
    reader = FrameReader(100)
    reader.feed(framed(b"he", 0x01) + framed(b"p", 0x89) + framed(b"llo", 0x80))
    assert [reader.next() for _ in range(4)] == [PART, (PING, b"p"), (TEXT, b"hello"), None]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x81\x02hi", 1002),  # not masked
        (framed(b"hi", 0xC1), 1002),  # compressed, which nobody agreed to
        (framed(b"hi", 0x80), 1002),  # goes on with nothing
        (framed(b"hi", 0x01) + framed(b"hi", 0x81), 1002),  # begins before the end
        (framed(b"hi", 0x83), 1002),  # no such kind
        (framed(b"hi", 0x09), 1002),  # a ping in fragments
        (framed(b"x" * 126, 0x89), 1002),  # a long ping
        (framed(b"x" * 201), 1009),
        (b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", 1009),
        (framed(b"x" * 120, 0x01) + framed(b"x" * 120, 0x80), 1009),
    ],
)
def test_what_no_client_may_send_is_refused(data: bytes, code: int) -> None:
    reader = FrameReader(200)
    reader.feed(data)
    with pytest.raises(Broken) as broken:
        list(iter(reader.next, None))
    assert broken.value.code == code


@live
async def test_an_unmasked_frame_closes_the_socket(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        line = await Wire.open(ana)
        await line.receive()
        line.writer.write(b'\x81\x0f{"type":"ping"}')
        assert wire.decode_server(await line.receive()) == wire.Bye("unmasked")
        assert await line.receive() == b"\x03\xeaunmasked"
        line.close()


@pytest.mark.parametrize("kind", [0x89, 0x8A])
def test_pings_and_pongs_are_counted(kind: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, replace(GENEROUS, signs=(1e-6, 5))) as server, visiting(server, "Ana") as ana:
            line = await Wire.open(ana)
            await line.receive()
            for _ in range(5):
                line.frame(b"hey", kind)
                if kind == 0x89:
                    assert await line.receive() == b"hey"
            line.frame(b"hey", kind)
            assert wire.decode_server(await line.receive()) == wire.Bye("flood")
            assert (await line.receive())[:2] == (1008).to_bytes(2)
            line.close()

    uvloop.run(story())


@pytest.mark.parametrize("says_goodbye", [True, False])
def test_who_says_something_and_leaves_at_once_is_heard(says_goodbye: bool, tmp_path: Path) -> None:
    @live
    async def story(server: Server) -> None:
        async with visiting(server, "Ana") as ana:
            table = await ana.table("xok", "me", "me")
            line = await Wire.open(ana)
            await line.receive()
            line.frame(wire.encode(wire.Resign(table, "r", 0)))
            if says_goodbye:
                line.frame(b"\x03\xe8", 0x88)
            await line.writer.drain()
            line.writer.close()
            await until(lambda: not server.sockets)
            assert (await ana.call("GET", f"/api/tables/{table}"))["status"] == "over"

    story(tmp_path)


@pytest.mark.parametrize("last", [framed(b"\x03\xe8", 0x88), framed(b"", 0x83)])
def test_a_move_right_before_the_end_is_acknowledged_first(last: bytes, tmp_path: Path) -> None:
    @live
    async def story(server: Server) -> None:
        async with visiting(server, "Ana") as ana:
            table = await ana.table("xok", "me", "me")
            line = await Wire.open(ana)
            await line.receive()
            line.writer.write(framed(wire.encode(wire.Resign(table, "r", 0))) + last)
            assert wire.decode_server(await line.receive()).id == "r"
            line.close()

    story(tmp_path)


@live
async def test_what_is_no_handshake_is_told_so(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        for headers in ({}, {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}):
            status, why = await ana.ask("GET", "/ws", headers=headers)
            assert (status, why["code"]) == (400, "no-socket")


async def is_cut(reader: asyncio.StreamReader) -> bool:
    with suppress(ConnectionError):
        while await reader.read(65536):
            pass
    return True


@live
async def test_noise_on_the_socket_harms_nobody(server: Server) -> None:
    noise = random.Random(7)
    async with visiting(server, "Ana") as ana, ana.connect() as other:
        for _ in range(60):
            line = await Wire.open(ana)
            line.writer.write(noise.randbytes(noise.randrange(1, 400)))
            line.frame(noise.randbytes(noise.randrange(120)), noise.choice([0x81, 0x82, 0x80, 0x89, 0x88, 0xF1]))
            line.close()
        await other.send_json({"type": "ping", "t": 1})
        assert (await Line(other).next(wire.Pong)).t == 1
        assert (await ana.ask("GET", "/health"))[0] == 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
TYPES = st.sampled_from([kind.__name__.lower() for kind in wire.FromClient.__args__] + ["", "table", "hack"])
FIELDS = [
    "table",
    "seat",
    "move",
    "id",
    "kind",
    "level",
    "yes",
    "what",
    "index",
    "text",
    "emote",
    "person",
    "seen",
    "at",
]


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Screen]:
    """One server for every example: what breaks it once should show later too."""
    audience, ana, _ = Hall(tmp_path_factory.mktemp("fuzz")).pair("shells")
    return audience.live.row.id, ana


@given(
    st.lists(st.tuples(TYPES, st.dictionaries(st.sampled_from(FIELDS), JSON)), max_size=8),
    st.binary(max_size=60),
)
def test_no_message_breaks_the_server(
    fuzzed: tuple[str, Screen], messages: list[tuple[str, dict[str, object]]], noise: bytes
) -> None:
    table, ana = fuzzed
    for kind, fields in messages:
        ana.says(msgspec.json.encode({"table": table, **fields, "type": kind}))
    ana.says(noise)
    assert ana.closed is None
    assert ana.says(wire.Ping(5))[-1].t == 5


def test_a_flood_is_refused_then_cut_and_others_do_not_notice(tmp_path: Path) -> None:
    async def story() -> None:
        limits = Limits(messages=(1e-6, 60))
        async with (
            serving(tmp_path, limits) as server,
            visiting(server, "Ana") as ana,
            visiting(server, "Eve") as eve,
            ana.connect() as calm,
            eve.connect() as flood,
        ):
            for _ in range(400):
                await flood.send_json({"type": "ping", "t": 1})
            assert await Line(flood).closed() in CUT_SHORT | {1008}
            await calm.send_json({"type": "ping", "t": 2})
            assert (await Line(calm).next(wire.Pong)).t == 2

    asyncio.run(story())


def test_requests_without_end_are_refused(tmp_path: Path) -> None:
    async def story() -> None:
        limits = Limits(requests=(1e-6, 20))
        async with serving(tmp_path, limits) as server, visiting(server) as eve:
            answers = [(await eve.ask("GET", "/api/games/xok"))[0] for _ in range(30)]
            assert answers[:15] == [200] * 15
            assert answers[-1] == 429

    asyncio.run(story())


def test_stalled_clients_are_cut_and_the_others_play_on(tmp_path: Path) -> None:
    async def story() -> None:
        limits = replace(GENEROUS, stalled_ms=2_000)
        async with (
            serving(tmp_path, limits) as server,
            visiting(server, "Ana") as ana,
            visiting(server, "Eve") as eve,
            ana.connect() as ws,
        ):
            table = await ana.table("xok", "me", "me")
            stalled = [await stall(eve, table) for _ in range(20)]
            await play_until_alone(server, Line(ws), table)
            for line in stalled:
                line.close()

    asyncio.run(story())


async def stall(visitor: Visitor, table: str) -> Wire:
    """A client that asks for more than any buffer on the way holds, and reads nothing."""
    line = await Wire.open(visitor, small=True)
    for _ in range(400):
        line.frame(wire.encode(wire.Follow(table)))
    await line.writer.drain()
    return line


async def play_until_alone(server: Server, player: Line, table: str) -> None:
    """Every move of the player is acknowledged while the others stall; they go."""
    await player.send(wire.Follow(table, detail="texts"))
    now = (await player.next(wire.Table)).now
    while len(server.sockets) > 1:
        if now.waiting:
            seat = now.waiting[0]
            assert isinstance(await player.play(table, seat, now.moves[str(seat)][0].text), wire.Ack)
            now = (await player.next(wire.Changed)).now
        await asyncio.sleep(0.05)


def is_pinged(socket: Socket) -> bool:
    """And has not answered yet."""
    return socket.heard_at < socket._pinged_at


def test_a_silent_client_is_pinged_and_one_that_does_not_answer_is_cut(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, replace(GENEROUS, silence=60)) as server, visiting(server, "Ana") as ana:
            deaf = await ana.session.ws_connect(ana.origin + "/ws", headers={"Origin": ana.origin}, autoping=False)
            async with ana.connect() as socket:
                line = Line(socket)
                await line.next(wire.Welcome)
                answering = asyncio.create_task(line.next(wire.Pong))  # the client answers pings while it listens
                let_pass(server, 61_000)
                await until(lambda: {is_pinged(socket) for socket in server.sockets} == {True, False})
                let_pass(server, 31_000)
                heard = [message.type async for message in deaf]
                assert not answering.done()
                await line.send(wire.Ping(7))
                assert (await answering).t == 7
            assert heard == [aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.PING]

    uvloop.run(story())


@live
async def test_a_socket_that_cannot_be_written_to_is_cut_and_the_others_hear(server: Server) -> None:
    async with visiting(server, "Ana") as ana, ana.connect() as broken:
        await Line(broken).next(wire.Welcome)
        (first,) = server.sockets
        async with ana.connect() as whole:
            await Line(whole).next(wire.Welcome)
            (second,) = server.sockets - {first}
            first._frames = [None]  # type: ignore[list-item]
            server.outbox.add(first)
            second.send(wire.encode(wire.Pong(7, 0)))
            assert (await Line(whole).next(wire.Pong)).t == 7
            assert (first.is_closed, second.is_closed) == (True, False)
