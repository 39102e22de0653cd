"""An hour of somebody's day, in their own zone."""

from recif.match.hours import first_wall_time, zones

LONGEST_ZONE = 40  # characters


def check_zone(name: str) -> str:
    """ValueError where there is no such zone."""
    if len(name) > LONGEST_ZONE or name not in zones():
        raise ValueError(f"no such time zone: {name[:LONGEST_ZONE]!r}")
    return name


def next_hour(after: int, zone: str, hour: int) -> int:
    """The first instant after that one (milliseconds since 1970) at which it is that hour there."""
    return first_wall_time(60 * hour, zone, after + 1)
