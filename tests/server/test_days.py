"""Matches by days: rounds that end at an hour, pauses, people who vanish. Time is handed in."""

from typing import Any

import pytest

from recif.games.core.contract import Refused
from recif.match.pace import DAY, HOUR
from recif.server.messages import wire
from recif.server.messages.bodies.tables import NewTable
from recif.server.messages.shapes import Pace
from recif.server.views.audience import Audience
from tests.server.hall import ME, OPEN, Hall, Screen
from tests.server.test_notices import told

TWO_DAYS = Pace("rounds", 2 * DAY)
THREE_DAYS = Pace("days", 3 * DAY)


def moves(hall: Hall, audience: Audience, seat: int) -> list[str]:
    return list(hall.audience(audience).live.match.position.moves(seat))


def log(hall: Hall, audience: Audience) -> list[tuple[int, str]]:
    return [(event.seat, event.text) for event in hall.audience(audience).live.match.log if event.seat >= 0]


def propose(screen: Screen, audience: Audience, seat: int, kind: Any) -> list[Any]:
    return screen.says(wire.Propose(audience.live.row.id, f"p{len(screen.data)}", seat, kind))


def pass_by(hall: Hall, ms: int) -> None:
    """Until the end of a round, and a little more: where others write too, seats are looked at one after the other."""
    hall.run(ms)
    hall.run(20)


def refused(answers: list[Any]) -> str:
    return next(one.code for one in answers if isinstance(one, wire.Refusal))


def test_time_is_saved_up_to_the_cap(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok", Pace("days", 3 * DAY, most=7 * DAY))
    hall.run(DAY)
    ana.play(audience, 0, "e5e6")
    assert ana.last(wire.Changed).now.clocks.left == [5 * DAY, 3 * DAY]


# A round that ends.


def test_who_has_not_chosen_when_a_round_ends_has_the_gentlest_machine_choose(hall: Hall) -> None:
    audience, ana, theo = hall.pair("kroc", TWO_DAYS)
    theo.says(wire.Leave(audience.live.row.id))
    choice = moves(hall, audience, 0)[0]
    ana.play(audience, 0, choice)
    hall.run(2 * DAY - 1)
    assert not log(hall, audience)
    pass_by(hall, 1)
    assert [seat for seat, _ in log(hall, audience)] == [0, 1]
    assert log(hall, audience)[0] == (0, choice)
    assert [chair.kind for chair in hall.audience(audience).live.chairs] == ["person", "person"]
    assert told(hall, "theo")[0].kind == "revealed"
    pass_by(hall, 2 * DAY)
    assert len(log(hall, audience)) == 4  # and so on, though both are away


def test_the_table_can_say_that_the_first_move_is_chosen(hall: Hall) -> None:
    audience, ana, _ = hall.pair("kroc", TWO_DAYS, flag="first")
    first = moves(hall, audience, 1)[0]
    ana.play(audience, 0, moves(hall, audience, 0)[2])
    hall.run(2 * DAY)
    assert log(hall, audience)[1] == (1, first)


def test_a_standing_choice_is_made_for_who_is_late_and_nobody_else_hears_of_it(hall: Hall) -> None:
    audience, ana, theo = hall.pair("kroc", TWO_DAYS)
    table, standing = audience.live.row.id, moves(hall, audience, 1)[2]
    seen = len(ana.data)
    answers = theo.says(wire.Prepare(table, "s", 1, standing))
    assert [type(one) for one in answers] == [wire.Ack, wire.Changed]
    assert answers[1].now.days.prepared == {"1": standing}
    assert len(ana.data) == seen
    ana.play(audience, 0, moves(hall, audience, 0)[0])
    hall = hall.again()
    hall.run(2 * DAY)
    assert log(hall, audience)[1] == (1, standing)
    theo = hall.person("theo")
    assert theo.follow(audience).now.days.prepared == {"1": standing}
    theo.says(wire.Prepare(table, "t", 1))
    assert theo.last(wire.Changed).now.days is None


@pytest.mark.one_database("sqlite")
def test_when_the_round_is_over_its_choice_cannot_be_made_any_more(hall: Hall) -> None:
    audience, ana, theo = hall.pair("kroc", TWO_DAYS)
    live = audience.live
    choice = moves(hall, audience, 0)[0]
    hall.registry.committing._thinking.wake = lambda audience: None  # type: ignore[method-assign] # it takes its time
    pass_by(hall, 2 * DAY)
    assert live.days.late == {0, 1}
    assert ana.play(audience, 0, choice).code == "too-late"
    assert not theo.last(wire.Changed).now.moves
    hall = hall.again()
    hall.at(live.row.id)
    hall.run(1000)
    assert [seat for seat, _ in log(hall, audience)] == [0, 1]


def test_a_round_that_ends_at_an_hour_begins_anew_the_next_day(hall: Hall) -> None:
    hall.world.now = 1_800_000_000_000 // DAY * DAY  # midnight in London, in winter
    audience, _, theo = hall.pair("kroc", Pace("daily", 20 * HOUR, zone="Europe/London"))
    hour = hall.world.now + 20 * HOUR
    assert theo.follow(audience).now.clocks.left == [20 * HOUR, 20 * HOUR]
    pass_by(hall, 20 * HOUR)
    assert theo.follow(audience).now.clocks.left == [hour - hall.world.now + DAY] * 2


@pytest.mark.one_database("sqlite")
@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (NewTable("xok", [ME, OPEN], pace=TWO_DAYS), "not-at-once"),
        (NewTable("kroc", [ME, OPEN], pace=Pace("daily", 0, zone="Europe/Atlantis")), "bad-zone"),
        (NewTable("kroc", [ME, OPEN], pace=TWO_DAYS, flag="ask"), "bad-flag"),
        (NewTable("kroc", [ME, OPEN], flag="ask"), "bad-flag"),
        (NewTable("xok", [ME, OPEN], pace=Pace("increment", 60_000), flag="gentle"), "bad-flag"),
    ],
)
def test_what_does_not_go_together_is_refused(hall: Hall, wish: NewTable, code: str) -> None:
    ana = hall.person("ana")
    with pytest.raises(Refused) as refusal:
        hall.wait(hall.registry.make(ana.person, wish, lambda: None))
    assert refusal.value.code == code


