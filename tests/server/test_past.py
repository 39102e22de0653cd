"""While a game goes on nobody looks back at what it has put away; who lost leads the rematch where the game says so."""

import re

import pytest

from recif.match.frame import Line
from recif.server.messages import wire
from recif.server.views.audience import Audience
from tests.server.hall import Hall, Screen

A_CARD = re.compile(r"(10|[1-9AO])[cp]$")
NAMED = re.compile(r"the (crab|octopus) (\d+|α|Ω)")


def play_on(audience: Audience, players: tuple[Screen, Screen]) -> None:
    """The next decision: pass, else accept, else anything."""
    (seat,) = audience.live.waiting
    moves = list(audience.live.match.position.moves(seat))
    move = next((text for text in ("pass", "accept") if text in moves), moves[0])
    assert isinstance(players[seat].play(audience, seat, move), wire.Ack)


def play_until_round(number: int, audience: Audience, players: tuple[Screen, Screen]) -> int:
    """Until a round has been led; how many events there were before it: the last of them is a pass, or an Ω."""
    while (state := audience.live.match.position.state).rounds < number or state.played == 0:
        play_on(audience, players)
    ends = [index for index, event in enumerate(audience.live.match.log) if event.text in ("pass", "Oc", "Op")]
    return ends[-1] + 1


def log_of(screen: Screen) -> list[Line]:
    """The log as a client has it: each message replaces the lines from `log_from` on."""
    lines: list[Line] = []
    for message in screen.heard:
        if isinstance(message, (wire.Table, wire.Changed)):
            lines = lines[: message.log_from] + message.log
    return lines


def named(lines: list[Line]) -> list[str]:
    return [line.text for line in lines if A_CARD.search(line.text) or NAMED.search(line.en)]


def test_cards_of_an_earlier_round_leave_every_log_when_the_next_is_led(hall: Hall) -> None:
    audience, ana, theo = hall.pair("crabs")
    watcher = hall.person("zoe")
    watcher.follow(audience)
    first = play_until_round(2, audience, (ana, theo))
    for screen in (ana, theo, watcher):
        hall.run(5_000)
        lines = log_of(screen)
        assert len(lines) == len(audience.live.match.log)
        assert named(lines[:first]) == []
        assert audience.live.match.log[-1].text in named(lines[first:]), "the card that leads"


def test_the_last_round_can_be_read_until_the_next_is_led(hall: Hall) -> None:
    audience, ana, theo = hall.pair("crabs")
    while audience.live.match.position.state.rounds < 2:
        play_on(audience, (ana, theo))
    assert audience.live.match.past == 0
    played = [event.text for event in audience.live.match.log if A_CARD.fullmatch(event.text)]
    assert set(played) <= set(named(log_of(theo)))


def test_what_is_put_away_is_not_shown_again_until_the_match_is_over(hall: Hall) -> None:
    audience, ana, theo = hall.pair("crabs")
    first, table = play_until_round(2, audience, (ana, theo)), audience.live.row.id
    assert ana.says(wire.Ask(table, "1", "again", index=first - 1))[-1].code == "out-of-sight"
    last = len(audience.live.match.log) - 1
    assert ana.says(wire.Ask(table, "2", "again", index=last))[-1].passage.first >= first
    ana.says(wire.Resign(table, "r", 0))
    assert ana.says(wire.Ask(table, "3", "again", index=first - 1))[-1].passage.lines


@pytest.mark.parametrize("seen", [0, 12])
def test_coming_back_does_not_bring_them_back(hall: Hall, seen: int) -> None:
    audience, ana, theo = hall.pair("crabs")
    first = play_until_round(3, audience, (ana, theo))
    again = hall.person("theo").follow(audience, seen=seen)
    assert again.log_from == 0
    assert named(again.log[:first]) == []


def test_taking_back_the_lead_opens_the_round_again(hall: Hall) -> None:
    audience, ana, theo = hall.pair("crabs")
    play_until_round(2, audience, (ana, theo))
    past = audience.live.match.past
    assert past > 0
    audience.live.match.undo(1)
    assert audience.live.match.past == 0


def test_all_is_open_after_the_end(hall: Hall) -> None:
    audience, ana, theo = hall.pair("crabs")
    play_until_round(3, audience, (ana, theo))
    theo.says(wire.Resign(audience.live.row.id, "r", 1))
    lines = log_of(ana)
    played = [event.text for event in audience.live.match.log if A_CARD.fullmatch(event.text)]
    assert [line.text for line in lines if A_CARD.fullmatch(line.text)] == played


@pytest.mark.parametrize("loser", [0, 1])
def test_who_lost_leads_the_rematch_of_crabs(hall: Hall, loser: int) -> None:
    audience, *players = hall.pair("crabs")
    table = audience.live.row.id
    players[loser].says(wire.Resign(table, "r", loser))
    players[0].says(wire.Propose(table, "1", 0, "rematch"))
    players[1].says(wire.Reply(table, "2", 1, "rematch", True))
    rematch = hall.at(audience.live.row.next)
    assert rematch.live.chairs[0].person == players[loser].person


@pytest.mark.parametrize("loser", [0, 1])
def test_elsewhere_the_seats_are_turned(hall: Hall, loser: int) -> None:
    audience, *players = hall.pair("xok")
    table = audience.live.row.id
    players[loser].says(wire.Resign(table, "r", loser))
    players[0].says(wire.Propose(table, "1", 0, "rematch"))
    players[1].says(wire.Reply(table, "2", 1, "rematch", True))
    rematch = hall.at(audience.live.row.next)
    assert rematch.live.chairs[0].person == players[1].person
