"""The client's files, as Vite built them."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from recif.server.api.endpoints import refusal
from recif.server.messages.refusals import refuse
from recif.server.transport.security import EMBED, EMBED_HEADERS

FOREVER = "public, max-age=31536000, immutable"  # what is named by its contents
AGAIN = "no-cache"
NOT_BUILT = """<!doctype html><html lang="fr"><meta charset="utf-8"><title>Récif</title>
<p>Le serveur tourne, mais le client n’est pas construit&nbsp;: <code>make web</code>.
<p lang="en">The server runs, but the client is not built: <code>make web</code>."""


Head = Callable[[web.Request], Awaitable[str]]  # what a page's head tells besides


def static_page(folder: Path, head: Head) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Files as they are; every path without a dot is a page of the client."""
    root = folder.resolve()

    async def answer(request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        if path.startswith("api/") or "\0" in path:
            return refusal(refuse("no-such-page"))
        found = (root / path).resolve()
        if path and found.is_relative_to(root) and is_file(found):
            cache = FOREVER if path.startswith("assets/") else AGAIN if path == "sw.js" else "public, max-age=3600"
            return web.FileResponse(found, headers={"Cache-Control": cache})
        if "." in path.rpartition("/")[2]:
            return refusal(refuse("no-such-page"))
        response = _index(root, await head(request))
        if path.startswith(EMBED):
            response.headers.update(EMBED_HEADERS)
        return response

    return answer


def is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name too long to be one
        return False


def _index(root: Path, head: str) -> web.StreamResponse:
    index = root / "index.html"
    text = index.read_text().replace("</head>", f"  {head}\n  </head>", 1) if index.is_file() else NOT_BUILT
    return web.Response(text=text, content_type="text/html", headers={"Cache-Control": AGAIN})
