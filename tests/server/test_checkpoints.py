"""The log of SQLite is moved into the database beside the loop, and never grows for long."""

import asyncio
import logging
import sqlite3
from pathlib import Path

import pytest

from recif.server.store import checkpoints
from recif.server.store.sqlite import SqliteStore
from tests.patience import in_the_end, until

PAGE = 4096
MUCH = "x" * 3 * PAGE  # three pages of the log at least

pytestmark = pytest.mark.one_database("sqlite")


def opened(path: Path) -> SqliteStore:
    loop = asyncio.get_running_loop()
    store = SqliteStore(path, soon=loop.call_soon, later=loop.call_later)
    store._database.execute("PRAGMA synchronous=OFF")  # nobody pulls the plug here
    return store


async def write(store: SqliteStore, count: int) -> None:
    for number in range(count):
        written = asyncio.get_running_loop().create_future()
        store.keep(f"name {number % 8}", f"{number} {MUCH}", lambda told=written: told.set_result(None))  # type: ignore[misc]
        await written


def in_the_file_itself(path: Path) -> int:
    """How many names the database has without its log."""
    alone = path.with_name("alone.db")
    alone.write_bytes(path.read_bytes())
    database = sqlite3.connect(f"file:{alone}?immutable=1", uri=True)
    try:
        return int(database.execute("SELECT count(*) FROM kept WHERE name LIKE 'name %'").fetchone()[0])
    except sqlite3.DatabaseError:  # caught half-way
        return -1
    finally:
        database.close()


def test_what_was_written_gets_into_the_database_without_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 8)

    async def run() -> None:
        store, seen = opened(tmp_path / "a.db"), list[str]()
        store._database.set_trace_callback(seen.append)
        await write(store, 8)
        await until(lambda: in_the_file_itself(tmp_path / "a.db") == 8)
        assert not [sql for sql in seen if "checkpoint" in sql]
        store._database.set_trace_callback(None)
        assert store._database.execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)
        store.close()

    asyncio.run(run())


def beginnings(path: Path) -> int:
    """How often the log began anew: the fourth number of its first lines."""
    with path.open("rb") as log:
        return int.from_bytes(log.read(16)[12:])


def test_the_log_begins_anew_however_busy_the_server_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 8)
    monkeypatch.setattr(checkpoints, "LONG", 64)
    log = tmp_path / "a.db-wal"

    async def begun_anew(store: SqliteStore, times: int) -> None:
        while beginnings(log) < times:
            await write(store, 100)  # there is never a moment without

    async def run() -> None:
        store = opened(tmp_path / "a.db")
        await write(store, 8)
        await in_the_end(begun_anew(store, beginnings(log) + 3))
        store.close()

    asyncio.run(run())
    assert not log.exists()
    assert in_the_file_itself(tmp_path / "a.db") == 8


def test_trouble_beside_the_loop_is_told_and_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 8)

    async def run() -> None:
        store = opened(tmp_path / "a.db")
        assert store._checkpoints
        store._checkpoints._beside.close()
        await write(store, 8)
        await until(lambda: "stays in the log" in caplog.text)
        await write(store, 8)
        assert store.failure is None
        store.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    assert in_the_file_itself(tmp_path / "a.db") == 8
