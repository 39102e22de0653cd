"""`recif export`: games that a real server kept, given away without the names of those who did not agree."""

import asyncio
import gzip
import json
import re
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
import pytest
import uvloop

from recif.cli.export import many
from recif.cli.main import parser
from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.match.match import replay
from recif.server.data.games import PlayedGame, rating_of, timed
from recif.server.live.table import LiveTable
from recif.server.messages import wire
from recif.server.messages.shapes import Rating
from recif.server.store.entries import Begun, Drawn, Entry, Played
from recif.server.store.sqlite import connect
from tests.server import databases
from tests.server.hall import known_row
from tests.server.live import Line, Visitor, serving, visiting

PASSWORD = "a long password"
PAGE = Path(__file__).parents[2] / "docs" / "data.md"


async def played(owner: Visitor, guest: Visitor, **wishes: Any) -> str:
    """A short game of XOK that the guest gives up."""
    table = await owner.table("xok", "me", "open", options={"side": 4}, **wishes)
    async with owner.connect() as one, guest.connect() as two:
        first, second = Line(one), Line(two)
        for line in (first, second):
            await line.send(wire.Follow(table, detail="texts"))
            await line.next(wire.Table)
        await second.send(wire.Sit(table, "sit", 1, "luck"))
        await second.next(wire.Ack)
        await first.play(table, 0, "d1d2")
        await second.play(table, 1, "a1a2")
        await second.send(wire.Resign(table, "resign", 1))
        await second.next(wire.Ack)
    return table


class Kept(NamedTuple):
    """Where a server kept its games, and a folder to write to."""

    place: Path | str
    folder: Path


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Kept]:
    """Two public games, a private one, one that goes on and one that was brought; Ana agreed to be named."""
    folder = tmp_path_factory.mktemp("export")
    databases.kind = request.param

    async def story() -> None:
        async with serving(folder) as server, visiting(server, "Ana") as ana, visiting(server, "Zoe") as zoe:
            await ana.call("POST", "/api/account", {"name": "Ana Secret", "password": PASSWORD})
            assert (await ana.call("GET", "/api/me"))["named"] is False
            assert (await ana.call("PATCH", "/api/me", {"named": True}))["named"] is True
            assert (await ana.call("PATCH", "/api/me", {"language": "en"}))["named"] is True
            await zoe.call("PATCH", "/api/me", {"named": True})  # a guest's name is anybody's: it is never told
            first = await played(ana, zoe, public=True)
            async with visiting(server, "Bea") as bea:
                await bea.call("POST", "/api/account", {"name": "Bea Secret", "password": PASSWORD})
                await played(bea, ana, public=True)
            await played(ana, zoe, public=False)
            await ana.table("kroc", "me", "open", public=True)
            record = await ana.call("GET", f"/api/tables/{first}/record?form=json")
            await ana.call("POST", "/api/records", record)

    uvloop.run(story())
    yield Kept(databases.place(folder, "live.db"), folder)
    databases.kind = "sqlite"


def export(database: Kept, name: str, *words: str) -> Path:
    target = database.folder / name
    args = parser("en").parse_args(["export", str(target), "--database", str(database.place), *words])
    assert args.run(args, "en") == 0
    return target


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def test_public_games_that_are_over_are_written_and_no_others(
    database: Kept, capsys: pytest.CaptureFixture[str]
) -> None:
    found = lines(export(database, "games.jsonl.gz"))
    assert "2 games" in capsys.readouterr().out
    assert [one["game"] for one in found] == ["xok", "xok"]
    one = found[0]
    assert [(event["seat"], event["text"]) for event in one["events"]] == [(0, "d1d2"), (1, "a1a2")]
    assert all(0 <= event["seconds"] < 600 for event in one["events"])
    assert (one["winners"], one["reason"], one["by"]) == ([0], "resigned", 1)
    assert one["options"] == {"side": 4}
    events = [(event["seat"], event["text"]) for event in one["events"]]
    assert len(replay(GAMES["xok"], one["seats"], one["options"], events, one["rules"]).log) == 2


def test_names_are_told_only_of_accounts_that_agreed(database: Kept) -> None:
    path = export(database, "names.jsonl.gz")
    names = [[player["name"] for player in one["players"]] for one in lines(path)]
    assert names == [["Ana Secret", None], [None, "Ana Secret"]]
    assert b"Zoe" not in gzip.decompress(path.read_bytes())
    assert b"Bea" not in gzip.decompress(path.read_bytes())


def test_nothing_leads_back_to_a_table(database: Kept) -> None:
    """A table shows its people's names to whoever has its code."""
    data = gzip.decompress(export(database, "codes.jsonl.gz").read_bytes()).decode()
    rows = bodies(database.place)
    assert len(rows) == 4  # the record that was imported is none
    words = [word for table, body in rows for word in (table, body["secret"], body["commitment"])]
    assert not any(word and word in data for word in words)


