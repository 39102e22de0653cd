"""How a connection leaves HTTP for a WebSocket (RFC 6455, section 4)."""

import base64
import hashlib

from aiohttp import HttpVersion11, web

VERSION = "13"
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # the constant of the RFC
UPGRADE_REQUIRED = 426


def handshake(request: web.BaseRequest) -> bytes | None:
    """The answer that opens a socket, or None if this is no proper request for one."""
    key = request.headers.get("Sec-WebSocket-Key", "").encode("ascii", "replace")
    is_proper = (
        request.version >= HttpVersion11
        and "websocket" in _words(request, "Upgrade")
        and "upgrade" in _words(request, "Connection")
        and request.headers.get("Sec-WebSocket-Version") == VERSION
        and _is_key(key)
    )
    if not is_proper:
        return None
    accept = base64.b64encode(hashlib.sha1(key + GUID, usedforsecurity=False).digest())
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
    )


def explain(request: web.BaseRequest, response: web.Response) -> web.Response:
    """A refusal that says which version would do; where that alone was wrong, by its status too."""
    response.headers["Sec-WebSocket-Version"] = VERSION
    if request.headers.get("Sec-WebSocket-Version", VERSION) != VERSION:
        response.headers["Upgrade"] = "websocket"
        response.headers["Connection"] = "Upgrade"
        response.set_status(UPGRADE_REQUIRED)
    return response


def _words(request: web.BaseRequest, name: str) -> set[str]:
    return {word.strip().lower() for line in request.headers.getall(name, ()) for word in line.split(",")}


def _is_key(key: bytes) -> bool:
    try:
        return len(base64.b64decode(key, validate=True)) == 16
    except ValueError:
        return False
