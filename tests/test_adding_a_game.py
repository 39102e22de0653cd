"""docs/adding-a-game.md is followed to the letter: its files are added, its commands are given."""

import re
import subprocess
from pathlib import Path

import pytest

from recif.games import GAMES
from tests.adding import commands_of_page, files_of_page, house_with_the_game
from tests.games.copies import python


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return house_with_the_game(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def runs(house: Path) -> dict[str, subprocess.CompletedProcess[str]]:
    """The commands of the page, one after the other; the last, a game at the terminal, with a move and a goodbye."""
    made = {}
    for words in commands_of_page():
        arguments = words[1:] if words[0] == "python" else ["-m", *words]
        made[" ".join(words)] = python(house, *arguments, typed="b2\nquit\n", RECIF_LANGUAGE="en")
    return made


def run_of(runs: dict[str, subprocess.CompletedProcess[str]], start: str) -> subprocess.CompletedProcess[str]:
    return next(run for command, run in runs.items() if command.startswith(start))


def test_every_command_of_the_page_succeeds(runs: dict[str, subprocess.CompletedProcess[str]]) -> None:
    assert len(runs) == 5
    for command, run in runs.items():
        assert run.returncode == 0, f"{command}\n{run.stdout}\n{run.stderr}"


def test_the_game_passes_what_every_game_must_pass(runs: dict[str, subprocess.CompletedProcess[str]]) -> None:
    passed = re.search(r"(\d+) passed", run_of(runs, "python -m pytest").stdout)
    assert passed
    assert int(passed[1]) > 20


def test_golden_games_and_counts_are_written(house: Path, runs: dict[str, subprocess.CompletedProcess[str]]) -> None:
    assert "wrote limpets-2-default.txt" in run_of(runs, "python -m tests.games.golden").stdout
    assert "limpets 2 - 9,48," in (house / "tests" / "games" / "perft.txt").read_text()


def test_a_hint_and_levels_come_from_real_searches(runs: dict[str, subprocess.CompletedProcess[str]]) -> None:
    assert re.search(r"\b[abc][123]\b", run_of(runs, "recif hint").stdout)
    assert "6 games" in run_of(runs, "recif arena").stdout
    assert "Blue sticks a limpet to b2." in run_of(runs, "recif play").stdout


def test_the_game_stands_after_all_others(house: Path) -> None:
    listed = python(house, "-c", "from recif.games import GAMES; print(*GAMES)").stdout.split()
    assert listed == [*GAMES, "limpets"]


def test_the_code_of_the_page_is_as_neat_as_ours(house: Path) -> None:
    files = [path for path in files_of_page() if path.endswith(".py")]
    assert len(files) == 3
    for check in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]):
        run = python(house, "-m", *check, *files)
        assert run.returncode == 0, run.stdout
