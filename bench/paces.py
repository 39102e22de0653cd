"""Nodes a CPU second of a game's search from its first decision, wherever this runs: `python -m bench.paces GAME`."""

import statistics
import sys
import time
from collections.abc import Iterator

from recif.games import GAMES
from recif.games.core.contract import Game
from recif.games.core.machine import IS_PAGE
from recif.mind.minds import mind_of, ponder
from recif.mind.search.think import Budget, Mind, View
from recif.mind.warmup import first_decision

# A browser makes code quicker while it runs, in other threads, whose time counts too: what is thought before does not
# count, and the median of some searches does.
NODES, WARM, SEARCHES = 20_000, 40_000, 5


def paces(game: Game) -> Iterator[tuple[str, float]]:
    view = first_decision(game)
    minds = {"hunch": Mind(game.hunch)} | ({"net": known} if (known := mind_of(view)).net else {})
    for name, mind in minds.items():
        ponder(view, Budget(WARM), mind=mind)
        yield name, statistics.median(_pace(view, mind) for _ in range(SEARCHES))


def _pace(view: View, mind: Mind) -> float:
    begin = cpu_seconds()
    return ponder(view, Budget(NODES), mind=mind).nodes / (cpu_seconds() - begin)


def cpu_seconds() -> float:
    """What this process has used; a page's Python does not know it, node does."""
    if not IS_PAGE:
        return time.process_time()
    from js import process

    used = process.cpuUsage()
    return float(used.user + used.system) / 1e6


if __name__ == "__main__":
    if IS_PAGE:
        from recif.games.core.page.libraries import open_library

        open_library(f"/libraries/{sys.argv[1]}.wasm")
    for mind, pace in paces(GAMES[sys.argv[1]]):
        print(mind, pace)
