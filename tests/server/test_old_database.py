"""A database of the first schema opens, every table is what it was, and play goes on."""

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from recif.server.messages import wire
from recif.server.store import packed
from recif.server.store.entries import What
from recif.server.store.schema import MIGRATIONS
from recif.server.store.sqlite import SqliteStore
from recif.server.tables.live import LiveTable
from recif.server.tasks import at_once
from tests.server.hall import FREE, Hall, World

pytestmark = pytest.mark.one_database("sqlite")

OLD = Path(__file__).parent / "old"
TOLD: dict[str, Any] = json.loads(gzip.decompress((OLD / "tables.json.gz").read_bytes()))


def unpacked(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "hall.db")) as database:
        database.executescript(gzip.decompress((OLD / "database.sql.gz").read_bytes()).decode())


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Hall]:
    unpacked(tmp_path)
    world = World()
    world.now = TOLD["now"]
    hall = Hall(tmp_path, FREE, world)
    yield hall
    hall.close()


def seen(live: LiveTable) -> dict[str, Any]:
    match = live.match
    return {
        "game": live.row.game,
        "status": live.row.status,
        "reason": live.row.reason,
        "next": live.row.next,
        "log": [list(event) for event in match.log],
        "cuts": match.cuts,
        "choices": {str(seat): move for seat, move in match.choices.items()},
        "position": str(match.position).partition(" @")[0],
        "chairs": msgspec.to_builtins(live.chairs),
        "left": live.clock.left,
        "running": sorted(live.clock.running),
        "offers": msgspec.to_builtins(list(live.offers.values())),
        "numbers": {str(seat): number for seat, number in live.numbers.items()},
        "luck": list(live.luck.numbers),
        "done": sorted(f"{person} {id}" for person, id in live.done),
    }


def test_every_old_table_is_what_it_was(old: Hall) -> None:
    for table, told in TOLD["tables"].items():
        assert seen(old.at(table).live) == {name: told[name] for name in told if name != "version"}


def test_play_goes_on_at_every_old_table(old: Hall) -> None:
    moved = set()
    for table, told in TOLD["tables"].items():
        live = old.at(table).live
        for seat in live.waiting if told["status"] == "playing" else ():
            if live.chairs[seat].kind == "person" and seat in live.waiting:
                person, move = old.person(live.chairs[seat].person), next(iter(live.match.position.moves(seat)))
                answer = person.play(old.at(table), seat, move, id="today")
                assert isinstance(answer, wire.Ack), answer
                moved.add(live.row.game)
        before = seen(live)
        if not live.clock.running:  # a clock that ran is stopped and started by the next program
            again = SqliteStore(old.folder / "hall.db")
            row = at_once(again.table(table))
            assert row is not None
            assert len(at_once(again.entries(table))) == live.version
            again.close()
            old.registry.audiences.pop(table)
            assert seen(old.at(table).live) == before
    assert moved == {"kroc", "crabs", "xok", "urchins", "crocodiles"}


def test_the_talks_and_people_of_then_are_there(old: Hall) -> None:
    talked = [table for table in TOLD["tables"] if old.wait(old.store.talks(table))]
    assert len(talked) == 5
    assert old.wait(old.store.talks(talked[0]))[0].text == "Bonne partie !"
    assert len(old.wait(old.store.persons(("ana", "theo", "zoe")))) == 3


def test_the_old_database_knows_every_kind_of_entry(tmp_path: Path) -> None:
    unpacked(tmp_path)
    with closing(sqlite3.connect(tmp_path / "hall.db")) as database:
        kinds = {kind for (kind,) in database.execute("SELECT DISTINCT kind FROM entries")}
    assert kinds == set(packed.UNPACK)
    assert len(kinds) == len(What.__args__)


def test_an_old_entry_that_makes_no_sense_stops_its_own_table_only(tmp_path: Path) -> None:
    unpacked(tmp_path)
    table, other, *_ = [table for table, told in TOLD["tables"].items() if told["offers"]]
    with closing(sqlite3.connect(tmp_path / "hall.db")) as database, database:
        database.execute("""UPDATE entries SET text = 'undo' WHERE kind = 'propose' AND "table" = ?""", (table,))
    store = SqliteStore(tmp_path / "hall.db")
    assert at_once(store.rows("PRAGMA user_version")) == [(len(MIGRATIONS),)]
    assert at_once(store.entries(other))
    with pytest.raises(msgspec.ValidationError):
        at_once(store.entries(table))
    store.close()
