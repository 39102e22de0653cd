"""An hour of somebody's day, in their own zone, whatever the clocks there do."""

from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

LONGEST_ZONE = 40  # characters
DAYS_AHEAD = 4  # a zone may skip a whole day, as Samoa did


@lru_cache(1)
def zones() -> frozenset[str]:
    return frozenset(available_timezones())


def check_zone(name: str) -> str:
    """ValueError where there is no such zone."""
    if len(name) > LONGEST_ZONE or name not in zones():
        raise ValueError(f"no such time zone: {name[:LONGEST_ZONE]!r}")
    return name


def next_hour(after: int, zone: str, hour: int) -> int:
    """The first instant after that one (milliseconds since 1970) at which it is that hour there. Where clocks jump over
    it, it is the hour they jump to; an hour that comes twice counts the first time."""
    there = ZoneInfo(zone)
    today = datetime.fromtimestamp(after / 1000, there).date()
    for ahead in range(DAYS_AHEAD):
        at = datetime.combine(today + timedelta(ahead), time(hour), there).astimezone(UTC)
        if (found := int(at.timestamp() * 1000)) > after:
            return found
    raise AssertionError(f"{zone} has no {hour} o'clock")
