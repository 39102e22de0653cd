"""A lesson, asked of the rules: its positions load, what happens can happen, each goal can be reached."""

from collections.abc import Callable
from typing import TypeVar

from recif.games.core.contract import Refused, Text
from recif.games.core.position import Position
from recif.school.lesson_goals import fits, fitting
from recif.school.lesson_play import begin, learner
from recif.school.lessons import Lesson, WrittenStep

T = TypeVar("T")


def check(lesson: Lesson) -> None:
    """Refused, with the file, the line and what to do, at the first thing that the rules do not agree with."""
    for number, step in enumerate(lesson.steps):
        _check_step(lesson, number, step)


def _check_step(lesson: Lesson, number: int, step: WrittenStep) -> None:
    game, place = lesson.game, lesson.place

    def ask(key: str, what: Callable[[], T]) -> T:
        try:
            return what()
        except Refused as refused:
            raise place.broken(number, key, refused.text) from refused

    ask("position", lambda: game.parse(step.position))
    match = ask("play", lambda: begin(game, step))
    seat = learner(match, step)
    if seat not in match.waiting:
        raise place.broken(number, "seat" if step.seat is not None else "position", _nobody(seat))
    legal = match.position.moves(seat)
    for text in step.goal.move:
        if text not in legal:
            why = match.why(seat, text)
            raise place.broken(number, "goal", why.text if why else _unreachable())
    _check_ideas(lesson, number, step, match.position, seat)
    if step.against or step.goal.any:
        return
    doing = fitting(step.goal, match.position, seat, step.then)
    if not next(doing, None):
        raise place.broken(number, "goal", _unreachable())
    if all(fits(step.goal, match.position, seat, text, step.then) for text in legal):
        raise place.broken(number, "goal", _too_easy())
    for text in fitting(step.goal, match.position, seat, step.then) if step.then else ():
        ask("then", lambda text=text: _follow(lesson, step, seat, text))  # type: ignore[misc]


def _check_ideas(lesson: Lesson, number: int, step: WrittenStep, at: Position, seat: int) -> None:
    """An idea that is taught is seen, by the rules, in a move that reaches the goal."""
    if not step.ideas:
        return
    ideas, legal, view = lesson.game.ideas, at.moves(seat), at.view(seat)
    is_open = step.against or step.goal.any
    doing = legal if is_open else list(fitting(step.goal, at, seat, step.then))
    seen = {one.idea for text in doing for one in (ideas.seen(view.state, seat, legal[text]) if ideas else ())}
    for idea in step.ideas:
        if idea not in seen:
            raise lesson.place.broken(number, "ideas", _not_taught(idea, sorted(seen)))


def _not_taught(idea: str, seen: list[str]) -> Text:
    found = ", ".join(seen)
    return Text(
        f"aucun coup qui atteint le but n’a l’idée « {idea} » ; choisissez parmi : {found or 'aucune'}",
        f"no move that reaches the goal has the idea '{idea}'; choose among: {found or 'none'}",
    )


def _follow(lesson: Lesson, step: WrittenStep, seat: int, move: str) -> None:
    begin(lesson.game, step).happen(seat, move).follow(step.then)


def _nobody(seat: int) -> Text:
    return Text(
        f"la place {seat} n’a rien à décider ici ; changez la position, ou dites « seat »",
        f"seat {seat} has nothing to decide here; change the position, or tell 'seat'",
    )


def _unreachable() -> Text:
    return Text(
        "aucun coup permis n’atteint ce but ; changez le but ou la position",
        "no legal move reaches this goal; change the goal or the position",
    )


def _too_easy() -> Text:
    return Text(
        "tous les coups permis atteignent ce but ; dites « any = true »",
        "every legal move reaches this goal; say 'any = true'",
    )
