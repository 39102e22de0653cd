"""The coach: a hint, what a position is worth, a finished match looked back upon. Each is given views and nothing else.

    hint(View(position, seat))      a nudge, the best move, why
    evaluate(View(position, seat))  each seat's chances
    review(match)                   every decision beside the best one (see `review`)

The same view, nodes and seed give the same answer.
"""

from msgspec import Struct

from recif.games.core.contract import Bilingual, Refused, Text
from recif.games.core.ideas import Names, named
from recif.mind.coach.judgement import Judgement
from recif.mind.coach.nudge import nudge
from recif.mind.coach.phrase import advised
from recif.mind.coach.picturing import Pictured, pictured
from recif.mind.coach.prospects import outlook, ponder, worth
from recif.mind.coach.reasons import Reason, advice, also, more, names_of, reason, trusted
from recif.mind.coach.review import Review, judge, review
from recif.mind.search.think import Candidate, Thought, View

__all__ = ["Considered", "Hint", "Judgement", "Review", "evaluate", "hint", "judge", "review"]

NODES = 16_000
MOST = 5  # moves listed
SECOND = 2  # part of the nodes with which a reason is looked at again


class Considered(Struct, frozen=True):
    """A move that the search likes: how much (0 to 1, together 1), and the mover's chances with it."""

    text: str
    sentence: Bilingual
    share: float
    worth: float


class Nudge(Struct, frozen=True):
    """Where to look, without the move."""

    says: Bilingual
    spots: tuple[str, ...] = ()


class Hint(Struct, frozen=True):
    """Told in this order: a nudge that leaves something to find, then the move and why, then more for who asks."""

    seat: int
    nudge: Nudge
    text: str
    advice: Bilingual  # the move, said to the mover
    why: Reason | None
    also: list[Bilingual]  # what else the move does
    more: list[Bilingual]  # where nothing can be drawn: the answer to expect, what comes close, the chances
    chances: tuple[float, ...]  # each seat's
    is_certain: bool  # proven, not estimated
    is_mixed: bool  # others choose at the same time: the shares say how often to choose what
    options: list[Considered]  # the best first
    line: list[tuple[int, str]] = []  # the move and what is expected to follow
    expected: list[Pictured] = []  # the same, as its seat would see it

    @property
    def told(self) -> list[Bilingual]:
        """All that it says of the move, where nothing can be drawn."""
        return [*([self.why.says] if self.why else []), *self.also, *self.more]


def hint(view: View, nodes: int = NODES, seed: int = 0, names: Names = ()) -> Hint:
    """Advice to the seat of the view, which must have something to decide; `names` are those of the seats."""
    check_turn(view)
    names, thought = names or names_of(view), ponder(view, nodes, seed)
    options = [option(view, idea, names) for idea in (thought.best, *trusted(thought))[:MOST]]
    pointed, told = nudge(view, thought), reason(view, thought, seed, names, nodes // SECOND)
    return Hint(
        view.seat,
        Nudge(pointed.says.bilingual, pointed.spots),
        options[0].text,
        advice(view, thought, names).bilingual,
        told,
        also(view, thought, told, names),
        more(view, thought, names),
        outlook(thought),
        thought.proven != 0,
        thought.is_mixed,
        options,
        line(view, thought),
        pictured(view, thought.line, names),
    )


def line(view: View, thought: Thought) -> list[tuple[int, str]]:
    """What is expected, as texts: nothing where something is hidden or drawn."""
    at, told = view.position.copy(), []
    for step in thought.line:
        told.append((step.seat, at.game.words.text(at.state, step.seat, step.move)))
        at.go(step.seat, step.move)
    return told


def evaluate(view: View, nodes: int = NODES, seed: int = 0) -> tuple[float, ...]:
    """Each seat's chances, as far as the seat of the view can tell; somebody else may be to move."""
    return worth(view, nodes, seed)


def option(view: View, idea: Candidate, names: Names) -> Considered:
    return Considered(
        view.game.words.text(view.state, view.seat, idea.move),
        named(advised(view.game, view.state, view.seat, idea.move), names).bilingual,
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
