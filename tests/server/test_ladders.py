"""Ladders of clubs and matches between clubs: who takes whose place, whatever stops half-way."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recif.match.clock import DAY
from recif.server.clubs import rungs
from recif.server.clubs.ladders import MAKING_MS
from recif.server.messages import wire
from recif.server.messages.bodies import clubs as bodies
from recif.server.messages.bodies.clubs import ClubMatchInfo, LadderPage
from recif.server.people import holidays
from recif.server.store.rows import StandingRow
from tests.server.hall import Hall
from tests.server.test_challenges import account, decline, told
from tests.server.test_clubs import NAME, House, refused

PEOPLE = ("ana", "bob", "cleo", "dan", "eve")
RULES = bodies.LadderSettings(("xok",), reach=2, days=3)


class Climbing(House):
    """A club with a ladder at XOK, on which everybody stands in the order of the alphabet."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall, *PEOPLE[1:])
        self.does("ana", bodies.SetLadder(RULES))
        for who in PEOPLE:
            self.does(who, bodies.EnterLadder("xok"))

    def ladder(self, who: str = "ana") -> LadderPage:
        return self.hall.wait(self.clubs.ladder(NAME, "xok", who))

    @property
    def order(self) -> list[str]:
        return [one.person.id for one in self.ladder().rungs]

    def challenge(self, who: str, other: str) -> str:
        self.does(who, bodies.ChallengeUp("xok", other))
        return self.table_of(other)

    def table_of(self, other: str) -> str:
        return next(one.table for one in self.ladder().rungs if one.person.id == other)

    def answer(self, table: str, who: str) -> None:
        screen = self.screens[who] = self.hall.person(who)
        screen.follow(self.hall.at(table))
        screen.says(wire.Sit(table, "sit", 0))

    def resign(self, table: str, who: str) -> None:
        live = self.hall.at(table).live
        (seat,) = live.seats_of(who)
        for number, moving in enumerate((0, 1)):  # one that is resigned before anything was played is broken off
            person = self.hall.person(live.chairs[moving].person)
            person.play(self.hall.at(table), moving, next(iter(live.match.position.moves(moving))), id=f"m{number}")
        self.hall.person(who).says(wire.Resign(table, "resign", seat))

    def restart(self, **how: Any) -> None:
        self.hall = self.hall.again(**how)
        self.clubs = self.hall.dispatcher.clubs


@given(st.permutations("abcdef"), st.sampled_from("abcdef"), st.sampled_from("abcdef"))
def test_whoever_moves_up_is_where_the_loser_was_and_nobody_else_changes_order(
    order: list[str], winner: str, loser: str
) -> None:
    after = rungs.moved(order, winner, loser)
    assert sorted(after) == sorted(order)
    assert [one for one in after if one != winner] == [one for one in order if one != winner]
    if order.index(winner) > order.index(loser):
        assert after.index(winner) == order.index(loser)
    else:
        assert list(after) == order


def test_holidays_do_not_count_for_an_answer() -> None:
    assert rungs.answer_by(0, 3, []) == 3 * DAY
    assert rungs.answer_by(0, 3, [(DAY, 5 * DAY)]) == 7 * DAY
    assert rungs.answer_by(2 * DAY, 3, [(DAY, 4 * DAY)]) == 7 * DAY
    assert rungs.answer_by(0, 3, [(-5 * DAY, -DAY), (4 * DAY, 5 * DAY)]) == 3 * DAY
    assert rungs.answer_by(0, 3, [(4 * DAY, 5 * DAY), (DAY, 3 * DAY)]) == 6 * DAY  # the first makes room for the next


def test_who_wins_takes_the_place_and_those_between_go_down(hall: Hall) -> None:
    house = Climbing(hall)
    table = house.challenge("dan", "bob")
    assert [one.kind for one in told(hall, "bob")] == ["challenge"]
    house.answer(table, "bob")
    house.resign(table, "bob")
    house.tick()
    assert house.order == ["ana", "dan", "bob", "cleo", "eve"]
    assert not hall.wait(hall.store.duels_in(house.sees("ana").card.club, "xok"))


def test_who_loses_stays_where_they_were(hall: Hall) -> None:
    house = Climbing(hall)
    table = house.challenge("cleo", "ana")
    house.answer(table, "ana")
    house.resign(table, "cleo")
    house.tick()
    assert house.order == list(PEOPLE)


