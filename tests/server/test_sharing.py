"""Two servers at one database: each hears of what the other writes, and whoever comes too late judges anew."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from recif.games.core.contract import Refused
from recif.server.limits import Buckets
from recif.server.messages import wire
from recif.server.messages.shapes import Pace
from recif.server.store.entries import Entry, Played
from recif.server.store.interface import Append
from recif.server.store.units import Unit, UnitPart, batch_of
from recif.server.tasks import begin
from tests.patience import until as eventually
from tests.server.hall import MACHINE, ME, OPEN, Hall, Screen

pytestmark = pytest.mark.one_database("postgres")
BLITZ = Pace("increment", 60_000, 0)


def until(hall: Hall, is_so: Callable[[], object]) -> None:
    """Let the database's notifications come."""

    hall.wait(eventually(is_so))


def both(hall: Hall, game: str = "xok", **told: Any) -> tuple[Hall, Screen, Screen, str]:
    """Ana at one server, Théo at another, at the same table."""
    audience, ana, _ = hall.pair(game, **told)
    other = hall.beside()
    theo = other.person("theo")
    theo.follow(other.at(audience.live.row.id))
    return other, ana, theo, audience.live.row.id


def test_a_move_is_shown_to_people_at_the_other_server(hall: Hall) -> None:
    other, ana, theo, table = both(hall)
    assert isinstance(ana.play(hall.at(table), 0, "e5e6"), wire.Ack)
    until(other, lambda: other.registry.audiences[table].live.version == hall.registry.audiences[table].live.version)
    assert theo.last(wire.Changed).now.version == hall.at(table).live.version
    assert [event.text for event in other.at(table).live.match.log] == ["e5e6"]
    assert isinstance(theo.play(other.at(table), 1, "a1b1"), wire.Ack)
    until(hall, lambda: len(hall.registry.audiences[table].live.match.log) == 2)
    assert [entry.version for entry in hall.wait(hall.store.entries(table))] == [1, 2, 3, 4, 5]


def deaf(hall: Hall) -> None:
    """It hears of nothing that others write."""
    hall.wait(hall._listener.close())  # type: ignore[union-attr]


def test_who_comes_too_late_is_judged_anew_on_what_happened(hall: Hall) -> None:
    other, ana, theo, table = both(hall)
    deaf(other)
    ana.play(hall.at(table), 0, "e5e6")
    assert len(other.at(table).live.match.log) == 0
    asked = wire.Resign(table, "r", 1)  # written for a version that is taken: read again, then carried out
    assert any(isinstance(m, wire.Ack) for m in theo.says(asked))
    assert other.store.lost == 1
    live = other.at(table).live
    assert (live.row.reason, len(live.match.log)) == ("resigned", 1)
    assert [entry.version for entry in other.wait(other.store.entries(table))] == list(range(1, live.version + 1))
    assert theo.last(wire.Changed).now.result.reason == "resigned"


def test_nobody_is_refused_by_what_was_true_a_moment_ago(hall: Hall) -> None:
    other, ana, theo, table = both(hall)
    deaf(other)
    ana.play(hall.at(table), 0, "e5e6")
    assert isinstance(theo.play(other.at(table), 1, "a1b1", at=1), wire.Ack)  # as far as it knew, it was not his turn
    assert theo.play(other.at(table), 1, "a1b1", at=1).code == "stale"
    assert [event.text for event in other.at(table).live.match.log] == ["e5e6", "a1b1"]


def test_the_same_move_sent_to_two_servers_happens_once(hall: Hall) -> None:
    other, ana, _, table = both(hall)
    deaf(other)
    first = ana.play(hall.at(table), 0, "e5e6", id="same")
    again = other.person("ana").play(other.at(table), 0, "e5e6", id="same")
    assert (first.version, again.version) == (first.version, first.version)
    assert len(other.at(table).live.match.log) == 1


