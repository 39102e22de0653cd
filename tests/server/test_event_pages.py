"""Events over HTTP, with the process that pairs: from the announcement to a file that `recif verify` accepts."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from recif.server.app import Server
from tests.cli.test_event import verify
from tests.patience import until
from tests.server.live import GENEROUS, Line, Visitor, live, serving, visiting

pytestmark = pytest.mark.one_database("sqlite")
PLAN = {"name": "Friday", "form": "swiss", "games": [{"game": "xok"}], "rounds": 1, "pause": 0, "listed": True}
SELDOM = 1e-6  # a second: no more than what is allowed at once


async def act(visitor: Visitor, event: str, name: str, **told: Any) -> Any:
    return await visitor.call("POST", f"/api/events/{event}/acts", {"act": name, **told})


@live
async def test_an_evening_by_the_pages_alone(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Ben") as ben:
        event = (await ana.call("POST", "/api/events", PLAN))["event"]
        assert [one["event"] for one in (await ben.call("GET", "/api/events"))["coming"]] == [event]
        for visitor in (ana, ben):
            joined = await act(visitor, event, "join", number="7")
            assert joined["me"]["state"] == "joined"
        info = await act(ana, event, "pairround")
        assert info["status"] == "running"

        async def mine() -> Any:
            return (await ben.call("GET", f"/api/events/{event}"))["me"]["matchup"]

        while (shown := await mine())["state"] != "playing":
            pass
        seat = shown["people"].index((await ben.call("GET", "/api/me"))["person"]["id"])
        async with ben.connect() as socket:
            await Line(socket).say("resign", table=shown["table"], id="r", seat=seat)
            await until(lambda: server.registry.audiences[shown["table"]].live.row.status == "over")
        while (info := await ana.call("GET", f"/api/events/{event}"))["status"] != "over":
            pass
        names = [info["names"][line["person"]]["name"] for line in info["lines"]]
        assert names == ["Ana", "Ben"]
        log = await ben.call("GET", f"/api/events/{event}/log")
        assert log["lines"][0]["kind"] == "ended"
        async with ana.session.get(f"{ana.origin}/api/events/{event}/export?form=json") as answer:
            file = Path(server.settings.database).with_name("friday.json")
            file.write_bytes(await answer.read())
        key = (await ana.call("GET", "/api/key"))["key"]
    assert verify(file, "--key", key) == 0


def test_nobody_tries_all_codes_of_an_event(tmp_path: Path) -> None:
    async def whole() -> None:
        limits = replace(GENEROUS, codes=(SELDOM, 2))
        async with serving(tmp_path, limits) as server, visiting(server, "Ana") as ana, visiting(server, "Eve") as eve:
            event = (await ana.call("POST", "/api/events", PLAN | {"entry": "code", "code": "crabe"}))["event"]

            async def tries(code: str) -> str:
                _, told = await eve.ask("POST", f"/api/events/{event}/acts", {"act": "join", "code": code})
                return str(told.get("code", ""))

            assert [await tries("") for _ in range(3)] == ["event-wrong-code"] * 3  # that is no guess
            assert [await tries(code) for code in ("ourse", "poule")] == ["event-wrong-code"] * 2
            assert await tries("homard") == "too-many-codes"
            assert await tries("Crabe ") == ""  # who knows it comes in

    asyncio.run(whole())


def test_a_wall_clock_that_is_set_anew_during_an_evening_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An hour ahead, as when a laptop finds the time, then an hour back: nobody is late, and rounds go on."""

    async def whole() -> None:
        async with (
            serving(tmp_path, GENEROUS) as server,
            visiting(server, "Ana") as ana,
            visiting(server, "Ben") as ben,
        ):
            event = (await ana.call("POST", "/api/events", PLAN | {"patience": 20}))["event"]
            for visitor in (ana, ben):
                await act(visitor, event, "join")
            await act(ana, event, "pairround")
            leading = server.dispatcher.leading
            now, wall, wall_ns = server.now(), time.time, time.time_ns
            for ahead in (3600, -3600):
                monkeypatch.setattr(time, "time", lambda ahead=ahead: wall() + ahead)
                monkeypatch.setattr(time, "time_ns", lambda ahead=ahead: wall_ns() + ahead * 10**9)
                looks = leading._ticks
                await until(lambda looks=looks: leading._ticks > looks + 2)  # type: ignore[misc]
            assert now < server.now() < now + 3_600_000
            shown = (await ben.call("GET", f"/api/events/{event}"))["me"]["matchup"]
            assert shown["state"] == "playing"

    asyncio.run(whole())
