"""Two versions of Récif side by side at one database, while a club replaces its servers one after the other."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest

from recif.games.core.contract import Refused
from recif.server.messages import wire
from recif.server.store.postgres_schema import STEPS
from tests.server import databases, newer
from tests.server.hall import ME, OPEN, Hall
from tests.server.live import Line, visiting
from tests.server.test_sharing import both, until

pytestmark = pytest.mark.one_database("postgres")

NEWER = f"""
UPDATE recif SET step = {max(STEPS) + 5};
ALTER TABLE entries ADD COLUMN weight INTEGER;
ALTER TABLE tables ADD COLUMN season TEXT DEFAULT 'spring';
ALTER TABLE heads ADD COLUMN kind TEXT;
ALTER TABLE people ADD COLUMN motto TEXT;
ALTER TABLE players ADD COLUMN team INTEGER;
ALTER TABLE servers ADD COLUMN version TEXT;
CREATE TABLE seasons (name TEXT PRIMARY KEY);
"""
BOWED = '{"type": "bowed", "seat": 0}'  # something that only a newer program lets happen


async def done(place: Path | str, sql: str, *values: Any) -> Any:
    link = await asyncpg.connect(str(place))
    try:
        return await (link.fetch(sql, *values) if values or sql.startswith("SELECT") else link.execute(sql))
    finally:
        await link.close()


def upgrade(hall: Hall) -> None:
    hall.wait(done(databases.place(hall.folder, "hall.db"), NEWER))


def bow(hall: Hall, table: str, version: int) -> None:
    """As a newer server would write it, and tell of it, with words of its own."""
    place = databases.place(hall.folder, "hall.db")
    told = f"""{{"from": "newer", "tables": [["{table}", {version}, true]], "mood": "calm",
        "entries": [["{table}", {version}, 5, {BOWED}, "ana", "b", 0]], "tidings": [["bow", 1, 2]]}}"""
    sql = """WITH head AS (UPDATE heads SET version = $2 WHERE "table" = $1)
        INSERT INTO entries ("table", version, at, body, person, id, weight) VALUES ($1, $2, 5, $3, 'ana', 'b', 7)"""
    hall.wait(done(place, sql, table, version, BOWED))
    hall.wait(done(place, "SELECT pg_notify($1, $2)", hall.store.channel, told))


def test_a_server_goes_on_with_a_database_that_a_newer_one_has_added_to(hall: Hall) -> None:
    other, ana, theo, table = both(hall)
    upgrade(hall)
    assert isinstance(ana.play(hall.at(table), 0, "e5e6"), wire.Ack)
    until(other, lambda: len(other.registry.audiences[table].live.match.log) == 1)
    assert isinstance(theo.play(other.at(table), 1, "a1b1"), wire.Ack)
    late = Hall(hall.folder, world=hall.world)  # one that was away for a while
    assert len(late.at(table).live.match.log) == 2
    assert late.table(late.person("zoe"), "xok", ME, OPEN).live.row.status == "open"
    ((step,),) = hall.wait(done(databases.place(hall.folder, "hall.db"), "SELECT step FROM recif"))
    assert step == max(STEPS) + 5


@pytest.mark.parametrize("hears", [True, False])
def test_a_table_at_which_something_unknown_happens_is_set_aside_and_no_other(hall: Hall, hears: bool) -> None:
    other, ana, theo, table = both(hall)
    going = hall.table(ana, "xok", ME, OPEN)
    theo.follow(other.at(going.live.row.id))
    theo.says(wire.Sit(going.live.row.id, "s", 1))
    upgrade(hall)
    if not hears:
        other.wait(other._listener.close())  # type: ignore[union-attr]
    bow(hall, table, 4)
    if not hears:
        other.do(other.registry.peers.look)
    until(other, lambda: table not in other.registry.audiences)
    assert theo.closed == (1011, "again")  # the browser comes back, at another server perhaps
    again = other.person("theo")
    (why,) = [told for told in again.says(wire.Follow(table)) if isinstance(told, wire.Refusal)]
    assert (why.code, bool(why.fr), bool(why.en)) == ("set-aside", True, True)
    ana.follow(hall.at(going.live.row.id))
    assert isinstance(ana.play(hall.at(going.live.row.id), 0, "e5e6"), wire.Ack)
    again.follow(other.at(going.live.row.id))
    assert isinstance(again.play(other.at(going.live.row.id), 1, "a1b1"), wire.Ack)


def test_who_writes_where_something_unknown_happened_is_told_and_nothing_is_written(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok")
    table = audience.live.row.id
    upgrade(hall)
    bow(hall, table, 4)  # nobody listens here
    told = ana.says(wire.Play(table, "m", 0, "e5e6"))
    assert not any(isinstance(one, wire.Ack) for one in told)
    place = databases.place(hall.folder, "hall.db")
    rows = hall.wait(done(place, 'SELECT version FROM entries WHERE "table" = $1 ORDER BY version', table))
    assert [version for (version,) in rows] == [1, 2, 3, 4]
    assert hall.store.failure is None


def test_a_database_that_older_programs_would_not_survive_is_refused_in_words(hall: Hall) -> None:
    hall.wait(done(databases.place(hall.folder, "hall.db"), f"UPDATE recif SET least = {max(STEPS) + 1}"))
    with pytest.raises(Refused, match="update Récif") as refused:
        Hall(hall.folder, world=hall.world)
    assert refused.value.code == "newer-database"


@asynccontextmanager
async def process(module: str, place: str) -> AsyncIterator[Any]:
    """A server in a process of its own."""
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root / "src"), str(root)])
    server = subprocess.Popen(
        [sys.executable, "-m", module, place], stdout=subprocess.PIPE, cwd=root, env=os.environ | {"PYTHONPATH": path}
    )
    assert server.stdout
    try:
        port = int(await asyncio.to_thread(server.stdout.readline))
        yield SimpleNamespace(port=port)
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


def test_players_at_an_older_and_a_newer_server_play_on_while_the_database_is_upgraded(tmp_path: Path) -> None:
    place = str(databases.place(tmp_path, "both"))

    async def step() -> int:
        ((found,),) = await done(place, "SELECT step FROM recif")
        return int(found)

    async def story() -> list[str]:
        async with process("tests.server.bare", place) as old, visiting(old, "Ana") as ana:
            assert await step() == max(STEPS)
            table = await ana.table("xok", "me", "open")
            async with ana.connect() as socket:
                first = Line(socket)
                await first.send(wire.Follow(table, detail="texts"))
                await first.next(wire.Table)
                async with process("tests.server.newer", place) as new, visiting(new, "Théo") as theo:
                    assert await step() == newer.STEP
                    async with theo.connect() as other:
                        second = Line(other)
                        await second.send(wire.Follow(table, detail="texts"))
                        await second.next(wire.Table)
                        await second.send(wire.Sit(table, "sit", 1))
                        await second.next(wire.Ack)
                        await turns(table, (first, second), 6)
                    async with process("tests.server.bare", place) as again:  # the upgrade is taken back
                        log = await seen(again, theo, table)
                assert log == await seen(old, ana, table)
                return log

    assert len(asyncio.run(story())) == 6


async def turns(table: str, lines: tuple[Line, Line], count: int) -> None:
    """Each waits for the other's move, which was written by another version."""
    now = None
    for number in range(count):
        line = lines[number % 2]
        while now is None or now.waiting != [number % 2] or not now.moves:
            now = (await line.next(wire.Changed)).now
        assert isinstance(await line.play(table, number % 2, now.moves[str(number % 2)][0].text), wire.Ack)
        now = None


async def seen(server: Any, visitor: Any, table: str) -> list[str]:
    """The log, as a server tells it to somebody who comes there with the session of another."""
    async with visiting(server) as there:
        there.session.cookie_jar.update_cookies({cookie.key: cookie.value for cookie in visitor.session.cookie_jar})
        async with there.connect() as socket:
            line = Line(socket)
            await line.send(wire.Follow(table, detail="texts"))
            return [row.text for row in (await line.next(wire.Table)).log]
