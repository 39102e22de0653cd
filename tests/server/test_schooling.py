"""What an account has learned follows it from device to device, and nothing is lost when devices meet."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from recif.school.puzzles import judging
from recif.school.puzzles.files import all_puzzles
from recif.school.puzzles.puzzle import Puzzle
from recif.server.app import Server
from recif.server.messages.bodies.school import LearnBody
from tests.server.live import GENEROUS, Visitor, live, serving, visiting
from tests.server.test_people import PASSWORD
from tests.server.work import LONGEST, Counted, counted, limit_of

FIRST, SECOND, THIRD = list(all_puzzles())[:3]
TODAY_AT_MOST = 1 << 52


async def account(visitor: Visitor, name: str) -> None:
    await visitor.call("POST", "/api/account", {"name": name, "password": PASSWORD})


async def learn(visitor: Visitor, **told: Any) -> Any:
    return await visitor.call("POST", "/api/me/learned", told)


def tries(learned: Any) -> list[tuple[str, bool]]:
    return [(one["puzzle"], one["solved"]) for one in learned["tries"]]


@live
async def test_two_devices_of_an_account_know_what_each_has_learned(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Ana too") as laptop:
        await account(ana, "Ana")
        await learn(ana, lessons={"xok": [1, 2]}, tries=[(FIRST, True, 1_000), (SECOND, False, 3_000)], storms={"": 7})
        await laptop.call("POST", "/api/session", {"name": "Ana", "password": PASSWORD})
        told = await learn(laptop, lessons={"xok": [2, 3], "kroc": [1]}, tries=[(THIRD, True, 2_000)], storms={"": 4})
        assert told["lessons"] == {"xok": [1, 2, 3], "kroc": [1]}
        assert tries(told) == [(FIRST, True), (THIRD, True), (SECOND, False)]
        assert told["storms"] == {"": 7}
        assert await learn(ana) == told
        puzzle = all_puzzles()[FIRST]
        assert (told["tries"][0]["game"], told["tries"][0]["grade"]) == (puzzle.game.id, puzzle.grade)


@live
async def test_the_first_try_counts_whichever_device_tells_of_it_first(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        await account(ana, "Ana")
        await learn(ana, tries=[(FIRST, True, 5_000), (SECOND, True, 1_000)])
        told = await learn(ana, tries=[(FIRST, False, 2_000), (SECOND, False, 9_000)])
        assert tries(told) == [(SECOND, True), (FIRST, False)]


@live
async def test_what_there_is_not_is_left_out_and_nobody_learns_tomorrow(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        await account(ana, "Ana")
        told = await learn(
            ana,
            lessons={"xok": [1, 99], "chess": [1]},
            tries=[("no such puzzle", True, 1), (FIRST, True, TODAY_AT_MOST)],
            days=[3, 999_999_999],
            storms={"chess": 3, "xok": 2},
        )
        assert (told["lessons"], tries(told), told["days"]) == ({"xok": [1]}, [(FIRST, True)], [])
        assert told["storms"] == {"xok": 2}
        assert told["tries"][0]["at"] < TODAY_AT_MOST
        status, why = await ana.ask("POST", "/api/me/learned", {"tries": [[FIRST, "yes", 1]]})
        assert (status, why["code"]) == (400, "bad-message")


@live
async def test_guests_keep_theirs_on_the_device(server: Server) -> None:
    async with visiting(server, "Ana") as guest, visiting(server) as nobody:
        status, why = await guest.ask("POST", "/api/me/learned", {"lessons": {"xok": [1]}})
        assert (status, why["code"]) == (409, "no-account")
        assert (await nobody.ask("POST", "/api/me/learned", {}))[0] == 401


@live
async def test_what_a_device_tells_is_its_owners_until_the_account_is_deleted(
    server: Server,
) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Theo") as theo:
        await account(ana, "Ana")
        learned = await learn(ana, lessons={"xok": [1, 2]}, tries=[(FIRST, True, 1_000)], storms={"": 10_000})
        for visitor, done in ((theo, 0), (ana, 2)):
            profile = await visitor.call("GET", "/api/people/Ana/profile")
            assert profile["lessons"].get("xok", [0])[0] == done
            assert profile["tries"] == []
        assert (await ana.call("GET", "/api/me/export"))["learned"] == learned
        me = (await ana.call("GET", "/api/me"))["person"]["id"]
        await ana.call("DELETE", "/api/me", {"password": PASSWORD})
        assert await server.registry.store.learned(me) == []


def some(decisions: int) -> Puzzle:
    return next(
        puzzle for puzzle in all_puzzles().values() if puzzle.decisions == decisions and puzzle.game.id == "xok"
    )


async def solved(visitor: Visitor) -> list[bool]:
    return [one["solved"] for one in (await visitor.call("GET", "/api/people/Ana/profile"))["tries"]]


async def attempt(visitor: Visitor, puzzle: Puzzle, found: int) -> None:
    right = judging.decision(puzzle, found).event.text
    await visitor.call("POST", f"/api/puzzles/{puzzle.name}/tries", {"found": found, "move": right})


@live
async def test_a_profile_tells_of_puzzles_that_the_server_has_judged(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        await account(ana, "Ana")
        puzzle = some(2)
        await attempt(ana, puzzle, 1)  # the last decision alone is not the puzzle
        assert await solved(ana) == []
        await attempt(ana, puzzle, 0)
        assert await solved(ana) == []
        await attempt(ana, puzzle, 1)
        assert await solved(ana) == [True]
        await ana.call("POST", f"/api/puzzles/{puzzle.name}/solution", {"found": 0})
        assert await solved(ana) == [True]  # it is found already


@live
async def test_whoever_looks_at_the_solution_first_has_not_solved_it(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        await account(ana, "Ana")
        puzzle = some(1)
        await ana.call("POST", f"/api/puzzles/{puzzle.name}/solution", {"found": 0})
        await attempt(ana, puzzle, 0)
        assert await solved(ana) == [False]


@pytest.mark.parametrize("is_known", [False, True])
def test_all_that_a_device_may_tell_of_at_once_is_written_in_slices(tmp_path: Path, is_known: bool) -> None:
    """Once it is known, it is not written again."""
    today = int(time.time()) // 86_400
    most = {name: limit_of(LearnBody, name) for name in ("tries", "days")}
    names = list(all_puzzles())
    tries = [(names[n % len(names)], bool(n % 2), 10**6 - n) for n in range(most["tries"])]
    told = {"tries": tries, "days": [today - n for n in range(most["days"])]}

    async def story(here: Counted) -> None:
        async with visiting(here.server, "Ana") as ana:
            await account(ana, "Ana")
            if is_known:
                await learn(ana, **told)
            here.counter.reset()
            learned = await learn(ana, **told)
            assert len(learned["tries"]) == min(len(names), most["tries"])
            assert len(learned["days"]) == most["days"]

    with counted(tmp_path) as here:
        asyncio.run(story(here))
        assert here.counter.done.longest <= LONGEST


def test_what_is_learned_is_charged_by_its_rows(tmp_path: Path) -> None:
    async def story() -> None:
        limits = replace(GENEROUS, person_requests=(1e-9, 40))
        async with serving(tmp_path, limits) as server, visiting(server, "Ana") as ana:
            await account(ana, "Ana")
            days = [int(time.time()) // 86_400 - n for n in range(2_000)]
            assert len((await learn(ana, days=days))["days"]) == 2_000
            assert (await ana.ask("GET", "/api/me"))[0] == 429

    asyncio.run(story())
