"""Lessons: those we have do what they say, and files that are broken are refused with their line."""

import dataclasses
import re
import types
from pathlib import Path

import pytest

from recif.games import GAMES
from recif.games.core.contract import Refused, Text
from recif.school.lesson_check import check
from recif.school.lesson_goals import fits, fitting
from recif.school.lesson_play import a_way, attempt, begin, frames, learner
from recif.school.lessons import Goal, Lesson, WrittenStep, lesson_in, lesson_of, the_lesson
from tests.test_rules_pages import french

LESSONS = [lesson for game in GAMES.values() if (lesson := lesson_of(game))]
STEPS = [
    pytest.param(lesson, step, id=f"{lesson.game.id}-{number}")
    for lesson in LESSONS
    for number, step in enumerate(lesson.steps, 1)
]
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.game.id)
each_step = pytest.mark.parametrize(("lesson", "step"), STEPS)
MOST = 60  # moves of a step that a machine answers


def solved(lesson: Lesson, step: WrittenStep) -> list[str]:
    """The verdicts along the way that would be shown to somebody."""
    moves, verdicts = list[str](), list[str]()
    while not verdicts or verdicts[-1] == "on":
        assert len(moves) < MOST
        moves.append(a_way(lesson.game, step, moves))
        verdicts.append(attempt(lesson.game, step, moves).verdict)
    return verdicts


def test_each_of_the_five_games_has_a_lesson() -> None:
    assert {lesson.game.id for lesson in LESSONS} >= {"kroc", "crabs", "xok", "urchins", "crocodiles"}


def test_a_game_without_a_lesson_simply_has_none() -> None:
    bare = dataclasses.replace(GAMES["xok"], id="bare", rules=types.SimpleNamespace(__file__="bare/rules.py"))
    assert lesson_of(bare) is None
    with pytest.raises(Refused, match="'recif play bare' plays it"):
        the_lesson(bare)


@each_lesson
def test_a_lesson_is_short_ends_in_a_win_and_the_rules_agree_with_it(lesson: Lesson) -> None:
    assert 6 <= len(lesson) <= 10
    assert lesson.steps[-1].goal.win
    check(lesson)


@each_step
def test_every_step_can_be_done_by_the_move_that_would_be_shown(lesson: Lesson, step: WrittenStep) -> None:
    verdicts = solved(lesson, step)
    assert verdicts[-1] == "done"
    assert step.against or verdicts == ["done"]


@each_step
def test_every_legal_move_of_a_step_is_accepted_or_answered_with_why_not(lesson: Lesson, step: WrittenStep) -> None:
    if step.against:
        return
    match = begin(lesson.game, step)
    seat = learner(match, step)
    accepted = {*fitting(step.goal, match.position, seat, step.then)}
    for text in sorted({*match.position.moves(seat)} - accepted)[::7]:
        tried = attempt(lesson.game, step, [text])
        assert tried.verdict == "wrong"
        assert tried.says.fr
        assert tried.says.en
        assert frames(tried.match, tried.since, seat) == []
    for text in sorted(accepted)[::7]:
        assert attempt(lesson.game, step, [text]).verdict == "done"


@each_step
def test_a_move_against_the_rules_is_answered_with_the_reason(lesson: Lesson, step: WrittenStep) -> None:
    tried = attempt(lesson.game, step, ["nonsense"])
    assert tried.verdict == "wrong"
    assert tried.says.fr != tried.says.en


@each_step
def test_every_hint_is_told_for_some_move(lesson: Lesson, step: WrittenStep) -> None:
    match = begin(lesson.game, step)
    seat = learner(match, step)
    legal = match.position.moves(seat)
    for hint in step.hint:
        when = hint.when
        assert when.is_empty or any(fits(when, match.position, seat, text, step.then) for text in legal), hint.en


@each_step
def test_french_sentences_keep_french_typography(lesson: Lesson, step: WrittenStep) -> None:
    said = [step.fr, *(hint.fr for hint in step.hint), *([step.praise.fr] if step.praise else [])]
    assert [wrong for text in said for wrong in french(text)] == []


@each_step
def test_the_same_moves_lead_to_the_same_position(lesson: Lesson, step: WrittenStep) -> None:
    move = a_way(lesson.game, step)
    first, again = (attempt(lesson.game, step, [move]) for _ in range(2))
    assert first.match.log == again.match.log


def test_a_step_against_a_machine_goes_on_and_can_be_lost() -> None:
    xok = GAMES["xok"]
    step = WrittenStep(
        position="5 w a1,a2 e1,e2,e3,e4,e5,e6,e7,e8,e9*e", fr="Jouez.", en="Play.", goal=Goal(win=True), against=5
    )
    tried = attempt(xok, step, ["a3a4"])
    assert tried.verdict == "lost"
    open_step = WrittenStep(position="5 w e5,e6 -", fr="Jouez.", en="Play.", goal=Goal(win=True), against=1)
    tried = attempt(xok, open_step, ["e7e8"])
    assert tried.verdict == "on"
    assert [len(frame.lines) for frame in frames(tried.match, tried.since, 0)] == [1, 1]


