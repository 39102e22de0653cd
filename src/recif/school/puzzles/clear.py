"""Whether one decision is clearly best: by a short look, then by a deep search from two seeds and of the rivals apart.

Everything starts from a seat's view. Where nothing is hidden and nobody chooses at once, the best move and its rivals
are searched each for itself, since a search that prefers one move looks at the others too briefly to be quoted.
"""

from typing import NamedTuple

from recif.games.core.position import Position
from recif.mind.coach.prospects import after, ponder
from recif.mind.search.think import Candidate, Thought, View
from recif.school.puzzles.alike import are_alike

GAP = 0.2  # between the chances with the best decision and with the next
MIXED_GAP, MIXED_SHARE = 0.12, 0.8  # where all choose at once: gained over the next, and how often it is right
WORTH = 0.35  # chances below which the best decision saves nothing
WON = 0.75  # chances with which another decision wins as well
GLANCE, STARE, DEEP, APART = 150, 1_500, 8_000, 2_000  # nodes: a short look, a longer one, a deep one, a rival's own
DEEPEST, CONFIRMING = 24_000, 97  # nodes of the search that has the last word, and its seed
STILL = 0.6  # of the gap that is wanted: what must be left of it then
BALANCES, BALANCING = 8, 3_000  # searches from other seeds where three choose at once; nodes of each
NOTICED = 4  # visits before a rival counts in a short look
RIVALS = 3  # moves searched apart
FEWEST = 3  # moves to choose among


class Finding(NamedTuple):
    """The best decision, and the chances with it and with the best other."""

    move: int
    chances: float
    other: float

    @property
    def gap(self) -> float:
        return self.chances - self.other


def glance(position: Position, seat: int, thought: Thought) -> bool:
    """Whether a short look finds a decision that may be clearly best."""
    found = from_ideas(position, seat, thought, NOTICED)
    return found is not None and found.gap > STILL * wanted(thought) and is_worth_it(found)


def from_ideas(position: Position, seat: int, thought: Thought, noticed: int) -> Finding | None:
    """What the ideas of one search say; None if there is nothing to choose."""
    rest = [idea for idea in rivals(position, seat, thought) if idea.visits >= noticed or idea.proven]
    if len(rest) < FEWEST - 1:
        return None
    return Finding(thought.best.move, value(thought.best, seat), max(value(idea, seat) for idea in rest))


def rivals(position: Position, seat: int, thought: Thought) -> list[Candidate]:
    """The ideas that are not another way to play the best."""
    best = thought.best.move
    return [idea for idea in thought.ideas[1:] if not are_alike(position, seat, best, idea.move)]


def value(idea: Candidate, seat: int) -> float:
    return (idea.proven >> seat & 1) / idea.proven.bit_count() if idea.proven else idea.value


def wanted(thought: Thought) -> float:
    return MIXED_GAP if thought.is_mixed else GAP


def is_worth_it(found: Finding) -> bool:
    return found.chances >= WORTH and found.other <= WON


def clearly_best(position: Position, seat: int, seed: int) -> Finding | None:
    """The one clearly best decision of a seat, from what it may know; None if there is none."""
    view = View(position, seat)
    if not glance(position, seat, ponder(view, STARE, seed)):
        return None
    first = look(position, view, ponder(view, DEEP, seed), seed)
    second = look(position, view, ponder(view, DEEP, seed + 1), seed + 1) if first else None
    if first is None or second is None or not are_alike(position, seat, first.move, second.move):
        return None
    return min(first, second, key=lambda one: one.gap)._replace(move=first.move)


def confirmed(position: Position, seat: int, move: int) -> Finding | None:
    """What the longest search says of a decision, if it finds it too and still prefers it by far."""
    thought = ponder(View(position, seat), DEEPEST, CONFIRMING)
    found = from_ideas(position, seat, thought, 0)
    if found is None or found.gap < STILL * wanted(thought) or not are_alike(position, seat, move, found.move):
        return None
    is_sure = not thought.is_mixed or position.seats == 2 or is_best_in_every_balance(position, seat, move)
    return found if is_sure else None


def is_best_in_every_balance(position: Position, seat: int, move: int) -> bool:
    """Where three choose at once there may be several balances: a pile each, and who takes which is best if the others
    keep to it. One search settles on one of them, others from other seeds on the others. (Of two, all are worth the
    same.)"""
    view = View(position, seat)
    thoughts = (ponder(view, BALANCING, CONFIRMING + 1 + number) for number in range(BALANCES))
    return all(are_alike(position, seat, move, thought.best.move) for thought in thoughts)


def look(position: Position, view: View, thought: Thought, seed: int) -> Finding | None:
    """What one deep search finds, if it is clear."""
    if thought.is_mixed or not view.hides_nothing:
        found = from_ideas(position, view.seat, thought, 0)
    else:
        found = apart(position, view, thought, seed)
    if found is None or found.gap < wanted(thought) or not is_worth_it(found):
        return None
    return None if thought.is_mixed and thought.best.share < MIXED_SHARE else found


def apart(position: Position, view: View, thought: Thought, seed: int) -> Finding | None:
    """The best move and its rivals, each searched for itself; the likeliest first, and no further than need be."""
    rest = sorted(rivals(position, view.seat, thought), key=lambda idea: value(idea, view.seat), reverse=True)
    if len(rest) < FEWEST - 1:
        return None
    best, other = after(view, thought.best, APART, seed)[view.seat], 0.0
    for idea in rest[:RIVALS]:
        other = max(other, after(view, idea, APART, seed)[view.seat])
        if best - other < GAP:
            return None
    return Finding(thought.best.move, best, other)
