"""What the rules, the search and the levels of a game do, by hash: native code, plain Python and a page must agree.

`python -m tests.page.facts GAME SIZE` prints a line a fact; in a page it opens the game's library first.
"""

import hashlib
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from recif.games import GAMES
from recif.games.core.compiled import blank
from recif.games.core.contract import LUCK, Game
from recif.games.core.luck import seeded
from recif.games.core.machine import IS_PAGE
from recif.games.core.playouts import perft, playouts
from recif.mind.levels import choose
from tests.games.setups import Setup, random_game, setups_of
from tests.mind.trees import minds, tree_hash, views


class Size(NamedTuple):
    """How much is tried."""

    setups: int  # of a game's, evenly chosen
    events: int  # of a random game
    seeds: int  # random games for each
    nodes: tuple[int, ...]  # of trees
    levels: tuple[int, ...]
    decisions: int  # of each level


SIZES = {
    "rules": Size(6, 60, 1, (), (), 0),
    "short": Size(12, 120, 1, (16, 400, 5_000), (1, 4, 6, 8), 2),
    "long": Size(1_000, 1_000, 4, (16, 400, 5_000, 30_000), tuple(range(1, 9)), 12),
}


def facts(game: Game, size: Size) -> Iterator[str]:
    every = list(setups_of(game))
    for setup in every[:: -(-len(every) // size.setups)]:
        for seed in range(size.seeds):
            yield f"{setup} seed {seed}: {play(setup, seed, size.events)}"
    yield from counts(game)
    for seed, view in enumerate(views(game)):
        for name, mind in minds(view).items():
            if name != "plain":  # a mind without any hunch plays nowhere in a page, and is not compiled for one
                for nodes in size.nodes:
                    yield f"{view.seat} {name} {nodes} nodes: {tree_hash(view, mind, nodes, seed)}"
        for level in size.levels:
            yield f"level {level} plays {[choose(view, level, luck) for luck in range(size.decisions)]}"


def play(setup: Setup, seed: int, most: int) -> str:
    """All that rules say during a random game: states, moves, luck, and what each viewer sees and may guess."""
    rules: Any = setup.game.rules
    seen, luck, told = blank(rules.State), seeded(seed + 1), hashlib.sha256()
    out, weights = np.zeros((2, max(rules.MOVES, rules.OUTCOMES)), np.int64)
    for at, (seat, number) in islice(random_game(setup, seed), most):
        told.update(at.state.tobytes())
        for viewer in range(-1, setup.seats):
            rules.view(at.state, viewer, seen)
            told.update(seen.tobytes())
            if viewer >= 0:
                rules.guess(seen, viewer, luck)
                told.update(seen.tobytes())
        if seat == LUCK:
            count = rules.luck(at.state, out, weights)
            told.update(weights[:count].tobytes())
        else:
            count = rules.moves(at.state, seat, out)
        told.update(out[:count].tobytes())
        others = [int(rules.seen(at.state, seat, number, viewer)) for viewer in range(setup.seats)]
        told.update(f"{seat} {number} {others} {int(rules.waiting(at.state))} {at.hides_nothing}".encode())
    rules.scores(at.state, out)
    told.update(f"{out[: setup.seats].tolist()} {int(rules.winners(at.state))} {bool(rules.over(at.state))}".encode())
    return told.hexdigest()[:16]


def counts(game: Game) -> Iterator[str]:
    """How many ways the first two events can go, and how long random games are."""
    first, lengths = game.new(), np.zeros(20, np.int64)
    playouts(game.rules, first, seeded(7), lengths)
    yield f"perft {int(perft(game.rules, first, 1))} {int(perft(game.rules, first, 2))}, games of {lengths.tolist()}"


if __name__ == "__main__":
    if IS_PAGE:
        from recif.games.core.page.libraries import open_library

        open_library(f"/libraries/{sys.argv[1]}.wasm")
    print(*facts(GAMES[sys.argv[1]], SIZES[sys.argv[2]]), sep="\n")
