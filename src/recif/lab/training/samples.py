"""From games of self-play to samples, and from trained weights to a net in whole numbers."""

from pathlib import Path
from typing import Any

import numpy as np

from recif.lab.training.selfplay import NamedArrays, join
from recif.lab.training.trainer import Floats, LearningNet, Samples
from recif.mind.net.net import FINE, ONE, Net, Policy

SHY = 0.02  # chances nearer to 0 or 1 than this count as this


def read_games(paths: list[Path]) -> NamedArrays:
    """Sheets of several batches as one; games keep apart."""
    parts = []
    for number, path in enumerate(paths):
        with np.load(path) as found:
            part = {name: found[name] for name in found.files}
        part["rows"]["game"] += number * 1_000_000
        parts.append(part)
    return join(parts)


def logit(chance: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    safe = np.clip(chance, SHY, 1 - SHY)
    return np.asarray(np.log(safe / (1 - safe)))


def calibrated(rows: np.ndarray[Any, Any], movers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What the search thought, as chances that agree with how the games ended: a logistic fit, by Newton's method."""
    is_open = rows["proven"] == 0
    signs = np.stack([logit(rows["best"]), logit(movers["average"]), np.ones(len(rows))], 1)
    fit = np.array([1.0, 0.0, 0.0])
    some, won = signs[is_open], movers["outcome"][is_open]
    for _ in range(20):
        chance = 1 / (1 + np.exp(-some @ fit))
        bend = (some.T * (chance * (1 - chance))) @ some + np.eye(3)
        fit += np.linalg.solve(bend, some.T @ (won - chance))
    return np.asarray(1 / (1 + np.exp(-signs @ fit)))


def thought(rows: np.ndarray[Any, Any], sights: np.ndarray[Any, Any], first: np.ndarray[Any, Any]) -> Any:
    """What the search thought of each seat's chances, made to agree with how the games ended."""
    found = sights["average"].copy()
    counts = np.diff(np.append(first, len(sights)))
    for seats in np.unique(counts):
        chosen = counts == seats
        if seats == 1:  # one tells for two
            found[first[chosen]] = calibrated(rows[chosen], sights[first[chosen]])
        else:
            places = first[chosen, None] + np.arange(seats)
            found[places] = sharpened(rows[chosen], sights[places])
    return found


def sharpened(rows: np.ndarray[Any, Any], seats: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Chances of all seats, a line a position, raised to the power under which the outcomes are likeliest.

    A search that tries everything thinks that all is nearer to even than it is.
    """
    signs = np.log(np.clip(seats["average"], SHY, 1))
    is_open = rows["proven"] == 0
    some, won, power = signs[is_open], seats["outcome"][is_open], 1.0
    for _ in range(20):
        chance = shared(power * some)
        mean = (chance * some).sum(1, keepdims=True)
        slope = np.sum((won - chance) * some)
        bend = np.sum(chance * (some - mean) ** 2) + 1
        power = max(power + slope / bend, SHY)
    return shared(power * signs)


def shared(logs: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Chances that add up to 1 in each line, by their logarithms."""
    powers = np.exp(logs - logs.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def proven_share(winners: np.ndarray[Any, Any], seats: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What a proven end is worth to each seat."""
    count = np.maximum(np.array([int(bits).bit_count() for bits in winners]), 1)
    return np.asarray((winners >> seats & 1) / count)


def samples_of(games: NamedArrays, outcome: float = 0.6) -> Samples:
    """What each position is worth, by how its game ended and what was thought of it; which moves were looked at."""
    rows, sights = games["rows"], games["sights"]
    ends = rows["sights_end"].astype(np.int64)
    first = np.concatenate([[0], ends[:-1]]).astype(np.int64)
    proven = np.repeat(rows["proven"], ends - first).astype(np.int64)
    sure = proven_share(proven, sights["seat"])
    worth = outcome * sights["outcome"] + (1 - outcome) * thought(rows, sights, first)
    values = np.where(proven == 0, worth, sure).astype(np.float32)
    teaches = (rows["proven"] == 0) | (sure[first] > 0.75)  # where all is lost, one move is as good as another
    return Samples(
        games["features"],
        sights["features_end"].astype(np.int64),
        ends,
        games["slots"],
        _aims(games["visits"], rows["moves_end"], teaches),
        rows["moves_end"].astype(np.int64),
        values,
    )


def _aims(visits: np.ndarray[Any, Any], ends: np.ndarray[Any, Any], teaches: np.ndarray[Any, Any]) -> Floats:
    starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)
    sums = np.concatenate([[0], np.cumsum(visits, dtype=np.int64)])
    totals = sums[ends] - sums[starts]
    scale = np.where(teaches & (totals > 0), 1.0 / np.maximum(totals, 1), 0.0)
    return np.asarray((visits * np.repeat(scale, ends - starts)).astype(np.float32))


def in_whole_numbers(weights: LearningNet, has_policy: bool = True) -> Net:
    """The net that plays: rounded, output units first."""
    policy = Policy(
        _rounded(weights.policy_layer.T, FINE),
        _rounded(weights.policy_bias, ONE),
        _rounded(weights.slots, FINE),
        _rounded(weights.slot_bias, ONE),
    )
    return Net(
        _rounded(weights.first, ONE),
        _rounded(weights.bias, ONE),
        _rounded(weights.layer.T, FINE),
        _rounded(weights.layer_bias, ONE),
        _rounded(weights.out, FINE),
        _rounded(weights.out_bias, ONE),
        policy if has_policy else None,
    )


def in_fractions(net: Net, rest: LearningNet) -> LearningNet:
    """The weights of a net that plays, to go on learning from; `rest` has those that it lacks."""
    value = (
        net.first / ONE,
        net.bias / ONE,
        net.layer.T / FINE,
        net.layer_bias / ONE,
        net.out / FINE,
        net.out_bias / ONE,
    )
    policy: tuple[Any, ...] = rest[len(value) :]
    if net.policy:
        layer, bias, slots, slot_bias = net.policy
        policy = (layer.T / FINE, bias / ONE, slots / FINE, slot_bias / ONE)
    return LearningNet(*(np.ascontiguousarray(part, np.float32) for part in (*value, *policy)))


def _rounded(part: Floats, unit: int) -> np.ndarray[Any, np.dtype[np.int16]]:
    return np.ascontiguousarray(np.clip(np.rint(part * unit), -32_000, 32_000).astype(np.int16))
