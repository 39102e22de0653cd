"""Paces by days: time that is saved, and rounds that end at an hour of a place."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from recif.games import GAMES
from recif.games.core.contract import Game, Refused
from recif.games.core.ideas import Choosing
from recif.match.at_once import is_at_once
from recif.match.clock import Clock
from recif.match.pace import DAY, HOUR, Pace

EVENING = 20 * HOUR


def instant(text: str, zone: str = "Europe/Paris", fold: int = 0) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp() * 1000)


def ends(begun: str, zone: str = "Europe/Paris", start: int = EVENING) -> str:
    """When a round ends that begins at an hour there, as the clocks there show it."""
    now, pace = instant(begun, zone), Pace("daily", start, zone=zone).check()
    return datetime.fromtimestamp((now + pace.round_from(now)) / 1000, ZoneInfo(zone)).isoformat(timespec="minutes")


def test_what_is_left_of_a_turn_is_saved_up_to_the_cap() -> None:
    clock = Clock(Pace("days", 3 * DAY, most=7 * DAY).check(), 2)
    for turn in range(3):
        clock.turn([turn % 2], turn * DAY)
    assert clock.left_at(0, 2 * DAY) == 5 * DAY  # one day of three used, three more
    clock.turn([1], 2 * DAY + HOUR)
    assert clock.left_at(0, 2 * DAY + HOUR) == 7 * DAY


def test_a_cap_of_one_turn_saves_nothing_and_a_smaller_one_is_refused() -> None:
    assert Pace("days", 3 * DAY, most=3 * DAY).check() == Pace("days", 3 * DAY)
    for bad in (2 * DAY, 31 * DAY, -1):
        with pytest.raises(Refused, match=r"pace is|whole minutes"):
            Pace("days", 3 * DAY, most=bad).check()


@pytest.mark.parametrize(
    ("begun", "end"),
    [
        ("2026-11-18T20:00", "2026-11-19T20:00+01:00"),
        ("2026-11-18T08:00", "2026-11-18T20:00+01:00"),
        ("2026-11-18T08:01", "2026-11-19T20:00+01:00"),  # less than twelve hours would be left
        ("2026-03-28T20:00", "2026-03-29T20:00+02:00"),  # 23 hours: clocks are put forward
        ("2026-10-24T20:00", "2026-10-25T20:00+01:00"),  # 25 hours: they are put back
    ],
)
def test_a_round_ends_at_the_hour_that_clocks_show_there(begun: str, end: str) -> None:
    assert ends(begun) == end


def test_an_hour_that_a_night_does_not_have_comes_later_and_one_that_it_has_twice_counts_once() -> None:
    half_past_two = 2 * HOUR + HOUR // 2
    assert ends("2026-03-28T12:00", start=half_past_two) == "2026-03-29T03:30+02:00"
    assert ends("2026-10-24T12:00", start=half_past_two) == "2026-10-25T02:30+02:00"


def test_rounds_in_the_middle_of_the_pacific() -> None:
    """Kiribati is a day ahead of its neighbours; Samoa had no 30 December 2011."""
    assert ends("2026-11-18T21:00", "Pacific/Kiritimati") == "2026-11-19T20:00+14:00"
    assert ends("2011-12-29T20:00", "Pacific/Apia") == "2011-12-31T20:00+14:00"
    assert instant("2011-12-31T20:00", "Pacific/Apia") - instant("2011-12-29T20:00", "Pacific/Apia") == DAY


@pytest.mark.parametrize("zone", ["", "Europe/Atlantis", "../../etc/passwd", "/etc/localtime", "+01:00", "x" * 64])
def test_a_place_that_has_no_time_of_its_own_is_refused(zone: str) -> None:
    with pytest.raises(Refused, match="no such time zone"):
        Pace("daily", EVENING, zone=zone).check()


@pytest.mark.parametrize("start", [-1, DAY, EVENING + 1])
def test_an_hour_that_no_day_has_is_refused(start: int) -> None:
    with pytest.raises(Refused, match=r"pace is|whole minutes"):
        Pace("daily", start, zone="Europe/Paris").check()


def test_a_round_ends_for_all_at_once_also_for_who_took_a_choice_back() -> None:
    clock = Clock(Pace("rounds", 2 * DAY).check(), 2)
    clock.turn([0, 1], 0, is_news=True)
    clock.start(0)
    clock.turn([1], DAY)
    clock.turn([0, 1], DAY + HOUR)
    assert clock.flagged(2 * DAY - 1) == ()
    assert clock.flagged(2 * DAY) == (0, 1)


def daily() -> tuple[Clock, int]:
    clock, noon = Clock(Pace("daily", EVENING, zone="Europe/Paris").check(), 2), instant("2026-11-18T07:00")
    clock.turn([0, 1], noon - 5, is_news=True)
    clock.start(noon)
    return clock, noon


def test_a_round_is_measured_from_when_people_hear_of_it_and_being_told_twice_changes_nothing() -> None:
    clock, noon = daily()
    assert clock.flag_falls() == instant("2026-11-18T20:00")
    clock.start(noon)
    assert clock.flag_falls() == instant("2026-11-18T20:00")


def test_after_time_stood_still_a_round_ends_at_its_hour_if_that_leaves_time_to_choose() -> None:
    clock, noon = daily()
    clock.pause(noon + HOUR)
    clock.turn([0, 1], instant("2026-11-18T18:30"))
    assert clock.flag_falls() == instant("2026-11-18T20:00")
    clock.pause(instant("2026-11-18T19:00"))
    clock.turn([0, 1], instant("2026-11-20T21:00"))
    assert clock.flag_falls() == instant("2026-11-21T20:00")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_games_in_which_all_choose_at_once_say_so_and_the_rules_agree(game: Game) -> None:
    assert isinstance(game.ideas, Choosing) == is_at_once(game, game.seats[0])
