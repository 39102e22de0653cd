"""Token buckets: so many a second, so many at once, by a clock that is handed in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recif.server.limits import Bucket, Buckets


def test_a_burst_is_allowed_then_one_as_often_as_the_rate_says() -> None:
    bucket = Bucket((2, 3))  # two a second, three at once
    assert [bucket.take(1_000) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(at) for at in (1_499, 1_500, 1_999, 2_000)] == [False, True, False, True]


@given(st.lists(st.integers(0, 3_000), max_size=60))
def test_nobody_gets_more_than_the_burst_and_the_rate_together(steps: list[int]) -> None:
    bucket, now, taken = Bucket((2, 5)), 0, 0
    for step in steps:
        now += step
        taken += bucket.take(now)
        assert taken <= 5 + 2 * now / 1000


@given(st.lists(st.integers(-10_000, 10_000), max_size=60))
def test_time_that_runs_backwards_fills_no_bucket(steps: list[int]) -> None:
    bucket, now = Bucket((0.001, 3)), 0
    taken = 0
    for step in steps:
        now += step
        taken += bucket.take(now)
    assert taken <= 3 + 0.001 * sum(abs(step) for step in steps) / 1000


def test_every_key_has_a_bucket_of_its_own() -> None:
    buckets = Buckets((1, 1))
    assert [buckets.take(key, 0) for key in ("ana", "eve", "ana")] == [True, True, False]


def test_of_too_many_keys_only_those_that_are_full_again_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "MOST", 100)
    buckets = Buckets((1, 2))  # full again after two seconds
    for number in range(150):
        assert buckets.take(f"early {number}", 0)
    for _ in range(2):
        assert buckets.take("late", 1_900)
    assert buckets.take("somebody", 2_100)
    assert not buckets.take("late", 2_100)
    assert len(buckets._buckets) == 2
