"""An evening: rematches and other games by the same people, their score, seats swapped, names at one screen."""

from typing import Any

import pytest

from recif.games.core.contract import Refused
from recif.match.match import Result
from recif.server.live import evening
from recif.server.messages import wire
from recif.server.messages.bodies.tables import SeatWish
from recif.server.messages.shapes import TableInfo
from recif.server.store.entries import Chair, Evening
from recif.server.views.audience import Audience
from tests.server.hall import MACHINE, ME, OPEN, Hall, Screen, known_row


def ask(screen: Screen, audience: Audience, seat: int, **told: Any) -> list[Any]:
    return screen.says(wire.Propose(audience.live.row.id, f"p{len(screen.data)}", seat, **told))


def agree(screen: Screen, audience: Audience, seat: int, kind: Any = "rematch", yes: bool = True) -> list[Any]:
    return screen.says(wire.Reply(audience.live.row.id, f"r{len(screen.data)}", seat, kind, yes))


def resign(screen: Screen, audience: Audience) -> None:
    (seat,) = audience.live.seats_of(screen.person)
    screen.says(wire.Resign(audience.live.row.id, "resign", seat))


def again(hall: Hall, asker: Screen, other: Screen, audience: Audience, game: str = "") -> Audience:
    """The next match of two, once both want it."""
    seats = {screen: audience.live.seats_of(screen.person)[0] for screen in (asker, other)}
    ask(asker, audience, seats[asker], kind="rematch", game=game)
    agree(other, audience, seats[other])
    following = hall.at(asker.last(wire.Around).info.next)
    asker.follow(following)
    other.follow(following)
    return following


def score(info: TableInfo) -> dict[str, int]:
    return {seat.person.name: seat.won for seat in info.seats if seat.person}


