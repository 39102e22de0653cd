"""A ladder: everybody against everybody, kept game by game, rated with intervals."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from recif.cli import bots
from recif.cli.main import parser
from recif.games.core.contract import Refused
from recif.lab.ladder import Ladder, climb, play_number
from recif.lab.standings import Meeting, as_markdown, rated, standings_of
from tests.bots.test_program import FIRST

SMALL = {"side": 4}
PAIR = Ladder("xok", ("nodes:20", "random"), 2, SMALL, games=6)


def test_ratings_find_again_the_strengths_that_made_the_games() -> None:
    elo = np.array([200.0, 0.0, -200.0])
    chance = 1 / (1 + 10 ** ((elo[None, :] - elo[:, None]) / 400))
    points = 10_000 * chance * (1 - np.eye(3))
    found, reach = rated(points)
    assert np.allclose(found, elo, atol=2)
    assert np.all(reach < 10)
    wider = rated(points / 100)[1]
    assert np.allclose(wider / reach, 10, rtol=0.05)


def test_who_has_won_every_game_still_has_a_rating() -> None:
    table = standings_of("xok", ["best", "worst"], [Meeting(0, 1, 1.0)] * 10)
    assert [row.name for row in table.rows] == ["best", "worst"]
    assert table.rows[0].elo == pytest.approx(-table.rows[1].elo)
    assert np.isfinite(table.rows[0].high)


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "ladder.jsonl"
    whole = climb(PAIR, 1, path)
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 7
    path.write_text("".join(lines[:4]) + lines[4][:3])  # the machine stopped in the middle of a line
    heard: list[int] = []
    assert climb(PAIR, 1, path, heard.append) == whole
    assert heard[0] == 3
    assert sorted(path.read_text().splitlines()[1:]) == sorted(line.strip() for line in lines[1:])


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ladder.jsonl"
    climb(Ladder("xok", ("random", "1"), 2, SMALL, games=2), 1, path)
    with pytest.raises(Refused, match="keeps the games of something else"):
        climb(Ladder("xok", ("random", "1"), 2, SMALL, games=2, seed=5), 1, path)


def test_the_order_of_games_and_workers_changes_nothing() -> None:
    assert climb(PAIR, 2, None) == climb(PAIR, 1, None)


def test_a_program_that_dies_forfeits_its_games_and_no_others(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(FIRST)
    bad.write_text("input()")
    players = [f"program:{sys.executable} {path}" for path in (good, bad)]
    ladder = Ladder("xok", (*players, "random"), 2, SMALL, games=2)
    table = climb(ladder, 1, None)
    forfeits = {row.name: row.forfeits for row in table.rows}
    assert forfeits == {players[0]: 0, players[1]: 4, "random": 0}
    assert play_number(ladder, 0).points == 1.0


def test_a_program_that_cannot_be_started_is_told_of_from_another_process_as_well() -> None:
    ladder = Ladder("xok", ("random", "program:nothing-of-that-name"), 2, SMALL, games=2)
    with pytest.raises(Refused, match="cannot start “nothing-of-that-name”") as refused:
        climb(ladder, 2, None)
    assert refused.value.text.fr.startswith("impossible de lancer")


def test_a_ladder_is_written_as_table_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, numbers, drawn = (tmp_path / name for name in ("t.md", "t.json", "t.svg"))
    for path in (table, numbers):
        words = ["ladder", "xok", "1", "random", "-o", "side=4", "--games", "2", "--jobs", "1", "--table", str(path)]
        args = parser("en").parse_args([*words, "--plot", str(drawn)])
        assert args.run(args, "en") == 0
    assert "| 1 |" in table.read_text()
    assert len(json.loads(numbers.read_text())["rows"]) == 2
    assert "<svg" in drawn.read_text()
    assert "forfeits" in capsys.readouterr().out


def test_a_bar_in_a_command_does_not_break_the_table() -> None:
    table = standings_of("xok", ["program:a | b", "2"], [Meeting(0, 1, 0.5)])
    assert r"program:a \| b" in as_markdown(table, "en")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["1"], "at least two players"),
        (["1", "1"], "all different"),
        (["1", "nobody"], "unknown player"),
        (["1", "2", "--table", "x.txt"], r"must end in \.md or \.json"),
    ],
)
def test_a_wrong_ladder_says_what_to_do(words: list[str], says: str) -> None:
    args = parser("en").parse_args(["ladder", "xok", *words])
    with pytest.raises(Refused, match=says):
        bots.ladder(args, "en")


def test_a_program_that_has_played_is_ended_with_whoever_started_it(tmp_path: Path) -> None:
    """Nothing is left open, and no process runs on, when games in this process are over and it ends."""
    (tmp_path / "first.py").write_text(FIRST)
    plays = f"""
from recif.lab.ladder import Ladder, climb
from recif.lab.players import PROGRAMS
climb(Ladder("xok", ("random", "program:{sys.executable} {tmp_path / "first.py"}"), 2, {SMALL}, games=2), 1, None)
(program,) = PROGRAMS.values()
print(program.process.pid, program.process.poll())
"""
    told = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "always::ResourceWarning", "-c", plays],
        capture_output=True,
        check=True,
        text=True,
    )
    pid, code = told.stdout.split()
    assert code == "None", "it stays for the next game"
    assert "ResourceWarning" not in told.stderr
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)