def test_nobody_is_told_what_was_lost(hall: Hall) -> None:
    other, ana, theo, table = both(hall, "shells")
    zoe = other.person("zoe")
    zoe.follow(other.at(table))
    deaf(other)
    ana.says(wire.Resign(table, "r", 0))
    told = theo.says(wire.Play(table, "m", 1, "1"))
    assert [type(m) for m in told if isinstance(m, (wire.Ack, wire.Refusal))] == [wire.Refusal]
    versions = [m.now.version for m in (*theo.heard, *zoe.heard) if isinstance(m, (wire.Changed, wire.Table))]
    shown = hall.wait(hall.store.entries(table))
    assert max(versions) == len(shown)
    assert all(type(entry.what).__name__ != "Played" for entry in shown)


def test_what_was_missed_is_made_up_for_by_a_look(hall: Hall) -> None:
    other, ana, theo, table = both(hall)
    deaf(other)
    ana.play(hall.at(table), 0, "e5e6")
    for _ in range(16):
        other.tick()
    assert other.at(table).live.version == hall.at(table).live.version
    assert len(theo.last(wire.Changed).log) == 1


def test_chat_mutes_and_names_hold_across_servers(hall: Hall) -> None:
    other, ana, theo, table = both(hall)
    ana.says(wire.Say(table, "bonjour"))
    until(other, lambda: any(isinstance(m, wire.Said) for m in theo.heard))
    assert theo.last(wire.Said).talk.text == "bonjour"
    again = hall.person("theo")
    again.says(wire.Mute("ana"))
    until(other, lambda: "ana" in other.registry.people._mutes["theo"])
    heard = len(theo.data)
    ana.says(wire.Say(table, "encore"))
    ana.play(hall.at(table), 0, "e5e6")
    until(other, lambda: len(theo.data) > heard)
    assert not any(isinstance(m, wire.Said) and m.talk.text == "encore" for m in theo.heard)
    row = hall.wait(hall.registry.people.known("ana"))
    hall.wait(hall.registry.people.change(row, "Anaïs", "fr", 0, lambda: None))
    until(other, lambda: other.registry.people.row("ana").name == "Anaïs")
    assert other.at(table).info().seats[0].person.name == "Anaïs"  # type: ignore[union-attr]


def test_who_signs_out_is_signed_out_at_every_server(hall: Hall) -> None:
    other, *_ = both(hall)
    closed: list[tuple[str, str]] = []
    other.registry.peers.close_sockets = lambda *who: closed.append(who)
    hall.do(lambda: hall.store.end_sessions("ana", lambda: None, "key"))
    until(other, lambda: closed == [("ana", "key")])


def test_the_lobby_shows_tables_made_at_the_other_server(hall: Hall) -> None:
    other = hall.beside()
    zoe = other.person("zoe")
    zoe.says(wire.Lobby())
    table = hall.table(hall.person("ana"), "xok", ME, OPEN, public=True)
    until(other, lambda: other.registry.lobby.is_stale)
    other.tick()
    assert [info.table for info in zoe.last(wire.Listing).open] == [table.live.row.id]


def test_a_table_is_committed_to_at_one_server_and_made_at_another(hall: Hall) -> None:
    other = hall.beside()
    promised = hall.wait(hall.registry.commitments.new())
    table = other.table(other.person("ana"), "crabs", ME, MACHINE, commitment=promised.commitment)
    assert (table.live.row.id, table.live.row.secret) == (promised.match, promised.secret)
    with pytest.raises(Refused) as refused:
        hall.table(hall.person("ana"), "crabs", ME, MACHINE, commitment=promised.commitment)
    assert refused.value.code == "no-such-commitment"


def test_tries_are_counted_by_all_servers_together(hall: Hall) -> None:
    other = hall.beside()
    tries = [Buckets((0.001, 3), "passwords") for _ in range(2)]

    def may(one: Hall, quota: Buckets) -> bool:
        return one.wait(one.registry.peers.may(quota, "an address"))

    assert [may(one, quota) for one, quota in zip((hall, other) * 2, tries * 2, strict=True)] == [
        True,
        True,
        True,
        False,
    ]
    hall.world.now += 1_000_000
    assert may(other, tries[1])
    assert not may(hall, tries[0])


