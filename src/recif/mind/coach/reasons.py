"""Why a move is good: one sentence to whoever is to play it, with where to look, and more for those who ask.

What a move does is for the game to say (`games/<game>/ideas.py`), and the rules have checked it. Which of several ideas
is the reason, the search tells: the one without which the moves are worth least.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from recif.games.core.contract import Bilingual, Text, listed, seats_in
from recif.games.core.ideas import Choosing, Names, Pricing, Seen, named
from recif.mind.coach.phrase import advised, phrase
from recif.mind.coach.prospects import after, ponder
from recif.mind.search.think import Candidate, Thought, View

TRUSTED = 30  # visits before a move's chances count for anything
RIVALS = 8  # other moves that are looked at
CLEARLY = 0.05  # a difference in chances worth telling
# An idea without which another move is better is not called the reason: better by more than two searches of the same
# two moves differ by (upper quartile 0.0014 in crocodiles, 0.0017 in xok: `bench.reasons --spread`). At 0, moves that
# the search holds for equal lose their reason by chance: 76.6 % of 500 hints in crocodiles kept one, 80 are wanted.
LEAST = -0.0015
# But where seats choose at once: choices that belong to one mixture are worth the same, so which of them comes out
# ahead is what the search happens to try (two searches of the same two differ by 0.015 at the upper quartile:
# `python -m bench.reasons --spread`). At 0, one hint in ten loses its reason by that alone (101 of 120 to 87).
MIXED = -0.01
DOUBT = -0.02  # what means within one tree may be wrong by: an idea that comes so close is worth a second look
LOOKS = 3  # ideas that are looked at twice
PLAYED = 0.15  # of a mixture: moves worth naming


class Reason(Struct, frozen=True):
    """Why: the idea by its short name, one sentence, where on the board."""

    idea: str
    says: Bilingual
    spots: tuple[str, ...] = ()


def names_of(view: View) -> Names:
    """What the game calls its seats, where nobody has told who sits there."""
    return [view.game.words.seat_name(view.state, seat) for seat in range(int(view.state.seats))]


def reason(view: View, thought: Thought, seed: int = 0, names: Names = (), look: int = 0) -> Reason | None:
    """The one thing to say for the best move; nothing, rather than something that is not so.

    With `look` nodes each, the move and the best one that lacks the idea are searched for themselves: in one search the
    move that it prefers is looked at longest, and flattered where cards are hidden.
    """
    told = _reason_of(view, thought, seed, look)
    return told and Reason(told.idea, _named(told.says, names or names_of(view)), told.spots)


def _named(said: Bilingual, names: Names) -> Bilingual:
    return named(Text(said.fr, said.en), names).bilingual


def _reason_of(view: View, thought: Thought, seed: int, look: int) -> Reason | None:
    verdict = certain(view, thought)
    if verdict:
        return verdict
    price = _price(view, thought)
    weighed = [(weight(view, thought, one), one) for one in _lasting(view, thought, price)]
    if price and not weighed:
        weighed = [(LEAST, price.cost)]
    weighed = [(gap, one) for gap, one in weighed if gap >= (DOUBT if look else least(thought))]
    weighed.sort(key=lambda pair: round(pair[0] / CLEARLY), reverse=True)
    found = (one for _, one in weighed)
    return next(map(_reason, _confirmed(view, thought, found, look, seed) if look else found), None)


def least(thought: Thought) -> float:
    """By how much the move must be better than the best one that lacks an idea."""
    return MIXED if thought.is_mixed else LEAST


def _confirmed(view: View, thought: Thought, found: Iterator[Seen], look: int, seed: int) -> Iterator[Seen]:
    """Those ideas that bear a second look."""
    if thought.is_mixed:  # the choices of all are weighed together, or not at all
        again = _seen_again(view, thought, look, seed)
        return (one for one in found if weight(view, again, one) >= MIXED)
    return (one for one in islice(found, LOOKS) if _stands(view, thought, one, look, seed))


def _stands(view: View, thought: Thought, one: Seen, look: int, seed: int) -> bool:
    gap = lead(view, thought, one, look, seed)
    return gap is None or gap >= least(thought)


def lead(view: View, thought: Thought, one: Seen, look: int, seed: int) -> float | None:
    """How much better the move is than the best one without the idea, each searched for itself; None if all have it."""
    if thought.is_mixed:
        return weight(view, _seen_again(view, thought, look, seed), one)
    rivals = [idea for idea in _rivals(thought) if not _has(view, idea.move, one.idea)]
    if not rivals:
        return None
    rival = max(rivals, key=lambda idea: idea.value)
    mine, theirs = (after(view, idea, look, seed + 1)[view.seat] for idea in (thought.best, rival))
    return mine - theirs


def _seen_again(view: View, thought: Thought, look: int, seed: int) -> Thought:
    """Another search of the same choices, with the one that is advised first."""
    again = ponder(view, 2 * look, seed + 1)
    ideas = sorted(again.ideas, key=lambda idea: idea.move != thought.best.move)
    return replace(again, ideas=tuple(ideas))


def ideas_of(view: View, move: int) -> list[Seen]:
    """What the game sees in a move."""
    ideas = view.game.ideas
    return ideas.seen(view.state, view.seat, move) if ideas else []


def weight(view: View, thought: Thought, one: Seen) -> float:
    """How much worse the best other move is that does not have the idea; all of them, if the search trusts none."""
    without = [idea.value for idea in _rivals(thought) if not _has(view, idea.move, one.idea)]
    return thought.best.value - max(without, default=0.0)


def _rivals(thought: Thought) -> list[Candidate]:
    return trusted(thought) if thought.is_mixed else trusted(thought)[:RIVALS]


def _has(view: View, move: int, idea: str) -> bool:
    return any(one.idea == idea for one in ideas_of(view, move))


def _reason(one: Seen) -> Reason:
    return Reason(one.idea, one.says.bilingual, one.spots)


class Price(NamedTuple):
    """What the expected answer costs the other, and the ideas that come to nothing by it."""

    cost: Seen
    fragile: tuple[str, ...]


def _lasting(view: View, thought: Thought, price: Price | None) -> list[Seen]:
    """What the move is good for, but for what the expected answer undoes."""
    fragile = price.fragile if price else ()
    return [one for one in ideas_of(view, thought.best.move) if one.idea not in fragile]


def _price(view: View, thought: Thought) -> Price | None:
    """What the expected answer costs the other, if it takes what the move has just laid; and what comes to nothing."""
    ideas: object = view.game.ideas
    if not isinstance(ideas, Pricing) or len(thought.line) < 2 or thought.line[1].seat == view.seat:
        return None
    at, (step, answer) = view.position.copy(), thought.line[:2]
    laid = at.game.words.parts(at.state, step.seat, step.move)["cells"]
    at.go(step.seat, step.move)
    eats = at.game.words.parts(at.state, answer.seat, answer.move).get("eats", [])
    cost = ideas.price(at.state, view.seat, answer.move) if set(laid) & set(eats) else None
    return Price(cost, ideas.FRAGILE) if cost else None


def certain(view: View, thought: Thought) -> Reason | None:
    """What is beyond doubt: the only move, the game won now, won by force, shared, or lost."""
    if len(view.position.numbers(view.seat)) == 1:
        return _sure("only", "C’est le seul coup possible.", "It is the only legal move.")
    if view.position.copy().go(view.seat, thought.best.move).winners == (view.seat,):  # whatever the view does not show
        return _sure("win", "Ce coup gagne la partie !", "This move wins the game!")
    if thought.best.proven == 1 << view.seat:
        return _sure(
            "forced", "Vous gagnez à coup sûr, quoi qu’on vous réponde.", "You win for sure, whatever the answer."
        )
    if not thought.proven:
        return None
    if thought.proven >> view.seat & 1:
        return _sure("shared", "Vous partagerez la victoire, c’est sûr.", "You will share the win for sure.")
    winners = [f"@{seat}" for seat in seats_in(thought.proven)]
    return _sure(
        "lost",
        f"Tous les coups perdent, sauf erreur de {listed(winners, 'et de')}.",
        f"Every move loses, unless {listed(winners, 'or')} makes a mistake.",
    )


def _sure(idea: str, fr: str, en: str) -> Reason:
    return Reason(idea, Text(fr, en).bilingual)


def more(view: View, thought: Thought, names: Names = ()) -> list[Bilingual]:
    """For those who ask why, where nothing can be drawn: the answer to expect, what comes close, the chances."""
    said = [*_answer(view, thought), *_close(view, thought), _chances(view, thought)]
    return [named(text, names or names_of(view)).bilingual for text in said]


def also(view: View, thought: Thought, told: Reason | None, names: Names = ()) -> list[Bilingual]:
    """What else the move does; what the answer to expect costs the other comes first, if it takes what was laid."""
    return [named(text, names or names_of(view)).bilingual for text in _also(view, thought, told)]


def _also(view: View, thought: Thought, told: Reason | None) -> Iterator[Text]:
    price = _price(view, thought)
    does = [*([price.cost] if price else []), *_lasting(view, thought, price)]
    yield from [one.says for one in does if told is None or one.idea != told.idea][:2]


def _answer(view: View, thought: Thought) -> Iterator[Text]:
    """What the search expects of the next seat that is not the mover."""
    at = view.position.copy()
    for step, answer in zip(thought.line, thought.line[1:], strict=False):
        at.go(step.seat, step.move)
        if answer.seat != view.seat:
            move = phrase(view.game, at.state, answer.seat, answer.move)
            who = f"@{answer.seat}"
            yield Text(f"{who} répondra sans doute : {move.fr}.", f"{who} will probably answer: {move.en}.")
            return


def _close(view: View, thought: Thought) -> Iterator[Text]:
    second = runner_up(thought)
    if second and not thought.is_mixed and thought.best.value - second.value < CLEARLY:
        move = phrase(view.game, view.state, view.seat, second.move)
        yield Text(f"Presque aussi bon : {move.fr}.", f"Nearly as good: {move.en}.")


def runner_up(thought: Thought) -> Candidate | None:
    """The next idea, if the search looked at it long enough."""
    return next((idea for idea in trusted(thought) if not idea.proven), None)


def trusted(thought: Thought) -> list[Candidate]:
    """The other ideas that the search has looked at long enough."""
    return [idea for idea in thought.ideas[1:] if idea.visits >= TRUSTED]


def _chances(view: View, thought: Thought) -> Text:
    value = thought.values[view.seat] if thought.is_mixed else thought.best.value
    return Text(f"Vos chances : {100 * value:.0f} %.", f"Your chances: {100 * value:.0f}%.")


def advice(view: View, thought: Thought, names: Names = ()) -> Text:
    """The move as one says it; where seats choose at once, the two that are worth choosing between."""
    return named(_advice(view, thought), names or names_of(view))


def _advice(view: View, thought: Thought) -> Text:
    liked = [idea.move for idea in thought.ideas if idea.share >= PLAYED][:2] if thought.is_mixed else []
    ideas: object = view.game.ideas
    if isinstance(ideas, Choosing) and len(liked) > 1:
        return ideas.either(view.state, view.seat, *liked)
    return advised(view.game, view.state, view.seat, thought.best.move)
