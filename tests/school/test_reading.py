"""Lessons are read by children: short sentences in both languages, and *tu* in French."""

import re
from collections.abc import Iterator

import pytest

from recif.games import GAMES
from recif.games.core.contract import LANGUAGES
from recif.school.lessons import Lesson, lesson_of
from tests.reading import sentences

LESSONS = [lesson for game in GAMES.values() if (lesson := lesson_of(game))]
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.game.id)
each_language = pytest.mark.parametrize("language", LANGUAGES)
MOST_WORDS, MEAN_WORDS = 22, 12
POLITE = re.compile(r"\b(?:votre|vos|vôtres?)\b|\b(?!assez|chez|nez)\w+ez\b", re.IGNORECASE)


def texts(lesson: Lesson, language: str) -> Iterator[str]:
    """All that a lesson says: its steps, its praise, its hints."""
    for step in lesson.steps:
        yield from (getattr(said, language) for said in (step, step.praise, *step.hint) if said is not None)


@each_language
@each_lesson
def test_sentences_of_a_lesson_are_short(lesson: Lesson, language: str) -> None:
    said = [words for text in texts(lesson, language) for words in sentences(text)]
    assert [" ".join(words) for words in said if len(words) > MOST_WORDS] == []
    assert sum(map(len, said)) / len(said) <= MEAN_WORDS


@each_lesson
def test_a_french_lesson_says_tu(lesson: Lesson) -> None:
    assert [text for text in texts(lesson, "fr") if POLITE.search(re.sub(r"\b[Vv]ous avez\b", "", text))] == []


def test_words_and_sentences_are_counted_as_they_are_read() -> None:
    assert sentences("Kroc ! Il te l’a pris : 2 points. Et l’Ω ?") == [
        ["Kroc"],
        ["Il", "te", "l’a", "pris", "2", "points"],
        ["Et", "l’Ω"],
    ]
    assert POLITE.search("Jouez votre carte")
    assert not POLITE.search("Sous le nez, tu as assez de cartes")
