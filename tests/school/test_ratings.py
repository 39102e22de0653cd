"""Ratings: the published worked examples, and what follows from the arithmetic."""

import doctest

import pytest
from bench import farms
from bench.machines import table, written
from openskill.models import PlackettLuce

from recif.games import GAMES
from recif.match.clock import DAY, Pace
from recif.school import machines, ratings, several, speeds
from recif.school.ratings import (
    KNOWN_DEVIATION,
    LEAST_DEVIATION,
    MOST_DEVIATION,
    NEWCOMER,
    Standing,
    after_game,
    after_rest,
    expected,
    rate,
    weighed,
    weight,
)
from recif.school.several import rate_several
from recif.school.speeds import speed_of


def test_what_the_docstrings_show_is_so() -> None:
    for module in (ratings, several, speeds, machines):
        assert doctest.testmod(module).failed == 0


def test_glickmans_worked_example() -> None:
    """http://www.glicko.net/glicko/glicko2.pdf rounds on the way: 1464.06; without rounding it is 1464.05."""
    others = [(Standing(1400, 30), 1.0), (Standing(1550, 100), 0.0), (Standing(1700, 300), 0.0)]
    new = rate(Standing(1500, 200, 0.06), others)
    assert new.rating == pytest.approx(1464.06, abs=0.02)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_openskills_worked_example() -> None:
    """Two teams of two newcomers, from the manual of openskill: this is the model that we ask."""
    model = PlackettLuce()
    teams = model.rate([[model.rating(), model.rating()], [model.rating(), model.rating()]])
    assert [(one.mu, one.sigma) for one in teams[0]] == [pytest.approx((26.964294621803063, 8.177962604389991))] * 2
    assert [(one.mu, one.sigma) for one in teams[1]] == [pytest.approx((23.035705378196937, 8.177962604389991))] * 2


def test_our_scale_of_several_is_openskills_stretched() -> None:
    model = PlackettLuce()
    raw = model.rate([[model.rating()] for _ in range(4)], ranks=[0.0, 1.0, 1.0, 3.0])
    ours = rate_several([NEWCOMER] * 4, [0, 1, 1, 3])
    points = NEWCOMER.deviation / model.sigma
    for (theirs,), mine in zip(raw, ours, strict=True):
        assert mine.rating == pytest.approx(1500 + (theirs.mu - 25) * points)
        assert mine.deviation == pytest.approx(theirs.sigma * points)


def test_a_difference_means_the_same_chance_on_both_scales() -> None:
    """Between two who are as well known as one can be."""
    model = PlackettLuce()
    points = NEWCOMER.deviation / model.sigma
    strong, weak = model.rating(25 + 100 / points, 0.01), model.rating(25, 0.01)
    chance = 1 / (1 + 2.718281828459045 ** (-(strong.mu - weak.mu) / (model.beta * 2**0.5)))
    assert expected(Standing(1600, 0), Standing(1500, 0)) == pytest.approx(chance, abs=1e-6)


def test_who_wins_gains_what_the_other_loses_among_equals() -> None:
    won = after_game(Standing(), Standing(), 1)
    lost = after_game(Standing(), Standing(), 0)
    drawn = after_game(Standing(), Standing(), 0.5)
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert drawn.rating == pytest.approx(1500)
    assert won.deviation < MOST_DEVIATION


def test_a_win_against_the_strong_is_worth_more() -> None:
    mine = Standing(1500, 80)
    gains = [after_game(mine, Standing(rating, 80), 1).rating for rating in (1300, 1500, 1700)]
    assert gains == sorted(gains)


def test_an_absurd_upset_stays_within_bounds() -> None:
    for mine, other, score in ((400, 3200, 1.0), (3200, 400, 0.0), (1500, 1500, 0.5)):
        new = after_game(Standing(mine, 350), Standing(other, 350), score)
        assert abs(new.rating - mine) < 1200
        assert LEAST_DEVIATION <= new.deviation <= MOST_DEVIATION
        assert 0 < new.volatility < 1


def test_after_a_dozen_matches_somebody_is_known_and_a_year_later_no_longer() -> None:
    one = Standing()
    for _ in range(12):
        one = after_game(after_rest(one, DAY), Standing(1500, 60), 0.5)
    assert one.deviation <= KNOWN_DEVIATION
    assert after_rest(one, 5 * 365 * DAY).deviation > KNOWN_DEVIATION
    assert after_rest(one, 1000 * 365 * DAY).deviation == MOST_DEVIATION
    assert after_rest(one, -DAY) == one


def test_each_pace_has_its_speed() -> None:
    paces = {
        Pace("increment", 120_000, 3_000): "blitz",
        Pace("increment", 300_000, 5_000): "quick",
        Pace("increment", 900_000, 10_000): "slow",
        Pace("days", DAY): "days",
        Pace(): "days",
    }
    for pace, speed in paces.items():
        assert speed_of(pace, 2) == speed
        assert speed_of(pace, 3) == "several"


def test_the_machines_stand_where_the_arena_put_them() -> None:
    """After matches of the levels were played anew: `python -m bench.machines`."""
    for game in GAMES:
        assert machines.file_of(game).read_bytes() == written(game)
        assert machines.machines()[game] == table(game)


def test_every_level_that_was_measured_is_above_the_one_below() -> None:
    for levels in machines.machines().values():
        rated = [levels[level].rating for level in sorted(levels)]
        assert rated == sorted(rated)
        assert levels[machines.ANCHOR].rating == 1500


def test_a_match_that_was_none_yet_costs_and_never_gains() -> None:
    before = Standing(1500, 200)
    for score in (0, 0.5, 1):
        after = weighed(before, after_game(before, Standing(1500, 60), score), 1.0, False, is_short=True)
        assert after.rating <= before.rating
        assert after.deviation == before.deviation


def test_two_at_one_address_learn_little_of_each_other() -> None:
    before, other = Standing(1500, 200), Standing(1500, 60)
    far, near = (
        weighed(before, after_game(before, other, 1), weight(other, is_near), is_near) for is_near in (False, True)
    )
    assert 0 < near.rating - 1500 < (far.rating - 1500) / 5
    assert far.deviation < near.deviation < before.deviation


def test_a_farm_wins_nothing_by_giving_up_early_and_no_place_from_one_address() -> None:
    assert farms.best(10, 2, is_near=False, is_short=True).master == Standing()
    near, far = (farms.best(10, 7, is_near) for is_near in (True, False))
    assert far.is_leader
    assert not near.is_leader
    assert near.master.rating < far.master.rating - 200
