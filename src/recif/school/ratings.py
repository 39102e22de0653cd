"""Ratings: how strong somebody plays, and how sure that is. Arithmetic only; who plays whom is the server's affair.

Two seats are rated by Glicko-2 (Glickman, http://www.glicko.net/glicko/glicko2.pdf), more by OpenSkill's
Plackett-Luce, whose numbers are put on the same scale: 100 points more mean the same chance to come ahead.

A rating is for a game and a speed. Matches of more than two have one speed, `several`, whatever their clock.
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Literal, NamedTuple, get_args

from openskill.models import PlackettLuce

from recif.match.clock import DAY, Pace

Speed = Literal["blitz", "quick", "slow", "days", "several"]
SPEEDS: tuple[Speed, ...] = get_args(Speed)

TURNS = 30  # of a match, to weigh the bonus of each against the sum at the beginning
BLITZ_MS, QUICK_MS = 5 * 60 * 1000, 15 * 60 * 1000  # less than this for a whole match

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


def speed_of(pace: Pace, seats: int) -> Speed:
    """Where a match is rated.

    >>> speed_of(Pace("increment", 120_000, 3_000), 2), speed_of(Pace("days", DAY), 2), speed_of(Pace(), 3)
    ('blitz', 'days', 'several')
    """
    if seats > 2:
        return "several"
    if pace.kind != "increment":
        return "days"
    whole = pace.start + TURNS * pace.bonus
    return "blitz" if whole < BLITZ_MS else "quick" if whole < QUICK_MS else "slow"


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


_MODEL = PlackettLuce()
_POINTS = SCALE / (_MODEL.beta * sqrt(2))  # a point of OpenSkill, between two who are well known
NEWCOMER = Standing(1500.0, _MODEL.sigma * _POINTS, 0.0)  # among several


def rate_several(standings: Sequence[Standing], places: Sequence[int]) -> list[Standing]:
    """OpenSkill: everybody's standing after a match of several; places count from 0, and may be shared.

    >>> [round(one.rating) for one in rate_several([NEWCOMER] * 3, [0, 1, 2])]
    [1585, 1521, 1394]
    """
    teams = [[_MODEL.rating(25 + (one.rating - 1500) / _POINTS, one.deviation / _POINTS)] for one in standings]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Standing(1500 + (team[0].mu - 25) * _POINTS, team[0].sigma * _POINTS, 0.0) for team in rated]


def newcomer(speed: Speed) -> Standing:
    return NEWCOMER if speed == "several" else Standing()
