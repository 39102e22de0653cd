"""The referee answers every line, whatever it is, and an error changes nothing."""

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.match.match import Match
from recif.match.record import record
from recif.match.referee import LONGEST_LINE, Referee, serve
from tests.games.setups import Setup, random_game


def ask(referee: Referee, request: Any) -> Any:
    line = request if isinstance(request, bytes) else json.dumps(request).encode()
    return json.loads(referee.answer(line))


@pytest.fixture
def referee() -> Referee:
    judge = Referee()
    ask(judge, {"new": {"game": "xok", "options": {"side": 4}}})
    return judge


def test_a_new_game_lists_its_moves_sorted() -> None:
    answer = ask(Referee(), {"new": {"game": "xok", "seats": 2, "options": {"side": 5}}})
    assert (answer["phase"], answer["waiting"], len(answer["moves"]["0"])) == ("choice", [0], 156)
    assert answer["moves"]["0"] == sorted(answer["moves"]["0"])


def test_moves_alternate_and_undo_takes_them_back(referee: Referee) -> None:
    first = ask(referee, {"undo": 1})
    assert first["error"]["code"] == "nothing-to-undo"
    assert ask(referee, {"play": {"seat": 0, "move": "d4d5"}})["waiting"] == [1]
    assert ask(referee, {"play": {"seat": 1, "move": "c3c4"}})["waiting"] == [0]
    assert "d4d5" in ask(referee, {"undo": 2})["moves"]["0"]


def test_an_illegal_move_says_why_and_changes_nothing(referee: Referee) -> None:
    ask(referee, {"play": {"seat": 0, "move": "d4d5"}})
    before = ask(referee, {"view": None})
    error = ask(referee, {"play": {"seat": 1, "move": "d4d5"}})["error"]
    assert (error["code"], error["why"], error["rule"], error["cells"]) == ("illegal", "occupied", "1", ["d4", "d5"])
    assert error["fr"] != error["en"]
    assert ask(referee, {"view": None}) == before


def test_why_explains_without_playing(referee: Referee) -> None:
    why = ask(referee, {"why": {"seat": 0, "move": "d4*ne"}})["why"]
    assert (why["code"], why["rule"], why["cells"]) == ("shark-eats-nothing", "2", ["d4"])
    assert ask(referee, {"why": {"seat": 0, "move": "d4d5"}}) == {"why": None}


def test_a_dispute_is_settled_from_the_position() -> None:
    judge = Referee()
    answer = ask(judge, {"new": {"game": "xok", "position": "5 w - a1,a2"}})
    assert (answer["phase"], answer["waiting"]) == ("choice", [0])
    assert ask(judge, {"why": {"seat": 0, "move": "a1*w"}})["why"]["code"] == "faces-no-cell"
    assert ask(judge, {"play": {"seat": 0, "move": "a1*nw"}})["waiting"] == [1]
    assert ask(judge, {"undo": 1}) == answer
    ask(judge, {"new": {"game": "xok", "position": "5 w - a1,a2 @1"}})
    assert ask(judge, {"why": {"seat": 0, "move": "a1*w"}}) == {"why": None}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_goes_on_from_its_position(game: str) -> None:
    at = GAMES[game].seats[-1]
    for position in [p.copy() for p, _ in random_game(Setup(GAMES[game], at, {}), 7)][3:160:13]:
        twin = Match.at(GAMES[game], str(position))
        assert (bytes(twin.position), twin.deciding, twin.seats) == (bytes(position), position.waiting, at)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"position": "5 w"}, "bad-position"),
        ({"position": 5}, "bad-request"),
        ({"position": "5 w - -", "seats": 2}, "bad-request"),
        ({"position": "5 w - -", "options": {}}, "bad-request"),
        ({"position": "5 w - - @7"}, "bad-version"),
    ],
)
def test_a_position_that_cannot_be_set_up_changes_nothing(referee: Referee, body: dict[str, Any], code: str) -> None:
    before = ask(referee, {"view": None})
    assert ask(referee, {"new": {"game": "xok", **body}})["error"]["code"] == code
    assert ask(referee, {"view": None}) == before


def test_a_match_from_the_middle_has_no_record() -> None:
    with pytest.raises(Refused, match="no history to tell"):
        record(Match.at(GAMES["xok"], "5 w - a1,a2"))


def test_luck_is_named_by_the_caller_or_drawn() -> None:
    judge = Referee()
    ask(judge, {"new": {"game": "crocodiles", "options": {"setup": "first"}}})
    due = ask(judge, {"play": {"seat": 0, "move": "d2!"}})
    assert due["phase"] == "luck"
    assert due["outcomes"] == pytest.approx({f"={n}": 1 / 6 for n in range(1, 7)})
    assert ask(judge, {"luck": "=9"})["error"]["code"] == "not-an-outcome"
    assert ask(judge, {"luck": "=4"})["phase"] == "choice"
    ask(judge, {"undo": 1})
    assert ask(judge, {"luck": None})["phase"] == "choice"


def test_the_same_seed_draws_the_same_luck() -> None:
    def cards(seed: int) -> Any:
        judge = Referee()
        ask(judge, {"new": {"game": "kroc", "seed": seed}})
        ask(judge, {"luck": None})
        ask(judge, {"luck": None})
        return ask(judge, {"view": None})

    assert cards(3) == cards(3)
    assert any(cards(3) != cards(seed) for seed in range(4, 9))


