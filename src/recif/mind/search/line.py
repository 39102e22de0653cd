"""What a search expects to follow its best idea: the line that its tree has looked at most."""

from typing import Any, NamedTuple

from recif.games.core.compiled import Record, copy
from recif.mind.search.tree import EXACT, NONE, Tree, find, mix

LONGEST = 4  # decisions
TRUSTED = 30  # visits before a decision is expected


class Ply(NamedTuple):
    seat: int
    move: int


def line_of(rules: Any, state: Record, viewer: int, tree: Tree, first: Ply) -> tuple[Ply, ...]:
    """A first step and what the tree has it followed by; luck, what is hidden, or doubt ends the line."""
    at, node, steps = copy(state), 0, [first]
    while len(steps) < LONGEST:
        seat, move = steps[-1]
        key = int(mix(tree.nodes[node].key, rules.seen(at, seat, move, viewer)))
        rules.play(at, seat, move)
        node = int(find(tree, key))  # a new one, without edges, where the tree has not been
        step = favourite(tree, node) if node != NONE else None
        if step is None:
            break
        steps.append(step)
    return tuple(steps)


def favourite(tree: Tree, node: int) -> Ply | None:
    """What the one who decides here does: a sure win, else what was looked at most, if that is often enough."""
    here = tree.nodes[node]
    if here.count == 0 or here.clarity != EXACT:
        return None
    edges = [tree.edges[int(here.first) + i] for i in range(int(here.count))]
    best = max(edges, key=lambda edge: (edge.proven == 1 << int(edge.seat), int(edge.visits)))
    if best.visits < TRUSTED and best.proven != 1 << int(best.seat):
        return None
    return Ply(int(best.seat), int(best.move))
