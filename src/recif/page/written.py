"""What never changes, written out when a page is built by the handlers that would answer: read before Python runs.

`python -m recif.page.written FOLDER [SERVER]` writes `written/<n>.json`, and `written/index.json`: which question each
answers. SERVER is an address where people meet: the page leads there.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from recif.games import GAMES
from recif.games.core.contract import LANGUAGES
from recif.page.server import PageServer
from recif.school.lessons import lesson_of


def questions() -> Iterator[str]:
    """As the pages ask them."""
    yield from ("/api/about", "/api/games", "/api/lessons")
    for game in GAMES.values():
        for language in LANGUAGES:
            yield f"/api/games/{game.id}/rules?language={language}"
            if lesson_of(game):
                yield f"/api/lessons/{game.id}?language={language}"


async def write(folder: Path, elsewhere: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        server = PageServer(Path(place, "recif.db"), lambda text: None, lambda code: None, elsewhere=elsewhere)
        await server.open()
        for number, path in enumerate(questions()):
            answer = await server.fetch("GET", path)
            assert answer.status == 200, (path, answer)
            (folder / f"{number}.json").write_text(answer.body, "utf-8")
        server.close()
    (folder / "index.json").write_text(json.dumps(list(questions())), "utf-8")


def address(named: str = "") -> str:
    """Of a server, without its last slash."""
    if named and not named.startswith(("https://", "http://")):
        raise SystemExit(f"SERVER is an address such as https://recif.example.org, not {named}")
    return named.rstrip("/")


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1], "written"), address(*sys.argv[2:])))
