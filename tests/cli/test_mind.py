"""`recif hint`, `recif review` and `recif arena`, as they are typed."""

import json
import re
from argparse import ArgumentParser
from pathlib import Path

import pytest

from recif.cli import mind
from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.match.match import replay
from recif.match.record import record, to_json
from recif.school import study as studies

WHITE_CAN_WIN = "4 w d1,d2,d3,d4,d5,d6,d7,c6 a1,a2,b1,b2,g4,g5,g6,g7"

OVER = "4 w d1,d2,d3,d4,d5,d6,d7,c6,c5,c4 a1,a2,b1,b2,g4,g5,g6,g7"
WORTHLESS = ("0", "10", "nodes:0", "nodes:-5", "nodes:many", "uct:0", "time:0", "time:-1", "time:nan", "time:inf", ":")


def run(*words: str, language: str = "en") -> int:
    top = ArgumentParser(prog="recif")
    mind.add(top.add_subparsers(required=True), language)
    args = top.parse_args(words)
    return int(args.run(args, language))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    events = [(0, "d1d2"), (1, "a1a2"), (0, "d3d4"), (1, "b1b2")]
    path = tmp_path / "match.json"
    path.write_text(to_json(record(replay(GAMES["xok"], 2, {"side": 4}, events), names=["Ana", "Théo"])))
    return path


@pytest.mark.parametrize(
    ("language", "says"), [("en", "This move wins the game!"), ("fr", "Ce coup gagne la partie\u202f!")]
)
def test_a_hint_is_told_in_the_users_language(language: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    run("hint", "xok", WHITE_CAN_WIN, "--nodes", "2000", language=language)
    assert says in capsys.readouterr().out


def test_a_nudge_does_not_tell_the_move(capsys: pytest.CaptureFixture[str]) -> None:
    run("hint", "xok", WHITE_CAN_WIN, "--nodes", "2000", "--json")
    advice = json.loads(capsys.readouterr().out)
    run("hint", "xok", WHITE_CAN_WIN, "--nodes", "2000", "--nudge")
    nudge = capsys.readouterr().out.strip()
    assert nudge == " ".join([advice["nudge"]["says"]["en"], *advice["nudge"]["spots"]])
    assert advice["text"] not in nudge


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hint", "chess", "x"], "no game is called 'chess'"),
        (["hint", "xok", "nonsense"], "a position is written"),
        (["hint", "xok", WHITE_CAN_WIN, "--seat", "1"], "Seat 1 has nothing to decide here"),
        (["hint", "xok", WHITE_CAN_WIN, "--seat", "7"], "there is no seat 7"),
        (["hint", "xok", OVER], "nobody is to play here"),
        (["review", "nowhere.json"], "nowhere.json: there is no such file"),
        *((["arena", "xok", "3", name], f"unknown player '{name}'") for name in ("nobody", *WORTHLESS)),
        (["arena", "xok", "3", "2", "--elo", "30", "0"], "the lower one first"),
        (["arena", "xok", "3", "2", "--json", "/nowhere/x.json"], "/nowhere/x.json: there is no such file"),
        (["arena", "xok", "3", "2", "--plot", "/nowhere/x.svg"], "/nowhere/x.svg: there is no such file"),
        (["arena", "xok", "3", "2", "--plot", "x.gif"], r"must end in \.svg or \.png"),
        (["arena", "xok", "3", "2", "--seats", "5"], "is not played by 5"),
    ],
)
def test_a_wrong_argument_says_what_to_do(words: list[str], says: str) -> None:
    with pytest.raises(Refused, match=says):
        run(*words)


def test_a_review_is_shown_written_and_drawn(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, drawn = saved.with_name("review.json"), saved.with_name("review.svg")
    run("review", str(saved), "--nodes", "200", "--all", "--json", str(out), "--plot", str(drawn))
    shown = capsys.readouterr().out
    assert "Accuracy: Ana" in shown
    assert "d1d2" in shown
    assert len(json.loads(out.read_text())["judgements"]) == 4
    assert "<svg" in drawn.read_text()


def test_the_main_line_of_a_study_is_reviewed(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = studies.read(saved.read_text())
    found.moves.append(studies.StudyMove(0, 0, "a1a2"))  # another try: not in the main line
    path, out = saved.with_name("study.json"), saved.with_name("review.json")
    path.write_text(studies.to_json(found))
    run("review", str(path), "--nodes", "50", "--json", str(out))
    assert "Accuracy: Ana" in capsys.readouterr().out
    events = [event for event in json.loads(saved.read_text())["events"] if event[0] >= 0]
    assert [[one["seat"], one["text"]] for one in json.loads(out.read_text())["judgements"]] == events


def test_names_in_a_record_are_shown_as_they_are(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(saved.read_text()) | {"names": ["[/red]", "[b]Théo"]}
    saved.write_text(json.dumps(told))
    run("review", str(saved), "--nodes", "50", "--all")
    shown = capsys.readouterr().out
    assert shown.count("[/red]") == shown.count("[b]Théo") == 4  # two moves each, the curve and the accuracy


def test_a_refused_file_leaves_no_empty_one_behind(saved: Path) -> None:
    with pytest.raises(Refused):
        run("review", str(saved), "--json", str(saved.with_name("out.json")), "--plot", "/nowhere/x.svg")
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


@pytest.mark.parametrize(("language", "told"), [("en", "times a fair share"), ("fr", "fois sa part entre égaux")])
def test_one_who_sits_alone_is_told_its_share(language: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena kroc random random --seats 3 --alone --games 9 --jobs 1"
    run(*words.split(), language=language)
    assert told in capsys.readouterr().out


def test_an_arena_is_told_written_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, drawn = tmp_path / "arena.json", tmp_path / "arena.png"
    files = ("--json", str(out), "--plot", str(drawn))
    run("arena", "xok", "nodes:5", "random", "-o", "side=4", "--games", "4", "--jobs", "1", *files, language="fr")
    assert re.search(
        r"nodes:5 – random\u00a0: \d+\.\d\u00a0% \(entre .* à 95\u00a0%\), 4 parties", capsys.readouterr().out
    )
    assert json.loads(out.read_text())["games"] == 4
    assert drawn.read_bytes().startswith(b"\x89PNG")
