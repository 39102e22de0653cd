"""WebSocket frames (RFC 6455) from a client, and to one. Pure bytes: no network, no clock.

What is wrong is told as soon as it can be known: of a frame that is half here too, and of a text in fragments.
"""

import struct
from codecs import utf_8_decode

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FIN, RESERVED, CONTROL, MASKED = 0x80, 0x70, 0x08, 0x80
WHOLE_TEXT = FIN | TEXT
LONGEST_CONTROL = 125
MOST_FRAGMENTS = 64  # of a message
PART = (CONTINUATION, b"")  # one more fragment of a message that is not whole yet
CLOSE_CODES = {*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)}  # that a client may give


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


def farewell(code: int, reason: str) -> bytes:
    """What a close frame says."""
    return struct.pack("!H", code) + reason.encode()


def answer_to_close(body: bytes) -> bytes:
    """The same code comes back, if it is one that may be sent, with a reason that is text."""
    if not body:
        return b""
    if len(body) == 1 or int.from_bytes(body[:2]) not in CLOSE_CODES:
        return farewell(1002, "close-code")
    try:
        body[2:].decode()
    except UnicodeDecodeError:
        return farewell(1007, "utf-8")
    return body[:2]


class FrameReader:
    """Bytes in, whole messages out, one at a time."""

    __slots__ = ("_at", "_data", "_most", "_parts", "_size", "_tail")

    def __init__(self, most: int) -> None:
        self._most = most  # bytes of a message
        self._data = b""
        self._at = 0  # how far it is read
        self._parts: list[bytes] | None = None  # of a message that comes in fragments
        self._size = 0  # of all of them
        self._tail = b""  # of the last one: a letter that is not whole yet

    def feed(self, data: bytes) -> None:
        self._data = data if self._at == len(self._data) else self._data[self._at :] + data
        self._at = 0

    def next(self) -> tuple[int, bytes] | None:
        """One frame: a message, its kind and what it says; or a PART of one. None: the frame is not whole yet."""
        data, at = self._data, self._at
        if at == len(data):
            return None
        if data[at] == WHOLE_TEXT and self._parts is None:  # nearly all: a short text in one piece
            size = data[at + 1] - MASKED if at + 1 < len(data) else -1
            end = at + 6 + size
            if 0 <= size <= LONGEST_CONTROL and end <= len(data):
                self._at = end
                body = unmasked(data[at + 2 : at + 6], data[at + 6 : end])
                if not body.isascii():
                    _text(body, True)
                return TEXT, body
        return self._next()

    def _next(self) -> tuple[int, bytes] | None:
        heading = self._heading()
        if not heading:
            return None
        data, (first, body, end) = self._data, heading
        is_control, is_whole = bool(first & CONTROL), len(data) >= end
        said = unmasked(data[body - 4 : body], data[body:end]) if is_whole or not is_control else b""
        if not is_whole:
            _text(self._tail + said, False)
            return None
        self._at = end
        return (first & 0x0F, said) if is_control else self._put_together(first, said)

    def _heading(self) -> tuple[int, int, int] | None:
        """Its first byte, and where what it says begins and ends."""
        data, at = self._data, self._at
        if len(data) - at < 2:
            return None
        first, size, body = data[at], data[at + 1], at + 6
        if size < MASKED:
            raise Broken(1002, "unmasked")
        size &= 0x7F
        if size > LONGEST_CONTROL:
            body += 2 if size == 126 else 8
            if len(data) < body - 4:
                return None
            size = int.from_bytes(data[at + 2 : body - 4])
        self._check(first, size, body - at - 6)
        return first, body, body + size

    def _check(self, first: int, size: int, length: int) -> None:
        """All that a heading tells; the size stands in so many bytes more than one."""
        kind = first & 0x0F
        if first & RESERVED:
            raise Broken(1002, "reserved")
        if BINARY < kind < CLOSE or kind > PONG:
            raise Broken(1002, "kind")
        if kind & CONTROL and (length or not first & FIN):
            raise Broken(1002, "control")
        if length and size < (126 if length == 2 else 1 << 16):
            raise Broken(1002, "length")
        if not kind & CONTROL:
            self._check_part(kind, size)

    def _check_part(self, kind: int, size: int) -> None:
        if (kind == CONTINUATION) != (self._parts is not None):
            raise Broken(1002, "fragments")
        if kind == BINARY:
            raise Broken(1003, "text-only")
        if self._size + size > self._most:
            raise Broken(1009, "too-large")
        if self._parts and len(self._parts) == MOST_FRAGMENTS:
            raise Broken(1008, "fragments")

    def _put_together(self, first: int, body: bytes) -> tuple[int, bytes]:
        is_last = first & FIN > 0
        self._tail = _text(self._tail + body, is_last)
        if self._parts is None:
            self._parts = []
        self._parts.append(body)
        self._size += len(body)
        if not is_last:
            return PART
        whole = b"".join(self._parts)
        self._parts, self._size = None, 0
        return TEXT, whole


def _text(data: bytes, is_all: bool) -> bytes:
    """What is left over at its end: the beginning of a letter. Broken, if this is no UTF-8."""
    try:
        return data[utf_8_decode(data, "strict", is_all)[1] :]
    except UnicodeDecodeError:
        raise Broken(1007, "utf-8") from None


def unmasked(mask: bytes, data: bytes) -> bytes:
    """Numbers of any length make this one operation."""
    size = len(data)
    key = mask * (size // 4 + 1)  # a little longer than the data: what is beyond falls off at the end
    return (_number(data, "little") ^ _number(key, "little")).to_bytes(size + 4, "little")[:size]


_number = int.from_bytes