def test_one_may_challenge_so_many_places_above_and_one_at_a_time(hall: Hall) -> None:
    house = Climbing(hall)
    assert [one.person.id for one in house.ladder("dan").rungs if one.near] == ["bob", "cleo"]
    refusals = [house.refused(who, bodies.ChallengeUp("xok", other)) for who, other in (
        ("dan", "ana"), ("ana", "bob"), ("dan", "dan"), ("dan", "nobody"))]  # fmt: skip
    assert refusals == ["out-of-reach"] * 4
    house.challenge("dan", "bob")
    assert house.refused("dan", bodies.ChallengeUp("xok", "cleo")) == "duel-pending"
    assert house.refused("cleo", bodies.ChallengeUp("xok", "bob")) == "duel-pending"
    assert [one.person.id for one in house.ladder("dan").rungs if one.near] == []
    assert house.refused("dan", bodies.EnterLadder("kroc")) == "no-such-ladder"
    account(hall, "guest")
    assert house.refused("guest", bodies.EnterLadder("xok")) == "not-a-member"


def test_who_does_not_answer_in_time_loses_the_place_and_is_told(hall: Hall) -> None:
    house = Climbing(hall)
    house.challenge("dan", "bob")
    house.tick()
    hall.world.now += 3 * DAY - 1
    house.tick()
    assert house.order == list(PEOPLE)
    hall.world.now += 1
    house.tick()
    house.tick()
    assert house.order == ["ana", "dan", "bob", "cleo", "eve"]
    assert "club.overtaken" in house.news_for("bob")


def test_a_challenge_waits_longer_than_a_forsaken_table(hall: Hall) -> None:
    house = Climbing(hall)
    table = house.challenge("dan", "bob")
    for name in list(house.screens):
        hall.do(lambda name=name: hall.dispatcher.disconnect(house.screens[name]))  # type: ignore[misc]
    hall.world.now += 2 * DAY
    hall.wait(hall.registry.end_forsaken())
    assert hall.at(table).live.row.status == "open"


def test_a_holiday_freezes_the_time_for_an_answer(hall: Hall) -> None:
    house = Climbing(hall)
    house.challenge("dan", "bob")
    row, now = hall.wait(hall.registry.people.known("bob")), hall.world.now
    row.holidays = holidays.taken(row, now + DAY, now + 11 * DAY)
    hall.wait(hall.registry.people.save(row, lambda: None))
    for days in (3, 8, 1):  # twelve days, of which ten are holidays
        hall.world.now += days * DAY
        house.tick()
        assert house.order == list(PEOPLE)
    hall.world.now += DAY
    house.tick()
    house.tick()
    assert house.order.index("dan") == 1


def test_declining_costs_the_place_and_taking_back_costs_nothing(hall: Hall) -> None:
    house = Climbing(hall)
    audience = hall.at(house.challenge("dan", "bob"))
    house.does("dan", bodies.WithdrawChallenge("xok"))
    house.tick()
    assert house.order == list(PEOPLE)
    assert house.refused("dan", bodies.WithdrawChallenge("xok")) == "not-challenged"
    audience = hall.at(house.challenge("dan", "bob"))
    decline(hall, "bob", audience)
    house.tick()
    assert house.order == ["ana", "dan", "bob", "cleo", "eve"]


def test_who_leaves_or_hides_is_off_the_ladder_and_nobody_waits_for_them(hall: Hall) -> None:
    house = Climbing(hall)
    house.challenge("dan", "bob")
    house.does("bob", bodies.LeaveClub())
    house.does("cleo", bodies.HideMe(True))
    assert house.order == ["ana", "dan", "eve"]
    hall.world.now += MAKING_MS
    house.tick()
    house.tick()
    assert not hall.wait(hall.store.duels_of("dan"))
    assert house.refused("cleo", bodies.EnterLadder("xok")) == "hidden-on-ladder"
    house.does("eve", bodies.QuitLadder("xok"))
    assert house.order == ["ana", "dan"]


def test_a_result_counts_though_the_server_stops_before_anybody_looks(hall: Hall) -> None:
    house = Climbing(hall)
    table = house.challenge("dan", "bob")
    house.answer(table, "bob")
    house.resign(table, "bob")
    assert [one.due for one in hall.wait(hall.store.duels_of("dan"))] == [0]
    house.restart()
    house.tick()
    assert house.order == ["ana", "dan", "bob", "cleo", "eve"]


