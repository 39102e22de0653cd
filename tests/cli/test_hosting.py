"""`recif admin`, `recif verify`, and how `recif serve` begins and ends."""

import argparse
import asyncio
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from recif import Position, Record, start
from recif.cli import hosting
from recif.cli.serve import link_to
from recif.client import Client, new_session
from recif.games.core.contract import Refused
from recif.match.record import MatchRecord, to_json, to_text
from recif.server.api.tables import signed
from recif.server.messages import wire
from recif.server.store.entries import Begun, Made, Played
from recif.server.store.holding import Hold
from recif.server.store.sqlite import SqliteStore
from recif.server.tasks import at_once
from tests.patience import PATIENCE, at_last
from tests.server.hall import MACHINE, ME, Hall
from tests.server.live import Line
from tests.storm.servers import can_mount, small_disk


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    hosting.add(parser.add_subparsers(), "en")
    return parser.parse_args(words)


def run(*words: str, language: str = "en") -> int:
    arguments = parsed(*words)
    return int(arguments.run(arguments, language))


def test_a_backup_of_a_database_in_use_is_whole(hall: Hall, tmp_path: Path) -> None:
    audience, ana, _ = hall.pair("xok")
    ana.play(audience, 0, "e5e6")
    copy = tmp_path / "copy.db"
    assert run("admin", "backup", "--database", str(tmp_path / "hall.db"), str(copy)) == 0
    store = SqliteStore(copy)
    assert at_once(store.entries(audience.live.row.id)) == hall.wait(hall.store.entries(audience.live.row.id))
    store.close()


def test_a_backup_takes_the_place_of_an_older_one_and_never_of_the_database(hall: Hall, tmp_path: Path) -> None:
    database, copy = str(tmp_path / "hall.db"), tmp_path / "copy.db"
    copy.write_text("an older copy")
    hall.pair("xok")
    assert run("admin", "backup", "--database", database, str(copy)) == 0
    assert run("admin", "check", "--database", str(copy)) == 0
    with pytest.raises(Refused, match="the copy would be the database itself"):
        run("admin", "backup", "--database", database, database)
    assert sorted(path.name for path in tmp_path.glob("*.db*")) == ["copy.db", "hall.db", "hall.db-shm", "hall.db-wal"]


def spoil(database: Path, table: str) -> None:
    """Overwrite a leaf of a table, as a failing disk would."""
    with closing(sqlite3.connect(database)) as raw:
        (page,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = raw.execute("PRAGMA page_size").fetchone()
    with database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


def test_a_damaged_copy_does_not_replace_the_last_good_one(hall: Hall, tmp_path: Path) -> None:
    hall.pair("xok")
    hall.close()
    database, copy = tmp_path / "hall.db", tmp_path / "copy.db"
    assert run("admin", "backup", "--database", str(database), str(copy)) == 0
    good = copy.read_bytes()
    spoil(database, "entries")
    with pytest.raises(Refused, match="is damaged"):
        run("admin", "backup", "--database", str(database), str(copy))
    assert copy.read_bytes() == good
    assert not (tmp_path / "copy.db.part").exists()


def test_a_server_does_not_start_on_a_damaged_database(hall: Hall, tmp_path: Path) -> None:
    hall.pair("xok")
    hall.close()
    spoil(tmp_path / "hall.db", "kept")
    run = subprocess.run(
        [sys.executable, "-m", "recif", "serve", "--port", "0", "--database", str(tmp_path / "hall.db")],
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "en_GB.UTF-8"},
        timeout=PATIENCE,
    )
    assert run.returncode == 1
    assert "hall.db is damaged" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_backup_to_a_full_disk_says_so_and_leaves_nothing_behind(hall: Hall, tmp_path: Path) -> None:
    hall.pair("xok")
    if not can_mount(tmp_path / "try"):
        pytest.skip("no disk can be mounted here")
    with small_disk(tmp_path / "disk", 32) as disk:
        with pytest.raises(Refused, match="the disk is full"):
            run("admin", "backup", "--database", str(tmp_path / "hall.db"), str(disk / "copy.db"))
        assert not list(disk.iterdir())


def test_a_folder_in_the_way_of_a_backup_is_told(hall: Hall, tmp_path: Path) -> None:
    hall.pair("xok")
    (tmp_path / "copy.db.part").mkdir()
    with pytest.raises(Refused, match=r"copy\.db\.part: that is a folder"):
        run("admin", "backup", "--database", str(tmp_path / "hall.db"), str(tmp_path / "copy.db"))


