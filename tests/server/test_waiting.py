"""A store that makes one wait: what comes meanwhile keeps its place, and nothing is done twice."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from recif.games.core.contract import Refused
from recif.server.limits import Limits
from recif.server.messages import wire
from recif.server.messages.shapes import Pace
from recif.server.people.accounts import People
from recif.server.store.rows import PersonRow
from recif.server.store.sqlite import SqliteStore
from recif.server.tasks import Answer, at_once, begin
from recif.server.transport.queues import SocketTurns, Work
from tests.server.hall import Hall, Screen

pytestmark = pytest.mark.one_database("sqlite")


class Slow:
    """Questions to a store wait until the gate is open."""

    def __init__(self, store: SqliteStore) -> None:
        self.gate = asyncio.Event()
        self.asked: list[str] = []
        self._rows = store.rows
        store.rows = self.rows  # type: ignore[method-assign]

    async def rows(self, sql: str, *values: Any) -> list[Any]:
        self.asked.append(sql)
        await self.gate.wait()
        return await self._rows(sql, *values)


def slowly(hall: Hall, story: Callable[[Slow], Awaitable[None]]) -> None:
    async def whole() -> None:
        await story(Slow(hall.store))

    hall.wait(whole())


async def rounds(count: int = 20) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def ask(hall: Hall, screen: Screen, message: Any) -> "asyncio.Task[None] | None":
    return hall.dispatcher.on_message(screen, wire.encode(message))


def test_a_table_is_loaded_once_for_all_who_ask_in_the_order_in_which_they_asked(hall: Hall) -> None:
    table = hall.pair("xok")[0].live.row.id
    hall = hall.again()
    screens = [hall.person(name) for name in ("ana", "theo", "zoe")]
    came: list[str] = []

    async def story(slow: Slow) -> None:
        async def load(name: str) -> None:
            await hall.registry.audience(table)
            came.append(name)

        loads = [asyncio.create_task(load(screen.person)) for screen in screens]
        await rounds()
        assert (came, hall.registry.audiences) == ([], {})
        slow.gate.set()
        await asyncio.gather(*loads)
        assert sum("FROM entries" in sql for sql in slow.asked) == 1

    slowly(hall, story)
    assert came == ["ana", "theo", "zoe"]


def test_who_waited_for_somebody_who_gave_up_loads_the_table_instead(hall: Hall) -> None:
    table = hall.pair("xok")[0].live.row.id
    hall = hall.again()

    async def story(slow: Slow) -> None:
        first = asyncio.create_task(hall.registry.audience(table))
        await rounds()
        second = asyncio.create_task(hall.registry.audience(table))
        await rounds()
        first.cancel()
        slow.gate.set()
        assert (await second).live.row.id == table

    slowly(hall, story)


def test_a_move_that_waits_for_its_table_counts_from_when_it_came(hall: Hall) -> None:
    audience, _, _ = hall.pair("xok", Pace("increment", 60_000, 0))
    hall.run(10_000)
    hall.tick()
    hall.registry.memory.put_away(audience.live.row.id)
    ana = hall.person("ana")

    async def story(slow: Slow) -> None:
        task = ask(hall, ana, wire.Play(audience.live.row.id, "m", 0, "e5e6"))
        assert task
        hall.world.now += 20_000  # the database takes its time
        slow.gate.set()
        await task

    slowly(hall, story)
    assert isinstance(ana.heard[-1], wire.Ack)
    assert hall.audience(audience).live.clock.left[0] == 50_000


def test_who_has_gone_before_the_table_was_there_follows_nothing(hall: Hall) -> None:
    table = hall.pair("xok")[0].live.row.id
    hall = hall.again()
    zoe = hall.person("zoe")

    async def story(slow: Slow) -> None:
        task = ask(hall, zoe, wire.Follow(table))
        hall.dispatcher.disconnect(zoe)
        slow.gate.set()
        assert task
        await task

    slowly(hall, story)
    assert not hall.at(table).followers
    assert not zoe.data


def test_what_is_said_while_somebody_comes_is_read_again(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok")
    ana.says(wire.Say(audience.live.row.id, "one"))
    zoe = hall.person("zoe")
    hall.wait(hall.registry.people.muted("zoe"))

    async def story(slow: Slow) -> None:
        task = ask(hall, zoe, wire.Follow(audience.live.row.id, detail="none"))
        await rounds()
        audience.lines += 1  # somebody spoke
        slow.gate.set()
        assert task
        await task
        assert sum("FROM talks" in sql for sql in slow.asked) == 2

    slowly(hall, story)
    assert isinstance(zoe.heard[-1], wire.Table)


def test_a_name_that_two_people_ask_for_at_once_goes_to_one(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "s.db")
        people, slow = People(store), Slow(store)

        async def claim() -> bool:
            try:
                await people.claim("Ana")
            except Refused:
                return False
            return True

        claims = [asyncio.create_task(claim()) for _ in range(2)]
        await rounds()
        slow.gate.set()
        assert await asyncio.gather(*claims) == [True, False]
        people.give_up("Ana")
        store.save_person(PersonRow("p", "Ana", "fr", 0, "hash"), "ana", lambda: None)
        with pytest.raises(Refused):
            await people.claim("Ana")
        assert not people._claimed

    asyncio.run(story())


class Chair:
    """A reader whose messages wait for a gate."""

    def __init__(self, gate: asyncio.Event) -> None:
        self.waiting: deque[tuple[int, bytes]] = deque()
        self.person, self.keys = "ana", ("ana", "here")
        self.gate, self.handled, self.read = gate, list[bytes](), 0

    def handle(self, data: bytes) -> "asyncio.Task[None] | None":
        return begin(self._handle(data))

    async def _handle(self, data: bytes) -> None:
        if data == b"slow":
            await self.gate.wait()
        self.handled.append(data)

    def read_on(self) -> None:
        self.read += 1


def test_messages_behind_one_that_waits_keep_their_place_and_it_counts_as_waiting() -> None:
    async def story() -> None:
        loop = asyncio.get_running_loop()
        turns = SocketTurns(Work(Limits()), lambda: 1000, loop.call_soon, loop.call_later)
        chair, other = Chair(asyncio.Event()), Chair(asyncio.Event())
        chair.waiting.extend([(5, b"slow"), (6, b"quick")])
        other.person, other.keys = "theo", ("theo", "there")
        turns.add(chair)
        await rounds()
        assert (chair.handled, turns.oldest(["ana"])) == ([], 5)
        other.waiting.append((7, b"quick"))
        turns.add(other)
        await rounds()
        assert (other.handled, other.read) == ([b"quick"], 1)
        chair.gate.set()
        await rounds()
        assert (chair.handled, chair.read, turns.oldest(["ana"])) == ([b"slow", b"quick"], 1, None)

    asyncio.run(story())


def test_work_that_never_waits_makes_no_task_and_needs_no_loop() -> None:
    async def seven() -> int:
        return 7

    assert begin(seven()) is None
    assert at_once(seven()) == 7


def test_work_that_waits_goes_on_as_a_task_with_what_it_waited_for() -> None:
    async def story() -> None:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def work() -> int:
            return await future + 1

        task = begin(work())
        assert task
        future.set_result(41)
        assert await task == 42

    asyncio.run(story())


def test_of_those_who_wait_for_an_answer_one_who_goes_takes_it_from_nobody() -> None:
    async def story() -> None:
        answer = Answer()
        gone, stays = (asyncio.get_running_loop().create_task(answer.wait()) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        answer.set(True)
        answer.set(False)  # the first word counts
        assert gone.cancelled()
        assert await stays
        assert await answer.wait()

    asyncio.run(story())


def test_work_that_had_to_wait_is_not_taken_for_done() -> None:
    async def story() -> None:
        async def work() -> None:
            await asyncio.sleep(0)

        def ask(work: Coroutine[Any, Any, None]) -> None:
            at_once(work)

        with pytest.raises(RuntimeError, match="had to wait"):
            ask(work())

    asyncio.run(story())
