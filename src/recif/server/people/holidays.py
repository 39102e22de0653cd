"""Holidays: thirty days a year in which nobody's time by days runs. They are taken until a day, or by themselves."""

from collections.abc import Iterable
from datetime import UTC, datetime

from recif.match.clock import DAY
from recif.server.messages.bodies.people import Holidays
from recif.server.messages.refusals import refuse
from recif.server.people.accounts import People
from recif.server.store.rows import PersonRow
from recif.server.tasks import begin

YEARLY = 30 * DAY
MOST_KEPT = 60  # of a person: those of this year and the one before count


def _year(now: int) -> tuple[int, int]:
    """When it began and when it ends, by the clock of Greenwich."""
    year = datetime.fromtimestamp(now / 1000, UTC).year
    first, last = (round(datetime(n, 1, 1, tzinfo=UTC).timestamp() * 1000) for n in (year, year + 1))
    return first, last


def left(row: PersonRow, at: int) -> int:
    """What is left of the year of an instant, in milliseconds; what is still to come of a holiday is taken."""
    return max(0, YEARLY - _in_year(row.holidays, at))


def until(row: PersonRow, now: int) -> int:
    """When the holiday that goes on ends; 0: there is none."""
    return next((end for since, end in row.holidays if since <= now < end), 0)


def shown(row: PersonRow, now: int) -> Holidays:
    return Holidays(until(row, now), left(row, now), row.rests)


def taken(row: PersonRow, now: int, end: int) -> list[tuple[int, int]]:
    """With one from now on, or one that goes on until another instant, or no longer; Refused if days are missing."""
    others = [(since, ended) for since, ended in row.holidays if not since <= now < ended]
    since = next((since for since, ended in row.holidays if since <= now < ended), now)
    wanted = [*others, (since, max(now, end))][-MOST_KEPT:]
    if end > now and (end - now > YEARLY or any(_in_year(wanted, at) > YEARLY for at in (now, end))):
        raise refuse("no-holidays-left")
    return [one for one in wanted if one[1] > one[0]]


def _in_year(holidays: Iterable[tuple[int, int]], at: int) -> int:
    """How much of them lies in the year of an instant."""
    first, last = _year(at)
    return sum(max(0, min(end, last) - max(since, first)) for since, end in holidays)


class Resting:
    """Whoever wishes it goes on holiday for a day where their time would run out."""

    def __init__(self, people: People) -> None:
        self._people = people

    def until(self, person: str, now: int) -> int:
        return until(self._people.row(person), now)

    def rest(self, person: str, now: int) -> int:
        """When their time goes on; 0: it does not stand still."""
        row = self._people.row(person)
        if not row.rests or not row.name:
            return 0
        if going_on := until(row, now):
            return going_on
        if left(row, now) < DAY or left(row, now + DAY) < DAY:
            return 0
        row.holidays = [*row.holidays, (now, now + DAY)][-MOST_KEPT:]
        begin(self._people.save(row, lambda: None))
        return now + DAY
