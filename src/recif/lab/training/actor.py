"""A policy that learns from what came of its decisions.

Decisions that brought more than was expected become likelier, within bounds of what was played (PPO); a small bonus for
keeping several moves in play holds the policy near one that nobody can take advantage of, and it does not move far from
the one that has played. Both weights are in units of chances to win.
"""

from typing import Any, NamedTuple

import numpy as np

from recif.games.core.compiled import Numbers
from recif.lab.training.kernels import push_moves
from recif.lab.training.rounds import Sheets
from recif.lab.training.trainer import Floats, Ints, LearningNet, Most, Samples, Trainer

VALUE = 0.25  # how much the policy learns of chances by the way: it helps it to see
NOTHING = np.zeros(0, np.int16), np.zeros(0, np.float32)


class Pull(NamedTuple):
    """What bounds a step: of the ratio of odds; towards all moves alike; towards what was played."""

    clip: float
    entropy: float
    near: float


class Actor(Trainer):
    """The trainer of a policy; decisions are its positions, each seen by its own seat."""

    weight = VALUE

    def __init__(self, weights: LearningNet, eyes: Any, batch: int, moves: int) -> None:
        maps = np.arange(eyes.FEATURES)[None], np.arange(eyes.SLOTS)[None]
        super().__init__(weights, maps, batch, Most(moves, 1))
        self.pull = Pull(0.2, 0.0, 0.0)
        self.picked: Numbers = np.zeros(0, np.int64)
        self.gains: Floats = np.zeros(0, np.float32)

    def judge(self, samples: Samples, chosen: Ints, turns: Ints, small: Floats, back: Floats) -> tuple[float, int]:
        """The mean entropy takes the place of a loss."""
        w, g = self.weights, self.grads
        total = push_moves(
            samples, chosen, self.picked, self.gains, self.pull, small, w, g.slots, g.slot_bias, back, self.scratch
        )
        return float(total), len(chosen)


def decisions_of(sheets: Sheets) -> Samples:
    """What the policy learns from; what was played stands in the place of what was looked at."""
    used = sheets.used[0]
    count = int(used.decisions)
    ends = sheets.known_end[:count]
    return Samples(
        sheets.known[: int(used.known)],
        ends,
        np.arange(1, count + 1),
        sheets.slots[: int(used.moves)],
        sheets.odds[: int(used.moves)],
        sheets.moves_end[:count],
        sheets.hopes[:count],
    )


def positions_of(sheets: Sheets) -> Samples:
    """What the critic learns from."""
    used = sheets.used[0]
    count, sights = int(used.positions), int(used.sights)
    return Samples(
        sheets.features[: int(used.features)],
        sheets.features_end[:sights],
        sheets.sights_end[:count],
        *NOTHING,
        np.zeros(count, np.int64),
        sheets.returns[:sights],
    )
