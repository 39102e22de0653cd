"""The REST pages of the lessons, and a server that does not start with a broken one."""

from pathlib import Path

import pytest

from recif.games import GAMES
from recif.school.lessons import lesson_of
from recif.server.app import BAD_LESSON, Server
from tests.games.copies import copy_of_sources, edit, python
from tests.server.live import live, visiting

pytestmark = pytest.mark.one_database("sqlite")
XOK = Path("src") / "recif" / "games" / "xok" / "lessons.toml"


@live
async def test_the_steps_of_a_lesson_are_told_as_boards_draw_them(server: Server) -> None:
    async with visiting(server) as visitor:
        lessons = await visitor.call("GET", "/api/lessons")
        assert [lesson["game"] for lesson in lessons] == [game.id for game in GAMES.values() if lesson_of(game)]
        for lesson in lessons:
            page = await visitor.call("GET", f"/api/lessons/{lesson['game']}?language=en")
            assert len(page["steps"]) == lesson["steps"]
            assert lesson["ideas"], "every lesson teaches ideas that hints and puzzles speak of"
            assert all(step["frames"][-1]["moves"] and step["says"]["fr"] for step in page["steps"])
            assert all(frame["scene"] for step in page["steps"] for frame in step["frames"])


@live
async def test_a_move_is_tried_judged_and_answered(server: Server) -> None:
    async with visiting(server) as visitor:
        path = "/api/lessons/xok/3"
        wrong = await visitor.call("POST", path, {"moves": ["a1a2"], "language": "en"})
        assert (wrong["verdict"], wrong["frames"]) == ("wrong", [])
        assert wrong["says"]["en"].startswith("You laid fish.")
        illegal = await visitor.call("POST", path, {"moves": ["a1*ne"]})
        assert (illegal["verdict"], illegal["rule"]) == ("wrong", "2")
        done = await visitor.call("POST", path, {"moves": ["c5*ne"]})
        assert (done["verdict"], len(done["frames"])) == ("done", 1)
        assert done["frames"][0]["lines"][0]["text"] == "c5*ne"
        shown = await visitor.call("POST", path, {"moves": [], "show": True})
        assert (shown["verdict"], shown["tried"]) == ("done", "c5*ne")


@live
async def test_a_machine_answers_until_the_match_is_over(server: Server) -> None:
    async with visiting(server) as visitor:
        moves: list[str] = []
        answer = {"verdict": "on"}
        while answer["verdict"] == "on":
            answer = await visitor.call("POST", "/api/lessons/urchins/8", {"moves": moves, "show": True})
            moves.append(answer["tried"])
        assert answer["verdict"] == "done"
        assert len(moves) > 1


@live
async def test_no_hidden_card_is_in_a_lesson(server: Server) -> None:
    """The octopus side is dealt 8p, 2p, 10p, 3p and 9p; only what it plays is seen."""
    async with visiting(server) as visitor:
        step = (await visitor.call("GET", "/api/lessons/crabs?language=en"))["steps"][5]
        assert all(frame["scene"]["seats"][1]["hand"] is None for frame in step["frames"])
        told = str(step["frames"])
        assert "3p" not in told.replace("13p", "")


@live
async def test_bad_questions_are_refused(server: Server) -> None:
    async with visiting(server) as visitor:
        for path in ("nothing/1", "xok/0", "xok/99", "xok/x", "xok/" + "9" * 50, "xok/0071", "xok/²"):
            status, why = await visitor.ask("POST", f"/api/lessons/{path}", {"moves": ["a1a2"]})
            assert (status, why["code"]) == (404, "no-such-lesson"), path
        assert (await visitor.ask("GET", "/api/lessons/nothing"))[0] == 404
        for body in ({}, {"moves": "a1"}, {"moves": ["a"] * 500}, {"moves": ["a" * 500]}, {"language": "de"}):
            assert (await visitor.ask("POST", "/api/lessons/xok/1", body))[0] == 400, body
        spoilt = {"moves": ["nonsense", "a1a2"]}
        for step, show, code in ((8, False, "not-a-move"), (8, True, "not-a-move"), (2, True, "one-move")):
            status, why = await visitor.ask("POST", f"/api/lessons/xok/{step}", spoilt | {"show": show})
            assert (status, why["code"]) == (400, code)
        won: dict[str, list[str]] = {"moves": []}
        while (answer := await visitor.call("POST", "/api/lessons/xok/8", won | {"show": True}))["verdict"] == "on":
            won["moves"].append(answer["tried"])
        won["moves"].append(answer["tried"])
        status, why = await visitor.ask("POST", "/api/lessons/xok/8", won | {"show": True})
        assert (status, why["code"]) == (400, "game-over")


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ("goal = { any = true }", "gaol = { any = true }", 1, "lessons.toml, line 7: step 1: badly written"),
        ('"5 w e5,e6 g7,g8"', '"5 w e5,e5 g7,g8"', BAD_LESSON, "lessons.toml, line 11: step 2: "),
    ],
    ids=["what cannot be read", "what the rules refuse"],
)
def test_a_server_with_a_broken_lesson_says_where_and_does_not_stay(
    old: str, new: str, code: int, says: str, tmp_path: Path
) -> None:
    house = copy_of_sources(tmp_path)
    edit(house / XOK, old, new)
    database = str(tmp_path / "recif.sqlite")
    run = python(house, "-m", "recif", "serve", "--port", "0", "--database", database, RECIF_LANGUAGE="en")
    assert run.returncode == code, run.stderr
    assert says in run.stderr
