"""Récif without a server: the server of a page, in plain Python."""

import asyncio
import json
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from recif.games import GAMES
from recif.games.core.position import start
from recif.page.calls import PAGES
from recif.page.minds import HomeMinds
from recif.page.thinker import ThinkApart, answer, think_apart
from recif.server.machines import thoughts
from recif.server.machines.tasks import Task, Urgency
from recif.server.machines.thoughts import Sighting
from tests.page.home import Home

ABSENT = (
    "aiohttp argon2 confusable_homoglyphs cryptography joblib openskill resource segno asyncpg fcntl multiprocessing"
)
IMPORTS = f"""
import sys, time
del time.thread_time
for name in {ABSENT.split()!r} + ["recif.console", "recif.cli", "recif.lab"]:
    sys.modules[name] = None
import asyncio
from recif.page.worker import open
from recif.server.machines import thoughts
async def start():
    server = await open(sys.argv[1], "/nowhere", print, print, lambda: None, None, lambda: None)
    await server.fetch("POST", "/api/guest", '{{"name": "Ana", "language": "en"}}')
    await server.connect()
asyncio.run(start())
"""


def test_what_a_page_needs_needs_nothing_that_a_page_has_not(tmp_path: Path) -> None:
    """Threads and processes, HTTP, passwords, signatures, ratings of several: none of it is even imported."""
    command = [sys.executable, "-c", IMPORTS, str(tmp_path / "recif.db")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert '"type":"welcome"' in ran.stdout


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_played_against_a_machine_by_the_protocol(tmp_path: Path, game: str) -> None:
    async def play() -> None:
        home = await Home.open(tmp_path)
        table = await home.table(game, 1)
        now = await home.play(table)
        events = now["events"]
        now = await home.play(table)
        assert now["events"] > events
        home.server.close()

    asyncio.run(play())


def test_what_was_acknowledged_is_there_when_the_page_is_opened_again(tmp_path: Path) -> None:
    left = tmp_path / "left"

    async def play() -> tuple[str, int]:
        home = await Home.open(tmp_path)
        left.mkdir()
        table = await home.table("xok", 1)
        kept = home.kept
        now = await home.play(table)
        assert home.kept > kept
        for file in tmp_path.glob("recif.db*"):  # as a page that is killed now leaves it
            shutil.copy(file, left)
        home.server.close()
        return table, now["events"]

    async def again(table: str, events: int) -> None:
        home = await Home.open(left)
        me = await home.ask("GET", "/api/me")
        assert me["person"]["name"] == "Ana"
        assert [info["table"] for info in me["tables"]] == [table]
        home.say(type="follow", table=table)
        shown = await home.until(lambda m: m["type"] == "table")
        assert shown["now"]["events"] == events
        home.server.close()

    asyncio.run(again(*asyncio.run(play())))


def test_nothing_is_told_before_it_is_kept(tmp_path: Path) -> None:
    """Where the browser's storage fails, the move is not acknowledged, and the page is told to connect again."""

    async def play() -> None:
        home = await Home.open(tmp_path)
        table = await home.table("xok", 1)
        await home.until(lambda m: m["type"] == "table")
        count = len(home.heard)

        def full() -> None:
            raise OSError("the quota is used up")

        home.server.store._keep = full
        home.say(type="play", table=table, id="m", seat=0, move="e5e6")
        async with asyncio.timeout(60):
            while not home.closed:
                await asyncio.sleep(0)
        assert not [m for m in home.heard[count:] if m["type"] == "ack"]
        for _ in range(2):  # what was under way, and what comes after
            refused = await home.server.fetch("POST", "/api/guest", '{"name": "Bob", "language": "fr"}')
            assert (refused.status, json.loads(refused.body)["code"]) == (507, "not-kept")

    asyncio.run(play())


def test_lessons_puzzles_hints_and_studies_are_answered(tmp_path: Path) -> None:
    async def walk() -> None:
        home = await Home.open(tmp_path)
        assert (await home.ask("GET", "/api/about"))["others"] is False
        assert [game["id"] for game in await home.ask("GET", "/api/games")] == list(GAMES)
        assert (await home.ask("GET", "/api/lessons/xok?language=en"))["steps"]
        shelf = await home.ask("GET", "/api/puzzles")
        assert (await home.ask("GET", f"/api/puzzles/{shelf['daily']}?language=fr"))["frame"]
        place = await home.ask("POST", "/api/positions", {"game": "xok", "events": [[0, "e5e6"]]})
        assert place["waiting"] == [1]
        advice = await home.ask("POST", "/api/evaluations", {"game": "xok", "seat": 0, "level": 2})
        assert advice["hints"]
        home.server.close()

    asyncio.run(walk())


def test_a_request_that_makes_no_sense_is_answered_in_both_languages(tmp_path: Path) -> None:
    async def ask() -> None:
        home = await Home.open(tmp_path)
        for method, path, body, status in (
            ("GET", "/api/nothing", None, 404),
            ("DELETE", "/api/games", None, 405),
            ("GET", "/api/games/chess", None, 404),
            ("POST", "/api/tables", "{", 400),
            ("POST", "/api/tables", "x" * 70_000, 413),
            ("GET", "/api/leaders/xok", None, 404),
        ):
            answer = await home.server.fetch(method, path, body)
            assert answer.status == status, (path, answer)
            assert '"fr":' in answer.body
            assert '"en":' in answer.body
        home.server.close()

    asyncio.run(ask())


def test_no_page_of_a_page_is_about_others() -> None:
    paths = {page.path for page in PAGES}
    assert not [path for path in paths if any(word in path for word in ("account", "session", "leaders", "notices"))]


def test_whoever_plays_is_thought_for_first_and_a_dropped_thought_is_told_to_nobody() -> None:
    async def think() -> list[str]:
        begun: list[str] = []

        async def thinks(job: "partial[Any]") -> Any:
            begun.append(job())
            await asyncio.sleep(0)
            return begun[-1]

        told: list[str] = []
        minds = HomeMinds(thinks)
        tasks = [
            Task("", partial(str, name), lambda said: told.append(str(said)), urgency)
            for name, urgency in (
                ("first", Urgency.SHOW),
                ("watched", Urgency.SHOW),
                ("dropped", Urgency.ASKED),
                ("asked", Urgency.ASKED),
                ("played", Urgency.PLAY),
            )
        ]
        for task in tasks:
            minds.submit(task)
        minds.drop(tasks[2])
        while minds.busy or minds.queued:
            await asyncio.sleep(0)
        return told

    assert asyncio.run(think()) == ["first", "played", "asked", "watched"]


def test_a_long_thought_goes_to_another_worker_as_bytes_and_is_done_here_where_there_is_none() -> None:
    asked_for = 0

    async def asked(question: bytes) -> bytes:
        nonlocal asked_for
        asked_for += 1
        return answer(question)

    async def nobody(question: bytes) -> None:
        return None

    async def thought(ask: ThinkApart, job: "partial[Any]") -> Any:
        return await think_apart(ask)(job)

    seen = Sighting.of(start(GAMES["xok"]), 0)
    for level in (1, 7):
        job = partial(thoughts.choose, seen, level, 7)
        assert [asyncio.run(thought(ask, job)) for ask in (asked, nobody)] == [job(), job()]
    assert asked_for == 1, "level 1 is as soon done as asked for"
    assert asyncio.run(thought(asked, partial(int, "what fails is no answer"))) is None
