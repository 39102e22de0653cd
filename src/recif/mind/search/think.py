"""The Python face of the search: a view goes in, a thought comes out.

A mind cannot cheat by construction: `View` blanks whatever its seat may not know, and nothing else is taken.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from recif.games.core import hunch as plain
from recif.games.core.compiled import Numbers, Record, blank
from recif.games.core.contract import Game, WideHunch
from recif.games.core.hunch import Knobs
from recif.games.core.luck import seeded
from recif.games.core.machine import MOST_MEMORY
from recif.games.core.position import Position
from recif.mind.net.net import Net
from recif.mind.search import search
from recif.mind.search.line import Ply, line_of
from recif.mind.search.tree import EXACT, NONE, VEILED, Tree, enlarged, plant

LONG = 10_000  # nodes from which a search can afford to look wider
CHUNK = 2_000  # simulations between two looks at the clock
ROOM = 100_000  # nodes of a tree before it is given more room
FAINT = 0.05  # a share of a mixture below this is noise
WIDTH = 24  # edges for each node, on average, before the tree is given more room
MOST_NODES, MOST_EDGES = MOST_MEMORY // 125, MOST_MEMORY // 50  # a tree that needs more is full, and says so


class View:
    """What one seat may know of a position: nothing changes it, whoever plays on copies its position."""

    def __init__(self, position: Position, seat: int) -> None:
        self.game: Game = position.game
        self.seat = seat
        self.position = position.view(seat)
        self.state: Record = self.position.state

    def __repr__(self) -> str:
        return f"View({self.position!r}, {self.seat})"

    @property
    def hides_nothing(self) -> bool:
        """Whether every seat knows all that there is to know."""
        return self.position.hides_nothing


@dataclass(frozen=True)
class Budget:
    """When to stop: after so many nodes or so many seconds, whichever comes first."""

    nodes: int | None = None
    seconds: float | None = None
    threads: int = 1


@dataclass(frozen=True)
class Candidate:
    """One move of the seat: how much the search favours it, and what came of it."""

    move: int
    share: float  # of the visits, or of the mixture where seats choose at once; together 1
    value: float  # mean result for the seat
    visits: int
    proven: int = 0  # the winners it leads to by force; 0 if that is not proven


@dataclass(frozen=True)
class Thought:
    """What a search found, the best idea first."""

    seat: int
    ideas: tuple[Candidate, ...]
    values: tuple[float, ...]  # each seat's chances
    nodes: int
    is_mixed: bool  # seats choose at once: draw from the shares instead of playing the first
    proven: int = 0
    is_full: bool = False  # the search ended before its budget, for want of memory
    line: tuple[Ply, ...] = ()  # the best idea and what is expected to follow, where nothing is hidden or drawn

    @property
    def best(self) -> Candidate:
        return self.ideas[0]

    @property
    def meant(self) -> tuple[Candidate, ...]:
        """The part of a mixture that is more than noise of the search."""
        return tuple(idea for idea in self.ideas if idea.share >= FAINT)

    def draw(self, luck: float) -> Candidate:
        """The idea to play, for a number drawn evenly from [0, 1)."""
        if not self.is_mixed:
            return self.best
        luck *= sum(idea.share for idea in self.meant)
        for idea in self.meant:
            luck -= idea.share
            if luck < 0:
                return idea
        return self.best


class Mind(NamedTuple):
    """What a search knows of a game: hunches, or features and the net that was trained on them."""

    hunch: ModuleType = plain
    net: Net | None = None


class Grown(NamedTuple):
    """A tree at the end of a search, the summed results of each seat, and whether there was no more room."""

    tree: Tree
    totals: np.ndarray[Any, np.dtype[np.float64]]
    is_full: bool


def think(
    view: View,
    budget: Budget,
    seed: int = 0,
    hunch: ModuleType = plain,
    knobs: Knobs | None = None,
    stop: Numbers | None = None,
    net: Net | None = None,
) -> Thought:
    """Search from a view. The same view, seed and node budget on one thread give the same thought.

    With a net, `hunch` is the module of the features it was trained on.
    """
    if view.seat not in view.position.waiting:
        raise ValueError(f"seat {view.seat} has nothing to decide here")
    mind, knobs = Mind(hunch, net), _knobs_for(budget, hunch) if knobs is None else knobs
    if budget.threads == 1:
        return _merge(view, [grow_tree(view, budget, seed, mind, knobs, stop)])
    seeds = [seed * budget.threads + i for i in range(budget.threads)]
    part = Budget(budget.nodes and -(-budget.nodes // budget.threads), budget.seconds)
    with ThreadPoolExecutor(budget.threads) as pool:
        trees = list(pool.map(lambda s: grow_tree(view, part, s, mind, knobs, stop), seeds))
    return _merge(view, trees)


def _knobs_for(budget: Budget, hunch: ModuleType) -> Knobs:
    is_long = budget.nodes is None or budget.nodes >= LONG
    knobs: Knobs = hunch.WIDE if is_long and isinstance(hunch, WideHunch) else hunch.KNOBS
    return knobs


def grow_tree(
    view: View, budget: Budget, seed: int, mind: Mind, knobs: Knobs | None = None, stop: Numbers | None = None
) -> Grown:
    """Grow one tree in chunks, so that the clock and the flag are heard, and give it room as it needs more."""
    knobs = _knobs_for(budget, mind.hunch) if knobs is None else knobs
    stop = np.zeros(1, np.int64) if stop is None else stop
    rules: Any = view.game.rules
    limit = budget.nodes if budget.nodes is not None else 1 << 60
    until = time.monotonic() + budget.seconds if budget.seconds is not None else float("inf")
    room = min(limit + 1, ROOM)
    tree = plant(room, max(WIDTH, 2 * rules.MOVES * rules.SEATS // room))
    desk = search.new_desk(rules, *mind)
    walk = search.Walk(tree, desk, blank(rules.State), view.seat, knobs, seeded(seed), mind.net)
    search.open_root(rules, tree, view.state, EXACT if view.hides_nothing else VEILED)
    while limit > 0 and time.monotonic() < until:
        asked = min(CHUNK, limit)
        done = search.grow(rules, mind.hunch, walk, view.state, asked, stop)
        limit -= done
        if done < asked:
            if search.has_room(rules, walk.tree):
                break
            larger = _larger(walk.tree)
            if larger is None:
                return Grown(walk.tree, desk.totals, True)
            walk = walk._replace(tree=larger)
    return Grown(walk.tree, desk.totals, False)


def _larger(tree: Tree) -> Tree | None:
    """The same tree with twice the room where it lacks some; None if that would be too much."""
    nodes, edges = len(tree.nodes), len(tree.edges)
    if tree.used.nodes == nodes:
        nodes *= 2
    else:
        edges *= 2
    return enlarged(tree, nodes, edges) if nodes <= MOST_NODES and edges <= MOST_EDGES else None


def _merge(view: View, grown: list[Grown]) -> Thought:
    """One thought from the roots of trees grown apart."""
    waiting = int(view.game.rules.waiting(view.state))
    is_mixed = waiting & (waiting - 1) != 0
    found: dict[int, list[_Edge]] = {}
    trees = [one.tree for one in grown]
    for tree in trees:
        for edge in _root_edges(tree, view.seat, is_mixed):
            found.setdefault(edge.move, []).append(edge)
    total = sum(edge.weight for edges in found.values() for edge in edges) or 1.0
    ideas = [_idea(move, edges, total) for move, edges in found.items()]
    ideas.sort(key=lambda idea: (_rank(idea, view.seat), idea.share, idea.value, -idea.move), reverse=True)
    nodes = sum(int(tree.used.simulations) for tree in trees)
    proven = max(int(tree.nodes[0].proven) for tree in trees)
    seats = int(view.state.seats)
    if proven:
        values = [(proven >> seat & 1) / proven.bit_count() for seat in range(seats)]
    else:
        values = [sum(float(one.totals[seat]) for one in grown) / max(nodes, 1) for seat in range(seats)]
    is_full = any(one.is_full for one in grown)
    line = _expected(view, trees, ideas[0].move) if ideas and not is_mixed else ()
    return Thought(view.seat, tuple(ideas), tuple(values), nodes, is_mixed, proven, is_full, line)


def _expected(view: View, trees: list[Tree], move: int) -> tuple[Ply, ...]:
    """What may follow a move, by the largest tree."""
    largest = max(trees, key=lambda tree: int(tree.used.simulations))
    if largest.nodes[0].clarity != EXACT:
        return ()
    return line_of(view.game.rules, view.state, view.seat, largest, Ply(view.seat, move))


class _Edge(NamedTuple):
    move: int
    weight: float
    value: float
    visits: int
    proven: int


def _idea(move: int, edges: list[_Edge], total: float) -> Candidate:
    visits = sum(edge.visits for edge in edges)
    value = sum(edge.value for edge in edges) / max(visits, 1)
    return Candidate(
        move, sum(edge.weight for edge in edges) / total, value, visits, max(edge.proven for edge in edges)
    )


def _rank(idea: Candidate, seat: int) -> int:
    """Sure wins before open moves before sure losses."""
    if idea.proven == 0:
        return 1
    return 2 if idea.proven == 1 << seat else 1 if idea.proven >> seat & 1 else 0


def _root_edges(tree: Tree, seat: int, is_mixed: bool) -> list[_Edge]:
    edges = []
    at = int(tree.nodes[0].first) if tree.used.simulations else NONE
    while at != NONE:
        edge = tree.edges[at]
        if edge.seat == seat:
            weight = float(tree.extras[at].share if is_mixed else edge.visits)
            edges.append(_Edge(int(edge.move), weight, float(edge.value), int(edge.visits), int(edge.proven)))
        at = int(edge.next)
    return edges