def test_choices_made_at_once_show_nowhere_and_can_be_changed() -> None:
    judge = Referee()
    ask(judge, {"new": {"game": "kroc", "seats": 3, "seed": 1}})
    while ask(judge, {"luck": None}).get("phase") == "luck":
        pass
    before = [ask(judge, {"view": viewer}) for viewer in (None, 1, 2)]
    assert ask(judge, {"play": {"seat": 0, "move": "1"}})["waiting"] == [1, 2]
    assert [ask(judge, {"view": viewer}) for viewer in (None, 1, 2)] == before
    assert ask(judge, {"play": {"seat": 0, "move": "2"}})["waiting"] == [1, 2]
    assert ask(judge, {"play": {"seat": 2, "move": "2"}})["waiting"] == [1]


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_can_be_played(name: str) -> None:
    judge = Referee()
    state = ask(judge, {"new": {"game": name, "seed": 5}})
    for turn in range(20_000):
        if state["phase"] == "over":
            break
        if state["phase"] == "luck":
            state = ask(judge, {"luck": None})
        else:
            seat = state["waiting"][0]
            moves = state["moves"][str(seat)]
            state = ask(judge, {"play": {"seat": seat, "move": moves[turn * 7919 % len(moves)]}})
    assert state["phase"] == "over"
    assert state["winners"]
    assert ask(judge, {"play": {"seat": 0, "move": "x"}})["error"]["why"] == "game-over"
    assert "there is no seat 9" in ask(judge, {"view": 9})["error"]["en"]
    assert ask(judge, {"new": {"game": "xok"}})["phase"] == "choice"


BAD = {
    b"": "not-json",
    b"hello": "not-json",
    b"\xff\xfe": "not-json",
    b"{": "not-json",
    b"[" * 100_000: "not-json",
    b"null": "bad-request",
    b"[]": "bad-request",
    b"{}": "bad-request",
    b'{"new": {}, "undo": 1}': "bad-request",
    b'{"dance": 1}': "bad-request",
    b'{"new": 7}': "bad-request",
    b'{"new": {"game": "chess"}}': "unknown-game",
    b'{"new": {"game": ["xok"]}}': "unknown-game",
    b'{"new": {"game": "xok", "seats": 3}}': "bad-seats",
    b'{"new": {"game": "xok", "seats": true}}': "bad-seats",
    b'{"new": {"game": "xok", "seats": "2"}}': "bad-seats",
    b'{"new": {"game": "xok", "seats": 1e400}}': "not-json",
    b'{"new": {"game": "xok", "options": [1]}}': "bad-options",
    b'{"new": {"game": "xok", "options": {"side": 6}}}': "bad-option",
    b'{"new": {"game": "xok", "options": {"side": {"a": [1]}}}}': "bad-option",
    b'{"new": {"game": "xok", "options": {"size": 5}}}': "unknown-option",
    b'{"new": {"game": "xok", "seed": "a"}}': "bad-request",
    b'{"new": {"game": "xok", "extra": 1}}': "bad-request",
    b'{"play": {"seat": 0}}': "bad-request",
    b'{"play": {"seat": 9, "move": "d4d5"}}': "illegal",
    b'{"play": {"seat": null, "move": "d4d5"}}': "illegal",
    b'{"play": {"seat": 0, "move": 7}}': "illegal",
    b'{"play": {"seat": 1, "move": "d4d5"}}': "illegal",
    b'{"luck": null}': "no-luck-due",
    b'{"luck": "=4"}': "not-an-outcome",
    b'{"luck": [4]}': "not-an-outcome",
    b'{"view": 2}': "no-such-seat",
    b'{"view": -2}': "no-such-seat",
    b'{"view": "1"}': "bad-request",
    b'{"undo": 0}': "nothing-to-undo",
    b'{"undo": true}': "nothing-to-undo",
    b'{"undo": "all"}': "nothing-to-undo",
    b'{"why": null}': "bad-request",
    b" " * (LONGEST_LINE + 1): "too-long",
}


@pytest.mark.parametrize(("line", "code"), BAD.items(), ids=[f"{line[:40]!r}" for line in BAD])
def test_bad_input_gets_an_error_and_the_game_goes_on(referee: Referee, line: bytes, code: str) -> None:
    before = ask(referee, {"view": 0})
    error = ask(referee, line)["error"]
    assert error["code"] == code
    assert error["fr"]
    assert error["en"]
    assert ask(referee, {"view": 0}) == before
    assert ask(referee, {"play": {"seat": 0, "move": "d4d5"}})["waiting"] == [1]


def test_before_the_first_game_every_request_says_how_to_begin() -> None:
    for request in ({"play": {"seat": 0, "move": "x"}}, {"luck": None}, {"view": 0}, {"undo": 1}):
        assert ask(Referee(), request)["error"]["code"] == "no-game"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(name=st.sampled_from(["new", "play", "luck", "view", "why", "undo"]), body=json_values)
@settings(max_examples=300, deadline=None)
def test_no_request_breaks_the_referee(name: str, body: Any) -> None:
    judge = Referee()
    ask(judge, {"new": {"game": "xok"}})
    assert len(ask(judge, {name: body})) >= 1
    assert ask(judge, {"new": {"game": "xok"}})["phase"] == "choice"


def test_a_line_of_ten_megabytes_is_refused_and_the_next_one_answered() -> None:
    lines = io.BytesIO(b'{"new": "' + b"x" * 10_000_000 + b'"}\n\n{"new": {"game": "xok"}}\n')
    answers = io.BytesIO()
    serve(lines, answers, Referee())
    first, second = (json.loads(line) for line in answers.getvalue().splitlines())
    assert first["error"]["code"] == "too-long"
    assert second["phase"] == "choice"


def test_the_command_speaks_the_protocol() -> None:
    lines = b'{"new": {"game": "xok", "options": {"side": 4}}}\nnonsense\n{"play": {"seat": 0, "move": "d4d5"}}'
    run = subprocess.run([sys.executable, "-m", "recif", "referee"], input=lines, capture_output=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [next(iter(answer)) for answer in answers] == ["phase", "error", "phase"]
