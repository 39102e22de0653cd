"""Whoever comes back, at whichever server, is shown nothing older than what they have seen."""

import asyncio
from typing import Any

import pytest

from recif.server.messages import wire
from tests.server.hall import Hall, Screen
from tests.server.test_sharing import both, deaf, until

pytestmark = pytest.mark.one_database("postgres")
ABSURD = 10**9


def behind(hall: Hall) -> tuple[Hall, Screen, str]:
    """A table that has gone on at one server, and another server that has it in memory and has not heard."""
    other, ana, _, table = both(hall)
    deaf(other)
    assert isinstance(ana.play(hall.at(table), 0, "e5e6"), wire.Ack)
    assert other.at(table).live.version < hall.at(table).live.version
    return other, ana, table


def questions(hall: Hall) -> list[str]:
    """What it asks the database, from now on."""
    asked, real = list[str](), hall.store.rows

    async def rows(sql: str, *values: Any) -> Any:
        asked.append(sql)
        return await real(sql, *values)

    hall.store.rows = rows
    return asked


def test_who_comes_back_at_a_server_that_has_not_heard_is_not_shown_an_older_table(hall: Hall) -> None:
    other, ana, table = behind(hall)
    seen = ana.last(wire.Changed).now.version
    told = other.person("ana").follow(other.registry.audiences[table], version=seen)
    assert (told.now.version, [line.text for line in told.log]) == (seen, ["e5e6"])


def test_who_was_acknowledged_and_then_cut_off_finds_the_move_made(hall: Hall) -> None:
    other, ana, table = behind(hall)
    acknowledged = ana.last(wire.Ack).version
    assert other.person("ana").follow(other.registry.audiences[table], version=acknowledged).now.events == 1


def test_the_others_around_that_table_are_told_too(hall: Hall) -> None:
    other, ana, table = behind(hall)
    zoe = other.person("zoe")
    assert zoe.follow(other.registry.audiences[table]).now.events == 0  # she has seen nothing yet
    other.person("ana").follow(other.registry.audiences[table], version=ana.last(wire.Ack).version)
    assert zoe.last(wire.Changed).now.events == 1


def test_what_is_under_way_at_the_other_server_is_waited_for(hall: Hall) -> None:
    """Théo, who has not heard either, resigns there: too late, and judged anew, while Ana comes back."""
    other, ana, table = behind(hall)
    seen, again, theo = ana.last(wire.Ack).version, other.person("ana"), other.person("theo")

    async def at_once() -> None:
        for person, asked in ((theo, wire.Resign(table, "r", 1)), (again, wire.Follow(table, version=seen))):
            other.dispatcher.on_message(person, wire.encode(asked))

    other.wait(at_once())
    shown = [m.now.version for m in again.heard if isinstance(m, wire.Table | wire.Changed)]
    assert shown
    assert min(shown) >= seen
    assert other.at(table).live.row.reason == "resigned"


def test_a_version_that_nobody_has_written_costs_one_question_and_shows_what_there_is(hall: Hall) -> None:
    other, ana, table = behind(hall)
    again, last = other.person("ana"), ana.last(wire.Ack).version
    again.follow(other.registry.audiences[table], version=ABSURD)
    asked = questions(other)
    assert again.follow(other.registry.audiences[table], version=last).now.version == last
    plain = len(asked)
    assert again.follow(other.registry.audiences[table], version=ABSURD).now.version == last
    assert len(asked) == 2 * plain + 1


def test_a_view_does_not_grow_old_behind_writes_that_have_nothing_to_do_with_it(hall: Hall) -> None:
    """The database takes its time over something else; what happens at the other server is heard of meanwhile."""
    other, ana, _, table = both(hall)
    zoe, audience = other.person("zoe"), other.at(table)
    answers, real = asyncio.Event(), other.store._writer.use

    async def use(ask: Any) -> Any:
        await answers.wait()
        return await real(ask)

    other.store._writer.use, other.is_patient = use, False
    other.do(lambda: other.store.keep("name", "value", lambda: None))
    zoe.says(wire.Follow(table))
    until(other, lambda: zoe in audience.followers)
    ana.play(hall.at(table), 0, "e5e6")
    until(other, lambda: audience.live.version == hall.registry.audiences[table].live.version)
    answers.set()
    other.is_patient = True
    other.wait(other.quiet())
    shown = [m.now.version for m in zoe.heard if isinstance(m, wire.Table | wire.Changed)]
    assert len(shown) == 2
    assert shown == sorted(shown)


@pytest.mark.one_database("sqlite", "postgres")
@pytest.mark.parametrize("version", [0, 1, ABSURD, 2**63 - 1])
def test_one_server_alone_shows_what_there_is_whatever_is_claimed(hall: Hall, version: int) -> None:
    audience, ana, _ = hall.pair("xok")
    assert ana.follow(audience, version=version).now.version == audience.live.version
