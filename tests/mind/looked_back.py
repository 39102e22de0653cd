"""What a review says: of each decision, and of the moves that mattered most in matches of machines."""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from recif.games.core.contract import Bilingual, Game
from recif.games.core.ideas import Pricing, named
from recif.match.match import Match
from recif.mind.coach.answers import when_another_decides
from recif.mind.coach.hint import Hint, hint
from recif.mind.coach.judgement import Judgement, mark
from recif.mind.coach.prospects import ponder
from recif.mind.coach.reasons import Reason, names_of
from recif.mind.coach.review import Review, judge_decision, review
from recif.mind.selfplay import by_level, played
from tests.games.setups import setups_of
from tests.mind.claimed import TRIES, Decision, Told, ends, is_a_reason, is_an_answer, kind_of

LEVELS = (2, 4, 1, 5, 3)  # who sits where: some who blunder, some who punish it
MOMENTS = 3


def of_a_judgement(one: Decision, nodes: int) -> Iterator[Told]:
    """What a review says of the move that was played."""
    return of_a_verdict(one, judge_decision(one.view, 0, one.move, len(one.at.waiting) > 1, nodes), nodes)


def of_a_verdict(one: Decision, told: Judgement, nodes: int, kind: str = "review") -> Iterator[Told]:
    best = one.at.moves(one.seat)[told.best]
    is_whole = all(abs(sum(chances) - 1) < 1e-6 for chances in (told.before, told.after))
    yield one.told(f"{kind}: cost", told.advice, told.mark == mark(told.loss) and is_whole)
    if told.why:
        line = hint(one.view, nodes) if told.why.idea == "bait" else None
        yield one.told(f"{kind}: {kind_of(told.why)}", told.why.says, _was_so(one, best, told.why, nodes, line))
    if told.allows:
        yield one.told(f"{kind}: allowed", told.allows.says, _could_follow(one, told.allows, nodes))


def _was_so(one: Decision, move: int, why: Reason, nodes: int, line: Hint | None) -> bool:
    """A price hangs on the answer that this very search expects: any answer that eats what was laid may be it."""
    if is_a_reason(one, move, why, nodes, line):
        return True
    ideas: object = one.at.game.ideas
    if why.idea != "bait" or not isinstance(ideas, Pricing):
        return False
    after = one.at.after(one.seat, move)
    foe = after.waiting[0]
    costs = ((answer, ideas.price(after.state, one.seat, answer)) for answer in after.numbers(foe))
    said = [
        (answer, cost) for answer, cost in costs if cost and named(cost.says, names_of(one.view)).bilingual == why.says
    ]
    return any(one.claims.costs(after, one.seat, answer, cost) for answer, cost in said)


def _could_follow(one: Decision, allows: Reason, nodes: int) -> bool:
    """Whether the next seat, once the turn has been played on, has an answer of which the sentence is so."""
    at = when_another_decides(one.view, one.move, nodes // 4, 0)
    if at is None:
        return False
    step = Decision(at, at.waiting[0], 0)
    if allows.idea == "forced":
        found = ponder(step.view, 4 * nodes, 0).best.move
        return all(ends(step, found, nodes, seed, is_winning=True) for seed in range(TRIES))
    return is_an_answer(step, allows.says, *at.numbers(step.seat), spots=allows.spots)


def matches(game: Game) -> Iterator[Match]:
    """Whole matches of machines of different strength, with every number of seats and every option."""
    for seed, setup in enumerate(cycle(list(setups_of(game)))):
        levels = [by_level(LEVELS[(seat + seed) % len(LEVELS)]) for seat in range(setup.seats)]
        yield played(game, levels.__getitem__, seed, setup.seats, setup.options)


def of_reviews(game: Game, count: int, nodes: int) -> Iterator[Told]:
    for match in islice(matches(game), count):
        yield from of_a_review(match, review(match, nodes), nodes)


def of_a_review(match: Match, told: Review, nodes: int) -> Iterator[Told]:
    """The moves that mattered most, and what the whole comes to."""
    judged = {one.index: one for one in told.judgements}
    for index in told.moments:
        one = Decision(match.position_at(index), match.log[index].seat, match.numbers[index])
        verdict = judged[index]
        is_said = bool(verdict.sentence.fr and verdict.sentence.en) and not verdict.is_forced
        yield one.told("moment: move", verdict.advice, is_said and verdict.text == match.log[index].text)
        yield from of_a_verdict(one, verdict, nodes, "moment")
    whole = Decision(match.position_at(0), 0, 0)
    yield whole.told("moments", Bilingual("", ""), _are_the_costliest(told.moments, told.judgements))
    yield whole.told("turning points", Bilingual("", ""), _turned(told))


def _are_the_costliest(moments: Sequence[int], judged: Sequence[Judgement]) -> bool:
    """Always three where so many could choose, in the order of play, and no other move cost more."""
    free = [one for one in judged if not one.is_forced]
    losses = sorted((one.loss for one in free), reverse=True)
    told = sorted((one.loss for one in free if one.index in moments), reverse=True)
    return list(moments) == sorted(moments) and told == losses[:MOMENTS]


def _turned(told: Review) -> bool:
    """Every mistake is a turning point, the costliest first; what is to be practised is what a mistake missed."""
    losses = {one.index: one.loss for one in told.judgements}
    mistakes = {one.index for one in told.judgements if one.mark in ("?", "??")}
    costs = [losses[index] for index in told.turning_points]
    ideas = {one.why.idea for one in told.judgements if one.mark and one.why}
    return set(told.turning_points) == mistakes and costs == sorted(costs, reverse=True) and set(told.missed) == ideas
