"""WebSocket frames (RFC 6455) from a client, and to one. Pure bytes: no network, no clock.

Nothing of aiohttp's insides is needed: HTTP is left behind once the handshake is answered.
"""

import base64
import hashlib
import struct

from aiohttp import web

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FIN, RESERVED, MASKED = 0x80, 0x70, 0x80
WHOLE_TEXT = FIN | TEXT
LONGEST_CONTROL = 125
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # the constant of the RFC


class Broken(Exception):
    """Not what a client may send: the code to close with, and why."""

    def __init__(self, code: int, reason: str) -> None:
        self.code = code
        self.reason = reason


def frame(data: bytes, kind: int = TEXT) -> bytes:
    """A whole frame from the server."""
    head, size = FIN | kind, len(data)
    if size < 126:
        return bytes((head, size)) + data
    if size < 1 << 16:
        return struct.pack("!BBH", head, 126, size) + data
    return struct.pack("!BBQ", head, 127, size) + data


def handshake(request: web.BaseRequest) -> bytes | None:
    """The answer that opens a socket, or None if this is no proper request for one."""
    headers = request.headers
    key = headers.get("Sec-WebSocket-Key", "").encode("ascii", "replace")
    wants = {word.strip().lower() for word in headers.get("Connection", "").split(",")}
    is_proper = (
        headers.get("Upgrade", "").lower() == "websocket"
        and "upgrade" in wants
        and headers.get("Sec-WebSocket-Version") == "13"
        and _is_key(key)
    )
    if not is_proper:
        return None
    accept = base64.b64encode(hashlib.sha1(key + GUID, usedforsecurity=False).digest())
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
    )


def _is_key(key: bytes) -> bool:
    try:
        return len(base64.b64decode(key, validate=True)) == 16
    except ValueError:
        return False


class Frames:
    """Bytes in, whole messages out, one at a time."""

    __slots__ = ("_at", "_data", "_most", "_parts")

    def __init__(self, most: int) -> None:
        self._most = most  # bytes of a message
        self._data = b""
        self._at = 0  # how far it is read
        self._parts: list[bytes] | None = None  # of a message that comes in fragments

    def feed(self, data: bytes) -> None:
        self._data = data if self._at == len(self._data) else self._data[self._at :] + data
        self._at = 0

    def next(self) -> tuple[int, bytes] | None:
        """The next message: its kind and what it says. None: it is not whole yet."""
        data, at = self._data, self._at
        if at == len(data):
            return None
        if data[at] == WHOLE_TEXT and self._parts is None:  # nearly all: a short text in one piece
            size = data[at + 1] - MASKED if at + 1 < len(data) else -1
            end = at + 6 + size
            if 0 <= size <= LONGEST_CONTROL and end <= len(data):
                self._at = end
                return TEXT, unmasked(data[at + 2 : at + 6], data[at + 6 : end])
        return self._next()

    def _next(self) -> tuple[int, bytes] | None:
        while found := self._frame():
            first, body = found
            if message := self._put_together(first, body):
                return message
        return None

    def _frame(self) -> tuple[int, bytes] | None:
        data, at = self._data, self._at
        left = len(data) - at
        if left < 2:
            return None
        first, size, body = data[at], data[at + 1], at + 6
        if size < MASKED:
            raise Broken(1002, "unmasked")
        size &= 0x7F
        if size > LONGEST_CONTROL:
            length = 2 if size == 126 else 8
            if left < 2 + length:
                return None
            body += length
            size = int.from_bytes(data[at + 2 : at + 2 + length])
        self._check(first, size)
        end = body + size
        if len(data) < end:
            return None
        self._at = end
        return first, unmasked(data[body - 4 : body], data[body:end])

    def _check(self, first: int, size: int) -> None:
        if first & RESERVED:
            raise Broken(1002, "reserved")
        if first & CLOSE and (size > LONGEST_CONTROL or not first & FIN):
            raise Broken(1002, "control")
        if size + sum(map(len, self._parts or ())) > self._most:
            raise Broken(1009, "too-large")

    def _put_together(self, first: int, body: bytes) -> tuple[int, bytes] | None:
        kind = first & 0x0F
        if kind in (CLOSE, PING, PONG, BINARY):
            return kind, body
        if kind not in (TEXT, CONTINUATION) or (kind == TEXT) != (self._parts is None):
            raise Broken(1002, "fragments")
        self._parts = [*(self._parts or ()), body]
        if not first & FIN:
            return None
        whole, self._parts = b"".join(self._parts), None
        return TEXT, whole


def unmasked(mask: bytes, data: bytes) -> bytes:
    """Numbers of any length make this one operation."""
    size = len(data)
    key = mask * (size // 4 + 1)  # a little longer than the data: what is beyond falls off at the end
    return (_number(data, "little") ^ _number(key, "little")).to_bytes(size + 4, "little")[:size]


_number = int.from_bytes