def bodies(place: Path | str) -> list[tuple[str, dict[str, Any]]]:
    """Every table with its row."""
    sql = "SELECT id, body FROM tables"
    if isinstance(place, Path):
        with closing(connect(place)) as opened:
            found = opened.execute(sql).fetchall()
    else:
        found = asyncio.run(asked(place, sql))
    return [(table, json.loads(body)) for table, body in found]


async def asked(place: str, sql: str) -> list[Any]:
    link = await asyncpg.connect(place)
    try:
        return list(await link.fetch(sql))
    finally:
        await link.close()


def test_the_same_games_are_in_parquet(database: Kept) -> None:
    tables = pytest.importorskip("pyarrow.parquet")
    rows = tables.read_table(export(database, "games.parquet")).to_pylist()
    expected = lines(export(database, "same.jsonl.gz"))
    assert [row | {"options": json.loads(row["options"])} for row in rows] == expected


def test_exported_games_are_traces_that_openspiel_plays_again(database: Kept) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from recif.bridge import traces

    source, target = export(database, "games.jsonl.gz"), database.folder / "traces.jsonl.gz"
    assert traces.main(str(source), str(target), "en") == 2
    for found in lines(target):
        state = pyspiel.load_game(found["game"]).new_initial_state()
        for action in found["actions"]:
            state.apply_action(action)
        assert str(state) == "4 w d1,d2 a1,a2"
        assert (found["is_terminal"], found["returns"], found["players"]) == (False, [1.0, -1.0], [0, 1])
    old = lines(source)[0] | {"rules": 1}
    with pytest.raises(Refused, match="played by rules 1"):
        traces.trace(old)


def test_the_time_of_an_event_is_that_of_its_seat_also_where_all_choose_at_once() -> None:
    live = LiveTable(known_row("kroc", ["ana", "theo"]), GAMES["kroc"])

    def entries() -> Iterator[Entry]:
        yield Entry(1, 1_000, Begun())
        version, at = 2, 1_000
        while live.match.is_luck_due:
            yield Entry(version, at, Drawn(next(iter(live.match.position.luck()))))
            version += 1
        for seat, after in ((1, 2_500), (0, 4_000)):
            yield Entry(version, at + after, Played(seat, next(iter(live.match.position.moves(seat)))))
            version += 1

    _, took = timed(live, entries())
    decided = [second for event, second in zip(live.match.log, took, strict=True) if event.seat >= 0]
    assert decided == [4.0, 2.5]


def test_the_rating_of_who_is_not_named_is_rough() -> None:
    found = Rating(1734, 60, True, gained=11)
    assert (rating_of(found, True), rating_of(found, False), rating_of(None, True)) == (1723, 1700, None)


def test_the_program_of_the_page_plays_them_again(database: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = pytest.importorskip("pyarrow.parquet")
    block = re.search(r"^    import gzip.*?(?=^\S)", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert block
    export(database, "games.jsonl.gz")
    monkeypatch.chdir(database.folder)
    names: dict[str, Any] = {}
    exec(textwrap.dedent(block[0]), names)
    assert [len(position.log) for position in names["positions"]] == [2, 2]
    rows = tables.read_table(export(database, "again.parquet")).to_pylist()
    assert [names["replayed"](row) for row in rows] == names["positions"]


def test_what_was_written_is_counted_in_words() -> None:
    said = [many(Path("g"), count) for count in (0, 1, 2)]
    assert [one.en for one in said] == ["g: 0 games", "g: 1 game", "g: 2 games"]
    assert [one.fr for one in said] == ["g\u00a0: 0 partie", "g\u00a0: 1 partie", "g\u00a0: 2 parties"]


def test_one_game_can_be_asked_for(database: Kept) -> None:
    assert lines(export(database, "kroc.jsonl.gz", "--game", "kroc")) == []


@pytest.mark.parametrize(
    ("name", "words", "says"),
    [
        ("games.csv", (), r"must end in \.jsonl\.gz or \.parquet"),
        ("games.jsonl.gz", ("--game", "chess"), "no game is called 'chess'"),
        ("nowhere/games.jsonl.gz", (), "there is no such file or folder"),
    ],
)
def test_a_wrong_export_says_what_to_do(name: str, words: tuple[str, ...], says: str, database: Kept) -> None:
    with pytest.raises(Refused, match=says):
        export(database, name, *words)


def test_a_database_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is no such database"):
        export(Kept(tmp_path / "none.db", tmp_path), "games.jsonl.gz")
    with pytest.raises(Refused, match="PostgreSQL does not answer"):
        export(Kept("postgresql://recif@127.0.0.1:1/none", tmp_path), "games.jsonl.gz")


def test_the_page_names_every_field() -> None:
    page = PAGE.read_text()
    for field in PlayedGame.__struct_fields__:
        assert f"| `{field}` |" in page
