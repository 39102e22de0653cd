"""Random play: decisions a CPU second of every game, beside OpenSpiel's C++ rollouts in the same run.

`python -m bench.playouts [games…]`. Medians of several rounds, one core, CPU time, peers and games in turns.
"""

import statistics
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pyspiel

from recif.games import GAMES
from recif.games.core.contract import Game
from recif.games.core.luck import seeded
from recif.games.core.playouts import playouts
from recif.games.core.position import start

ROUNDS = 7
SECONDS = 0.6  # CPU seconds a round, about
PEERS = ("hex(board_size=11)", "havannah(board_size=5)")


class Round(NamedTuple):
    """What one round did in how much CPU time."""

    games: int
    decisions: int
    seconds: float


class Racer(NamedTuple):
    """Something that plays random games: how many to play in, and the lengths of those games out."""

    name: str
    run: Callable[[int], np.ndarray]


def ours(game: Game) -> Racer:
    first, rng = start(game).state, seeded(1)

    def run(count: int) -> np.ndarray:
        lengths = np.zeros(count, np.int64)
        playouts(game.rules, first, rng, lengths)
        return lengths

    return Racer(game.id, run)


def peer(name: str) -> Racer:
    """OpenSpiel's own C++ random rollouts: its MCTS bot, whose single simulation evaluates the first position."""
    game = pyspiel.load_game(name)
    length = mean_length(game)

    def run(count: int) -> np.ndarray:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=count, seed=1)
        bot = pyspiel.MCTSBot(
            game, evaluator, 1.0, max_simulations=1, max_memory_mb=100, solve=False, seed=1, verbose=False
        )
        bot.step(game.new_initial_state())
        return np.full(count, length)

    return Racer(f"OpenSpiel {name}", run)


def mean_length(game: "pyspiel.Game", samples: int = 300) -> float:
    """Decisions of a random game; the rollouts do not tell theirs."""
    rng, total = np.random.default_rng(1), 0
    for _ in range(samples):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
            total += 1
    return total / samples


def timed(racer: Racer, count: int) -> tuple[Round, np.ndarray]:
    began = time.process_time()
    lengths = racer.run(count)
    return Round(count, int(lengths.sum()), time.process_time() - began), lengths


def enough_games(racer: Racer) -> int:
    """How many games fill a round; compiles on the way."""
    count = 1
    racer.run(count)
    while True:
        round_, _ = timed(racer, count)
        if round_.seconds > SECONDS / 8:
            return max(1, int(count * SECONDS / round_.seconds))
        count *= 4


def main() -> None:
    wanted = sys.argv[1:] or list(GAMES)
    racers = [peer(name) for name in PEERS] + [ours(GAMES[name]) for name in wanted]
    counts = [enough_games(racer) for racer in racers]
    rounds: list[list[Round]] = [[] for _ in racers]
    lengths: list[np.ndarray] = [np.zeros(0) for _ in racers]
    for _ in range(ROUNDS):
        for i, racer in enumerate(racers):
            round_, lengths[i] = timed(racer, counts[i])
            rounds[i].append(round_)
    decisions = [statistics.median(r.decisions / r.seconds for r in rs) for rs in rounds]
    games = [statistics.median(r.games / r.seconds for r in rs) for rs in rounds]
    print(f"{'':<34}{'games/s':>10}{'decisions/s':>13}{'× hex 11':>10}{'× havannah 5':>14}   length of a game")
    for i, racer in enumerate(racers):
        spread = f" ± {lengths[i].std():.1f}" if i >= len(PEERS) else ""
        print(
            f"{racer.name:<34}{games[i]:>10,.0f}{decisions[i]:>13,.0f}"
            f"{decisions[i] / decisions[0]:>10.2f}{games[i] / games[1]:>14.2f}   {lengths[i].mean():7.1f}{spread}"
        )
    print("× hex 11 compares decisions, × havannah 5 compares whole games (playouts)")


if __name__ == "__main__":
    main()
