"""Moves in order: as NumPy sorts them, whatever their weights."""

import numpy as np
import pytest

from recif.mind.search.order import BUCKETS, FEW, put_in_order

WEIGHTS = {
    "all alike": lambda rng, n: np.ones(n, np.int64),
    "few and faint": lambda rng, n: rng.integers(1, 4, n),
    "of a net": lambda rng, n: 1 + (10_000 * np.exp(-rng.integers(0, 321, n) / 32)).astype(np.int64),
    "up to a million": lambda rng, n: rng.integers(1, 1_000_001, n),
    "beyond it": lambda rng, n: rng.integers(1, 1 << 30, n),
}


@pytest.mark.parametrize("count", [0, 1, 2, FEW, FEW + 1, 300])
@pytest.mark.parametrize("kind", WEIGHTS)
def test_numbers_come_out_as_numpy_sorts_them(kind: str, count: int) -> None:
    rng = np.random.default_rng(count)
    lots = rng.integers(0, 65536, count)
    numbers = WEIGHTS[kind](rng, count) << 32 | lots << 16 | np.arange(count)
    told = np.sort(numbers).tolist()
    put_in_order(numbers, count, np.zeros(count, np.int64), np.zeros(BUCKETS, np.int64))
    assert numbers.tolist() == told
