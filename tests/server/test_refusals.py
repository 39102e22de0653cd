"""Everything that a table refuses is refused by its code, in both languages, and changes nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from recif.server.limits import Limits
from recif.server.messages import wire
from recif.server.messages.refusals import SENTENCES, shortened
from tests.server.hall import MACHINE, ME, OPEN, Hall

Asked = Callable[[str], Any]  # what is said about a table, given its code

BEFORE: dict[str, tuple[Asked, str]] = {
    "a move": (lambda table: wire.Play(table, "1", 0, "1"), "not-started"),
    "resigning": (lambda table: wire.Resign(table, "1", 0), "not-started"),
    "an undo": (lambda table: wire.Propose(table, "1", 0, "undo"), "not-started"),
    "a rematch": (lambda table: wire.Propose(table, "1", 0, "rematch"), "not-over"),
    "a seat that is not there": (lambda table: wire.Sit(table, "1", 7), "no-such-seat"),
    "a second seat": (lambda table: wire.Sit(table, "1", 1), "already-seated"),
    "getting up from another's seat": (lambda table: wire.Stand(table, "1", 1), "not-your-seat"),
    "a machine on a seat that is not there": (lambda table: wire.Fill(table, "1", 7, 1), "no-such-seat"),
    "a machine in a person's place": (lambda table: wire.Fill(table, "1", 0, 1), "seat-taken"),
    "a machine of no known level": (lambda table: wire.Fill(table, "1", 1, 17), "no-such-level"),
    "a hint": (lambda table: wire.Ask(table, "1", "hint", 0), "not-started"),
    "a review": (lambda table: wire.Ask(table, "1", "review"), "not-over"),
    "an answer to no offer": (lambda table: wire.Reply(table, "1", 0, "draw", True), "no-such-offer"),
}


@pytest.mark.parametrize(("asked", "code"), BEFORE.values(), ids=list(BEFORE))
def test_before_the_match_begins(asked: Asked, code: str, hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "shells", ME, OPEN, OPEN)
    ana.follow(audience)
    assert_refused(hall, ana, audience.live, asked(audience.live.row.id), code)


DURING: dict[str, tuple[Asked, str]] = {
    "sitting down": (lambda table: wire.Sit(table, "1", 1), "already-started"),
    "getting up": (lambda table: wire.Stand(table, "1", 0), "already-started"),
    "a machine": (lambda table: wire.Fill(table, "1", 1, 1), "already-started"),
    "a draw among three": (lambda table: wire.Propose(table, "1", 0, "draw"), "two-seats-only"),
    "an undo of nothing": (lambda table: wire.Propose(table, "1", 0, "undo"), "nothing-to-undo"),
    "a rematch": (lambda table: wire.Propose(table, "1", 0, "rematch"), "not-over"),
    "looking through another's viewpoint": (lambda table: wire.Look(table, 1), "not-your-seat"),
    "looking through nobody's viewpoint": (lambda table: wire.Look(table, 9), "no-such-seat"),
    "another's moves": (lambda table: wire.Ask(table, "1", "moves", 1), "not-your-seat"),
    "a move that is none": (lambda table: wire.Play(table, "1", 0, "4"), "not-a-number"),
}


@pytest.mark.parametrize(("asked", "code"), DURING.values(), ids=list(DURING))
def test_while_the_match_goes_on(asked: Asked, code: str, hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "shells", ME, OPEN, MACHINE)
    ana.follow(audience)
    hall.person("theo").says(wire.Sit(audience.live.row.id, "s", 1))
    assert_refused(hall, ana, audience.live, asked(audience.live.row.id), code)


AFTER: dict[str, tuple[Asked, str]] = {
    "a move": (lambda table: wire.Play(table, "1", 0, "1"), "game-over"),
    "resigning again": (lambda table: wire.Resign(table, "1", 0), "game-over"),
    "an undo": (lambda table: wire.Propose(table, "1", 0, "undo"), "game-over"),
    "calling it off": (lambda table: wire.Propose(table, "1", 0, "abort"), "game-over"),
    "moves": (lambda table: wire.Ask(table, "1", "moves", 0), "game-over"),
    "chances before an event that never was": (lambda table: wire.Ask(table, "1", "evaluate", 0, 99), "no-such-event"),
    "chances before the first event of all": (lambda table: wire.Ask(table, "1", "evaluate", 0, -1), "no-such-event"),
}


@pytest.mark.parametrize(("asked", "code"), AFTER.values(), ids=list(AFTER))
def test_when_the_match_is_over(asked: Asked, code: str, hall: Hall) -> None:
    audience, ana, _ = hall.pair("shells")
    ana.says(wire.Resign(audience.live.row.id, "r", 0))
    assert_refused(hall, ana, audience.live, asked(audience.live.row.id), code)


def assert_refused(hall: Hall, screen: Any, live: Any, asked: Any, code: str) -> None:
    version = live.version
    told = screen.says(asked)[-1]
    assert isinstance(told, wire.Refusal)
    assert (told.code, told.table, told.id) == (code, asked.table, getattr(asked, "id", ""))
    assert told.fr != told.en
    assert live.version == version == len(hall.wait(hall.store.entries(live.row.id)))


STRANGERS: list[Asked] = [
    lambda table: wire.Say(table, "hello"),
    lambda table: wire.Look(table, 0),
    lambda table: wire.Ask(table, "1", "moves", 0),
]


@pytest.mark.parametrize("asked", STRANGERS)
def test_who_does_not_follow_a_table_has_no_say_there(asked: Asked, hall: Hall) -> None:
    audience, _, _ = hall.pair("shells")
    (told,) = hall.person("eve").says(asked(audience.live.row.id))
    assert told.code == "not-following"


def test_a_machine_takes_no_draw(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, MACHINE)
    assert ana.says(wire.Propose(audience.live.row.id, "1", 0, "draw"))[-1].code == "machine-declines"


def test_nobody_agrees_twice(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok")
    table = audience.live.row.id
    ana.says(wire.Propose(table, "1", 0, "draw"))
    assert ana.says(wire.Reply(table, "2", 0, "draw", True))[-1].code == "already-agreed"


def test_a_rematch_is_made_once(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok")
    table = audience.live.row.id
    ana.says(wire.Resign(table, "r", 0))
    ana.says(wire.Propose(table, "1", 0, "rematch"))
    theo.says(wire.Reply(table, "2", 1, "rematch", True))
    assert ana.says(wire.Propose(table, "3", 0, "rematch"))[-1].code == "no-such-offer"


@pytest.mark.parametrize("words", ["", "{", "[]", '"play"', "{}", '{"type": "dance"}', '{"type": "play"}', "[" * 9000])
def test_what_is_no_message_is_refused_without_a_table(words: str, hall: Hall) -> None:
    (told,) = hall.person("ana").says(words)
    assert (told.code, told.table, told.id) == ("bad-message", "", "")


def test_chat_has_its_own_measure(hall: Hall) -> None:
    quiet = Hall(hall.folder, Limits(messages=(1e9, 1e9), chat=(1, 2)))
    audience, ana, _ = quiet.pair("xok")
    said = [ana.says(wire.Say(audience.live.row.id, "hep"))[-1] for _ in range(3)]
    assert [type(told) for told in said] == [wire.Said, wire.Said, wire.Refusal]
    assert said[-1].code == "flood"
    quiet.world.now += 1000
    assert isinstance(ana.says(wire.Say(audience.live.row.id, "hep"))[-1], wire.Said)


def test_the_machine_answers_one_question_at_a_time(hall: Hall) -> None:
    ana = hall.person("ana")
    audience = hall.table(ana, "xok", ME, MACHINE)
    ana.follow(audience)
    asked, waiting = wire.Ask(audience.live.row.id, "1", "hint", 0), list[Callable[[Any], None]]()
    hall.registry.machines.submit = lambda task: waiting.append(task.then)  # type: ignore[method-assign]
    assert ana.says(asked) == []
    assert ana.says(asked)[-1].code == "busy"
    waiting.pop()(None)  # the machine failed: one may ask again
    assert ana.says(asked) == []


def test_every_reason_is_told_in_both_languages() -> None:
    for code, text in SENTENCES.items():
        assert text.fr.endswith("."), code
        assert text.en.endswith("."), code
        assert text.fr != text.en


def test_a_long_reason_keeps_its_beginning_and_its_end() -> None:
    told = shortened("a" * 5000 + "choose one of: 5, 4")
    assert len(told) < 620
    assert told.startswith("aaa")
    assert told.endswith("choose one of: 5, 4")


def test_a_flood_that_is_over_is_forgotten(hall: Hall) -> None:
    strict = Hall(hall.folder, Limits(messages=(20, 60)))
    ana = strict.person("ana")
    for _ in range(20):  # each time a few too many, which would be a flood together
        answers = [answer for _ in range(70) for answer in ana.says(wire.Ping())]
        assert [answer.code for answer in answers if isinstance(answer, wire.Refusal)] == ["flood"]
        strict.world.now += 60_000
    assert ana.closed is None
    for _ in range(200):
        ana.says(wire.Ping())
    assert ana.closed == (1008, "flood")
