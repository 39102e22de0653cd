"""Token buckets: so many a second, so many at once, by a clock that is handed in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recif.server.limits import Bucket, Buckets

pytestmark = pytest.mark.one_database("sqlite")


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


def test_what_costs_more_counts_for_more_and_a_full_bucket_allows_anything_once() -> None:
    bucket = Bucket((1, 10))
    assert [bucket.take(0, cost) for cost in (4, 4, 4, 2)] == [True, True, False, True]
    assert Bucket((1, 10)).take(0, 50)


def test_who_has_cost_more_than_their_share_waits_until_it_is_paid_for() -> None:
    buckets = Buckets((0.1, 0.2))  # seconds of work a second
    assert buckets.wait("ana", 0) == 0
    buckets.charge("ana", 0.5, 0)
    assert buckets.wait("ana", 0) == pytest.approx(3.001)
    assert buckets.wait("ana", 2_990) > 0
    assert buckets.wait("ana", 3_010) == 0
    assert buckets.wait("eve", 0) == 0


def test_a_debt_is_not_forgotten_with_the_full_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "MOST", 1)
    buckets = Buckets((1, 1))
    buckets.charge("eve", 100, 0)
    for number in range(3):
        buckets.take(f"somebody {number}", 5_000)
    assert buckets.wait("eve", 5_000) > 90
