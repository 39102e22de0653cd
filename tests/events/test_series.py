"""Events that come again by a rule, and the season that they make."""

from datetime import UTC, datetime
from itertools import islice

import pytest

from recif.events.series import FinalTable, SeasonRules, SeriesRule, season
from recif.events.standings import EventPlace
from recif.games.core.text import Refused

TUESDAYS = SeriesRule(day=1, minutes=20 * 60, zone="Europe/Paris")


def ms(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> int:
    return round(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp() * 1000)


def begins(rule: SeriesRule, first: int, after: int = 0, count: int = 3) -> list[str]:
    found = islice(rule.instants(first, after), count)
    return [datetime.fromtimestamp(at / 1000, UTC).strftime("%m-%d %H:%M") for at in found]


def test_tuesday_at_eight_is_eight_on_the_wall_when_clocks_change() -> None:
    assert begins(TUESDAYS, ms(2026, 10, 18)) == ["10-20 18:00", "10-27 19:00", "11-03 19:00"]


def test_the_next_one_comes_after_the_last_and_never_before_the_first() -> None:
    first = ms(2026, 10, 20, 18)
    assert begins(TUESDAYS, first, count=1) == ["10-20 18:00"]
    assert begins(TUESDAYS, first, after=first, count=1) == ["10-27 19:00"]
    assert begins(TUESDAYS, ms(2026, 10, 20, 18, 1), count=1) == ["10-27 19:00"]


def test_every_second_week_is_counted_from_the_first() -> None:
    rule = SeriesRule(day=1, minutes=20 * 60, zone="Europe/Paris", weeks=2)
    assert begins(rule, ms(2026, 10, 18)) == ["10-20 18:00", "11-03 19:00", "11-17 19:00"]
    assert begins(rule, ms(2026, 10, 18), after=ms(2026, 10, 27), count=1) == ["11-03 19:00"]


def test_an_hour_that_a_night_leaves_out_comes_later_and_none_is_lost() -> None:
    rule = SeriesRule(day=6, minutes=2 * 60 + 30, zone="Europe/Paris")
    assert begins(rule, ms(2026, 3, 23), count=2) == ["03-29 01:30", "04-05 00:30"]


@pytest.mark.parametrize(
    "rule",
    [
        SeriesRule(7, 0, "Europe/Paris"),
        SeriesRule(0, 24 * 60, "Europe/Paris"),
        SeriesRule(0, 0, "Europe/Paris", 0),
        SeriesRule(0, 0, "Atlantis/Reef"),
    ],
)
def test_a_rule_that_cannot_be_says_what_to_choose(rule: SeriesRule) -> None:
    with pytest.raises(Refused):
        rule.check()


def final(event: str, *places: tuple[int, str], left: str = "") -> FinalTable:
    return FinalTable(
        event, tuple(EventPlace(place, name, name.title(), 0, (), name == left) for place, name in places)
    )


SEASON = (
    final("one", (1, "ana"), (2, "theo"), (3, "zoe")),
    final("two", (1, "theo"), (2, "ana"), (3, "zoe")),
    final("three", (1, "zoe"), (2, "max"), (2, "ana")),
)


def lines(*finals: FinalTable, rules: SeasonRules) -> list[tuple[int, str, int]]:
    return [(line.place, line.name, line.points) for line in season(finals, rules)]


def test_all_events_count_unless_only_the_best_do() -> None:
    assert lines(*SEASON, rules=SeasonRules()) == [(1, "Ana", 32), (2, "Zoe", 28), (3, "Theo", 22), (4, "Max", 10)]
    best_two = SeasonRules(best=2)
    assert lines(*SEASON, rules=best_two) == [(1, "Ana", 22), (1, "Theo", 22), (3, "Zoe", 20), (4, "Max", 10)]
    (ana, *_) = season(SEASON, best_two)
    assert [one.counts for one in ana.results] == [True, True, False]


def test_the_better_single_evening_comes_before_the_same_sum() -> None:
    rules = SeasonRules(points=(6, 4, 3), coming=0)
    finals = [final("one", (1, "ana"), (3, "max"), (4, "lou")), final("two", (1, "lou"), (3, "max"), (4, "ana"))]
    assert lines(*finals, rules=rules) == [(1, "Ana", 6), (1, "Lou", 6), (3, "Max", 6)]


def test_whoever_left_an_evening_has_nothing_from_it() -> None:
    left = final("one", (1, "ana"), (2, "max"), left="max")
    assert lines(left, rules=SeasonRules()) == [(1, "Ana", 12)]


@pytest.mark.parametrize("rules", [SeasonRules(points=(5, 6)), SeasonRules(coming=100), SeasonRules(points=(2000,))])
def test_a_better_place_never_brings_less(rules: SeasonRules) -> None:
    with pytest.raises(Refused):
        rules.check()
