"""Solving: what is asked now, whether a try is right, what follows it. Nothing is remembered between two tries.

How far somebody has come is how many decisions have been found; everything is told as the solving seat may know it.
"""

from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from recif.games.core.contract import LUCK, Bilingual, Refused, Text
from recif.games.core.ideas import named
from recif.games.core.position import Position
from recif.match.frame import Frame, Line, event_line, frame
from recif.mind.coach.answers import answered
from recif.mind.coach.prospects import after as chances_after
from recif.mind.coach.prospects import ponder
from recif.mind.coach.reasons import Reason, ideas_of, names_of
from recif.mind.search.think import Candidate, View
from recif.school.puzzles.alike import are_alike
from recif.school.puzzles.lines import answer_to
from recif.school.puzzles.puzzle import Moment, Puzzle, Written, ideas_named, walk

NODES = 3_000  # for what a wrong try is worth
NEARLY = 0.1  # of the chances: a try that loses less is nearly as good
SEED = 1


class MachineReply(NamedTuple):
    """What would follow a try, beginning with it, and the solver's chances with it, from 0 to 1."""

    events: list[Written]
    chances: float


class Wrong(NamedTuple):
    """What would follow a try that is not right, the solver's chances with it, from 0 to 1, and what it allows."""

    frames: list[Frame]
    chances: float
    is_near: bool
    allows: Reason | None


def decision(puzzle: Puzzle, found: int) -> Moment:
    """The decision to find once so many have been found."""
    asked = [moment for moment in puzzle.moments() if moment.event.is_asked]
    if not 0 <= found < len(asked):
        told = Text(
            f"Nombre de coups à trouver dans ce problème : {len(asked)}.",
            f"Moves to find in this puzzle: {len(asked)}.",
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


def played_out(puzzle: Puzzle, found: int) -> list[Frame]:
    """The decision itself and what follows it, up to the next one to find or to the end."""
    moments = list(puzzle.moments())
    first = [index for index, moment in enumerate(moments) if moment.event.is_asked][found]
    rest = takewhile(lambda moment: not moment.event.is_asked, moments[first + 1 :])
    return frames(puzzle.seat, [moments[first], *rest])


def solution(puzzle: Puzzle, found: int) -> list[Frame]:
    """All that is left, for those who give up."""
    return [shown for at in range(found, puzzle.decisions) for shown in played_out(puzzle, at)]


def wrong(puzzle: Puzzle, found: int, text: str) -> Wrong:
    """What the others would answer to another move, from what each of them knows."""
    asked, move = tried(puzzle, found, text)
    return told(puzzle, asked, reply(asked.position, asked.seat, move))


def tried(puzzle: Puzzle, found: int, text: str) -> tuple[Moment, int]:
    """The decision that a legal move was tried for, and the number of the move."""
    asked = decision(puzzle, found)
    return asked, asked.position.moves(asked.seat)[text]


def reply(position: Position, seat: int, move: int) -> MachineReply:
    """What the others would answer to a move: all the thinking that a wrong try needs."""
    return MachineReply(answer_to(position, seat, move, SEED), chances_with(View(position, seat), move))


def told(puzzle: Puzzle, asked: Moment, reply: MachineReply) -> Wrong:
    """A reply as the solver may know it."""
    events = list(walk(asked.position, asked.seat, reply.events))
    is_near = puzzle.chances[0] / 100 - reply.chances < NEARLY
    return Wrong(frames(puzzle.seat, events), reply.chances, is_near, _allowed(events, puzzle.seat))


def _allowed(events: Iterable[Moment], solver: int) -> Reason | None:
    """What the first answer of another seat is good for."""
    answer = next((moment for moment in events if moment.seat not in (solver, LUCK)), None)
    return answer and answered(answer.position, answer.seat, answer.number)


def why(puzzle: Puzzle, found: int) -> Reason | None:
    """Why a decision is right: what the rules see in it of all that the puzzle is about, else of all that it does."""
    asked = decision(puzzle, found)
    view = View(asked.position, asked.seat)
    seen = {one.idea: one for one in ideas_of(view, asked.number)}
    told = next((seen[idea] for idea in (*puzzle.themes, *seen) if idea in seen), None)
    return told and Reason(told.idea, named(told.says, names_of(view)).bilingual, told.spots)


def whys(puzzle: Puzzle, found: int) -> list[Bilingual]:
    """The same of all that is left to find."""
    reasons = [why(puzzle, at) for at in range(found, puzzle.decisions)]
    return list({one.says.en: one.says for one in reasons if one}.values())


def goal(puzzle: Puzzle, found: int) -> Bilingual | None:
    """What is to be found, by the name of its idea: for those who have missed it once."""
    told = why(puzzle, found)
    return ideas_named(puzzle.game)[told.idea].bilingual if told else None


def chances_with(view: View, move: int) -> float:
    """The seat's chances after a move, weighed as the puzzle was: by what follows; where something is hidden or others
    choose at the same time, by what the seat's own search expects of it."""
    is_open = view.hides_nothing and len(view.position.waiting) == 1
    idea = Candidate(move, 0, 0, 0)
    if not is_open:
        ideas = ponder(view, NODES, SEED).ideas
        idea = next((one for one in ideas if one.move == move and one.visits), idea)
    return idea.value if idea.visits else chances_after(view, idea, NODES, SEED)[view.seat]


def frames(viewer: int, moments: Iterable[Moment]) -> list[Frame]:
    """Events put together as they are seen: choices made at once are told once all are made."""
    together: list[list[Moment]] = []
    for moment in moments:
        if not together or _begins_a_frame(moment):
            together.append([])
        together[-1].append(moment)
    return [frame(some[-1].after, viewer, [_line(moment, viewer) for moment in some]) for some in together]


def _begins_a_frame(moment: Moment) -> bool:
    """A decision, unless others have chosen just before it at the same time: then the seat knows of more who wait."""
    if moment.seat == LUCK:
        return False
    return moment.position.view(moment.seat).waiting == moment.position.waiting


def _line(moment: Moment, viewer: int) -> Line:
    words, state, (_, seat, number, _) = moment.position.game.words, moment.position.state, moment
    eyes = seat if seat != LUCK and len(moment.position.view(seat).waiting) > 1 else viewer
    return event_line(seat, words.text(state, seat, number, eyes), words.sentence(state, seat, number, eyes))
