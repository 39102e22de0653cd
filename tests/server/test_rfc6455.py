"""Frames by the book, over a real socket: every case is told apart by what comes back before the end."""

import asyncio
import base64
import json
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvloop

from tests.patience import PATIENCE
from tests.server.live import serving, visiting
from tests.server.rfc6455 import CASES, Case, closing

pytestmark = pytest.mark.one_database("sqlite")

Door = tuple[int, str]  # a port, and the cookies of a guest


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """One server for all cases, in a thread: whoever breaks it once breaks the cases after."""
    opened: list[Door] = []
    is_open, is_over = threading.Event(), asyncio.Event()

    async def serve() -> None:
        folder: Path = tmp_path_factory.mktemp("rfc6455")
        async with serving(folder) as server, visiting(server, "Ana") as ana:
            cookies = "; ".join(f"{cookie.key}={cookie.value}" for cookie in ana.session.cookie_jar)
            opened.append((server.port, cookies))
            loop.append(asyncio.get_running_loop())
            is_open.set()
            await is_over.wait()

    loop: list[asyncio.AbstractEventLoop] = []
    thread = threading.Thread(target=lambda: uvloop.run(serve()))
    thread.start()
    assert is_open.wait(PATIENCE)
    yield opened[0]
    loop[0].call_soon_threadsafe(is_over.set)
    thread.join(PATIENCE)


def upgraded(door: Door, *besides: str, version: str = "HTTP/1.1") -> tuple[socket.socket, list[str]]:
    """A connection that has asked for a socket, and the heading of the answer."""
    port, cookies = door
    told = {
        "Host": f"127.0.0.1:{port}",
        "Origin": f"http://127.0.0.1:{port}",
        "Cookie": cookies,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
    }
    told |= dict(line.split(": ") for line in besides)
    raw = socket.create_connection(("127.0.0.1", port), PATIENCE)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    lines = [f"GET /ws {version}", *(f"{name}: {value}" for name, value in told.items()), "", ""]
    raw.sendall("\r\n".join(lines).encode())
    heading = b""
    while not heading.endswith(b"\r\n\r\n"):
        heading += raw.recv(1)
    return raw, heading.decode().split("\r\n")


def exactly(raw: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size and (more := raw.recv(size - len(data))):
        data += more
    return data


def frames(raw: socket.socket) -> Iterator[tuple[int, bytes]]:
    """All that come, up to the end of the connection."""
    while len(head := exactly(raw, 2)) == 2:
        size = head[1] if head[1] < 126 else int.from_bytes(exactly(raw, 2))
        yield head[0], exactly(raw, size)


def in_words(head: int, body: bytes) -> str:
    if head == 0x8A:
        return f"PONG {body.hex()}"
    if head == 0x88:
        return f"close {int.from_bytes(body[:2])}" if body else "close"
    told = json.loads(body)
    return " ".join([told["type"], *(told[key] for key in ("code", "reason") if key in told)])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_frame_is_answered_as_the_rfc_says(case: Case, door: Door) -> None:
    is_closed = bool(case.told) and case.told[-1].startswith("close")
    sent = case.sent if is_closed else [*case.sent, closing(1000)]
    raw, _ = upgraded(door)
    with raw:
        for data in sent:
            raw.sendall(data)
        heard = [in_words(*frame) for frame in frames(raw)]
    assert heard == ["welcome", *case.told] + ([] if is_closed else ["close 1000"])


@pytest.mark.parametrize(
    "told",
    [
        "Upgrade: WebSocket",
        "Upgrade: foo, websocket",
        "Connection: keep-alive, upgrade",
        "Sec-WebSocket-Extensions: permessage-deflate",
        "Sec-WebSocket-Protocol: chat",
    ],
)
def test_a_handshake_may_say_more_than_is_needed(told: str, door: Door) -> None:
    raw, heading = upgraded(door, told)
    with raw:
        assert heading[0].startswith("HTTP/1.1 101 ")
        assert not [line for line in heading if line.startswith(("Sec-WebSocket-Ext", "Sec-WebSocket-Prot"))]
        raw.sendall(closing(1000))
        assert [in_words(*frame) for frame in frames(raw)] == ["welcome", "close 1000"]


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ("Sec-WebSocket-Version: 12", 426),
        ("Sec-WebSocket-Version: 8", 426),
        ("Sec-WebSocket-Version: x", 426),
        ("Upgrade: foo", 400),
        ("Connection: keep-alive", 400),
        ("Sec-WebSocket-Key: short", 400),
        ("Sec-WebSocket-Key: ", 400),
    ],
)
def test_a_refused_handshake_says_which_version_would_do(told: str, status: int, door: Door) -> None:
    raw, heading = upgraded(door, told)
    with raw:
        assert heading[0].split()[1] == str(status)
        assert "Sec-WebSocket-Version: 13" in heading


def test_no_socket_opens_over_an_older_http(door: Door) -> None:
    raw, heading = upgraded(door, version="HTTP/1.0")
    with raw:
        assert heading[0].split()[1] == "400"
