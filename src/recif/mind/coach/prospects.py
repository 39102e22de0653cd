"""What a position is worth, and what may follow a move: the ground that hints and reviews stand on.

Everything starts from a view. Where something is hidden, worlds that agree with the view are guessed; luck that is due
is tried in all its outcomes, or drawn where they are many.
"""

from typing import Any, NamedTuple

from recif.games.core.compiled import Numbers
from recif.games.core.contract import LUCK
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.mind import minds
from recif.mind.meaning import as_meant, with_own
from recif.mind.search.think import Budget, Candidate, Thought, View

WORLDS = 8  # guessed, or outcomes of luck tried
LEAST = 20  # nodes of the smallest search
Chances = tuple[float, ...]  # of each seat; together 1


class Future(NamedTuple):
    """A position that may come, and how likely it is."""

    weight: float
    position: Position


def ponder(view: View, nodes: int, seed: int) -> Thought:
    """A search with all that the mind knows of the game, and chances that mean what they say."""
    return as_meant(minds.ponder(view, Budget(max(nodes, LEAST)), seed), minds.meaning_of(view))


def winning(winners: int, seats: int) -> Chances:
    """Chances once the winners are known, as bits: a win is shared by those who win together."""
    return tuple((winners >> seat & 1) / winners.bit_count() for seat in range(seats))


def outlook(thought: Thought) -> Chances:
    """Each seat's chances if the thinker plays its best idea: what it tried on the way does not count."""
    if thought.proven or thought.is_mixed:
        return thought.values
    return with_own(thought.values, thought.seat, thought.best.value)


def chances(position: Position, nodes: int, seed: int) -> Chances:
    """What a position is worth to each seat, seen from a seat that must decide in it."""
    if position.is_over:
        return winning(sum(1 << seat for seat in position.winners), position.seats)
    return outlook(ponder(View(position, position.waiting[0]), nodes, seed))


def worth(view: View, nodes: int, seed: int) -> Chances:
    """What a seat may think of everybody's chances, whoever must decide now."""
    if view.seat in view.position.waiting:
        return outlook(ponder(view, nodes, seed))
    return expected(futures(view, None, seed), nodes, seed)


def after(view: View, idea: Candidate, nodes: int, seed: int) -> Chances:
    """Everybody's chances after a move, as far as the mover can know."""
    if idea.proven:
        return winning(idea.proven, int(view.state.seats))
    return expected(futures(view, idea.move, seed), nodes, seed)


def expected(coming: list[Future], nodes: int, seed: int) -> Chances:
    """The mean chances over what may come."""
    each = [chances(future.position, nodes // len(coming), seed) for future in coming]
    weighed = [[future.weight * value for value in values] for future, values in zip(coming, each, strict=True)]
    return tuple(sum(column) for column in zip(*weighed, strict=True))


def futures(view: View, move: int | None, seed: int) -> list[Future]:
    """Positions that may follow a move of the seat (None: nothing), the luck that is due included."""
    worlds = 1 if view.hides_nothing else WORLDS
    found: list[Future] = []
    for number in range(worlds):
        rng = seeded(seed * WORLDS + number)
        found += befallen(world(view, move, rng), 1 / worlds, rng, WORLDS // worlds)
    return found


def world(view: View, move: int | None, rng: Numbers) -> Position:
    """A guess of the view's blanks, after a move."""
    guessed = view.position.copy()
    view.game.rules.guess(guessed.state, view.seat, rng)
    return guessed if move is None else guessed.go(view.seat, move)


def befallen(position: Position, weight: float, rng: Numbers, most: int) -> list[Future]:
    """The position after the luck that is due: one for each outcome, or up to `most` drawn ones."""
    if not position.is_luck_due:
        return [Future(weight, position)]
    outcomes: list[Any] = list(position.luck().values())
    if len(outcomes) > most:
        return [drawn(position.copy(), weight / most, rng) for _ in range(most)]
    total = sum(odds for _, odds in outcomes)
    return [drawn(position.after(LUCK, outcome), weight * odds / total, rng) for outcome, odds in outcomes]


def drawn(position: Position, weight: float, rng: Numbers) -> Future:
    """Draw luck until somebody must decide."""
    while position.is_luck_due:
        position.game.rules.draw(position.state, rng)
    return Future(weight, position)
