"""Whether a move does what a step asks: the rules answer, by what the move is made of and what comes of it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.games.core.position import Position
from recif.mind.minds import ponder
from recif.mind.search.think import Budget, View
from recif.school.lessons import Goal

NODES = 4_000  # of the search that is asked for the best
NEAR, CARED = 0.05, 0.05  # what counts as no worse; the least share of that search


def fits(goal: Goal, now: Position, seat: int, move: str, then: Sequence[str] = ()) -> bool:
    """Whether the seat may play this move here, and it does all that the goal says."""
    number = now.moves(seat).get(move)
    return number is not None and _does(goal, now, Decision(seat, move, number), then)


def fitting(goal: Goal, now: Position, seat: int, then: Sequence[str] = ()) -> Iterator[str]:
    """The legal moves that do."""
    return (text for text, number in now.moves(seat).items() if _does(goal, now, Decision(seat, text, number), then))


class Decision(NamedTuple):
    seat: int
    text: str
    number: int


def _does(goal: Goal, now: Position, made: Decision, then: Sequence[str]) -> bool:
    if goal.move and made.text not in goal.move:
        return False
    parts = now.game.words.parts(now.state, made.seat, made.number)
    if goal.kind and parts["kind"] != goal.kind:
        return False
    if not {*goal.cells} <= {*parts["cells"]} or eaten(parts) < goal.eats:
        return False
    return _answers_fit(goal, now, made) and _ends_well(goal, now, made, then) and _is_good(goal, now, made)


def eaten(parts: Mapping[str, Any]) -> int:
    return int(parts.get("catch", len(parts.get("eats", ()))))


def _answers_fit(goal: Goal, now: Position, made: Decision) -> bool:
    """No answer wins at once, none eats too much."""
    if not goal.holds and goal.safe is None:
        return True
    after = now.after(made.seat, made.number)
    others = [other for other in after.waiting if other != made.seat]
    if not others and not after.is_over:  # the answer comes after luck, or another decision: who can tell?
        return False
    for other in others:
        for number in after.numbers(other):
            if goal.safe is not None and eaten(after.game.words.parts(after.state, other, number)) > goal.safe:
                return False
            if goal.holds and other in after.after(other, number).winners:
                return False
    return True


def _ends_well(goal: Goal, now: Position, made: Decision, then: Sequence[str]) -> bool:
    """Won, or with more points, once what follows has happened."""
    if not goal.win and not goal.gains:
        return True
    end = now.after(made.seat, made.number)
    try:
        end.follow(then)
    except Refused:  # it follows on another move only
        return False
    if goal.win and end.winners != (made.seat,):
        return False
    return end.scores[made.seat] >= now.scores[made.seat] + goal.gains


def _is_good(goal: Goal, now: Position, made: Decision) -> bool:
    return not goal.best or made.number in _best(now.game.id, bytes(now), made.seat)


@lru_cache(maxsize=100)
def _best(game: str, state: bytes, seat: int) -> frozenset[int]:
    """The moves that a search finds as good as the best, of those that it cared to look at."""
    now = Position(GAMES[game], state)
    ideas = ponder(View(now, seat), Budget(NODES)).ideas
    good = (idea for idea in ideas if idea.value >= ideas[0].value - NEAR and idea.share >= CARED)
    return frozenset(idea.move for idea in good)
