"""A small net in whole numbers: the same answer on any machine, and faster than floating point.

What is true of a position, as a seat sees it, is a list of numbers (`games/<game>/features.py`). Each adds its row to
the hidden layer, which value and policy share; a small layer behind it gives the value, another one a vector that says
how promising a move is by its product with the vectors of what the move does (its slots).
"""

from math import exp
from typing import Any, NamedTuple

import numpy as np

from recif.games.core.compiled import rule, table
from recif.games.core.features import SURE

ONE = 256  # of the hidden layer and of the small ones, whose units lie between 0 and this
FINE_BITS = 6
FINE = 1 << FINE_BITS  # a weight of 1 behind the hidden layer
SMALL = 32  # units of the small layers
STEP_BITS = 6  # of a table of chances: from units of 1 / (ONE * FINE) to 1 / 256
REACH = 2048  # steps of that table on either side: logits of -8 to 8
WEIGHT_BITS = 9  # of a table of weights: to 1 / 32
FAINTEST = 320  # steps of that table: e to the power of -10 weighs nothing

Weights = np.ndarray[Any, np.dtype[np.int16]]

CHANCE = table((round(65536 / (1 + exp(-i / 256))) / 65536 for i in range(-REACH, REACH + 1)), np.float64)
WEIGHT = table(1 + int(10_000 * exp(-i / 32)) for i in range(FAINTEST + 1))


class Policy(NamedTuple):
    layer: Weights  # [small unit, hidden unit]
    bias: Weights
    slots: Weights  # [slot, small unit]
    slot_bias: Weights


class Net(NamedTuple):
    first: Weights  # [feature, hidden unit]
    bias: Weights
    layer: Weights  # [small unit, hidden unit]
    layer_bias: Weights
    out: Weights  # [small unit]
    out_bias: Weights  # a single one
    policy: Policy | None  # None: the hunch says which moves look promising


@rule
def read(net, features, count, hidden):
    """Fill the hidden layer."""
    for j in range(len(hidden)):
        hidden[j] = net.bias[j]
    for k in range(count):
        row = net.first[features[k]]
        for j in range(len(hidden)):
            hidden[j] += row[j]
    for j in range(len(hidden)):
        hidden[j] = min(max(hidden[j], np.int16(0)), np.int16(ONE))


@rule
def narrow(layer, bias, hidden, small):
    """Fill a small layer. One long sum a unit: the compiler makes vectors of those."""
    for j in range(len(small)):
        row = layer[j]
        total = np.int32(0)
        for i in range(len(hidden)):
            total = np.int32(total + np.int32(hidden[i]) * np.int32(row[i]))
        small[j] = min(max((total >> FINE_BITS) + bias[j], 0), ONE)


@rule
def dot(small, row):
    total = 0
    for j in range(len(small)):
        total += int(small[j]) * int(row[j])
    return total


@rule
def logit(net, desk):
    """The value to the seat whose features were read, in units of 1 / (ONE * FINE)."""
    narrow(net.layer, net.layer_bias, desk.hidden, desk.small)
    return dot(desk.small, net.out) + int(net.out_bias[0]) * FINE


@rule
def chance(z):
    """A logit as a chance."""
    return CHANCE[min(max((z >> STEP_BITS) + REACH, 0), 2 * REACH)]


@rule
def value(hunch, net, state, seat, desk):
    """Fill each seat's chances from what the seat to move sees; two seats."""
    count = hunch.features(state, seat, desk.features)
    own = 1.0
    if count != SURE:
        read(net, desk.features, count, desk.hidden)
        own = chance(logit(net, desk))
    desk.values[:] = 0.0
    desk.values[seat] = own
    desk.values[1 - seat] = 1.0 - own


@rule
def weigh(rules, hunch, net, policy, state, seat, count, desk):
    """Fill how promising each of the desk's moves looks; by the hunch where a move wins at once."""
    listed = hunch.features(state, seat, desk.features)
    if listed == SURE:
        hunch.weigh(rules, state, seat, desk.moves, count, desk.weights)
        return
    read(net, desk.features, listed, desk.hidden)
    narrow(policy.layer, policy.bias, desk.hidden, desk.small)
    hunch.slots(state, seat, desk.moves, count, desk.slots)
    best = -(1 << 40)
    for i in range(count):
        z = 0
        for k in range(hunch.SLOTS_A_MOVE):
            slot = desk.slots[i * hunch.SLOTS_A_MOVE + k]
            z += dot(desk.small, policy.slots[slot]) + int(policy.slot_bias[slot]) * FINE
        desk.weights[i] = z
        best = max(best, z)
    for i in range(count):
        desk.weights[i] = WEIGHT[min((best - desk.weights[i]) >> WEIGHT_BITS, FAINTEST)]
