"""What another server wrote is brought in cheaply: from the notification, or for all tables by one question."""

from collections.abc import Mapping
from typing import Any

import pytest

from recif.server.messages import wire
from recif.server.store.entries import Drawn, Entry, Played
from recif.server.store.interface import Append
from recif.server.store.listening import NewsListener
from recif.server.tables.sharing import read_news
from tests.patience import in_the_end
from tests.server import databases
from tests.server.hall import ME, OPEN, Hall
from tests.server.test_sharing import both, deaf, until

pytestmark = pytest.mark.one_database("postgres")


def questions(hall: Hall) -> list[dict[str, int]]:
    """What it asks the database for, when it is behind."""
    asked, real = list[dict[str, int]](), hall.store.entries_after

    async def entries_after(versions: Mapping[str, int]) -> Any:
        asked.append(dict(versions))
        return await real(versions)

    hall.store.entries_after = entries_after
    return asked


def until_alike(hall: Hall, other: Hall, table: str) -> None:
    one, two = hall.registry.audiences[table], other.registry.audiences[table]
    until(hall, lambda: one.live.version == two.live.version)


def test_a_move_is_brought_in_by_the_notification_itself(hall: Hall) -> None:
    other, ana, theo, table = both(hall)
    asked, also = questions(hall), questions(other)
    for player, server, seat, move in ((ana, hall, 0, "e5e6"), (theo, other, 1, "a1b1")):
        assert isinstance(player.play(server.at(table), seat, move), wire.Ack)
        until_alike(hall, other, table)
    assert not asked + also
    assert [entry.version for entry in hall.wait(hall.store.entries(table))] == [1, 2, 3, 4, 5]
    for server in (hall, other):
        assert [event.text for event in server.at(table).live.match.log] == ["e5e6", "a1b1"]


def test_the_same_is_seen_whether_it_was_told_or_read(hall: Hall) -> None:
    other, ana, theo, table = both(hall, "crabs")
    for _ in range(6):
        live = hall.at(table).live
        seat = live.waiting[0]
        player, server = ((ana, hall), (theo, other))[seat]
        assert isinstance(player.play(server.at(table), seat, next(iter(live.match.position.moves(seat)))), wire.Ack)
        until_alike(hall, other, table)
    again = Hall(hall.folder, world=hall.world)
    states = [bytes(server.at(table).live.match.position) for server in (hall, other, again)]
    assert len(set(states)) == 1


def test_tables_that_are_behind_are_read_by_one_question(hall: Hall) -> None:
    ana, theo = hall.person("ana"), hall.person("theo")
    other = hall.beside()
    deaf(other)
    tables = []
    for number in range(3):
        audience = hall.table(ana, "xok", ME, OPEN)
        theo.says(wire.Sit(audience.live.row.id, f"sit{number}", 1))
        tables.append(audience.live.row.id)
        other.at(tables[-1])
    asked = questions(other)
    before = {table: other.at(table).live.version for table in tables}
    for table in tables:
        assert isinstance(ana.play(hall.at(table), 0, "e5e6"), wire.Ack)
    other.do(other.registry.peers.look)
    assert asked == [before]
    assert all(other.at(table).live.version == hall.at(table).live.version for table in tables)


def test_much_that_happens_at_once_is_told_in_pieces_and_none_is_missing(hall: Hall) -> None:
    heard: list[str] = []

    async def listen() -> NewsListener:
        address = str(databases.place(hall.folder, "hall.db"))
        listener = NewsListener(address, hall.store.channel, heard.append, lambda: None)
        await in_the_end(listener.is_listening.wait())
        return listener

    listener = hall.wait(listen())
    names = [f"table{number:04d}" for number in range(150)]

    def write() -> None:
        for name in names:
            hall.store.append(Append(name, [Entry(1, 1, Played(0, "é" * 60), "ana", "m\0\\1")]))
        hall.store.append(Append("long", [Entry(n, 1, Drawn("x" * 900)) for n in (1, 2, 3)]))

    before = hall.store.commits
    hall.do(write)
    assert hall.store.commits == before + 1
    until(hall, lambda: any("long" in payload for payload in heard))
    hall.wait(listener.close())
    news = [read_news(payload) for payload in heard]
    assert len(news) > 1
    assert all(len(payload.encode()) < 8000 for payload in heard)
    assert [told[:2] for one in news for told in one.tables] == [(name, 1) for name in names] + [("long", 3)]
    assert [told[0] for one in news for told in one.entries] == names  # what is too long is read by whoever needs it
    assert {(told[4], told[5]) for one in news for told in one.entries} == {("ana", "m\0\\1")}
    read = hall.wait(hall.store.entries_after({"long": 1, names[0]: 0, names[1]: 1}))
    versions = {table: [entry[0] for entry in entries] for table, entries in read.items()}
    assert versions == {"long": [2, 3], names[0]: [1]}
    assert read[names[0]][0][4] == "m\0\\1"


def test_what_nobody_told_is_read_by_who_listens_again(hall: Hall) -> None:
    other, ana, theo, table = both(hall)
    asked = questions(other)
    deaf(other)
    ana.play(hall.at(table), 0, "e5e6")
    other.wait(other._listen())
    until_alike(hall, other, table)
    assert asked == [{table: 3}]
    assert isinstance(theo.play(other.at(table), 1, "a1b1"), wire.Ack)
