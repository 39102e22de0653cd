"""How sure a result is."""

import pytest
from bench.calibration import Said, band

from recif.lab.statistics import Duel, elo, expected


def tally(wins: int, losses: int, shared: int = 0) -> Duel:
    made = Duel()
    for points, count in ((1.0, wins), (0.0, losses), (0.5, shared)):
        for _ in range(count):
            made = made.add(points)
    return made


def test_wilsons_interval_of_fifteen_in_twenty() -> None:
    assert tally(15, 5).interval == pytest.approx((0.5313, 0.8881), abs=1e-3)


def test_an_interval_without_games_is_everything() -> None:
    assert Duel().interval == (0.0, 1.0)


def test_a_shared_win_is_half_a_point() -> None:
    assert tally(1, 1, 2).rate == 0.5
    assert (tally(1, 1, 2).wins, tally(1, 1, 2).losses) == (1, 1)


def test_elo_and_expectation_are_inverse() -> None:
    assert expected(elo(0.75)) == pytest.approx(0.75)
    assert elo(10 / 11) == pytest.approx(400)


def test_the_sequential_test_decides_both_ways_and_waits_in_between() -> None:
    assert tally(90, 30).verdict(0, 30) == "stronger"
    assert tally(30, 90).verdict(0, 30) == "not stronger"
    assert tally(11, 9).verdict(0, 30) == "open"


def test_decisions_of_one_game_are_not_taken_for_independent() -> None:
    """One game that turned, seen fifteen times, once made chances look false that were not."""
    lost = [Said(0.05, 0.0, game) for game in range(23)]
    turned = band(lost + [Said(0.05, 1.0, 99)] * 15)
    apart = band(lost + [Said(0.05, 1.0, 100 + game) for game in range(15)])
    assert apart == "| 5% | 39% | 26% – 55% | 38 | 38 |"
    assert turned == "| 5% | 39% | 13% – 75% | 38 | 24 |"
