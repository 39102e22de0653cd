"""Nodes a second of a game's search from its first decision, wherever this runs: `python -m bench.paces GAME`."""

import sys
import time
from collections.abc import Iterator

from recif.games import GAMES
from recif.games.core.contract import Game
from recif.games.core.machine import IS_PAGE
from recif.mind.minds import mind_of, ponder
from recif.mind.search.think import Budget, Mind
from recif.mind.warmup import first_decision

NODES, WARM = 20_000, 4_000  # a browser makes code quicker while it runs: the first nodes do not count


def paces(game: Game) -> Iterator[tuple[str, float]]:
    view = first_decision(game)
    minds = {"hunch": Mind(game.hunch)} | ({"net": known} if (known := mind_of(view)).net else {})
    for name, mind in minds.items():
        ponder(view, Budget(WARM), mind=mind)
        begin = time.perf_counter()
        nodes = ponder(view, Budget(NODES), mind=mind).nodes
        yield name, nodes / (time.perf_counter() - begin)


if __name__ == "__main__":
    if IS_PAGE:
        from recif.games.core.page.libraries import open_library

        open_library(f"/libraries/{sys.argv[1]}.wasm")
    for mind, pace in paces(GAMES[sys.argv[1]]):
        print(mind, pace)
