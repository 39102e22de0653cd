"""A database of the last program before 0.1.0 opens, every table is what it was, and play goes on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from recif.games.core.contract import Refused
from recif.server.live.table import LiveTable
from recif.server.messages import wire
from recif.server.store import studies
from recif.server.store.entries import (
    Adjourned,
    Continued,
    Excused,
    Foreseen,
    Granted,
    Missed,
    Passed,
    Prepared,
    Swapped,
    Vanished,
    Wagered,
    What,
)
from recif.server.store.sqlite import SqliteStore
from tests.server import databases
from tests.server.hall import LOOP, Hall
from tests.server.old_database import TOLD, laid_down, opened

COLUMNS = """SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
    WHERE table_schema = current_schema() ORDER BY 1, 2"""
INDEXES = (
    "SELECT replace(indexdef, schemaname || '.', '') FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1"
)
# Kinds of entries that the old program did not know.
SINCE = {Swapped, Adjourned, Continued, Missed, Prepared, Vanished, Granted, Excused, Passed, Foreseen, Wagered}
IMPORTED = {table for table, told in TOLD["tables"].items() if set(told["chairs"]) == {"machine "}}
TABLES = {table: told for table, told in TOLD["tables"].items() if table not in IMPORTED}
GAMES = {"kroc", "crabs", "xok", "urchins", "crocodiles"}


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Hall]:
    hall = opened(tmp_path)
    yield hall
    if not hall.is_shared:
        hall.close()


def seen(live: LiveTable) -> dict[str, Any]:
    match = live.match
    return {
        "game": live.row.game,
        "status": live.row.status,
        "reason": live.row.reason,
        "next": live.row.next,
        "rules": match.version,
        "log": " ".join(f"{'*' if seat < 0 else seat}:{text}" for seat, text in match.log),
        "cuts": match.cuts,
        "choices": {str(seat): move for seat, move in match.choices.items()},
        "position": str(match.position),
        "chairs": [f"{chair.kind} {chair.person}{chair.level or ''}" for chair in live.chairs],
        "left": live.clock.left,
        "running": sorted(live.clock.running),
        "offers": [f"{offer.seat} {offer.kind}" for offer in live.offers.values()],
        "luck": list(live.luck.numbers),
    }


def test_every_old_table_is_what_it_was(old: Hall) -> None:
    for table, told in TABLES.items():
        assert seen(old.at(table).live) == told


def test_a_match_that_was_imported_is_a_record_of_whoever_brought_it(old: Hall) -> None:
    assert len(IMPORTED) >= 1
    for id in IMPORTED:
        told, found = TOLD["tables"][id], old.wait(old.registry.archive.match(id, "", ""))
        log = " ".join(f"{'*' if seat < 0 else seat}:{text}" for seat, text in found.match.log)
        assert (log, str(found.match.position)) == (told["log"], told["position"])
        assert (found.info.result.reason, found.info.events) == (told["reason"], len(found.match.log))
        assert found.info.match in [row.id for row in old.wait(old.store.records_of(found.info.owner.id, 100))]
        assert old.wait(old.store.table(id)) is None


def test_play_goes_on_at_every_old_table(old: Hall) -> None:
    moved = set()
    for table, told in TABLES.items():
        live = old.at(table).live
        for seat in live.waiting if told["status"] == "playing" else ():
            if live.chairs[seat].kind == "person" and seat in live.waiting:
                person, move = old.person(live.chairs[seat].person), next(iter(live.match.position.moves(seat)))
                answer = person.play(old.at(table), seat, move, id="today")
                assert isinstance(answer, wire.Ack), answer
                moved.add(live.row.game)
        before = seen(live)
        if not live.clock.running:  # a clock that ran is stopped and started by the next program
            old.registry.audiences.pop(table)
            assert seen(old.at(table).live) == before
    assert moved == GAMES


def test_lists_show_how_old_matches_ended(old: Hall) -> None:
    over = {table: told for table, told in TABLES.items() if told["status"] == "over"}
    for table, told in over.items():
        info = old.wait(old.registry.lists.info(old.wait(old.store.table(table))))
        assert info.result is not None
        assert (info.result.reason, info.events) == (told["reason"], len(told["log"].split()))
    assert not old.registry.audiences.keys() & over.keys()


def test_what_people_had_is_there(old: Hall) -> None:
    store, wait = old.store, old.wait
    assert [person.name for person in wait(store.persons(("ana", "theo", "zoe")))] == ["Ana", "Theo", "Zoé"]
    assert wait(store.session("session of ana")) == "ana"
    assert [token.label for token in wait(store.tokens("ana"))] == ["my bot"]
    assert set(wait(store.mutes("ana"))) == {"zoe"}
    assert [row.study.title for row in wait(studies.of_person(store, "ana"))] == ["Milieu"]
    learned = {(row.kind, row.name, row.value) for row in wait(store.learned("ana"))}
    assert learned == {("puzzle", "xok-1", 1), ("lesson", "xok/1", 1), ("day", "20000", 1), ("storm", "", 7)}
    talked = [talk.text for table in TOLD["tables"] for talk in wait(store.talks(table))]
    assert talked == ["Bonne partie !"] * len(GAMES)
    assert {(row.game, row.games) for row in wait(store.standings_of("ana"))} == {("kroc", 1), ("xok", 1)}


def test_what_is_kept_since_then_is_filled_from_what_there_was(old: Hall) -> None:
    store, wait = old.store, old.wait
    results = wait(store.results_of("ana", 100))
    tallies = wait(store.tallies_of("ana"))
    assert {row.game for row in results} == GAMES
    assert sum(row.won + row.drawn + row.lost for row in tallies) == len(results)
    assert wait(store.streak_of("ana")).days == 1
    over = {table for table, told in TABLES.items() if told["status"] == "over"}
    assert set(wait(store.unexplored(100))) == over


def test_the_old_database_knows_every_kind_of_entry(old: Hall) -> None:
    rows = old.wait(old.store.rows("SELECT body FROM entries"))
    kinds = {body.split('"')[3] for (body,) in rows}
    assert kinds == {what.__name__.lower() for what in What.__args__ if what not in SINCE}


def schema_of(place: Path | str) -> list[Any]:
    """Columns and indexes, in whatever order they were made."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as database:
            names = [name for (name,) in database.execute("SELECT name FROM sqlite_master ORDER BY name")]
            told = ("table_xinfo", "index_xinfo")
            return [(name, [list(database.execute(f"PRAGMA {one}({name})")) for one in told]) for name in names]

    async def found() -> list[Any]:
        link = await asyncpg.connect(place)
        try:
            return [*map(tuple, await link.fetch(COLUMNS)), *map(tuple, await link.fetch(INDEXES))]
        finally:
            await link.close()

    return LOOP.run_until_complete(found())


def test_an_old_database_becomes_the_same_as_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "fresh").mkdir()
    fresh = Hall(tmp_path / "fresh")
    old = opened(tmp_path)
    assert schema_of(databases.place(old.folder, "hall.db")) == schema_of(databases.place(fresh.folder, "hall.db"))


@pytest.mark.one_database("sqlite")
def test_a_file_from_before_the_first_step_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = laid_down(tmp_path)
    assert isinstance(path, Path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 8")
    with pytest.raises(Refused, match="from before the first release") as refused:
        SqliteStore(path)
    assert refused.value.code == "too-old-database"
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (8,)


@pytest.mark.one_database("postgres")
def test_tables_from_before_the_first_step_are_refused_and_left_as_they_are(tmp_path: Path) -> None:
    place = laid_down(tmp_path)

    async def step(sql: str) -> Any:
        link = await asyncpg.connect(place)
        try:
            return await link.fetchval(sql)
        finally:
            await link.close()

    LOOP.run_until_complete(step("UPDATE recif SET step = 4"))
    with pytest.raises(Refused, match="from before the first release"):
        Hall(tmp_path)
    assert LOOP.run_until_complete(step("SELECT step FROM recif")) == 4
