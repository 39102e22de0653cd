"""What people are told of while they are away: written with what causes it, seen once, never of anything hidden."""

from typing import Any

import pytest

from recif.server.messages import wire
from recif.server.messages.shapes import Pace
from recif.server.notices.causes import GRACE_MS, deadline_of, read_about
from recif.server.store.rows import NoticeRow, WishRow
from recif.server.views.audience import Audience
from tests.patience import at_last
from tests.server.hall import ME, OPEN, Hall, Screen
from tests.server.test_sharing import both, until

DAYS = Pace("days", 3 * 24 * 60 * 60 * 1000)
BLITZ = Pace("increment", 180_000, 2_000)
HOUR = 60 * 60 * 1000
DAY = 24 * HOUR
SHORTEST_OUTAGE = 20_000


def told(hall: Hall, person: str, later: int = 0) -> list[NoticeRow]:
    return hall.wait(hall.store.notices_of(person, hall.world.now + later, 50))


def by_days(hall: Hall, game: str = "xok", pace: Pace = DAYS) -> tuple[Audience, Screen, Screen]:
    """Ana waits for Théo, who has left: she moves next."""
    audience, ana, theo = hall.pair(game, pace)
    theo.says(wire.Leave(audience.live.row.id))
    return audience, ana, theo


def move(hall: Hall, audience: Audience, screen: Screen, seat: int) -> None:
    live = hall.audience(audience).live
    assert isinstance(screen.play(audience, seat, next(iter(live.match.position.moves(seat)))), wire.Ack)


def test_whoever_is_away_is_told_that_it_is_their_turn(hall: Hall) -> None:
    audience, ana, _ = by_days(hall)
    move(hall, audience, ana, 0)
    (notice,) = told(hall, "theo")
    assert (notice.kind, notice.about, notice.seen) == ("turn", audience.live.row.id, 0)
    assert read_about(notice.body).who == "ana"
    assert not told(hall, "ana")


