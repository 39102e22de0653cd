"""What is said on a page, and how it is refused, as HTTP has it."""

import gzip
import re
from functools import lru_cache
from typing import Any

import msgspec
from aiohttp import web

from recif.games.core.contract import Refused
from recif.server.messages.refusals import NotNow, as_why
from recif.server.messages.shapes import Why

STATUS = {
    "no-session": 401,
    "wrong-password": 401,
    "bad-origin": 403,
    "bad-host": 403,
    "not-from-here": 403,
    "not-your-seat": 403,
    "not-the-owner": 403,
    "not-against-people": 403,
    "rated-nearby": 403,
    "hidden-until-over": 403,
    "no-such-table": 404,
    "no-such-game": 404,
    "no-such-lesson": 404,
    "no-such-token": 404,
    "no-such-person": 404,
    "rated-accounts": 403,
    "rated-no-bots": 403,
    "rated-one-browser": 403,
    "rated-often": 429,
    "rated-enough": 429,
    "no-such-study": 404,
    "not-your-study": 403,
    "too-many-studies": 429,
    "no-such-page": 404,
    "no-such-puzzle": 404,
    "wrong-method": 405,
    "stale": 409,
    "not-invited": 409,
    "no-network": 409,
    "name-taken": 409,
    "has-account": 409,
    "no-account": 409,
    "seat-taken": 409,
    "already-started": 409,
    "too-slow": 408,
    "too-large": 413,
    "no-encoding": 415,
    "not-for-bots": 403,
    "only-reads": 403,
    "json-expected": 415,
    "flood": 429,
    "too-many-tries": 429,
    "too-many": 429,
    "too-many-tables": 429,
    "too-many-changes": 429,
    "busy": 429,
    "bad-puzzle": 500,
    "defect": 500,
    "stopping": 503,
}


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
    why = as_why(refused)
    match = refused.match if isinstance(refused, NotNow) else ""
    body = Why(why.code, why.text.fr, why.text.en, why.rule, list(why.cells), match)
    return said(body, STATUS.get(why.code, 400))
