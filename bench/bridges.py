"""What the bridges cost: steps a CPU second of random play, beside games of the same houses in the same run.

`python -m bench.bridges`. A step of PettingZoo is `last`, a random legal action and `step`; its connect four is timed
beside it where pygame is installed. A step of OpenSpiel is `legal_actions` and `apply_action`.
"""

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyspiel

import recif.bridge.openspiel  # noqa: F401
from recif.bridge.pettingzoo import env
from recif.games import GAMES

SECONDS = 2.0  # of CPU a racer


def pettingzoo_steps(board: Any) -> int:
    """One game."""
    rng, steps = np.random.default_rng(1), 0
    board.reset(seed=1)
    for _ in board.agent_iter():
        observation, _, terminated, truncated, _ = board.last()
        is_over = terminated or truncated
        board.step(None if is_over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        steps += not is_over
    return steps


def openspiel_steps(game: Any) -> int:
    """One game; luck is a step as well."""
    dice, steps, state = random.Random(1), 0, game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
        steps += 1
    return steps


def rate(play: Callable[[], int]) -> float:
    play()
    steps, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        steps += play()
    return steps / (time.process_time() - began)


def connect_four() -> Any:
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        return None
    return connect_four_v3.env()


def main() -> None:
    for game in GAMES:
        board = env(game)
        print(f"PettingZoo, {game:<36}{rate(partial(pettingzoo_steps, board)):>10,.0f} steps/s")
    if peer := connect_four():
        print(f"PettingZoo, its connect four{'':<20}{rate(partial(pettingzoo_steps, peer)):>10,.0f} steps/s")
    else:
        print("PettingZoo's connect four needs pygame: pip install pygame")
    for name in (*(f"recif_{game}" for game in GAMES), "havannah(board_size=5)", "python_tic_tac_toe"):
        loaded = pyspiel.load_game(name)
        steps = rate(partial(openspiel_steps, loaded))
        print(f"OpenSpiel, {name:<37}{steps:>10,.0f} steps/s, {1e6 / steps:6.1f} µs a step")


if __name__ == "__main__":
    import open_spiel.python.games  # noqa: F401 # registers its Python games

    main()
