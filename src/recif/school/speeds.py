"""What the clock of a match amounts to. Matches of more than two have one speed, `several`, whatever their clock."""

from typing import Literal, get_args

from recif.match.clock import Pace

Speed = Literal["blitz", "quick", "slow", "days", "several"]
SPEEDS: tuple[Speed, ...] = get_args(Speed)

TURNS = 30  # of a match, to weigh the bonus of each against the sum at the beginning
BLITZ_MS, QUICK_MS = 5 * 60 * 1000, 15 * 60 * 1000  # less than this for a whole match


def speed_of(pace: Pace, seats: int) -> Speed:
    """Where a match is rated.

    >>> from recif.match.clock import DAY
    >>> speed_of(Pace("increment", 120_000, 3_000), 2), speed_of(Pace("days", DAY), 2), speed_of(Pace(), 3)
    ('blitz', 'days', 'several')
    """
    if seats > 2:
        return "several"
    if pace.kind != "increment":
        return "days"
    whole = pace.start + TURNS * pace.bonus
    return "blitz" if whole < BLITZ_MS else "quick" if whole < QUICK_MS else "slow"
