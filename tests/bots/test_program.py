"""A program in a process of its own: what it is told, what it may say, and what happens when it misbehaves."""

import json
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from recif.bots.program import Fault, Program, answer_to
from recif.bots.questions import Fold, turn_of
from recif.games import start
from recif.games.core.contract import Refused
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from tests.patience import PATIENCE

FIRST = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told.get("phase") == "choice":
        seat = told["seat"]
        print(json.dumps({"play": {"seat": seat, "move": told["moves"][str(seat)][0]}}), flush=True)
"""


@contextmanager
def running(folder: Path, code: str, seconds: float = PATIENCE) -> Iterator[Program]:
    script = folder / "bot.py"
    script.write_text(code)
    program = Program(f"{sys.executable} {script}", seconds)
    try:
        yield program
    finally:
        program.close()


def dealt(game: str, **options: Any) -> Position:
    position, rng = start(game, **options), seeded(4)
    while not position.waiting:
        position.draw(rng)
    return position


def xok_turn() -> dict[str, Any]:
    return turn_of(start("xok", side=4), 0)


def told(line: dict[str, Any], turn: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    return answer_to(json.dumps(line).encode(), turn)


def test_a_program_plays_a_move_that_it_was_offered(tmp_path: Path) -> None:
    with running(tmp_path, FIRST) as program:
        turn = xok_turn()
        assert program.choose(turn) == program.choose(turn) == turn["moves"]["0"][0]


def test_a_turn_shows_what_the_seat_knows_and_no_more() -> None:
    position = dealt("crabs")
    turn = turn_of(position.view(0), 0)
    assert turn["view"]["seats"][1]["hand"] is None
    assert turn["position"] is None
    assert turn["moves"]["0"] == list(position.moves(0))
    other = position.view(0)  # another world that looks the same to the seat
    other.game.rules.guess(other.state, 0, seeded(9))
    assert bytes(other) != bytes(position)
    assert turn_of(other.view(0), 0) == turn


@pytest.mark.parametrize("game", ["kroc", "xok", "urchins", "crocodiles"])
def test_where_nothing_is_hidden_the_position_comes_along(game: str) -> None:
    position = dealt(game)
    text = turn_of(position.view(0), 0)["position"]
    assert Position(position.game, position.game.parse(text)) == position


def test_an_illegal_move_is_answered_with_the_rule() -> None:
    move, answer = told({"play": {"seat": 0, "move": "d4d6"}}, xok_turn())
    assert move is None
    assert answer["error"]["en"] == "d4 and d6 do not touch."
    assert told({"why": {"seat": 0, "move": "d4d6"}}, xok_turn())[1]["why"]["code"] == "not-adjacent"
    assert told({"why": {"seat": 0, "move": "d4d5"}}, xok_turn())[1] == {"why": None}


def test_a_seat_that_is_not_its_own_stays_closed() -> None:
    turn = xok_turn()
    assert told({"view": 0}, turn)[1] == {"view": turn["view"]}
    for other in (1, None):
        assert told({"view": other}, turn)[1]["error"]["code"] == "bad-request"
    assert told({"play": {"seat": 1, "move": "d4d5"}}, turn)[0] is None


@pytest.mark.parametrize("line", [b"hello", b"[]", b"{}", b'{"undo": 1}', b'{"play": "d4d5"}', b"\xff"])
def test_what_is_no_request_is_answered_with_an_error(line: bytes) -> None:
    assert "error" in answer_to(line, xok_turn())[1]


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("print('hello', flush=True)\n" * 3 + "input()\ninput()\ninput()\ninput()", "has played no legal move"),
        ("import time\ntime.sleep(20)", "has not played within 1 seconds"),
        ("raise SystemExit(3)", r"has stopped \(code 3\)"),
    ],
)
def test_a_program_that_does_not_play_is_given_up(code: str, says: str, tmp_path: Path) -> None:
    with (
        running(tmp_path, code, 1 if "sleep" in code else PATIENCE) as program,
        pytest.raises(Fault, match=says),
    ):
        program.choose(xok_turn())


@pytest.mark.parametrize("command", ["no-such-program-anywhere", "", '"'])
def test_a_program_that_cannot_be_started_is_refused(command: str) -> None:
    with pytest.raises(Refused, match="cannot start"):
        Program(command)


def test_a_position_is_followed_line_by_line_and_back() -> None:
    fold = Fold("xok", 2, {"side": 4})
    one = [(0, "d1d2"), (1, "a1a2")]
    assert str(fold.follow(one)) == str(start("xok", side=4).play(0, "d1d2").play(1, "a1a2"))
    assert str(fold.follow([*one, (0, "d3d4")])).startswith("4 b d1,d2,d3,d4")
    assert str(fold.follow(one[:1])) == str(start("xok", side=4).play(0, "d1d2"))


def test_a_position_with_hidden_cards_is_not_made_up() -> None:
    fold = Fold("crabs", 2, {})
    assert fold.follow([(-1, "draw:4c"), (-1, "draw:p")]) is None
    assert fold.follow([(-1, "draw:4c")]) is None


def test_the_program_of_the_guide_plays(tmp_path: Path) -> None:
    """docs/python.md shows it whole: saved as it stands, it plays."""
    shown = (Path(__file__).parents[2] / "docs" / "python.md").read_text()
    block = shown[shown.index("    import json, random, sys") :].partition("\n\nThe link")[0]
    with running(tmp_path, textwrap.dedent(block)) as program:
        turn = xok_turn()
        assert program.choose(turn) in turn["moves"]["0"]
