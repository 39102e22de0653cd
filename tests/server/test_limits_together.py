"""Limits that hold at all servers together: by the database where one too many matters, else by what servers tell."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
import uvloop

from recif.server.limits import TELLING, Buckets
from recif.server.messages import wire
from tests.patience import until as eventually
from tests.server.hall import FREE, Hall, Screen
from tests.server.live import GENEROUS, Visitor, serving, visiting
from tests.server.test_sharing import both, until

pytestmark = pytest.mark.one_database("postgres")


def refused(screen: Screen, message: wire.Say | wire.Ping) -> list[str]:
    return [told.code for told in screen.says(message) if isinstance(told, wire.Refusal)]


def left(buckets: Buckets, key: str) -> float:
    return buckets._buckets[key].left if key in buckets._buckets else buckets.rate[1]


def test_who_chats_at_two_servers_may_say_as_much_as_at_one(tmp_path: Path) -> None:
    other, ana, theo, table = both(Hall(tmp_path, replace(FREE, chat=(0.001, 4))))
    again = other.person("ana")
    again.follow(other.at(table))
    for number in range(3):
        assert not refused(ana, wire.Say(table, f"one {number}"))
    until(other, lambda: left(other.dispatcher._chat, "ana") == 1)
    assert [refused(again, wire.Say(table, "two")) for _ in range(2)] == [[], ["flood"]]
    assert not refused(theo, wire.Say(table, "so much"))  # what others say costs him nothing


def test_what_is_said_at_two_servers_in_one_instant_is_paid_back(tmp_path: Path) -> None:
    hall = Hall(tmp_path, replace(FREE, chat=(1, 4)))
    other, ana, _, table = both(hall)
    again = other.person("ana")
    again.follow(other.at(table))
    for _ in range(4):  # at the same instant, before the news of the others comes
        assert hall.dispatcher._chat.take("ana", hall.world.now)
    for said in range(4):
        assert not refused(again, wire.Say(table, f"two {said}"))
    until(hall, lambda: left(hall.dispatcher._chat, "ana") == -4)
    hall.world.now += 4_000
    assert refused(ana, wire.Say(table, "not yet")) == ["flood"]
    hall.world.now += 1_000
    assert not refused(ana, wire.Say(table, "now"))


def test_messages_at_one_server_count_at_the_other_from_its_next_tick(tmp_path: Path) -> None:
    hall = Hall(tmp_path, replace(FREE, messages=(0.001, 40)))
    other, ana, *_ = both(hall)
    again, before = other.person("ana"), left(hall.dispatcher._messages, "ana")
    for _ in range(20):
        ana.says(wire.Ping(1))
    hall.tick()
    until(other, lambda: left(other.dispatcher._messages, "ana") <= 40 - 20)
    spent = 40 - left(other.dispatcher._messages, "ana")
    assert spent == 40 - before + 20
    answers = [refused(again, wire.Ping(1)) for _ in range(int(40 - spent) + 1)]
    assert answers == [[]] * int(40 - spent) + [["flood"]]


def test_who_spends_little_is_not_told_of(tmp_path: Path) -> None:
    buckets = Buckets((1, 100), "messages")
    buckets.is_told = True
    for _ in range(9):
        buckets.take("ana", 0)
    for _ in range(10):
        buckets.take("eve", 0)
    assert buckets.to_tell(0) == [("eve", 10)]
    assert buckets.to_tell(0) == []
    buckets.take("ana", 0)
    assert buckets.to_tell(0) == [("ana", 10)]
    buckets.take("ana", 0)
    assert buckets.to_tell(60_000) == []
    assert not buckets._spent  # full again: nothing is left to tell


def test_requests_of_an_address_are_counted_by_all_servers(tmp_path: Path) -> None:
    limits = replace(GENEROUS, requests=(0.001, 60))
    untold = TELLING * 60  # of what was spent since the last tick at which it was worth telling

    async def story() -> None:
        async with (
            serving(tmp_path, limits) as one,
            serving(tmp_path, limits) as two,
            visiting(one) as ana,
            visiting(two) as eve,
        ):
            for _ in range(40):
                await ana.call("GET", "/api/games")
            await eventually(lambda: left(two.reception.requests, "127.0.0.1") < 20 + untold)
            assert 20 <= await allowed(eve) < 20 + untold

    async def allowed(visitor: Visitor) -> int:
        for count in range(60):
            status, why = await visitor.ask("GET", "/api/games")
            if status == 429:
                assert why["code"] == "flood"
                return count
        return 60

    uvloop.run(story())


def test_wrong_passwords_are_counted_by_all_servers_to_the_last(tmp_path: Path) -> None:
    limits = replace(GENEROUS, passwords=(0.001, 5))

    async def story() -> list[int]:
        async with (
            serving(tmp_path, limits) as one,
            serving(tmp_path, limits) as two,
            visiting(one) as ana,
            visiting(two) as eve,
        ):
            body = {"name": "Nobody", "password": "not the one"}
            asked = [who.ask("POST", "/api/session", body) for who in (ana, eve) * 4]
            return sorted(status for status, _ in await asyncio.gather(*asked))

    assert uvloop.run(story()) == [401] * 5 + [429] * 3


def test_an_address_that_is_nonsense_is_not_told_and_keeps_no_other_from_being_told(tmp_path: Path) -> None:
    hall = Hall(tmp_path, replace(FREE, address_messages=(0.001, 40)))
    other, *_ = both(hall)
    for key in ("x" * 9_000, *(f"2001:db8:0:{number:x}::/64" for number in range(200))):
        hall.dispatcher._address_messages.take(key, hall.world.now, 30)
    hall.tick()
    last = "2001:db8:0:c7::/64"
    until(other, lambda: left(other.dispatcher._address_messages, last) == 10)
    told = [key for key in other.dispatcher._address_messages._buckets if key.startswith(("x", "2001"))]
    assert len(told) == 200
