"""Challenges: a table whose open seat is kept for somebody, who is told of it, and sits down or declines."""

from typing import Any

import pytest

from recif.games.core.contract import Refused
from recif.server.messages import wire
from recif.server.notices.causes import read_about
from recif.server.store.of_ratings import STANDING
from recif.server.store.rows import NoticeRow
from recif.server.tables.challenges import MOST, MOST_OF_ONE
from recif.server.views.audience import Audience
from tests.server.hall import ME, OPEN, Hall, Screen

STANDS = f"INSERT INTO standings ({STANDING}, opponents) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"


def stands(hall: Hall, who: str, rating: float, speed: str, deviation: float = 60.0, opponents: int = 9) -> None:
    """How strong somebody is at XOK."""
    row = (who, "xok", speed, rating, deviation, 0.06, 9, 0, opponents)
    hall.do(lambda: hall.store.write([(STANDS, row)], lambda: None))


def account(hall: Hall, name: str) -> Screen:
    screen = hall.person(name)
    people = hall.registry.people
    row = hall.wait(people.known(name))
    if not row.password:
        hall.wait(people.claim(row.name))
        hall.wait(people.make_account(row, row.name, "hash", lambda: None))
    return screen


def challenge(hall: Hall, by: Screen, other: str = "Theo", *seats: Any) -> Audience:
    return hall.table(by, "xok", *(seats or (ME, OPEN)), challenge=other)


def told(hall: Hall, person: str) -> list[NoticeRow]:
    return hall.wait(hall.store.notices_of(person, hall.world.now, 50))


def decline(hall: Hall, person: str, audience: Audience) -> None:
    hall.wait(hall.registry.decline(person, audience.live.row.id, lambda version: None))


def test_who_is_challenged_is_told_by_whom_and_sits_down(hall: Hall) -> None:
    ana, theo = account(hall, "ana"), account(hall, "theo")
    audience = challenge(hall, ana)
    (notice,) = told(hall, "theo")
    assert (notice.kind, notice.about, read_about(notice.body).who) == ("challenge", audience.live.row.id, "ana")
    theo.follow(audience)
    theo.says(wire.Sit(audience.live.row.id, "sit", 1))
    assert hall.audience(audience).live.is_playing
    assert not told(hall, "theo")


def test_who_declines_calls_the_table_off_and_the_challenger_hears_so(hall: Hall) -> None:
    ana = account(hall, "ana")
    account(hall, "theo")
    audience = challenge(hall, ana)
    decline(hall, "theo", audience)
    assert hall.audience(audience).live.row.reason == "aborted"
    (notice,) = told(hall, "ana")
    assert (notice.kind, read_about(notice.body).declined) == ("challenge", True)
    assert not told(hall, "theo")
    with pytest.raises(Refused, match="gone"):
        decline(hall, "theo", audience)


def test_the_seat_is_kept_for_who_is_challenged(hall: Hall) -> None:
    ana, eve = account(hall, "ana"), hall.person("eve")
    account(hall, "theo")
    audience = challenge(hall, ana)
    eve.follow(audience)
    eve.says(wire.Sit(audience.live.row.id, "sit", 1))
    assert eve.last(wire.Refusal).code == "seat-kept"
    with pytest.raises(Refused, match="gone"):
        decline(hall, "eve", audience)


def test_who_is_not_heard_cannot_challenge_and_does_not_learn_why(hall: Hall) -> None:
    ana, eve = account(hall, "ana"), account(hall, "eve")
    theo = account(hall, "theo")
    theo.says(wire.Mute("ana"))
    with pytest.raises(Refused) as muted:
        challenge(hall, ana)
    for number in range(MOST):
        challenge(hall, account(hall, f"p{number}"))
    with pytest.raises(Refused) as full:
        challenge(hall, eve)
    assert str(muted.value) == str(full.value)
    assert muted.value.code == full.value.code == "no-challenge"


def test_challenges_are_bounded_between_accounts_and_for_two(hall: Hall) -> None:
    ana = account(hall, "ana")
    account(hall, "theo")
    for _ in range(MOST_OF_ONE):
        challenge(hall, ana)
    refusals = []
    for by, other, seats in (
        (ana, "Theo", (ME, OPEN)),
        (ana, "Ana", (ME, OPEN)),
        (ana, "Nobody", (ME, OPEN)),
        (ana, "Theo", (OPEN, OPEN)),
        (ana, "Theo", (ME, ME)),
        (hall.person("guest"), "Theo", (ME, OPEN)),
    ):
        with pytest.raises(Refused) as refused:
            challenge(hall, by, other, *seats)
        refusals.append(refused.value.code)
    assert refusals == [
        "challenge-pending",
        "challenge-yourself",
        "no-such-person",
        "challenge-seats",
        "challenge-seats",
        "no-account",
    ]


def test_a_challenge_that_is_withdrawn_is_told_no_more(hall: Hall) -> None:
    ana = account(hall, "ana")
    account(hall, "theo")
    audience = challenge(hall, ana)
    ana.follow(audience)
    ana.says(wire.Fill(audience.live.row.id, "fill", 1, 1))
    assert hall.audience(audience).live.is_playing
    assert not told(hall, "theo")
