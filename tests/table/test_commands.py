"""`recif admin` and the end of `recif serve`."""

import argparse
import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from recif.table import commands, wire
from recif.table.sqlite import SqliteStore
from tests.table.hall import Hall
from tests.table.live import Line, Visitor


def told(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    commands.add(parser.add_subparsers(), "en")
    return parser.parse_args(words)


def run(*words: str) -> int:
    arguments = told(*words)
    return int(arguments.run(arguments, "en"))


def test_a_backup_of_a_database_in_use_is_whole(hall: Hall, tmp_path: Path) -> None:
    circle, ana, _ = hall.pair("xok")
    ana.play(circle, 0, "e5e6")
    copy = tmp_path / "copy.db"
    assert run("admin", "backup", "--database", str(tmp_path / "hall.db"), str(copy)) == 0
    store = SqliteStore(copy)
    assert store.entries(circle.room.row.id) == hall.store.entries(circle.room.row.id)
    store.close()


def test_a_sound_database_passes_and_a_forged_one_does_not(
    hall: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    circle, ana, _ = hall.pair("xok")
    ana.play(circle, 0, "e5e6")
    database = str(tmp_path / "hall.db")
    assert run("admin", "check", "--database", database) == 0
    with sqlite3.connect(database) as raw:
        raw.execute("UPDATE entries SET text = 'e5e7' WHERE kind = 'play'")
    raw.close()
    assert run("admin", "check", "--database", database) == 1
    assert circle.room.row.id in capsys.readouterr().out


def test_a_gap_is_found(hall: Hall, tmp_path: Path) -> None:
    hall.pair("xok")
    with sqlite3.connect(tmp_path / "hall.db") as raw:
        raw.execute("DELETE FROM entries WHERE version = 2")
    raw.close()
    assert run("admin", "check", "--database", str(tmp_path / "hall.db")) == 1


def test_statistics_count(hall: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    circle, ana, _ = hall.pair("xok")
    ana.play(circle, 0, "e5e6")
    assert run("admin", "stats", "--database", str(tmp_path / "hall.db")) == 0
    counted = dict(line.split() for line in capsys.readouterr().out.splitlines())
    assert (counted["guests"], counted["tables"], counted["moves"]) == ("2", "1", "1")


@pytest.mark.parametrize("words", [("admin", "check"), ("admin", "stats")])
def test_a_database_that_is_not_there_is_not_made(words: tuple[str, ...], tmp_path: Path) -> None:
    missing = tmp_path / "none.db"
    assert run(*words, "--database", str(missing)) == 1
    assert not missing.exists()


def test_told_to_stop_the_server_says_goodbye_and_keeps_everything(tmp_path: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.table.bare", str(tmp_path / "s.db")],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": "src"},
    )
    assert server.stdout
    port = int(server.stdout.readline())
    table = asyncio.run(say_goodbye(server, port))
    assert server.wait(30) == 0
    server.stdout.close()
    store = SqliteStore(tmp_path / "s.db")
    assert [entry.kind for entry in store.entries(table)] == ["make", "begin", "play"]
    store.close()


async def say_goodbye(server: "subprocess.Popen[bytes]", port: int) -> str:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        ana = await Visitor(argparse.Namespace(port=port), session).named("Ana")  # type: ignore[arg-type]
        table = await ana.table("xok", "me", "me")
        async with ana.connect() as socket:
            line = Line(socket)
            assert isinstance(await line.play(table, 0, "e5e6"), wire.Ack)
            server.send_signal(signal.SIGTERM)
            assert (await line.next(wire.Bye)).reason == "stopping"
            assert await line.closed() == 1001
    return table
