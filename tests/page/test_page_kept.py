"""What a page keeps, where the browser or a file is bad: nothing that was kept is lost."""

import asyncio
import base64
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from recif.page.worker import WorkerServer, open
from recif.server.store import sqlite
from recif.server.store.sqlite import closed_on_failure, connect

NEVER = 999  # a schema that is not yet


async def arrive(place: Path) -> WorkerServer:
    async def nobody(question: bytes) -> None:
        return None

    server = await open(
        str(place), "/nowhere", lambda text: None, lambda code: None, lambda: None, nobody, lambda: None
    )
    if (await server.fetch("GET", "/api/me")).status == 401:
        await server.fetch("POST", "/api/guest", json.dumps({"name": "Ana", "language": "fr", "face": 1}))
    return server


async def name(server: WorkerServer) -> str:
    return str(json.loads((await server.fetch("GET", "/api/me")).body)["person"]["name"])


async def rename(server: WorkerServer, name: str) -> int:
    return (await server.fetch("PATCH", "/api/me", json.dumps({"name": name}))).status


def leave(server: WorkerServer, place: Path, left: Path) -> Path:
    """As a page that is killed leaves its files."""
    left.mkdir()
    for file in place.parent.glob("recif.db*"):
        shutil.copy(file, left)
    server.close()
    return left / place.name


async def whole(server: WorkerServer, folder: Path) -> dict[str, Any]:
    return dict(json.loads(await server.save(str(folder / "copy.db"), '{"beside": {"recif.settings": {}}}')))


def changed(file: dict[str, Any], folder: Path, *statements: str) -> str:
    """The same file, with its database as somebody else left it."""
    place = folder / "changed.db"
    place.write_bytes(base64.b64decode(file["kept"]))
    with closing(sqlite3.connect(place)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()
    return json.dumps({**file, "kept": base64.b64encode(place.read_bytes()).decode()})


def torn(file: dict[str, Any]) -> str:
    content = bytearray(base64.b64decode(file["kept"]))
    content[4096:-4096] = b"x" * (len(content) - 8192)
    return json.dumps({**file, "kept": base64.b64encode(bytes(content)).decode()})


def test_a_file_takes_the_place_of_what_was_kept(tmp_path: Path) -> None:
    async def take() -> None:
        there = await arrive(tmp_path / "there.db")
        assert await rename(there, "Zoé") < 300
        file = await whole(there, tmp_path)
        here = await arrive(tmp_path / "recif.db")
        answer = here.restore(json.dumps(file), str(tmp_path / "copy.db"))
        assert json.loads(answer.body) == {"beside": {"recif.settings": {}}}
        again = await arrive(tmp_path / "recif.db")
        assert (again.trouble, await name(again)) == ("", "Zoé")
        again.close()
        there.close()

    asyncio.run(take())


def test_a_file_that_is_foreign_damaged_or_newer_changes_nothing(tmp_path: Path) -> None:
    async def take() -> None:
        here = await arrive(tmp_path / "recif.db")
        file = await whole(here, tmp_path)
        foreign = changed(file, tmp_path, "PRAGMA application_id = 1")
        newer = changed(file, tmp_path, f"PRAGMA user_version = {NEVER}")
        for text, code in (
            ("nothing of ours", "bad-file"),
            (json.dumps({**file, "kept": "?"}), "bad-file"),
            (json.dumps({**file, "kept": ""}), "bad-file"),
            (foreign, "bad-file"),
            (torn(file), "spoilt-file"),
            (newer, "newer-file"),
        ):
            refused = json.loads(here.restore(text, str(tmp_path / "copy.db")).body)
            assert refused["code"] == code
            assert refused["fr"] != refused["en"]
        assert await rename(here, "Zoé") < 300
        here.close()

    asyncio.run(take())


def test_a_file_that_finds_no_room_changes_nothing(tmp_path: Path) -> None:
    async def take() -> None:
        here = await arrive(tmp_path / "recif.db")
        file = await whole(here, tmp_path)
        pages = here.store._database.execute("PRAGMA page_count").fetchone()[0]
        here.store._database.execute(f"PRAGMA max_page_count = {pages}")
        larger = changed(file, tmp_path, "CREATE TABLE more AS SELECT randomblob(1000000) AS much")
        answer = here.restore(larger, str(tmp_path / "copy.db"))
        assert (answer.status, json.loads(answer.body)["code"]) == (507, "not-kept")
        assert here.is_full
        again = await arrive(leave(here, tmp_path / "recif.db", tmp_path / "left"))
        assert (again.trouble, await name(again)) == ("", "Ana")
        again.close()

    asyncio.run(take())


def test_what_a_newer_page_has_kept_is_left_to_it(tmp_path: Path) -> None:
    place = tmp_path / "recif.db"

    async def visit() -> str:
        server = await arrive(place)
        await rename(server, "Zoé")
        trouble = server.trouble
        server.close()
        return trouble

    assert asyncio.run(visit()) == ""
    with closing(sqlite3.connect(place)) as database:
        (known,) = database.execute("PRAGMA user_version").fetchone()
        database.execute(f"PRAGMA user_version = {NEVER}")
    before = place.read_bytes()
    assert asyncio.run(visit()) == "newer"
    assert place.read_bytes() == before
    with closing(sqlite3.connect(place)) as database:
        database.execute(f"PRAGMA user_version = {known}")
    assert asyncio.run(visit()) == ""


def test_without_room_a_page_plays_from_memory_and_leaves_what_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "recif.db"

    async def visit(wanted: str) -> tuple[str, str]:
        server = await arrive(place)
        found = await name(server)
        assert await rename(server, wanted) < 300
        trouble = server.trouble
        server.close()
        return trouble, found

    def without_room(path: Path | str, pragmas: str) -> sqlite3.Connection:
        database = connect(path, pragmas)
        if Path(path) == place:
            with closed_on_failure(database):
                database.execute("PRAGMA max_page_count = 1")
                database.execute("CREATE TABLE more AS SELECT randomblob(10000) AS much")
        return database

    with monkeypatch.context() as full:
        full.setattr(sqlite, "connect", without_room)
        assert asyncio.run(visit("Zoé")) == ("full", "Ana")
    assert asyncio.run(visit("Zoé")) == ("", "Ana")
    with monkeypatch.context() as full:
        full.setattr(sqlite, "connect", without_room)
        assert asyncio.run(visit("Eve")) == ("full", "Zoé")
    assert asyncio.run(visit("Zoé")) == ("", "Zoé")


def test_what_cannot_be_read_is_set_aside(tmp_path: Path) -> None:
    place = tmp_path / "recif.db"
    place.write_bytes(b"this is no database " * 1000)

    async def visit() -> str:
        server = await arrive(place)
        assert await rename(server, "Zoé") < 300
        server.close()
        return server.trouble

    assert asyncio.run(visit()) == "damaged"
    assert (tmp_path / "damaged.db").read_bytes().startswith(b"this is no database")
    assert asyncio.run(visit()) == ""