def test_a_standing_choice_is_one_that_can_be_played_by_who_sits_there_where_rounds_end(hall: Hall) -> None:
    audience, ana, _ = hall.pair("kroc", TWO_DAYS)
    other, theirs, _ = hall.pair("kroc", THREE_DAYS)
    table = audience.live.row.id
    assert refused(ana.says(wire.Prepare(table, "a", 1, "x"))) == "not-your-seat"
    assert refused(ana.says(wire.Prepare(table, "b", 0, "nonsense"))) == "not-a-move"
    assert refused(theirs.says(wire.Prepare(other.live.row.id, "c", 0))) == "no-rounds"


# A pause.


@pytest.mark.parametrize("pace", [THREE_DAYS, Pace("increment", HOUR, 1000), Pace()])
def test_a_pause_that_both_agree_to_stops_the_clock_until_one_of_them_ends_it(hall: Hall, pace: Pace) -> None:
    audience, ana, theo = hall.pair("xok", pace)
    hall.run(1000)
    propose(theo, audience, 1, "pause")
    assert ana.last(wire.Changed).now.offers[0].kind == "pause"
    ana.says(wire.Reply(audience.live.row.id, "yes", 0, "pause", True))
    now = ana.last(wire.Changed).now
    assert (now.days.paused, now.waiting, now.moves) == (True, [], {})
    assert ana.play(audience, 0, "e5e6").code == "adjourned"
    hall = hall.again()
    ana, theo = hall.person("ana"), hall.person("theo")
    ana.follow(audience)
    theo.follow(audience)
    hall.run(20 * DAY)
    propose(ana, audience, 0, "resume")
    now = theo.last(wire.Changed).now
    assert (now.days, now.waiting) == (None, [0])
    if now.clocks:
        assert now.clocks.left == [pace.start - 1000, pace.start]
        assert now.clocks.running == [0]
    assert isinstance(ana.play(audience, 0, "e5e6"), wire.Ack)


