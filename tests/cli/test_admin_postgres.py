"""A club that outgrows one machine: its database moves to PostgreSQL, and back."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from recif.games.core.contract import Refused
from recif.server.messages import wire
from recif.server.store.sqlite import SqliteStore
from recif.server.tasks import at_once
from tests.cli.test_hosting import run
from tests.server import databases
from tests.server.hall import Hall


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(databases, "kind", "postgres")
    place = databases.place(tmp_path, "moved")
    monkeypatch.undo()
    return str(place)


def played(hall: Hall) -> str:
    """A table with moves, luck, chat and an odd name for a move."""
    audience, ana, theo = hall.pair("crocodiles")
    for number in range(12):
        live = audience.live
        for seat in live.waiting:
            (ana, theo)[seat].play(
                audience, seat, next(iter(live.match.position.moves(seat))), id=f"m\0{number}\\{seat}"
            )
    ana.says(wire.Say(audience.live.row.id, "bonjour à tous"))
    return str(audience.live.row.id)


def test_a_database_moves_to_postgresql_and_back_and_is_the_same(
    hall: Hall, tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = played(hall)
    entries, talks = hall.wait(hall.store.entries(table)), hall.wait(hall.store.talks(table))
    hall.close()
    assert run("admin", "move", "--database", str(tmp_path / "hall.db"), address) == 0
    assert "rows copied and compared" in capsys.readouterr().out
    assert run("admin", "check", "--database", address) == 0
    assert "all is well" in capsys.readouterr().out
    assert run("admin", "stats", "--database", address) == 0
    assert f"{'tables':<10}{1:>12}" in capsys.readouterr().out
    assert run("admin", "backup", "--database", address, str(tmp_path / "copy.db")) == 0
    assert run("admin", "move", "--database", address, str(tmp_path / "back.db")) == 0
    for name in ("copy.db", "back.db"):
        assert run("admin", "check", "--database", str(tmp_path / name)) == 0
        store = SqliteStore(tmp_path / name)
        assert at_once(store.entries(table)) == entries
        assert at_once(store.talks(table)) == talks
        store.close()


def test_a_database_that_is_not_empty_is_not_filled(hall: Hall, tmp_path: Path, address: str) -> None:
    played(hall)
    hall.close()
    database = str(tmp_path / "hall.db")
    assert run("admin", "move", "--database", database, address) == 0
    for source, target in ((database, address), (address, database)):
        with pytest.raises(Refused) as refused:
            run("admin", "move", "--database", source, target)
        assert refused.value.code == "not-empty"


def test_a_gap_in_postgresql_is_told(
    hall: Hall, tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = played(hall)
    hall.close()
    run("admin", "move", "--database", str(tmp_path / "hall.db"), address)

    async def damage() -> None:
        link = await asyncpg.connect(address)
        await link.execute("DELETE FROM entries WHERE version = 7")
        await link.close()

    asyncio.run(damage())
    assert run("admin", "check", "--database", address) == 1
    assert f"table {table}" in capsys.readouterr().out


@pytest.mark.parametrize("words", [("check",), ("stats",), ("backup", "copy.db")])
def test_a_postgresql_that_does_not_answer_is_told(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name, *more = words
    with pytest.raises(Refused, match="does not answer") as refused:
        run("admin", name, "--database", "postgresql://somebody:secret@127.0.0.1:1/nothing", *more)
    assert "secret" not in refused.value.text.en


def test_a_database_that_cannot_be_written_to_is_told_so_plainly() -> None:
    """Such as a standby."""
    address = f"{databases.postgres().address}?default_transaction_read_only=on"
    with pytest.raises(Refused, match="does not answer"):
        run("admin", "stats", "--database", address)
