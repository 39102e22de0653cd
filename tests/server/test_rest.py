"""The REST pages: games, rules, tables, records, positions, static files, and the example bot."""

import asyncio
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from recif.server.app import PAGES, Server
from recif.server.messages import wire
from tests.server.live import Line, Visitor, live, serving, visiting

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@live
async def test_the_games_tell_their_options_and_levels(server: Server) -> None:
    async with visiting(server) as visitor:
        games = await visitor.call("GET", "/api/games")
        xok = next(game for game in games if game["id"] == "xok")
        assert xok["options"][0]["values"] == [5, 4]
        assert [level["level"] for level in xok["levels"]][:3] == [1, 2, 3]
        assert (await visitor.ask("GET", "/api/games/chess"))[0] == 404
        page = await visitor.call("GET", "/api/games/xok/rules?language=fr")
        assert page["markdown"].startswith("# ")
        assert (await visitor.ask("GET", "/api/games/xok/rules?language=de"))[0] == 400


@live
async def test_a_position_is_studied(server: Server) -> None:
    async with visiting(server) as visitor:
        told = await visitor.call("POST", "/api/positions", {"game": "xok", "events": [[0, "e5e6"]]})
        assert told["waiting"] == [1]
        assert len(told["frame"]["moves"]["1"]) > 100
        told = await visitor.call("POST", "/api/positions", {"game": "kroc"})
        assert round(sum(told["luck"].values()), 6) == 1
        old = {"game": "xok", "rules": 1, "events": [[0, "a1a2"], [1, "a1*w"]]}
        assert (await visitor.call("POST", "/api/positions", old))["position"] == "5 w a2 a1*w @1"
        status, why = await visitor.ask("POST", "/api/positions", {"game": "xok", "events": [[0, "z9z9"]]})
        assert (status, why["code"]) == (400, "off-the-board")


