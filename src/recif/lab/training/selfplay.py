"""Games of a mind against itself, in compiled code: what was seen, what the search thought of it, who won.

For games in which nothing is hidden and one seat decides at a time.
"""

from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from recif.games.core.bits import popcount
from recif.games.core.compiled import Numbers, Record, blank, record, rule
from recif.games.core.contract import Game
from recif.games.core.features import SURE
from recif.games.core.luck import below, seeded, weighted
from recif.mind.search import search
from recif.mind.search.think import Mind
from recif.mind.search.tree import EXACT, NONE, plant

LONGEST = 400  # decisions of a game; a longer one teaches nothing
EAGER = 8  # decisions after the opening in which moves are drawn by visits
DRAWN, RANDOM = 15, 4  # later: how often a move is drawn by visits, or evenly, of 100
STOPPED = 70  # how often a game ends once it is proven, of 100

Row = record(
    features_end="i8",  # in Sheet.features
    moves_end="i8",  # in Sheet.visits
    seat="i8",
    proven="i8",  # the winners, where the search proved them
    game="i8",
    average="f8",  # of all simulations
    best="f8",  # of those that began with the best move
    outcome="f8",  # 1 for a win of the seat
)
Filled = record(rows="i8", features="i8", moves="i8")


class Sheet(NamedTuple):
    """What is written down: rows, and behind each other what they list."""

    rows: np.ndarray[Any, Any]
    features: np.ndarray[Any, np.dtype[np.int16]]
    slots: np.ndarray[Any, np.dtype[np.int16]]
    visits: np.ndarray[Any, np.dtype[np.int32]]
    filled: Record
    present: Numbers  # features, then slots, of the present position


def new_sheet(rules: Any, notes: Any) -> Sheet:
    """Room for one game; `notes` is the module of its features."""
    moves, features = LONGEST * rules.MOVES, LONGEST * notes.MOST
    return Sheet(
        np.zeros(LONGEST, Row),
        np.empty(features, np.int16),
        np.empty(moves * notes.SLOTS_A_MOVE, np.int16),
        np.empty(moves, np.int32),
        blank(Filled),
        np.empty(max(notes.MOST, rules.MOVES * notes.SLOTS_A_MOVE), np.int64),
    )


@rule
def search_once(rules, hunch, walk, root, nodes, stop):
    """A search from an open position, in a tree that is used again."""
    tree = walk.tree
    tree.used.nodes = tree.used.edges = tree.used.simulations = 0
    tree.slots[:] = NONE
    walk.desk.totals[:] = 0
    search.open_root(rules, tree, root, EXACT)
    search.grow(rules, hunch, walk, root, nodes, stop)


@rule
def worth_of(edge):
    """The visits of an edge; a sure win is worth more than any, a sure loss nothing."""
    if edge.proven == 0:
        return int(edge.visits)
    return 1_000_000 if edge.proven == 1 << edge.seat else 0


@rule
def best_of(tree):
    first = int(tree.nodes[0].first)
    best = first
    for i in range(first, first + tree.nodes[0].count):
        if worth_of(tree.edges[i]) > worth_of(tree.edges[best]):
            best = i
    return best


@rule
def drawn(tree, rng):
    """An edge drawn by visits, among those whose end is open; the best if there is none."""
    first, last = int(tree.nodes[0].first), int(tree.nodes[0].first + tree.nodes[0].count)
    total = 0
    for i in range(first, last):
        total += tree.edges[i].visits if tree.edges[i].proven == 0 else 0
    if total == 0:
        return best_of(tree)
    left = below(rng, total)
    for i in range(first, last):
        left -= tree.edges[i].visits if tree.edges[i].proven == 0 else 0
        if left < 0:
            return i
    return best_of(tree)


@rule
def write_row(notes, walk, sheet, root, seat, number):
    """Note a position after its search; nothing where the seat wins at once, which no net is asked."""
    tree, desk, filled = walk.tree, walk.desk, sheet.filled
    count = notes.features(root, seat, sheet.present)
    if count == SURE:
        return
    for i in range(count):
        sheet.features[filled.features + i] = sheet.present[i]
    filled.features += count
    first, edges = int(tree.nodes[0].first), int(tree.nodes[0].count)
    best = best_of(tree)
    won = tree.edges[best].proven == 1 << seat
    for i in range(edges):
        edge = tree.edges[first + i]
        desk.moves[i] = edge.move
        sheet.visits[filled.moves + i] = (1 if first + i == best else 0) if won else worth_of(edge)
    notes.slots(root, seat, desk.moves, edges, sheet.present)
    for k in range(edges * notes.SLOTS_A_MOVE):
        sheet.slots[filled.moves * notes.SLOTS_A_MOVE + k] = sheet.present[k]
    filled.moves += edges
    row = sheet.rows[filled.rows]
    row.features_end = filled.features
    row.moves_end = filled.moves
    row.seat = seat
    row.proven = tree.nodes[0].proven
    row.game = number
    row.average = desk.totals[seat] / max(tree.used.simulations, 1)
    row.best = tree.edges[best].value / max(tree.edges[best].visits, 1)
    filled.rows += 1


