"""The compiled core: records, random numbers, bits, the cache."""

from collections import Counter

import numpy as np
import pytest

from recif.games.core.bits import lowest, nth_bit, popcount
from recif.games.core.compiled import assign, blank, from_bytes, record, rule, scratch
from recif.games.core.luck import below, seeded, weighted

Pair = record(many=("i8", 3), one="i8")


def test_a_record_with_holes_is_refused() -> None:
    with pytest.raises(TypeError, match="7 bytes of holes"):
        record(small="i1", wide="i8")


def test_a_field_named_like_a_method_of_records_is_refused() -> None:
    with pytest.raises(TypeError, match="round"):
        record(round="i8")


def test_bytes_of_another_length_are_no_state() -> None:
    with pytest.raises(ValueError, match="5 bytes are not a state of 32 bytes"):
        from_bytes(Pair, b"12345")


def test_assign_copies_the_whole_record() -> None:
    source, target = blank(Pair), blank(Pair)
    source.many[:] = [1, 2, 3]
    source.one = 4
    assign(target, source)
    source.one = 5
    assert (target.many.tolist(), int(target.one)) == ([1, 2, 3], 4)


@rule
def sum_of_squares(n):  # type: ignore[no-untyped-def]
    room = scratch(8)
    for i in range(8):
        room[i] = i * i if i < n else 0
    return room.sum()


def test_scratch_room_holds_numbers() -> None:
    assert [int(sum_of_squares(n)) for n in (0, 3, 8)] == [0, 5, 140]


def test_bits_are_counted_and_found() -> None:
    word = 0b1011 << 40 | 1 << 62
    assert popcount(word) == 4
    assert lowest(word) == 40
    assert [nth_bit(word, k) for k in range(4)] == [40, 41, 43, 62]


def test_random_numbers_are_even() -> None:
    rng = seeded(1)
    counts = Counter(int(below(rng, 6)) for _ in range(60_000))
    assert sorted(counts) == list(range(6))
    assert all(abs(count - 10_000) < 500 for count in counts.values())


def test_weighted_draws_follow_their_weights() -> None:
    rng, weights = seeded(2), np.array([1, 0, 3, 99], np.int64)
    counts = Counter(int(weighted(rng, weights, 3)) for _ in range(40_000))
    assert set(counts) == {0, 2}
    assert abs(counts[2] - 30_000) < 600


def test_neighbouring_seeds_give_different_streams() -> None:
    streams = {tuple(int(below(seeded(seed), 1 << 30)) for _ in range(1)) for seed in range(1_000)}
    assert len(streams) > 990
