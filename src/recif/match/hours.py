"""A time of day on a clock on the wall somewhere, as instants (milliseconds since 1970), whatever clocks there do."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import cache
from itertools import count
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

MINUTES = 24 * 60  # of a day


class WallTime(NamedTuple):
    """That time of day, on one day."""

    day: date
    instant: int


@cache
def zones() -> frozenset[str]:
    return frozenset(available_timezones())


def wall_times(minutes: int, zone: str, since: int) -> Iterator[WallTime]:
    """Day by day, from the day of `since` there. On the night that has no such time it comes as much later as clocks
    are put forward; on the one that has it twice it is the first."""
    place, hour = ZoneInfo(zone), time(minutes // 60, minutes % 60)
    today = datetime.fromtimestamp(since / 1000, place).date()
    for ahead in count():
        day = today + timedelta(ahead)
        yield WallTime(day, round(datetime.combine(day, hour, place).timestamp() * 1000))


def day_and_minutes(instant: int, zone: str) -> tuple[date, int]:
    """What calendars and clocks show there."""
    shown = datetime.fromtimestamp(instant / 1000, ZoneInfo(zone))
    return shown.date(), 60 * shown.hour + shown.minute


def first_wall_time(minutes: int, zone: str, since: int) -> int:
    """The first instant, not before `since`, at which clocks there show it."""
    return next(at for _, at in wall_times(minutes, zone, since) if at >= since)