@rule
def choose(hunch, rules, walk, root, seat, since):
    """What is played after a search: mostly the best, sometimes another, so that games differ."""
    tree, rng = walk.tree, walk.rng
    luck = below(rng, 100)
    if tree.nodes[0].proven != 0 or (since >= EAGER and luck >= DRAWN + RANDOM):
        return int(tree.edges[best_of(tree)].move)
    if since < EAGER or luck < DRAWN:
        return int(tree.edges[drawn(tree, rng)].move)
    return int(walk.desk.moves[below(rng, hunch.moves(rules, root, seat, walk.desk.moves))])


@rule
def play_game(rules, hunch, notes, walk, sheet, root, opening, nodes, number, stop):
    """One game from a first position, with `opening` random moves; return its winners, 0 if it has no end."""
    decisions = 0
    while not rules.over(root):
        waiting = rules.waiting(root)
        if waiting == 0:
            rules.draw(root, walk.rng)
            continue
        seat = int(root.turn)
        count = hunch.moves(rules, root, seat, walk.desk.moves)
        if decisions < opening or count == 1:
            rules.play(root, seat, walk.desk.moves[below(walk.rng, count)])
            decisions += 1
            continue
        if sheet.filled.rows == LONGEST:
            return 0
        search_once(rules, hunch, walk, root, nodes // 2 + below(walk.rng, nodes), stop)
        write_row(notes, walk, sheet, root, seat, number)
        proven = walk.tree.nodes[0].proven
        if proven != 0 and below(walk.rng, 100) < STOPPED:
            return int(proven)
        rules.play(root, seat, choose(hunch, rules, walk, root, seat, decisions - opening))
        decisions += 1
    return int(rules.winners(root))


@rule
def settle(sheet, winners):
    """Tell every row who won."""
    share = 1.0 / max(popcount(winners), 1)
    for i in range(sheet.filled.rows):
        sheet.rows[i].outcome = share if winners >> sheet.rows[i].seat & 1 else 0.0


class Batch(NamedTuple):
    """So many games of one generation, the same again from the same numbers."""

    seed: int
    generation: int
    number: int
    games: int
    nodes: int  # of a search, on average


def play_batch(game: Game, notes: Any, mind: Mind, batch: Batch) -> dict[str, np.ndarray[Any, Any]]:
    """What the games of a batch teach, as arrays."""
    rules: Any = game.rules
    sheet = new_sheet(rules, notes)
    rng = seeded((batch.seed * 1_009 + batch.generation) * 100_003 + batch.number)
    tree = plant(2 * batch.nodes + 2, max(64, 3 * rules.MOVES // batch.nodes))
    desk = search.new_desk(rules, *mind)
    walk = search.Walk(tree, desk, blank(rules.State), 0, mind.hunch.KNOBS, rng, mind.net)
    setups, shares = list(notes.SETUPS.values()), np.array(notes.SHARES, np.int64)
    stop = np.zeros(1, np.int64)
    parts = []
    for number in range(batch.games):
        root = game.new(2, setups[weighted(rng, shares, len(shares))])
        sheet.filled.rows = sheet.filled.features = sheet.filled.moves = 0
        least, most = notes.OPENING
        opening = least + below(rng, most - least + 1)
        name = batch.number * batch.games + number
        winners = play_game(rules, mind.hunch, notes, walk, sheet, root, opening, batch.nodes, name, stop)
        if winners:
            settle(sheet, winners)
            parts.append(cut(sheet, notes.SLOTS_A_MOVE))
    return join(parts)


Arrays = dict[str, np.ndarray[Any, Any]]


def cut(sheet: Sheet, slots_a_move: int) -> Arrays:
    """What a game has filled."""
    rows = np.array(sheet.rows[: int(sheet.filled.rows)])
    moves = int(sheet.filled.moves)
    return {
        "rows": rows,
        "features": sheet.features[: int(sheet.filled.features)].copy(),
        "slots": sheet.slots[: moves * slots_a_move].copy(),
        "visits": sheet.visits[:moves].copy(),
    }


def join(parts: list[Arrays]) -> Arrays:
    """Several sheets as one: the ends of lists count on."""
    for ends, lists in (("features_end", "features"), ("moves_end", "visits")):
        before = accumulate((len(part[lists]) for part in parts), initial=0)
        for part, offset in zip(parts, before, strict=False):
            part["rows"][ends] += offset
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
