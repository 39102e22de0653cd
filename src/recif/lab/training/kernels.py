"""The loops of training that are not products of matrices."""

import numpy as np

from recif.games.core.compiled import rule

FAINT = 1e-7  # odds below this count as this


@rule
def add_rows(samples, chosen, maps, turns, first, bias, hidden):
    """The hidden layer of each chosen position before it is clipped, turned by one of the symmetries."""
    for b in range(len(chosen)):
        out = hidden[b]
        for j in range(len(out)):
            out[j] = bias[j]
        end = samples.features_end[chosen[b]]
        start = samples.features_end[chosen[b] - 1] if chosen[b] > 0 else 0
        for k in range(start, end):
            row = first[maps[turns[b], samples.features[k]]]
            for j in range(len(out)):
                out[j] += row[j]


@rule
def spread_rows(samples, chosen, maps, turns, back, first):
    """The gradient of the first layer: each row that was added takes what came back."""
    first[:] = 0
    for b in range(len(chosen)):
        source = back[b]
        end = samples.features_end[chosen[b]]
        start = samples.features_end[chosen[b] - 1] if chosen[b] > 0 else 0
        for k in range(start, end):
            row = first[maps[turns[b], samples.features[k]]]
            for j in range(len(source)):
                row[j] += source[j]


@rule
def judge_moves(samples, chosen, maps, turns, small, weights, slots_grad, bias_grad, back, scratch):
    """Loss of the policy; fills its gradients, and what goes back to its small layer."""
    slots_grad[:] = 0
    bias_grad[:] = 0
    back[:] = 0
    each = len(samples.slots) // max(len(samples.aims), 1)
    loss, rows = 0.0, 0
    for b in range(len(chosen)):
        end = samples.moves_end[chosen[b]]
        start = samples.moves_end[chosen[b] - 1] if chosen[b] > 0 else 0
        if not has_aim(samples.aims, start, end):
            continue
        rows += 1
        best = np.float32(-1e9)
        for m in range(start, end):
            z = np.float32(0)
            for k in range(each):
                slot = maps[turns[b], samples.slots[m * each + k]]
                z += weights.slot_bias[slot]
                row = weights.slots[slot]
                for j in range(len(row)):
                    z += small[b, j] * row[j]
            scratch[m - start] = z
            best = max(best, z)
        total = np.float32(0)
        for m in range(end - start):
            scratch[m] = np.exp(scratch[m] - best)
            total += scratch[m]
        for m in range(start, end):
            share = scratch[m - start] / total
            aim = samples.aims[m]
            if aim > 0:
                loss -= aim * np.log(max(share, np.float32(1e-12)))
            slope = share - aim
            for k in range(each):
                slot = maps[turns[b], samples.slots[m * each + k]]
                bias_grad[slot] += slope
                row, grad = weights.slots[slot], slots_grad[slot]
                for j in range(len(row)):
                    grad[j] += slope * small[b, j]
                    back[b, j] += slope * row[j]
    return loss, rows


@rule
def has_aim(aims, start, end):
    for m in range(start, end):
        if aims[m] > 0:
            return True
    return False


@rule
def push_moves(samples, chosen, picked, gains, pull, small, weights, slots_grad, bias_grad, back, scratch):
    """Fill the gradients of the moves' odds, and what goes back to the small layer; return the summed entropy."""
    slots_grad[:] = 0
    bias_grad[:] = 0
    back[:] = 0
    total = 0.0
    for b in range(len(chosen)):
        row = chosen[b]
        start = samples.moves_end[row - 1] if row > 0 else 0
        count = samples.moves_end[row] - start
        odds_of_moves(samples.slots[start : start + count], small[b], weights, scratch)
        total += slopes_of_moves(samples.aims[start : start + count], picked[row], gains[row], pull, scratch)
        for m in range(count):
            slot, slope = samples.slots[start + m], scratch[m]
            bias_grad[slot] += slope
            line, grad = weights.slots[slot], slots_grad[slot]
            for j in range(len(line)):
                grad[j] += slope * small[b, j]
                back[b, j] += slope * line[j]
    return total


@rule
def odds_of_moves(slots, small, weights, odds):
    """What the policy would play now."""
    best, total = np.float32(-1e9), np.float32(0)
    for m in range(len(slots)):
        z, line = weights.slot_bias[slots[m]], weights.slots[slots[m]]
        for j in range(len(line)):
            z += small[j] * line[j]
        odds[m] = z
        best = max(best, z)
    for m in range(len(slots)):
        odds[m] = np.exp(odds[m] - best)
        total += odds[m]
    for m in range(len(slots)):
        odds[m] = max(odds[m] / total, np.float32(FAINT))


@rule
def slopes_of_moves(played, picked, gain, pull, odds):
    """Odds become the slopes of the loss by each move's logit; return their entropy."""
    entropy, far = np.float32(0), np.float32(0)
    for m in range(len(played)):
        entropy -= odds[m] * np.log(odds[m])
        far += odds[m] * np.log(odds[m] / max(played[m], np.float32(FAINT)))
    ratio = odds[picked] / max(played[picked], np.float32(FAINT))
    push = gain * ratio
    if (gain > 0 and ratio > 1 + pull.clip) or (gain < 0 and ratio < 1 - pull.clip):
        push = np.float32(0)
    for m in range(len(played)):
        log = np.log(odds[m])
        apart = log - np.log(max(played[m], np.float32(FAINT))) - far
        odds[m] *= np.float32(push + pull.entropy * (log + entropy) + pull.near * apart)
    odds[picked] -= push
    return entropy


@rule
def adam(weight, grad, mean, square, rate, step):
    """One step of Adam over flat arrays."""
    scale = np.float32(rate * (1 - 0.999**step) ** 0.5 / (1 - 0.9**step))
    for i in range(len(weight)):
        g = grad[i]
        mean[i] += np.float32(0.1) * (g - mean[i])
        square[i] += np.float32(0.001) * (g * g - square[i])
        weight[i] -= scale * mean[i] / (np.sqrt(square[i]) + np.float32(1e-8))
