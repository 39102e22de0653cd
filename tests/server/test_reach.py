"""One person's reach: tables, shows, the lobby, chat, choices, mutes, imports."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvloop

from recif.games.core.contract import Refused
from recif.match.record import MatchRecord
from recif.server.app import Server
from recif.server.limits import Limits
from recif.server.messages import wire
from tests.server.hall import FREE, MACHINE, ME, OPEN, Hall
from tests.server.live import GENEROUS, Line, live, serving, visiting


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def test_tables_are_counted_by_who_made_them_and_by_who_sits_there(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Limits(tables=3))
    ana, eve = hall.person("ana"), hall.person("eve")
    hall.table(ana, "xok", OPEN, OPEN)  # made, without a seat
    hall.table(ana, "xok", ME, OPEN)
    others = [hall.table(eve, "xok", ME, OPEN) for _ in range(2)]
    assert isinstance(ana.says(wire.Sit(others[0].live.row.id, "a", 1))[-1], wire.Ack)
    assert ana.says(wire.Sit(others[1].live.row.id, "b", 1))[-1].code == "too-many-tables"
    with pytest.raises(Refused) as refused:
        hall.table(ana, "xok", ME, OPEN)
    assert refused.value.code == "too-many-tables"
    assert isinstance(ana.says(wire.Stand(others[0].live.row.id, "c", 1))[-1], (wire.Ack, wire.Refusal))


def test_machines_alone_play_at_a_few_tables_of_one_person(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Limits(shows=2))
    eve, ana = hall.person("eve"), hall.person("ana")
    hall.world.later = lambda seconds, then: None  # type: ignore[method-assign]  # machines take their time
    hall.registry.outside.later = hall.world.later
    hall.registry.outside.patience = 1
    for _ in range(2):
        hall.table(eve, "xok", MACHINE, MACHINE, public=True)
    with pytest.raises(Refused) as refused:
        hall.table(eve, "xok", MACHINE, MACHINE, public=True)
    assert refused.value.code == "too-many"
    hall.table(ana, "xok", MACHINE, MACHINE, public=True)
    hall.table(eve, "xok", ME, MACHINE)


def test_the_lobby_shows_a_few_tables_of_one_person_and_all_the_others(hall: Hall) -> None:
    ana, eve = hall.person("ana"), hall.person("eve")
    first = hall.table(ana, "xok", ME, OPEN, public=True)
    for _ in range(60):
        hall.table(eve, "xok", ME, OPEN, public=True)
    listed = [info.owner.name for info in hall.wait(hall.registry.lobby.listing()).open]
    assert (listed.count("Eve"), listed.count("Ana")) == (3, 1)
    assert first.live.row.id in {info.table for info in hall.wait(hall.registry.lobby.listing()).open}


def test_a_table_that_everybody_has_left_is_called_off(hall: Hall) -> None:
    ana = hall.person("ana")
    left, kept = hall.table(ana, "xok", ME, OPEN, public=True), hall.table(ana, "xok", ME, OPEN)
    played, _, _ = hall.pair("xok")
    ana.follow(kept)
    for connection in list(played.followers):
        played.leave(connection)
    hall.world.now += 25 * 60 * 60 * 1000
    hall.wait(hall.registry.end_forsaken())
    assert [audience.live.row.status for audience in (left, kept, played)] == ["over", "open", "playing"]
    assert left.live.row.reason == "aborted"
    hall.world.now += 61 * 24 * 60 * 60 * 1000
    hall.wait(hall.registry.end_forsaken())
    assert played.live.row.status == "over"
    assert hall.again().at(left.live.row.id).live.row.reason == "aborted"


def test_nobody_mutes_themself_and_a_line_that_nobody_hears_holds_up_no_other(hall: Hall) -> None:
    audience, ana, theo = hall.pair("shells")
    assert ana.says(wire.Mute("ana"))[-1].code == "not-yourself"
    hall.do(lambda: hall.store.mute("ana", "ana", True, lambda: None))  # as it could be done before
    hall.registry.people._mutes.clear()
    alone = hall.table(ana, "shells", ME, OPEN)
    ana.follow(alone)
    ana.says(wire.Say(alone.live.row.id, "la la la"))
    eve = hall.person("eve")
    eve.follow(audience)
    theo.says(wire.Resign(audience.live.row.id, "r", 1))
    assert eve.last(wire.Changed).now.result is not None


def test_chat_is_counted_for_the_person_on_whichever_socket(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Limits(chat=(1e-9, 2)))
    audience, ana, _ = hall.pair("shells")
    again = hall.person("ana")
    again.follow(audience)

    def says(screen: Any, text: str) -> bool:
        return any(isinstance(message, wire.Said) for message in screen.says(wire.Say(audience.live.row.id, text)))

    assert [says(ana, "a"), says(again, "b"), says(ana, "c"), says(again, "d")] == [True, True, False, False]


def test_messages_are_counted_for_the_person_and_for_the_address(tmp_path: Path) -> None:
    for limits in (Limits(messages=(1e-9, 3)), Limits(address_messages=(1e-9, 3))):
        hall = Hall(tmp_path, limits)
        first, second = hall.person("eve"), hall.person("eve")
        told = [screen.says(wire.Ping(1))[-1] for screen in (first, second, first, second)]
        assert [type(message) for message in told] == [wire.Pong] * 3 + [wire.Refusal]
        hall.close()


def test_changing_ones_mind_is_bounded_until_the_match_goes_on(tmp_path: Path) -> None:
    hall = Hall(tmp_path, FREE)
    audience, ana, theo = hall.pair("kroc")
    seats = audience.live.match.waiting
    assert len(seats) == 2
    options = [move.text for move in ana.last(wire.Changed).now.moves["0"]]
    before = audience.live.version
    answers = [ana.play(audience, 0, options[turn % 2], id=f"c{turn}") for turn in range(100)]
    assert isinstance(answers[-1], wire.Refusal)
    assert answers[-1].code == "too-many-changes"
    assert audience.live.version - before <= 40
    assert isinstance(ana.play(audience, 0, options[0], id="again"), wire.Refusal)
    reply = next(move.text for move in theo.last(wire.Changed).now.moves["1"])
    assert isinstance(theo.play(audience, 1, reply), wire.Ack)
    now = ana.last(wire.Changed).now
    if now.moves.get("0"):
        assert isinstance(ana.play(audience, 0, now.moves["0"][0].text, id="next"), wire.Ack)


def record(**told: Any) -> str:
    """A finished match of XOK, as long as it is told."""
    made = {"game": "xok", "seats": 2, "options": {}, "events": [], "result": RESIGNED, **told}
    return msgspec.json.encode(made).decode()


RESIGNED = {"winners": [1], "scores": [], "reason": "resigned", "seat": 0}
TOO_MUCH: list[dict[str, Any]] = [
    {"events": [(0, "a1")] * 2_001},
    {"events": [(0, "x" * 101)]},
    {"names": ["Ana"] * 3},
    {"names": ["x" * 101]},
    {"cuts": [0] * 2_001},
    {"date": "x" * 101},
    {"pace": "x" * 101},
    {"options": {"x": "y" * 5_000}},
]


@pytest.mark.parametrize("told", TOO_MUCH)
def test_a_record_is_bounded_before_anything_of_it_is_played(told: dict[str, Any], tmp_path: Path) -> None:
    @live
    async def story(server: Server) -> None:
        async with visiting(server, "Eve") as eve:
            headers = {"Content-Type": "text/plain"}
            status, why = await eve.ask("POST", "/api/records", data=record(**told), headers=headers)
            assert (status, why["code"]) == (400, "bad-record")
            assert "bounds" in why["en"]

    story(tmp_path)


def test_records_have_a_quota_and_are_played_once_off_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []
    played = MatchRecord.replay

    def replay(self: MatchRecord, games: Any) -> Any:
        threads.append(threading.current_thread().name)
        return played(self, games)

    monkeypatch.setattr(MatchRecord, "replay", replay)

    async def story() -> None:
        async with serving(tmp_path, replace(GENEROUS, imports=(1e-9, 2))) as server, visiting(server, "Eve") as eve:
            headers = {"Content-Type": "text/plain"}
            asked = [await eve.ask("POST", "/api/records", data=record(), headers=headers) for _ in range(3)]
            assert [status for status, _ in asked] == [201, 201, 429]
            match = await eve.call("GET", f"/api/matches/{asked[0][1]['match']}")
            assert match["info"]["result"]["reason"] == "resigned"

    uvloop.run(story())
    assert len(threads) == 2
    assert "MainThread" not in threads


@live
async def test_no_machine_helps_against_people_by_the_back_door(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Théo") as theo, theo.connect() as socket:
        table, line = await ana.table("xok", "me", "open"), Line(socket)
        await line.send(wire.Sit(table, "s", 1))
        await line.next(wire.Ack)
        match = (await server.registry.audience(table)).live.match
        first = match.game.words.text(match.position.state, 0, match.position.numbers(0)[0])
        await ana.call("POST", f"/api/tables/{table}/moves", {"seat": 0, "move": first, "id": "m"})
        second = match.game.words.text(match.position.state, 1, match.position.numbers(1)[0])
        async with visiting(server, "A neighbour") as other:
            for visitor in (ana, theo):
                for events, seat in (([(0, first)], 1), ([(0, first), (1, second)], 0)):
                    asked = {"game": "xok", "seats": 2, "events": events, "seat": seat, "level": 1}
                    status, why = await visitor.ask("POST", "/api/evaluations", asked)
                    assert (status, why["code"]) == (403, "not-against-people")
            asked = {"game": "xok", "seats": 2, "events": [(0, first)], "seat": 1, "level": 1}
            assert (await other.ask("POST", "/api/evaluations", asked))[0] == 200  # it is not rated
            await line.send(wire.Resign(table, "r", 1))
            await line.next(wire.Ack)
            assert (await theo.ask("POST", "/api/evaluations", asked))[0] == 200
