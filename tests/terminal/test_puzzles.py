"""A puzzle in the terminal, through what a person types and reads."""

import io
from collections.abc import Sequence

import pytest
from rich.console import Console

from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.school.puzzles.puzzle import read_puzzle
from recif.terminal.puzzles import Solving, sit_down

TWO = read_puzzle(
    GAMES["xok"],
    "7 | bite-in-time cut threat meal | 0 | 83-2 | 5 w a5,d2,i8,c3*se+sw,e6*ne+sw,e7*ne,e8*nw+e,h8*e"
    " d3,d4,g8,b4*se+w,b5*sw+w,c4*se,e4*e+w,e5*sw,g7*nw | #f5f6 e3f3 #d5*w h7i7",
)


def solved(*lines: str, language: str = "en") -> tuple[bool, str]:
    """Whether somebody who types these lines solves it, and what they read."""
    left, console = list(lines), Console(file=io.StringIO(), width=100)

    def ask(question: str, completions: Sequence[str]) -> str:
        assert "f5f6" in completions or "d5*w" in completions
        return left.pop(0)

    is_solved = Solving(TWO, language, console, ask).solve()
    assert isinstance(console.file, io.StringIO)
    return is_solved, console.file.getvalue()


def test_a_puzzle_is_solved_decision_by_decision() -> None:
    is_solved, read = solved("f5f6", "d5*w")
    assert is_solved
    assert read.count("✓ That’s it!") == 2
    assert "You block the way: otherwise, Black would join ten pieces next turn." in read
    assert "there are 2 in a row" in read
    assert "Black lays two fish on e3 and f3." in read


def test_a_wrong_try_is_told_kindly_and_may_be_made_again() -> None:
    is_solved, read = solved("a1a3", "e3f3", "f5f6", "d5*w")
    assert is_solved
    assert "a1 and a3 do not touch" in read
    assert "✗ No. Here is what happens:" in read
    assert "The idea to find: block the way. Try again." in read
    assert "Black then wins the game." in read


def test_whoever_gives_up_reads_the_solution() -> None:
    is_solved, read = solved("solution", language="fr")
    assert not is_solved
    assert "La solution" in read
    assert "Blanc pose deux poissons en f5 et f6." in read
    assert not solved("quit")[0]


def test_themes_are_listed_and_a_wish_that_nothing_fits_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert sit_down("xok", None, "?", "en") == 0
    assert "double-meal" in capsys.readouterr().out
    with pytest.raises(Refused, match="No puzzle fits"):
        sit_down("xok", None, "picnic", "en")
