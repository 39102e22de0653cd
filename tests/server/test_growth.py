"""What grows with use stays small: loaded tables, what is written out again and again, lists of tables."""

import gc
import random
import tracemalloc

import msgspec
import pytest

from recif.games import GAMES
from recif.games.core.contract import LANGUAGES
from recif.match import moves
from recif.match.listing import legal, listing
from recif.match.match import Match
from recif.match.moves import Move
from recif.server.live.table import LiveTable
from recif.server.messages import wire
from recif.server.messages.shapes import Pace, Status
from recif.server.store.rows import TableRow
from recif.server.tables import memory
from recif.server.tables.memory import IDLE_MS
from recif.server.views.audience import Audience
from tests.server.hall import FREE, ME, OPEN, Hall, Screen, copy_table

LONG = 110  # events
KB = 1024


def long_match(hall: Hall, game: str, events: int = LONG) -> tuple[Audience, Screen, Screen]:
    """A match that has gone on for a while."""
    audience, ana, theo = hall.pair(game)
    chance, live = random.Random(3), audience.live
    while live.is_playing and len(live.match.log) < events:
        seat = live.waiting[0]
        move = chance.choice(list(live.match.position.moves(seat)))
        answer = (ana, theo)[seat].play(audience, seat, move, id=f"a move of {seat}, number {live.version}")
        assert isinstance(answer, wire.Ack)
    return audience, ana, theo


@pytest.mark.one_database("sqlite")
@pytest.mark.parametrize("game", GAMES)
def test_a_loaded_table_weighs_at_most_60_kb(hall: Hall, game: str) -> None:
    table = long_match(hall, game)[0].live.row.id

    def load() -> object:
        row = hall.wait(hall.store.table(table))
        assert row is not None
        return LiveTable(row, GAMES[game]).load(hall.wait(hall.store.entries(table)))

    load()
    gc.collect()
    tracemalloc.start()
    loaded = [load() for _ in range(20)]
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used / len(loaded) <= 60 * KB


