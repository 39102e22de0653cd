"""A static host on this machine, to look at a page that was built: files as they are, and 404.html for all else."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from recif.games.core.contract import Refused, Text

KINDS = {
    **SimpleHTTPRequestHandler.extensions_map,
    ".wasm": "application/wasm",
    ".mjs": "text/javascript",
    ".webmanifest": "application/manifest+json",
}


class StaticHost(SimpleHTTPRequestHandler):
    extensions_map = KINDS

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """As static hosts do it: the page itself finds out what was meant."""
        page = Path(self.directory, "404.html")
        if code != 404 or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


def host(folder: Path, port: int) -> ThreadingHTTPServer:
    """Refused where nothing was built. It listens on this machine alone."""
    if not (folder / "index.html").is_file():
        raise Refused(
            "no-page",
            Text(
                f"{folder} ne contient pas de page : construisez-la d’abord avec « make page »",
                f"there is no page in {folder}: build it first with `make page`",
            ),
        )
    return ThreadingHTTPServer(("127.0.0.1", port), partial(StaticHost, directory=str(folder)))
