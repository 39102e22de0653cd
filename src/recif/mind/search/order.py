"""Moves put in order, the least promising first. NumPy's sort takes seconds to compile."""

import numpy as np

from recif.games.core.compiled import bare, part

FEW = 24  # numbers that need no buckets
LEAST = 1 << 32  # a weight of 1
PARTS_BITS = 48  # of a floating point number, so that between two powers of two there are 16 buckets
FIRST = int(np.float64(LEAST).view(np.int64)) >> PARTS_BITS
BUCKETS = 1 + (int(np.float64(LEAST << 20).view(np.int64)) >> PARTS_BITS) - FIRST  # weights up to a million


@bare
def put_in_order(numbers, count, spare, ends):
    """Sort weights << 32 | lots << 16 | places: into buckets by their size, and then each to its place."""
    for i in range(count):
        spare[i] = numbers[i]
    if count > FEW:
        spread(numbers, count, spare, ends)
    for i in range(count):
        number, at = spare[i], i
        while at > 0 and numbers[at - 1] > number:
            numbers[at] = numbers[at - 1]
            at -= 1
        numbers[at] = number


@part
def bucket(number):
    return min((np.float64(number).view(np.int64) >> PARTS_BITS) - FIRST, BUCKETS - 1)


@part
def spread(numbers, count, spare, ends):
    """Copy numbers so that each bucket's lie behind those of lower ones."""
    ends[:] = 0
    for i in range(count):
        ends[bucket(numbers[i])] += 1
    end = 0
    for b in range(BUCKETS):
        end += ends[b]
        ends[b] = end
    for i in range(count - 1, -1, -1):
        b = bucket(numbers[i])
        ends[b] -= 1
        spare[ends[b]] = numbers[i]
