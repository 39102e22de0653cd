"""The store: durable before anybody hears of it, in order, and silent when it fails."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from recif.games.core.contract import Refused
from recif.server.app import Server
from recif.server.messages import wire
from recif.server.store import schema
from recif.server.store.entries import Entry, Played
from recif.server.store.interface import Append
from recif.server.store.rows import PersonRow
from recif.server.store.schema import STEPS, migrate
from recif.server.store.sqlite import SqliteStore, connect
from recif.server.tasks import at_once
from tests.server.hall import Hall
from tests.server.live import Line, live, sqlite_of, visiting

pytestmark = pytest.mark.one_database("sqlite")

MOVE = Played(0, "e5e6")


def test_nobody_hears_of_a_move_before_it_is_on_disk(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    audience, ana, theo = hall.pair("xok")
    soon: list[Callable[[], None]] = []
    hall.store._soon = soon.append  # the loop comes round when the test says so
    before, version = (len(ana.data), len(theo.data)), audience.live.version
    ana.says(wire.Play(audience.live.row.id, "m", 0, "e5e6"))
    theo.says(wire.Follow(audience.live.row.id))
    theo.says(wire.Play(audience.live.row.id, "n", 1, "e5e6"))
    assert (len(ana.data), len(theo.data)) == before
    on_disk: list[int] = []

    def look_at_the_disk(data: bytes) -> None:
        ana.data.append(data)
        on_disk.append(len(at_once(SqliteStore(hall.folder / "hall.db").entries(audience.live.row.id))))

    monkeypatch.setattr(ana, "send", look_at_the_disk)
    for then in soon:
        then()
    assert [type(m).__name__ for m in ana.heard[before[0] :]] == ["Ack", "Changed"]
    assert [type(m).__name__ for m in theo.heard[before[1] :]] == ["Changed", "Table", "Refusal"]
    assert on_disk == [version + 1, version + 1]


def test_writes_that_gather_are_committed_together_and_told_in_order(tmp_path: Path) -> None:
    done: list[int] = []
    soon: list[Callable[[], None]] = []
    store = SqliteStore(tmp_path / "s.db", soon.append)
    for number in range(200):
        store.append(Append("t", [Entry(number + 1, 0, MOVE)]), lambda kept: done.append(kept.entries[0].version - 1))
    assert not done
    for then in soon:
        then()
    assert done == list(range(200))
    assert store.commits == 1


def test_what_is_asked_for_while_others_are_told_comes_after_them(tmp_path: Path) -> None:
    told: list[str] = []
    soon: list[Callable[[], None]] = []
    store = SqliteStore(tmp_path / "s.db", soon.append)
    store.append(Append("t", [Entry(1, 0, MOVE)]), lambda _: store.after(lambda: told.append("asked by the first")))
    store.append(Append("t", [Entry(2, 0, MOVE)]), lambda _: told.append("second"))
    for then in soon:
        then()
    assert told == ["second", "asked by the first"]


def test_what_was_queued_is_written_when_the_store_closes(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db", lambda then: None)
    store.append(Append("t", [Entry(1, 0, MOVE, "ana", "x")]))
    store.close()
    assert at_once(SqliteStore(tmp_path / "s.db").entries("t")) == [Entry(1, 0, MOVE, "ana", "x")]


def test_entries_come_back_as_they_were_whatever_a_client_wrote(tmp_path: Path) -> None:
    odd = ["a\0b", 'é"\\ \n\x7f', "\U0001f980", "\\u0000", "'; --", ""]
    entries = [Entry(n + 1, 1_700_000_000_000 + n, Played(0, text), "ana", text) for n, text in enumerate(odd)]
    store = SqliteStore(tmp_path / "s.db")
    for entry in entries:
        store.append(Append("t", [entry]))
    store.append(Append("u", entries))
    assert at_once(store.entries("t")) == at_once(store.entries("u")) == entries


def test_the_same_version_cannot_be_written_twice(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    store.append(Append("t", [Entry(1, 0, MOVE)]))
    with pytest.raises(sqlite3.IntegrityError):
        store.append(Append("t", [Entry(1, 0, MOVE)]))


@live
async def test_a_full_disk_stops_the_server_without_a_lie(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        table = await ana.table("xok", "me", "me")
        async with ana.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table, detail="none"))
            shown = await line.next(wire.Table)
            sqlite_of(server)._database.execute(f"PRAGMA max_page_count = {pages(server)}")
            moves, acked = ["e5e6", "a1b1"], 0
            for number in range(2000):
                await socket.send_json({"type": "say", "table": table, "text": "x" * 300, "emote": ""})
                if sqlite_of(server).failure:
                    break
                if number < 2:
                    acked += isinstance(await line.play(table, number, moves[number]), wire.Ack)
            assert await line.closed() != 1000
    assert await server.stopped == 70
    assert isinstance(sqlite_of(server).failure, sqlite3.OperationalError)
    entries = await server.store.entries(table)
    assert sum(type(entry.what) is Played for entry in entries) >= acked
    assert shown.now.version <= len(entries)


def pages(server: Server) -> int:
    (count,) = sqlite_of(server)._database.execute("PRAGMA page_count").fetchone()
    return int(count) + 8


def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    database = connect(tmp_path / "s.db")
    database.execute(f"PRAGMA user_version = {max(STEPS) + 1}")
    with pytest.raises(Refused, match="update Récif"):
        migrate(database)


def tables_of(path: Path) -> tuple[int, set[str]]:
    """The schema's number, and what it holds."""
    with closing(connect(path)) as database:
        (number,) = database.execute("PRAGMA user_version").fetchone()
        return number, {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_an_older_database_is_brought_up_to_date_and_keeps_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.db"
    store = SqliteStore(path)
    store.append(Append("t", [Entry(1, 0, MOVE)]))
    store.close()
    assert tables_of(path)[0] == max(STEPS)
    monkeypatch.setattr(schema, "STEPS", {**STEPS, max(STEPS) + 1: "CREATE TABLE shells (worth INTEGER)"})
    store = SqliteStore(path)
    assert at_once(store.entries("t")) == [Entry(1, 0, MOVE)]
    store.close()
    assert tables_of(path)[0] == max(STEPS) + 1
    assert "shells" in tables_of(path)[1]


def test_a_step_that_fails_leaves_the_database_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.db"
    SqliteStore(path).close()
    before = tables_of(path)
    step = "CREATE TABLE shells (worth INTEGER); CREATE TABLE people ()"
    monkeypatch.setattr(schema, "STEPS", {**STEPS, max(STEPS) + 1: step})
    with closing(connect(path)) as database, pytest.raises(sqlite3.Error):
        migrate(database)
    assert tables_of(path) == before


def test_an_account_name_is_found_however_it_is_written(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    store.save_person(PersonRow("p", "Élise", "fr", 0, "hash"), "élise", lambda: None)
    found = at_once(store.account("élise"))
    assert found is not None
    assert found.id == "p"
