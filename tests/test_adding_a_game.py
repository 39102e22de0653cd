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


def give(house: Path, words: list[str]) -> subprocess.CompletedProcess[str]:
    """A command of the page; to a game at the terminal, a move and a goodbye."""
    arguments = words[1:] if words[0] == "python" else ["-m", *words]
    run = python(house, *arguments, typed="b2\nquit\n", RECIF_LANGUAGE="en")
    assert run.returncode == 0, f"{' '.join(words)}\n{run.stdout}\n{run.stderr}"
    return run


def test_the_page_leads_to_a_game_that_passes_every_test_and_is_played(house: Path) -> None:
    golden, tests, hint, arena, play = (give(house, words).stdout for words in commands_of_page())
    assert "wrote limpets-2-default.txt" in golden
    assert "counted limpets 2 - 9,48," in golden
    passed = re.search(r"(\d+) passed", tests)
    assert passed
    assert int(passed[1]) > 20
    assert re.search(r"\b[abc][123]\b", hint)
    assert "6 games" in arena
    assert "Blue sticks a limpet to b2." in play


def test_the_code_of_the_page_is_as_neat_as_ours_and_its_game_stands_after_the_others(house: Path) -> None:
    files = [path for path in files_of_page() if path.endswith(".py")]
    assert len(files) == 4
    for check in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]):
        run = python(house, "-m", *check, *files)
        assert run.returncode == 0, run.stdout
    listed = python(house, "-c", "from recif.games import GAMES; print(*GAMES)").stdout.split()
    assert listed == [*GAMES, "limpets"]


def test_the_game_of_the_page_is_played_as_arrays(house: Path) -> None:
    code = (
        "import recif.vector; games = recif.vector.make('limpets', 8, illegal='lose')\n"
        "for _ in range(40): step = games.step(games.random_actions())\n"
        "one = games.position(0); print(step.observation.shape, step.mask.sum() > 0, one.svg()[:4])"
    )
    run = python(house, "-c", code)
    assert run.stdout.strip() == "(8, 1, 3, 3) True <svg", run.stderr
    arrays = house / "src" / "recif" / "games" / "limpets" / "arrays.py"
    arrays.rename(arrays.with_suffix(".away"))
    run = python(house, "-c", "import recif.vector; recif.vector.make('limpets', 8)")
    arrays.with_suffix(".away").rename(arrays)
    assert "Limpets has no arrays yet; add games/limpets/arrays.py" in run.stderr
