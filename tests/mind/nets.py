"""Nets of random weights, to see that they are computed and kept as they should be."""

from typing import Any

import numpy as np

from recif.games import GAMES
from recif.mind.net.files import Origin, Stored
from recif.mind.net.net import SMALL, Net, Policy


def random_net(game: str, seed: int = 1, has_policy: bool = True) -> Net:
    notes: Any = GAMES[game].features
    rng = np.random.default_rng(seed)

    def part(spread: int, *shape: int) -> Any:
        return rng.integers(-spread, spread + 1, shape).astype(np.int16)

    policy = Policy(part(16, SMALL, notes.WIDTH), part(64, SMALL), part(32, notes.SLOTS, SMALL), part(64, notes.SLOTS))
    return Net(
        part(40, notes.FEATURES, notes.WIDTH),
        part(60, notes.WIDTH),
        part(16, SMALL, notes.WIDTH),
        part(64, SMALL),
        part(64, SMALL),
        part(64, 1),
        policy if has_policy and notes.SLOTS else None,
    )


def random_stored(game: str, seed: int = 1) -> Stored:
    notes: Any = GAMES[game].features
    origin = Origin(game, GAMES[game].version, notes.FEATURES_VERSION, list(notes.SETUPS))
    return Stored(random_net(game, seed), origin)
