"""Rated matches: who may play them, what they change, and that they change it once."""

import sqlite3
from functools import partial
from typing import Any

import pytest

from recif.games.core.contract import Refused
from recif.match.clock import DAY
from recif.school.ratings import KNOWN_OPPONENTS, NEWCOMER, Standing, after_game, weighed, weight
from recif.school.several import rate_several
from recif.server.api.export import forget
from recif.server.app import Server
from recif.server.messages import wire
from recif.server.messages.shapes import Pace
from recif.server.people.ratings import MOST_A_DAY, MOST_TOGETHER
from recif.server.store.interface import Append
from recif.server.store.rows import PersonRow, ResultRow
from recif.server.views.audience import Audience
from tests.server.hall import MACHINE, ME, OPEN, Hall, Screen
from tests.server.live import Line, Visitor, live, visiting
from tests.server.test_people import PASSWORD

QUICK = Pace("increment", 300_000, 5_000)
LONG_ENOUGH = 10  # decisions in XOK
NEW = Standing()
WON, LOST = (weighed(NEW, after_game(NEW, NEW, score), weight(NEW), False) for score in (1, 0))


def account(hall: Hall, name: str) -> Screen:
    hall.wait(hall.registry.people.save(PersonRow(name, name.title(), "fr", 0, "hash"), lambda: None))
    return Screen(hall, name)


def rated(hall: Hall, game: str = "xok", *others: str, **told: Any) -> tuple[Audience, list[Screen]]:
    """A rated table at which all have sat down: Ana first."""
    names = others or ("theo",)
    screens = [account(hall, name) for name in ("ana", *names)]
    wish = {"pace": QUICK, "rated": True} | told
    audience = hall.table(screens[0], game, ME, *[OPEN] * len(names), **wish)
    for seat, screen in enumerate(screens):
        screen.follow(audience)
        if seat:
            assert any(isinstance(m, wire.Ack) for m in screen.says(wire.Sit(audience.live.row.id, "sit", seat)))
    return audience, screens


def move(audience: Audience, screens: list[Screen], count: int) -> None:
    for _ in range(count):
        if audience.live.row.status != "playing":
            return
        seat = audience.live.waiting[0]
        screens[seat].play(audience, seat, next(iter(audience.live.match.position.moves(seat))))


def resign(audience: Audience, screens: list[Screen], seat: int) -> None:
    screens[seat].says(wire.Resign(audience.live.row.id, f"r{seat}", seat))


def refused(screen: Screen, message: Any) -> str:
    return next(m.code for m in screen.says(message) if isinstance(m, wire.Refusal))


def everything(hall: Hall, table: str) -> list[Any]:
    return hall.wait(hall.store.rows(f"SELECT * FROM {table}"))


def standing(hall: Hall, person: str, game: str = "xok", speed: str = "quick") -> Standing | None:
    row = hall.wait(hall.store.standing(person, game, speed))
    return row.standing if row else None


def test_a_rated_match_changes_both_ratings_with_its_last_entry(hall: Hall) -> None:
    audience, screens = rated(hall)
    move(audience, screens, LONG_ENOUGH)
    assert standing(hall, "ana") is None
    resign(audience, screens, 0)
    assert standing(hall, "theo") == WON
    assert standing(hall, "ana") == LOST
    info = screens[0].last(wire.Around).info
    assert [seat.rating.gained for seat in info.seats] == [-16, 16]
    assert [seat.rating.rating for seat in info.seats] == [1484, 1516]


def test_ratings_are_shown_before_the_match_too(hall: Hall) -> None:
    _, screens = rated(hall)
    told = screens[1].last(wire.Around).info
    assert told.rated == "quick"
    assert [(seat.rating.rating, seat.rating.deviation, seat.rating.gained) for seat in told.seats] == [
        (1500, 350, None)
    ] * 2


def test_a_match_played_to_its_end_counts_as_it_ended(hall: Hall) -> None:
    audience, screens = rated(hall, "crocodiles")
    move(audience, screens, 5000)
    result = audience.live.match.result
    assert result
    assert result.reason == "over"
    for seat, person in enumerate(("ana", "theo")):
        score = 0.5 if len(result.winners) == 2 else float(seat in result.winners)
        after = after_game(Standing(), Standing(), score)
        assert standing(hall, person, "crocodiles") == weighed(Standing(), after, weight(Standing()), False)


