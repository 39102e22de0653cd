"""The command line, as a new user meets it."""

import os
import subprocess
import sys

import pytest

from recif import __version__
from recif.games import GAMES


def recif(*arguments: str, typed: str = "", language: str = "en_GB.UTF-8") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": language}
    command = [sys.executable, "-m", "recif", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=environment)


def test_the_version_is_told() -> None:
    assert recif("--version").stdout == f"recif {__version__}\n"


@pytest.mark.parametrize(("language", "word"), [("fr_FR.UTF-8", "exemples"), ("en_GB.UTF-8", "examples")])
def test_help_teaches_by_examples_in_the_users_language(language: str, word: str) -> None:
    assert word in recif("--help", language=language).stdout


def test_games_are_listed_with_their_options() -> None:
    told = recif("games").stdout
    assert all(game.title.en in told for game in GAMES.values())
    assert "side=5 (5, 4)" in told


def test_perft_counts() -> None:
    assert "15,378" in recif("perft", "xok", "2", "-o", "side=4").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["perft", "chess", "2"], "no game is called 'chess'"),
        (["perft", "xok", "2", "-o", "side=9"], "option side cannot be 9; choose one of: 5, 4"),
        (["perft", "xok", "2", "-o", "side"], "write an option as name=value"),
        (["perft", "xok", "2", "-o", "colour=red"], "has no option 'colour'"),
        (["perft", "xok", "-1"], "depth"),
        (["play", "xok", "--seats", "5"], "is not played by 5"),
        (["play", "xok", "--against", "nobody"], "--against takes"),
    ],
)
def test_a_wrong_argument_says_what_to_do(arguments: list[str], says: str) -> None:
    run = recif(*arguments)
    assert run.returncode != 0
    assert says in run.stderr


def test_a_game_is_played_from_a_pipe() -> None:
    run = recif("play", "xok", "--against", "random", typed="e5e6\nquit\n")
    assert run.returncode == 0
    assert "White lays two fish on e5 and e6." in run.stdout


def test_play_asks_for_what_is_not_given() -> None:
    run = recif("play", typed="nothing\n2\n2\nquit\n")
    assert "Which game?" in run.stdout
    assert "Answer with a number of the list." in run.stdout
    assert "See you soon!" in run.stdout
