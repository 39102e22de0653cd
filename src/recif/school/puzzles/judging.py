"""Solving: what is asked now, whether a try is right, what follows it. Nothing is remembered between two tries.

How far somebody has come is how many decisions have been found; everything is told as the solving seat may know it.
"""

from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from recif.games.core.contract import LUCK, Refused, Text
from recif.games.core.position import Position
from recif.mind.coach.prospects import after as chances_after
from recif.mind.coach.prospects import ponder
from recif.mind.search.think import Idea, View
from recif.school.puzzles.alike import are_alike
from recif.school.puzzles.lines import answer_to
from recif.school.puzzles.puzzle import Moment, Puzzle, after, walk

NODES = 3_000  # for what a wrong try is worth
SEED = 1


class Line(NamedTuple):
    """An event as the solver may know it."""

    seat: int
    text: str
    said: Text


class Step(NamedTuple):
    """What happens at once: a decision or several made at the same time, and their luck; then the position."""

    lines: list[Line]
    position: Position


class Wrong(NamedTuple):
    """What would follow a try that is not right, and the solver's chances with it, from 0 to 1."""

    steps: list[Step]
    chances: float


def decision(puzzle: Puzzle, found: int) -> Moment:
    """The decision to find once so many have been found."""
    asked = [moment for moment in puzzle.moments() if moment.event.is_asked]
    if not 0 <= found < len(asked):
        told = Text(
            f"Ce problème a {len(asked)} décision(s) à trouver.", f"This puzzle has {len(asked)} decision(s) to find."
        )
        raise Refused("no-such-decision", told)
    return asked[found]


def is_right(puzzle: Puzzle, found: int, text: str) -> bool:
    """Whether a move is the one to find, or comes to the same; Refused, with the rule, if it is not legal."""
    asked = decision(puzzle, found)
    number = asked.position.moves(asked.seat).get(text)
    if number is None:
        why = asked.position.why(asked.seat, text)
        assert why is not None
        raise Refused(why.code, why.text)
    return are_alike(asked.position, asked.seat, asked.number, number)


def played_out(puzzle: Puzzle, found: int) -> list[Step]:
    """The decision itself and what follows it, up to the next one to find or to the end."""
    moments = list(puzzle.moments())
    first = [index for index, moment in enumerate(moments) if moment.event.is_asked][found]
    rest = takewhile(lambda moment: not moment.event.is_asked, moments[first + 1 :])
    return steps(puzzle.seat, [moments[first], *rest])


def solution(puzzle: Puzzle, found: int) -> list[Step]:
    """All that is left, for those who give up."""
    return [step for at in range(found, puzzle.decisions) for step in played_out(puzzle, at)]


def wrong(puzzle: Puzzle, found: int, text: str) -> Wrong:
    """What the others would answer to another move, from what each of them knows."""
    asked = decision(puzzle, found)
    move = asked.position.moves(asked.seat)[text]
    events = answer_to(asked.position, asked.seat, move, SEED)
    value = chances_with(View(asked.position, asked.seat), move)
    return Wrong(steps(puzzle.seat, walk(asked.position, asked.seat, events)), value)


def chances_with(view: View, move: int) -> float:
    """The seat's chances after a move, weighed as the puzzle was: by what follows; where something is hidden or others
    choose at the same time, by what the seat's own search expects of it."""
    is_open = view.hides_nothing and len(view.position.waiting) == 1
    idea = Idea(move, 0, 0, 0)
    if not is_open:
        ideas = ponder(view, NODES, SEED).ideas
        idea = next((one for one in ideas if one.move == move and one.visits), idea)
    return idea.value if idea.visits else chances_after(view, idea, NODES, SEED)[view.seat]


def steps(viewer: int, moments: Iterable[Moment]) -> list[Step]:
    """Events put together as they are seen: choices made at once are told once all are made."""
    made: list[Step] = []
    lines: list[Line] = []
    position = None
    for moment in moments:
        if position is not None and _begins_a_step(moment):
            made.append(Step(lines, position))
            lines = []
        lines.append(_told(moment, viewer))
        position = after(moment)
    return [*made, Step(lines, position)] if position is not None else made


def _begins_a_step(moment: Moment) -> bool:
    """A decision, unless others have chosen just before it at the same time: then the seat knows of more who wait."""
    if moment.seat == LUCK:
        return False
    return moment.position.view(moment.seat).waiting == moment.position.waiting


def _told(moment: Moment, viewer: int) -> Line:
    words, state, (_, seat, number, _) = moment.position.game.words, moment.position.state, moment
    eyes = seat if seat != LUCK and len(moment.position.view(seat).waiting) > 1 else viewer
    return Line(seat, words.text(state, seat, number, eyes), words.sentence(state, seat, number, eyes))
