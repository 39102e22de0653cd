"""Lessons: short steps on the board of a game, told by `lessons.toml` in its folder; docs/lessons.md says how.

A step is a position, a sentence and a goal; whoever learns plays a move, and the rules say whether it does.
A game without such a file has no lesson.
"""

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from recif.games.core.contract import Game, Refused, Text
from recif.school.lesson_files import LONGEST, SourceFile, read

Sentence = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
EventText = Annotated[str, Meta(min_length=1, max_length=100)]


class Praise(Struct, frozen=True, forbid_unknown_fields=True):
    fr: Sentence
    en: Sentence


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """What a move must do: all that is said here."""

    any: bool = False  # whatever is legal
    move: tuple[EventText, ...] = ()  # one of these
    kind: str = ""  # of this kind, as its parts say
    cells: tuple[str, ...] = ()  # it touches these
    eats: Annotated[int, Meta(ge=0)] = 0  # at least so many
    gains: Annotated[int, Meta(ge=0)] = 0  # points, once what follows has happened
    safe: Annotated[int, Meta(ge=0)] | None = None  # the most that an answer may eat
    holds: bool = False  # no answer wins at once
    best: bool = False  # as good as the best that a search finds
    win: bool = False  # the match is won

    @property
    def is_empty(self) -> bool:
        return self == Goal()


class Objection(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a move that is legal did not do; `when` says for which ones, and the first that fits is told."""

    fr: Sentence
    en: Sentence
    when: Goal = Goal()


class WrittenStep(Struct, frozen=True, forbid_unknown_fields=True):
    position: Annotated[str, Meta(min_length=1, max_length=2000)]
    fr: Sentence
    en: Sentence
    goal: Goal
    play: tuple[EventText, ...] = ()  # what happens before anything is asked: moves and luck outcomes
    seat: Annotated[int, Meta(ge=0)] | None = None  # who learns; who is to move, if nobody is named
    mark: tuple[str, ...] = ()  # cells to point at
    then: tuple[EventText, ...] = ()  # what follows: answers and luck outcomes
    against: Annotated[int, Meta(ge=1, le=8)] = (
        0  # a level that answers, until the goal is reached or the match is over
    )
    ideas: tuple[str, ...] = ()  # what it teaches: short names of ideas of its game
    praise: Praise | None = None
    hint: tuple[Objection, ...] = ()


class LessonFile(Struct, forbid_unknown_fields=True):
    """A file as it is written."""

    step: Annotated[tuple[WrittenStep, ...], Meta(min_length=1, max_length=20)]


class Lesson:
    """The steps of a game, and where each is written."""

    def __init__(self, game: Game, place: SourceFile, steps: tuple[WrittenStep, ...]) -> None:
        self.game = game
        self.place = place
        self.steps = steps

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def ideas(self) -> dict[str, list[int]]:
        """The steps that teach each idea, numbered from 1."""
        found: dict[str, list[int]] = {}
        for number, step in enumerate(self.steps, 1):
            for idea in step.ideas:
                found.setdefault(idea, []).append(number)
        return found


def lesson_in(game: Game, file: Path) -> Lesson:
    """The lesson that a file tells; Refused, with the line, if it cannot be read. `checked` asks the rules."""
    written, place = read(file, LessonFile)
    for number, step in enumerate(written.step):
        if step.goal.is_empty:
            raise place.broken(number, "goal", Text("il manque un but", "there is no goal"))
        if step.against and (step.then or step.goal != Goal(win=True)):
            told_why = Text(
                "où une machine répond, le but est « win = true », sans « then »",
                "where a machine answers, the goal is 'win = true', without 'then'",
            )
            raise place.broken(number, "against", told_why)
        if not step.goal.any and not step.against and not any(hint.when.is_empty for hint in step.hint):
            told_why = Text(
                "il manque un conseil sans « when », pour les coups qui ne conviennent pas",
                "a hint without 'when' is missing, for moves that do not do",
            )
            raise place.broken(number, "", told_why)
    return Lesson(game, place, written.step)


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game, if it has one."""
    if game.id not in _KNOWN:
        file = Path(game.rules.__file__ or "").with_name("lessons.toml")
        _KNOWN[game.id] = lesson_in(game, file) if file.exists() else None
    return _KNOWN[game.id]


def the_lesson(game: Game) -> Lesson:
    """The same, or Refused with what to do instead."""
    found = lesson_of(game)
    if found is None:
        raise Refused(
            "no-such-lesson",
            Text(
                f"{game.id} n’a pas de leçon ; « recif play {game.id} » y joue,"
                " docs/lessons.md dit comment en écrire une",
                f"{game.id} has no lesson; 'recif play {game.id}' plays it, docs/lessons.md says how to write one",
            ),
        )
    return found


_KNOWN: dict[str, Lesson | None] = {}  # files do not change while a program runs