def test_nobody_is_told_of_what_is_in_front_of_them(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok", DAYS)
    move(hall, audience, ana, 0)
    assert not told(hall, "theo")


def test_whoever_comes_has_seen_it(hall: Hall) -> None:
    audience, ana, theo = by_days(hall)
    hall.do(lambda: hall.store.wish("theo", [(WishRow("turn", "push"), True)], lambda: None))
    move(hall, audience, ana, 0)
    assert told(hall, "theo")[0].due == hall.world.now + GRACE_MS
    theo.follow(audience)
    (notice,) = told(hall, "theo")
    assert (notice.seen, notice.due) == (1, None)


def test_a_newer_notice_of_a_table_takes_the_place_of_the_older(hall: Hall) -> None:
    audience, ana, _ = by_days(hall)
    move(hall, audience, ana, 0)
    ana.says(wire.Propose(audience.live.row.id, "p", 0, "draw"))
    (notice,) = told(hall, "theo")
    assert (notice.kind, read_about(notice.body).offer) == ("offer", "draw")


def test_nothing_is_sent_but_to_who_wishes_it(hall: Hall) -> None:
    audience, ana, _ = by_days(hall)
    move(hall, audience, ana, 0)
    assert told(hall, "theo")[0].due is None
    assert not hall.wait(hall.store.due_notices(hall.world.now + GRACE_MS, 10))


def test_who_does_not_want_the_bell_is_not_called(hall: Hall) -> None:
    audience, ana, _ = by_days(hall)
    hall.do(lambda: hall.store.wish("theo", [(WishRow("turn", "no-bell"), True)], lambda: None))
    move(hall, audience, ana, 0)
    assert told(hall, "theo")[0].seen == 1
    assert hall.wait(hall.store.unseen_of("theo", hall.world.now, 100)) == 0


def test_a_reminder_comes_when_most_of_the_time_is_gone_and_goes_with_the_move(hall: Hall) -> None:
    audience, ana, theo = by_days(hall)
    move(hall, audience, ana, 0)
    gone = int(DAYS.start * 0.8)
    assert [row.kind for row in told(hall, "theo", gone - HOUR)] == ["turn"]
    assert [row.kind for row in told(hall, "theo", gone)] == ["time", "turn"]
    theo.follow(audience)
    move(hall, audience, theo, 1)
    assert [row.kind for row in told(hall, "theo", gone)] == ["turn"]


def test_all_are_told_of_a_round_that_is_revealed(hall: Hall) -> None:
    audience, ana, theo = hall.pair("kroc", DAYS)
    ana.says(wire.Leave(audience.live.row.id))
    for screen, seat in ((ana, 0), (theo, 1)):
        move(hall, audience, screen, seat)
    assert told(hall, "ana")[0].kind == "revealed"


def test_the_end_is_told_with_who_won(hall: Hall) -> None:
    audience, ana, _ = by_days(hall)
    ana.says(wire.Resign(audience.live.row.id, "r", 0))
    (notice,) = told(hall, "theo")
    about = read_about(notice.body)
    assert (notice.kind, about.won, about.drawn) == ("over", ["theo"], False)


def test_who_waits_for_somebody_is_told_that_they_came(hall: Hall) -> None:
    ana, theo = hall.person("ana"), hall.person("theo")
    audience = hall.table(ana, "xok", ME, OPEN, pace=BLITZ)
    theo.follow(audience)
    theo.says(wire.Sit(audience.live.row.id, "sit", 1))
    (notice,) = told(hall, "ana")
    assert (notice.kind, read_about(notice.body).begun) == ("sat", True)


def test_nobody_is_called_for_every_turn_of_a_quick_match(hall: Hall) -> None:
    audience, ana, _ = by_days(hall, pace=BLITZ)
    move(hall, audience, ana, 0)
    assert not told(hall, "theo")


def test_one_screen_and_machines_tell_nobody(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, ME, pace=DAYS, shared=True)
    ana.follow(audience)
    move(hall, audience, ana, 0)
    ana.says(wire.Leave(audience.live.row.id))
    move(hall, audience, ana, 1)
    assert not told(hall, "ana")


def test_a_notice_is_there_after_the_server_has_ended_without_a_word(hall: Hall) -> None:
    audience, ana, _ = by_days(hall)
    hall.do(lambda: hall.store.wish("theo", [(WishRow("turn", "push"), True)], lambda: None))
    move(hall, audience, ana, 0)
    key = told(hall, "theo")[0].key
    hall = hall.again()
    (due,) = hall.wait(hall.store.due_notices(hall.world.now + GRACE_MS, 10))
    assert due.key == key


@pytest.mark.one_database("sqlite")
def test_notices_and_devices_go_with_the_person(hall: Hall) -> None:
    audience, ana, _ = by_days(hall)
    move(hall, audience, ana, 0)
    hall.do(lambda: hall.store.wish("theo", [(WishRow("turn", "push"), True)], lambda: None))
    hall.do(lambda: hall.store.forget("theo", lambda: None))
    assert not told(hall, "theo")
    assert not hall.wait(hall.store.wishes_of("theo"))


def test_old_notices_are_forgotten(hall: Hall) -> None:
    audience, ana, _ = by_days(hall)
    move(hall, audience, ana, 0)
    hall.do(lambda: hall.store.prune_notices(hall.world.now + 1, 10, lambda: None))
    assert [row.kind for row in told(hall, "theo", 30 * 24 * HOUR)] == ["time"]


def test_what_a_seat_may_not_know_changes_no_notice(hall: Hall) -> None:
    """Two rounds in which Ana bites another pile: what Théo is told differs in its key and time alone."""
    bodies: list[Any] = []
    for pile in (0, 1):
        audience, ana, _ = by_days(hall, "kroc")
        moves = list(audience.live.match.position.moves(0))
        ana.play(audience, 0, moves[pile])
        bodies.append([(row.kind, row.body) for row in told(hall, "theo") if row.about == audience.live.row.id])
    assert bodies[0] == bodies[1]


def test_a_page_that_is_out_of_sight_shows_nobody_anything(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok", DAYS)
    theo.says(wire.Away())
    move(hall, audience, ana, 0)
    assert told(hall, "theo")[0].seen == 0
    theo.says(wire.Away(on=False))
    assert told(hall, "theo")[0].seen == 1


def test_a_clock_that_stood_still_puts_the_reminder_off(hall: Hall) -> None:
    audience, ana, _ = by_days(hall)
    move(hall, audience, ana, 0)
    before = told(hall, "theo", DAYS.start)[0]
    hall.tick()
    hall = hall.again(down_ms=DAY)
    after = told(hall, "theo", DAYS.start + DAY)[0]
    assert 0 < DAY - (deadline_of(after) - deadline_of(before)) < SHORTEST_OUTAGE


@pytest.mark.one_database("postgres")
def test_the_bell_rings_at_the_page_wherever_the_person_is(hall: Hall) -> None:
    other, ana, _, table = both(hall, pace=DAYS)
    rung: list[tuple[str, str]] = []
    other.registry.outside.ring = lambda person, about: rung.append((person, about))
    for here in (hall, other):
        for screen in list(here.at(table).followers):
            screen.is_away = screen.person == "theo"
    move(hall, hall.at(table), ana, 0)
    until(other, lambda: ("theo", table) in rung)


@pytest.mark.one_database("postgres")
def test_who_looks_at_the_table_at_another_server_is_not_called(hall: Hall) -> None:
    other, ana, theo, table = both(hall, pace=DAYS)
    hall.do(lambda: hall.store.wish("theo", [(WishRow("turn", "push"), True)], lambda: None))
    for screen in list(hall.at(table).followers):
        if screen.person == "theo":
            hall.dispatcher.disconnect(screen)
    move(hall, hall.at(table), ana, 0)
    version = hall.at(table).live.version
    until(other, lambda: any(one.now.version == version for one in theo.heard if isinstance(one, wire.Changed)))
    at_last(lambda: all(row.seen and row.due is None for row in told(hall, "theo")))
