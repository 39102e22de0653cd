"""The mind by one call: what a level plays, and what a search finds. It is handed the view of its seat alone."""

from typing import NamedTuple

from recif.games.core.contract import Refused, Text, seats_in
from recif.games.core.playing import GAME_OVER
from recif.games.core.position import Position
from recif.mind import levels
from recif.mind.minds import ponder
from recif.mind.search import think as thinking
from recif.mind.search.think import Budget, View

NODES = 2_000


class Idea(NamedTuple):
    """A move that a search has looked at."""

    text: str
    share: float  # how much the search favours it; where seats choose at once, how often to play it. Together 1
    value: float  # mean result for the seat: 1 is won, 0 is lost
    visits: int
    proven: tuple[int, ...]  # who wins by force; nobody if that is not proven


class Search(NamedTuple):
    """What a search found, the best idea first."""

    seat: int
    ideas: tuple[Idea, ...]
    chances: tuple[float, ...]  # each seat's
    nodes: int
    is_mixed: bool  # seats choose at once: play each idea as often as its share says
    proven: tuple[int, ...]

    @property
    def best(self) -> str:
        return self.ideas[0].text

    def __repr__(self) -> str:
        chances = ", ".join(f"{chance:.3f}" for chance in self.chances)
        return f"<Search: {self.best!r}, chances ({chances}), {len(self.ideas)} ideas, {self.nodes} nodes>"


def choose(position: Position, seat: int | None = None, level: int = 4, seed: int = 0, threads: int = 1) -> str:
    """The move that a level (1 to 8, 9 is the Abyss) plays; the same for the same seed, but for the Abyss.

    >>> import recif
    >>> game = recif.position("xok", "5 w e1,e2,e3,e4,e5,e6,e7,e8 a1,a2,b1,b2")
    >>> game.play(0, recif.choose(game, level=5)).winners
    (0,)
    """
    mover = _mover(position, seat)
    _check("threads", threads, 1)
    move = levels.choose(View(position, mover), level, seed, threads)
    return position.game.words.text(position.state, mover, move)


def search(
    position: Position,
    seat: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    seed: int = 0,
) -> Search:
    """Search for a seat (the first that waits, if left out) within a budget: nodes, seconds, or 2,000 nodes.

    The same nodes and seed on one thread find the same.

    >>> import recif
    >>> found = recif.search(recif.position("xok", "5 w e1,e2,e3,e4,e5,e6,e7,e8 a1,a2,b1,b2"), nodes=500)
    >>> found.chances, found.proven
    ((1.0, 0.0), (0,))
    """
    mover = _mover(position, seat)
    _check("threads", threads, 1)
    if nodes is not None:
        _check("nodes", nodes, 1)
    if seconds is not None and not seconds > 0:
        raise Refused("bad-budget", Text(f"seconds : plus de 0, pas {seconds}", f"seconds: more than 0, not {seconds}"))
    budget = Budget(NODES if nodes is None and seconds is None else nodes, seconds, threads)
    thought = ponder(View(position, mover), budget, seed)
    ideas = tuple(_told(position, mover, idea) for idea in thought.ideas)
    return Search(mover, ideas, thought.values, thought.nodes, thought.is_mixed, seats_in(thought.proven))


def _told(position: Position, seat: int, idea: thinking.Candidate) -> Idea:
    text = position.game.words.text(position.state, seat, idea.move)
    return Idea(text, idea.share, idea.value, idea.visits, seats_in(idea.proven))


def _mover(position: Position, seat: int | None) -> int:
    waiting = position.waiting
    if seat is None and waiting:
        return waiting[0]
    if position.is_over:
        raise Refused("game-over", GAME_OVER)
    if not waiting:
        raise Refused(
            "luck-is-due",
            Text("Un tirage est attendu, personne ne décide : draw()", "Luck is due, nobody decides: draw()"),
        )
    if seat not in waiting:
        raise Refused("not-your-turn", _nothing_to_decide(seat, waiting))
    return seat


def _nothing_to_decide(seat: int | None, waiting: tuple[int, ...]) -> Text:
    who = ", ".join(map(str, waiting))
    return Text(
        f"la place {seat} n’a rien à décider ; à qui de jouer : {who}",
        f"seat {seat} has nothing to decide; whose turn it is: {who}",
    )


def _check(name: str, number: int, least: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or number < least:
        raise Refused(
            "bad-budget",
            Text(
                f"{name} : un nombre entier, au moins {least}, pas {number!r}",
                f"{name}: a whole number, at least {least}, not {number!r}",
            ),
        )
