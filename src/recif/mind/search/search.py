"""One search for every game: a tree of what one seat can see, grown by simulations from guesses of what it cannot.

Each simulation guesses a world, walks down the tree, adds a node, plays out and backs the result up, a value a seat.
One actor picks by its upper bound; several at once follow their regrets; luck is sampled; results proven
by force are backed up as such where nothing is hidden and no luck intervenes. `rules` and `hunch` are compiled modules.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import Numbers, Record, assign, bare, blank, part, record, rule
from recif.games.core.curves import log_count
from recif.games.core.features import SURE
from recif.games.core.hunch import Knobs
from recif.games.core.luck import below, weighted
from recif.mind.net import net as nets
from recif.mind.net.net import Net
from recif.mind.search.guesses import imagine, recall
from recif.mind.search.order import BUCKETS, put_in_order
from recif.mind.search.regret import learn, sample
from recif.mind.search.tree import DEEPEST, EXACT, KNOWN, NONE, VEILED, Tree, add_edge, find, lay_edges, mix

RECENT = 256  # positions whose hidden layer is kept, for when they are given their moves


class Walk(NamedTuple):
    """What every simulation of one search works with."""

    tree: Tree
    desk: Record
    state: Record  # the world of the present simulation
    viewer: int  # the seat that thinks
    knobs: Knobs
    rng: Numbers
    net: Net | None  # of the game's features, which are then the hunch


def new_desk(rules: Any, hunch: Any, net: Net | None = None) -> Record:
    """Room to work in, one a thread: a single record, since every array handed down costs time to compile."""
    slots = hunch.SLOTS_A_MOVE * rules.MOVES if net and net.policy else 1
    width = len(net.bias) if net else 4
    return blank(
        record(
            moves=("i8", rules.MOVES),
            weights=("i8", rules.MOVES),
            features=("i8", hunch.MOST if net else 1),
            slots=("i8", slots),
            order=("i8", rules.MOVES),
            spare=("i8", rules.MOVES),
            ends=("i8", BUCKETS),
            outcomes=("i8", rules.OUTCOMES),
            chances=("i8", rules.OUTCOMES),
            values=("f8", rules.SEATS),
            totals=("f8", rules.SEATS),  # summed over all simulations
            path=("i8", DEEPEST + 1),  # nodes
            held=("i8", RECENT),  # nodes whose hidden layer is in `layers`
            chosen=("i8", DEEPEST + 1, rules.SEATS),  # edges
            odds=("f8", DEEPEST + 1, rules.SEATS),  # with which they were drawn
            layers=("i2", RECENT, width),
            hidden=("i2", width),
            small=("i2", nets.SMALL),
        )
    )


@rule
def grow(rules, hunch, walk, root, count, stop):
    """Run simulations until there are `count`, the root is proven, the tree is full or somebody raises the flag; return
    how many."""
    recalled = recall(rules, root, walk.viewer)
    walk.desk.held[:] = NONE
    for done in range(count):
        if stop[0] != 0 or walk.tree.nodes[0].proven != 0 or not has_room(rules, walk.tree):
            return done
        simulate(rules, hunch, walk, root, recalled)
    return count


@bare
def has_room(rules, tree):
    """Whether one more simulation fits: it adds a node, and the edges of one."""
    edges = tree.used.edges + rules.MOVES * rules.SEATS
    return tree.used.nodes < len(tree.nodes) and edges <= len(tree.edges)


@bare
def open_root(rules, tree, root, clarity):
    find(tree, rules.waiting(root))
    tree.nodes[0].actors = rules.waiting(root)
    tree.nodes[0].proven = 0
    tree.nodes[0].clarity = clarity


@bare
def simulate(rules, hunch, walk, root, recalled):
    tree, desk = walk.tree, walk.desk
    assign(walk.state, root)
    imagine(rules, recalled, walk.state, walk.viewer, walk.rng)
    depth = descend(rules, hunch, walk)
    leaf = desk.path[depth]
    if leaf != NONE and tree.nodes[leaf].proven != 0:
        share_win(tree.nodes[leaf].proven, desk.values)
    else:
        play_out(rules, hunch, walk, leaf)
    back_up(tree, desk, depth)
    tree.used.simulations += 1


@part
def descend(rules, hunch, walk):
    """Walk down the tree and play what is chosen; return the depth of the leaf."""
    desk = walk.desk
    desk.path[0] = 0
    node = depth = int(desk.path[0])  # not a literal 0, for which everything below would be compiled once more
    while depth < DEEPEST and can_go_on(rules, hunch, walk, node):
        if not decide(rules, hunch, walk, node, depth):
            break
        node = follow(rules, walk, node, depth)
        depth += 1
        desk.path[depth] = node
        if node == NONE:
            break
    return depth


@part
def can_go_on(rules, hunch, walk, node):
    """Whether the walk goes beyond this node; gives the node its edges when it is ripe."""
    here = walk.tree.nodes[node]
    if here.proven != 0 or here.actors == 0:
        return False
    if here.clarity == VEILED or here.count > 0:
        return here.visits > 0 or node == 0
    return (here.visits >= walk.knobs.ripe or node == 0) and expand(rules, hunch, walk, node)


@bare
def expand(rules, hunch, walk, node):
    """Give a node the edges of all its actors, the most promising first; False if there is no room, see `has_room`."""
    tree, desk, state = walk.tree, walk.desk, walk.state
    after = int(tree.nodes[node].first)  # none yet
    actors = int(tree.nodes[node].actors)
    is_joint = actors & (actors - 1) != 0
    while actors:
        seat = lowest(actors)
        actors &= actors - 1
        count = hunch.moves(rules, state, seat, desk.moves)
        if tree.used.edges + count > len(tree.edges):
            return False
        weigh(rules, hunch, walk.net, walk, node, seat, count)
        total = 0
        for i in range(count):
            total += desk.weights[i]
            desk.order[i] = (desk.weights[i] << 32) | (below(walk.rng, 65536) << 16) | i
        put_in_order(desk.order, count, desk.spare, desk.ends)
        if is_joint:
            for k in range(count - 1, -1, -1):
                i = desk.order[k] & 0xFFFF
                after = add_edge(tree, node, after, seat, desk.moves[i], desk.weights[i] / total)
        else:
            lay_edges(tree, node, seat, desk, count, total)
    return True


@bare
def weigh(rules, hunch, net, walk, node, seat, count):
    """How promising the moves on the desk look; `node` is NONE where positions of one node differ."""
    if net is None:
        hunch.weigh(rules, walk.state, seat, walk.desk.moves, count, walk.desk.weights)
    else:
        weigh_by(rules, hunch, net, net.policy, walk, node, seat, count)


@bare
def weigh_by(rules, hunch, net, policy, walk, node, seat, count):
    desk, state = walk.desk, walk.state
    if policy is None:
        hunch.weigh(rules, state, seat, desk.moves, count, desk.weights)
    elif node != NONE and desk.held[node % RECENT] == node:
        for j in range(len(desk.hidden)):
            desk.hidden[j] = desk.layers[node % RECENT, j]
        nets.promise(hunch, policy, state, seat, count, desk)
    else:
        nets.weigh(rules, hunch, net, policy, state, seat, count, desk)


@bare
def decide(rules, hunch, walk, node, depth):
    """Choose an edge for every actor; False if the tree is too full to choose."""
    tree, desk = walk.tree, walk.desk
    here = tree.nodes[node]
    actors = int(here.actors)
    if actors & (actors - 1):
        while actors:
            seat = lowest(actors)
            actors &= actors - 1
            desk.chosen[depth, seat], desk.odds[depth, seat] = sample(tree, node, seat, walk.knobs.stir, walk.rng)
        return True
    seat = lowest(actors)
    if here.clarity == VEILED:
        desk.chosen[depth, seat] = best_offered(rules, hunch, walk, node, seat)
    else:
        desk.chosen[depth, seat] = best_edge(tree, walk.knobs, node)
    return desk.chosen[depth, seat] != NONE


@part
def bound(edge, prior, pull, trust, fresh):
    """How attractive an edge is: its mean, and more for what is promising or little tried."""
    visits = np.float32(edge.visits)
    if visits == 0:
        return np.float32(fresh + trust * prior)
    won = edge.value if pull == 0 else edge.value + pull * np.sqrt(np.float32(visits))
    return won / visits + trust * prior / (visits + np.float32(1))


@part
def pull_of(knobs, visits):
    return np.float32(knobs.explore * sqrt(log_count(int(visits) + 1)) if knobs.explore != 0 else 0.0)


@part
def trust_of(knobs, visits):
    return np.float32(knobs.trust * sqrt(visits))


@bare
def best_edge(tree, knobs, node):
    """The most attractive edge of a single actor. Untried ones come last and best first: only the first counts."""
    here = tree.nodes[node]
    fresh = np.float32(here.value / max(here.visits, 1) + knobs.hope)
    pull, trust = pull_of(knobs, here.visits), trust_of(knobs, here.visits)
    best, top = NONE, np.float32(-1e9)
    for i in range(here.first, here.first + here.count):
        edge = tree.edges[i]
        if edge.proven != 0:
            score = np.float32(-1.0 + (edge.proven >> edge.seat & 1))
        else:
            score = np.float32(bound(edge, edge.prior, pull, trust, fresh))
        if score > top:
            best, top = i, score
        if edge.visits == 0:
            break
    return best


@bare
def best_offered(rules, hunch, walk, node, seat):
    """The most attractive of the moves that are legal in this guess; each counts the times it was on offer."""
    tree, desk, state, knobs = walk.tree, walk.desk, walk.state, walk.knobs
    here = tree.nodes[node]
    fresh = np.float32(here.value / max(here.visits, 1) + knobs.hope)
    count = hunch.moves(rules, state, seat, desk.moves)
    weigh(rules, hunch, walk.net, walk, NONE + 0, seat, count)  # not a literal, for which it would be compiled again
    total = 0
    for i in range(count):
        total += desk.weights[i]
    best, top = NONE, -1e9
    for i in range(count):
        at = edge_of(tree, node, seat, desk.moves[i])
        if at == NONE:
            return NONE
        edge = tree.edges[at]
        tree.extras[at].offered += 1
        offered = tree.extras[at].offered
        pull, trust = pull_of(knobs, offered), trust_of(knobs, offered)
        score = float(bound(edge, np.float32(desk.weights[i] / total), pull, trust, fresh))
        score += below(walk.rng, 1024) * 1e-7
        if score > top:
            best, top = at, score
    return best


@bare
def edge_of(tree, node, seat, move):
    """The edge of a move, added if it is new; NONE if the tree is full."""
    last = i = int(tree.nodes[node].first)
    while i != NONE:
        if tree.edges[i].move == move and tree.edges[i].seat == seat:
            return i
        last = i
        i = int(tree.edges[i].next)
    return add_edge(tree, node, last, seat, move, 0.0)


@bare
def follow(rules, walk, node, depth):
    """Play the chosen edges and the luck that follows; return the node of what the viewer has seen."""
    tree, desk, state, viewer = walk.tree, walk.desk, walk.state, walk.viewer
    key = tree.nodes[node].key
    clarity = tree.nodes[node].clarity
    actors = int(tree.nodes[node].actors)
    alone = actors & (actors - 1) == 0
    if not alone:
        clarity = min(clarity, KNOWN)  # choices made at once are open to all once they are made
    while actors:
        seat = lowest(actors)
        actors &= actors - 1
        move = 0 + int(tree.edges[desk.chosen[depth, seat]].move)  # 64 bits, as everywhere else
        if alone and not is_public(rules, state, seat, move):
            clarity = VEILED
        key = mix(key, rules.seen(state, seat, move, viewer) if alone else move)
        rules.play(state, seat, move)
    while rules.waiting(state) == 0 and not rules.over(state):
        count = rules.luck(state, desk.outcomes, desk.chances)
        outcome = desk.outcomes[weighted(walk.rng, desk.chances, count)]
        clarity = min(clarity, KNOWN) if is_public(rules, state, -1, outcome) else VEILED
        key = mix(key, rules.seen(state, -1, outcome, viewer))
        rules.befall(state, outcome)
    return arrive(rules, tree, state, key, clarity)


@part
def arrive(rules, tree, state, key, clarity):
    """The node of a key; a new one is told who decides there and whether the game is over."""
    size = tree.used.nodes + 0
    node = find(tree, key)
    if tree.used.nodes > size:
        is_over = rules.over(state)
        tree.nodes[node].actors = rules.waiting(state)
        tree.nodes[node].clarity = clarity
        tree.nodes[node].proven = rules.winners(state) if is_over and clarity == EXACT else 0
    return node


@part
def is_public(rules, state, seat, event):
    """Whether every seat sees the same of an event."""
    first = rules.seen(state, seat, event, 0)
    for viewer in range(1, state.seats):
        if rules.seen(state, seat, event, viewer) != first:
            return False
    return True


@bare
def play_out(rules, hunch, walk, leaf):
    """Play on by hunch to the end, or to the horizon; write each seat's result."""
    state = walk.state
    node = leaf if hunch.HORIZON == 0 else NONE  # where the playout is cut short
    left = hunch.HORIZON
    while not rules.over(state):
        waiting = rules.waiting(state)
        if waiting == 0:
            rules.draw(state, walk.rng)
        elif left == 0:
            judge(rules, hunch, walk.net, walk, node)
            return
        else:
            seat = lowest(waiting)
            rules.play(state, seat, hunch.playout_move(rules, state, seat, walk.rng))
            left -= 1
    share_win(rules.winners(state), walk.desk.values)


