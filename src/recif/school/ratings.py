"""Ratings: how strong somebody plays, and how sure that is. Arithmetic only; who plays whom is the server's affair.

Two seats are rated by Glicko-2 (Glickman, http://www.glicko.net/glicko/glicko2.pdf), more by OpenSkill's
Plackett-Luce, whose numbers are put on the same scale: 100 points more mean the same chance to come ahead
(`several.py`). A rating is for a game and a speed (`speeds.py`).
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

from recif.match.clock import DAY
from recif.school.speeds import Speed

SCALE = 400 / log(10)  # points for each factor of e in the odds
SYSTEM = 0.5  # Glickman's τ: how fast a volatility may change; he advises 0.3 to 1.2
CLOSE = 1e-6  # how well the volatility is found
PERIOD_DAYS = 4.7  # who is well known (±60) and stays away for a year is at ±110
LEAST_DEVIATION = 45.0  # whoever plays every day can still climb
KNOWN_DEVIATION = 110.0  # up to here somebody has a place among the others
KNOWN_OPPONENTS = 3  # and who has met so many different ones of whom that is true
MOST_DEVIATION = 350.0
NEAR_WEIGHT = 0.1  # of a match between two who came from one address


class Standing(NamedTuple):
    """What is known of somebody's strength: two times of three the truth is within the deviation."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


def after_rest(standing: Standing, ms: int) -> Standing:
    """The same person after a while without a match: nobody can be as sure any more.

    >>> round(after_rest(Standing(1500, 60), 365 * DAY).deviation)
    110
    """
    periods = max(0, ms) / DAY / PERIOD_DAYS
    wide = sqrt(standing.deviation**2 + periods * (SCALE * standing.volatility) ** 2)
    return standing._replace(deviation=min(wide, MOST_DEVIATION))


def rate(mine: Standing, games: Sequence[tuple[Standing, float]], periods: float = 1.0) -> Standing:
    """Glicko-2: one's standing after games against others, each won (1), drawn (0.5) or lost (0).

    Glickman's example, with three games in one period:

    >>> others = [(Standing(1400, 30), 1), (Standing(1550, 100), 0), (Standing(1700, 300), 0)]
    >>> new = rate(Standing(1500, 200, 0.06), others)
    >>> round(new.rating, 2), round(new.deviation, 2), round(new.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    phi = mine.deviation / SCALE
    weights = [_trust(other) for other, _ in games]
    chances = [expected(mine, other) for other, _ in games]
    variance = 1 / sum(g * g * p * (1 - p) for g, p in zip(weights, chances, strict=True))
    pull = sum(g * (score - p) for g, p, (_, score) in zip(weights, chances, games, strict=True))
    volatility = _volatility(mine.volatility, phi, variance, variance * pull)
    before = sqrt(phi * phi + periods * volatility * volatility)
    after = 1 / sqrt(1 / before**2 + 1 / variance)
    return Standing(mine.rating + SCALE * after * after * pull, SCALE * after, volatility)


def expected(mine: Standing, other: Standing) -> float:
    """How much of a point one gets against another, on average.

    >>> round(expected(Standing(1700, 0), Standing(1500, 0)), 2)
    0.76
    """
    return 1 / (1 + exp(-_trust(other) * (mine.rating - other.rating) / SCALE))


def _trust(other: Standing) -> float:
    """Glickman's g: a game against somebody little known tells less."""
    return 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)


def _volatility(sigma: float, phi: float, variance: float, change: float) -> float:
    """Step 5 of Glickman's paper: the root of f, between two bounds that close in on it."""

    def f(x: float) -> float:
        spread = phi * phi + variance + exp(x)
        return exp(x) * (change * change - spread) / (2 * spread * spread) - (x - start) / (SYSTEM * SYSTEM)

    start = low = log(sigma * sigma)
    if change * change > phi * phi + variance:
        high = log(change * change - phi * phi - variance)
    else:
        high = start - SYSTEM
        while f(high) < 0:
            high -= SYSTEM
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def after_game(mine: Standing, other: Standing, score: float) -> Standing:
    """One match of two, both as sure as they were before it (`after_rest`): each match is a period of its own."""
    new = rate(mine, [(other, score)], periods=0)
    return new._replace(deviation=min(max(new.deviation, LEAST_DEVIATION), MOST_DEVIATION))


def weight(other: Standing, is_near: bool = False) -> float:
    """How much a match against somebody counts: little if they are hardly known, or came from the same address.

    >>> [round(weight(Standing(1500, deviation)), 2) for deviation in (60, 110, 220, 350)]
    [1.0, 1.0, 0.25, 0.1]
    """
    return min(1.0, (KNOWN_DEVIATION / other.deviation) ** 2) * (NEAR_WEIGHT if is_near else 1.0)


def weighed(
    before: Standing, after: Standing, weight: float, is_near: bool = False, is_short: bool = False
) -> Standing:
    """What a match leaves of what it would have changed. One that was no match yet only costs, and tells nothing.

    >>> round(weighed(Standing(1500, 100), Standing(1540, 95), 0.25, False).rating)
    1510
    """
    gained = weight * (after.rating - before.rating)
    if is_short:
        return before._replace(rating=before.rating + min(gained, 0.0))
    surer = NEAR_WEIGHT if is_near else 1.0
    deviation = before.deviation + surer * (after.deviation - before.deviation)
    return Standing(before.rating + gained, deviation, after.volatility)


SIGMA, BETA = 25 / 3, 25 / 6  # of OpenSkill: how little is known of a newcomer, and what a difference of strength is
POINTS = SCALE / (BETA * sqrt(2))  # a point of OpenSkill, between two who are well known
NEWCOMER = Standing(1500.0, SIGMA * POINTS, 0.0)  # among several


def newcomer(speed: Speed) -> Standing:
    return NEWCOMER if speed == "several" else Standing()