def test_the_score_of_an_evening_goes_from_match_to_match(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    assert (audience.info().evening, score(audience.info())) == (0, {"Ana": 0, "Theo": 0})
    resign(theo, audience)
    assert (audience.info().evening, score(audience.info())) == (1, {"Ana": 1, "Theo": 0})
    audience = again(hall, theo, ana, audience)
    assert (audience.info().evening, score(audience.info())) == (1, {"Ana": 1, "Theo": 0})
    resign(ana, audience)
    assert (audience.info().evening, score(audience.info())) == (2, {"Ana": 1, "Theo": 1})
    later = hall.again()
    info = later.at(audience.live.row.id).info()
    assert (info.evening, score(info)) == (2, {"Ana": 1, "Theo": 1})


def test_another_game_needs_the_same_consent_and_keeps_the_score(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    resign(theo, audience)
    ask(ana, audience, 0, kind="rematch", game="kroc")
    (offer,) = theo.last(wire.Changed).now.offers
    assert (offer.kind, offer.game, offer.agreed) == ("rematch", "kroc", [0])
    assert not audience.live.row.next
    agree(theo, audience, 1)
    following = hall.at(theo.last(wire.Around).info.next)
    assert (following.live.game.id, following.live.is_playing) == ("kroc", True)
    assert {chair.person for chair in following.live.chairs} == {"ana", "theo"}
    assert score(following.info()) == {"Ana": 1, "Theo": 0}
    assert following.live.row.commitment == audience.live.row.next_commitment


def test_another_game_must_exist_and_have_room_for_those_who_play(hall: Hall) -> None:
    ana, theo = hall.person("ana"), hall.person("theo")
    audience = hall.table(ana, "kroc", ME, OPEN, MACHINE)
    theo.says(wire.Sit(audience.live.row.id, "s", 1))
    assert ask(ana, audience, 0, kind="rematch", game="no-game")[-1].code == "no-such-game"
    assert ask(ana, audience, 0, kind="rematch", game="xok")[-1].code == "bad-seats"


def test_a_match_called_off_counts_for_nobody(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok")
    ask(ana, audience, 0, kind="abort")
    assert audience.live.row.reason == "aborted"
    assert audience.info().evening == 0


def test_those_who_are_counted_are_bounded() -> None:
    row = known_row("xok", ["ana", "theo"], evening=Evening(40, {f"guest{n}/": 1 for n in range(32)}))
    row.status, row.reason, row.chairs = "over", "over", [Chair("person", "ana"), Chair("person", "theo")]
    row.result = Result((0,), (1, 0), "over")
    assert len(evening.after(row).won) == evening.MOST


def test_a_table_made_afterwards_goes_on_with_the_score_of_those_who_come_along(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    resign(ana, audience)
    before = audience.live.row.id
    following = hall.table(theo, "kroc", ME, OPEN, OPEN, after=before)
    assert score(following.info()) == {"Theo": 1}, "the waiting room tells it"
    ana.says(wire.Sit(following.live.row.id, "s", 2))
    assert score(following.info()) == {"Theo": 1, "Ana": 0}
    with pytest.raises(Refused, match="not yours"):
        hall.table(hall.person("eve"), "kroc", ME, OPEN, after=before)
    with pytest.raises(Refused, match="no such table"):
        hall.table(theo, "kroc", ME, OPEN, after="nothing")


def sat_down(hall: Hall, host: Screen, guest: Screen, game: str) -> Audience:
    """A table that knows nothing of the ones before."""
    audience = hall.table(host, game, ME, OPEN)
    guest.says(wire.Sit(audience.live.row.id, "s", 1))
    return audience


def test_the_score_goes_on_however_the_next_table_was_made(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    resign(theo, audience)
    audience = sat_down(hall, theo, ana, "kroc")
    assert (audience.info().evening, score(audience.info())) == (1, {"Ana": 1, "Theo": 0})
    resign(ana, audience)
    between = sat_down(hall, ana, hall.person("eve"), "xok")
    assert between.info().evening == 0, "others have their own evening"
    resign(ana, between)
    audience = sat_down(hall, ana, theo, "xok")
    assert (audience.info().evening, score(audience.info())) == (2, {"Ana": 1, "Theo": 1})
    hall.world.now += evening.PAUSE_MS
    assert sat_down(hall, ana, theo, "xok").info().evening == 0, "another evening"
    later = hall.again()
    assert later.at(audience.live.row.id).info().evening == 2


def test_the_score_at_one_screen_and_against_a_machine_goes_on_from_the_home_page(hall: Hall) -> None:
    ana = hall.person("ana")
    for seats in ((SeatWish("me", name="Zoé"), SeatWish("me", name="Papa")), (ME, MACHINE)):
        first = hall.table(ana, "xok", *seats)
        ana.says(wire.Resign(first.live.row.id, "r", 0))
        second = hall.table(ana, "crocodiles", *seats)
        assert (second.info().evening, [seat.won for seat in second.info().seats]) == (1, [0, 1])
    assert hall.table(ana, "xok", ME, SeatWish("machine", 2)).info().evening == 0, "another opponent"


def test_who_waits_takes_an_empty_seat_at_once_and_a_taken_one_by_consent(hall: Hall) -> None:
    ana, theo = hall.person("ana"), hall.person("theo")
    audience = hall.table(ana, "kroc", ME, OPEN, OPEN)
    for screen in (ana, theo):
        screen.follow(audience)
    theo.says(wire.Sit(audience.live.row.id, "s", 1))

    def people() -> list[str]:
        return [chair.person for chair in audience.live.chairs]

    ask(ana, audience, 0, kind="swap", other=2)
    assert people() == ["", "theo", "ana"]
    ask(ana, audience, 2, kind="swap", other=1)
    assert people() == ["", "theo", "ana"], "somebody sits there"
    (offer,) = theo.last(wire.Changed).now.offers
    assert (offer.kind, offer.seat, offer.other) == ("swap", 2, 1)
    agree(theo, audience, 1, "swap")
    assert people() == ["", "ana", "theo"]
    later = hall.again()
    assert [chair.person for chair in later.at(audience.live.row.id).live.chairs] == ["", "ana", "theo"]


def test_a_swap_ends_with_those_whom_it_concerns(hall: Hall) -> None:
    ana, theo, eve = (hall.person(name) for name in ("ana", "theo", "eve"))
    audience = hall.table(ana, "kroc", ME, OPEN, OPEN, OPEN)
    for seat, screen in enumerate((theo, eve), 1):
        screen.says(wire.Sit(audience.live.row.id, "s", seat))
    ask(ana, audience, 0, kind="swap", other=1)
    assert agree(eve, audience, 2, "swap", yes=False)[-1].code == "not-your-seat"
    theo.says(wire.Stand(audience.live.row.id, "up", 1))
    assert not audience.live.offers, "nobody sits there any more"
    assert ask(ana, audience, 0, kind="swap", other=0)[-1].code == "no-such-seat"
    assert ask(ana, audience, 0, kind="swap", other=15)[-1].code == "no-such-seat"


def test_seats_at_one_screen_have_the_names_that_were_typed(hall: Hall) -> None:
    ana = hall.person("ana")
    seats = [SeatWish("me", name=" Zoé ", face=3), SeatWish("me", name="Papa"), SeatWish("me")]
    audience = hall.table(ana, "kroc", *seats)
    shown = [(seat.person.name, seat.person.face, seat.named) for seat in audience.info().seats if seat.person]
    assert shown == [("Zoé", 3, True), ("Papa", 0, True), ("Ana", 0, False)]
    for name in ("\u200b", "x" * 25):
        with pytest.raises(Refused, match="name"):
            hall.table(ana, "kroc", SeatWish("me", name=name), ME)


def test_the_score_at_one_screen_is_that_of_the_names(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", SeatWish("me", name="Zoé"), SeatWish("me", name="Papa"))
    ana.follow(audience)
    ana.says(wire.Resign(audience.live.row.id, "r", 0))
    ask(ana, audience, 0, kind="rematch")
    following = hall.at(ana.last(wire.Around).info.next)
    assert score(following.info()) == {"Papa": 1, "Zoé": 0}


def test_nobody_hides_behind_a_name_among_other_people(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", SeatWish("me", name="Somebody else"), OPEN)
    (seat, _) = audience.info().seats
    assert seat.person
    assert (seat.person.name, seat.named) == ("Ana", False)
