"""The coach: a hint, what a position is worth, a finished match looked back upon. Each is given views and nothing else.

    hint(View(position, seat))      a nudge, the best move, why
    evaluate(View(position, seat))  each seat's chances
    review(match)                   every decision beside the best one (see `review`)

The same view, nodes and seed give the same answer.
"""

from msgspec import Struct

from recif.games.core.contract import Bilingual, Refused, Text
from recif.mind.coach.nudge import nudge
from recif.mind.coach.prospects import outlook, ponder, worth
from recif.mind.coach.reasons import why
from recif.mind.coach.review import Judgement, Review, judge, review
from recif.mind.search.think import Idea, View

__all__ = ["Hint", "Judgement", "Option", "Review", "evaluate", "hint", "judge", "review"]

NODES = 16_000
MOST = 5  # moves listed


class Option(Struct, frozen=True):
    """A move that the search likes: how much (0 to 1, together 1), and the mover's chances with it."""

    text: str
    sentence: Bilingual
    share: float
    worth: float


class Hint(Struct, frozen=True):
    """Told in this order: a nudge that leaves something to find, then the move, then why."""

    seat: int
    nudge: Bilingual
    text: str
    sentence: Bilingual
    why: Bilingual
    chances: tuple[float, ...]  # each seat's
    is_certain: bool  # proven, not estimated
    options: list[Option]  # the best first


def hint(view: View, nodes: int = NODES, seed: int = 0) -> Hint:
    """Advice to the seat of the view, which must have something to decide."""
    check_turn(view)
    thought = ponder(view, nodes, seed)
    options = [option(view, idea) for idea in thought.ideas[:MOST]]
    return Hint(
        view.seat,
        nudge(view, thought).bilingual,
        options[0].text,
        options[0].sentence,
        why(view, thought, seed).bilingual,
        outlook(thought),
        thought.proven != 0,
        options,
    )


def evaluate(view: View, nodes: int = NODES, seed: int = 0) -> tuple[float, ...]:
    """Each seat's chances, as far as the seat of the view can tell; somebody else may be to move."""
    return worth(view, nodes, seed)


def option(view: View, idea: Idea) -> Option:
    words = view.game.words
    return Option(
        words.text(view.state, view.seat, idea.move),
        words.sentence(view.state, view.seat, idea.move, view.seat).bilingual,
        idea.share,
        idea.value,
    )


def check_turn(view: View) -> None:
    if view.seat in view.position.waiting:
        return
    raise Refused(
        "not-your-turn",
        Text(f"La place {view.seat} n’a rien à décider ici.", f"Seat {view.seat} has nothing to decide here."),
    )
