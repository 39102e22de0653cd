"""A step of a lesson, played: a move is tried, the rules judge it, what follows happens.

Nothing is kept between two tries: a step and the moves tried in it tell all that has happened.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from recif.games.core.contract import Game, Refused, Text
from recif.match.frame import Frame, after
from recif.match.match import Match, Refusal
from recif.mind import levels
from recif.mind.search.think import View
from recif.school.lesson_goals import fits, fitting
from recif.school.lessons import WrittenStep

StepVerdict = Literal["done", "on", "wrong", "lost"]
GUIDE = 5  # the level that shows a way where a machine answers
NOTHING = Text("", "")


@dataclass(frozen=True)
class Attempt:
    """What came of the last move tried: done; on, it goes on; wrong, nothing has happened; lost, the match is over."""

    verdict: StepVerdict
    says: Text
    match: Match
    since: int  # events of the log before that move
    rule: str = ""
    cells: tuple[str, ...] = ()


def begin(game: Game, step: WrittenStep) -> Match:
    """The match in which the step is asked, after what happens first."""
    return Match.at(game, step.position).follow(step.play)


def learner(match: Match, step: WrittenStep) -> int:
    if step.seat is not None:
        return step.seat
    return match.waiting[0] if match.waiting else 0


def attempt(game: Game, step: WrittenStep, moves: Sequence[str]) -> Attempt:
    """Try the last of the moves, after all others were played."""
    match, seat = _played(game, step, moves[:-1])
    since, move = len(match.log), moves[-1]
    try:
        if not step.against and not fits(step.goal, match.position, seat, move, step.then):
            _check_legal(match, seat, move)
            return Attempt("wrong", _hint(step, match, seat, move), match, since)
        _play_on(match, step, seat, move)
    except Refusal as refusal:
        return Attempt("wrong", refusal.text, match, since, refusal.why.rule, refusal.why.cells)
    return Attempt(_verdict(step, match, seat), _praise(step), match, since)


def a_way(game: Game, step: WrittenStep, moves: Sequence[str] = ()) -> str:
    """A move that does it, or leads on to it; Refused if nothing is asked any more."""
    match, seat = _played(game, step, moves)
    if not step.against:
        return next(fitting(step.goal, match.position, seat, step.then))
    if seat not in match.waiting:
        _check_legal(match, seat, "")
    move = levels.choose(View(match.position, seat), GUIDE, len(match.log))
    return game.words.text(match.position.state, seat, move)


def _played(game: Game, step: WrittenStep, moves: Sequence[str]) -> tuple[Match, int]:
    """The match after some moves of whoever learns, and their seat."""
    match = begin(game, step)
    seat = learner(match, step)
    if moves and not step.against:
        raise Refused("one-move", Text("Cette étape ne demande qu’un coup.", "This step asks for a single move."))
    for move in moves:
        _play_on(match, step, seat, move)
    return match, seat


def frames(match: Match, since: int, viewer: int) -> list[Frame]:
    """What has happened, a decision at a time; choices made at once, and the luck after a decision, belong together."""
    starts = [
        index
        for index in range(since, len(match.log))
        if index == since or (match.log[index].seat >= 0 and not (match.at_once[index] and match.at_once[index - 1]))
    ]
    ends = [*starts[1:], len(match.log)]
    return [after(match, first, last, viewer) for first, last in zip(starts, ends, strict=False)]


def _play_on(match: Match, step: WrittenStep, seat: int, move: str) -> None:
    """A move, and what follows: what the step tells, or what the machine and luck answer."""
    match.play(seat, move)
    if step.against:
        _answer(match, step.against, seat)
    else:
        match.follow(step.then)


def _answer(match: Match, number: int, learner: int) -> None:
    """The same for the same moves, so that a step can be played again from its moves alone."""
    while not match.is_over and learner not in match.waiting:
        seed = len(match.log) + len(match.choices)
        if match.is_luck_due:
            match.draw(random.Random(seed).randrange)
            continue
        seat = match.waiting[0]
        move = levels.choose(View(match.position, seat), number, seed)
        match.play(seat, match.game.words.text(match.position.state, seat, move))


def _verdict(step: WrittenStep, match: Match, seat: int) -> StepVerdict:
    if not step.against or match.position.winners == (seat,):
        return "done"
    return "lost" if match.is_over else "on"


def _check_legal(match: Match, seat: int, move: str) -> None:
    why = match.why(seat, move)
    if why is not None:
        raise Refusal(why)


def _hint(step: WrittenStep, match: Match, seat: int, move: str) -> Text:
    for hint in step.hint:
        if hint.when.is_empty or fits(hint.when, match.position, seat, move, step.then):
            return Text(hint.fr, hint.en)
    return NOTHING


def _praise(step: WrittenStep) -> Text:
    return Text(step.praise.fr, step.praise.en) if step.praise else NOTHING
