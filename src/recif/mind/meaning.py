"""Chances that mean what they say: of positions said to be won by 70 %, about 70 % are won.

What a search says of its own seat is shifted, stretched and bent, as logits: a + b x + c x³, measured on games that no
training has seen, for each number of seats (`bench/calibration`). x is how far it is from a fair share, so that three
who are even have a third each. What is not proven is never said to be certain. It changes what people are told, never
what is played.
"""

from dataclasses import replace
from math import exp, log

from recif.games.core.contract import Meaning
from recif.mind.search.think import Thought

FAR = 5.0  # logits beyond this are as good as certain
OPEN = 0.01  # what is left to either side until it is proven


def logit(chance: float) -> float:
    """Between -FAR and FAR."""
    edge = 1 / (1 + exp(FAR))
    safe = min(max(chance, edge), 1 - edge)
    return log(safe / (1 - safe))


def meant(said: float, meaning: Meaning, seats: int = 2) -> float:
    """A chance that is not proven, as games have shown it to be."""
    fair = logit(1 / seats)
    x = logit(said) - fair
    shown = 1 / (1 + exp(-(fair + meaning[0] + meaning[1] * x + meaning[2] * x**3)))
    return min(max(shown, OPEN), 1 - OPEN)


def as_meant(thought: Thought, meaning: Meaning) -> Thought:
    """The same thought with the chances of its ideas, and its own seat's among all, as they are meant."""
    seats, own = len(thought.values), thought.values[thought.seat]
    ideas = tuple(
        idea if idea.proven else replace(idea, value=meant(idea.value, meaning, seats)) for idea in thought.ideas
    )
    values = thought.values if thought.proven else with_own(thought.values, thought.seat, meant(own, meaning, seats))
    return replace(thought, ideas=ideas, values=values)


def with_own(values: tuple[float, ...], seat: int, own: float) -> tuple[float, ...]:
    """The same chances but for one seat's; the others share what is left as before."""
    left = sum(values) - values[seat]
    share = (1 - own) / left if left > 0 else 0.0
    even = (1 - own) / max(len(values) - 1, 1)
    return tuple(own if s == seat else value * share if left > 0 else even for s, value in enumerate(values))
