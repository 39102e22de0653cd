"""Studies over REST: read from a text, shared, opened by others; what was played before; what nobody may look into."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from recif.match.record import Ending, MatchRecord, to_json
from recif.server.app import Server
from recif.server.messages import wire
from tests.server.live import GENEROUS, Line, Visitor, live, serving, visiting

MOVES = [{"parent": 0, "seat": 0, "text": "e5e6"}, {"parent": 1, "seat": 1, "text": "c3c4", "note": "why?"}]
STUDY = {"game": "xok", "title": "A start", "moves": MOVES}


async def resigned(ana: Visitor, **told: Any) -> str:
    """A match of Ana with herself, one move long."""
    table = await ana.table("xok", "me", "me", **told)
    await ana.call("POST", f"/api/tables/{table}/moves", {"seat": 0, "move": "e5e6", "id": "m"})
    async with ana.connect() as socket:
        await Line(socket).send(wire.Resign(table, "r", 1))
        await Line(socket).next(wire.Ack)
    return table


@live
async def test_a_study_is_shared_opened_changed_by_its_owner_alone_and_deleted(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Théo") as theo, visiting(server) as nobody:
        saved = await ana.call("POST", "/api/studies", {"study": STUDY})
        path = f"/api/studies/{saved['id']}"
        for visitor, is_mine in ((ana, True), (theo, False), (nobody, False)):
            told = await visitor.call("GET", path)
            assert (told["study"]["moves"], told["mine"], told["owner"]["name"]) == (MOVES, is_mine, "Ana")
            assert told["lines"][1]["en"] == "Black lays two fish on c3 and c4."
        longer = STUDY | {"moves": [*MOVES, {"parent": 0, "seat": 0, "text": "a1a2"}]}
        status, why = await theo.ask("POST", "/api/studies", {"study": longer, "id": saved["id"]})
        assert (status, why["code"]) == (403, "not-your-study")
        assert (await theo.ask("DELETE", path))[0] == 403
        again = await ana.call("POST", "/api/studies", {"study": longer, "id": saved["id"]})
        assert again["id"] == saved["id"]
        assert len((await theo.call("GET", path))["lines"]) == 3
        assert [one["title"] for one in (await ana.call("GET", "/api/studies"))["studies"]] == ["A start"]
        assert (await theo.call("GET", "/api/studies"))["studies"] == []
        await ana.call("DELETE", path)
        assert (await theo.ask("GET", path))[0] == 404
        assert (await ana.call("GET", "/api/studies"))["studies"] == []


@live
async def test_a_study_that_cannot_be_is_not_kept(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as nobody:
        wrong = STUDY | {"moves": [{"parent": 0, "seat": 1, "text": "e5e6"}]}
        status, why = await ana.ask("POST", "/api/studies", {"study": wrong})
        assert (status, why["code"]) == (400, "not-your-turn")
        assert "move 1 (e5e6)" in why["en"]
        assert (await ana.ask("POST", "/api/studies", {"study": STUDY, "id": "nothing"}))[0] == 404
        assert (await nobody.ask("POST", "/api/studies", {"study": STUDY}))[0] == 401


def test_studies_of_a_person_are_bounded(tmp_path: Path) -> None:
    async def story() -> None:
        limits = replace(GENEROUS, studies=2, study_saves=(1e-9, 3))
        async with serving(tmp_path, limits) as server, visiting(server, "Ana") as ana:
            asked = [await ana.ask("POST", "/api/studies", {"study": STUDY}) for _ in range(4)]
            assert [status for status, _ in asked] == [201, 201, 429, 429]
            assert [why["code"] for status, why in asked if status == 429] == ["too-many-studies", "flood"]

    asyncio.run(story())


def test_a_shared_study_survives_the_server(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, visiting(server, "Ana") as ana:
            saved = await ana.call("POST", "/api/studies", {"study": STUDY})
        async with serving(tmp_path) as server, visiting(server) as later:
            assert (await later.call("GET", f"/api/studies/{saved['id']}"))["study"]["title"] == "A start"

    asyncio.run(story())


@pytest.mark.one_database("postgres")
def test_studies_saved_at_two_servers_in_the_same_instant_are_all_listed(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as one, serving(tmp_path) as two, visiting(one, "Ana") as here:
            there = Visitor(two, here.session)
            asked = [who.call("POST", "/api/studies", {"study": STUDY}) for who in (here, there) * 4]
            saved = [study["id"] for study in await asyncio.gather(*asked)]
            assert sorted(await listed(there)) == sorted(saved)
            gone = zip((here, there) * 2, saved[::2], strict=True)
            await asyncio.gather(*(who.call("DELETE", f"/api/studies/{study}") for who, study in gone))
            assert sorted(await listed(here)) == sorted(saved[1::2])

    asyncio.run(story())


@live
async def test_a_study_that_is_saved_again_is_listed_once_and_the_last_one_can_go(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        saved = [(await ana.call("POST", "/api/studies", {"study": STUDY}))["id"] for _ in range(3)]
        await ana.call("POST", "/api/studies", {"study": STUDY, "id": saved[0]})
        assert sorted(await listed(ana)) == sorted(saved)
        for number, study in enumerate(saved, 1):
            await ana.call("DELETE", f"/api/studies/{study}")
            assert sorted(await listed(ana)) == sorted(saved[number:])
        again = await ana.call("POST", "/api/studies", {"study": STUDY})
        assert await listed(ana) == [again["id"]]


async def listed(visitor: Visitor) -> list[str]:
    return [one["id"] for one in (await visitor.call("GET", "/api/studies"))["studies"]]


@live
async def test_studies_are_among_what_is_kept_about_me_and_go_with_me(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as later:
        saved = await ana.call("POST", "/api/studies", {"study": STUDY})
        assert [one["title"] for one in (await ana.call("GET", "/api/me/export"))["studies"]] == ["A start"]
        await ana.call("DELETE", "/api/me", {})
        assert (await later.ask("GET", f"/api/studies/{saved['id']}"))[0] == 404


@live
async def test_a_table_is_studied_when_it_is_over_and_not_before(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        playing = await ana.table("xok", "me", "me")
        status, why = await ana.ask("GET", f"/api/studies/{playing}")
        assert (status, why["code"]) == (403, "hidden-until-over")
        over = await resigned(ana)
        told = await ana.call("GET", f"/api/studies/{over}")
        assert (told["match"], told["study"]["names"], told["mine"]) == (over, ["Ana", "Ana"], False)
        assert [move["text"] for move in told["study"]["moves"]] == ["e5e6"]
        assert (await ana.ask("GET", "/api/studies/nothing"))[0] == 404


@live
async def test_frames_come_many_at_once_and_through_one_seat_s_eyes(server: Server) -> None:
    async with visiting(server) as visitor:
        deal = [[-1, f"draw:{card}"] for card in ("4c", "6c", "Oc", "4c", "2c", "6p", "3p", "2p", "7p", "6p")]
        asked = {"game": "crabs", "events": deal, "since": 4}
        open_, own = [await visitor.call("POST", "/api/frames", asked | more) for more in ({}, {"viewer": 1})]
        assert len(open_["frames"]) == len(own["frames"]) == 7
        assert open_["frames"][-1]["scene"]["seats"][0]["hand"] is not None
        assert own["frames"][-1]["scene"]["seats"][0]["hand"] is None
        assert all(len(frame["lines"]) == 1 for frame in open_["frames"])
        assert "draw:4c" in {frame["lines"][0]["text"] for frame in open_["frames"]}
        assert "4c" not in str([frame["lines"] for frame in own["frames"]])
        one = await visitor.call("POST", "/api/positions", {"game": "crabs", "events": deal, "viewer": 1})
        assert one["frame"]["scene"] == own["frames"][-1]["scene"]
        for path in ("/api/frames", "/api/positions"):
            status, why = await visitor.ask("POST", path, {"game": "crabs", "events": deal, "viewer": 2})
            assert (status, why["code"]) == (400, "no-such-seat")


@live
async def test_what_was_played_here_is_counted_public_for_all_and_private_for_its_people(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Théo") as theo:
        await resigned(ana)
        await resigned(ana, public=True)
        asked = {"game": "xok", "seat": 0}
        for visitor, many in ((ana, 2), (theo, 1)):
            told = await visitor.call("POST", "/api/explorer", asked)
            assert (told["here_matches"], told["here"][0]["count"], told["here"][0]["score"]) == (many, many, 1.0)
            assert told["here"][0]["en"] == "White lays two fish on e5 and e6."
            assert told["machine_matches"] >= 200
            assert sum(move["count"] for move in told["machines"]) > 0
        await resigned(ana)
        assert (await ana.call("POST", "/api/explorer", asked))["here_matches"] == 3


@live
async def test_neither_machine_nor_explorer_helps_against_people_by_the_text_of_a_position(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Théo") as theo, theo.connect() as socket:
        table, line = await ana.table("xok", "me", "open"), Line(socket)
        await line.send(wire.Sit(table, "s", 1))
        await line.next(wire.Ack)
        await ana.call("POST", f"/api/tables/{table}/moves", {"seat": 0, "move": "e5e6", "id": "m"})
        told = await theo.call("POST", "/api/positions", {"game": "xok", "events": [[0, "e5e6"]]})
        for asked in (
            {"game": "xok", "position": told["position"], "seat": 1},
            {"game": "xok", "position": told["position"], "events": [[1, "c3c4"]], "seat": 0},
            {"game": "xok", "events": [[0, "e5e6"]], "seat": 1},
        ):
            for path in ("/api/evaluations", "/api/explorer"):
                status, why = await theo.ask("POST", path, asked)
                assert (status, why["code"]) == (403, "not-against-people"), (path, asked)


@live
async def test_nor_does_the_review_of_a_record_that_is_said_to_be_over(server: Server) -> None:
    """Brought as a match that somebody gave up, one move further than the one that goes on."""
    async with visiting(server, "Ana") as ana, visiting(server, "Théo") as theo, theo.connect() as socket:
        table, line = await ana.table("xok", "me", "open"), Line(socket)
        await line.send(wire.Sit(table, "s", 1))
        await line.next(wire.Ack)
        await ana.call("POST", f"/api/tables/{table}/moves", {"seat": 0, "move": "e5e6", "id": "m"})
        given_up = Ending((0,), (0, 0), "resigned", 1)
        for events in ([(0, "e5e6")], [(0, "e5e6"), (1, "c3c4")]):
            record = to_json(MatchRecord("xok", 2, {}, events, rules=2, result=given_up))
            status, why = await theo.ask("POST", "/api/records", data=record)
            assert (status, why["code"]) == (403, "not-against-people"), events
        elsewhere = to_json(MatchRecord("xok", 2, {}, [(0, "a1a2"), (1, "c3c4")], rules=2, result=given_up))
        assert (await theo.ask("POST", "/api/records", data=elsewhere))[0] == 403
        await line.send(wire.Resign(table, "r", 1))
        await line.next(wire.Ack)
        assert (await theo.ask("POST", "/api/records", data=elsewhere))[0] == 201


@live
async def test_a_match_that_was_given_up_can_be_brought_from_its_study(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        told = await ana.call("GET", f"/api/studies/{await resigned(ana)}")
        assert told["study"]["result"]["reason"] == "resigned"
        again = await ana.call("POST", "/api/studies/read", {"source": told["json"]})
        brought = await ana.call("POST", "/api/records", data=again["text"])
        assert (brought["brought"], brought["result"]["reason"]) == (True, "resigned")
        assert [(seat["kind"], seat["person"]["name"]) for seat in brought["seats"]] == [("person", "Ana")] * 2
        nameless = to_json(
            MatchRecord("xok", 2, {}, [(0, "a1a2")], rules=2, result=Ending((0,), (0, 0), "resigned", 1))
        )
        seats = (await ana.call("POST", "/api/records", data=nameless))["seats"]
        assert [(seat["kind"], seat["person"], seat["level"]) for seat in seats] == [("person", None, 0)] * 2


def test_other_sites_may_frame_an_embedded_study_and_nothing_else(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html>client")

    async def story() -> None:
        async with serving(tmp_path, static=static) as server, visiting(server) as visitor:
            for path, ancestors in (("/embed/study/x", "*"), ("/study/x", "'none'"), ("/study/embed/", "'none'")):
                async with visitor.session.get(visitor.origin + path) as page:
                    assert f"frame-ancestors {ancestors}" in page.headers["Content-Security-Policy"]

    asyncio.run(story())


@live
async def test_choices_made_at_once_are_told_with_the_last_of_them(server: Server) -> None:
    async with visiting(server) as visitor:
        deal: list[tuple[int, str]] = []
        while luck := (await visitor.call("POST", "/api/positions", {"game": "kroc", "events": deal}))["luck"]:
            deal.append((-1, next(iter(luck))))
        place = await visitor.call("POST", "/api/positions", {"game": "kroc", "events": deal})
        choices = [(seat, place["frame"]["moves"][str(seat)][0]["text"]) for seat in place["waiting"]]
        asked = {"game": "kroc", "events": deal + choices}
        for since in (len(deal), len(deal) + len(choices)):
            frames = (await visitor.call("POST", "/api/frames", asked | {"since": since}))["frames"]
            assert [line["seat"] for line in frames[-1]["lines"]] == place["waiting"]
        frames = (await visitor.call("POST", "/api/frames", asked | {"since": len(deal)}))["frames"]
        assert [len(frame["lines"]) for frame in frames] == [1, *[0] * (len(choices) - 1), len(choices)]