@pytest.mark.one_database("sqlite")
def test_nothing_counts_twice_after_a_restart(hall: Hall) -> None:
    audience, screens = rated(hall)
    move(audience, screens, LONG_ENOUGH)
    resign(audience, screens, 0)
    kept = everything(hall, "standings"), everything(hall, "results")
    again = hall.again()
    screen = Screen(again, "ana")
    table = screen.follow(again.audience(audience))
    assert [seat.rating.gained for seat in table.info.seats] == [-16, 16]
    assert (everything(again, "standings"), everything(again, "results")) == kept
    with pytest.raises(sqlite3.IntegrityError):
        again.store.append(Append("t", (), results=[ResultRow(audience.live.row.id, "ana", "xok", "quick", 0, 0, 1)]))


@pytest.mark.one_database("sqlite")
def test_a_crash_before_the_write_leaves_no_rating_and_the_match_can_end_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write holds the last entry and the ratings: without the one there is not the other."""
    audience, screens = rated(hall)
    move(audience, screens, LONG_ENOUGH)
    written = hall.wait(hall.store.entries(audience.live.row.id))
    monkeypatch.setattr(hall.store, "write", lambda *_: None)
    resign(audience, screens, 0)
    monkeypatch.undo()
    again = hall.again()
    assert again.wait(again.store.entries(audience.live.row.id)) == written
    assert everything(again, "results") == []
    audience, screen = again.audience(audience), Screen(again, "ana")
    screen.follow(audience)
    screen.says(wire.Resign(audience.live.row.id, "once more", 0))
    assert standing(again, "ana") == LOST


@pytest.mark.one_database("sqlite")
def test_two_matches_that_end_before_anything_is_on_disk_both_count(hall: Hall) -> None:
    first, screens = rated(hall)
    second = hall.table(screens[0], "xok", ME, OPEN, pace=QUICK, rated=True)
    screens[1].says(wire.Sit(second.live.row.id, "sit", 1))
    for audience in (first, second):
        move(audience, screens, LONG_ENOUGH)
    soon: list[Any] = []
    hall.store._soon = soon.append  # the loop comes round when the test says so
    resign(first, screens, 0)
    resign(second, screens, 0)
    for then in soon:
        then()
    row = hall.wait(hall.store.standing("ana", "xok", "quick"))
    assert row
    assert row.games == 2
    assert row.rating < LOST.rating - 10


@pytest.mark.parametrize("how", ["resigned", "time", "called off"])
def test_a_match_that_ends_before_everybody_has_moved_does_not_count(hall: Hall, how: str) -> None:
    audience, screens = rated(hall)
    move(audience, screens, 1)
    if how == "resigned":
        resign(audience, screens, 1)
    elif how == "time":
        hall.run(400_000)
    else:
        screens[1].says(wire.Propose(audience.live.row.id, "p", 1, "abort"))
    assert audience.live.row.status == "over"
    assert everything(hall, "standings") == []
    assert all(seat.rating.gained is None for seat in screens[0].last(wire.Around).info.seats)


def test_a_match_called_off_by_all_counts_for_nobody(hall: Hall) -> None:
    audience, screens = rated(hall)
    move(audience, screens, 4)
    screens[0].says(wire.Propose(audience.live.row.id, "p", 0, "abort"))
    screens[1].says(wire.Reply(audience.live.row.id, "q", 1, "abort", True))
    assert audience.live.row.reason == "aborted"
    assert everything(hall, "results") == []


def test_who_runs_out_of_time_loses_points(hall: Hall) -> None:
    audience, screens = rated(hall, flag="machine")
    move(audience, screens, LONG_ENOUGH)
    hall.run(400_000)
    assert audience.live.row.reason == "time"
    assert standing(hall, "ana") == LOST


def test_three_are_rated_by_their_places(hall: Hall) -> None:
    audience, screens = rated(hall, "kroc", "theo", "zoe")
    move(audience, screens, 5000)
    result = audience.live.match.result
    assert result
    order = sorted(range(3), key=lambda seat: (seat not in result.winners, -result.scores[seat]))
    ratings = [standing(hall, ("ana", "theo", "zoe")[seat], "kroc", "several") for seat in order]
    assert all(ratings)
    assert [one.rating for one in ratings if one] == sorted((one.rating for one in ratings if one), reverse=True)
    assert hall.wait(hall.store.standing("ana", "kroc", "quick")) is None


def test_who_leaves_a_match_of_three_to_a_machine_comes_last(hall: Hall) -> None:
    audience, screens = rated(hall, "kroc", "theo", "zoe")
    for _ in range(3):
        for seat in audience.live.waiting:
            screens[seat].play(audience, seat, next(iter(audience.live.match.position.moves(seat))))
    resign(audience, screens, 1)
    move(audience, screens, 5000)
    assert audience.live.row.status == "over"
    result = audience.live.match.result
    assert result
    worth = [(seat == 1, seat not in result.winners, -result.scores[seat]) for seat in range(3)]
    order = [sorted(worth).index(one) for one in worth]
    assert order[1] == 2
    assert [standing(hall, name, "kroc", "several") for name in ("ana", "theo", "zoe")] == [
        pytest.approx(weighed(NEWCOMER, one, weight(NEWCOMER), False)) for one in rate_several([NEWCOMER] * 3, order)
    ]


def test_guests_play_no_rated_match(hall: Hall) -> None:
    with pytest.raises(Refused, match="between accounts"):
        hall.table(hall.person("guest"), "xok", ME, OPEN, pace=QUICK, rated=True)
    audience = hall.table(account(hall, "ana"), "xok", ME, OPEN, pace=QUICK, rated=True)
    guest = hall.person("guest")
    guest.follow(audience)
    assert refused(guest, wire.Sit(audience.live.row.id, "s", 1)) == "rated-accounts"
    assert audience.live.row.status == "open"


@pytest.mark.parametrize(
    ("seats", "told", "code"),
    [
        ([ME, MACHINE], {}, "rated-people"),
        ([ME, ME], {}, "rated-people"),
        ([OPEN, OPEN], {}, "rated-people"),
        ([ME, OPEN], {"shared": True}, "rated-people"),
        ([ME, OPEN], {"pace": Pace()}, "rated-clock"),
        ([ME, OPEN], {"options": {"side": 4}}, "rated-options"),
    ],
)
def test_a_table_that_cannot_be_rated_is_refused(hall: Hall, seats: Any, told: Any, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        hall.table(account(hall, "ana"), "xok", *seats, **({"pace": QUICK, "rated": True} | told))
    assert refusal.value.code == code


def test_no_move_is_taken_back_and_no_machine_sits_down(hall: Hall) -> None:
    audience, screens = rated(hall)
    move(audience, screens, LONG_ENOUGH)
    assert refused(screens[0], wire.Propose(audience.live.row.id, "u", 0, "undo")) == "rated-no-undo"
    assert refused(screens[0], wire.Ask(audience.live.row.id, "a", "hint", 0)) == "not-against-people"
    waiting = hall.table(screens[0], "xok", ME, OPEN, pace=QUICK, rated=True)
    assert refused(screens[0], wire.Fill(waiting.live.row.id, "f", 1, 3)) == "rated-people"


def test_a_program_plays_no_rated_match(hall: Hall) -> None:
    audience, screens = rated(hall)
    screens[0].is_bot = True
    assert screens[0].play(audience, 0, "e5e6").code == "rated-no-bots"


def test_the_same_two_play_for_ratings_six_times_a_day(hall: Hall) -> None:
    for _ in range(MOST_TOGETHER - 1):
        audience, screens = rated(hall)
        move(audience, screens, LONG_ENOUGH)
        resign(audience, screens, 0)
    audience, screens = rated(hall)  # the sixth goes on
    waiting = hall.table(screens[0], "xok", ME, OPEN, pace=QUICK, rated=True)
    screens[1].follow(waiting)
    assert refused(screens[1], wire.Sit(waiting.live.row.id, "s", 1)) == "rated-often"
    zoe = account(hall, "zoe")
    zoe.says(wire.Sit(waiting.live.row.id, "s", 1))
    assert waiting.live.row.status == "playing"
    hall.world.now += DAY
    another = hall.table(screens[0], "xok", ME, OPEN, pace=QUICK, rated=True)
    screens[1].says(wire.Sit(another.live.row.id, "s2", 1))
    assert another.live.row.status == "playing"


def again(audience: Audience, screens: list[Screen]) -> str:
    table = audience.live.row.id
    screens[0].says(wire.Propose(table, "again", 0, "rematch"))
    screens[1].says(wire.Reply(table, "yes", 1, "rematch", True))
    return audience.live.row.next


def test_a_rematch_counts_and_turns_the_seats_until_the_day_is_full(hall: Hall) -> None:
    audience, screens = rated(hall)
    for number in range(MOST_TOGETHER):
        assert audience.live.row.rated, number
        move(audience, screens, LONG_ENOUGH)
        resign(audience, screens, 0)
        first = audience.live.chairs[0].person
        audience = hall.at(again(audience, screens))
        screens.reverse()
        assert audience.live.chairs[1].person == first
    assert not audience.live.row.rated
    assert audience.live.row.ratings == {}


def test_two_accounts_of_one_browser_do_not_meet_for_ratings(hall: Hall) -> None:
    account(hall, "ana"), account(hall, "theo")
    for person in ("ana", "theo"):
        hall.do(partial(hall.store.save_browser, "one and the same", person, hall.world.now, lambda: None))
    audience = hall.table(Screen(hall, "ana"), "xok", ME, OPEN, pace=QUICK, rated=True)
    assert refused(Screen(hall, "theo"), wire.Sit(audience.live.row.id, "s", 1)) == "rated-one-browser"
    hall.world.now += 40 * DAY
    Screen(hall, "theo").says(wire.Sit(audience.live.row.id, "s", 1))
    assert audience.live.row.status == "playing"


def test_results_against_machines_are_kept_without_a_rating(hall: Hall) -> None:
    ana = account(hall, "ana")
    audience = hall.table(ana, "xok", ME, MACHINE)
    ana.follow(audience)
    ana.says(wire.Resign(audience.live.row.id, "r", 0))
    (one,) = hall.wait(hall.store.results_of("ana", 10))
    assert (one.level, one.score, one.rated, one.speed) == (1, 0.0, False, "days")
    assert hall.wait(hall.store.standings_of("ana")) == []


def test_a_match_on_one_screen_or_from_a_record_is_nobodys_result(hall: Hall) -> None:
    ana = account(hall, "ana")
    audience = hall.table(ana, "xok", ME, ME)
    ana.follow(audience)
    ana.says(wire.Resign(audience.live.row.id, "r", 0))
    assert audience.live.row.status == "over"
    assert everything(hall, "results") == []


async def register(visitor: Visitor, name: str) -> None:
    await visitor.call("POST", "/api/account", {"name": name, "password": PASSWORD})


async def ended(server: Server, ana: Visitor, theo: Visitor) -> str:
    """A rated match that Théo wins."""
    wish = {"pace": {"kind": "increment", "start": 300_000, "bonus": 5_000}, "rated": True}
    table = await ana.table("xok", **wish)
    async with ana.connect() as one, theo.connect() as other:
        lines = [Line(one), Line(other)]
        await lines[1].send(wire.Sit(table, "sit", 1))
        await lines[1].next(wire.Ack)
        match = (await server.registry.audience(table)).live.match
        for number in range(LONG_ENOUGH):
            seat = number % 2
            await lines[seat].play(table, seat, next(iter(match.position.moves(seat))))
        await lines[0].send(wire.Resign(table, "r", 0))
        await lines[0].next(wire.Ack)
    return table


@live
async def test_leaders_and_profiles_tell_of_it_until_the_account_is_deleted(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Théo") as theo:
        await register(ana, "Ana")
        await register(theo, "Théo")
        await ended(server, ana, theo)
        told = await ana.call("GET", "/api/leaders/xok?speed=quick")
        assert [one["person"]["name"] for one in told["leaders"]] == ["Théo", "Ana"]
        assert [one["standing"]["known"] for one in told["leaders"]] == [False, False]
        assert [one["level"] for one in told["machines"]] == list(range(1, 9))
        assert (await ana.call("GET", "/api/leaders/xok?speed=slow"))["leaders"] == []
        assert (await ana.call("GET", "/api/leaders/kroc?speed=several"))["machines"] == []

        profile = await ana.call("GET", "/api/people/théo/profile")
        assert profile["records"] == [{"game": "xok", "people": {"won": 1, "drawn": 0, "lost": 0}, "machines": {}}]
        assert [(one["start"], one["points"][0][1]) for one in profile["progress"]] == [(1500, 1502)]  # at one address
        assert profile["standings"][0]["rating"] == 1502
        (match,) = profile["matches"]
        assert (match["game"], match["score"], match["rated"], match["table"]) == ("xok", 1, True, "")
        exported = await theo.call("GET", "/api/me/export")
        assert exported["ratings"] == profile["standings"]
        assert [one["score"] for one in exported["results"]] == [1]

        await theo.call("DELETE", "/api/me", {"password": PASSWORD})
        told = await ana.call("GET", "/api/leaders/xok?speed=quick")
        assert [one["person"]["name"] for one in told["leaders"]] == ["Ana"]
        assert (await ana.ask("GET", "/api/people/théo/profile"))[0] == 404
        store: Any = server.store
        for table in ("results", "standings", "browsers", "tallies", "streaks"):
            assert await store.rows(f"SELECT count(DISTINCT person) FROM {table}") == [(1,)]
        mine = await ana.call("GET", "/api/me")
        assert [seat["rating"] is None for seat in mine["tables"][0]["seats"]] == [False, True]


@live
async def test_a_browser_is_known_by_whoever_signs_in_there(server: Server) -> None:
    async with visiting(server, "Ana") as here, visiting(server, "Zoé") as there:
        await register(here, "Ana")
        await here.call("DELETE", "/api/session")
        await here.named("Théo")
        await register(here, "Théo")
        await register(there, "Zoé")
        store = server.store
        ana, theo, zoe = [await server.registry.people.account(name) for name in ("ana", "théo", "zoé")]
        assert ana
        assert theo
        assert zoe
        assert await store.share_browser(ana.id, theo.id, 0)
        assert not await store.share_browser(ana.id, zoe.id, 0)
        assert not await store.share_browser(ana.id, theo.id, server.now() + 1)


@live
async def test_an_account_is_told_whom_it_has_beaten_and_a_guest_is_not(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        me = (await ana.call("GET", "/api/me"))["person"]["id"]
        won = [ResultRow(f"t{level}", me, "xok", "days", 0, level, score) for level, score in ((2, 1), (1, 1), (3, 0))]
        server.store.append(Append("t", (), results=won))
        assert (await ana.call("GET", "/api/me"))["beaten"] == {}
        await register(ana, "Ana")
        assert (await ana.call("GET", "/api/me"))["beaten"] == {"xok": [1, 2]}


@live
async def test_leaders_of_no_game_and_profiles_of_guests_are_not_there(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        assert (await ana.ask("GET", "/api/leaders/chess"))[1]["code"] == "no-such-game"
        assert (await ana.ask("GET", "/api/leaders/xok?speed=warp"))[0] == 400
        assert (await ana.ask("GET", "/api/people/Ana/profile"))[1]["code"] == "no-such-person"


def left_to_a_machine(hall: Hall) -> tuple[Audience, list[Screen]]:
    """A rated match of three after a round, Théo having gone."""
    audience, screens = rated(hall, "kroc", "theo", "zoe")
    for seat in audience.live.waiting:
        screens[seat].play(audience, seat, next(iter(audience.live.match.position.moves(seat))))
    resign(audience, screens, 1)
    return audience, screens


def test_who_left_is_remembered_by_a_server_that_starts_again(hall: Hall) -> None:
    audience, _ = left_to_a_machine(hall)
    again = hall.again()
    audience = again.audience(audience)
    screens = [Screen(again, name) for name in ("ana", "theo", "zoe")]
    screens[0].follow(audience)
    move(audience, screens, 5000)
    assert audience.live.row.status == "over"
    assert all(standing(again, name, "kroc", "several") for name in ("ana", "theo", "zoe"))


def test_nothing_is_kept_of_somebody_deleted_while_the_match_went_on(hall: Hall) -> None:
    audience, screens = left_to_a_machine(hall)
    hall.wait(forget(hall.registry, "theo"))
    move(audience, screens, 5000)
    assert audience.live.row.status == "over"
    assert {row[0] for row in everything(hall, "standings")} == {"ana", "zoe"}
    assert {row[1] for row in everything(hall, "results")} == {"ana", "zoe"}


def test_who_gives_up_before_it_was_a_match_loses_and_nobody_gains(hall: Hall) -> None:
    """Eight throwaway accounts that resigned after two plies made a rating of 2,113 in ten seconds."""
    audience, screens = rated(hall)
    move(audience, screens, LONG_ENOUGH - 1)
    resign(audience, screens, 0)
    assert standing(hall, "theo") == Standing()
    lost = standing(hall, "ana")
    assert lost
    assert (lost.rating, lost.deviation) == (LOST.rating, Standing().deviation)


def test_two_at_one_address_hardly_change_each_others_ratings(hall: Hall) -> None:
    audience, screens = rated(hall)
    hall.dispatcher.visitors[screens[1]].address = hall.dispatcher.visitors[screens[0]].address
    move(audience, screens, LONG_ENOUGH)
    assert audience.live.row.near
    resign(audience, screens, 0)
    won = standing(hall, "theo")
    assert won
    assert 0 < won.rating - 1500 < 2
    assert won.deviation > 340
    assert everything(hall, "met") == []


def test_whoever_is_well_known_is_worth_a_whole_match(hall: Hall) -> None:
    audience, screens = rated(hall)
    known = ResultRow("t", "ana", "xok", "quick", 0, 0, 1, True, 1600, 80, 0.06, 100)
    hall.do(lambda: hall.store.append(Append("t", (), results=[known])))
    hall.wait(hall.registry.ratings.know(["ana"], "xok", "quick"))
    move(audience, screens, LONG_ENOUGH)
    resign(audience, screens, 0)
    won = standing(hall, "theo")
    assert won
    assert won.rating > 1650
    assert [row[0] for row in everything(hall, "met")] == ["theo"]
    row = hall.wait(hall.store.standing("theo", "xok", "quick"))
    assert row.opponents == 1


def test_a_place_among_the_leaders_takes_known_opponents(hall: Hall) -> None:
    def told(person: str, rating: float, others: int) -> ResultRow:
        met = tuple(f"other {number}" for number in range(others))
        return ResultRow(f"t {person}", person, "xok", "quick", 0, 0, 1, True, rating, 60, 0.06, rating - 1500, met)

    rows = [told("farmer", 2100, KNOWN_OPPONENTS - 1), told("ana", 1600, KNOWN_OPPONENTS)]
    hall.do(lambda: hall.store.append(Append("t", (), results=rows)))
    leaders = hall.wait(hall.store.leaders("xok", "quick", 10))
    assert [row.person for row in leaders] == ["ana", "farmer"]


def test_nobody_plays_more_than_thirty_rated_matches_a_day(hall: Hall) -> None:
    ana = account(hall, "ana")
    one = ResultRow("", "ana", "xok", "quick", hall.world.now, 0, 1, True, 1500, 100, 0.06, 0)
    many = [one._replace(table=f"t{number}") for number in range(MOST_A_DAY)]
    hall.do(lambda: hall.store.append(Append("t", (), results=many)))
    waiting = hall.table(ana, "xok", ME, OPEN, pace=QUICK, rated=True)
    assert refused(account(hall, "theo"), wire.Sit(waiting.live.row.id, "s", 1)) == "rated-enough"
    hall.world.now += DAY + 1
    account(hall, "theo").says(wire.Sit(waiting.live.row.id, "s2", 1))
    assert waiting.live.row.status == "playing"
