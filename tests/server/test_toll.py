"""Everything that can be asked for is paid for, by its address: REST, pages, files, figures, and what is not there."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest
import uvloop

from recif.games.core.contract import Refused
from recif.server.app import Server
from recif.server.limits import Buckets, Limits
from recif.server.transport.queues import Work
from recif.server.transport.static import A_FILE
from recif.server.transport.toll import A_REQUEST, MOST_IN_LINE, Toll
from tests.server.live import GENEROUS, Visitor, serving, sqlite_of, visiting

pytestmark = pytest.mark.one_database("sqlite")

SELDOM = 1e-6  # a second
AT_ONCE = 1
ANYTHING = [
    ("GET", path)
    for path in ("/", "/t/abc", "/review/abc", "/embed/abc", "/assets/app.js", "/sw.js", "/none.js", "/api/nothing")
]
WRONG = [("POST", "/"), ("PUT", "/health"), ("DELETE", "/metrics"), ("PATCH", "/api/games"), ("HEAD", "/")]


def built(folder: Path) -> Path:
    """A client."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<html><head></head><body></body></html>")
    (folder / "sw.js").write_text("1")
    (folder / "assets" / "app.js").write_text("1")
    return folder


def routes(server: Server) -> list[tuple[str, str]]:
    """All of the app, with something in each place of a path."""
    found = [(route.method, route.resource.canonical) for route in server._runner.app.router.routes() if route.resource]
    return [(method, re.sub(r"{\w+}", "x", path)) for method, path in found]


async def refused_after(visitor: Visitor, method: str, path: str, address: str) -> int:
    """How often it was answered before it was refused for being asked for too often."""
    for count in range(2 * int(AT_ONCE / A_FILE)):
        status, why = await visitor.ask(method, path, headers={"X-Forwarded-For": address})
        if status == 429:
            assert method == "HEAD" or why["code"] == "flood"
            return count
    raise AssertionError(f"{method} {path} was never refused")


def test_every_route_is_refused_when_the_bucket_of_its_address_is_empty_and_elsewhere_it_is_not(tmp_path: Path) -> None:
    async def story() -> None:
        limits = replace(GENEROUS, requests=(SELDOM, AT_ONCE))
        async with (
            serving(tmp_path, limits, static=built(tmp_path / "static"), is_behind_proxy=True) as server,
            visiting(server) as visitor,
        ):
            asked = [*routes(server), *ANYTHING, *WRONG]
            assert len(asked) > 60
            for number, (method, path) in enumerate(asked):
                for address in (f"10.1.{number}.1", f"10.2.{number}.1"):
                    is_file = path in ("/assets/app.js", "/sw.js")
                    most = AT_ONCE / A_FILE if is_file else 1
                    assert 1 <= await refused_after(visitor, method, path, address) <= most, path

    uvloop.run(story())


def test_a_class_behind_one_router_opens_the_page_with_all_its_files_at_once(tmp_path: Path) -> None:
    """Thirty browsers that come for the first time: a page, a hundred files and nine questions each, in one instant."""
    buckets = Buckets(Limits().requests)
    assert all(buckets.take("school", 0, cost) for _ in range(30) for cost in [1] * 10 + [A_FILE] * 100)


def test_a_page_is_told_from_memory(tmp_path: Path) -> None:
    async def story() -> None:
        static = built(tmp_path / "static")
        async with serving(tmp_path, static=static) as server, visiting(server) as visitor:
            before = [await visitor.ask("GET", path) for path in ("/", "/assets/app.js")]
            for path in sorted(static.rglob("*.*")):
                path.unlink()
            assert [await visitor.ask("GET", path) for path in ("/", "/assets/app.js")] == before
            assert before[0][0] == 200

    asyncio.run(story())


@pytest.mark.parametrize(("path", "most"), [("/", 0), ("/learn/xok", 0), ("/t/none", 1), ("/t/{table}", 2)])
def test_what_a_page_asks_of_the_store_is_bounded(path: str, most: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            serving(tmp_path, static=built(tmp_path / "static")) as server,
            visiting(server, "Ana") as ana,
        ):
            asked: list[str] = []
            table = await ana.table()
            sqlite_of(server)._database.set_trace_callback(asked.append)
            await ana.call("GET", path.format(table=table))
            sqlite_of(server)._database.set_trace_callback(None)
            assert len([statement for statement in asked if statement.startswith("SELECT")]) <= most

    asyncio.run(story())


def test_a_file_that_has_not_changed_is_not_sent_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, static=built(tmp_path / "static")) as server, visiting(server) as visitor:
            async with visitor.session.get(f"{visitor.origin}/sw.js") as first:
                tag = first.headers["ETag"]
                assert (first.status, await first.text(), first.content_type) == (200, "1", KIND)
            for told, status in ((tag, 304), (f'"other", {tag}', 304), ("*", 304), ('"other"', 200)):
                async with visitor.session.get(f"{visitor.origin}/sw.js", headers={"If-None-Match": told}) as again:
                    assert (again.status, again.headers["ETag"]) == (status, tag)

    asyncio.run(story())


KIND = "text/javascript"


def toll(now: list[int], work: tuple[float, float]) -> tuple[Toll, Work]:
    share = Work(replace(GENEROUS, address_work=work))
    return Toll(Buckets((SELDOM, 3)), share, lambda: now[0]), share


def test_a_request_is_charged_to_the_share_of_its_address_refused_or_not() -> None:
    async def story() -> None:
        paid, work = toll([0], (1, 1))
        for is_urgent in (True, False, True):
            await paid.pay("there", 1, is_urgent)
        for is_urgent in (True, False):
            with pytest.raises(Refused):
                await paid.pay("there", 1, is_urgent)
        assert 1 - work._addresses._buckets["there"].left == pytest.approx(5 * A_REQUEST)
        assert "here" not in work._addresses._buckets

    asyncio.run(story())


def test_who_is_refused_waits_for_the_share_of_their_address_and_others_do_not() -> None:
    async def story() -> None:
        now = [0]
        paid, work = toll(now, (0.3, 0.3))
        work.charge_address("there", 3_600, now[0])
        await paid.pay("there", 3, is_urgent=True)  # a move without a socket does not
        waiting = [asyncio.create_task(paid.pay("there", 1, is_urgent=True)) for _ in range(MOST_IN_LINE)]
        await asyncio.sleep(0)
        await paid.pay("here", 1, is_urgent=False)
        assert not any(task.done() for task in waiting)
        with pytest.raises(Refused):
            await paid.pay("there", 1, is_urgent=True)  # the line is full
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting)
        assert not paid._lines

    asyncio.run(story())
