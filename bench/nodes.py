"""Nodes a CPU second of the search, beside OpenSpiel's C++ MCTS with random rollouts on havannah side 5.

`python -m bench.nodes`. Both search the first position with random rollouts; medians of several rounds, in turns. Then
every game with its hunches and, where there is one, with its net; and two threads beside one by the wall clock (which
needs a free machine).
"""

import statistics
import time
from collections.abc import Callable

import pyspiel

from bench import OPEN, first_decision
from recif.games import GAMES
from recif.games.core import hunch as plain
from recif.mind.minds import mind_of, ponder
from recif.mind.search.think import Budget, Mind, View

ROUNDS = 5
NODES = 20_000
PEER = "havannah(board_size=5)"


def first_view(game: str) -> View:
    at = first_decision(game)
    return View(at, at.waiting[0])


def ours(game: str, mind: Mind, threads: int = 1) -> Callable[[], object]:
    view = first_view(game)
    ponder(view, Budget(10), mind=mind)
    return lambda: ponder(view, Budget(NODES * threads, threads=threads), mind=mind)


def median(run: Callable[[], object]) -> float:
    return statistics.median(pace(run, time.process_time, NODES) for _ in range(3))


def peer() -> Callable[[], object]:
    game = pyspiel.load_game(PEER)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, NODES, 1000, True, 1, False)
    state = game.new_initial_state()
    return lambda: bot.step(state)


def pace(run: Callable[[], object], clock: Callable[[], float], nodes: int) -> float:
    begin = clock()
    run()
    return nodes / (clock() - begin)


def report(name: str, nodes: float, beside: float | None = None) -> None:
    ratio = f"  {nodes / beside:.2f} ×" if beside else ""
    print(f"{name:40} {nodes:>10,.0f} nodes/s{ratio}")


def main() -> None:
    racers = {f"{OPEN}, random playouts": ours(OPEN, Mind(plain)), PEER: peer()}
    rounds: dict[str, list[float]] = {name: [] for name in racers}
    for _ in range(ROUNDS):
        for name, run in racers.items():
            rounds[name].append(pace(run, time.process_time, NODES))
    found = {name: statistics.median(paces) for name, paces in rounds.items()}
    report(PEER, found[PEER])
    report(f"{OPEN}, random playouts", found[f"{OPEN}, random playouts"], found[PEER])
    for game in GAMES:
        by_hunch = median(ours(game, Mind(GAMES[game].hunch)))
        report(f"{game}, with its hunches", by_hunch)
        if (mind := mind_of(first_view(game))).net:
            report(f"{game}, with its net", median(ours(game, mind)), by_hunch)
    own = mind_of(first_view(OPEN))
    one, two = ours(OPEN, own), ours(OPEN, own, threads=2)
    alone = statistics.median(pace(one, time.perf_counter, NODES) for _ in range(ROUNDS))
    both = statistics.median(pace(two, time.perf_counter, 2 * NODES) for _ in range(ROUNDS))
    report(f"{OPEN}, one thread (wall clock)", alone)
    report(f"{OPEN}, two threads (wall clock)", both, alone)


if __name__ == "__main__":
    main()
