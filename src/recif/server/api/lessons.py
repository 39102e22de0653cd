"""REST: the lessons, step by step. Nothing is kept: a step and the moves tried in it tell all that has happened."""

import asyncio

from recif.games.core.contract import LANGUAGES, Bilingual, Game, Language
from recif.games.core.position import Position
from recif.match.listing import legal, listing
from recif.match.match import Match
from recif.school import lesson_play
from recif.school.lesson_play import Attempt, Frame
from recif.school.lessons import Lesson, Step, lesson_of
from recif.server.api.endpoints import Call, Page
from recif.server.messages.bodies.school import (
    LessonAnswer,
    LessonBody,
    LessonFrame,
    LessonInfo,
    LessonPage,
    LessonStep,
)
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Line, Move

MOST_BYTES = 32 * 1024
DRAWN: dict[tuple[str, str], LessonPage] = {}  # lessons do not change while the server runs


async def lessons(call: Call) -> list[LessonInfo]:
    found = [lesson_of(game) for game in call.registry.games.values()]
    return [LessonInfo(lesson.game.id, len(lesson)) for lesson in found if lesson]


async def lesson(call: Call) -> LessonPage:
    found, language = _lesson(call), call.query("language", LANGUAGES)
    await call.registry.readiness.reached(found.game.id, "rules")
    return await asyncio.to_thread(_page, found, language)


async def attempt(call: Call) -> LessonAnswer:
    found, body = _lesson(call), call.body
    step = _numbered(found, call.path("step"))
    if not body.show and not body.moves:
        raise refuse("bad-message")
    is_thinking = body.show or step.against or step.goal.best
    await call.registry.readiness.reached(found.game.id, "ready" if is_thinking else "rules")
    return await asyncio.to_thread(_answer, found.game, step, body)


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


def _numbered(lesson: Lesson, number: str) -> Step:
    """Steps are numbered from 1, as people count."""
    if not number.isdecimal() or len(number) > 3 or not 1 <= int(number) <= len(lesson):
        raise refuse("no-such-lesson")
    return lesson.steps[int(number) - 1]


def _step(game: Game, step: Step, language: Language) -> LessonStep:
    match = lesson_play.begin(game, step)
    seat = lesson_play.learner(match, step)
    before = _frame(match, Frame(0, 0, lesson_play.position_at(match, 0)), seat)
    return LessonStep(
        Bilingual(step.fr, step.en),
        [before, *(_frame(match, frame, seat) for frame in lesson_play.frames(match, 0))],
        seat,
        _moves(match, seat, language),
        list(step.mark),
        [game.words.seat_name(match.position.state, one).bilingual for one in range(match.seats)],
        step.against,
    )


def _answer(game: Game, step: Step, body: LessonBody) -> LessonAnswer:
    moves = [*body.moves, lesson_play.a_way(game, step, body.moves)] if body.show else body.moves
    tried: Attempt = lesson_play.attempt(game, step, moves)
    seat = lesson_play.learner(lesson_play.begin(game, step), step)
    return LessonAnswer(
        tried.verdict,
        tried.says.bilingual,
        moves[-1],
        [_frame(tried.match, frame, seat) for frame in lesson_play.frames(tried.match, tried.since)],
        _moves(tried.match, seat, body.language) if tried.verdict == "on" else [],
        tried.rule,
        list(tried.cells),
    )


def _frame(match: Match, frame: Frame, seat: int) -> LessonFrame:
    told = [(match.log[index].seat, *match.told(index, seat, is_news=True)) for index in range(frame.first, frame.last)]
    view, words = frame.position.view(seat).state, match.game.words
    lines = [Line(who, text, said.fr, said.en) for who, text, said in told]
    return LessonFrame(lines, words.scene(view, seat), words.picture(view, seat).bilingual)


def _moves(match: Match, seat: int, language: Language) -> list[Move]:
    """From what the seat knows."""
    view = Position(match.game, match.seen_by(seat))
    listed = listing(match.game, view.state, seat, legal(match.game, view.state, seat))
    return [Move(text, parts, said.say(language)) for text, parts, said in listed]


PAGES = [
    Page("GET", "/api/lessons", lessons, "The games that have a lesson.", None, list[LessonInfo]),
    Page(
        "GET",
        "/api/lessons/{game}",
        lesson,
        "The lesson of a game: its steps, as boards draw them.",
        None,
        LessonPage,
        query=(("language", LANGUAGES),),
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
