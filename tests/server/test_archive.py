"""Matches that are over are looked back at alike, whether they were played here or brought as a record."""

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from recif.games import GAMES
from recif.games.core.contract import REFEREE
from recif.match import record as records
from recif.match.frame import after, walked
from recif.match.match import Match
from recif.match.record import Ending, MatchRecord, read, to_json, to_text
from recif.school import study
from recif.server.app import Server
from recif.server.machines.tasks import Task
from recif.server.messages import wire
from tests.server.hall import ME, Hall
from tests.server.largest import long_match
from tests.server.live import GENEROUS, Line, Visitor, live, serving, visiting
from tests.server.test_people import PASSWORD

GIVEN_UP = Ending((0,), (0, 0), "resigned", 1)


def a_record(*moves: str, names: tuple[str, ...] = ()) -> str:
    events = [(index % 2, move) for index, move in enumerate(moves)]
    return to_json(MatchRecord("xok", 2, {}, events, rules=2, names=list(names), result=GIVEN_UP))


async def brought(visitor: Visitor, record: str) -> dict[str, Any]:
    made: dict[str, Any] = await visitor.call("POST", "/api/records", data=record)
    return made


@live
async def test_a_record_belongs_to_whoever_brought_it(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Eve") as eve:
        first = await brought(ana, a_record("e5e6", names=("Léa", "Tom")))
        again = await brought(ana, a_record("e5e6", names=("Léa", "Tom")))
        second = await brought(ana, a_record("a1a2", "c3c4"))
        assert first["match"] == again["match"], "the same match is kept once"
        assert [seat["person"]["name"] for seat in first["seats"]] == ["Léa", "Tom"]
        listed = (await ana.call("GET", "/api/records"))["records"]
        assert [one["match"] for one in listed] == [second["match"], first["match"]]
        assert (await eve.call("GET", "/api/records"))["records"] == []
        hers = await brought(eve, a_record("e5e6", names=("Léa", "Tom")))
        assert hers["match"] != first["match"]
        assert (await eve.call("GET", f"/api/matches/{first['match']}"))["info"]["owner"]["name"] == "Ana"
        status, why = await eve.ask("DELETE", f"/api/records/{first['match']}")
        assert (status, why["code"]) == (403, "not-your-match")
        await ana.call("DELETE", f"/api/records/{first['match']}")
        assert (await ana.ask("GET", f"/api/matches/{first['match']}"))[1]["code"] == "no-such-match"
        exported = (await ana.call("GET", "/api/me/export"))["imported"]
        assert [one["events"] for one in exported] == [[[0, "a1a2"], [1, "c3c4"]]]
        await ana.call("DELETE", "/api/me", {})
        assert (await eve.ask("GET", f"/api/matches/{second['match']}"))[0] == 404
        assert (await eve.ask("GET", f"/api/studies/{hers['match']}"))[0] == 200


def test_what_was_played_in_a_page_joins_an_account_and_is_kept_once(tmp_path: Path) -> None:
    async def story() -> None:
        limits = replace(GENEROUS, joins=(0, 3), records=2)
        async with serving(tmp_path, limits) as server, visiting(server, "Ana") as ana:
            mine = {"records": [a_record("e5e6"), "nothing that was played", a_record("a1a2"), a_record("e5e6")]}
            assert (await ana.ask("POST", "/api/me/records", mine))[1]["code"] == "no-account"
            await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
            for _ in range(2):
                assert await ana.call("POST", "/api/me/records", mine) == {"kept": 3, "refused": 1}
            assert len((await ana.call("GET", "/api/records"))["records"]) == 2
            assert (await ana.ask("POST", "/api/me/records", {"records": ["x"] * 21}))[0] == 400
            status, why = await ana.ask("POST", "/api/me/records", {"records": [a_record("c3c4"), "x"]})
            assert (status, why["code"]) == (429, "too-many-records")
            assert (await ana.ask("POST", "/api/me/records", mine))[1]["code"] == "flood"

    asyncio.run(story())


def test_who_has_brought_many_is_told_what_to_do(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, replace(GENEROUS, records=1)) as server, visiting(server, "Ana") as ana:
            first = await brought(ana, a_record("e5e6"))
            status, why = await ana.ask("POST", "/api/records", data=a_record("a1a2"))
            assert (status, why["code"]) == (429, "too-many-records")
            assert "delete one first" in why["en"]
            await ana.call("DELETE", f"/api/records/{first['match']}")
            await brought(ana, a_record("a1a2"))

    asyncio.run(story())


@live
async def test_a_record_is_no_table(server: Server) -> None:
    async with visiting(server, "Ana") as ana, ana.connect() as socket:
        match, line = (await brought(ana, a_record("e5e6")))["match"], Line(socket)
        assert (await ana.ask("GET", f"/api/tables/{match}"))[0] == 404
        await line.send(wire.Follow(match))
        assert (await line.next(wire.Refusal)).code == "no-such-table"
        assert (await ana.call("GET", "/api/me"))["tables"] == []


@live
async def test_a_match_that_goes_on_is_not_looked_back_at(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        table = await ana.table("kroc", "me", "me")
        for method, path, body in (("GET", "", None), ("POST", "/frames", {"since": 0})):
            status, why = await ana.ask(method, f"/api/matches/{table}{path}", body)
            assert (status, why["code"]) == (403, "hidden-until-over")


@pytest.mark.parametrize("game", GAMES)
def test_a_walk_through_a_finished_match_shows_what_playing_it_shows(game: str) -> None:
    """Step by step, choices made at once only when the last of them is in."""
    match = long_match(game)
    again, seen = Match(match.game, match.seats, match.options), []
    seen.append(after(again, 0, 0, REFEREE))
    for seat, text in match.log:
        known = len(again.log)
        again.happen(seat, text)
        seen.append(after(again, known, len(again.log), REFEREE))
    assert walked(match, 0, len(match.log), REFEREE) == seen
    half = len(match.log) // 2
    assert walked(match, half, len(match.log), REFEREE) == seen[half:]


@live
async def test_another_move_is_shown_instead_of_the_one_that_was_played(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        match = (await brought(ana, a_record("e5e6", "c3c4")))["match"]
        told = await ana.call("POST", f"/api/matches/{match}/frames", {"since": 1, "instead": "a1a2"})
        place = await ana.call("POST", "/api/positions", {"game": "xok", "rules": 2, "events": [[0, "a1a2"]]})
        assert [frame["scene"] for frame in told["frames"]] == [place["frame"]["scene"]]
        for asked in ({"since": 0, "instead": "a1a2"}, {"since": 3}):
            assert (await ana.ask("POST", f"/api/matches/{match}/frames", asked))[1]["code"] == "no-such-event"
        status, why = await ana.ask("POST", f"/api/matches/{match}/frames", {"since": 1, "instead": "z"})
        assert (status, bool(why["fr"])) == (400, True)


class Counting:
    """Events that matches play, and texts that are read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: Counter[str] = Counter()
        for what, owner, name in (("events", Match, "_apply"), ("reads", records, "read"), ("reads", study, "read")):
            monkeypatch.setattr(owner, name, self._counted(what, getattr(owner, name)))
        monkeypatch.setattr("recif.server.api.matches.read", self._counted("reads", read))

    def _counted(self, what: str, job: Any) -> Any:
        def counted(*args: Any, **more: Any) -> Any:
            self.done[what] += 1
            return job(*args, **more)

        return counted


def test_a_pasted_match_is_played_three_times_and_read_twice_before_the_first_judgement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the study that shows it, its board, and whoever keeps it: looking back plays nothing again."""
    match = long_match("xok")
    source = to_text(records.record(match))

    async def story() -> None:
        async with serving(tmp_path) as server, visiting(server, "Ana") as ana, ana.connect() as socket:
            opened = await ana.call("POST", "/api/studies/read", {"source": source})
            await ana.call("POST", "/api/frames", {"game": "xok", "events": match.log, "rules": match.version})
            code = (await brought(ana, opened["text"]))["match"]
            assert len((await ana.call("GET", f"/api/matches/{code}"))["log"]) == len(match.log)
            await ana.call("POST", f"/api/matches/{code}/frames", {"since": max(0, len(match.log) - 20)})
            line = Line(socket)
            await line.send(wire.Ask(code, "1", "review"))
            assert (await line.next(wire.Told)).judged[0].index == 0
            await line.send(wire.Leave(code))

    counting = Counting(monkeypatch)
    asyncio.run(story())
    assert counting.done["events"] <= 3 * len(match.log)
    assert counting.done["reads"] <= 3  # a study reads a record by the same function


def test_whoever_leaves_is_not_thought_for_any_more(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks: list[Task[Any]] = []
    monkeypatch.setattr(hall.registry.machines, "submit", tasks.append)
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, ME)
    table = audience.live.row.id
    ana.follow(audience)
    ana.play(audience, 0, "e5e6")
    ana.says(wire.Resign(table, "r", 0))
    ana.says(wire.Leave(table))
    assert ana.says(wire.Ask(table, "1", "review")) == []
    assert hall.registry.asking == {"ana": tasks[0]}
    (refusal,) = ana.says(wire.Ask(table, "2", "review"))
    assert refusal.code == "busy"
    ana.says(wire.Leave(table))
    assert hall.registry.asking == {}
    ana.says(wire.Ask(table, "3", "review"))
    hall.do(lambda: hall.dispatcher.disconnect(ana))
    assert (len(tasks), hall.registry.asking) == (2, {})
