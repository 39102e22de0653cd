"""Games of a mind against itself, in compiled code: what was seen, what the search thought of it, who won.

A seat searches from what it may know. What is written down is the position as it is: a net is asked about guesses, in
which nothing is hidden. Seats may decide at once where they all know the same.
"""

from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import Numbers, Record, blank, look, record, rule
from recif.games.core.contract import Game
from recif.games.core.features import SURE
from recif.games.core.luck import below, seeded, weighted
from recif.games.core.position import Position
from recif.mind.search import search
from recif.mind.search.regret import UNIT
from recif.mind.search.think import Mind, View
from recif.mind.search.tree import EXACT, NONE, VEILED, plant

LONGEST = 400  # decisions of a game; a longer one teaches nothing
STOPPED = 70  # how often a game ends once it is proven, of 100

Row = record(
    sights_end="i8",  # in Sheet.sights
    moves_end="i8",  # in Sheet.visits
    proven="i8",  # the winners, where the search proved them
    game="i8",
    best="f8",  # mean of the simulations that began with the best move
)
Sight = record(
    features_end="i8",  # in Sheet.features
    seat="i8",
    average="f8",  # of all simulations
    outcome="f8",  # 1 for a win of the seat
)


class Habits(NamedTuple):
    """How often self-play leaves its best move, so that games differ: each time, how the game ends tells less."""

    eager: int = 8  # decisions after the opening in which moves are drawn by visits
    drawn: int = 15  # later: how often a move is drawn by visits, of 100
    random: int = 4  # and how often evenly


Filling = record(rows="i8", sights="i8", features="i8", moves="i8")


class Notebook(NamedTuple):
    """What is written down: rows, and behind each other what they list."""

    rows: np.ndarray[Any, Any]  # positions
    sights: np.ndarray[Any, Any]  # what one seat sees of a position; the mover's comes first
    features: np.ndarray[Any, np.dtype[np.int16]]
    slots: np.ndarray[Any, np.dtype[np.int16]]
    visits: np.ndarray[Any, np.dtype[np.int32]]
    filled: Record
    present: Numbers  # features, then slots, of the present position
    known: Record  # what the seat that searches may know
    clarity: int  # of the roots of searches


def clarity_of(game: Game) -> int:
    """Whether seats know all there is to know: what they see at the first decision tells."""
    at, rng = Position(game, game.new()), seeded(1)
    while not at.waiting:
        at.draw(rng)
    return EXACT if View(at, at.waiting[0]).hides_nothing else VEILED


def new_sheet(rules: Any, notes: Any, clarity: int = EXACT) -> Notebook:
    """Room for one game; `notes` is the module of its features."""
    moves, features = LONGEST * rules.MOVES, LONGEST * notes.MOST * rules.SEATS
    return Notebook(
        np.zeros(LONGEST, Row),
        np.zeros(LONGEST * rules.SEATS, Sight),
        np.empty(features, np.int16),
        np.empty(moves * notes.SLOTS_A_MOVE, np.int16),
        np.empty(moves, np.int32),
        blank(Filling),
        np.empty(max(notes.MOST, rules.MOVES * notes.SLOTS_A_MOVE), np.int64),
        blank(rules.State),
        clarity,
    )


@rule
def search_once(rules, hunch, walk, sheet, root, seat, nodes, stop):
    """A search from what a seat may know of a position, in a tree that is used again."""
    tree = walk.tree
    tree.used.nodes = tree.used.edges = tree.used.simulations = 0
    tree.slots[:] = NONE
    walk.desk.totals[:] = 0
    look(rules, root, seat, sheet.known)
    search.open_root(rules, tree, sheet.known, sheet.clarity)
    own = search.Walk(tree, walk.desk, walk.state, seat, walk.knobs, walk.rng, walk.net)
    search.grow(rules, hunch, own, sheet.known, nodes, stop)


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
    tree, filled = walk.tree, sheet.filled
    for i in range(notes.views(root)):
        if not write_sight(notes, walk, sheet, root, (seat + i) % root.seats):
            return
    best = best_of(tree)
    if popcount(int(tree.nodes[0].actors)) == 1 and notes.SLOTS_A_MOVE > 0:
        write_moves(notes, walk, sheet, root, seat, best)
    row = sheet.rows[filled.rows]
    row.sights_end = filled.sights
    row.moves_end = filled.moves
    row.proven = tree.nodes[0].proven
    row.game = number
    row.best = tree.edges[best].value / max(tree.edges[best].visits, 1)
    filled.rows += 1


