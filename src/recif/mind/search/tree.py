"""The tree that a search grows: nodes and edges in flat arrays, nodes found by a hash of what was seen on the way."""

from typing import Any, NamedTuple

import numpy as np

from recif.games.core.compiled import Record, bare, blank, record

NONE = -1
DEEPEST = 256  # decisions on one path of the tree
M62 = (1 << 62) - 1

# How clear a node is: what the searching seat knows of the way to it.
VEILED, KNOWN, EXACT = 0, 1, 2  # something is hidden · all is known, luck or a joint choice included · neither of these

Node = record(
    key="i8",
    visits="i4",
    first="i4",  # its first edge; NONE before it is expanded
    count="i4",  # edges
    actors="i4",  # the seats that decide here
    proven="i4",  # the winners, once proven
    settled="i4",  # edges proven
    clarity="i4",
    value="f4",  # sum of the results for the one actor
)

Edge = record(
    move="i4",
    next="i4",
    visits="i4",
    value="f4",  # sum of the results for the seat
    prior="f4",
    seat="i2",
    proven="i2",
)

# What only some edges need lies apart, under the same number, so that the others stay small.
Extra = record(
    offered="i4",  # visits to the node in which this move was legal (hidden information)
    regret="f4",  # of not having played this (several actors)
    share="f4",  # of the seat's mixture, summed over time (several actors)
)

Used = record(nodes="i8", edges="i8", simulations="i8")  # how many of each there are


class Tree(NamedTuple):
    nodes: np.ndarray[Any, Any]
    edges: np.ndarray[Any, Any]
    extras: np.ndarray[Any, Any]
    slots: np.ndarray[Any, np.dtype[np.int32]]  # open addressing: hash of a key to its node
    used: Record


def plant(room: int, width: int) -> Tree:
    """An empty tree with room for so many nodes, `width` edges each; memory is touched only as it grows."""
    slots = np.full(1 << (2 * room).bit_length(), NONE, np.int32)
    edges = room * width
    return Tree(np.empty(room, Node), np.empty(edges, Edge), np.empty(edges, Extra), slots, blank(Used))


def enlarged(tree: Tree, nodes: int, edges: int) -> Tree:
    """The same tree with room for so many nodes and edges."""
    slots = np.full(1 << (2 * nodes).bit_length(), NONE, np.int32)
    parts = _extended(tree.nodes, nodes), _extended(tree.edges, edges), _extended(tree.extras, edges)
    larger = Tree(*parts, slots, tree.used)
    index(larger)
    return larger


def _extended(part: np.ndarray[Any, Any], size: int) -> np.ndarray[Any, Any]:
    made = np.empty(size, part.dtype)
    made[: len(part)] = part
    return made


@bare
def index(tree):
    """Enter all nodes into empty slots."""
    mask = len(tree.slots) - 1
    for node in range(tree.used.nodes):
        slot = tree.nodes[node].key & mask
        while tree.slots[slot] != NONE:
            slot = (slot + 1) & mask
        tree.slots[slot] = node


@bare
def mix(key, event):
    """Fold one more event into the hash of a path."""
    key = (int(key) ^ (int(event) + 1) * 0x2545F4914F6CDD1D) & M62
    key = ((key ^ (key >> 29)) * 0x1B03738712FAD5C9) & M62
    return key ^ (key >> 32)


@bare
def find(tree, key):
    """The node of a key; a new one if it is met for the first time, NONE if the tree is full."""
    mask = len(tree.slots) - 1
    slot = key & mask
    while tree.slots[slot] != NONE:
        if tree.nodes[tree.slots[slot]].key == key:
            return int(tree.slots[slot])
        slot = (slot + 1) & mask
    if tree.used.nodes == len(tree.nodes):
        return NONE
    tree.slots[slot] = tree.used.nodes
    tree.used.nodes += 1
    node = tree.nodes[tree.used.nodes - 1]
    node.key = key
    node.visits = 0
    node.first = NONE
    node.count = 0
    node.actors = 0
    node.proven = 0
    node.settled = 0
    node.clarity = VEILED
    node.value = 0
    return int(tree.used.nodes - 1)


@bare
def add_edge(tree, node, after, seat, move, prior):
    """One more edge of a node, behind the edge `after`; NONE if the tree is full."""
    if tree.used.edges == len(tree.edges):
        return NONE
    here = int(tree.used.edges)
    tree.used.edges += 1
    edge = tree.edges[here]
    edge.move = move
    edge.seat = seat
    edge.next = NONE
    edge.visits = 0
    edge.proven = 0
    edge.value = 0
    edge.prior = prior
    extra = tree.extras[here]
    extra.offered = 0
    extra.regret = 0
    extra.share = 0
    if after == NONE:
        tree.nodes[node].first = here
    else:
        tree.edges[after].next = here
    tree.nodes[node].count += 1
    return here


@bare
def lay_edges(tree, node, seat, desk, count, total):
    """All edges of a node with a single actor, the most promising first. They need nothing of `extras`."""
    first = int(tree.used.edges)
    for k in range(count):
        i = desk.order[count - 1 - k] & 0xFFFF
        edge = tree.edges[first + k]
        edge.move = desk.moves[i]
        edge.seat = seat
        edge.next = first + k + 1 if k + 1 < count else NONE
        edge.visits = 0
        edge.proven = 0
        edge.value = 0
        edge.prior = desk.weights[i] / total
    tree.used.edges += count
    tree.nodes[node].first = first
    tree.nodes[node].count = count
