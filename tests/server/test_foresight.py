"""Moves that are foreseen: the server plays them when the other does what was expected; nobody else knows of them."""

from typing import Any

import pytest

from recif.match.pace import DAY
from recif.server.messages import wire
from recif.server.messages.shapes import Pace
from recif.server.views.audience import Audience
from tests.server.hall import Hall, Screen
from tests.server.test_days import log, refused

DAYS = Pace("days", DAY)


def foresee(screen: Screen, audience: Audience, seat: int, lines: list[list[str]]) -> list[Any]:
    return screen.says(wire.Foresee(audience.live.row.id, f"f{len(screen.data)}", seat, lines))


def ahead(screen: Screen, audience: Audience, seat: int, line: list[str]) -> Any:
    asked = wire.Ask(audience.live.row.id, f"a{len(screen.data)}", "ahead", seat, line=line)
    return next(one for one in screen.says(asked) if isinstance(one, (wire.Told, wire.Refusal)))


def planned(hall: Hall) -> tuple[Audience, Screen, Screen, list[list[str]]]:
    """Ana's turn; Théo has walked ahead on the board and foreseen two of her moves, one of them two moves deep."""
    audience, ana, theo = hall.pair("xok", DAYS)
    first, second = list(ahead(theo, audience, 1, []).ahead.moves["0"])[:2]
    answer = ahead(theo, audience, 1, [first.text]).ahead.moves["1"][0].text
    third = ahead(theo, audience, 1, [first.text, answer]).ahead.moves["0"][0].text
    last = ahead(theo, audience, 1, [first.text, answer, third]).ahead.moves["1"][0].text
    told = ahead(theo, audience, 1, [first.text, answer]).ahead.lines
    assert [(line.seat, line.text) for line in told] == [(0, first.text), (1, answer)]
    assert all(name in line.en for name, line in zip(("Ana", "Theo"), told, strict=True))
    other = ahead(theo, audience, 1, [second.text]).ahead.moves["1"][3].text
    lines = [[first.text, answer, third, last], [second.text, other]]
    told = foresee(theo, audience, 1, lines)
    assert told[-1].now.days.foreseen == {"1": lines}
    return audience, ana, theo, lines


def test_an_expected_move_is_answered_at_once_also_after_a_restart_and_also_the_next(hall: Hall) -> None:
    audience, ana, theo, (line, _) = planned(hall)
    ana.play(audience, 0, line[0])
    assert [text for _, text in log(hall, audience)] == line[:2]
    assert theo.last(wire.Changed).now.days.foreseen == {"1": [line[2:]]}
    hall = hall.again()
    ana = hall.person("ana")
    ana.follow(audience)
    ana.play(audience, 0, line[2])
    assert [text for _, text in log(hall, audience)] == line
    assert [event.what.seat for event in hall.wait(hall.store.entries(audience.live.row.id))[-2:]] == [0, 1]
    assert hall.audience(audience).live.days.foreseen == {}


def test_an_unexpected_move_ends_what_was_foreseen(hall: Hall) -> None:
    audience, ana, theo, (line, other) = planned(hall)
    unexpected = next(text for text in audience.live.match.position.moves(0) if text not in (line[0], other[0]))
    ana.play(audience, 0, unexpected)
    assert [seat for seat, _ in log(hall, audience)] == [0]
    assert theo.last(wire.Changed).now.days is None


def test_nobody_else_is_sent_anything_and_it_can_be_taken_back(hall: Hall) -> None:
    audience, ana, theo, lines = planned(hall)
    assert not any(b"foreseen" in data for data in ana.data)
    assert ana.follow(audience).now.days is None
    foresee(theo, audience, 1, [])
    assert theo.last(wire.Changed).now.days is None
    ana.play(audience, 0, lines[0][0])
    assert len(log(hall, audience)) == 1


@pytest.mark.one_database("sqlite")
def test_what_cannot_be_foreseen_is_refused(hall: Hall) -> None:
    audience, ana, theo, (line, other) = planned(hall)
    assert refused(foresee(ana, audience, 0, [line])) == "not-ahead"  # it is her turn
    assert refused(foresee(ana, audience, 1, [line])) == "not-your-seat"
    assert refused(foresee(theo, audience, 1, [line, [line[0], other[1]]])) == "two-answers"
    assert refused(foresee(theo, audience, 1, [line[:3]])) == "no-answer"
    assert refused(foresee(theo, audience, 1, [["nonsense", line[1]]])) == "not-a-move"
    assert ahead(ana, audience, 1, []).code == "not-your-seat"
    assert theo.last(wire.Changed).now.days.foreseen == {"1": [line, other]}


@pytest.mark.one_database("sqlite")
def test_choices_made_at_once_and_luck_end_what_can_be_foreseen(hall: Hall) -> None:
    audience, ana, _ = hall.pair("kroc", DAYS)
    assert refused(foresee(ana, audience, 0, [["1", "2"]])) == "not-ahead"
    crocodiles, ana, theo = hall.pair("crocodiles", DAYS, options={"setup": "first"})
    seat = 1 - crocodiles.live.waiting[0]
    screen = (ana, theo)[seat]
    line: list[str] = []
    while True:  # until a flip: what it shows is luck
        moves = ahead(screen, crocodiles, seat, line).ahead.moves
        if not moves:
            break
        ((_, found),) = moves.items()
        line.append(next((one.text for one in found if one.parts["kind"] != "swim"), found[0].text))
        assert len(line) < 30
    assert refused(foresee(screen, crocodiles, seat, [[*line, "x"]])) in ("not-foreseeable", "no-answer")


@pytest.mark.one_database("postgres")
def test_an_answer_is_given_by_whichever_server_the_move_comes_to(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok", DAYS)
    other = hall.beside()
    there = other.person("theo")
    there.follow(audience)
    first = ahead(there, audience, 1, []).ahead.moves["0"][0].text
    answer = ahead(there, audience, 1, [first]).ahead.moves["1"][0].text
    foresee(there, audience, 1, [[first, answer]])
    ana.play(audience, 0, first)
    assert [text for _, text in log(hall, audience)] == [first, answer]
    assert theo.last(wire.Changed).now.waiting == [0]
