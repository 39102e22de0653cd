"""A television that is nobody, phones that are hands."""

import asyncio
import itertools
from collections import Counter
from types import SimpleNamespace
from typing import Any, NamedTuple, get_args

import pytest

from recif.games.core.contract import Refused
from recif.server.api.parties import enter
from recif.server.limits import Buckets, Limits
from recif.server.messages import wire
from recif.server.messages.bodies import parties as bodies
from recif.server.messages.bodies.parties import PartyInfo
from recif.server.messages.shapes import FACES
from recif.server.parties import acts
from recif.server.parties.kept import CODE_LENGTH, LETTERS
from tests.server.hall import Hall, Screen


class Room:
    """A living room: a television, and whoever comes in with a phone."""

    def __init__(self, hall: Hall, *names: str) -> None:
        self.hall = hall
        self.tv = hall.person("tv")
        entrance = hall.wait(hall.dispatcher.parties.at_screen("tv"))
        self.id, self.code, self.key = entrance.party.party, entrance.party.code, entrance.key
        self.tv.says(wire.Attend(self.id))
        self.phones: dict[str, Screen] = {}
        for name in names:
            self.enter(name)

    def enter(self, name: str, hall: Hall | None = None) -> Screen:
        hall = hall or self.hall
        phone = self.phones[name] = hall.person(name)
        hall.world.now += 1
        hall.wait(hall.dispatcher.parties.enter(self.id, name))
        phone.says(wire.Attend(self.id))
        hall.run(200)
        return phone

    def does(self, name: str, act: bodies.AnyPartyAct) -> PartyInfo:
        info = self.hall.wait(self.hall.dispatcher.parties.act(self.id, name, act))
        self.hall.run()
        return info

    def refused(self, name: str, act: bodies.AnyPartyAct) -> str:
        with pytest.raises(Refused) as refused:
            self.does(name, act)
        return refused.value.code

    def turned_away(self, name: str) -> str:
        with pytest.raises(Refused) as refused:
            self.hall.wait(self.hall.dispatcher.parties.enter(self.id, name))
        return refused.value.code

    def begin(self, game: str = "kroc", **how: Any) -> Any:
        self.does("ana", bodies.ChooseGame(game, **how))
        table = self.does("ana", bodies.BeginMatch()).table
        return self.hall.at(table)

    def leave(self, name: str) -> None:
        """The phone's screen is locked, or its battery empty."""
        self.hall.do(lambda: self.hall.dispatcher.disconnect(self.phones[name]))
        self.hall.run(200)

    def pass_time(self, ms: int) -> None:
        self.hall.run(ms)
        self.hall.do(self.hall.dispatcher.parties.tick)

    @property
    def won(self) -> dict[str, int]:
        info = self.hall.wait(self.hall.dispatcher.parties.look(self.id, "tv"))
        return {guest.person.id: guest.won for guest in info.guests}

    @property
    def shown(self) -> PartyInfo:
        info: PartyInfo = self.tv.last(wire.Party).info
        return info


def test_the_code_has_four_letters_that_cannot_be_misread(hall: Hall) -> None:
    room = Room(hall)
    assert len(room.code) == 4
    assert set(room.code) <= set(LETTERS)


def test_a_television_that_is_opened_again_has_the_same_party(hall: Hall) -> None:
    room = Room(hall, "ana")
    again = hall.wait(hall.dispatcher.parties.at_screen("tv")).party
    assert (again.party, again.code, len(again.guests)) == (room.id, room.code, 1)


