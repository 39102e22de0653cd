"""Random numbers: one stream, the same in plain Python and compiled, passed around as int64[2]."""

import numpy as np

from recif.games.core.compiled import Numbers, rule

M32 = 0xFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15


@rule
def below(rng: Numbers, n: int) -> int:
    """A uniform whole number in [0, n), by xoroshiro64**; n is below 2**31."""
    s0 = int(rng[0])
    s1 = int(rng[1])
    t = (s0 * 0x9E3779BB) & M32
    t = ((((t << 5) | (t >> 27)) & M32) * 5) & M32
    s1 ^= s0
    rng[0] = (((s0 << 26) | (s0 >> 6)) & M32) ^ s1 ^ ((s1 << 9) & M32)
    rng[1] = ((s1 << 13) | (s1 >> 19)) & M32
    return (t * int(n)) >> 32


@rule
def weighted(rng: Numbers, weights: Numbers, n: int) -> int:
    """An index in [0, n), each as likely as its whole-number weight says."""
    total = 0
    for i in range(n):
        total += weights[i]
    left = below(rng, total)
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return i
    return n - 1


def seeded(seed: int) -> Numbers:
    """A generator that starts from any whole number (splitmix64 spreads neighbouring seeds apart)."""
    words = []
    x = (seed * GOLDEN + 1) & M64
    for _ in range(2):
        x = (x + GOLDEN) & M64
        y = x
        y = ((y ^ (y >> 30)) * 0xBF58476D1CE4E5B9) & M64
        y = ((y ^ (y >> 27)) * 0x94D049BB133111EB) & M64
        words.append(((y ^ (y >> 31)) & M32) | 1)
    return np.array(words, np.int64)
