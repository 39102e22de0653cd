"""Clubs: who comes in and how, who may do what, what is seen, and what becomes of it when somebody is gone."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from recif.games.core.contract import Refused
from recif.server.api.export import forget
from recif.server.clubs.membership import CODE_LENGTH, LETTERS, MOST_FOUNDED
from recif.server.events.showing import Showing
from recif.server.messages import wire
from recif.server.messages.bodies import clubs as bodies
from recif.server.messages.bodies.clubs import ClubMember as Member
from recif.server.messages.bodies.clubs import ClubPage
from recif.server.messages.bodies.events import EventGame, EventPlan, JoinEvent
from recif.server.notices.causes import path_of, read_about
from tests.server.hall import OPEN, Hall, Screen
from tests.server.test_challenges import account, stands, told
from tests.server.test_sharing import until
from tests.server.work import STEPS, Counter

NAME = "Les Crabes de Brest"


class House:
    """A club that Ana has founded."""

    def __init__(self, hall: Hall, *members: str, **how: Any) -> None:
        self.hall = hall
        self.clubs = hall.dispatcher.clubs
        self.screens: dict[str, Screen] = {"ana": account(hall, "ana")}
        hall.wait(self.clubs.found("ana", bodies.ClubBody(NAME, **how)))
        for name in members:
            self.screens[name] = account(hall, name)
            hall.world.now += 1
            self.does(name, bodies.JoinClub())

    def does(self, who: str, act: bodies.AnyClubAct, club: str = NAME) -> ClubPage:
        return self.hall.wait(self.clubs.act(club, who, act))

    def refused(self, who: str, act: bodies.AnyClubAct, club: str = NAME) -> str:
        return refused(lambda: self.does(who, act, club))

    def sees(self, who: str, club: str = NAME) -> ClubPage:
        return self.hall.wait(self.clubs.look(club, who))

    def members(self, who: str) -> dict[str, Member]:
        row = self.hall.wait(self.clubs.named(NAME))
        found = self.hall.wait(self.clubs.pages.members(row, who, 0))
        return {one.person.id: one for one in found.members}

    def tick(self) -> None:
        self.hall.wait(self.clubs.go_on())
        self.hall.run()

    def news_for(self, who: str) -> list[str]:
        """What the person is told by notices, the latest first."""
        self.tick()
        return [f"{one.kind}.{read_about(one.body).what}" for one in told(self.hall, who)]


def refused(call: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as why:
        call()
    return why.value.code


def test_who_founds_a_club_runs_it_and_anybody_finds_it_by_its_name(hall: Hall) -> None:
    house = House(hall, about_fr="Chaque mardi.", about_en="Every Tuesday.")
    page = house.sees("")
    assert (page.card.name, page.card.members, page.about.fr) == (NAME, 1, "Chaque mardi.")
    assert house.sees("ana", "les crabes de BREST").me.roles == ["admin"]
    listed = hall.wait(house.clubs.pages.listed("ana"))
    assert ([one.name for one in listed.clubs], [one.mine for one in listed.mine]) == ([NAME], ["member"])


def test_founding_is_for_accounts_under_a_name_of_its_own_and_bounded(hall: Hall) -> None:
    house = House(hall)
    hall.person("guest")

    def found(who: str, name: str) -> str:
        return refused(lambda: hall.wait(house.clubs.found(who, bodies.ClubBody(name))))

    assert found("guest", "Mine") == "club-accounts"
    assert found("ana", NAME.upper()) == "club-name-taken"
    assert found("ana", "—") == "bad-name"
    assert found("ana", "x" * 41) == "long-club-name"
    for number in range(1, MOST_FOUNDED):
        hall.wait(house.clubs.found("ana", bodies.ClubBody(f"Club {number}")))
    assert found("ana", "One more") == "too-many-clubs"


def test_an_open_club_lets_accounts_in_at_once_and_guests_never(hall: Hall) -> None:
    house = House(hall, "theo")
    assert house.sees("theo").me.mine == "member"
    hall.person("guest")
    assert house.refused("guest", bodies.JoinClub()) == "club-accounts"
    house.does("theo", bodies.LeaveClub())
    assert house.sees("theo").me.mine == ""
    assert house.sees("theo").card.members == 1


def test_on_request_who_may_accept_is_told_and_lets_in_or_not(hall: Hall) -> None:
    house = House(hall, joining="request")
    account(hall, "theo"), account(hall, "zoe")
    assert house.does("theo", bodies.JoinClub()).me.mine == "asks"
    assert house.does("zoe", bodies.JoinClub()).me.mine == "asks"
    assert house.news_for("ana") == ["club.asks"]
    assert [one.id for one in house.sees("ana").requests] == ["theo", "zoe"]
    assert house.sees("theo").requests == []
    assert house.refused("theo", bodies.AnswerRequest("theo", True)) == "not-your-club"
    house.does("ana", bodies.AnswerRequest("theo", True))
    house.does("ana", bodies.AnswerRequest("zoe", False))
    assert (house.sees("theo").me.mine, house.sees("zoe").me.mine) == ("member", "")
    assert (house.news_for("theo"), house.news_for("zoe")) == (["club.accepted"], [])
    (notice,) = told(hall, "theo")
    assert path_of(notice, read_about(notice.body)) == "/clubs/Les%20Crabes%20de%20Brest"
    assert house.refused("ana", bodies.AnswerRequest("zoe", True)) == "no-request"


def test_a_code_lets_in_and_a_new_one_ends_the_old(hall: Hall) -> None:
    house = House(hall, joining="code")
    account(hall, "theo"), account(hall, "zoe")
    code = house.sees("ana").code
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(LETTERS)
    assert house.sees("theo").code == ""
    assert house.refused("theo", bodies.JoinClub("BBBBBB")) == "wrong-club-code"
    assert house.refused("theo", bodies.JoinClub()) == "wrong-club-code"
    assert house.does("theo", bodies.JoinClub(code.lower())).me.mine == "member"
    assert house.sees("theo").code == ""  # a member without the role does not hand it on
    house.does("ana", bodies.RenewClubCode())
    assert house.refused("zoe", bodies.JoinClub(code)) == "wrong-club-code"


def test_by_invitation_only_who_is_invited_comes_in_and_is_told(hall: Hall) -> None:
    house = House(hall, joining="invitation")
    theo = account(hall, "theo")
    account(hall, "zoe")
    assert house.refused("theo", bodies.JoinClub()) == "by-invitation"
    house.does("ana", bodies.InviteMember("Theo"))
    assert house.news_for("theo") == ["club.invited"]
    assert house.does("theo", bodies.JoinClub()).me.mine == "member"
    assert house.refused("theo", bodies.InviteMember("Zoe")) == "not-your-club"
    assert house.refused("ana", bodies.InviteMember("Nobody")) == "no-such-person"
    assert theo.person in house.members("ana")
    house.does("ana", bodies.InviteMember("Zoe"))
    house.does("zoe", bodies.LeaveClub())  # declined
    assert house.refused("zoe", bodies.JoinClub()) == "by-invitation"


def test_who_does_not_hear_somebody_is_not_invited_by_them(hall: Hall) -> None:
    house = House(hall, joining="invitation")
    account(hall, "theo")
    hall.wait(hall.registry.people.mute("theo", "ana", True))
    assert house.refused("ana", bodies.InviteMember("Theo")) == "no-invitation"


def test_each_role_may_what_it_is_for_and_nothing_else(hall: Hall) -> None:
    house = House(hall, "theo", joining="open")
    account(hall, "zoe")
    tries: dict[str, bodies.AnyClubAct] = {
        "accept": bodies.InviteMember("Zoe"),
        "moderate": bodies.RemoveMember("zoe"),
        "news": bodies.PublishNews("Bonjour"),
        "admin": bodies.ChangeClub("a", "b"),
    }
    for role, act in tries.items():
        house.does("ana", bodies.SetRoles("theo", [one for one in tries if one != role and one != "admin"]))  # type: ignore[misc]
        assert house.refused("theo", act) == "not-your-club", role
        house.does("ana", bodies.SetRoles("theo", [role]))  # type: ignore[list-item]
        house.does("theo", act)
        house.does("ana", bodies.SetRoles("theo", []))
    assert not hall.wait(house.clubs.may_host(hall.wait(house.clubs.named(NAME)).id, "theo"))
    house.does("ana", bodies.SetRoles("theo", ["host"]))
    assert hall.wait(house.clubs.may_host(hall.wait(house.clubs.named(NAME)).id, "theo"))


def test_the_last_admin_neither_leaves_nor_gives_the_role_up_nor_is_removed(hall: Hall) -> None:
    house = House(hall, "theo")
    house.does("ana", bodies.SetRoles("theo", ["moderate"]))
    assert house.refused("ana", bodies.LeaveClub()) == "last-admin"
    assert house.refused("ana", bodies.SetRoles("ana", [])) == "last-admin"
    assert house.refused("theo", bodies.RemoveMember("ana")) == "not-your-club"
    assert house.refused("ana", bodies.RemoveMember("ana")) == "last-admin"
    house.does("ana", bodies.SetRoles("theo", ["admin"]))
    house.does("ana", bodies.LeaveClub())
    assert house.refused("theo", bodies.LeaveClub()) == "last-admin"


def test_two_admins_who_leave_at_once_do_not_both_go(hall: Hall) -> None:
    house = House(hall, "theo")
    house.does("ana", bodies.SetRoles("theo", ["admin"]))
    clubs = [house.clubs, hall.beside().dispatcher.clubs if hall.is_shared else house.clubs]

    async def both() -> list[Any]:
        leaving = (clubs[n].act(NAME, who, bodies.LeaveClub()) for n, who in enumerate(("ana", "theo")))
        return await asyncio.gather(*leaving, return_exceptions=True)

    answers = hall.wait(both())
    assert sorted(isinstance(one, Refused) for one in answers) == [False, True]
    assert [one.roles for one in house.members("").values()] == [["admin"]]


def test_who_hides_is_seen_by_admins_and_moderators_alone(hall: Hall) -> None:
    house = House(hall, "theo", "zoe", "max")
    house.does("ana", bodies.SetRoles("max", ["moderate"]))
    house.does("theo", bodies.HideMe(True))
    seen = {who: "theo" in house.members(who) for who in ("ana", "max", "zoe", "theo", "")}
    assert seen == {"ana": True, "max": True, "zoe": False, "theo": True, "": False}
    assert "theo" not in [one.id for one in house.sees("zoe").here]
    house.does("theo", bodies.HideMe(False))
    assert "theo" in house.members("zoe")


def test_who_is_here_now_is_shown_and_who_has_gone_is_not(hall: Hall) -> None:
    house = House(hall, "theo", "zoe")
    assert {one.id for one in house.sees("ana").here} == {"ana", "theo", "zoe"}
    hall.do(lambda: hall.dispatcher.disconnect(house.screens["zoe"]))
    assert {one.id for one in house.sees("ana").here} == {"ana", "theo"}


@pytest.mark.one_database("postgres")
def test_who_is_here_at_another_server_is_shown_too(hall: Hall) -> None:
    house, other = House(hall), hall.beside()
    account(other, "theo")
    house.does("theo", bodies.JoinClub())

    club = house.sees("ana").card.club  # and the other server is asked
    until(hall, lambda: house.clubs.presence._elsewhere.get(club))
    assert {one.id for one in house.sees("ana").here} == {"ana", "theo"}


def test_a_club_that_is_not_public_shows_strangers_no_names(hall: Hall) -> None:
    house = House(hall, "theo", public=False, about_fr="Famille")
    account(hall, "eve")
    page = house.sees("eve")
    assert page.about.fr == "Famille"
    assert (page.roles, page.here, page.news, page.tables, page.card.members) == ([], [], [], [], 2)
    for call in (lambda: house.members("eve"), lambda: hall.wait(house.clubs.ladder(NAME, "xok", "eve"))):
        assert refused(call) == "not-a-member"
    assert hall.wait(house.clubs.pages.listed("eve")).clubs == []
    assert house.sees("theo").roles


@pytest.mark.one_database("sqlite")
def test_a_club_of_five_hundred_costs_the_lobby_nothing(tmp_path: Path) -> None:
    """Its founder comes, looks at all open tables, opens one and goes: as much is done as in a club of one."""
    in_the_lobby(tmp_path / "first", 0)  # what is loaded by whoever comes first
    alone, among_many = in_the_lobby(tmp_path / "alone", 0), in_the_lobby(tmp_path / "many", 500)
    assert among_many < 1.02 * alone


def in_the_lobby(folder: Path, others: int) -> int:
    """What is done, in calls of Python and steps of SQLite."""
    folder.mkdir()
    hall, counter = Hall(folder), Counter()
    club = House(hall).sees("ana").card.club
    names = [f"m{number}" for number in range(others)]
    hall.store._database.executemany(
        "INSERT INTO members VALUES (?, ?, 'member', 1, '', 0, '')", [(club, name) for name in names]
    )
    for name in names:
        hall.dispatcher.clubs.presence.come(name)
    hall.store._database.set_progress_handler(counter.progress, STEPS)
    sys.setprofile(counter.profile)
    try:
        ana = hall.person("ana")
        ana.says(wire.Lobby())
        hall.table(ana, "xok", OPEN, OPEN, public=True)
        for _ in range(5):
            hall.do(hall.dispatcher.clubs.tick)
            hall.tick()
        hall.do(lambda: hall.dispatcher.disconnect(ana))
    finally:
        sys.setprofile(None)
    return counter.done.total


def test_who_hosts_makes_events_in_the_clubs_name_and_members_enter(hall: Hall) -> None:
    house, events = House(hall, "theo"), hall.dispatcher.events
    club = house.sees("ana").card.club
    plan = EventPlan(name="Mardi", form="swiss", games=[EventGame("xok")], rounds=3, entry="club", club=club)
    ana, theo = hall.wait(hall.registry.people.know(["ana", "theo"]))
    assert refused(lambda: hall.wait(events.make(theo, plan))) == "not-your-club"
    hall.wait(events.make(ana, plan))
    assert [row.plan.name for row in hall.wait(hall.store.events_of_club(club, 5, True))] == ["Mardi"]
    assert hall.wait(house.clubs.is_member(club, "theo"))
    house.does("theo", bodies.LeaveClub())
    assert not hall.wait(house.clubs.is_member(club, "theo"))
    season = hall.wait(hall.dispatcher.leading.seasons.of_club(club, True))
    assert [row.plan.name for row in season.rows] == ["Mardi"]


def test_an_event_for_members_lets_members_in_and_nobody_else(hall: Hall) -> None:
    house, leading = House(hall, "theo"), hall.dispatcher.leading
    club = house.sees("ana").card.club
    account(hall, "eve")
    plan = EventPlan(name="Mardi", form="swiss", games=[EventGame("xok")], rounds=3, entry="club", club=club)
    ana, theo, eve = hall.wait(hall.registry.people.know(["ana", "theo", "eve"]))
    event = hall.wait(leading.events.make(ana, plan)).id
    assert refused(lambda: hall.wait(leading.act(event, eve, JoinEvent()))) == "event-members"
    assert "theo" in hall.wait(leading.act(event, theo, JoinEvent())).live.people


def test_ratings_of_a_club_are_those_of_its_members_the_best_first_and_little_known_ones_last(hall: Hall) -> None:
    house = House(hall, "bob", "cleo", "dan", "zoe", public=False)
    account(hall, "eve")
    for who, rating in {"ana": 1400, "bob": 1900, "cleo": 1700, "dan": 1800, "eve": 2000}.items():
        stands(hall, who, rating, "quick")
    stands(hall, "zoe", 2200, "quick", deviation=350, opponents=0)
    house.does("dan", bodies.HideMe(True))

    def rated(who: str) -> list[str]:
        row = hall.wait(house.clubs.named(NAME))
        return [one.person.id for one in hall.wait(house.clubs.pages.ratings(row, who, "xok", "quick")).members]

    assert rated("bob") == ["bob", "cleo", "ana", "zoe"]
    assert refused(lambda: rated("eve")) == "not-a-member"


def test_events_of_a_club_that_stand_in_no_list_are_shown_to_its_members_alone(hall: Hall) -> None:
    house, leading = House(hall, "theo"), hall.dispatcher.leading
    account(hall, "eve")
    club = house.sees("ana").card.club
    plan = EventPlan(name="Mardi", form="swiss", games=[EventGame("xok")], rounds=3, club=club, listed=False)
    hall.wait(leading.events.make(hall.wait(hall.registry.people.known("ana")), plan))

    def shown(person: str) -> list[str]:
        return [one.name for one in hall.wait(Showing(leading.events).page(person, club)).coming]

    assert shown("theo") == ["Mardi"]
    assert shown("eve") == shown("") == []
    assert not hall.wait(leading.seasons.of_club(club, False)).rows


def test_open_tables_of_members_are_shown(hall: Hall) -> None:
    house = House(hall, "theo")
    eve = account(hall, "eve")
    for who in (house.screens["theo"], eve):
        hall.table(who, "xok", OPEN, OPEN, public=True)
    hall.table(house.screens["theo"], "xok", OPEN, OPEN, public=False)
    assert [one.owner.id for one in house.sees("ana").tables] == ["theo"]


def test_news_reach_every_member_once_though_the_server_stops_half_way(hall: Hall) -> None:
    many = [f"p{number:02}" for number in range(45)]
    house = House(hall, *many)
    page = house.does("ana", bodies.PublishNews("Mardi :\n<b>tournoi</b>\u202e !"))
    assert [one.text for one in page.news] == ["Mardi :\n<b>tournoi</b> !"]
    house.tick()
    again = hall.again()
    house.hall, house.clubs = again, again.dispatcher.clubs
    for _ in range(4):
        house.tick()
    assert [len(told(again, who)) for who in many] == [1] * 45
    assert told(again, "ana") == []
    assert not again.wait(again.store.untold_news(5))


def test_news_are_removed_and_only_so_many_are_kept(hall: Hall) -> None:
    house = House(hall)
    for number in range(52):
        hall.world.now += 1
        page = house.does("ana", bodies.PublishNews(f"{number}"))
    assert [one.text for one in page.news][:2] == ["51", "50"]
    assert len(hall.wait(hall.store.news_of(page.card.club, 100))) == 50
    assert house.does("ana", bodies.RemoveNews(page.news[0].id)).news[0].text == "50"
    assert house.refused("ana", bodies.PublishNews(" \n")) == "empty-news"


def test_a_club_ends_with_its_name_and_leaves_nothing(hall: Hall) -> None:
    house = House(hall, "theo")
    house.does("ana", bodies.SetLadder(bodies.LadderSettings(("xok",))))
    house.does("theo", bodies.EnterLadder("xok"))
    house.does("ana", bodies.PublishNews("Bonjour"))
    assert refused(lambda: hall.wait(house.clubs.dissolve(NAME, "theo", NAME))) == "not-your-club"
    assert refused(lambda: hall.wait(house.clubs.dissolve(NAME, "ana", "another"))) == "not-that-club"
    hall.wait(house.clubs.dissolve(NAME, "ana", NAME))
    assert refused(lambda: house.sees("ana")) == "no-such-club"
    for table in ("clubs", "members", "club_news", "ladders", "duels", "club_matches"):
        assert hall.wait(hall.store.rows(f"SELECT 1 FROM {table}")) == []


def test_a_club_whose_last_admin_is_deleted_has_another_and_one_of_nobody_ends(hall: Hall) -> None:
    house = House(hall, "theo", "zoe")
    house.does("ana", bodies.SetLadder(bodies.LadderSettings(("xok",))))
    for who in ("ana", "theo"):
        house.does(who, bodies.EnterLadder("xok"))
    house.does("ana", bodies.SetRoles("zoe", ["news"]))
    hall.wait(forget(hall.registry, "ana"))
    assert house.sees("zoe").me.roles == ["admin", "news"]
    assert house.sees("theo").card.members == 2
    assert "ana" not in str(hall.wait(hall.store.rows("SELECT body FROM ladders")))
    for who in ("zoe", "theo"):
        hall.wait(forget(hall.registry, who))
    assert refused(lambda: house.sees("")) == "no-such-club"
