"""What a page of the client needs first, written into it: its scripts by name, and answers that are the same for all.

Nothing is worked out for it: only answers that somebody has asked for before are there to be written.
"""

import re
from collections import OrderedDict

import msgspec
from aiohttp import web

from recif.games.core.contract import Game, Language
from recif.server.api.calls import Page
from recif.server.transport.static import SiteFiles

MOST = 256  # answers remembered
LONGEST = 128 * 1024  # bytes of one
EVERYWHERE = ("/api/about", "/api/games")
ASKED = {  # by page, beside what all ask
    "": ("/api/lessons",),
    "learn": ("/api/lessons", "/api/games/{name}/rules?language={language}"),
    "lesson": ("/api/lessons/{name}?language={language}",),
    "puzzle": ("/api/puzzles/{name}?language={language}",),
}
BOARDS = ("t", "learn", "lesson", "puzzle", "review")  # pages that show one at once
_NAME = re.compile(r"[\w-]{1,64}")
_GAME = re.compile(rb'"game":"(\w+)"')


class FirstAnswers:
    """Answers of pages that are kept, as they were sent: the last that were asked for."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, bytes] = OrderedDict()

    def note(self, page: Page, request: web.Request, response: web.Response) -> None:
        """Of a question as the client writes it: no other words in its query."""
        body, is_plain = response.body, list(request.query) == [name for name, _ in page.query]
        if not isinstance(body, bytes) or len(body) > LONGEST or response.status != 200 or not is_plain:
            return
        self._answers[request.path_qs] = body
        self._answers.move_to_end(request.path_qs)
        if len(self._answers) > MOST:
            self._answers.popitem(last=False)

    def to(self, path: str, language: Language) -> dict[str, bytes]:
        """Those that the page at this path will ask for, as far as they are known."""
        page, _, name = path.strip("/").partition("/")
        if name and not _NAME.fullmatch(name):
            return {}
        asked = [one.format(name=name, language=language) for one in (*EVERYWHERE, *ASKED.get(page, ()))]
        return {one: self._answers[one] for one in asked if one in self._answers}


def of(path: str, game: Game | None, language: Language, answers: FirstAnswers, files: SiteFiles) -> tuple[str, str]:
    """For the page at this path: what its head names, and what its body has written at its end."""
    page = path.strip("/").partition("/")[0]
    known = answers.to(path, language)
    shown = (game.id if game else _puzzled(known)) if page in BOARDS else ""
    return "\n    ".join(_link(name) for name in files.needed(page, shown)), script(path, shown, known)


def _puzzled(answers: dict[str, bytes]) -> str:
    """The game that a puzzle is of."""
    view = next((body for asked, body in answers.items() if asked.startswith("/api/puzzles/")), b"")
    found = _GAME.search(view)
    return found[1].decode() if found else ""


def _link(name: str) -> str:
    kind = "stylesheet" if name.endswith(".css") else "modulepreload"
    return f'<link rel="{kind}" crossorigin href="/{name}" />'


def script(path: str, game: str, answers: dict[str, bytes]) -> str:
    """As data, which no browser runs; nothing in it can end it. It says whose it is: pages are kept for others."""
    pairs = b",".join(b'"%b":%b' % (asked.encode(), body) for asked, body in answers.items())
    data = b'{"path":%b,"game":"%b","answers":{%b}}' % (msgspec.json.encode(path), game.encode(), pairs)
    safe = data.decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="first">{safe}</script>'
