"""docs/adding-a-game.md is followed to the letter: its files are added, its commands are given."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from recif.games import GAMES
from tests.adding import commands_of_page, files_of_page, house_with_the_game
from tests.games.copies import ROOT, python

DESIGNING = ROOT / "docs" / "lab" / "designing.md"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return house_with_the_game(tmp_path_factory.mktemp("house"))


def give(house: Path, words: list[str], move: str = "b2") -> subprocess.CompletedProcess[str]:
    """A command of the page; to a game at the terminal, a move and a goodbye."""
    arguments = words[1:] if words[0] == "python" else ["-m", *words]
    run = python(house, *arguments, typed=f"{move}\nquit\n", RECIF_LANGUAGE="en")
    assert run.returncode == 0, f"{' '.join(words)}\n{run.stdout}\n{run.stderr}"
    return run


def test_the_page_leads_to_a_game_that_passes_every_test_and_is_played(house: Path) -> None:
    golden, tests, hint, arena, play = (give(house, words).stdout for words in commands_of_page()[:5])
    assert "wrote limpets-2-default.txt" in golden
    assert "counted limpets 2 - 9,48," in golden
    passed = re.search(r"(\d+) passed", tests)
    assert passed
    assert int(passed[1]) > 20
    assert re.search(r"\b[abc][123]\b", hint)
    assert "6 games" in arena
    assert "Blue sticks a limpet to b2." in play


def test_the_page_leads_to_a_game_with_luck_and_a_hidden_card_that_passes_every_test_and_is_played(house: Path) -> None:
    """The golden games of both are written by whichever command comes first."""
    _, tests, play = (give(house, words, "take").stdout for words in commands_of_page()[5:])
    passed = re.search(r"(\d+) passed", tests)
    assert passed
    assert int(passed[1]) > 40
    assert (house / "tests" / "games" / "golden" / "cowries-2-default.txt").read_text().startswith('{"game": "cowries"')
    mine, other = re.search(r"Blue is dealt (.*)\.", play), re.search(r"Green is dealt (.*)\.", play)
    assert mine, play
    assert other, play
    assert re.fullmatch("the [123]", mine[1])
    assert other[1] == "a card"
    assert re.search(r"Blue takes \d points", play)


def test_neither_arrays_nor_drawing_nor_log_tell_a_hidden_card_of_the_page(house: Path) -> None:
    """Worlds that differ in the other's card alone are the same to a seat until the end, and then are not."""
    code = (
        "import numpy as np, recif; from recif.games.core.folder import arrays_of\n"
        "def known(text):\n"
        "    one = recif.position('cowries', text); out = np.zeros(6, np.int8)\n"
        "    arrays_of(one.game).observe(one.view(0).state, 0, out)\n"
        "    return one.view(0).svg(), out.tolist(), str(one.view(0))\n"
        "print(known('12 4,0 2 5') == known('13 4,0 2 5'), known('12 4,0 6 0') == known('13 4,0 6 0'))\n"
        "print(*known('12 4,0 2 5')[1:])"
    )
    run = python(house, "-c", code)
    assert run.stdout.split("\n")[:2] == ["True False", "[1, 4, 0, 0, 2, 5] 1? 4,0 2 5"], run.stderr


def test_the_code_of_the_page_is_as_neat_as_ours_and_its_games_stand_after_the_others(house: Path) -> None:
    files = [path for path in files_of_page() if path.endswith(".py")]
    assert len(files) == 9
    for check in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]):
        run = python(house, "-m", *check, *files)
        assert run.returncode == 0, run.stdout
    listed = python(house, "-c", "from recif.games import GAMES; print(*GAMES)").stdout.split()
    assert listed == [*GAMES, "cowries", "limpets"]


def test_a_designer_changes_one_number_in_a_copy_and_compares(house: Path) -> None:
    block = re.search(r"^```sh\n(.*?)^```$", DESIGNING.read_text(), re.MULTILINE | re.DOTALL)
    assert block
    *steps, compare = block[1].splitlines()
    for step in steps:
        subprocess.run(step, shell=True, cwd=house, check=True)
    try:
        said = give(house, [*compare.split(), "--jobs", "1"]).stdout
    finally:
        shutil.rmtree(house / "src" / "recif" / "games" / "broad")  # the house has no other game than the page's
    assert re.search(r"limpets, 3 \(60 games, \d+ different\)", said)
    longer = re.search(r"Sure, from A to B: decisions per game \+(\d)", said)
    assert longer, said
    assert "The first seat wins" in said
    assert "A: limpets" in (house / "broad.html").read_text()


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