@pytest.mark.parametrize("words", [("admin", "check"), ("admin", "stats"), ("admin", "backup", "copy.db")])
def test_an_empty_file_stays_empty(words: tuple[str, ...], tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    with pytest.raises(Refused, match="the file is empty"):
        run(*words, "--database", str(empty))
    assert empty.read_bytes() == b""


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "tables read again: 1; all is well"), ("fr", "tables relues\u00a0: 1\u202f; tout va bien")],
)
def test_a_sound_database_passes(
    language: str, says: str, hall: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall.pair("xok")
    assert run("admin", "check", "--database", str(tmp_path / "hall.db"), language=language) == 0
    assert capsys.readouterr().out == f"{says}\n"


FORGERIES = {
    "a move that is not legal": ("UPDATE entries SET body = replace(body, 'e5e6', 'e5e7')", "e5 and e7 do not touch"),
    "a gap": ("DELETE FROM entries WHERE version = 2", "entry 3 leaves a gap"),
    "an entry of no known kind": ('UPDATE entries SET body = \'{"type": "dance"}\' WHERE version = 2', "dance"),
    "a game that is not there": ("UPDATE tables SET body = replace(body, 'xok', 'chess')", "chess"),
    "a row that is no table": ("UPDATE tables SET body = '{}'", "missing required field"),
}


@pytest.mark.parametrize(("forgery", "says"), FORGERIES.values(), ids=list(FORGERIES))
def test_a_forged_database_does_not_pass(
    forgery: str, says: str, hall: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    audience, ana, _ = hall.pair("xok")
    ana.play(audience, 0, "e5e6")
    with closing(sqlite3.connect(tmp_path / "hall.db")) as raw, raw:
        raw.execute(forgery)
    assert run("admin", "check", "--database", str(tmp_path / "hall.db")) == 1
    told = capsys.readouterr().out
    assert f"table {audience.live.row.id}: " in told
    assert says in told


def test_a_damaged_file_does_not_pass(hall: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hall.pair("xok")
    hall.close()
    database = tmp_path / "hall.db"
    data = bytearray(database.read_bytes())
    data[4096 + 100 : -4096] = bytes(len(data) - 8192 - 100)  # the schema stays, most of the rest is gone
    database.write_bytes(data)
    with suppress(Refused):
        assert run("admin", "check", "--database", str(database)) == 1
        assert "all is well" not in capsys.readouterr().out


@pytest.mark.parametrize(("language", "words"), [("en", ("guests", "moves")), ("fr", ("invités", "coups"))])
def test_statistics_count(
    language: str, words: tuple[str, str], hall: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    audience, ana, _ = hall.pair("xok")
    ana.play(audience, 0, "e5e6")
    assert run("admin", "stats", "--database", str(tmp_path / "hall.db"), language=language) == 0
    counted = dict(line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert [counted[word] for word in (*words, "tables")] == ["2", "1", "1"]


COMMANDS = [("admin", "check"), ("admin", "stats"), ("admin", "backup", "copy.db")]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_database_that_is_not_there_is_not_made(words: tuple[str, ...], tmp_path: Path) -> None:
    missing = tmp_path / "none.db"
    with pytest.raises(Refused, match="there is no such database"):
        run(*words, "--database", str(missing))
    assert not missing.exists()


@pytest.mark.parametrize("contents", [b"hello", b"SQLite format 3\0" + b"x" * 4000])
@pytest.mark.parametrize("words", [*COMMANDS, ("serve",)])
def test_a_file_that_is_no_database_is_left_alone(words: tuple[str, ...], contents: bytes, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_bytes(contents)
    with pytest.raises(Refused, match="is no database of Récif"):
        run(*words, "--database", str(other))
    assert other.read_bytes() == contents


def test_a_database_of_a_newer_program_is_refused_by_the_server_too(tmp_path: Path) -> None:
    database = tmp_path / "newer.db"
    SqliteStore(database).close()
    with closing(sqlite3.connect(database)) as raw:
        raw.execute("PRAGMA user_version = 99")
    with pytest.raises(Refused, match="update Récif"):
        run("serve", "--database", str(database))


def test_a_database_that_another_server_has_is_refused_with_what_to_do(tmp_path: Path) -> None:
    hold = Hold(tmp_path / "s.db")
    with pytest.raises(Refused, match="another server") as refused:
        run("serve", "--database", str(tmp_path / "s.db"), "--port", "0")
    assert "--database" in refused.value.text.fr
    hold.let_go()


def test_a_port_in_use_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(Refused, match=f"port {port} is in use") as refused:
            run("serve", "--database", str(tmp_path / "s.db"), "--port", str(port))
    assert "--port 0" in refused.value.text.fr
    assert not list(tmp_path.iterdir()), "a server that did not open leaves no database behind"


def test_a_host_that_is_not_this_machine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="see --host and --port"):
        run("serve", "--database", str(tmp_path / "s.db"), "--host", "192.0.2.1", "--port", "0")


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("127.0.0.1", "http://localhost:8787/"),
        ("0.0.0.0", "http://localhost:8787/"),
        ("::1", "http://[::1]:8787/"),
        ("play.example.org", "http://play.example.org:8787/"),
    ],
)
def test_the_server_greets_with_a_link_that_can_be_opened(host: str, link: str) -> None:
    assert link_to(host, 8787) == link


def test_a_television_is_open_to_the_local_network_and_shown_at_once(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text('#!/bin/sh\nprintf %s "$1" > "$0.part" && mv "$0.part" "$0.link"\n')
    browser.chmod(0o700)
    server = subprocess.Popen(
        [sys.executable, "-m", "recif", "serve", "--tv", "--port", "0", "--database", str(tmp_path / "tv.db")],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": "en_GB.UTF-8", "BROWSER": f"{browser} %s"},
    )
    assert server.stdout
    try:
        link = server.stdout.readline().removeprefix("Récif: ").strip()
        assert "local network" in server.stdout.readline()
        opened = tmp_path / "browser.link"
        assert at_last(opened.exists)
        assert opened.read_text() == f"{link}tv"
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


def test_an_origin_is_kept_as_browsers_write_it() -> None:
    assert parsed("serve", "--origin", "HTTPS://Play.Example.org/").origin == ["https://play.example.org"]


def honest_record(hall: Hall) -> MatchRecord:
    """The record of a whole match with luck in it."""
    ana = hall.person("ana")
    audience = hall.table(ana, "kroc", ME, MACHINE, number="seven")
    while audience.live.is_playing:
        ana.play(audience, 0, next(iter(audience.live.match.position.moves(0))))
    return hall.wait(signed(hall.registry, audience.live))


@pytest.mark.parametrize(("language", "says"), [("en", "all as committed"), ("fr", "tous conformes à l’engagement")])
@pytest.mark.parametrize("write", [to_json, to_text])
def test_an_honest_record_is_verified(
    write: Callable[[MatchRecord], str],
    language: str,
    says: str,
    hall: Hall,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "record"
    file.write_text(write(honest_record(hall)))
    assert run("verify", str(file), language=language) == 0
    assert says in capsys.readouterr().out


def tampered(told: MatchRecord, **changes: Any) -> MatchRecord:
    assert told.luck
    return replace(told, luck=replace(told.luck, **changes))


def another_draw(told: MatchRecord) -> MatchRecord:
    """No more than the first card that luck laid, exchanged for another."""
    (seat, card), *_ = told.events
    return replace(told, events=[(seat, "salad" if card != "salad" else "trident")], result=None)


TAMPERINGS: dict[str, tuple[Callable[[MatchRecord], MatchRecord], str]] = {
    "another secret": (lambda told: tampered(told, secret="another"), "does not match the commitment"),
    "another commitment": (lambda told: tampered(told, commitment="0" * 64), "does not match the commitment"),
    "another number": (lambda told: tampered(told, numbers=("eight", "")), "the draw should have been"),
    "another table": (lambda told: tampered(told, match="elsewhere"), "does not match the commitment"),
    "another draw": (another_draw, "the draw should have been"),
    "no secret": (lambda told: tampered(told, secret=""), "holds no secret"),
    "no luck at all": (lambda told: replace(told, luck=None), "holds no secret"),
    "the end left out": (lambda told: replace(told, events=told.events[:-1]), "the match is not over"),
    "another name": (lambda told: replace(told, names=["Eve", "machine 1"]), "something was changed since"),
    "no signature": (lambda told: replace(told, signature=""), "nobody vouches for this"),
}


@pytest.mark.parametrize(("tamper", "says"), TAMPERINGS.values(), ids=list(TAMPERINGS))
def test_a_record_that_was_tampered_with_is_refused(
    tamper: Callable[[MatchRecord], MatchRecord],
    says: str,
    hall: Hall,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "record.json"
    file.write_text(to_json(tamper(honest_record(hall))))
    assert run("verify", str(file)) == 1
    told = capsys.readouterr().out
    assert says in told
    assert "Not everything holds: do not rely on it." in told


def test_verify_lists_what_it_checked(hall: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record.json"
    file.write_text(to_json(honest_record(hall)))
    assert run("verify", str(file), "--key", hall.registry.signer.public) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["✓", what] for what in ("rules", "result", "commitment", "draws", "signature", "key")
    ]
    assert run("verify", str(file), "--key", "00" * 32) == 1


@pytest.mark.parametrize("game", ["xok", "kroc"])
@pytest.mark.parametrize(("language", "says"), [("en", "Unsigned; every"), ("fr", "Non signée\u202f; tout")])
def test_ones_own_record_is_unsigned_which_is_no_fault(
    game: str, language: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.json"
    file.write_text(Record.of(played_out(game)).json)
    assert run("verify", str(file), language=language) == 0
    *checks, verdict = capsys.readouterr().out.splitlines()
    assert [line[0] for line in checks] == ["✓", "✓", "–"]
    assert verdict.startswith(says)
    assert run("verify", str(file), "--key", "00" * 32) == 1, "who expects a signature is not content without"
    assert "do not rely on it" in capsys.readouterr().out


def played_out(game: str) -> Position:
    position, dice = start(game), random.Random(1)
    while not position.is_over:
        if not position.waiting:
            position.draw(1)
            continue
        position.play(seat := position.waiting[0], dice.choice(list(position.moves(seat))))
    return position


def test_the_key_survives_a_restart(hall: Hall) -> None:
    key = hall.registry.signer.public
    assert hall.again().registry.signer.public == key


@pytest.mark.parametrize("command", ["verify", "review"])
def test_a_file_without_end_is_refused(command: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "recif", command, "/dev/zero"],
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "en_GB.UTF-8"},
    )
    assert (run.returncode, run.stderr) == (1, "recif: /dev/zero: this file is too long\n")


def test_nobody_else_on_the_machine_reads_a_database_or_its_copy(hall: Hall, tmp_path: Path) -> None:
    hall.pair("xok")
    run("admin", "backup", "--database", str(tmp_path / "hall.db"), str(tmp_path / "copy.db"))
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("*.db*")}
    assert set(modes.values()) == {0o600}, modes


def test_told_to_stop_the_server_says_goodbye_and_keeps_everything(tmp_path: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.server.bare", str(tmp_path / "s.db")],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": "src"},
    )
    assert server.stdout
    port = int(server.stdout.readline())
    table = asyncio.run(say_goodbye(server, port))
    assert server.wait(30) == 0
    server.stdout.close()
    store = SqliteStore(tmp_path / "s.db")
    assert [type(entry.what) for entry in at_once(store.entries(table))] == [Made, Begun, Played]
    store.close()


async def say_goodbye(server: "subprocess.Popen[bytes]", port: int) -> str:
    async with new_session() as session:
        ana = await Client(f"http://127.0.0.1:{port}", session).named("Ana")
        table = await ana.table("xok", "me", "me")
        async with ana.connect() as socket:
            line = Line(socket)
            assert isinstance(await line.play(table, 0, "e5e6"), wire.Ack)
            server.send_signal(signal.SIGTERM)
            assert (await line.next(wire.Bye)).reason == "stopping"
            assert await line.closed() == 1001
    return table


def test_told_to_stop_in_the_middle_of_everything_it_writes_nothing_after_closing(tmp_path: Path) -> None:
    """Machines think, people play, and pages are half asked for."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.server.bare", str(tmp_path / "s.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": "src"},
    )
    assert server.stdout
    asyncio.run(stop_under_load(server, int(server.stdout.readline())))
    _, errors = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0
    assert errors == b""


async def stop_under_load(server: "subprocess.Popen[bytes]", port: int) -> None:
    async with new_session() as session:
        ana = await Client(f"http://127.0.0.1:{port}", session).named("Ana")
        seats = [{"kind": "machine", "level": 1}, {"kind": "machine", "level": 5}]
        for _ in range(20):
            await ana.call("POST", "/api/tables", {"game": "xok", "seats": seats, "public": True})
        table = await ana.table("xok", "me", "me")
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf")
        async with ana.connect() as socket:
            line = Line(socket)
            assert isinstance(await line.play(table, 0, "e5e6"), wire.Ack)
            server.send_signal(signal.SIGTERM)
            await line.send(wire.Play(table, "late", 1, "a1b1"))
            assert await line.closed() == 1001
        writer.close()