def test_whoever_reads_the_log_whole_reads_what_was_written_out_before(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    audience, *_ = long_match(hall, "crabs")
    watcher = hall.person("zoe")
    first = watcher.follow(audience)
    monkeypatch.setattr(Match, "told", lambda *_: pytest.fail("rendered again"))
    again = watcher.follow(audience)
    assert len(again.log) == len(audience.live.match.log)
    assert again.log == first.log


def test_lines_that_were_taken_back_are_not_read_again(hall: Hall) -> None:
    audience, ana, theo = long_match(hall, "xok", 12)
    watcher, live = hall.person("zoe"), audience.live
    watcher.follow(audience)
    ana.says(wire.Propose(live.row.id, "undo", 0, "undo", True))
    theo.says(wire.Reply(live.row.id, "yes", 1, "undo", True))
    assert live.match.cuts
    move = list(live.match.position.moves(0))[-1]
    assert isinstance(ana.play(audience, 0, move, id="another way"), wire.Ack)
    lines = watcher.follow(audience).log
    assert [line.text for line in lines] == [event.text for event in live.match.log]
    fresh = Hall(hall.folder, FREE, hall.world)
    assert fresh.person("zoe").follow(fresh.at(live.row.id)).log == lines
    fresh.close()


def test_nobody_reads_lines_that_were_written_out_for_other_eyes(hall: Hall) -> None:
    audience, ana, theo = long_match(hall, "crabs", 12)
    logs = [screen.follow(audience).log for screen in (ana, theo, hall.person("zoe"), ana, theo)]
    fresh = Hall(hall.folder, FREE, hall.world)
    again = fresh.at(audience.live.row.id)
    for name, log in (("zoe", logs[2]), ("theo", logs[4]), ("ana", logs[3])):
        assert fresh.person(name).follow(again).log == log
    assert logs[0] == logs[3] != logs[2] != logs[4]
    fresh.close()


def test_lists_of_tables_need_no_table_in_memory(hall: Hall) -> None:
    audience, ana, _ = long_match(hall, "crocodiles", 30)
    over, *_ = long_match(hall, "urchins", 10_000)
    opened = hall.table(ana, "crabs", ME, OPEN, public=True)
    before = {one.live.row.id: one.info() for one in (audience, over, opened)}
    for screen in list(hall.dispatcher.visitors):
        hall.dispatcher.disconnect(screen)
    hall.run(IDLE_MS + 1)
    hall.tick()
    assert hall.registry.audiences == {}
    shown = {row.id: hall.wait(hall.registry.lists.info(row)) for row in hall.wait(hall.store.tables_of("ana", 30))}
    for table, info in before.items():
        for seat in info.seats:
            seat.here = False
        assert shown[table] == info
    assert [info.table for info in hall.wait(hall.registry.lobby.listing()).open] == [opened.live.row.id]
    assert hall.registry.audiences == {}


def test_everybody_who_listens_gets_one_list(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = hall.person("ana")
    hall.table(ana, "xok", ME, OPEN, public=True)
    asked: list[str] = []
    real = hall.store.listed

    async def listed(status: Status, limit: int, each: int) -> list[TableRow]:
        asked.append(status)
        found: list[TableRow] = await real(status, limit, each)
        return found

    monkeypatch.setattr(hall.store, "listed", listed)
    for _ in range(20):
        hall.person("zoe").says(wire.Lobby())
    assert asked == ["open", "playing"]
    hall.table(ana, "xok", ME, OPEN, public=True)
    zoe = hall.person("zoe")
    zoe.says(wire.Lobby())
    assert len(zoe.last(wire.Listing).open) == 2


@pytest.mark.one_database("sqlite")
def test_the_lobby_is_found_by_an_index(hall: Hall) -> None:
    seen: list[str] = []
    hall.store._database.set_trace_callback(seen.append)
    hall.wait(hall.registry.lobby.listing())
    hall.store._database.set_trace_callback(None)
    for sql in seen:
        plan = [row[3] for row in hall.wait(hall.store.rows(f"EXPLAIN QUERY PLAN {sql}"))]
        assert plan == ["SEARCH tables USING INDEX tables_status (status=? AND public=?)"]


def test_a_start_loads_no_table_and_the_flag_still_falls(hall: Hall) -> None:
    tables = [hall.pair("xok", Pace("increment", 10 * 60_000, 0))[0].live.row.id for _ in range(30)]
    hall.tick()
    hall = hall.again(down_ms=60 * 60_000)
    assert hall.registry.audiences == {}
    hall.run(10 * 60_000 - 5_000)
    assert {hall.wait(hall.store.table(table)).status for table in tables} == {"playing"}
    hall.run(10_000)
    assert {hall.wait(hall.store.table(table)).reason for table in tables} == {"time"}


def test_time_without_a_server_costs_nobody_however_often_it_happens(hall: Hall) -> None:
    audience, *_ = hall.pair("xok", Pace("increment", 10 * 60_000, 0))
    table = audience.live.row.id
    hall.run(60_000)
    for _ in range(3):  # nobody looks at the table in between
        hall.tick()
        hall = hall.again(down_ms=60 * 60_000)
        hall.run(30_000)
    clock = hall.at(table).live.clock
    assert clock.left_at(0, hall.world.now) == 10 * 60_000 - 60_000 - 3 * 30_000
    hall.tick()
    again = hall.again().at(table).live.clock
    assert again.left_at(0, hall.world.now) == clock.left_at(0, hall.world.now)


@pytest.mark.one_database("sqlite")
def test_most_moves_write_no_due_time(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok", Pace("increment", 10 * 60_000, 2_000))
    seen: list[str] = []
    hall.store._database.set_trace_callback(seen.append)
    for _ in range(8):
        live = audience.live
        hall.run(1_000)
        seat = live.waiting[0]
        (ana, theo)[seat].play(audience, seat, next(iter(live.match.position.moves(seat))), id=f"m{live.version}")
    hall.store._database.set_trace_callback(None)
    assert len([sql for sql in seen if "INSERT INTO entries" in sql]) == 8
    assert not [sql for sql in seen if "dues" in sql]


def test_tables_longest_unused_make_room_for_others(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    audience, ana, _ = hall.pair("xok")
    tables = []
    for n in range(6):
        hall.run(1_000)
        tables.append(hall.table(ana, "xok", ME, OPEN).live.row.id)
        hall.at(tables[-1]).table.used += n
    monkeypatch.setattr(memory, "MOST_BYTES", 4 * audience.weight)
    hall.tick()
    assert list(hall.registry.audiences) == [audience.live.row.id, *tables[-3:]]
    assert hall.at(tables[0]).live.row.status == "open"


@pytest.mark.one_database("sqlite")
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET body = 'shells' WHERE \"table\" = ? AND version = 2",
        'DELETE FROM entries WHERE "table" = ? AND version = 2',
        "UPDATE tables SET body = '{' WHERE id = ?",
        "UPDATE tables SET body = replace(body, 'increment', 'hours') WHERE id = ?",
        "UPDATE tables SET body = replace(body, 'xok', 'chess') WHERE id = ?",
    ],
)
def test_a_table_that_cannot_be_read_is_set_aside_and_nothing_else_suffers(
    hall: Hall, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    pace = Pace("increment", 10 * 60_000, 0)
    broken, good = (hall.pair("xok", pace, public=True)[0].live.row.id for _ in range(2))
    hall.store._database.execute(damage, (broken,))
    hall = hall.again(down_ms=1000)
    zoe = hall.person("zoe")
    assert good in [info.table for info in zoe.says(wire.Lobby())[0].playing]
    assert good in [info.table for info in hall.wait(hall.registry.lists.infos(hall.wait(hall.store.tables_of("ana"))))]
    (refusal,) = zoe.says(wire.Follow(broken))
    assert (refusal.code, zoe.closed) == ("no-such-table" if "chess" in damage else "set-aside", None)
    assert zoe.follow(hall.at(good)).info.status == "playing"
    assert f"table {broken} cannot be read" in caplog.text or "chess" in damage
    hall.run(11 * 60_000)
    assert hall.at(good).live.row.reason == "time"


@pytest.mark.one_database("sqlite")
def test_a_persons_latest_tables_are_found_by_an_index_those_that_go_on_first(hall: Hall) -> None:
    over, *_ = long_match(hall, "xok", 10_000)
    copy_table(hall.store._database, over.live.row.id, 40, 1_000)
    first = hall.pair("xok")[0].live.row.id
    hall.run(60_000)
    second = hall.pair("xok")[0].live.row.id
    rows = hall.wait(hall.store.tables_of("ana", 10))
    assert [row.id for row in rows[:2]] == [second, first]
    assert [row.id[4:] for row in rows[2:]] == [f"{number:06d}" for number in range(39, 31, -1)]
    assert (hall.wait(hall.store.unfinished("ana")), sorted(hall.wait(hall.store.unfinished_of("ana")))) == (
        2,
        sorted([first, second]),
    )
    seen: list[str] = []
    hall.store._database.set_trace_callback(seen.append)
    hall.wait(hall.store.tables_of("ana", 10))
    hall.store._database.set_trace_callback(None)
    for sql in seen:
        (plan, *_) = [row[3] for row in hall.wait(hall.store.rows(f"EXPLAIN QUERY PLAN {sql}"))]
        assert "players_latest (person=? AND over=?)" in plan


def test_who_gave_up_a_seat_has_one_table_less_when_it_is_over(hall: Hall) -> None:
    ana, theo, zoe = (hall.person(name) for name in ("ana", "theo", "zoe"))
    audience = hall.table(ana, "kroc", ME, OPEN, OPEN)
    for seat, screen in ((1, theo), (2, zoe)):
        screen.follow(audience)
        screen.says(wire.Sit(audience.live.row.id, "sit", seat))
    theo.says(wire.Resign(audience.live.row.id, "enough", 1))
    assert hall.wait(hall.store.unfinished("theo")) == 1
    chance, live = random.Random(1), audience.live
    while live.is_playing:
        seat = next(seat for seat in live.waiting if seat != 1)
        move = chance.choice(list(live.match.position.moves(seat)))
        (ana, theo, zoe)[seat].play(audience, seat, move, id=f"m{live.version}")
    assert [hall.wait(hall.store.unfinished(name)) for name in ("ana", "theo", "zoe")] == [0, 0, 0]


@pytest.mark.parametrize("most", [30_000, 50])
def test_moves_written_out_before_read_as_if_they_were_new(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(moves, "MOST", most)
    match, chance = Match(GAMES["xok"]), random.Random(4)
    while not match.is_over:
        (seat,) = match.waiting
        listed = listing(match.game, match.position.state, seat, legal(match.game, match.position.state, seat))
        for place, language in enumerate(LANGUAGES):
            plain = [Move(text, dict(parts), sentence[place]) for text, parts, sentence in listed]
            for _ in range(2):
                sent = msgspec.json.encode(moves.written(match.game, listed, language))
                assert msgspec.json.decode(sent, type=list[Move]) == plain
        match.play(seat, chance.choice([text for text, *_ in listed]))
