"""Series on a server: the next event is announced when one begins, once, and the season adds them up."""

import pytest

from recif.events.series import SeriesRule
from recif.games.core.contract import Refused
from recif.server.events.seasons import added_up
from recif.server.messages.bodies import events as bodies
from recif.server.messages.bodies.events import EventPlan
from recif.server.store.rows import EventRow
from tests.server.evenings import Evening, plan_of
from tests.server.hall import Hall

PEOPLE = ("ben", "cleo", "dan", "eva")
DAY = 24 * 60 * 60 * 1000


def weekly(hall: Hall) -> EventPlan:
    return plan_of(begins=hall.world.now + 60_000, rounds=1, weeks=1, zone="Europe/Paris", best=2)


def series_of(evening: Evening) -> list[EventRow]:
    """The latest first."""
    return evening.hall.wait(evening.hall.store.events_of_series(evening.event.row.series, 10))


def play(evening: Evening) -> None:
    evening.tick(66)
    evening.play_round()
    evening.tick(2)
    assert evening.event.live.is_over


def go_on(evening: Evening, *people: str) -> None:
    """To the next of the series, a minute before it begins."""
    following, _ = series_of(evening)[:2]
    evening.hall.world.now = following.plan.begins - 60_000
    evening.id = following.id
    for name in people:
        evening.does(name, bodies.JoinEvent())


def test_the_next_event_is_announced_when_one_begins_and_nothing_else_makes_a_second(hall: Hall) -> None:
    evening = Evening(hall, weekly(hall), *PEOPLE)
    assert len(series_of(evening)) == 1
    evening.tick(66)
    following, first = series_of(evening)
    rule = SeriesRule.as_of(first.plan.begins, "Europe/Paris", 1)
    assert following.plan.begins == next(rule.instants(first.plan.begins, first.plan.begins))
    assert (following.status, following.many, following.follows) == ("coming", 0, evening.id)
    assert following.luck.secret != first.luck.secret
    evening.again()
    evening.tick(12)
    evening.event.is_followed = False
    hall.wait(evening.hall.dispatcher.leading.seasons.follow_up(evening.event))
    assert len(series_of(evening)) == 2


def test_whoever_announces_the_same_one_at_the_same_time_makes_nothing(hall: Hall) -> None:
    evening = Evening(hall, weekly(hall), *PEOPLE)
    evening.tick(66)
    seasons = hall.dispatcher.leading.seasons
    hall.wait(seasons._announce_next(evening.event))
    following, _ = series_of(evening)
    assert hall.wait(hall.store.event_entries(following.id))


def test_a_season_adds_up_its_events_and_the_best_of_each_person_count(hall: Hall) -> None:
    evening = Evening(hall, weekly(hall), *PEOPLE)
    play(evening)
    for people in (PEOPLE[:2], PEOPLE[2:]):
        go_on(evening, *people)
        play(evening)
    so_far = hall.wait(hall.dispatcher.leading.seasons.of_series(evening.id))
    assert [row.status for row in so_far.rows] == ["coming", "over", "over", "over"]
    lines = added_up(so_far)
    assert {line.person for line in lines} == {*PEOPLE}
    assert all(sum(one.counts for one in line.results) == 2 for line in lines)
    assert lines[0].points >= lines[-1].points > 0


def test_a_series_ends_with_an_event_that_a_director_ends_before_it_begins(hall: Hall) -> None:
    evening = Evening(hall, weekly(hall), *PEOPLE)
    play(evening)
    go_on(evening)
    evening.does("ana", bodies.EndEvent("the summer"))
    evening.hall.world.now += 10 * DAY
    evening.tick(10)
    assert [row.status for row in series_of(evening)] == ["over", "over"]


def test_a_final_table_that_was_not_noted_is_noted_when_somebody_looks(hall: Hall) -> None:
    evening = Evening(hall, weekly(hall), *PEOPLE)
    play(evening)
    hall.wait(_unnoted(evening))
    assert added_up(hall.wait(hall.dispatcher.leading.seasons.of_series(evening.id)))


async def _unnoted(evening: Evening) -> None:
    store = evening.hall.store
    store.save_final((await evening.hall.dispatcher.events.opened(evening.id)).row, "", lambda *_: None)
    await store.event(evening.id)


@pytest.mark.parametrize(
    ("ahead", "zone", "code"), [(0, "Europe/Paris", "series-begins"), (DAY, "Atlantis", "bad-zone")]
)
def test_a_series_needs_a_first_day_and_a_zone(hall: Hall, ahead: int, zone: str, code: str) -> None:
    evening = Evening(hall, plan_of())
    begins = hall.world.now + ahead if ahead else 0
    with pytest.raises(Refused) as refused:
        hall.wait(hall.dispatcher.events.make(evening.row("ana"), plan_of(weeks=1, begins=begins, zone=zone)))
    assert refused.value.code == code