def test_a_pause_is_for_people_and_once_at_a_time(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    assert refused(propose(ana, audience, 0, "resume")) == "not-adjourned"
    propose(ana, audience, 0, "pause")
    theo.says(wire.Reply(audience.live.row.id, "yes", 1, "pause", True))
    assert refused(propose(ana, audience, 0, "pause")) == "adjourned"
    alone = hall.table(ana, "kroc", ME, ME, shared=True)
    assert refused(propose(ana, alone, 0, "pause")) == "no-pause-alone"


# Somebody has vanished.


def vanished(hall: Hall, game: str = "xok") -> tuple[Audience, Screen, Screen]:
    audience, ana, theo = hall.pair(game, THREE_DAYS, flag="ask")
    hall.run(3 * DAY)
    return audience, ana, theo


def claim(screen: Screen, audience: Audience, what: Any, seat: int = 1, other: int = 0) -> list[Any]:
    return screen.says(wire.Claim(audience.live.row.id, f"c{len(screen.data)}", seat, other, what))


def test_when_somebody_runs_out_of_time_the_other_may_take_the_win(hall: Hall) -> None:
    audience, ana, theo = vanished(hall)
    now = theo.last(wire.Changed).now
    assert (now.result, now.days.vanished, now.clocks.left[0]) == (None, [0], 0)
    assert refused(claim(ana, audience, "win", 0, 0)) == "not-vanished"
    claim(theo, audience, "win")
    result = ana.last(wire.Changed).now.result
    assert (result.winners, result.reason, result.seat) == ([1], "time", 0)


def test_or_play_on_against_a_machine(hall: Hall) -> None:
    audience, _, theo = vanished(hall)
    claim(theo, audience, "machine")
    assert [chair.kind for chair in hall.audience(audience).live.chairs] == ["machine", "person"]
    assert [seat for seat, _ in log(hall, audience)] == [0]


def test_or_give_more_time_also_after_a_restart(hall: Hall) -> None:
    audience, _, _ = vanished(hall)
    hall = hall.again()
    theo = hall.person("theo")
    assert theo.follow(audience).now.days.vanished == [0]
    claim(theo, audience, "time")
    hall.run(3 * DAY - 1)
    assert not hall.audience(audience).live.days.vanished
    hall.run(1)
    assert hall.audience(audience).live.days.vanished == {0}


def test_who_comes_back_before_that_plays_on_with_their_days_again(hall: Hall) -> None:
    audience, ana, theo = vanished(hall)
    assert isinstance(ana.play(audience, 0, "e5e6"), wire.Ack)
    now = theo.last(wire.Changed).now
    assert (now.days, now.clocks.left, now.waiting) == (None, [3 * DAY, 3 * DAY], [1])
    assert refused(claim(theo, audience, "win")) == "not-vanished"


def test_who_is_away_is_told_that_the_other_has_vanished(hall: Hall) -> None:
    audience, _, theo = hall.pair("xok", THREE_DAYS, flag="ask")
    theo.says(wire.Leave(audience.live.row.id))
    hall.run(3 * DAY)
    assert '"offer":"vanished"' in told(hall, "theo")[0].body


def test_with_more_than_two_the_others_let_a_machine_play_or_wait(hall: Hall) -> None:
    ana, theo, zoe = (hall.person(name) for name in ("ana", "theo", "zoe"))
    audience = hall.table(ana, "urchins", ME, OPEN, OPEN, pace=THREE_DAYS, flag="ask")
    for seat, screen in ((1, theo), (2, zoe)):
        screen.follow(audience)
        screen.says(wire.Sit(audience.live.row.id, "sit", seat))
    hall.run(3 * DAY)
    assert refused(claim(zoe, audience, "win", 2)) == "win-takes-two"
    claim(zoe, audience, "machine", 2)
    assert hall.audience(audience).live.chairs[0].kind == "machine"


@pytest.mark.one_database("postgres")
def test_two_servers_end_a_round_once(hall: Hall) -> None:
    audience, ana, _ = hall.pair("kroc", TWO_DAYS, flag="first")
    other = hall.beside()
    there = other.person("theo")
    there.follow(audience)
    there.says(wire.Prepare(audience.live.row.id, "s", 1, moves(hall, audience, 1)[2]))
    ana.play(audience, 0, moves(hall, audience, 0)[0])
    standing = moves(hall, audience, 1)[2]
    hall.run(2 * DAY)
    assert log(hall, audience) == log(other, audience)
    assert log(hall, audience)[1] == (1, standing)


def test_another_game_after_one_of_rounds_has_days_per_move(hall: Hall) -> None:
    audience, ana, theo = hall.pair("kroc", TWO_DAYS)
    table = audience.live.row.id
    ana.says(wire.Resign(table, "r", 0))
    ana.says(wire.Propose(table, "n", 0, "rematch", game="xok"))
    theo.says(wire.Reply(table, "y", 1, "rematch", True))
    row = hall.at(hall.audience(audience).live.row.next).live.row
    assert (row.game, row.pace.kind, row.flag) == ("xok", "days", "ask")
