"""The life of a table: seats, offers, rematches, resigning, watching, talking, one screen for several."""

from typing import Any

import msgspec
import pytest

from recif.games.core.contract import SPECTATOR, Refused
from recif.match import provable
from recif.server.limits import Limits
from recif.server.messages import wire
from recif.server.messages.bodies.tables import NewTable
from recif.server.messages.shapes import Kind, Luck, Pace
from recif.server.views.audience import Audience
from tests.server.hall import MACHINE, ME, OPEN, Hall, Screen


def test_a_match_begins_when_no_seat_is_open(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, OPEN)
    assert audience.live.row.status == "open"
    theo = hall.person("theo")
    theo.follow(audience)
    theo.says(wire.Sit(audience.live.row.id, "s", 1))
    around = theo.last(wire.Around)
    assert (around.info.status, around.mine) == ("playing", [1])


def test_a_seat_is_taken_once(hall: Hall) -> None:
    audience, _, _ = hall.pair("kroc")
    refused = hall.person("eve").says(wire.Sit(audience.live.row.id, "s", 1))
    assert refused[-1].code == "already-started"
    other = hall.table(hall.person("ana"), "kroc", ME, OPEN, OPEN)
    eve, bob = hall.person("eve"), hall.person("bob")
    eve.says(wire.Sit(other.live.row.id, "s", 1))
    assert bob.says(wire.Sit(other.live.row.id, "s", 1))[-1].code == "seat-taken"
    assert eve.says(wire.Sit(other.live.row.id, "t", 2))[-1].code == "already-seated"


def test_a_seat_given_up_is_open_again(hall: Hall) -> None:
    ana, theo = hall.person("ana"), hall.person("theo")
    audience = hall.table(ana, "kroc", ME, OPEN, OPEN)
    theo.says(wire.Sit(audience.live.row.id, "s", 1))
    theo.says(wire.Stand(audience.live.row.id, "t", 1))
    assert [chair.kind for chair in audience.live.chairs] == ["person", "open", "open"]


def test_only_the_owner_puts_machines_on_open_seats(hall: Hall) -> None:
    ana, theo = hall.person("ana"), hall.person("theo")
    audience = hall.table(ana, "xok", ME, OPEN)
    assert theo.says(wire.Fill(audience.live.row.id, "f", 1, 1))[-1].code == "not-the-owner"
    ana.says(wire.Fill(audience.live.row.id, "f", 1, 2))
    assert audience.live.is_playing


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (NewTable("chess", [ME, OPEN]), "no-such-game"),
        (NewTable("xok", [ME]), "bad-seats"),
        (NewTable("xok", [ME, OPEN], {"side": 9}), "bad-option"),
        (NewTable("xok", [ME, OPEN], {"size": 9}), "unknown-option"),
        (NewTable("xok", [MACHINE, MACHINE]), "no-seat-for-you"),
        (NewTable("xok", [ME, OPEN], pace=Pace("increment", 0)), "bad-pace"),
        (NewTable("xok", [ME, OPEN], commitment="mine"), "no-such-commitment"),
    ],
)
def test_an_impossible_table_is_refused(hall: Hall, wish: NewTable, code: str) -> None:
    with pytest.raises(Refused) as refused:
        hall.wait(hall.registry.make("ana", wish, lambda: None))
    assert refused.value.code == code


def test_machines_play_among_themselves_where_everybody_may_watch(hall: Hall) -> None:
    audience = hall.wait(hall.registry.make("ana", NewTable("xok", [MACHINE, MACHINE], public=True), lambda: None))
    assert audience.live.row.status == "over"  # the machines of the hall think in no time


def test_nobody_opens_tables_without_end(hall: Hall) -> None:
    few = Hall(hall.folder, Limits(tables=2))
    ana = few.person("ana")
    few.table(ana, "xok", ME, OPEN)
    few.table(ana, "xok", ME, OPEN)
    with pytest.raises(Refused, match="too many"):
        few.table(ana, "xok", ME, OPEN)


def propose(screen: Screen, audience: Audience, seat: int, kind: Kind, sure: bool = False) -> list[Any]:
    asked = wire.Propose(audience.live.row.id, f"p{len(screen.data)}", seat, kind, sure)
    return screen.says(asked)