def test_goals_are_judged_by_the_rules() -> None:
    step = WrittenStep(position="5 w b2,b3 e1,e2,e3,e4,e5,e6,e7,e8,e9", fr="Coupez.", en="Cut.", goal=Goal(holds=True))
    now = begin(GAMES["xok"], step).position
    assert not fits(step.goal, now, 0, "a1a2")  # Black lays two more
    assert not fits(step.goal, now, 0, "f9*sw")  # eats e8: seven and one stay, and two fish join them
    assert fits(step.goal, now, 0, "e5*e")
    assert fits(Goal(eats=2), now, 0, "e5*e")
    assert not fits(Goal(eats=3), now, 0, "e5*e")
    assert not fits(Goal(any=True), now, 0, "e5*q")


def test_what_follows_is_not_shown_to_a_seat_that_may_not_see_it() -> None:
    """The other hand of a lesson is as hidden as at a table."""
    crabs = GAMES["crabs"]
    lesson = the_lesson(crabs)
    match = begin(crabs, lesson.steps[5])
    told = " ".join(match.told(index, 0, is_news=True)[0] for index in range(len(match.log)))
    assert "mix:p" in told
    assert "mix:3p" not in told


GOOD = """\
# a lesson
[[step]]
position = "5 w - -"
fr = "Jouez."
en = "Play."
goal = { any = true }

[[step]]
position = "5 w e5,e6 d6,d7"
play = []
fr = "Mangez."
en = "Eat."
goal = { eats = 1 }
then = []
praise = { fr = "Oui.", en = "Yes." }

[[step.hint]]
fr = "Non."
en = "No."
"""

BROKEN = {
    "no TOML": ('fr = "Jouez."', 'fr = "Jouez.', 4, "TOML"),
    "an unknown word": ("goal = { any = true }", "gaol = { any = true }", 6, "unknown field `gaol`"),
    "an unknown goal": ("{ eats = 1 }", "{ eat = 1 }", 13, "unknown field `eat`"),
    "a missing language": ('en = "Eat."\n', "", 8, "missing required field `en`"),
    "an empty sentence": ('fr = "Mangez."', 'fr = ""', 11, "length >= 1"),
    "a number that is a word": ("eats = 1", 'eats = "one"', 13, "Expected `int`"),
    "a hint without a language": ('fr = "Non."\n', "", 17, "missing required field `fr`"),
    "no goal": ("{ eats = 1 }", "{ }", 13, "there is no goal"),
    "no hint for the rest": ("[[step.hint]]\n", '[[step.hint]]\nwhen = { kind = "fish" }\n', 8, "hint without 'when'"),
    "a position that is none": ('"5 w e5,e6 d6,d7"', '"5 w e5,e5 d6,d7"', 9, "step 2: "),
    "what cannot happen first": ("play = []", 'play = ["z9z9"]', 10, "step 2: "),
    "what cannot follow": ("then = []", 'then = ["e5e6"]', 14, "step 2: "),
    "a goal that nothing reaches": ("{ eats = 1 }", "{ eats = 9 }", 13, "no legal move reaches this goal"),
    "a goal that everything reaches": ("{ eats = 1 }", "{ eats = 0, cells = [], safe = 9 }", 13, "any = true"),
    "a move that is not legal": ("{ eats = 1 }", '{ move = ["e5e6"] }', 13, "step 2: "),
    "a script and a machine": ("then = []", "against = 1", 14, "win = true"),
    "an idea that nothing here teaches": ("then = []", 'ideas = ["ten"]', 14, "has the idea 'ten'"),
    "a seat that waits": ("then = []", "seat = 1", 14, "nothing to decide"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_lesson_is_refused_with_its_file_its_line_and_what_to_do(what: str, tmp_path: Path) -> None:
    old, new, line, says = BROKEN[what]
    assert GOOD.count(old) == 1
    file = tmp_path / "lessons.toml"
    file.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        check(lesson_in(GAMES["xok"], file))
    assert refused.value.code == "bad-lesson"
    text: Text = refused.value.text
    assert text.en.startswith(f"{file}, line {line}: "), text.en
    assert text.fr.startswith(f"{file}, ligne {line}\u00a0: "), text.fr
    assert says in text.en
    assert "docs/lessons.md" in text.en


def test_the_unbroken_lesson_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "lessons.toml"
    file.write_text(GOOD, encoding="utf-8")
    check(lesson_in(GAMES["xok"], file))
    file.write_bytes(GOOD.encode() + b"\xff")
    with pytest.raises(Refused, match=rf"line {GOOD.count(chr(10)) + 1}: write the file in UTF-8"):
        lesson_in(GAMES["xok"], file)


def test_the_page_about_lessons_names_every_word_of_the_format() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")
    words = {*WrittenStep.__struct_fields__, *Goal.__struct_fields__, "when"}
    assert {word for word in words if not re.search(rf"`{word}`", page)} == set()