def test_the_first_who_comes_is_the_captain(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    assert room.shown.captain == "ana"
    assert [guest.person.name for guest in room.shown.guests] == ["Ana", "Theo"]
    assert room.refused("theo", bodies.ChooseGame("xok")) == "not-the-captain"


def test_nobody_comes_with_the_face_of_somebody_else_while_one_is_free(hall: Hall) -> None:
    people = hall.registry.people
    for name, password in (("ana", ""), ("theo", ""), ("zoe", "secret")):
        hall.person(name)
        row = hall.wait(people.known(name))
        row.face, row.password = 3, password
        hall.wait(people.save(row, lambda: None))
    room = Room(hall, "ana", "theo", "zoe", "max")
    assert [guest.person.face for guest in room.shown.guests] == [3, 1, 3, 2]  # an account keeps its own
    hall.wait(hall.dispatcher.parties.enter(room.id, "ana"))
    assert room.shown.guests[0].person.face == 3  # who comes again is who they were
    for number in range(10):
        room.enter(f"child{number}")
    assert {guest.person.face for guest in room.shown.guests} >= set(range(1, FACES + 1))


def test_the_screen_itself_does_not_play(hall: Hall) -> None:
    room = Room(hall, "ana")
    assert room.turned_away("tv") == "screen-plays-not"
    assert room.refused("tv", bodies.BeginMatch()) == "not-the-captain"


def test_whoever_is_not_there_learns_nothing_of_a_party(hall: Hall) -> None:
    room = Room(hall, "ana")
    eve = hall.person("eve")
    (refusal,) = eve.says(wire.Attend(room.id))
    assert refusal.code == "no-such-party"
    assert room.refused("eve", bodies.GuessWinner(0)) == "no-such-party"


def test_games_that_fit_those_who_are_here_are_proposed(hall: Hall) -> None:
    room = Room(hall, "ana", "theo", "zoe")
    assert {"kroc", "urchins"} <= set(room.shown.fits)
    assert "xok" not in room.shown.fits
    assert room.refused("ana", bodies.BeginMatch()) == "no-game-yet"


def test_everybody_who_is_here_sits_down_and_the_screen_looks_on(hall: Hall) -> None:
    room = Room(hall, "ana", "theo", "zoe")
    audience = room.begin(machines=1, level=2)
    assert [chair.person for chair in audience.live.chairs[:3]] == ["ana", "theo", "zoe"]
    assert audience.live.chairs[3].level == 2
    whole = room.tv.follow(audience)
    assert (whole.mine, whole.now.viewer, whole.now.moves) == ([], -1, {})
    assert room.phones["zoe"].follow(audience).mine == [2]


def test_where_not_all_can_play_those_who_have_played_least_do(hall: Hall) -> None:
    room = Room(hall, "ana", "theo", "zoe")
    first = room.begin("xok").live
    assert {chair.person for chair in first.chairs} == {"ana", "theo"}
    room.does("ana", bodies.StopMatch())
    second = room.begin("xok").live
    assert "zoe" in {chair.person for chair in second.chairs}


def test_the_score_of_the_evening_goes_on_from_match_to_match(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    audience = room.begin("xok")
    table = audience.live.row.id
    room.phones["theo"].says(wire.Resign(table, "r", audience.live.seats_of("theo")[0]))
    after = room.begin("xok")
    assert after.live.row.evening.matches == 1
    assert {seat.person.id: seat.won for seat in after.info().seats} == {"ana": 1, "theo": 0}
    assert after.live.chairs[0].person == "theo"  # another begins each time


def test_whoever_shares_a_seat_that_wins_has_a_match_more_of_the_evening(hall: Hall) -> None:
    room = Room(hall, "ana", "theo", "zoe")
    room.does("zoe", bodies.TeamUp("theo"))
    for number in (1, 2):
        audience = room.begin("xok")
        assert room.won == {"ana": 0, "theo": number - 1, "zoe": number - 1}
        room.phones["ana"].says(wire.Resign(audience.live.row.id, "r", audience.live.seats_of("ana")[0]))
        assert room.won == {"ana": 0, "theo": number, "zoe": number}
    room.leave("zoe")
    room.enter("max")
    room.does("max", bodies.ClaimSeat("zoe"))
    room.does("ana", bodies.AnswerClaim("max", yes=True))
    room.begin("xok")
    room.does("ana", bodies.StopMatch())
    assert room.won == {"ana": 0, "theo": 2, "max": 2}  # her other phone; a match that was stopped does not count


def test_two_who_share_a_seat_both_decide_and_the_last_word_counts(hall: Hall) -> None:
    room = Room(hall, "ana", "theo", "zoe")
    room.does("zoe", bodies.TeamUp("theo"))
    audience = room.begin("kroc")
    seat = audience.live.seats_of("theo")[0]
    assert audience.live.seats_of("zoe") == (seat,)
    assert audience.info().seats[seat].person.name == "Theo + Zoe"
    moves = list(audience.live.match.position.moves(seat))
    for name, move in (("theo", moves[0]), ("zoe", moves[1])):
        room.phones[name].follow(audience)
        assert isinstance(room.phones[name].play(audience, seat, move), wire.Ack)
    assert hall.audience(audience).live.match.choices[seat] == moves[1]
    assert room.refused("zoe", bodies.TeamUp("zoe")) == "no-such-team"


def test_who_looks_on_guesses_who_wins(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    room.begin("xok")
    room.enter("zoe")
    assert room.does("zoe", bodies.GuessWinner(1)).guesses == {"zoe": 1}
    assert room.refused("ana", bodies.GuessWinner(1)) == "players-guess-not"
    assert room.refused("zoe", bodies.GuessWinner(7)) == "no-such-seat"


def test_an_emote_flies_over_every_screen(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    room.phones["theo"].says(wire.Cheer(room.id, "wow"))
    assert room.tv.last(wire.Cheered).person.name == "Theo"
    assert room.phones["ana"].last(wire.Cheered).emote == "wow"
    assert room.phones["ana"].says(wire.Cheer(room.id, "nonsense"))[0].code == "no-such-emote"


def test_the_party_is_handed_on_when_the_captain_s_phone_is_gone_for_a_minute(hall: Hall) -> None:
    room = Room(hall, "ana", "theo", "zoe")
    room.leave("ana")
    assert [guest.here for guest in room.shown.guests] == [False, True, True]
    room.pass_time(acts.MISSING_MS - 1000)
    assert room.shown.captain == "ana"
    room.pass_time(2000)
    assert room.shown.captain == "theo"


def test_the_captain_hands_the_party_on(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    assert room.refused("theo", bodies.CrownGuest("theo")) == "not-the-captain"
    room.does("ana", bodies.CrownGuest("theo"))
    assert room.shown.captain == "theo"
    assert room.refused("ana", bodies.ChooseGame("xok")) == "not-the-captain"


def test_the_code_is_hidden_by_the_captain_or_by_the_screen_itself(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    assert room.refused("theo", bodies.HideCode(True)) == "not-the-captain"
    assert room.does("ana", bodies.HideCode(True)).hidden
    assert not room.does("tv", bodies.HideCode(False)).hidden


def test_a_pause_stops_people_and_machines_until_the_captain_ends_it(hall: Hall) -> None:
    room = Room(hall, "ana", "theo", "zoe")
    assert room.refused("ana", bodies.PauseParty(True)) == "not-started"
    audience = room.begin("urchins")
    room.leave("theo")
    room.pass_time(acts.MISSING_MS)
    assert room.refused("theo", bodies.PauseParty(True)) == "not-the-captain"
    room.does("ana", bodies.PauseParty(True))
    ana = room.phones["ana"]
    assert ana.follow(audience).now.moves == {}
    assert ana.play(audience, 0, "nonsense").code == "adjourned"
    room.does("ana", bodies.ReplaceGuest("theo"))
    room.does("ana", bodies.LeaveParty())  # two machines are to move now, and wait
    room.pass_time(acts.MISSING_MS)
    assert not hall.audience(audience).live.match.log
    room.does("zoe", bodies.PauseParty(False))
    assert hall.audience(audience).live.waiting == (2,)
    assert {event.seat for event in hall.audience(audience).live.match.log} == {0, 1}


def test_where_the_captain_wants_clocks_they_run_stop_in_a_pause_and_cost_nobody_the_match(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    assert room.begin("xok", minutes=5).info().pace.start == 5 * 60_000
    audience = hall.at(room.shown.table)
    first = audience.live.waiting[0]
    room.does("ana", bodies.PauseParty(True))
    hall.run(10 * 60_000)
    room.does("ana", bodies.PauseParty(False))
    hall.run(60_000)
    left = room.tv.follow(audience).now.clocks.left[first]
    assert 3 * 60_000 < left <= 4 * 60_000
    hall.run(5 * 60_000)
    live = hall.audience(audience).live
    assert (live.is_playing, live.chairs[first].kind) == (True, "machine")


def test_a_machine_plays_on_for_who_is_missing_once_the_captain_says_so(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    audience = room.begin("xok")
    room.leave("theo")
    assert room.refused("ana", bodies.ReplaceGuest("theo")) == "not-missing-yet"
    room.pass_time(acts.MISSING_MS)
    room.does("ana", bodies.ReplaceGuest("theo"))
    (machine,) = [chair for chair in hall.audience(audience).live.chairs if chair.kind == "machine"]
    assert machine.level == 1


def test_a_latecomer_takes_the_seat_of_who_is_missing(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    audience = room.begin("xok")
    seat = audience.live.seats_of("theo")[0]
    zoe = room.enter("zoe")
    room.leave("theo")
    room.pass_time(acts.MISSING_MS)
    room.does("ana", bodies.ReplaceGuest("theo", "guest", "zoe"))
    assert zoe.follow(hall.audience(audience)).mine == [seat]


def test_another_phone_goes_on_as_the_same_guest_with_the_captain_s_consent(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    audience = room.begin("xok")
    seat = audience.live.seats_of("theo")[0]
    room.enter("spare")
    assert room.refused("spare", bodies.ClaimSeat("theo")) == "guest-is-here"
    room.leave("theo")
    room.does("spare", bodies.ClaimSeat("theo"))
    assert room.refused("spare", bodies.AnswerClaim("spare", True)) == "not-the-captain"
    info = room.does("ana", bodies.AnswerClaim("spare", True))
    assert [guest.person.name for guest in info.guests] == ["Ana", "Theo"]
    assert room.phones["spare"].follow(hall.audience(audience)).mine == [seat]


def test_who_is_sent_away_does_not_come_back(hall: Hall) -> None:
    room = Room(hall, "ana", "theo", "zoe")
    room.does("ana", bodies.SendAway("zoe"))
    assert room.turned_away("zoe") == "sent-away"
    assert room.refused("ana", bodies.SendAway("ana")) == "captain-stays"


def test_a_machine_plays_on_for_who_is_sent_away(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    audience = room.begin("xok")
    room.does("ana", bodies.SendAway("theo"))
    assert [chair.kind for chair in hall.audience(audience).live.chairs] == ["person", "machine"]
    assert [guest.person.name for guest in room.shown.guests] == ["Ana"]


class Guesser:
    """A phone that types a code: the call that the page gets, without a network."""

    reception: Any

    def __init__(self, hall: Hall, office: Any, person: str, address: str) -> None:
        hall.person(person)
        self.hall, self.reception, self.address = hall, office, address
        self.me = SimpleNamespace(id=person)
        self.body = bodies.EnterBody()

    @property
    def now(self) -> int:
        return self.hall.world.now

    async def types(self, code: str = "", **link: str) -> str:
        """What comes of it: the code of a refusal, or nothing."""
        self.body = bodies.EnterBody(code, **link)
        try:
            await enter(self)  # type: ignore[arg-type]
        except Refused as refused:
            return refused.code
        return ""


class Door(NamedTuple):
    parties: Any
    codes: Buckets


GUESSES, PER_SECOND = 100_000, 100


@pytest.mark.one_database("sqlite")
def test_a_hundred_thousand_guesses_from_one_address_find_nothing_and_lock_nobody_else_out(hall: Hall) -> None:
    """Code after code, the right one among them, as quickly as an address may ask."""
    room = Room(hall, "ana")
    door = Door(hall.dispatcher.parties, Buckets(Limits().codes, "codes"))
    eve = Guesser(hall, door, "eve", "a bad address")
    tried = ("".join(letters) for letters in itertools.product(LETTERS, repeat=CODE_LENGTH))
    codes = [code for code in itertools.islice(tried, GUESSES) if code != room.code]
    codes.insert(500, room.code)
    told: Counter[str] = Counter()

    async def guess() -> None:
        for code in codes:
            told[await eve.types(code)] += 1
            hall.world.now += 1000 // PER_SECOND

    hall.wait(guess())
    assert told[""] == 0
    assert told["no-such-party"] <= 20 + GUESSES / PER_SECOND * 20 / 3600
    assert told["too-many-guesses"] == len(codes) - told["no-such-party"]
    assert [guest.person.id for guest in room.shown.guests] == ["ana"]
    friend = Guesser(hall, door, "zoe", "another address")
    assert hall.wait(friend.types(room.code.lower())) == ""
    beside = Guesser(hall, door, "max", "a bad address")  # who scans the square of the same house
    assert hall.wait(beside.types(party=room.id, key=room.key)) == ""
    assert hall.wait(beside.types(party=room.id, key="another key")) == "no-such-party"


@pytest.mark.one_database("sqlite")
def test_a_right_code_costs_nothing_here_and_at_other_servers(hall: Hall) -> None:
    room = Room(hall)
    door = Door(hall.dispatcher.parties, Buckets(Limits().codes, "codes"))
    door.codes.is_told = True
    for number in range(30):  # a class behind one router
        assert hall.wait(Guesser(hall, door, f"child{number}", "the school").types(room.code)) == ""
    assert door.codes.to_tell(hall.world.now) == []


def test_a_party_outlives_a_restart_and_ends_after_six_quiet_hours(hall: Hall) -> None:
    room = Room(hall, "ana", "theo")
    audience = room.begin("xok")
    later = hall.again()
    parties = later.dispatcher.parties
    info = later.wait(parties.look(room.id, "ana"))
    assert (info.code, info.table, info.captain) == (room.code, audience.live.row.id, "ana")
    later.run(acts.LASTS_MS + 1)
    with pytest.raises(Refused) as refused:
        later.wait(parties.look(room.id, "ana"))
    assert refused.value.code == "no-such-party"


@pytest.mark.one_database("postgres")
def test_phones_at_two_servers_are_at_one_party(hall: Hall) -> None:
    room = Room(hall, "ana")
    other = hall.beside()
    room.enter("theo", other)
    hall.wait(_until(lambda: len(room.shown.guests) == 2 and all(guest.here for guest in room.shown.guests)))
    other.wait(other.dispatcher.parties.act(room.id, "theo", bodies.TeamUp("ana")))
    hall.wait(_until(lambda: room.shown.guests[1].team == "ana"))


async def _until(is_so: Any) -> None:
    while not is_so():
        await asyncio.sleep(0.01)


def test_every_act_is_judged() -> None:
    assert set(get_args(bodies.AnyPartyAct)) == set(acts.JUDGES)