@live
async def test_the_machine_thinks_of_a_position_from_what_a_seat_may_know(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        asked = {"game": "xok", "options": {"side": 4}, "events": [[0, "d4d5"]], "seat": 1, "level": 1}
        told = await ana.call("POST", "/api/evaluations", asked)
        legal = (await ana.call("POST", "/api/positions", asked))["frame"]["moves"]["1"]
        assert {hint["text"] for hint in told["hints"]} <= {move["text"] for move in legal}
        assert round(sum(told["worth"]), 6) == 1
        for change, code in (({"seat": 0}, "no-such-seat"), ({"level": 12}, "no-such-level")):
            status, why = await ana.ask("POST", "/api/evaluations", asked | change)
            assert (status, why["code"]) == (400, code)


@live
async def test_the_machine_thinks_of_one_question_at_a_time_for_a_person(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        asked = {"game": "xok", "seat": 0, "level": 1}
        answers = await asyncio.gather(*(ana.ask("POST", "/api/evaluations", asked) for _ in range(4)))
        assert sorted(status for status, _ in answers) == [200, 429, 429, 429]
        assert [told["code"] for status, told in answers if status == 429] == ["busy"] * 3
        assert (await ana.ask("POST", "/api/evaluations", asked))[0] == 200


@live
async def test_a_refusal_does_not_send_back_at_length_what_was_sent(server: Server) -> None:
    async with visiting(server) as visitor:
        wish = {"game": "xok", "options": {"side": "x" * 100_000}}
        status, why = await visitor.ask("POST", "/api/positions", wish)
        assert (status, why["code"]) == (400, "bad-option")
        assert why["en"].startswith("option side cannot be 'xxx")
        assert why["en"].endswith("choose one of: 5, 4")
        assert len(why["fr"]) + len(why["en"]) < 2_000


async def finished(ana: Visitor, game: str = "kroc") -> str:
    """A match of one person on one screen, played to its end."""
    table = await ana.table(game, "me", "me", number="7")
    async with ana.connect() as socket:
        line = Line(socket)
        await line.send(wire.Follow(table, detail="none"))
        now = (await line.next(wire.Table)).now
        while now.result is None:
            await line.send(wire.Ask(table, "q", "moves", now.waiting[0]))
            moves = (await line.next(wire.Told)).moves
            await line.play(table, now.waiting[0], moves[0].text)
            now = (await line.next(wire.Changed)).now
    return table


def test_a_record_downloads_and_comes_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, visiting(server, "Ana") as ana:
            table = await finished(ana)
            record = await ana.call("GET", f"/api/tables/{table}/record")
            text = await ana.call("GET", f"/api/tables/{table}/record?form=text")
            for body in (json.dumps(record).encode(), text):
                again = await ana.call("POST", "/api/records", data=body, headers={"Content-Type": "text/plain"})
                assert again["result"] == (await ana.call("GET", f"/api/tables/{table}"))["result"]
                page = await ana.call("GET", f"/api/matches/{again['match']}")
                assert [(line["seat"], line["text"]) for line in page["log"]] == list(map(tuple, record["events"]))

    asyncio.run(story())


@live
async def test_a_record_is_secret_until_the_end(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        table = await ana.table("kroc", "me", "me")
        status, why = await ana.ask("GET", f"/api/tables/{table}/record")
        assert (status, why["code"]) == (403, "hidden-until-over")


@live
async def test_a_bad_record_is_refused(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        for body in (b"", b"{", b'[Game "xok"]', b'{"game":"xok","seats":2,"options":{},"events":[[0,"z"]]}', b"\xff"):
            status, _ = await ana.ask("POST", "/api/records", data=body, headers={"Content-Type": "text/plain"})
            assert status == 400, body


@live
async def test_a_move_without_a_socket(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        table = await ana.table("xok", "me", "me")
        body = {"seat": 0, "move": "e5e6", "id": "one"}
        first = await ana.call("POST", f"/api/tables/{table}/moves", body)
        assert await ana.call("POST", f"/api/tables/{table}/moves", body) == first
        assert (await ana.call("GET", f"/api/tables/{table}"))["events"] == 1


def test_the_client_is_served_with_care(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>client")
    (static / "assets" / "app-1a2b.js").write_text("1")

    async def story() -> None:
        async with serving(tmp_path, static=static) as server, visiting(server) as visitor:
            async with visitor.session.get(f"{visitor.origin}/t/abc") as page:
                assert await page.text() == "<!doctype html>client"
                assert page.headers["Cache-Control"] == "no-cache"
                assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
                assert page.headers["X-Content-Type-Options"] == "nosniff"
            async with visitor.session.get(f"{visitor.origin}/assets/app-1a2b.js") as script:
                assert "immutable" in script.headers["Cache-Control"]
            status, why = await visitor.ask("GET", "/assets/none.js")
            assert (status, why["code"]) == (404, "no-such-page")

    asyncio.run(story())


def test_without_a_built_client_a_page_says_how_to_build_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, static=tmp_path / "nothing") as server, visiting(server) as visitor:
            page = (await visitor.call("GET", "/")).decode()
            assert page.count("make web") == 2  # in French and in English

    asyncio.run(story())


@live
async def test_health_and_figures(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        assert (await ana.call("GET", "/health"))["status"] == "ok"
        lines = (await ana.call("GET", "/metrics")).decode().splitlines()
    assert "recif_moves_total 0" in lines
    for says, kind, figure in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        name, _ = figure.split()
        assert says.startswith(f"# HELP {name} ")
        assert kind in (f"# TYPE {name} counter", f"# TYPE {name} gauge")


@live
async def test_wrong_paths_and_methods_are_told_like_everything_else(server: Server) -> None:
    async with visiting(server) as visitor:
        status, why = await visitor.ask("DELETE", "/api/games")
        assert (status, why["code"]) == (405, "wrong-method")
        status, why = await visitor.ask("GET", "/api/nothing")
        assert (status, why["code"]) == (404, "no-such-page")
        assert set(why) == {"code", "fr", "en", "rule", "cells", "match"}


@live
async def test_every_page_is_in_the_openapi_page(server: Server) -> None:
    async with visiting(server) as visitor:
        described = await visitor.call("GET", "/api/openapi.json")
        assert described["openapi"] == "3.1.0"
        for page in PAGES:
            assert page.method.lower() in described["paths"][page.path], page


def example_bot() -> Any:
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec
    assert spec.loader
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    return bot


@live
async def test_the_example_bot_plays_a_table_to_its_end(server: Server) -> None:
    bots = example_bot()
    async with visiting(server, "Ana") as ana, visiting(server, "Eve") as eve:
        token = (await ana.call("POST", "/api/tokens", {"label": "bot"}))["secret"]
        table = await ana.table("kroc", "me", "open")
        one = bots.Bot(ana.session, ana.origin, token)
        two = bots.Bot(eve.session, eve.origin)
        results = await asyncio.gather(one.play(table), two.play(table))
        assert results[0] == results[1]
        assert results[0]["reason"] == "over"


@live
async def test_the_example_bot_says_why_it_cannot_play(server: Server) -> None:
    bots = example_bot()
    async with visiting(server, "Ana") as ana:
        table = await ana.table("xok", "me", "machine")
        for token, code, says in (
            ("", "nowhere", "There is no such table"),
            ("nonsense", table, "is the token right"),
        ):
            with pytest.raises(SystemExit, match=says):
                await bots.Bot(ana.session, ana.origin, token).play(code)
        async with visiting(server, "Eve") as eve:
            with pytest.raises(SystemExit, match="no seat is open"):
                await bots.Bot(eve.session, eve.origin).play(table)


def test_a_defect_is_told_in_the_same_form_and_without_its_insides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise RuntimeError("secret insides")

    @live
    async def story(server: Server) -> None:
        monkeypatch.setattr(server.registry.lobby, "listing", broken)
        async with visiting(server) as ana:
            status, why = await ana.ask("GET", "/api/tables")
        assert (status, why["code"]) == (500, "defect")
        assert "secret" not in str(why)

    story(tmp_path)
    assert "secret insides" in caplog.text