def reply(screen: Screen, audience: Audience, seat: int, kind: Kind, yes: bool = True) -> list[Any]:
    asked = wire.Reply(audience.live.row.id, f"r{len(screen.data)}", seat, kind, yes)
    return screen.says(asked)


def test_an_undo_needs_the_others_consent(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    ana.play(audience, 0, "e5e6")
    theo.play(audience, 1, "a1b1")
    propose(ana, audience, 0, "undo")
    (offer,) = theo.last(wire.Changed).now.offers
    assert (offer.kind, offer.seat, offer.count, offer.luck) == ("undo", 0, 2, False)
    assert len(audience.live.match.log) == 2
    reply(theo, audience, 1, "undo")
    shown = ana.last(wire.Changed)
    assert (shown.log_from, shown.log, shown.now.waiting, shown.now.offers) == (0, [], [0], [])


def test_an_offer_can_be_refused_and_is_gone_after_a_move(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    ana.play(audience, 0, "e5e6")
    propose(ana, audience, 0, "undo")
    reply(theo, audience, 1, "undo", yes=False)
    assert audience.live.offers == {}
    propose(ana, audience, 0, "draw")
    theo.play(audience, 1, "a1b1")
    assert audience.live.offers == {}
    assert reply(theo, audience, 1, "draw")[-1].code == "no-such-offer"


def test_against_a_machine_an_undo_is_free(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, MACHINE)
    ana.follow(audience)
    ana.play(audience, 0, "e5e6")
    propose(ana, audience, 0, "undo")
    assert audience.live.match.log == []


def test_an_undo_never_crosses_luck_silently(hall: Hall) -> None:
    audience, ana, theo = hall.pair("shells")
    ana.play(audience, 0, "1")
    theo.play(audience, 1, "2")
    assert propose(ana, audience, 0, "undo")[-1].code == "undo-crosses-luck"
    propose(ana, audience, 0, "undo", sure=True)
    assert theo.last(wire.Changed).now.offers[0].luck is True
    reply(theo, audience, 1, "undo")
    assert audience.live.match.log == []


def test_a_draw_agreed_is_shared(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    propose(ana, audience, 0, "draw")
    reply(theo, audience, 1, "draw")
    assert ana.last(wire.Changed).now.result.winners == [0, 1]
    assert ana.last(wire.Changed).now.result.reason == "agreed"


def test_a_match_can_be_called_off_early_and_later_by_consent(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    ana.play(audience, 0, "e5e6")
    theo.play(audience, 1, "a1b1")
    propose(ana, audience, 0, "abort")
    assert audience.live.is_playing
    reply(theo, audience, 1, "abort")
    assert audience.live.row.reason == "aborted"
    audience = hall.table(ana, "xok", ME, MACHINE)
    propose(ana, audience, 0, "abort")
    assert audience.live.row.reason == "aborted"


def test_a_rematch_turns_the_seats_and_uses_the_luck_committed_before(hall: Hall) -> None:
    audience, ana, theo = hall.pair("crocodiles")
    luck = ana.last(wire.Around).luck
    ana.says(wire.Resign(audience.live.row.id, "r", 0))
    propose(ana, audience, 0, "rematch")
    reply(theo, audience, 1, "rematch")
    following = ana.last(wire.Around).info.next
    again = hall.at(following).live
    assert [chair.person for chair in again.chairs] == ["theo", "ana"]
    assert again.is_playing
    assert (again.row.commitment, again.row.id) == (luck.next, luck.next_table)
    assert provable.fingerprint(again.luck) == luck.next
    assert again.row.before == audience.live.row.id


def test_a_game_without_luck_has_nothing_to_check(hall: Hall) -> None:
    _, ana, _ = hall.pair("xok")
    assert ana.last(wire.Around).luck == Luck("")


def test_resigning_with_more_than_two_seats_hands_the_seat_to_a_machine(hall: Hall) -> None:
    ana, theo = hall.person("ana"), hall.person("theo")
    audience = hall.table(ana, "kroc", ME, OPEN, MACHINE)
    theo.follow(audience)
    theo.says(wire.Sit(audience.live.row.id, "s", 1))
    theo.says(wire.Resign(audience.live.row.id, "r", 1))
    assert audience.live.is_playing
    assert audience.live.chairs[1].kind == "machine"
    assert theo.last(wire.Around).mine == []


def test_reconnecting_brings_only_what_was_missed(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    ana.play(audience, 0, "e5e6")
    theo.play(audience, 1, "a1b1")
    hall = hall.again()
    table = hall.person("ana").follow(audience, seen=1, cuts=0)
    assert (table.log_from, [line.text for line in table.log]) == (1, ["a1b1"])
    assert hall.person("ana").follow(audience, seen=99).log_from == 0
    assert hall.person("ana").follow(audience, seen=1, cuts=7).log_from == 0


def test_after_a_restart_everybody_sees_the_same_table(hall: Hall) -> None:
    audience, ana, theo = hall.pair("kroc")
    for screen, seat in ((ana, 0), (theo, 1)):
        screen.play(audience, seat, audience.live.match.position.view(seat).moves(seat).__iter__().__next__())
    before = [screen.follow(audience) for screen in (ana, theo)]
    hall = hall.again()
    after = []
    for name in ("ana", "theo"):
        hall.person(name).follow(audience)
    for name in ("ana", "theo"):
        after.append(hall.person(name).follow(audience))
    assert after == before


def test_chat_keeps_players_and_spectators_apart_until_the_end(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    eve = hall.person("eve")
    eve.follow(audience)
    ana.says(wire.Say(audience.live.row.id, "bonjour"))
    eve.says(wire.Say(audience.live.row.id, emote="wow"))
    assert [m.talk.text for m in theo.heard if isinstance(m, wire.Said)] == ["bonjour"]
    assert [m.talk.emote for m in eve.heard if isinstance(m, wire.Said)] == ["wow"]
    ana.says(wire.Resign(audience.live.row.id, "r", 0))
    assert len(eve.follow(audience).chat) == 2


def test_a_muted_person_is_not_heard(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    theo.says(wire.Mute("ana"))
    ana.says(wire.Say(audience.live.row.id, "hep"))
    assert not [m for m in theo.heard if isinstance(m, wire.Said)]
    hall = hall.again()
    assert hall.person("theo").follow(audience).chat == []
    theo = hall.person("theo")
    theo.says(wire.Mute("ana", on=False))
    assert len(theo.follow(audience).chat) == 1


def test_an_emote_is_one_of_the_list(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok")
    assert ana.says(wire.Say(audience.live.row.id, emote="<b>"))[-1].code == "no-such-emote"
    assert ana.says(wire.Say(audience.live.row.id, "  "))[-1].code == "nothing-to-say"


def test_the_lobby_tells_of_public_tables_only(hall: Hall) -> None:
    ana, eve = hall.person("ana"), hall.person("eve")
    eve.says(wire.Lobby())
    hall.table(ana, "xok", ME, OPEN)
    shown = hall.table(ana, "xok", ME, OPEN, public=True)
    hall.tick()
    listing = eve.last(wire.Listing)
    assert [info.table for info in listing.open] == [shown.live.row.id]


def test_one_screen_shows_everything_where_nothing_is_hidden(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, ME)
    table = ana.follow(audience)
    assert (table.mine, table.now.curtain, list(table.now.moves)) == ([0, 1], False, ["0"])
    ana.play(audience, 0, "e5e6")
    assert list(ana.last(wire.Changed).now.moves) == ["1"]


def test_on_one_screen_a_curtain_keeps_choices_apart(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "shells", ME, ME)
    table = ana.follow(audience)
    assert (table.now.curtain, table.now.viewer, table.now.moves) == (True, -1, {})
    ana.says(wire.Look(audience.live.row.id, 1))
    shown = ana.last(wire.Changed)
    assert (shown.now.viewer, list(shown.now.moves)) == (1, ["1"])
    ana.play(audience, 1, "2")
    shown = ana.last(wire.Changed)
    assert (shown.now.viewer, shown.now.choices, shown.now.chosen) == (-1, {}, [1])


def test_luck_at_a_table_can_be_checked(hall: Hall) -> None:
    ana = hall.person("ana")
    committed = hall.wait(hall.registry.commitments.new())
    commitment = committed.commitment
    audience = hall.table(ana, "kroc", ME, MACHINE, commitment=commitment, number="seven")
    assert audience.live.row.id == committed.match, "the name is fixed before the number is known"
    ana.follow(audience)
    assert ana.last(wire.Table).luck.commitment == commitment
    assert ana.last(wire.Table).luck.secret == ""
    while audience.live.is_playing:
        ana.play(audience, 0, next(iter(audience.live.match.position.moves(0))))
    live = audience.live
    assert live.luck.numbers == ("seven", "")
    assert provable.verify(live.luck, live.match) > 0
    assert ana.last(wire.Around).luck.secret == live.row.secret


def test_help_is_not_given_against_people(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok")
    (refusal,) = ana.says(wire.Ask(audience.live.row.id, "1", "hint", 0))
    assert refusal.code == "not-against-people"
    (refusal,) = ana.says(wire.Ask(audience.live.row.id, "2", "review"))
    assert refusal.code == "not-over"


def test_moves_are_told_on_request(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    assert ana.follow(audience, detail="none").now.moves == {"0": []}
    (told,) = ana.says(wire.Ask(audience.live.row.id, "1", "moves", 0))
    assert len(told.moves) == 156
    assert theo.says(wire.Ask(audience.live.row.id, "1", "moves", 0))[-1].code == "not-your-seat"


def test_a_picture_in_signs_is_told_on_request_and_shows_what_the_asker_may_see(hall: Hall) -> None:
    audience, ana, theo = hall.pair("crabs")
    bob, match = hall.person("bob"), audience.live.match
    bob.follow(audience)
    for screen, viewer in ((ana, 0), (theo, 1), (bob, SPECTATOR)):
        (told,) = screen.says(wire.Ask(audience.live.row.id, "1", "picture"))
        seen = match.game.words.picture(match.seen_by(viewer), viewer)
        assert (told.picture.fr, told.picture.en) == (seen.fr, seen.en)
    pictures = [screen.last(wire.Told).picture.en for screen in (ana, theo, bob)]
    assert len(set(pictures)) == 3


def test_behind_the_curtain_a_picture_shows_no_hand(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "crabs", ME, ME)
    ana.follow(audience)
    match = audience.live.match
    (told,) = ana.says(wire.Ask(audience.live.row.id, "1", "picture"))
    assert told.picture.en == match.game.words.picture(match.seen_by(SPECTATOR), SPECTATOR).en
    ana.says(wire.Look(audience.live.row.id, 0))
    (told,) = ana.says(wire.Ask(audience.live.row.id, "2", "picture"))
    assert told.picture.en == match.game.words.picture(match.seen_by(0), 0).en


def test_any_line_of_the_log_is_shown_again_as_it_was_seen_then(hall: Hall) -> None:
    audience, ana, theo = hall.pair("kroc")
    bob, match = hall.person("bob"), audience.live.match
    bob.follow(audience)
    for screen, seat in ((ana, 0), (theo, 1)):
        screen.play(audience, seat, next(iter(match.position.moves(seat))))
    bites = [index for index, event in enumerate(match.log) if event.seat >= 0]
    for screen, viewer in ((ana, 0), (theo, 1), (bob, SPECTATOR)):
        for index in bites:
            (told,) = screen.says(wire.Ask(audience.live.row.id, "1", "again", index=index))
            shown = told.passage
            assert (shown.first, len(shown.lines)) == (bites[0], len(match.log) - bites[0]), "bites and tide in one go"
            view = match.position_at(bites[0]).view(viewer).state
            assert shown.before == msgspec.to_builtins(match.game.words.scene(view, viewer))
            assert shown.scene == msgspec.to_builtins(match.game.words.scene(match.seen_by(viewer), viewer))
            assert "Ana" in shown.lines[0].en
    for nothing in (None, -1, len(match.log)):
        assert ana.says(wire.Ask(audience.live.row.id, "1", "again", index=nothing))[-1].code == "no-such-event"
