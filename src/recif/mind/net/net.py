"""A small net in whole numbers: the same answer on any machine, and faster than floating point.

What is true of a position, as a seat sees it, is a list of numbers (`games/<game>/features.py`). Each adds its row to
the hidden layer, which value and policy share; a small layer behind it gives the value, another one a vector that says
how promising a move is by its product with the vectors of what the move does (its slots).
"""

from math import exp
from typing import Any, NamedTuple

import numpy as np

from recif.games.core.compiled import bare, part, table
from recif.games.core.features import SURE
from recif.games.core.machine import add_rows, product, products

ONE = 256  # of the hidden layer and of the small ones, whose units lie between 0 and this
FINE_BITS = 6
FINE = 1 << FINE_BITS  # a weight of 1 behind the hidden layer
SMALL = 32  # units of the small layers
STEP_BITS = 6  # of a table of chances: from units of 1 / (ONE * FINE) to 1 / 256
REACH = 2048  # steps of that table on either side: logits of -8 to 8
WEIGHT_BITS = 9  # of a table of weights: to 1 / 32
FAINTEST = 320  # steps of that table: e to the power of -10 weighs nothing

Weights = np.ndarray[Any, np.dtype[np.int16]]

SHARE_BITS = 8  # of a table of shares: to 1 / 64
LEAST_SHARE = 640  # steps of that table

CHANCE = table((round(65536 / (1 + exp(-i / 256))) / 65536 for i in range(-REACH, REACH + 1)), np.float64)
SHARE = table(round(65536 * exp(-i / 64)) for i in range(LEAST_SHARE + 1))
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


@part
def read(net, features, count, hidden):
    """Fill the hidden layer."""
    add_rows(net.first, features, count, net.bias, ONE, hidden)


@bare
def narrow(layer, bias, hidden, small):
    """Fill a small layer: one long sum a unit."""
    for j in range(len(small)):
        small[j] = min(max((product(hidden, layer[j]) >> FINE_BITS) + int(bias[j]), 0), ONE)


@part
def dot(small, row):
    """Over the length of `row`: the compiler knows that of `small`, and would make single steps of it."""
    total = np.int32(0)
    for j in range(len(row)):
        total = np.int32(total + np.int32(small[j]) * np.int32(row[j]))
    return int(total)


@bare
def logit(net, desk):
    """The value to the seat whose features were read, in units of 1 / (ONE * FINE)."""
    narrow(net.layer, net.layer_bias, desk.hidden, desk.small)
    return dot(desk.small, net.out) + int(net.out_bias[0]) * FINE


@part
def chance(z):
    """A logit as a chance."""
    return CHANCE[min(max((z >> STEP_BITS) + REACH, 0), 2 * REACH)]


@bare
def value(hunch, net, state, seat, desk):
    """Fill each seat's chances: from what the seat to move sees, or from what each of them does."""
    if hunch.views(state) == 1:
        value_of_two(hunch, net, state, seat, desk)
    else:
        value_of_all(hunch, net, state, desk)


@bare
def value_of_two(hunch, net, state, seat, desk):
    """As `value`; return how many features were read into the hidden layer, or SURE."""
    count = hunch.features(state, seat, desk.features)
    own = 1.0
    if count != SURE:
        read(net, desk.features, count, desk.hidden)
        own = chance(logit(net, desk))
    desk.values[:] = 0.0
    desk.values[seat] = own
    desk.values[1 - seat] = 1.0 - own
    return count


@bare
def value_of_all(hunch, net, state, desk):
    """Each seat's share is as the power of what it thinks of its own position."""
    best, total = -(1 << 40), 0
    for seat in range(state.seats):
        count = hunch.features(state, seat, desk.features)
        read(net, desk.features, count, desk.hidden)
        desk.weights[seat] = logit(net, desk)
        best = max(best, desk.weights[seat])
    for seat in range(state.seats):
        desk.weights[seat] = SHARE[min((best - desk.weights[seat]) >> SHARE_BITS, LEAST_SHARE)]
        total += desk.weights[seat]
    desk.values[:] = 0.0
    for seat in range(state.seats):
        desk.values[seat] = desk.weights[seat] / total


@bare
def weigh(rules, hunch, net, policy, state, seat, count, desk):
    """Fill how promising each of the desk's moves looks; by the hunch where a move wins at once."""
    listed = hunch.features(state, seat, desk.features)
    if listed == SURE:
        hunch.weigh(rules, state, seat, desk.moves, count, desk.weights)
    else:
        read(net, desk.features, listed, desk.hidden)
        promise(hunch, policy, state, seat, count, desk)


@bare
def promise(hunch, policy, state, seat, count, desk):
    """The same of a position whose hidden layer is on the desk already."""
    narrow(policy.layer, policy.bias, desk.hidden, desk.small)
    hunch.slots(state, seat, desk.moves, count, desk.slots)
    best = -(1 << 40)
    for i in range(count):
        first, last = i * hunch.SLOTS_A_MOVE, (i + 1) * hunch.SLOTS_A_MOVE
        z = int(products(desk.small, policy.slots, desk.slots, first, last))
        for k in range(first, last):
            z += int(policy.slot_bias[desk.slots[k]]) * FINE
        desk.weights[i] = z
        best = max(best, z)
    for i in range(count):
        desk.weights[i] = WEIGHT[min((best - desk.weights[i]) >> WEIGHT_BITS, FAINTEST)]
