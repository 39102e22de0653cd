"""Whole search trees by their hash: every way to run the search must grow the same.

`python -m tests.mind.trees` writes `trees.txt` anew, after a deliberate change.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from recif.games import GAMES
from recif.games.core.contract import Game
from recif.mind.minds import mind_of
from recif.mind.search.think import Budget, Mind, View, grow_tree
from tests.games.setups import random_game, setups_of

TABLE = Path(__file__).with_name("trees.txt")
SHORT, LONG = 16, 400  # nodes: what plain Python has the time for, and what only compiled code has


def views(game: Game) -> Iterator[View]:
    """A decision in a random game of each number of seats."""
    for seats in game.seats:
        setup = next(setup for setup in setups_of(game) if setup.seats == seats)
        seen = [at.copy() for at, _ in random_game(setup, seats) if at.waiting]
        at = seen[len(seen) // 3]
        yield View(at, at.waiting[0])


def minds(view: View) -> dict[str, Mind]:
    """Upper bounds alone, hunches, and the net where it knows the set-up."""
    found = {"plain": Mind(), "hunch": Mind(view.game.hunch)}
    known = mind_of(view)
    return found | ({"net": known} if known.net else {})


def tree_hash(view: View, mind: Mind, nodes: int, seed: int) -> str:
    grown = grow_tree(view, Budget(nodes), seed, mind)
    tree, used = grown.tree, grown.tree.used
    told = tree.nodes[: int(used.nodes)].tobytes() + tree.edges[: int(used.edges)].tobytes() + grown.totals.tobytes()
    return hashlib.sha256(told).hexdigest()[:16]


def rows(game: Game, nodes: int) -> Iterator[str]:
    for seed, view in enumerate(views(game)):
        for name, mind in minds(view).items():
            yield f"{game.id} {view.state.seats} {name} {nodes} {tree_hash(view, mind, nodes, seed)}"


def kept(game: str, nodes: int) -> list[str]:
    """The rows of the table that say how this game's trees of this size are."""
    told = [row.split() for row in TABLE.read_text().splitlines()]
    return [" ".join(row) for row in told if row[0] == game and row[3] == str(nodes)]


if __name__ == "__main__":
    if sys.argv[1:]:
        print(*rows(GAMES[sys.argv[1]], int(sys.argv[2])), sep="\n")
    else:
        sizes = [(game, nodes) for game in GAMES.values() for nodes in (SHORT, LONG)]
        TABLE.write_text("".join(f"{row}\n" for game, nodes in sizes for row in rows(game, nodes)))
