"""Connections that only want to be there: silent, half-said, malformed, too many."""

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
import uvloop

from recif.server.app import Server
from recif.server.limits import Limits
from recif.server.transport.doors import Door, Doors
from tests.patience import in_the_end, until
from tests.server.live import GENEROUS, live, serving, visiting

pytestmark = pytest.mark.one_database("sqlite")


def tell(folder: Path, story: Callable[[Server], Awaitable[None]], limits: Limits) -> None:
    async def tell() -> None:
        async with serving(folder, limits) as server:
            await story(server)

    uvloop.run(tell())


async def is_cut(reader: asyncio.StreamReader) -> bool:
    with suppress(ConnectionError):
        while await in_the_end(reader.read(65536)):
            pass
    return True


@pytest.mark.parametrize("said", [b"", b"GET /health HTT", b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
def test_who_does_not_come_to_the_point_is_shown_out(said: bytes, tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(said)
        assert await is_cut(reader)
        assert server.doors.late == 1
        writer.close()

    tell(tmp_path, story, replace(GENEROUS, head_seconds=0.2))


def test_a_slow_heading_does_not_last_because_a_byte_comes_now_and_then(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)

        async def drip() -> None:
            while True:
                writer.write(b"G")
                await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        assert await is_cut(reader)
        dripping.cancel()
        writer.close()

    tell(tmp_path, story, replace(GENEROUS, head_seconds=0.2))


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\n")
        writer.write(b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{")
        assert b" 408 " in await in_the_end(reader.readline())
        assert await is_cut(reader)
        writer.close()

    tell(tmp_path, story, replace(GENEROUS, body_seconds=0.1))


@live
async def test_nothing_is_read_of_a_body_before_the_session_is_known(server: Server) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n")
    assert b" 401 " in await in_the_end(reader.readline())
    assert await is_cut(reader)
    writer.close()


@live
async def test_a_body_said_to_be_too_long_is_refused_before_it_comes(server: Server) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\n")
    writer.write(b"Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n")
    assert b" 413 " in await in_the_end(reader.readline())
    writer.close()


@live
async def test_what_is_compressed_is_not_unpacked(server: Server) -> None:
    bomb = zlib.compress(b" " * 50_000_000)
    async with visiting(server) as eve:
        headers = {"Content-Encoding": "deflate", "Content-Type": "application/json"}
        status, why = await eve.ask("POST", "/api/guest", data=bomb[:60_000], headers=headers)
        assert (status, why["code"]) == (415, "no-encoding")


def test_connections_of_an_address_are_counted_and_come_free_again(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(3)]
        await until(lambda: len(server.doors.open) == 3)
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert await is_cut(reader)
        assert server.doors.refused == 1
        for _, other in (*lines, (reader, writer)):
            other.close()
        await until(lambda: not server.doors.open)
        async with visiting(server, "Ana") as ana:
            assert (await ana.ask("GET", "/health"))[0] == 200

    tell(tmp_path, story, replace(GENEROUS, connections=3))


def test_sockets_do_not_count_as_connections(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with visiting(server, "Ana") as ana, ana.connect(), ana.connect(), ana.connect(), ana.connect():
            assert (await ana.ask("GET", "/health"))[0] == 200
            assert (len(server.sockets), server.doors.sockets) == (4, 4)

    tell(tmp_path, story, replace(GENEROUS, connections=3))


def test_when_files_run_short_the_server_says_so_once_and_refuses(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(server: Server) -> None:
        server.doors.most = 2
        lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(6)]
        for reader, _ in lines[2:]:
            assert await is_cut(reader)
        for _, writer in lines:
            writer.close()

    with caplog.at_level(logging.WARNING):
        tell(tmp_path, story, GENEROUS)
    assert [record.getMessage()[:15] for record in caplog.records] == ["files run short"]


def test_behind_a_proxy_all_connections_come_from_it_and_are_not_counted_by_address() -> None:
    doors = Doors(Limits(connections=0), True, lambda: 0)

    class Knock:
        address, since = "127.0.0.1", 0

    assert doors.enter(Knock())  # type: ignore[arg-type]


def test_bytes_bear_the_time_at_which_a_busy_loop_could_have_read_them() -> None:
    door = Door(asyncio.Protocol(), Doors(Limits(), True, lambda: 50, lambda: 7))
    door.connection_made(asyncio.Transport())
    door.data_received(b"POST")
    assert door.heard_at == 7


def test_what_is_no_http_is_counted_and_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story(server: Server) -> None:
        for noise in (
            b"\x16\x03\x01\x02\x00\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(noise + b"\r\n\r\n")
            assert b" 400 " in await in_the_end(reader.readline())
            writer.close()
        async with visiting(server) as visitor:
            assert "recif_bad_requests_total 3" in (await visitor.call("GET", "/metrics")).decode()

    with caplog.at_level(logging.DEBUG):
        tell(tmp_path, story, GENEROUS)
    assert not [record for record in caplog.records if record.exc_info]
