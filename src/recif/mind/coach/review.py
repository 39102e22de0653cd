"""A match looked back upon: every decision beside the best one, from what its seat could know at that moment.

A loss is the difference between two moves of one moment, so neither luck nor what was hidden is blamed on a player.
Where seats chose at once, a choice is judged against the mixture, not against what the others happened to choose.
"""

from collections.abc import Callable, Iterator
from math import exp

from msgspec import Struct

from recif.games.core.contract import LUCK, Bilingual
from recif.games.core.position import Position
from recif.match.match import Match
from recif.mind.coach.prospects import Chances, after, ponder, with_own
from recif.mind.coach.reasons import why
from recif.mind.search.think import Idea, Thought, View

NODES = 8_000  # for each decision
EVEN = 0.02  # a smaller loss is within what such a search can tell
TURNS = 0.15  # a loss that turns the game
MARKS = ((0.30, "??"), (0.15, "?"), (0.07, "?!"))  # what a loss is called
HARSH = 4.5  # accuracy falls to 64 % for a tenth of the chances lost, to 26 % for three tenths
MIXED = 0.05  # of the mixture: a choice that belongs to it loses nothing
DOUBT = 10  # visits that a rarely tried choice is given at the mean


class Judgement(Struct, frozen=True):
    """One decision: what was played, what was best, everybody's chances before and after, and what it cost its seat."""

    index: int  # of the event in the record
    seat: int
    text: str
    sentence: Bilingual
    best: str
    best_sentence: Bilingual
    before: tuple[float, ...]
    after: tuple[float, ...]
    loss: float  # of the seat's chances, 0 to 1
    mark: str  # "", "?!", "?", "??"
    is_forced: bool  # no other move was legal
    why: Bilingual | None = None  # what the best move does, where the one played is marked

    @property
    def is_turning_point(self) -> bool:
        return self.loss >= TURNS

    @property
    def accuracy(self) -> float:
        return 100 * exp(-HARSH * self.loss)


class Review(Struct, frozen=True):
    """A whole match; `accuracies` are percentages, None for a seat that never had a choice."""

    game: str
    seats: int
    nodes: int
    seed: int
    judgements: list[Judgement]
    turning_points: list[int]  # indices of events, the costliest first
    accuracies: list[float | None]


def review(
    match: Match, nodes: int = NODES, seed: int = 0, heed: Callable[[Judgement, int, int], None] = lambda *_: None
) -> Review:
    """Judge every decision of a match; `heed` hears each as it is made, how many are done, and of how many."""
    judged: list[Judgement] = []
    total = len(decisions(match))
    for judgement in judgements(match, nodes, seed):
        judged.append(judgement)
        heed(judgement, len(judged), total)
    return summary(match, judged, nodes, seed)


def summary(match: Match, judged: list[Judgement], nodes: int, seed: int) -> Review:
    turning = sorted((one for one in judged if one.is_turning_point), key=lambda one: (-one.loss, one.index))
    accuracies = [accuracy(judged, seat) for seat in range(match.seats)]
    return Review(match.game.id, match.seats, nodes, seed, judged, [one.index for one in turning], accuracies)


def accuracy(judged: list[Judgement], seat: int) -> float | None:
    """The mean over the decisions in which the seat had a choice."""
    free = [one.accuracy for one in judged if one.seat == seat and not one.is_forced]
    return round(sum(free) / len(free), 1) if free else None


def decisions(match: Match) -> list[int]:
    return [index for index, event in enumerate(match.log) if event.seat != LUCK]


def judgements(match: Match, nodes: int = NODES, seed: int = 0) -> Iterator[Judgement]:
    for index in decisions(match):
        yield judge(match, index, nodes, seed)


def judge(match: Match, index: int, nodes: int = NODES, seed: int = 0) -> Judgement:
    """One decision, from the view that its seat had."""
    seat, move = match.log[index].seat, match.numbers[index]
    view, words = View(Position(match.game, match.before[index]), seat), match.game.words
    thought = ponder(view, nodes // 2, seed)
    best, worth, then, loss = weigh(view, thought, move, nodes // 4, seed)
    text = words.text(view.state, seat, move)
    return Judgement(
        index,
        seat,
        text,
        words.sentence(view.state, seat, move, seat).bilingual,
        words.text(view.state, seat, best),
        words.sentence(view.state, seat, best, seat).bilingual,
        worth,
        then,
        round(loss, 4),
        mark(loss),
        len(view.position.numbers(seat)) == 1,
        reason(view, thought, seed) if mark(loss) else None,
    )


def reason(view: View, thought: Thought, seed: int) -> Bilingual | None:
    """What the best move does. Its chances are left out: they were measured anew, beside those of the move played."""
    said = why(view, thought, seed, beside=False)
    return said.bilingual if said.fr else None


def weigh(view: View, thought: Thought, move: int, nodes: int, seed: int) -> tuple[int, Chances, Chances, float]:
    """The best move, everybody's chances with it, those with the one played, and what that lost.

    One search judges both, so that the best move changes no chances: what changes them between two decisions is luck
    and what the others do.
    """
    if thought.is_mixed:
        return weigh_choice(thought, move)
    known = {idea.move: idea for idea in thought.ideas}
    played = known.get(move, Idea(move, 0.0, 0.0, 0))
    then = after(view, played, nodes, seed)
    if move == thought.best.move:
        return move, then, then, 0.0
    worth = after(view, thought.best, nodes, seed)
    loss = worth[view.seat] - then[view.seat]
    return (thought.best.move, worth, then, loss) if loss >= EVEN else (move, then, then, 0.0)


def weigh_choice(thought: Thought, move: int) -> tuple[int, Chances, Chances, float]:
    """A choice made at once with others: what it brings on average, beside the mixture's mean."""
    mean = sum(idea.share * idea.value for idea in thought.ideas)
    chosen = next((idea for idea in thought.ideas if idea.move == move), None)
    worth = with_own(thought.values, thought.seat, mean)
    if chosen is None:
        return move, worth, worth, 0.0
    value = (chosen.value * chosen.visits + mean * DOUBT) / (chosen.visits + DOUBT)
    loss = mean - value
    then = with_own(thought.values, thought.seat, value)
    belongs = chosen.share >= MIXED or loss < EVEN
    return (move, then, then, 0.0) if belongs else (thought.best.move, worth, then, loss)


def mark(loss: float) -> str:
    return next((sign for least, sign in MARKS if loss >= least), "")
