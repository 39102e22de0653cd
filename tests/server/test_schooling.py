"""What an account has learned follows it from device to device, and nothing is lost when devices meet."""

from typing import Any

from recif.school.puzzles.files import all_puzzles
from recif.server.app import Server
from tests.server.live import Visitor, live, visiting
from tests.server.test_people import PASSWORD

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
async def test_a_profile_and_the_export_tell_of_it_until_the_account_is_deleted(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Theo") as theo:
        await account(ana, "Ana")
        learned = await learn(ana, lessons={"xok": [1, 2]}, tries=[(FIRST, True, 1_000)])
        profile = await theo.call("GET", "/api/people/Ana/profile")
        assert profile["lessons"]["xok"][0] == 2 < profile["lessons"]["xok"][1]
        assert [one["solved"] for one in profile["tries"]] == [True]
        assert "puzzle" not in profile["tries"][0]  # which ones is nobody else's business
        assert (await ana.call("GET", "/api/me/export"))["learned"] == learned
        me = (await ana.call("GET", "/api/me"))["person"]["id"]
        await ana.call("DELETE", "/api/me", {"password": PASSWORD})
        assert await server.registry.store.learned(me) == []
