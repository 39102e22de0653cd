"""Clocks are handed the time, in whole milliseconds."""

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recif.games.core.contract import Refused
from recif.match.clock import DAY, Clock, Pace, PaceKind


def test_thinking_costs_time_and_a_turn_done_brings_the_bonus() -> None:
    clock = Clock(Pace("increment", 60_000, 2_000), 2)
    clock.turn([0], 1_000)
    clock.turn([1], 11_000)
    assert [clock.left_at(seat, 15_000) for seat in (0, 1)] == [52_000, 56_000]


def test_steps_of_one_turn_bring_no_bonus() -> None:
    clock = Clock(Pace("increment", 60_000, 2_000), 2)
    clock.turn([0], 0)
    clock.turn([0], 1_000)
    assert clock.left_at(0, 1_000) == 59_000


def test_the_flag_falls_at_one_exact_instant() -> None:
    clock = Clock(Pace("increment", 60_000), 2)
    clock.turn([1], 5_000)
    assert clock.flag_falls() == 65_000
    assert clock.flagged(64_999) == ()
    assert clock.flagged(65_000) == (1,)


def test_clocks_of_seats_that_choose_at_once_run_together() -> None:
    clock = Clock(Pace("increment", 10_000), 3)
    clock.turn([0, 1, 2], 0)
    clock.turn([0, 2], 4_000)
    assert clock.flagged(10_000) == (0, 2)


def test_days_come_back_whole_after_each_turn() -> None:
    clock = Clock(Pace("days", 3 * DAY), 2)
    clock.turn([0], 0)
    clock.turn([1], 2 * DAY)
    assert clock.left_at(0, 9 * DAY) == 3 * DAY
    assert clock.flag_falls() == 5 * DAY


def test_nobody_loses_time_in_a_pause() -> None:
    clock = Clock(Pace("increment", 10_000, 5_000), 2)
    clock.turn([0], 0)
    clock.pause(4_000)
    assert clock.flag_falls() is None
    clock.turn([0], 900_000)
    assert clock.left_at(0, 900_000) == 6_000


def test_without_a_pace_no_flag_ever_falls() -> None:
    clock = Clock(Pace(), 2)
    clock.turn([0], 0)
    assert clock.flag_falls() is None
    assert clock.flagged(10**15) == ()


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(-(10**9), 10**9)), max_size=20))
def test_time_that_jumps_about_never_gives_time(turns: list[tuple[int, int]]) -> None:
    clock = Clock(Pace("increment", 1_000), 2)
    now, sums = 0, []
    for seat, step in turns:
        now += step
        clock.turn([seat], now)
        sums.append(sum(clock.left))
    assert sums == sorted(sums, reverse=True)
    assert all(left >= 0 for left in clock.left)


@pytest.mark.parametrize(
    "pace", [Pace(cast(PaceKind, "hours"), 1), Pace("increment"), Pace("days", 31 * DAY), Pace("increment", 1, -1)]
)
def test_an_impossible_pace_is_refused(pace: Pace) -> None:
    with pytest.raises(Refused):
        pace.check()
