"""What a page needs first is written into it: what others have asked for, and nothing of anybody."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from recif.server.api import first
from recif.server.app import Server
from tests.server.live import Visitor, serving, visiting

pytestmark = pytest.mark.one_database("sqlite")
INDEX = "<html><head><title>R\u00e9cif</title></head><body><div id=app></div></body></html>"
ROUTES = {
    "pages": {"t": ["assets/t.css", "assets/both.js"], "learn": ["assets/learn.js"]},
    "boards": {"xok": ["assets/both.js", "assets/xok.js"]},
}


async def page(visitor: Visitor, path: str) -> str:
    body: bytes = await visitor.call("GET", path, headers={"Accept-Language": "en"})
    return body.decode()


def written(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="first">([^<]*)</script>', text)
    assert found
    told: dict[str, Any] = json.loads(found[1])
    return told


def links(text: str) -> list[str]:
    return re.findall(r'<link rel="\w+" crossorigin href="/([^"]+)" />', text)


def with_pages(folder: Path) -> Path:
    (folder / "index.html").write_text(INDEX, "utf-8")
    (folder / "routes.json").write_text(json.dumps(ROUTES))
    return folder


def test_an_answer_is_written_into_the_pages_that_ask_for_it_once_it_is_known(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        async with visiting(server, "Zo\u00e9") as zoe:
            assert written(await page(zoe, "/learn/xok"))["answers"] == {}
            asked = "/api/games/xok/rules?language=en"
            rules = await zoe.call("GET", asked)
            assert written(await page(zoe, "/learn/xok"))["answers"] == {asked: rules}
            assert written(await page(zoe, "/learn/kroc"))["answers"] == {}
            assert written(await page(zoe, "/"))["answers"] == {}

    run(tmp_path, scenario)


def test_nothing_of_anybody_is_written_into_a_page(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        async with visiting(server, "Zo\u00e9") as zoe, visiting(server, "Ana") as ana:
            for asked in ("/api/me", "/api/games", "/api/about", "/api/notices", "/api/tables"):
                await zoe.call("GET", asked)
            mine, theirs = await page(zoe, "/"), await page(ana, "/")
            assert sorted(written(mine)["answers"]) == ["/api/about", "/api/games"]
            assert mine == theirs

    run(tmp_path, scenario)


def test_a_page_names_its_scripts_and_those_of_its_board_once(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        async with visiting(server, "Zo\u00e9") as zoe:
            table = await zoe.table("xok")
            assert links(await page(zoe, f"/t/{table}")) == ["assets/t.css", "assets/both.js", "assets/xok.js"]
            assert written(await page(zoe, f"/t/{table}"))["game"] == "xok"
            assert links(await page(zoe, "/t/nowhere")) == ["assets/t.css", "assets/both.js"]
            assert links(await page(zoe, "/")) == []

    run(tmp_path, scenario)


def test_a_puzzle_names_the_board_of_its_game(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        async with visiting(server, "Zo\u00e9") as zoe:
            shelf = (await zoe.call("GET", "/api/puzzles"))["puzzles"]
            name = next(one["puzzle"] for one in shelf if one["game"] == "xok")
            await zoe.call("GET", f"/api/puzzles/{name}?language=en")
            told = await page(zoe, f"/puzzle/{name}")
            assert (written(told)["game"], links(told)) == ("xok", ["assets/both.js", "assets/xok.js"])

    run(tmp_path, scenario)


def test_other_words_in_a_question_are_not_remembered_nor_more_than_there_is_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first, "MOST", 2)

    async def scenario(server: Server) -> None:
        async with visiting(server, "Zo\u00e9") as zoe:
            for asked in ("/api/games?x=1", "/api/lessons", "/api/about", "/api/games"):
                await zoe.call("GET", asked)
            assert sorted(written(await page(zoe, "/"))["answers"]) == ["/api/about", "/api/games"]

    run(tmp_path, scenario)


def test_nothing_that_is_written_can_end_it() -> None:
    """Not even what looks like the end of a script."""
    told = first.script("/</script>", "", {"/api/games": b'"</script><script>alert(1)</script><!--"'})
    assert told.count("<") == 2
    data = json.loads(told[told.index(">") + 1 : told.rindex("<")])
    assert data["path"] == "/</script>"
    assert data["answers"]["/api/games"].startswith("</script>")


def run(folder: Path, scenario: Any) -> None:
    async def whole() -> None:
        async with serving(folder, static=with_pages(folder)) as server:
            await scenario(server)

    asyncio.run(whole())
