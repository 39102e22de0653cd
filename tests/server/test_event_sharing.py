"""Several servers at one database: all of them may believe that they lead an event, and nothing happens twice."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from recif.games.core.contract import Refused
from recif.server.messages.bodies import events as bodies
from tests.server.cut_off import FOUR, check_nobody_sits_twice, found
from tests.server.evenings import Evening, plan_of
from tests.server.hall import Hall
from tests.server.test_event_crashes import check

pytestmark = pytest.mark.one_database("postgres")


def three(folder: Path) -> list[Evening]:
    """The same evening at three servers, each of which hears of what the others write."""
    first = Hall(folder)
    halls = [first, Hall(folder, world=first.world), Hall(folder, world=first.world)]
    for hall in halls:
        hall.wait(hall._listen())
    return [Evening(first, plan_of()), *(found(hall, plan_of()) for hall in halls[1:])]


def together(evenings: list[Evening], *work: Any) -> None:
    """What several servers do in the same instant; who comes too late may be refused."""

    async def all_at_once() -> None:
        for done in await asyncio.gather(*work, return_exceptions=True):
            if isinstance(done, BaseException) and not isinstance(done, Refused):
                raise done

    evenings[0].hall.wait(all_at_once())
    for evening in evenings:
        evening.hall.run()


def look(evening: Evening) -> Any:
    return evening.hall.dispatcher.leading.look(evening.event)


def test_three_servers_that_all_lead_make_no_table_and_no_round_twice(tmp_path: Path) -> None:
    evenings = three(tmp_path)
    for name, evening in zip(FOUR, [*evenings, evenings[0]], strict=True):
        evening.does(name, bodies.JoinEvent())
    evenings[1].does("ana", bodies.PairRound())
    for step in range(40):
        evening = evenings[step % 3]
        if evening.event.live.is_over:
            break
        check_nobody_sits_twice(evening)
        evening.hall.world.now += 6_000
        together(evenings, *map(look, evenings))
        evenings[(step + 1) % 3].play_round()
    for evening in evenings:
        check(evening)


def test_two_directors_at_two_servers_pair_one_round(tmp_path: Path) -> None:
    evenings = three(tmp_path)
    for name in FOUR:
        evenings[0].does(name, bodies.JoinEvent())
    acts = [one.hall.dispatcher.leading.act(one.id, one.row("ana"), bodies.PairRound()) for one in evenings[:2]]
    together(evenings, *acts)
    assert len(evenings[2].event.live.rounds) == 1


def test_a_server_that_is_gone_is_gone_on_from_by_another(tmp_path: Path) -> None:
    evenings = three(tmp_path)
    for name in FOUR:
        evenings[0].does(name, bodies.JoinEvent())
    evenings[0].does("ana", bodies.PairRound())
    evenings[0].loses(max(evenings[0].open_boards[0].people))
    left = evenings[1:]
    for step in range(40):
        if left[0].event.live.is_over:
            break
        left[0].hall.world.now += 6_000
        together(left, *map(look, left))
        left[step % 2].play_round()
    check(left[0])
