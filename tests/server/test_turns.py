"""My matches that go on, by who they wait for and by the time that is left."""

from types import SimpleNamespace
from typing import Any

import pytest

from recif.match.pace import DAY
from recif.server.api.turns import turns
from recif.server.messages import wire
from recif.server.messages.bodies.tables import AwaitedMatches
from recif.server.messages.shapes import Pace
from tests.server.hall import ME, OPEN, Hall
from tests.server.test_holidays import rest

pytestmark = pytest.mark.one_database("sqlite")


def asked(hall: Hall, person: str) -> AwaitedMatches:
    call: Any = SimpleNamespace(registry=hall.registry, me=hall.registry.people.row(person), now=hall.world.now)
    return hall.wait(turns(call))


def begun(hall: Hall, pace: Pace, **told: Any) -> str:
    """Ana's turn, against Théo."""
    audience = hall.table(hall.person("ana"), "xok", ME, OPEN, pace=pace, **told)
    theo = hall.person("theo")
    theo.follow(audience)
    theo.says(wire.Sit(audience.live.row.id, "sit", 1))
    return audience.live.row.id


def test_the_least_time_comes_first_and_what_waits_for_others_apart(hall: Hall) -> None:
    slow, never, quick = (begun(hall, pace) for pace in (Pace("days", 3 * DAY), Pace(), Pace("days", DAY)))
    hall.table(hall.person("ana"), "xok", ME, OPEN, pace=Pace("days", DAY))  # nobody has come yet
    mine = asked(hall, "ana")
    assert [(one.table, one.due) for one in mine.turns] == [
        (quick, hall.world.now + DAY),
        (slow, hall.world.now + 3 * DAY),
        (never, 0),
    ]
    assert (mine.others, mine.at) == ([], hall.world.now)
    assert [one.table for one in asked(hall, "theo").others] == [quick, slow, never]
    hall.person("ana").play(hall.at(quick), 0, "e5e6")
    assert [one.table for one in asked(hall, "ana").turns] == [slow, never]
    assert [one.table for one in asked(hall, "theo").turns] == [quick]


def test_why_a_match_waits_is_told_to_those_who_wait(hall: Hall) -> None:
    table = begun(hall, Pace("days", 3 * DAY), flag="ask")
    rest(hall, "ana", hall.world.now + 10 * DAY)
    assert asked(hall, "theo").others[0].away == hall.world.now + 10 * DAY
    assert not asked(hall, "ana").turns[0].away
    rest(hall, "ana", 0)
    ana, theo = hall.person("ana"), hall.person("theo")
    for screen in (ana, theo):
        screen.follow(hall.at(table))
    ana.says(wire.Propose(table, "pause", 0, "pause"))
    theo.says(wire.Reply(table, "yes", 1, "pause", True))
    assert [(one.paused, one.due) for one in asked(hall, "theo").others] == [(True, 0)]
    theo.says(wire.Propose(table, "go on", 1, "resume"))
    hall.run(4 * DAY)
    assert asked(hall, "theo").others[0].vanished
    assert [(one.vanished, one.due) for one in asked(hall, "ana").turns] == [(False, hall.world.now)]