@rule
def write_sight(notes, walk, sheet, root, seat):
    """What a seat sees; False if it sees that it wins at once."""
    filled = sheet.filled
    count = notes.features(root, seat, sheet.present)
    if count == SURE:
        return False
    for i in range(count):
        sheet.features[filled.features + i] = sheet.present[i]
    filled.features += count
    sight = sheet.sights[filled.sights]
    sight.features_end = filled.features
    sight.seat = seat
    sight.average = walk.desk.totals[seat] / max(walk.tree.used.simulations, 1)
    filled.sights += 1
    return True


@rule
def write_moves(notes, walk, sheet, root, seat, best):
    """How often each move was looked at."""
    tree, desk, filled = walk.tree, walk.desk, sheet.filled
    first, edges = int(tree.nodes[0].first), int(tree.nodes[0].count)
    won = tree.edges[best].proven == 1 << seat
    for i in range(edges):
        edge = tree.edges[first + i]
        desk.moves[i] = edge.move
        sheet.visits[filled.moves + i] = (1 if first + i == best else 0) if won else worth_of(edge)
    notes.slots(root, seat, desk.moves, edges, sheet.present)
    for k in range(edges * notes.SLOTS_A_MOVE):
        sheet.slots[filled.moves * notes.SLOTS_A_MOVE + k] = sheet.present[k]
    filled.moves += edges


@rule
def choose(hunch, rules, walk, root, seat, since, habits):
    """What is played after a search: mostly the best, sometimes another, so that games differ."""
    tree, rng = walk.tree, walk.rng
    luck = below(rng, 100)
    if tree.nodes[0].proven != 0 or (since >= habits.eager and luck >= habits.drawn + habits.random):
        return int(tree.edges[best_of(tree)].move)
    if since < habits.eager or luck < habits.drawn:
        return int(tree.edges[drawn(tree, rng)].move)
    return int(walk.desk.moves[below(rng, hunch.moves(rules, root, seat, walk.desk.moves))])