@bare
def judge(rules, hunch, net, walk, node):
    """Each seat's chances in a position where a playout is cut short.

    A net's hidden layer is kept for a while, since what it finds promising may be asked soon.
    """
    state, desk = walk.state, walk.desk
    if net is None:
        hunch.value(rules, state, desk.values)
    elif hunch.views(state) != 1:
        nets.value_of_all(hunch, net, state, desk)
    elif nets.value_of_two(hunch, net, state, lowest(rules.waiting(state)), desk) != SURE and node != NONE:
        desk.held[node % RECENT] = node
        for j in range(len(desk.hidden)):
            desk.layers[node % RECENT, j] = desk.hidden[j]


@part
def share_win(winners, values):
    """A win is worth 1, shared by those who win together."""
    share = 1.0 / max(popcount(int(winners)), 1)
    for seat in range(len(values)):
        values[seat] = share if winners >> seat & 1 else 0.0


@bare
def back_up(tree, desk, depth):
    """Count the simulation on every node and edge of its path, and pass proofs upwards."""
    for seat in range(len(desk.values)):
        desk.totals[seat] += desk.values[seat]
    leaf = int(desk.path[depth])
    if leaf != NONE:
        count_visit(tree, desk, leaf)
    for d in range(depth - 1, -1, -1):
        node = int(desk.path[d])
        actors = int(tree.nodes[node].actors)
        count_visit(tree, desk, node)
        if actors & (actors - 1):
            while actors:
                seat = lowest(actors)
                actors &= actors - 1
                learn(tree, node, seat, desk.chosen[d, seat], desk.odds[d, seat], desk.values[seat])
            continue
        seat = lowest(actors)
        edge = tree.edges[desk.chosen[d, seat]]
        edge.visits += 1
        edge.value += desk.values[seat]
        if desk.path[d + 1] != NONE:
            prove(tree, node, desk.chosen[d, seat], desk.path[d + 1])


@part
def count_visit(tree, desk, node):
    here = tree.nodes[node]
    here.visits += 1
    if here.actors != 0:
        here.value += desk.values[lowest(int(here.actors))]


@bare
def prove(tree, node, i, child):
    """A node is proven when its actor has a sure win, or when every edge is proven."""
    here, edge = tree.nodes[node], tree.edges[i]
    winners = tree.nodes[child].proven
    if winners == 0 or edge.proven != 0:
        return
    edge.proven = winners
    here.settled += 1
    if winners == 1 << edge.seat:
        here.proven = winners
    elif here.settled == here.count:
        here.proven = best_proven(tree, node)


@bare
def best_proven(tree, node):
    """What the actor settles for; 0 where equally good edges crown different seats."""
    best, best_share = 0, -1.0
    i = int(tree.nodes[node].first)
    while i != NONE:
        edge = tree.edges[i]
        share = (edge.proven >> edge.seat & 1) / popcount(int(edge.proven))
        if share > best_share:
            best, best_share = int(edge.proven), share
        elif share == best_share and edge.proven != best:
            best = 0
        i = int(edge.next)
    return best
