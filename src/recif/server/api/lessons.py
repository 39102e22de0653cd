"""REST: the lessons, step by step. Nothing is kept: a step and the moves tried in it tell all that has happened."""

from recif.games.core.contract import LANGUAGES, Bilingual, Game, Language
from recif.match.frame import after, moves, titles
from recif.match.match import Match
from recif.match.moves import Move
from recif.school import lesson_play
from recif.school.lesson_play import Attempt
from recif.school.lessons import Lesson, WrittenStep, lesson_of
from recif.server.api.calls import Call, Page
from recif.server.messages.bodies.school import (
    LessonAnswer,
    LessonBody,
    LessonInfo,
    LessonPage,
    LessonStep,
    TaughtIdea,
)
from recif.server.messages.refusals import refuse

MOST_BYTES = 32 * 1024
DRAWN: dict[tuple[str, str], LessonPage] = {}  # lessons do not change while the server runs


async def lessons(call: Call) -> list[LessonInfo]:
    found = [lesson_of(game) for game in call.registry.games.values()]
    return [LessonInfo(lesson.game.id, len(lesson), taught(lesson)) for lesson in found if lesson]


def taught(lesson: Lesson) -> list[TaughtIdea]:
    """Its ideas, in the order in which they are taught."""
    names = lesson.game.ideas.IDEAS if lesson.game.ideas else {}
    return [TaughtIdea(idea, names[idea].bilingual, steps) for idea, steps in lesson.ideas.items()]


async def lesson(call: Call) -> LessonPage:
    found, language = _lesson(call), call.query("language", LANGUAGES)
    await call.registry.readiness.reached(found.game.id, "rules")
    return await call.errand(_page, found, language)


async def attempt(call: Call) -> LessonAnswer:
    found, body = _lesson(call), call.body
    step = _numbered(found, call.path("step"))
    if not body.show and not body.moves:
        raise refuse("bad-message")
    is_thinking = body.show or step.against or step.goal.best
    await call.registry.readiness.reached(found.game.id, "ready" if is_thinking else "rules")
    return await call.errand(_answer, found.game, step, body)


def _page(lesson: Lesson, language: Language) -> LessonPage:
    if (lesson.game.id, language) not in DRAWN:
        steps = [_step(lesson.game, step, language) for step in lesson.steps]
        DRAWN[lesson.game.id, language] = LessonPage(lesson.game.id, language, steps)
    return DRAWN[lesson.game.id, language]


def _lesson(call: Call) -> Lesson:
    game = call.registry.games.get(call.path("game"))
    found = lesson_of(game) if game else None
    if found is None:
        raise refuse("no-such-lesson")
    call.registry.readiness.prefer(found.game.id)
    return found


def _numbered(lesson: Lesson, number: str) -> WrittenStep:
    """Steps are numbered from 1, as people count."""
    if not number.isdecimal() or len(number) > 3 or not 1 <= int(number) <= len(lesson):
        raise refuse("no-such-lesson")
    return lesson.steps[int(number) - 1]


def _step(game: Game, step: WrittenStep, language: Language) -> LessonStep:
    match = lesson_play.begin(game, step)
    seat = lesson_play.learner(match, step)
    shown = [after(match, 0, 0, seat), *lesson_play.frames(match, 0, seat)]
    shown[0].titles, shown[-1].moves = titles(match.position), _moves(match, seat, language)
    return LessonStep(Bilingual(step.fr, step.en), shown, seat, list(step.mark), step.against)


def _answer(game: Game, step: WrittenStep, body: LessonBody) -> LessonAnswer:
    tries = [*body.moves, lesson_play.a_way(game, step, body.moves)] if body.show else body.moves
    tried: Attempt = lesson_play.attempt(game, step, tries)
    seat = lesson_play.learner(lesson_play.begin(game, step), step)
    shown = lesson_play.frames(tried.match, tried.since, seat)
    if tried.verdict == "on":
        shown[-1].moves = _moves(tried.match, seat, body.language)
    return LessonAnswer(tried.verdict, tried.says.bilingual, tries[-1], shown, tried.rule, list(tried.cells))


def _moves(match: Match, seat: int, language: Language) -> dict[str, list[Move]]:
    return {str(seat): moves(match.game, match.seen_by(seat), seat, language)}


PAGES = [
    Page("GET", "/api/lessons", lessons, "The games that have a lesson.", None, list[LessonInfo], is_kept=True),
    Page(
        "GET",
        "/api/lessons/{game}",
        lesson,
        "The lesson of a game: its steps, as boards draw them.",
        None,
        LessonPage,
        query=(("language", LANGUAGES),),
        is_kept=True,
        cost=5,
    ),
    Page(
        "POST",
        "/api/lessons/{game}/{step}",
        attempt,
        "Try a move in a step: whether it does what is asked, and what follows.",
        LessonBody,
        LessonAnswer,
        cost=3,
        most_bytes=MOST_BYTES,
    ),
]
