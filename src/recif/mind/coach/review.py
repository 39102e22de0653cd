"""A match looked back upon: every decision beside the best one, from what its seat could know at that moment.

A loss is the difference between two moves of one moment, so neither luck nor what was hidden is blamed on a player.
Where seats chose at once, a choice is judged against the mixture, not against what the others happened to choose.
How much a decision was worth is what somebody who clicks at random would lose there: the stake. What draws bring or
take is told apart.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import structs

from recif.games.core.contract import LUCK
from recif.games.core.ideas import Names, named
from recif.games.core.luck import below, seeded
from recif.match.match import Match
from recif.mind.coach import reasons
from recif.mind.coach.answers import allowed
from recif.mind.coach.judgement import EVEN, Judgement, mark
from recif.mind.coach.phrase import advised, spoken
from recif.mind.coach.prospects import Chances, after, ponder
from recif.mind.coach.reasons import Reason, names_of
from recif.mind.coach.summary import Summary, summed
from recif.mind.meaning import with_own
from recif.mind.search.think import Candidate, Thought, View

NODES = 8_000  # for each decision
TRIALS = 3  # moves drawn at random, to know what is at stake
MIXED = 0.05  # of the mixture: a choice that belongs to it loses nothing
DOUBT = 10  # visits that a rarely tried choice is given at the mean


class Review(Summary, frozen=True, kw_only=True):
    """A whole match, and what its judgements come to."""

    game: str
    seats: int
    nodes: int
    seed: int
    judgements: list[Judgement]


def review(
    match: Match, nodes: int = NODES, seed: int = 0, heed: Callable[[Judgement, int, int], None] = lambda *_: None
) -> Review:
    """Judge every decision of a match; `heed` hears each as it is made, how many are done, and of how many."""
    judged: list[Judgement] = []
    total = len(decisions(match))
    for judgement in judgements(match, nodes, seed):
        judged.append(judgement)
        heed(judgement, len(judged), total)
    told = structs.asdict(summed(judged, match.seats))
    return Review(game=match.game.id, seats=match.seats, nodes=nodes, seed=seed, judgements=judged, **told)


def decisions(match: Match) -> list[int]:
    return [index for index, event in enumerate(match.log) if event.seat != LUCK]


def judgements(match: Match, nodes: int = NODES, seed: int = 0) -> Iterator[Judgement]:
    done: list[Judgement] = []
    for index in decisions(match):
        done.append(judge(match, index, nodes, seed, done))
        yield done[-1]


def judge(
    match: Match,
    index: int,
    nodes: int = NODES,
    seed: int = 0,
    done: Sequence[Judgement] = (),
    names: Names = (),
) -> Judgement:
    """One decision, from the view that its seat had; `done` are the judgements before it."""
    view = View(match.position_at(index), match.log[index].seat)
    told = judge_decision(view, index, match.numbers[index], match.at_once[index], nodes, seed, names)
    return with_luck(match, told, done)


def with_luck(match: Match, told: Judgement, done: Sequence[Judgement]) -> Judgement:
    """The same with what draws changed since the decision before; `done` are the judgements before it."""
    return structs.replace(told, luck=luck(match, told.index, told.before, done))


def judge_decision(
    view: View, index: int, move: int, is_at_once: bool, nodes: int = NODES, seed: int = 0, names: Names = ()
) -> Judgement:
    """One decision, from the view that its seat had, whatever came before it."""
    seat, words, names = view.seat, view.game.words, names or names_of(view)
    thought = ponder(view, nodes if is_at_once else nodes // 2, seed)  # at once: one search judges all choices
    best, worth, then, cost = weigh(view, thought, move, nodes // 4, seed)
    loss = round(cost, 4)  # what is told is what is marked
    is_forced = len(view.position.numbers(seat)) == 1
    text = words.text(view.state, seat, move)
    return Judgement(
        index,
        seat,
        text,
        named(spoken(view.game, view.state, seat, move, seat), names).bilingual,
        words.text(view.state, seat, best),
        named(spoken(view.game, view.state, seat, best, seat), names).bilingual,
        named(advised(view.game, view.state, seat, best), names).bilingual,
        worth,
        then,
        loss,
        mark(loss),
        is_forced,
        0.0 if is_forced else round(stake(view, thought, move, loss, nodes // 4, seed), 4),
        why=why(view, thought, move, loss, seed, names),
        allows=allowed(view, move, nodes // 4, seed, names) if mark(loss) else None,
    )


def why(view: View, thought: Thought, move: int, loss: float, seed: int, names: Names) -> Reason | None:
    """What the best move is good for, where it was missed or played."""
    is_found = move == thought.best.move and len(view.position.numbers(view.seat)) > 1
    return reasons.reason(view, thought, seed, names) if loss or is_found else None


def weigh(view: View, thought: Thought, move: int, nodes: int, seed: int) -> tuple[int, Chances, Chances, float]:
    """The best move, everybody's chances with it, those with the one played, and what that lost.

    One search judges both, so that the best move changes no chances: what changes them between two decisions is luck
    and what the others do.
    """
    if thought.is_mixed:
        return weigh_choice(thought, move)
    known = {idea.move: idea for idea in thought.ideas}
    played = known.get(move, Candidate(move, 0.0, 0.0, 0))
    then = after(view, played, nodes, seed)
    if move == thought.best.move:
        return move, then, then, 0.0
    worth = after(view, thought.best, nodes, seed)
    loss = worth[view.seat] - then[view.seat]
    return (thought.best.move, worth, then, loss) if loss >= EVEN else (move, then, then, 0.0)


def weigh_choice(thought: Thought, move: int) -> tuple[int, Chances, Chances, float]:
    """A choice made at once with others: what it brings against their mixtures, beside the mean of the own one.

    What was tried seldom is drawn towards the mean, as far as the search is unsure of it.
    """
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


def stake(view: View, thought: Thought, move: int, loss: float, nodes: int, seed: int) -> float:
    """What moves drawn at random lose on average, judged like the one that was played."""
    moves, rng = view.position.numbers(view.seat), seeded(seed)
    if thought.is_mixed:  # every choice is known already: none is left to the draw
        return sum(weigh_choice(thought, choice)[3] for choice in moves) / len(moves)
    trials = [moves[below(rng, len(moves))] for _ in range(TRIALS)]
    lost = {move: loss, thought.best.move: 0.0}
    for trial in trials:
        if trial not in lost:
            lost[trial] = weigh(view, thought, trial, nodes, seed)[3]
    return sum(lost[trial] for trial in trials) / TRIALS


def luck(match: Match, index: int, worth: Chances, done: Sequence[Judgement]) -> tuple[float, ...]:
    """What the draws since the last decision changed: nothing if there were none, or nobody had decided before."""
    if not done or all(event.seat != LUCK for event in match.log[done[-1].index : index]):
        return ()
    told = {one.seat: one for one in done[-match.seats :] if _is_of_turn(match, one, done[-1])}
    before = [told.get(seat, done[-1]).after[seat] for seat in range(match.seats)]
    total = sum(before) or 1.0  # seats that chose at once each judged for themselves
    return tuple(round(now - then / total, 4) for now, then in zip(worth, before, strict=True))


def _is_of_turn(match: Match, one: Judgement, last: Judgement) -> bool:
    """Whether a decision was made at once with the last one: then each seat's chances are those that it saw."""
    return one is last or (match.at_once[last.index] and all(match.at_once[one.index : last.index + 1]))
