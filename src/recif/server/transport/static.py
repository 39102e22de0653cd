"""The client's files, as Vite built them: read when the server starts, told from memory."""

import hashlib
import json
from collections.abc import Awaitable, Callable
from mimetypes import MimeTypes
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

from recif.server.messages.refusals import refuse
from recif.server.transport.answers import accepts, refusal, shrunk
from recif.server.transport.security import EMBED, EMBED_HEADERS, PYTHON, PYTHON_HEADERS

FOREVER = "public, max-age=31536000, immutable"  # what is named by its contents
AGAIN = "no-cache"
KINDS = MimeTypes()
KINDS.add_type("text/javascript", ".js")  # older Pythons know another
KINDS.add_type("text/javascript", ".mjs")
KINDS.add_type("application/wasm", ".wasm")
ENDINGS = {".br": "br", ".gz": "gzip"}  # what `web/scripts/compress.mjs` leaves beside a file
A_FILE = 0.03  # of a request: a browser that comes for the first time takes a hundred of them
A_PAGE = 1
NOT_BUILT = """<!doctype html><html lang="fr"><meta charset="utf-8"><title>Récif</title>
<p>Le serveur tourne, mais le client n’est pas construit&nbsp;: <code>make web</code>.
<p lang="en">The server runs, but the client is not built: <code>make web</code>."""


Besides = Callable[[web.Request], Awaitable[tuple[str, str]]]  # what a page tells besides, in its head and at its end
ROUTES = "routes.json"  # by page and by board, the files that it needs besides: web/scripts/routes.mjs


Routes = dict[str, dict[str, list[str]]]


class File(NamedTuple):
    body: bytes
    kind: str
    cache: str
    tag: str
    small: tuple[tuple[str, bytes], ...] = ()  # the same compressed when the client was built, the smallest first


class SiteFiles:
    """All that lie in a folder, by their paths; what a link in it leads to outside is none of them."""

    def __init__(self, folder: Path) -> None:
        root = folder.resolve()
        found = [path for path in root.rglob("*") if path.is_file() and path.resolve().is_relative_to(root)]
        whole = [path for path in found if path.suffix not in ENDINGS and path.name != ROUTES]
        self._files = {(name := path.relative_to(root).as_posix()): _read(path, name) for path in whole}
        index = self._files.get("index.html")
        self._index = index.body.decode() if index else NOT_BUILT
        routes = root / ROUTES
        self._routes: Routes = json.loads(routes.read_bytes()) if routes.is_file() else {}

    def __contains__(self, path: object) -> bool:
        return path in self._files

    def cost(self, path: str) -> float:
        """Requests that it counts for."""
        return A_FILE if path in self._files else A_PAGE

    def answer(self, request: web.Request, path: str) -> web.Response:
        """One of them, or that it has not changed."""
        file = self._files[path]
        encoding, body = _chosen(file, request)
        tag = f"{file.tag}-{encoding}" if encoding else file.tag
        headers = {"Cache-Control": file.cache, "ETag": f'"{tag}"'}
        if file.small:
            headers["Vary"] = "Accept-Encoding"
        if any(known.value in (tag, "*") for known in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        if encoding:
            headers["Content-Encoding"] = encoding
        if path.startswith(PYTHON):
            headers |= PYTHON_HEADERS
        return web.Response(body=body, content_type=file.kind, headers=headers)

    def needed(self, page: str, game: str) -> list[str]:
        """The names of what a page needs besides what all do, and of what the board needs that it shows, if any."""
        pages, boards = self._routes.get("pages", {}), self._routes.get("boards", {})
        return list(dict.fromkeys([*pages.get(page, ()), *boards.get(game, ())]))

    def page(self, head: str, data: str) -> web.Response:
        """The client itself."""
        text = self._index.replace("</head>", f"  {head}\n  </head>", 1).replace("</body>", f"  {data}\n  </body>", 1)
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": AGAIN})


def _chosen(file: File, request: web.Request) -> tuple[str, bytes]:
    """The smallest form that the browser takes, and how it is compressed: not at all, if it takes none."""
    for encoding, body in file.small:
        if accepts(request, encoding):
            return encoding, body
    return "", file.body


def static_page(files: SiteFiles, written: Besides) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Files as they are; every path without a dot is a page of the client."""

    async def answer(request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        if path in files:
            return files.answer(request, path)
        if path.startswith("api/") or "\0" in path or "." in path.rpartition("/")[2]:
            return refusal(refuse("no-such-page"))
        response = shrunk(files.page(*await written(request)), request)
        if path.startswith(EMBED):
            response.headers.update(EMBED_HEADERS)
        return response

    return answer


def _read(path: Path, name: str) -> File:
    body = path.read_bytes()
    kind = KINDS.guess_type(name)[0] or "application/octet-stream"
    is_new = name == "sw.js" or name.startswith(PYTHON)  # as the server itself
    cache = FOREVER if name.startswith("assets/") else AGAIN if is_new else "public, max-age=3600"
    forms = [(encoding, path.with_name(path.name + ending)) for ending, encoding in ENDINGS.items()]
    small = tuple((encoding, form.read_bytes()) for encoding, form in forms if form.is_file())
    return File(body, kind, cache, hashlib.sha256(body).hexdigest()[:16], small)
