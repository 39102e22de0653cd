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


class LearningNet(NamedTuple):
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


class Samples(NamedTuple):
    """Positions to learn from: lists behind each other, with their ends."""

    features: np.ndarray[Any, np.dtype[np.int16]]
    features_end: Ints  # of each sight: what one seat sees of a position
    sights_end: Ints  # of each position; the mover's sight comes first
    slots: np.ndarray[Any, np.dtype[np.int16]]
    aims: Floats  # how often each move was looked at; together 1, or 0 where there is nothing to learn
    moves_end: Ints
    values: Floats  # of each sight, between 0 and 1; together 1 where all seats look


class Most(NamedTuple):
    """Of what a position can have."""

    moves: int
    sights: int


def most_of(samples: Samples) -> Most:
    return Most(*(int(np.diff(ends, prepend=0).max()) for ends in (samples.moves_end, samples.sights_end)))


class Losses(NamedTuple):
    value: float
    policy: float


def fresh(features: int, width: int, slots: int, seed: int) -> LearningNet:
    """Small random weights; biases that let the hidden layer speak."""
    rng = np.random.default_rng(seed)

    def normal(spread: float, *shape: int) -> Floats:
        return rng.normal(0, spread, shape).astype(np.float32)

    def flat(level: float, size: int) -> Floats:
        return np.full(size, level, np.float32)

    narrow = width**-0.5
    return LearningNet(
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

    weight = 1.0  # of the value's loss, beside that of the moves

    def __init__(self, weights: LearningNet, maps: tuple[Ints, Ints], batch: int, most: Most) -> None:
        self.weights = weights
        self.grads = LearningNet(*(np.zeros_like(part) for part in weights))
        self.means = LearningNet(*(np.zeros_like(part) for part in weights))
        self.squares = LearningNet(*(np.zeros_like(part) for part in weights))
        self.maps = maps
        self.hidden = np.zeros((batch * most.sights, weights.first.shape[1]), np.float32)
        self.policy_back = np.zeros((batch, SMALL), np.float32)
        self.scratch = np.zeros(max(most.moves, 1), np.float32)
        self.steps = 0

    def losses(self, samples: Samples, chosen: Ints, turns: Ints, learns: bool = True) -> Losses:
        """Loss over some positions, each turned by a symmetry; fills the gradients if it is to learn."""
        w, g, count = self.weights, self.grads, len(chosen)
        first, counts = starts_of(samples.sights_end, chosen)
        places = np.cumsum(counts) - counts  # of the movers' sights among all
        sights = np.repeat(first - places, counts) + np.arange(counts.sum())
        hidden = self.hidden[: len(sights)]
        add_rows(samples, sights, self.maps[0], np.repeat(turns, counts), w.first, w.bias, hidden)
        shown = np.clip(hidden, 0, 1)
        deep = shown @ w.layer + w.layer_bias
        small = np.clip(deep, 0, 1)
        chance = chances_of(small @ w.out + w.out_bias, places, counts)
        aim = samples.values[sights]
        safe = np.clip(chance, 1e-6, 1 - 1e-6)
        other = np.repeat(counts == 1, counts) * (1 - aim) * np.log(1 - safe)  # the seat that was not asked
        value_loss = float(-np.sum(aim * np.log(safe) + other) / count)
        policy_deep = shown[places] @ w.policy_layer + w.policy_bias
        policy_small = np.clip(policy_deep, 0, 1)
        back = self.policy_back[:count]
        policy_loss, rows = self.judge(samples, chosen, turns, policy_small, back)
        if learns:
            g.slots[:] /= rows
            g.slot_bias[:] /= rows
            policy_slope = back * inside(policy_deep) / np.float32(rows)
            slope = ((chance - aim) / np.float32(count / self.weight)).astype(np.float32)
            g.out[:] = slope @ small
            g.out_bias[:] = slope.sum()
            deep_slope = np.outer(slope, w.out) * inside(deep)
            self._spread(shown, places, (deep_slope, policy_slope))
            back_rows = self._back(places, hidden, (deep_slope, policy_slope))
            g.bias[:] = back_rows.sum(0)
            spread_rows(samples, sights, self.maps[0], np.repeat(turns, counts), back_rows, g.first)
        return Losses(value_loss, policy_loss / rows)

    def judge(self, samples: Samples, chosen: Ints, turns: Ints, small: Floats, back: Floats) -> tuple[float, int]:
        """Loss of the policy over how many positions; fills its gradients, and what goes back to the small layer."""
        w, g = self.weights, self.grads
        found = judge_moves(samples, chosen, self.maps[1], turns, small, w, g.slots, g.slot_bias, back, self.scratch)
        return float(found[0]), max(int(found[1]), 1)

    def _spread(self, shown: Floats, movers: Ints, slopes: tuple[Floats, Floats]) -> None:
        """The gradients of the small layers."""
        g = self.grads
        g.layer[:], g.layer_bias[:] = shown.T @ slopes[0], slopes[0].sum(0)
        g.policy_layer[:], g.policy_bias[:] = shown[movers].T @ slopes[1], slopes[1].sum(0)

    def _back(self, movers: Ints, hidden: Floats, slopes: tuple[Floats, Floats]) -> Floats:
        """What goes back to the hidden layer."""
        back = slopes[0] @ self.weights.layer.T
        back[movers] += slopes[1] @ self.weights.policy_layer.T
        return np.ascontiguousarray(back * inside(hidden))

    def step(self, rate: float) -> None:
        self.steps += 1
        for weight, grad, mean, square in zip(self.weights, self.grads, self.means, self.squares, strict=True):
            adam(weight.reshape(-1), grad.reshape(-1), mean.reshape(-1), square.reshape(-1), rate, self.steps)


def inside(values: Floats) -> Floats:
    """1 where a clipped unit passes a gradient on."""
    return ((values > 0) & (values < 1)).astype(np.float32)


def starts_of(ends: Ints, chosen: Ints) -> tuple[Ints, Ints]:
    """Where the lists of chosen positions begin, and how long they are."""
    first = np.where(chosen > 0, ends[chosen - 1], 0)
    return first, ends[chosen] - first


def chances_of(z: Floats, first: Ints, counts: Ints) -> Floats:
    """Each seat's chances by what it thinks of its position; one that stands for two is held against nothing."""
    alone = (counts == 1).astype(np.float32)
    best = np.maximum(np.maximum.reduceat(z, first), np.where(counts == 1, 0, -1e9)).astype(np.float32)
    power = np.exp(z - np.repeat(best, counts))
    total = np.add.reduceat(power, first) + alone * np.exp(-best * alone)
    return np.asarray(power / np.repeat(total, counts), np.float32)
