"""Puzzles over REST: nothing is remembered, and no solution is told before it is found or asked for."""

from typing import Any

from recif.school.puzzles import judging
from recif.school.puzzles.files import all_puzzles, puzzle_named
from recif.server.app import Server
from tests.server.live import Visitor, live, visiting


def one_of(game: str, decisions: int = 1) -> str:
    return next(p.name for p in all_puzzles().values() if p.game.id == game and p.decisions >= decisions)


async def tried(visitor: Visitor, name: str, found: int, move: str) -> Any:
    body = {"found": found, "move": move, "language": "en"}
    return await visitor.call("POST", f"/api/puzzles/{name}/tries", body)


@live
async def test_the_shelf_lists_all_puzzles_and_the_one_of_the_day_but_no_solution(server: Server) -> None:
    async with visiting(server) as visitor:
        shelf = await visitor.call("GET", "/api/puzzles")
        assert {one["puzzle"] for one in shelf["puzzles"]} == set(all_puzzles())
        assert shelf["daily"] in all_puzzles()
        assert set(shelf["puzzles"][0]) == {"puzzle", "game", "grade", "themes", "decisions"}
        themes = {one["game"]: {theme["id"] for theme in one["themes"]} for one in shelf["games"]}
        assert all(set(one["themes"]) <= themes[one["game"]] for one in shelf["puzzles"])


@live
async def test_a_puzzle_is_shown_as_its_seat_sees_it(server: Server) -> None:
    name = one_of("crabs")
    async with visiting(server) as visitor:
        view = await visitor.call("GET", f"/api/puzzles/{name}?language=fr")
        assert view["frame"]["scene"]["seats"][1 - view["seat"]]["hand"] is None
        assert view["frame"]["scene"]["seats"][view["seat"]]["hand"]
        asked = judging.decision(puzzle_named(name), 0)
        assert {offer["text"] for offer in view["frame"]["moves"][str(view["seat"])]} == set(
            asked.position.moves(asked.seat)
        )
        assert view["frame"]["lines"] == []
        assert set(view) == {"info", "seat", "frame"}


@live
async def test_every_decision_is_judged_and_the_reply_is_played_out(server: Server) -> None:
    name = one_of("kroc", decisions=2)
    puzzle = puzzle_named(name)
    async with visiting(server) as visitor:
        for found in range(puzzle.decisions):
            told = await tried(visitor, name, found, judging.decision(puzzle, found).event.text)
            assert told["right"]
            assert len(told["frames"]) == len(judging.played_out(puzzle, found))
            is_last = found + 1 == puzzle.decisions
            assert told["found"] == found + 1
            assert ("moves" not in told["frames"][-1]) == is_last


@live
async def test_a_try_that_is_not_right_is_told_what_would_be_answered(server: Server) -> None:
    name = one_of("crocodiles")
    asked = judging.decision(puzzle_named(name), 0)
    wrong = next(text for text in asked.position.moves(asked.seat) if not judging.is_right(puzzle_named(name), 0, text))
    async with visiting(server) as visitor:
        told = await tried(visitor, name, 0, wrong)
        assert not told["right"]
        assert "moves" not in told["frames"][-1]
        assert told["frames"][0]["lines"][0]["text"] == wrong
        assert 0 <= told["chances"][0] < told["chances"][1]


@live
async def test_whoever_gives_up_is_told_the_solution(server: Server) -> None:
    name = one_of("xok")
    async with visiting(server) as visitor:
        told = await visitor.call("POST", f"/api/puzzles/{name}/solution", {"found": 0})
        assert told["frames"][0]["lines"][0]["text"] == judging.decision(puzzle_named(name), 0).event.text


@live
async def test_bad_questions_are_refused_in_words(server: Server) -> None:
    name = one_of("xok")
    async with visiting(server) as visitor:
        assert (await visitor.ask("GET", "/api/puzzles/xok-zzzzz"))[0] == 404
        assert (await visitor.ask("GET", f"/api/puzzles/{name}?language=de"))[0] == 400
        body = {"found": 0, "move": "z9z9"}
        status, why = await visitor.ask("POST", f"/api/puzzles/{name}/tries", body)
        assert (status, why["code"]) == (400, "off-the-board")
        for page in ("tries", "solution"):
            status, why = await visitor.ask("POST", f"/api/puzzles/{name}/{page}", {"found": 7, "move": "e5e6"})
            assert (status, why["code"]) == (400, "no-such-decision")