def test_both_agree_to_a_rematch_at_once_and_there_is_one(hall: Hall) -> None:
    other, ana, theo, table = both(hall)
    ana.says(wire.Resign(table, "r", 0))
    ana.says(wire.Propose(table, "p", 0, "rematch", number="one"))
    until(other, lambda: "rematch" in other.registry.audiences[table].live.offers)
    deaf(other)
    deaf(hall)
    theo.says(wire.Reply(table, "y", 1, "rematch", True, "two"))
    told = hall.person("theo").says(wire.Reply(table, "z", 1, "rematch", True, "three"))
    assert [m.code for m in told if isinstance(m, wire.Refusal)] == ["no-such-offer"]
    (name,) = {hall.at(table).live.row.next, other.at(table).live.row.next}
    assert hall.at(name).live.chairs == other.at(name).live.chairs
    assert hall.at(name).live.row.next_secret == other.at(name).live.row.next_secret
    assert len(hall.wait(hall.store.entries(name))) == hall.at(name).live.version


def test_a_database_that_is_away_costs_nobody_time(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok", BLITZ)
    hall.run(10_000)
    hall.do(lambda: hall.store.keep("name", "value", lambda: None))  # the last word from the database
    answers, real = asyncio.Event(), hall.store._writer.use

    async def use(ask: Any) -> Any:
        if not answers.is_set():
            raise ConnectionRefusedError
        return await real(ask)

    hall.store._writer.use, hall.is_patient = use, False
    ana.says(wire.Ping(1))
    hall.do(hall.registry.tick)
    until_away(hall)
    hall.run(5 * 60_000)  # nobody's flag falls
    answers.set()
    hall.is_patient = True
    hall.run()
    hall.wait(hall.quiet())
    live = hall.at(audience.live.row.id).live
    assert live.is_playing
    assert live.clock.left_at(0, hall.world.now) == 50_000
    assert isinstance(ana.play(hall.at(audience.live.row.id), 0, "e5e6"), wire.Ack)
    assert theo.last(wire.Changed).now.clocks.left == [50_000, 60_000]


def until_away(hall: Hall) -> None:
    until(hall, lambda: hall.store.away_since)


def test_an_answer_that_was_lost_is_not_done_twice(hall: Hall) -> None:
    """The commit went through, the connection did not: the same batch again is known, losers and all."""
    audience, ana, _ = hall.pair("xok")
    calls = hall.lose_first_answer()
    assert isinstance(ana.play(audience, 0, "e5e6"), wire.Ack)
    assert len(calls) >= 2
    assert [event.text for event in hall.at(audience.live.row.id).live.match.log] == ["e5e6"]
    entries = hall.wait(hall.store.entries(audience.live.row.id))
    assert [entry.version for entry in entries] == [1, 2, 3, 4]


def test_something_that_cannot_be_kept_stops_nothing_else(hall: Hall) -> None:
    hall.person("ana")
    told: list[str] = []

    def write() -> None:
        hall.store.keep("one", "1", lambda: told.append("one"))
        hall.store.write([("INSERT INTO nowhere VALUES (?1)", ("x",))], lambda: told.append("nowhere"))
        hall.store.keep("two", "2", lambda: told.append("two"))

    hall.do(write)
    assert told == ["one", "two"]
    assert (hall.wait(hall.store.kept("one")), hall.wait(hall.store.kept("two"))) == ("1", "2")
    assert hall.store.failure is None


def test_a_machine_is_let_think_by_another_server_when_its_own_is_gone(hall: Hall) -> None:
    ana = hall.person("ana")
    hall.registry.machines.submit = lambda task: None  # type: ignore[method-assign]  # it thinks for ever
    audience = hall.table(ana, "xok", MACHINE, ME)
    table = audience.live.row.id
    assert list(audience.table.thinking) == [0]
    other = Hall(hall.folder, world=hall.world)
    other.tick()
    assert table not in other.registry.audiences  # the other lets it think
    other.wait(other.store.rows("UPDATE heads SET thinks_until = now() - interval '1 s'"))
    other.tick()
    assert len(other.at(table).live.match.log) == 1


def test_a_row_that_came_too_late_replaces_nothing(hall: Hall) -> None:
    other, ana, _, table = both(hall)
    deaf(other)
    ana.says(wire.Resign(table, "r", 0))
    other.do(lambda: other.store.append(Append(table, (), other.registry.audiences[table].live.row, version=3)))
    row = hall.wait(hall.store.table(table))
    assert row
    assert row.status == "over"


def test_batches_hold_no_table_twice() -> None:
    def unit(table: str, version: int, *moves: int) -> Unit:
        return Unit([UnitPart(table, version, [Entry(n, 0, Played(0, "a")) for n in moves], None, False)])

    gathered = [unit("a", 3), unit("a", 3, 4), unit("b", 1, 2), unit("a", 4, 5)]
    first = batch_of(gathered)
    assert [[part.table for part in one.parts] for one in first] == [[], ["a"], ["b"]]
    assert [[part.old for part in one.parts] for one in batch_of(gathered)] == [[4]]


def test_what_waits_in_another_loop_is_not_waited_for_here(hall: Hall) -> None:
    elsewhere, gate = asyncio.new_event_loop(), asyncio.Event()

    async def leave() -> "asyncio.Task[bool] | None":
        return begin(gate.wait())

    left = elsewhere.run_until_complete(leave())
    assert left
    hall.person("ana")
    gate.set()
    elsewhere.run_until_complete(left)
    elsewhere.close()


@pytest.mark.parametrize("version", [2, 9])
@pytest.mark.parametrize("move", ["e5e6", "e5e5"])
def test_a_table_whose_entries_are_not_those_of_its_version_is_set_aside_and_not_tried_for_ever(
    hall: Hall, version: int, move: str
) -> None:
    audience, ana, theo = hall.pair("xok")
    table = audience.live.row.id
    hall.wait(hall.store.rows('UPDATE heads SET version = ?1 WHERE "table" = ?2', version, table))
    (code,) = [m.code for m in ana.says(wire.Play(table, "m", 0, move)) if isinstance(m, wire.Refusal)]
    assert move == "e5e5" or code == "set-aside"  # what would not do anyway may be told so first
    going = hall.table(ana, "xok", ME, OPEN).live.row.id  # others go on
    theo.says(wire.Sit(going, "s", 1))
    assert hall.at(going).live.row.status == "playing"
    assert len(hall.wait(hall.store.entries(table))) == 3


def test_a_machine_does_not_think_for_ever_at_a_table_that_cannot_be_gone_on_with(hall: Hall) -> None:
    ana = hall.person("ana")
    table = hall.table(ana, "xok", ME, MACHINE).live.row.id
    hall.wait(hall.store.rows('UPDATE heads SET version = 9, thinks_until = now() WHERE "table" = ?1', table))
    ana.says(wire.Play(table, "m", 0, "e5e6"))
    hall.tick()
    assert table in hall.registry.on_disk.aside
    assert table not in hall.registry.audiences


def test_a_table_at_which_telling_fails_is_not_held_up_for_ever(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")

    def broken(data: bytes) -> None:
        raise RuntimeError("a screen that cannot be sent to")

    real, ana.send = ana.send, broken  # type: ignore[method-assign]
    ana.says(wire.Play(audience.live.row.id, "m", 0, "e5e6"))
    ana.send = real  # type: ignore[method-assign]
    assert isinstance(theo.play(hall.at(audience.live.row.id), 1, "a1b1"), wire.Ack)
