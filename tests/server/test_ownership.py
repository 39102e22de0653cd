"""Whose file it is: one server at a time, nothing written into anybody else's, others who write are waited for."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import uvloop

from recif.games.core.contract import Refused
from recif.server.app import Server
from recif.server.messages import wire
from recif.server.settings import Settings
from recif.server.store import sqlite
from recif.server.store.entries import Entry, Played
from recif.server.store.holding import Hold
from recif.server.store.interface import Append
from recif.server.store.ownership import MARK
from recif.server.store.sqlite import SqliteStore
from recif.server.tasks import at_once
from tests.patience import until
from tests.server.live import Line, let_pass, live, ring, sqlite_of, visiting

pytestmark = pytest.mark.one_database("sqlite")
MINUTE = 60_000


@live
async def test_a_second_server_on_the_same_file_is_refused(server: Server) -> None:
    database = Path(server.settings.database)
    link = database.with_name("link.db")
    link.symlink_to(database)
    for path in (database, link):
        with pytest.raises(Refused, match=r"another server \(process \d+\) has this database"):
            await Server(Settings(path, port=0)).open()
    async with visiting(server, "Ana") as ana:
        assert await ana.table("xok", "me", "me")


def test_a_server_that_has_stopped_holds_nothing(tmp_path: Path) -> None:
    for _ in range(2):
        Hold(tmp_path / "s.db").let_go()


def a_file_of_another_program(path: Path, journal: str) -> bytes:
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA journal_mode={journal}")
        other.execute("CREATE TABLE letters (words TEXT)")
        other.execute("INSERT INTO letters VALUES ('dear')")
        other.commit()
    return path.read_bytes()


@pytest.mark.parametrize("journal", ["delete", "wal"])
@pytest.mark.parametrize("mark", [0, 0x0F055112])
def test_a_file_of_another_program_is_never_written_to(journal: str, mark: int, tmp_path: Path) -> None:
    path = tmp_path / "letters.db"
    a_file_of_another_program(path, journal)
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA application_id = {mark}")
    before = path.read_bytes()
    with pytest.raises(Refused, match="is no database of Récif: it belongs to another program"):
        SqliteStore(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["letters.db"]


def test_a_new_database_is_marked_before_anything_else(tmp_path: Path) -> None:
    """The log beside the file may be lost in a crash; the mark may not."""
    store = SqliteStore(tmp_path / "s.db")
    assert int.from_bytes((tmp_path / "s.db").read_bytes()[68:72], "big") == MARK
    store.close()


@live
async def test_somebody_who_writes_for_long_is_waited_for(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        pace = {"kind": "increment", "start": MINUTE, "bonus": 0}
        table = await ana.table("xok", "me", "me", pace=pace)
        async with ana.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table, detail="none"))
            await line.next(wire.Table)
            other = sqlite3.connect(server.settings.database, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            await line.send(wire.Play(table, "m", 0, "e5e6"))
            await line.send(wire.Ping(1))
            assert isinstance(await line.next((wire.Pong, wire.Ack)), wire.Pong), "the loop goes on"  # type: ignore[arg-type]
            await until(lambda: sqlite_of(server)._waiting_since)
            let_pass(server, 2 * MINUTE)
            await ring(server, table)
            other.close()
            assert isinstance(await line.next(wire.Ack), wire.Ack)
            assert (await line.next(wire.Changed)).now.clocks.left[1] == MINUTE, "nobody pays for it"
            assert isinstance(await line.play(table, 1, "a1b1"), wire.Ack)
    assert sqlite_of(server).failure is None


def test_somebody_who_never_lets_go_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.2)

    async def story() -> None:
        loop = asyncio.get_running_loop()
        failed: asyncio.Future[BaseException] = loop.create_future()
        store = SqliteStore(tmp_path / "s.db", loop.call_soon, failed.set_result, loop.call_later)
        with closing(sqlite3.connect(tmp_path / "s.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            store.append(
                Append("t", [Entry(1, 0, Played(0, "e5e6"))]), lambda _: failed.set_exception(AssertionError("a lie"))
            )
            assert "locked" in str(await failed)
        store.close()
        assert at_once(SqliteStore(tmp_path / "s.db").entries("t")) == []

    uvloop.run(story())


def test_after_closing_nothing_is_written_and_nobody_is_told(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    store.close()
    store.append(Append("t", [Entry(1, 0, Played(0, "e5e6"))]), lambda _: pytest.fail("told of what was not written"))
    store.close()
    assert at_once(SqliteStore(tmp_path / "s.db").entries("t")) == []


def test_a_damaged_page_is_told_when_the_server_starts_after_an_unclean_end(tmp_path: Path) -> None:
    path, left, log = tmp_path / "hall.db", tmp_path / "left.db", tmp_path / "left.db-wal"
    store = SqliteStore(path)
    for number in range(300):
        store.keep(f"{number}", "x" * 1000, lambda: None)
    store.close()
    for is_damaged in (False, True):
        again = SqliteStore(path)
        again.keep("one more", f"{is_damaged}", lambda: None)
        shutil.copy(path, left), shutil.copy(tmp_path / "hall.db-wal", log)  # as a power cut leaves them
        again.close()
        if not is_damaged:
            SqliteStore(left).close()
    with left.open("r+b") as file:
        file.seek(left.stat().st_size // 2)
        file.write(b"\xff" * 8192)
    with pytest.raises(Refused, match="is damaged"):
        SqliteStore(left)
