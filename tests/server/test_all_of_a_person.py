"""Every table that has somebody in it: what of it is in their export, and that it goes with them. A new table that
nobody thought of fails here."""

from typing import Any

import pytest

from recif.server.api.export import forget
from recif.server.app import Server
from recif.server.store.durability import durable
from recif.server.store.entries import Entry, Foreseen
from recif.server.store.interface import Append
from recif.server.store.rows import NoticeRow
from recif.server.store.sqlite import SqliteStore
from tests.server.live import Line, Visitor, live, sqlite_of, visiting
from tests.server.push_service import Browser, b64

pytestmark = pytest.mark.one_database("sqlite")
WHO = ("person", "owner", "other", "whose", "screen")  # columns that name somebody
MARK = "mark-of-theo"
EXPORTED = {  # where each table of somebody's is found in what they take away; or why it is not
    "browsers": "no: a hash that tells whether two accounts share a browser, for fair play",
    "calendars": "calendar",
    "club_news": "club_news",
    "devices": "devices",
    "duels": "duels",
    "entries": "records",
    "event_people": "events",
    "hooks": "hooks",
    "letterboxes": "mail",
    "members": "clubs",
    "met": "no: counted from results",
    "mutes": "muted",
    "notices": "notices",
    "parties": "no: ids around a television, for an evening",
    "places": "no: counted from records",
    "players": "records",
    "records": "imported",
    "results": "results",
    "schooling": "learned",
    "sessions": "sessions",
    "shelves": "no: counted from records",
    "standings": "ratings",
    "streaks": "no: counted from results",
    "tables": "records",
    "talks": "talks",
    "tallies": "no: counted from results",
    "tokens": "tokens",
    "whereabouts": "no: a hash of an address, while a rated match goes on",
    "wishes": "wishes",
}
STAY = {"entries", "tables", "parties"}  # matches are the others' too: an id without a name stays there


def columns(store: SqliteStore) -> dict[str, dict[str, str]]:
    """Of every table: its columns with their types."""
    names = store._database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {
        name: {row[1]: row[2] for row in store._database.execute(f'PRAGMA table_info("{name}")')} for (name,) in names
    }


def mark(store: SqliteStore, table: str, found: dict[str, str], column: str, person: str) -> None:
    """A row of the table names the person in that column, and says something of theirs in all others."""
    values: dict[str, Any] = {one: MARK + table + column if kind == "TEXT" else 1 for one, kind in found.items()}
    values |= {column: person}
    if column == "owner":
        values |= {"id": f"{table}-{column}"}
    names, marks = ", ".join(f'"{one}"' for one in values), ", ".join("?" * len(values))
    store._database.execute(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', tuple(values.values()))


def left_of(store: SqliteStore, found: dict[str, dict[str, str]], *traces: str) -> set[str]:
    """The tables in which one of these is found, in whatever column."""
    return {
        table
        for table, named in found.items()
        for column in named
        for trace in traces
        if store._database.execute(f'SELECT 1 FROM "{table}" WHERE instr("{column}", ?)', (trace,)).fetchone()
    }


@live
async def test_every_table_that_names_somebody_forgets_them(server: Server) -> None:
    store, found = sqlite_of(server), columns(sqlite_of(server))
    somebodys = {table: [one for one in named if one in WHO] for table, named in found.items()}
    assert {table for table, who in somebodys.items() if who} == set(EXPORTED)
    async with visiting(server, "Théophraste") as theo:
        me = (await theo.call("GET", "/api/me"))["person"]["id"]
        for table, who in somebodys.items():
            for column in who if table not in STAY else ():
                mark(store, table, found[table], column, me)
        assert left_of(store, found, me) >= set(EXPORTED) - STAY
        await forget(server.registry, me)
        assert left_of(store, found, MARK, "Théophraste") == set()
        assert left_of(store, found, me) <= {"people", *STAY}


async def a_life(server: Server, theo: Visitor, ana: Visitor, me: str) -> None:
    """Théo has said how he wants to be told, planned something in a match that is over, and does not hear Ana."""
    store = server.store
    keys = {"p256dh": b64(Browser("b").public), "auth": b64(b"0" * 16)}
    await theo.call("POST", "/api/notices/devices", {"endpoint": "https://push.example.org/secret-end", **keys})
    await theo.call("POST", "/api/notices/hooks", {"url": "https://hook.example.org/a"})
    await theo.call("POST", "/api/notices/calendar")
    await theo.call("PATCH", "/api/notices/wishes", {"kind": "turn", "way": "push", "on": True})
    await theo.call("POST", "/api/holidays", {"until": server.now() + 86_400_000, "automatic": True})
    await theo.call("POST", "/api/tokens", {"label": "my bot"})
    other = (await ana.call("GET", "/api/me"))["person"]["id"]
    await server.registry.people.mute(me, other, True)
    await durable(store, lambda then: store.save_notices([NoticeRow(me, "k3v9", 0, "turn", 1, key="k")], then))
    for is_over in (True, False):
        await plan(server, theo, me, is_over)


async def plan(server: Server, theo: Visitor, me: str, is_over: bool) -> None:
    table = await theo.table("xok", "me", "me")
    if is_over:
        async with theo.connect() as socket:
            line = Line(socket)
            await line.play(table, 0, "e5e6")
            await line.say("resign", table=table, id="r", seat=0)
            await line.hear("ack")
    version = len(await server.store.entries(table)) + 1
    entry = Entry(version, 7, Foreseen(0, [[f"plan {is_over}"]]), me, "f")
    server.store.append(Append(table, [entry], version=version))


@live
async def test_an_export_has_every_table_of_somebodys(server: Server) -> None:
    async with visiting(server, "Théo") as theo, visiting(server, "Ana") as ana:
        me = (await theo.call("GET", "/api/me"))["person"]["id"]
        await a_life(server, theo, ana, me)
        exported = await theo.call("GET", "/api/me/export")
    assert {where for where in EXPORTED.values() if not where.startswith("no: ")} <= set(exported)
    assert [one["host"] for one in exported["devices"]] == ["push.example.org"]
    assert "secret-end" not in str(exported)
    assert exported["hooks"] == ["https://hook.example.org/a"]
    assert exported["wishes"] == [{"kind": "turn", "way": "push"}]
    assert (exported["calendar"], exported["rests"], len(exported["holidays"])) == (True, True, 1)
    assert [one["table"] for one in exported["notices"]] == ["k3v9"]
    assert [one["name"] for one in exported["muted"]] == ["Ana"]
    assert [one["label"] for one in exported["tokens"]] == ["my bot"]
    assert len(exported["sessions"]) == 1
    assert [one["plan"]["lines"] for one in exported["plans"]] == [[["plan True"]]]  # of what is over
