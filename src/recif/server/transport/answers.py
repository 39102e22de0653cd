"""What is said on a page, and how it is refused, as HTTP has it."""

import gzip
import re
from functools import lru_cache
from typing import Any

import msgspec
from aiohttp import web

from recif.games.core.contract import Refused
from recif.server.messages.statuses import status_and_why


def said(answer: Any, status: int) -> web.Response:
    if answer is None:
        return web.Response(status=204)
    headers = {"Cache-Control": "no-store"}
    body = msgspec.json.encode(answer)
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


LEAST = 1_400  # bytes: less goes out in one packet anyway
_REFUSED = re.compile(r";\s*q=0(\.0*)?\s*$")


def accepts(request: web.Request, encoding: str) -> bool:
    """Whether a browser says that it reads what is compressed so."""
    accepted = (part.strip() for part in request.headers.get("Accept-Encoding", "").lower().split(","))
    return any(part.split(";")[0].strip() == encoding and not _REFUSED.search(part) for part in accepted)


def shrunk(response: web.Response, request: web.Request) -> web.Response:
    """The same, compressed: for what is the same whoever asks, so that it is compressed once."""
    body = response.body
    if isinstance(body, bytes) and len(body) >= LEAST and accepts(request, "gzip"):
        response.body = _compressed(body)
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response


@lru_cache(maxsize=256)
def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def refusal(refused: Refused) -> web.Response:
    status, why = status_and_why(refused)
    return said(why, status)
