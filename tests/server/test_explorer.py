"""What was played here is counted in the database: once, beside the loop, and for those who may know of it."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from recif.games import GAMES
from recif.match.match import Match
from recif.school import base
from recif.server.advice import books
from recif.server.api.export import forget
from recif.server.app import Server
from recif.server.store.durability import durable
from recif.server.store.rows import PlaceRow
from tests.server.hall import Hall
from tests.server.live import live, serving, sqlite_of, visiting
from tests.server.test_studies import resigned
from tests.server.work import LONGEST, Counted, counted

ASKED = {"game": "xok", "seat": 0}
START = Match(GAMES["xok"]).position
PLACE = PlaceRow("a place", 7, 1, 0.5)


def test_a_table_is_counted_once_by_whichever_server_comes_first(hall: Hall) -> None:
    store, wait = hall.store, hall.wait
    hall.do(partial(store.explore_later, "t", 1, lambda: None))
    assert wait(store.unexplored(10)) == ["t"]
    for _ in range(2):
        hall.do(partial(store.add_places, "t", "xok", ["", "ana"], [PLACE], lambda: None))
    for whose in ("", "ana"):
        assert wait(store.place(whose, "a place")) == {7: (1, 0.5)}
        assert wait(store.shelf(whose, "xok")) == 1
    assert wait(store.unexplored(10)) == []
    hall.do(partial(store.explore_later, "u", 2, lambda: None))
    hall.do(partial(store.add_places, "u", "xok", ["ana"], [PLACE], lambda: None))
    assert wait(store.place("ana", "a place")) == {7: (2, 1.0)}
    assert wait(store.place("", "a place")) == {7: (1, 0.5)}


def test_nothing_of_it_stays_with_somebody_who_is_deleted(hall: Hall) -> None:
    store = hall.store
    hall.person("ana")
    hall.do(partial(store.explore_later, "t", 1, lambda: None))
    hall.do(partial(store.add_places, "t", "xok", ["ana"], [PLACE], lambda: None))
    hall.wait(forget(hall.registry, "ana"))
    assert hall.wait(store.place("ana", "a place")) == {}
    assert hall.wait(store.shelf("ana", "xok")) == 0


def test_counts_are_loaded_after_a_restart_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, visiting(server, "Ana") as ana:
            await resigned(ana, public=True)
            told = await ana.call("POST", "/api/explorer", ASKED)
            assert told["here_matches"] == 1
        monkeypatch.setattr(base, "read", lambda path: pytest.fail("made again"))
        monkeypatch.setattr(books, "_of_table", lambda *_: pytest.fail("counted again"))
        async with serving(tmp_path) as server, visiting(server, "Zoé") as zoe:
            assert await zoe.call("POST", "/api/explorer", ASKED) == told

    asyncio.run(story())


@live
async def test_what_ended_is_counted_by_the_way_too(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        for _ in range(books.BY_THE_WAY + 1):
            await resigned(ana, public=True)
        store = server.store
        while len(await store.unexplored(100)) > 1:
            await server.reception.books.go_on()
        await server.reception.books.go_on()
        assert await store.unexplored(100) == []
        assert await store.shelf("", "xok") == books.BY_THE_WAY + 1


@live
async def test_a_table_that_cannot_be_read_keeps_no_other_from_being_counted(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        await resigned(ana, public=True)
        await durable(server.store, lambda then: server.store.explore_later("no such table", 10**14, then))
        assert (await ana.call("POST", "/api/explorer", ASKED))["here_matches"] == 1
        assert await server.store.unexplored(10) == []


@pytest.mark.one_database("sqlite")
def test_the_first_question_to_an_old_database_of_many_games_counts_a_few_of_them(tmp_path: Path) -> None:
    """The rest is counted by the way; the loop itself plays no match again."""

    async def story(here: Counted) -> None:
        async with visiting(here.server, "Ana") as ana:
            over = await resigned(ana, public=True)
            await ana.call("POST", "/api/explorer", ASKED)
            await here.on_loop(fill(over))
            here.counter.reset()
            told = await ana.call("POST", "/api/explorer", ASKED)
            assert told["here_matches"] >= 1 + books.AT_ONCE
            assert here.counter.done.longest <= LONGEST

    async def fill(over: str) -> None:
        database = sqlite_of(here.server)._database
        many = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 5000)"
        for statement in (
            f"INSERT INTO tables {many} SELECT id || n, status, public, made + n, replace(body, id, id || n), owner"
            " FROM numbers, tables WHERE id = ?1",
            f'INSERT INTO entries {many} SELECT "table" || n, version, at, body, person, id, told'
            ' FROM numbers, entries WHERE "table" = ?1',
            f"INSERT INTO unexplored {many} SELECT ?1 || n, n FROM numbers",
        ):
            database.execute(statement, (over,))

    with counted(tmp_path) as here:
        asyncio.run(story(here))
