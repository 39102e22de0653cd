"""Holidays: thirty days a year in which the time of a match by days stands still."""

from datetime import UTC, datetime

import pytest

from recif.games.core.contract import Refused
from recif.match.pace import DAY
from recif.server.messages import wire
from recif.server.messages.shapes import Pace
from recif.server.people import holidays
from recif.server.store.rows import PersonRow
from recif.server.views.audience import Audience
from tests.server.hall import Hall, Screen

THREE_DAYS = Pace("days", 3 * DAY)
NEW_YEAR = round(datetime(2026, 12, 20, tzinfo=UTC).timestamp() * 1000)


def rest(hall: Hall, person: str, until: int | None, automatic: bool | None = None) -> None:
    """What the page does."""
    row = hall.registry.people.row(person)
    if until is not None:
        row.holidays = holidays.taken(row, hall.world.now, until)
    row.rests = row.rests if automatic is None else automatic
    hall.wait(hall.registry.people.save(row, lambda: None))
    hall.wait(hall.registry.excuse(person))


def xok(hall: Hall, **told: bool) -> tuple[Audience, Screen, Screen]:
    hall.world.now = NEW_YEAR - 200 * DAY
    return hall.pair("xok", THREE_DAYS, **told)


def test_the_time_of_who_is_on_holiday_stands_still_from_the_next_turn_on_and_the_other_sees_until_when(
    hall: Hall,
) -> None:
    audience, ana, theo = xok(hall)
    back = hall.world.now + 10 * DAY
    rest(hall, "ana", back)
    assert theo.last(wire.Changed).now.days.away == {"0": back}
    hall.run(DAY)
    assert ana.follow(audience).now.clocks.left[0] == 2 * DAY  # this turn is still to be played
    ana.play(audience, 0, "e5e6")
    theo.play(audience, 1, "e7f7")
    hall = hall.again()
    hall.run(back - hall.world.now + 3 * DAY - 1)
    assert hall.audience(audience).live.is_playing
    hall.run(1)
    assert hall.audience(audience).live.row.reason == "time"


def test_who_comes_back_earlier_has_their_time_run_and_their_days_again(hall: Hall) -> None:
    audience, ana, theo = xok(hall)
    ana.play(audience, 0, "e5e6")
    rest(hall, "ana", hall.world.now + 10 * DAY)
    theo.play(audience, 1, "e7f7")
    hall.run(2 * DAY)
    rest(hall, "ana", 0)
    now = theo.last(wire.Changed).now
    assert (now.days, now.clocks.left) == (None, [3 * DAY, 3 * DAY])
    assert holidays.left(hall.registry.people.row("ana"), hall.world.now) == 28 * DAY
    hall.run(3 * DAY)
    assert hall.audience(audience).live.row.reason == "time"


def test_whoever_wishes_it_goes_on_holiday_where_time_would_run_out_until_no_day_is_left(hall: Hall) -> None:
    audience, _, theo = xok(hall)
    rest(hall, "ana", None, automatic=True)
    hall.run(3 * DAY + 1000)
    assert theo.last(wire.Changed).now.days.away
    row = hall.registry.people.row("ana")
    assert holidays.left(row, hall.world.now) == 29 * DAY
    hall.run(28 * DAY)
    assert hall.audience(audience).live.is_playing
    hall.run(2 * DAY)
    assert hall.audience(audience).live.row.reason == "time"


def test_a_table_can_do_without_holidays(hall: Hall) -> None:
    audience, ana, theo = xok(hall, holidays=False)
    rest(hall, "ana", hall.world.now + 10 * DAY, automatic=True)
    ana.play(audience, 0, "e5e6")
    theo.play(audience, 1, "e7f7")
    assert theo.last(wire.Changed).now.days is None
    hall.run(3 * DAY)
    assert hall.audience(audience).live.row.reason == "time"


def test_a_match_that_begins_during_a_holiday_knows_of_it(hall: Hall) -> None:
    hall.world.now = NEW_YEAR
    hall.person("theo")
    rest(hall, "theo", NEW_YEAR + 5 * DAY)
    audience, ana, theo = hall.pair("xok", THREE_DAYS)
    ana.play(audience, 0, "e5e6")
    assert theo.last(wire.Changed).now.days.away == {"1": NEW_YEAR + 5 * DAY}
    hall.run(8 * DAY - 1)
    assert hall.audience(audience).live.is_playing


def test_each_year_has_its_own_days() -> None:
    row = PersonRow("ana", "Ana", "fr", 0)
    row.holidays = holidays.taken(row, NEW_YEAR, NEW_YEAR + 30 * DAY)  # twelve days of one year, eighteen of the next
    assert holidays.left(row, NEW_YEAR) == 18 * DAY
    assert holidays.left(row, NEW_YEAR + 40 * DAY) == 12 * DAY
    with pytest.raises(Refused, match="earlier date"):
        holidays.taken(row, NEW_YEAR + 60 * DAY, NEW_YEAR + 73 * DAY)
    with pytest.raises(Refused, match="earlier date"):
        holidays.taken(PersonRow("theo", "Theo", "fr", 0), NEW_YEAR, NEW_YEAR + 31 * DAY)
