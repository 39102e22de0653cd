"""Ratings of matches of more than two, by OpenSkill's Plackett-Luce, on the scale of `ratings.py`."""

from collections.abc import Sequence

from openskill.models import PlackettLuce

from recif.school.ratings import BETA, POINTS, SIGMA, Standing

_MODEL = PlackettLuce(sigma=SIGMA, beta=BETA)


def rate_several(standings: Sequence[Standing], places: Sequence[int]) -> list[Standing]:
    """Everybody's standing after a match of several; places count from 0, and may be shared.

    >>> from recif.school.ratings import NEWCOMER
    >>> [round(one.rating) for one in rate_several([NEWCOMER] * 3, [0, 1, 2])]
    [1585, 1521, 1394]
    """
    teams = [[_MODEL.rating(25 + (one.rating - 1500) / POINTS, one.deviation / POINTS)] for one in standings]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Standing(1500 + (team[0].mu - 25) * POINTS, team[0].sigma * POINTS, 0.0) for team in rated]
