"""Lessons in the terminal, by what a person types and reads."""

import io
from collections.abc import Sequence

import pytest
from rich.console import Console

from recif.games import GAMES
from recif.school.lessons import the_lesson
from recif.terminal.lesson import TerminalLesson, first_match
from recif.terminal.table import Quit


class Pupil:
    """Types what is given, then asks to be shown."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def __call__(self, question: str, completions: Sequence[str]) -> str:
        return self.lines.pop(0) if self.lines else "show"


def taken(game: str, pupil: Pupil, language: str = "en") -> str:
    console = Console(file=io.StringIO(), width=100)
    lesson = TerminalLesson(the_lesson(GAMES[game]), language, console, pupil)
    try:
        lesson.take()
    finally:
        assert isinstance(console.file, io.StringIO)
        pupil.lines = [console.file.getvalue()]
    return pupil.lines[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_lesson_is_taken_to_its_end(game: str, language: str) -> None:
    told = taken(game, Pupil(), language)
    assert told.count("✓") == len(the_lesson(GAMES[game]))


def test_a_wrong_try_is_answered_with_why_and_asked_again() -> None:
    pupil = Pupil("e5e6", "a1a2", "e5*z", "moves", "quit")
    with pytest.raises(Quit):
        taken("xok", pupil)
    (told,) = pupil.lines
    assert "✓ Your first two fish." in told
    assert "✗ Your four fish do not all touch." in told
    assert "✗ " in told.split("do not all touch.")[1]
    assert "White lays fish" in told or "a1a2" in told


def test_at_a_first_match_the_coach_says_where_to_look() -> None:
    console = Console(file=io.StringIO(), width=100)
    with pytest.raises(Quit):
        first_match(GAMES["xok"], "en", console, Pupil("quit")).play()
    assert isinstance(console.file, io.StringIO)
    last = console.file.getvalue().strip().splitlines()[-1]
    assert not last.startswith("╰"), "the nudge follows the picture"
