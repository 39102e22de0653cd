"""GAMES finds the games that are there."""

from pathlib import Path

import pytest
from tests.games.copies import copy_of_sources, edit, python

from recif.games import GAMES

LIST = "from recif.games import GAMES; print(*GAMES)"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    return copy_of_sources(tmp_path)


def games_of(house: Path) -> Path:
    return house / "src" / "recif" / "games"


def test_games_stand_in_the_order_of_their_shelves() -> None:
    assert list(GAMES)[:5] == ["kroc", "crabs", "xok", "urchins", "crocodiles"]
    assert [game.shelf for game in GAMES.values()] == sorted(game.shelf for game in GAMES.values())


def test_a_folder_that_goes_takes_its_game_along_and_nothing_else(house: Path) -> None:
    for file in sorted((games_of(house) / "xok").iterdir()):
        file.unlink()
    (games_of(house) / "xok").rmdir()
    assert python(house, "-c", LIST).stdout.split() == [name for name in GAMES if name != "xok"]


def test_a_hunch_with_a_typo_in_its_imports_stops_the_program(house: Path) -> None:
    edit(games_of(house) / "xok" / "hunch.py", "from recif.games.core.luck", "from recif.games.core.lukc")
    run = python(house, "-c", LIST)
    assert run.returncode != 0
    assert "lukc" in run.stderr
    assert "the game in the folder 'xok' of recif.games cannot be loaded" in run.stderr


def test_a_game_is_called_by_its_folder(house: Path) -> None:
    (games_of(house) / "xok").rename(games_of(house) / "kox")
    for file in (games_of(house) / "kox").glob("*.py"):
        file.write_text(file.read_text().replace("recif.games.xok", "recif.games.kox"))
    assert "must be Game(id='kox', …)" in python(house, "-c", LIST).stderr
