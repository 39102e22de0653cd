"""Training in NumPy and compiled loops: a net this small and this sparse needs no framework.

The first layer adds up rows, so its gradient touches only the rows of what was true; the small layers are products of
matrices; each move of the policy is the product of one small layer with the sum of its slots.
"""

from typing import Any, NamedTuple

import numpy as np

from recif.lab.training.kernels import adam, add_rows, judge_moves, spread_rows
from recif.mind.net.net import SMALL

Floats = np.ndarray[Any, np.dtype[np.float32]]
Ints = np.ndarray[Any, np.dtype[np.int64]]


class Weights(NamedTuple):
    """A net while it learns."""

    first: Floats  # [feature, hidden unit]
    bias: Floats
    layer: Floats  # [hidden unit, small unit]
    layer_bias: Floats
    out: Floats  # [small unit]
    out_bias: Floats
    policy_layer: Floats
    policy_bias: Floats
    slots: Floats  # [slot, small unit]
    slot_bias: Floats


class Lessons(NamedTuple):
    """Positions to learn from: lists behind each other, with their ends."""

    features: np.ndarray[Any, np.dtype[np.int16]]
    features_end: Ints
    slots: np.ndarray[Any, np.dtype[np.int16]]
    aims: Floats  # how often each move was looked at; together 1, or 0 where there is nothing to learn
    moves_end: Ints
    values: Floats  # between 0 and 1


class Losses(NamedTuple):
    value: float
    policy: float


def fresh(features: int, width: int, slots: int, seed: int) -> Weights:
    """Small random weights; biases that let the hidden layer speak."""
    rng = np.random.default_rng(seed)

    def normal(spread: float, *shape: int) -> Floats:
        return rng.normal(0, spread, shape).astype(np.float32)

    def flat(level: float, size: int) -> Floats:
        return np.full(size, level, np.float32)

    narrow = width**-0.5
    return Weights(
        normal(0.05, features, width),
        flat(0.2, width),
        normal(narrow, width, SMALL),
        flat(0.1, SMALL),
        normal(0.1, SMALL),
        flat(0.0, 1),
        normal(narrow, width, SMALL),
        flat(0.1, SMALL),
        normal(0.05, slots, SMALL),
        flat(0.0, slots),
    )


class Trainer:
    """Weights, their moments, and room for a batch."""

    def __init__(self, weights: Weights, maps: tuple[Ints, Ints], batch: int, most_moves: int) -> None:
        self.weights = weights
        self.grads = Weights(*(np.zeros_like(part) for part in weights))
        self.means = Weights(*(np.zeros_like(part) for part in weights))
        self.squares = Weights(*(np.zeros_like(part) for part in weights))
        self.maps = maps
        self.hidden = np.zeros((batch, weights.first.shape[1]), np.float32)
        self.policy_back = np.zeros((batch, SMALL), np.float32)
        self.scratch = np.zeros(most_moves, np.float32)
        self.steps = 0

    def losses(self, lessons: Lessons, chosen: Ints, turns: Ints, learns: bool = True) -> Losses:
        """Loss over some positions, each turned by a symmetry; fills the gradients if it is to learn."""
        w, g, count = self.weights, self.grads, len(chosen)
        hidden = self.hidden[:count]
        add_rows(lessons, chosen, self.maps[0], turns, w.first, w.bias, hidden)
        shown = np.clip(hidden, 0, 1)
        deep = shown @ w.layer + w.layer_bias
        small = np.clip(deep, 0, 1)
        z = small @ w.out + w.out_bias
        chance = 1 / (1 + np.exp(-z))
        aim = lessons.values[chosen]
        safe = np.clip(chance, 1e-6, 1 - 1e-6)
        value_loss = float(-np.mean(aim * np.log(safe) + (1 - aim) * np.log(1 - safe)))
        policy_deep = shown @ w.policy_layer + w.policy_bias
        policy_small = np.clip(policy_deep, 0, 1)
        back = self.policy_back[:count]
        found = judge_moves(
            lessons, chosen, self.maps[1], turns, policy_small, w, g.slots, g.slot_bias, back, self.scratch
        )
        policy_loss, rows = float(found[0]), max(int(found[1]), 1)
        if learns:
            g.slots[:] /= rows
            g.slot_bias[:] /= rows
            policy_slope = back * inside(policy_deep) / np.float32(rows)
            slope = ((chance - aim) / np.float32(count)).astype(np.float32)
            g.out[:] = slope @ small
            g.out_bias[:] = slope.sum()
            deep_slope = np.outer(slope, w.out) * inside(deep)
            self._spread(lessons, chosen, turns, shown, (deep_slope, policy_slope))
        return Losses(value_loss, policy_loss / rows)

    def _spread(
        self, lessons: Lessons, chosen: Ints, turns: Ints, shown: Floats, slopes: tuple[Floats, Floats]
    ) -> None:
        """The gradients of the layers below the two heads."""
        w, g = self.weights, self.grads
        g.layer[:], g.layer_bias[:] = shown.T @ slopes[0], slopes[0].sum(0)
        g.policy_layer[:], g.policy_bias[:] = shown.T @ slopes[1], slopes[1].sum(0)
        back = (slopes[0] @ w.layer.T + slopes[1] @ w.policy_layer.T) * inside(self.hidden[: len(chosen)])
        g.bias[:] = back.sum(0)
        spread_rows(lessons, chosen, self.maps[0], turns, np.ascontiguousarray(back), g.first)

    def step(self, rate: float) -> None:
        self.steps += 1
        for weight, grad, mean, square in zip(self.weights, self.grads, self.means, self.squares, strict=True):
            adam(weight.reshape(-1), grad.reshape(-1), mean.reshape(-1), square.reshape(-1), rate, self.steps)


def inside(values: Floats) -> Floats:
    """1 where a clipped unit passes a gradient on."""
    return ((values > 0) & (values < 1)).astype(np.float32)