def test_a_duel_whose_table_never_came_is_dropped_and_nobody_has_heard_of_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = Climbing(hall)

    async def killed(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(hall.registry, "make", killed)
    with pytest.raises(KeyboardInterrupt):
        house.does("dan", bodies.ChallengeUp("xok", "bob"))
    house.restart()
    assert not told(house.hall, "bob")
    house.hall.world.now += MAKING_MS
    house.tick()
    assert house.challenge("dan", "bob")


class Derby:
    """Two clubs: Ana's, and Zoe's."""

    OTHER = "Poulpes de Nantes"

    def __init__(self, hall: Hall) -> None:
        self.house = House(hall, "bob", "cleo", "both")
        for who in ("zoe", "yan"):
            account(hall, who)
        hall.wait(self.house.clubs.found("zoe", bodies.ClubBody(self.OTHER)))
        for who in ("yan", "both"):
            self.house.does(who, bodies.JoinClub(), self.OTHER)
        for who, rating in (("ana", 1400.0), ("bob", 1900.0), ("cleo", 1700.0), ("zoe", 1600.0), ("yan", 1800.0)):
            row = StandingRow(who, "xok", "days", rating, 60.0, 0.06, 9, 0)
            hall.registry.ratings._remember(row)
        self.house.does("ana", bodies.OfferMatch(self.OTHER, "xok"))

    @property
    def match(self) -> ClubMatchInfo:
        return self.house.sees("ana").matches[0]

    def gather(self) -> None:
        self.house.does("zoe", bodies.AnswerMatch(self.match.match, True), self.OTHER)
        for who, club in (("ana", NAME), ("bob", NAME), ("cleo", NAME), ("zoe", self.OTHER), ("yan", self.OTHER)):
            self.house.does(who, bodies.JoinMatch(self.match.match, True), club)


def test_boards_are_by_strength_with_as_many_on_each_side(hall: Hall) -> None:
    derby = Derby(hall)
    house, id = derby.house, derby.match.match
    assert house.refused("ana", bodies.StartMatch(id)) == "club-match-offered"
    assert house.refused("ana", bodies.AnswerMatch(id, True)) == "no-such-club-match"
    derby.gather()
    assert house.refused("both", bodies.JoinMatch(id, True)) == "in-both-clubs"
    assert house.refused("bob", bodies.StartMatch(id)) == "not-your-club"
    house.does("ana", bodies.StartMatch(id))
    match = derby.match
    assert [(one.home.id, one.away.id) for one in match.boards] == [("bob", "yan"), ("cleo", "zoe")]
    lives = [hall.at(one.table).live for one in match.boards]
    assert [live.is_playing for live in lives] == [True, True]
    assert [live.chairs[0].person for live in lives] == ["bob", "zoe"]  # who begins alternates
    assert house.refused("ana", bodies.StartMatch(id)) == "club-match-begun"


def test_a_club_match_counts_every_board_and_ends_with_the_last(hall: Hall) -> None:
    derby = Derby(hall)
    derby.gather()
    derby.house.does("ana", bodies.StartMatch(derby.match.match))
    for board, loser in zip(derby.match.boards, ("yan", "cleo"), strict=True):
        Climbing.resign(derby.house, board.table, loser)  # type: ignore[arg-type]
        derby.house.tick()
    match = derby.match
    assert ([one.points for one in match.boards], match.score, match.status) == ([2, 0], (2, 2), "over")


def test_boards_that_were_paired_are_made_after_a_stop_and_none_twice(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    derby = Derby(hall)
    derby.gather()

    async def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(derby.house.clubs.matches, "_make", killed)
    with pytest.raises(KeyboardInterrupt):
        derby.house.does("ana", bodies.StartMatch(derby.match.match))
    derby.house.hall = again = hall.again()
    derby.house.clubs = again.dispatcher.clubs
    for _ in range(3):
        derby.house.tick()
    tables = [one.table for one in derby.match.boards]
    assert [again.at(table).live.is_playing for table in tables] == [True, True]
    assert len(again.wait(again.store.rows("SELECT id FROM tables"))) == 2


def test_a_match_that_is_declined_is_gone(hall: Hall) -> None:
    derby = Derby(hall)
    derby.house.does("zoe", bodies.AnswerMatch(derby.match.match, False), derby.OTHER)
    assert derby.house.sees("ana").matches == []


@pytest.mark.one_database("postgres")
def test_of_two_servers_that_count_a_result_one_does(hall: Hall) -> None:
    house = Climbing(hall)
    table = house.challenge("dan", "bob")
    house.answer(table, "bob")
    house.resign(table, "bob")
    other = hall.beside()
    (duel,) = hall.wait(hall.store.duels_of("dan"))

    async def both() -> None:
        await asyncio.gather(*(one.dispatcher.clubs.ladders.settle(duel) for one in (hall, other)))

    hall.wait(both())
    assert house.order == ["ana", "dan", "bob", "cleo", "eve"]


def test_a_challenge_that_is_refused_leaves_no_duel(hall: Hall) -> None:
    house = Climbing(hall)
    hall.wait(hall.registry.people.mute("bob", "dan", True))
    assert house.refused("dan", bodies.ChallengeUp("xok", "bob")) == "no-challenge"
    assert not hall.wait(hall.store.duels_of("dan"))
    assert refused(lambda: hall.wait(house.clubs.ladder(NAME, "kroc", "ana"))) == "no-such-ladder"