@rule
def play_game(rules, hunch, notes, walk, sheet, root, opening, nodes, habits, number, stop):
    """One game from a first position, with `opening` random moves; return its winners, 0 if it has no end."""
    decisions = 0
    while not rules.over(root):
        waiting = rules.waiting(root)
        if waiting == 0:
            rules.draw(root, walk.rng)
            continue
        if waiting & (waiting - 1):
            if not choose_at_once(
                rules, hunch, notes, walk, sheet, root, decisions < opening, nodes, habits, number, stop
            ):
                return 0
            decisions += 1
            continue
        seat = lowest(waiting)
        count = hunch.moves(rules, root, seat, walk.desk.moves)
        if decisions < opening or count == 1:
            rules.play(root, seat, walk.desk.moves[below(walk.rng, count)])
            decisions += 1
            continue
        if sheet.filled.rows == LONGEST:
            return 0
        search_once(rules, hunch, walk, sheet, root, seat, nodes // 2 + below(walk.rng, nodes), stop)
        write_row(notes, walk, sheet, root, seat, number)
        proven = walk.tree.nodes[0].proven
        if proven != 0 and below(walk.rng, 100) < STOPPED:
            return int(proven)
        rules.play(root, seat, choose(hunch, rules, walk, root, seat, decisions - opening, habits))
        decisions += 1
    return int(rules.winners(root))


@rule
def choose_at_once(rules, hunch, notes, walk, sheet, root, at_random, nodes, habits, number, stop):
    """Every seat that is due decides by the mixture of one search; False if the game is too long."""
    waiting, chosen = int(rules.waiting(root)), walk.desk.order
    if not at_random:
        if sheet.filled.rows == LONGEST:
            return False
        seat = lowest(waiting)
        search_once(rules, hunch, walk, sheet, root, seat, nodes // 2 + below(walk.rng, nodes), stop)
        write_row(notes, walk, sheet, root, seat, number)
    for seat in range(root.seats):
        if waiting >> seat & 1:
            is_even = at_random or below(walk.rng, 100) < habits.random
            chosen[seat] = rules.random_move(root, seat, walk.rng) if is_even else mixed(walk, seat)
    for seat in range(root.seats):
        if waiting >> seat & 1:
            rules.play(root, seat, chosen[seat])
    return True


@rule
def mixed(walk, seat):
    """A move of the root drawn from the seat's mixture."""
    tree = walk.tree
    total, i = 0.0, int(tree.nodes[0].first)
    while i != NONE:
        total += tree.extras[i].share if tree.edges[i].seat == seat else 0.0
        i = int(tree.edges[i].next)
    left, move = total * below(walk.rng, UNIT) / UNIT, 0
    i = int(tree.nodes[0].first)
    while i != NONE and left >= 0:
        if tree.edges[i].seat == seat:
            move = int(tree.edges[i].move)
            left -= tree.extras[i].share
        i = int(tree.edges[i].next)
    return move


@rule
def settle(sheet, winners):
    """Tell every seat how it ended."""
    share = 1.0 / max(popcount(winners), 1)
    for i in range(sheet.filled.sights):
        sheet.sights[i].outcome = share if winners >> sheet.sights[i].seat & 1 else 0.0


class GameBatch(NamedTuple):
    """So many games of one generation, the same again from the same numbers."""

    seed: int
    generation: int
    number: int
    games: int
    nodes: int  # of a search, on average
    habits: Habits = Habits()


def play_batch(game: Game, notes: Any, mind: Mind, batch: GameBatch) -> dict[str, np.ndarray[Any, Any]]:
    """What the games of a batch teach, as arrays."""
    rules: Any = game.rules
    sheet = new_sheet(rules, notes, clarity_of(game))
    rng = seeded((batch.seed * 1_009 + batch.generation) * 100_003 + batch.number)
    tree = plant(2 * batch.nodes + 2, max(64, 3 * rules.MOVES // batch.nodes))
    desk = search.new_desk(rules, *mind)
    walk = search.Walk(tree, desk, blank(rules.State), 0, mind.hunch.KNOBS, rng, mind.net)
    setups, shares = list(notes.SETUPS.values()), np.array(notes.SHARES, np.int64)
    stop = np.zeros(1, np.int64)
    parts = []
    for number in range(batch.games):
        setup = setups[weighted(rng, shares, len(shares))]
        root = game.new(setup.seats, setup.options)
        sheet.filled.rows = sheet.filled.sights = sheet.filled.features = sheet.filled.moves = 0
        least, most = notes.OPENING
        opening = least + below(rng, most - least + 1)
        name = batch.number * batch.games + number
        winners = play_game(rules, mind.hunch, notes, walk, sheet, root, opening, batch.nodes, batch.habits, name, stop)
        if winners:
            settle(sheet, winners)
            parts.append(cut(sheet, notes.SLOTS_A_MOVE))
    return join(parts)


NamedArrays = dict[str, np.ndarray[Any, Any]]
ROW_ENDS = (("rows", "sights_end", "sights"), ("rows", "moves_end", "visits"))


def cut(sheet: Notebook, slots_a_move: int) -> NamedArrays:
    """What a game has filled."""
    rows = np.array(sheet.rows[: int(sheet.filled.rows)])
    moves = int(sheet.filled.moves)
    return {
        "rows": rows,
        "sights": np.array(sheet.sights[: int(sheet.filled.sights)]),
        "features": sheet.features[: int(sheet.filled.features)].copy(),
        "slots": sheet.slots[: moves * slots_a_move].copy(),
        "visits": sheet.visits[:moves].copy(),
    }


def join(parts: list[NamedArrays]) -> NamedArrays:
    """Several sheets as one: the ends of lists count on."""
    for part, ends, lists in (("sights", "features_end", "features"), *ROW_ENDS):
        before = accumulate((len(each[lists]) for each in parts), initial=0)
        for each, offset in zip(parts, before, strict=False):
            each[part][ends] += offset
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
