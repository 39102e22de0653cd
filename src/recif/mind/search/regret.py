"""Several seats choosing at once: each follows its regrets, and the average of what they did is the mixture to play.

Regret matching plus, with sampled outcomes, means as baselines and later mixtures weighing more.
"""

from recif.games.core.compiled import bare, part
from recif.games.core.luck import below
from recif.mind.search.tree import NONE

UNIT = 1 << 30


@bare
def total_regret(tree, node, seat):
    """The sum of the seat's regrets, and over how many edges."""
    total, count = 0.0, 0
    i = int(tree.nodes[node].first)
    while i != NONE:
        if tree.edges[i].seat == seat:
            total += tree.extras[i].regret
            count += 1
        i = int(tree.edges[i].next)
    return total, count


@part
def likelihood(tree, i, total):
    """How often the seat's present mixture plays an edge: as its regret, or its prior where nothing is regretted."""
    return tree.extras[i].regret / total if total > 0 else tree.edges[i].prior + 0.0


@bare
def sample(tree, node, seat, explore, rng):
    """An edge of the seat drawn from its mixture, stirred with even chances for all; and its odds."""
    total, count = total_regret(tree, node, seat)
    left = below(rng, UNIT) / UNIT
    chosen, odds = NONE, 1.0
    i = int(tree.nodes[node].first)
    while i != NONE and left >= 0:
        edge = tree.edges[i]
        if edge.seat == seat:
            chosen = i
            odds = (1 - explore) * likelihood(tree, i, total) + explore / count
            left -= odds
        i = int(edge.next)
    return chosen, odds


@part
def mean(edge):
    return edge.value / edge.visits if edge.visits > 0 else 0.5


@part
def estimate(tree, i, chosen, odds, result):
    """What playing edge `i` would have brought: its mean, corrected by the result where it was played."""
    edge = tree.edges[i]
    known = mean(edge)
    return known + (result - known) / odds if i == chosen else known


@bare
def learn(tree, node, seat, chosen, odds, result):
    """Update the seat's regrets and the sum of its mixtures after one simulation."""
    total, _ = total_regret(tree, node, seat)
    expected = 0.0
    i = int(tree.nodes[node].first)
    while i != NONE:
        if tree.edges[i].seat == seat:
            expected += likelihood(tree, i, total) * estimate(tree, i, chosen, odds, result)
        i = int(tree.edges[i].next)
    i = int(tree.nodes[node].first)
    while i != NONE:
        if tree.edges[i].seat == seat:
            extra = tree.extras[i]
            extra.share += likelihood(tree, i, total) * tree.nodes[node].visits
            extra.regret = max(0.0, extra.regret + estimate(tree, i, chosen, odds, result) - expected)
        i = int(tree.edges[i].next)
    tree.edges[chosen].visits += 1
    tree.edges[chosen].value += result
