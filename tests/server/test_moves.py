"""Moves at a table: acknowledged once they are on disk, done once, refused with a reason."""

import pytest

from recif.server.messages import wire
from recif.server.tables import requests
from tests.server.hall import MACHINE, ME, OPEN, Hall


def test_a_move_is_acknowledged_then_shown_to_both(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    before = len(ana.data)
    ack = ana.play(audience, 0, "e5e6")
    assert isinstance(ack, wire.Ack)
    told = ana.heard[before:]
    assert [type(message) for message in told] == [wire.Ack, wire.Changed]
    shown = theo.last(wire.Changed)
    assert [(line.seat, line.text) for line in shown.log] == [(0, "e5e6")]
    assert shown.now.waiting == [1]
    assert {move.text for move in shown.now.moves["1"]} == set(audience.live.match.position.moves(1))


def test_what_is_acknowledged_is_on_disk(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok")
    ack = ana.play(audience, 0, "e5e6")
    entries = hall.wait(hall.store.entries(audience.live.row.id))
    assert entries[-1].version == ack.version
    assert [entry.version for entry in entries] == list(range(1, ack.version + 1))


def test_a_move_sent_again_is_acknowledged_again_and_done_once(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok")
    first = ana.play(audience, 0, "e5e6", id="one")
    assert ana.play(audience, 0, "e5e6", id="one") == first
    assert len(audience.live.match.log) == 1


def test_a_move_sent_again_after_a_restart_is_done_once(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok")
    first = ana.play(audience, 0, "e5e6", id="one")
    hall = hall.again()
    again = hall.person("ana").play(audience, 0, "e5e6", id="one")
    assert again == first
    assert len(hall.audience(audience).live.match.log) == 1


def test_the_same_id_of_another_person_is_another_move(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    ana.play(audience, 0, "e5e6", id="one")
    assert isinstance(theo.play(audience, 1, "a1b1", id="one"), wire.Ack)
    assert len(audience.live.match.log) == 2


def test_a_stale_move_is_refused(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    ana.play(audience, 0, "e5e6", at=0)
    refusal = theo.play(audience, 1, "a1b1", at=0)
    assert refusal.code == "stale"
    assert isinstance(theo.play(audience, 1, "a1b1", at=1), wire.Ack)


def test_nobody_plays_for_another_seat(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    assert theo.play(audience, 0, "e5e6").code == "not-your-seat"
    assert hall.person("eve").play(audience, 0, "e5e6").code == "not-your-seat"
    assert ana.play(audience, 9, "e5e6").code == "no-such-seat"
    assert audience.live.match.log == []


def test_nobody_plays_out_of_turn(hall: Hall) -> None:
    audience, _, theo = hall.pair("xok")
    assert theo.play(audience, 1, "e5e6").code == "not-your-turn"


def test_an_illegal_move_is_refused_with_the_rule_and_the_cells(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok")
    refusal = ana.play(audience, 0, "e5*ne")
    assert (refusal.code, refusal.rule, refusal.cells) == ("shark-eats-nothing", "2", ["e5"])
    assert refusal.fr
    assert refusal.en


def test_a_move_for_a_table_that_does_not_exist_is_refused(hall: Hall) -> None:
    ana = hall.person("ana")
    (refusal,) = ana.says(wire.Play("nowhere", "1", 0, "e5e6"))
    assert refusal.code == "no-such-table"
    assert refusal.id == "1"


def test_no_move_before_the_match_begins_or_after_it_ends(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, OPEN)
    ana.follow(audience)
    assert ana.play(audience, 0, "e5e6").code == "not-started"
    theo = hall.person("theo")
    theo.says(wire.Sit(audience.live.row.id, "s", 1))
    theo.says(wire.Resign(audience.live.row.id, "r", 1))
    assert ana.play(audience, 0, "e5e6").code == "game-over"
    assert ana.last(wire.Changed).now.result.winners == [0]


def test_the_machine_answers(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, MACHINE)
    ana.follow(audience)
    ana.play(audience, 0, "e5e6")
    assert [event.seat for event in audience.live.match.log] == [0, 1]
    assert ana.last(wire.Changed).now.waiting == [0]


def test_choices_made_at_once_are_kept_secret_and_survive_a_restart(hall: Hall) -> None:
    audience, ana, theo = hall.pair("shells")
    ana.play(audience, 0, "3")
    shown = theo.last(wire.Changed)
    assert (shown.now.chosen, shown.now.choices, shown.log) == ([0], {}, [])
    assert ana.last(wire.Changed).now.choices == {"0": "3"}
    hall = hall.again()
    audience, theo = hall.audience(audience), hall.person("theo")
    theo.follow(audience)
    theo.play(audience, 1, "1")
    assert [line.text for line in theo.last(wire.Changed).log][:2] == ["3", "1"]
    assert audience.live.match.position.scores[0] > 0


def test_a_choice_can_be_changed_while_the_other_thinks(hall: Hall) -> None:
    audience, ana, theo = hall.pair("shells")
    ana.play(audience, 0, "1")
    ana.play(audience, 0, "3")
    theo.play(audience, 1, "2")
    assert audience.live.match.position.scores[0] > 0


def test_a_table_that_breaks_is_read_again_from_disk(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    audience, ana, theo = hall.pair("shells")
    ana.play(audience, 0, "1")
    audience.live.luck = None  # type: ignore[assignment]  # what a defect could do
    theo.says(wire.Play(audience.live.row.id, "x", 1, "1"))
    assert theo.closed == ana.closed == (1011, "again")
    assert hall.audience(audience) is not audience
    assert hall.audience(audience).live.match.choices == {0: "1"}
    assert "a message failed" in caplog.text


def test_whoever_judges_a_move_hands_its_number_on_and_the_disk_does_not_keep_it(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok")
    live = audience.live
    entry = requests.judge(live, ana.person, wire.Play(live.row.id, "one", 0, "e5e6"), live.at)
    assert entry.number == live.match.number(0, "e5e6")
    ana.play(audience, 0, "e5e6", id="one")
    kept = hall.wait(hall.store.entries(live.row.id))[-1]
    assert kept == entry._replace(number=None, at=kept.at, heard=kept.heard)
