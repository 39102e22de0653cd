"""Connections to PostgreSQL: what goes wrong on one leaves it, but for what the database itself has said."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest

from recif.server.store import listening
from recif.server.store.entries import Entry, Played
from recif.server.store.interface import Append
from recif.server.store.links import Link, Links, Wire, connected, patiently
from recif.server.store.postgres import PostgresStore
from tests.patience import PATIENCE, in_the_end, until
from tests.server import databases
from tests.storm.proxy import Proxy

pytestmark = pytest.mark.one_database("postgres")
T = TypeVar("T")
WHO = "SELECT pg_backend_pid()"


async def who(link: Wire) -> int:
    return int(await link.fetchval(WHO))


@asynccontextmanager
async def lingering() -> AsyncIterator[tuple[str, Callable[[int], Awaitable[None]]]]:
    """An address, and how the database ends a connection there that is not seen to close: what a restart does, for as
    long as the end of the stream is not read yet."""
    proxy = await Proxy(databases.postgres().port).open()
    proxy.be("lingering")
    main = await asyncpg.connect(databases.postgres().address)

    async def end(pid: int) -> None:
        before = proxy.passed
        assert await main.fetchval("SELECT pg_terminate_backend($1, 300000)", pid)
        await until(lambda: proxy.passed > before)
        await asyncio.sleep(0.01)  # its last word is read; there is nothing to wait for but the loop

    try:
        yield f"postgresql://recif@127.0.0.1:{proxy.port}/postgres", end
    finally:
        proxy.close()
        await main.close()


def test_a_connection_that_the_database_has_ended_and_that_is_not_seen_to_close_is_left() -> None:
    async def story() -> None:
        async with lingering() as (address, end):
            link = Link(address)
            old = await link.use(who)
            await end(old)
            troubles: list[BaseException] = []
            new = await patiently(lambda: link.use(who), troubles.append)
            assert new != old
            assert [type(trouble) for trouble in troubles] == [asyncpg.InternalClientError]
            await link.close()

    run(story())


def test_nobody_waits_for_the_goodbye_of_a_database_that_has_gone_silent() -> None:
    async def story() -> None:
        proxy = await Proxy(databases.postgres().port).open()
        async with connected(f"postgresql://recif@127.0.0.1:{proxy.port}/postgres") as link:
            await who(link)
            proxy.be("silent")
        assert link.is_closed()
        proxy.close()

    run(story())


def test_questions_are_answered_though_their_connection_was_ended() -> None:
    async def story() -> None:
        async with lingering() as (address, end):
            links = Links(address, 1)

            async def ask() -> int:
                return int((await patiently(lambda: links.rows(WHO, ()), lambda _: None))[0][0])

            old = await ask()
            await end(old)
            assert await ask() != old
            await links.close()

    run(story())


def test_a_move_is_kept_once_though_the_connection_that_writes_was_ended(tmp_path: Path) -> None:
    async def story() -> None:
        async with lingering() as (address, end), a_store(f"{address}?{schema(tmp_path)}") as store:
            for number in range(1, 6):
                await end(await store._writer.use(who))
                await appended(store, number)
            assert [entry.version for entry in await store.entries("t")] == [1, 2, 3, 4, 5]
            assert (store.failure, store.lost, store.commits) == (None, 0, 5)

    run(story())


def test_who_listens_comes_back_though_the_connection_was_not_seen_to_close(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "BEAT", 0.05)

    async def story() -> None:
        async with lingering() as (address, end):
            heard: asyncio.Queue[str] = asyncio.Queue()
            looks: asyncio.Queue[None] = asyncio.Queue()
            listener = listening.NewsListener(address, "links", heard.put_nowait, lambda: looks.put_nowait(None))
            await looks.get()
            main = await asyncpg.connect(databases.postgres().address)
            await end(await main.fetchval("SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN \"links\"'"))
            await looks.get()
            await main.execute("NOTIFY links, 'again'")
            assert await heard.get() == "again"
            await listener.close()
            await main.close()

    run(story())


async def fails_in_the_middle(link: Wire) -> None:
    """Something is under way on the connection still, and whoever asked has given up."""
    under_way = asyncio.ensure_future(link.execute("SELECT pg_sleep(60)"))
    under_way.add_done_callback(lambda done: done.cancelled() or done.exception())
    await asyncio.sleep(0)
    raise LookupError("of ours")


async def is_cancelled_in_the_middle(link: Wire) -> None:
    """The driver gives a statement up; it may come to its end or not."""
    async with asyncio.timeout(0.05):
        await link.execute("SELECT pg_sleep(60)")


async def is_told_nonsense(link: Wire) -> None:
    await link.fetch("SELECT 1", "an argument too many")


async def is_ended(link: Wire) -> None:
    await link.execute("SELECT pg_terminate_backend(pg_backend_pid())")


async def cannot_wait(link: Wire) -> None:
    await link.execute("SET LOCAL lock_timeout = 1; DO $$ BEGIN RAISE lock_not_available; END $$")


@pytest.mark.parametrize(
    "trouble", [fails_in_the_middle, is_cancelled_in_the_middle, is_told_nonsense, is_ended, cannot_wait]
)
def test_whatever_else_goes_wrong_leaves_the_connection(trouble: Callable[[Wire], Awaitable[None]]) -> None:
    async def story() -> None:
        link = Link(databases.postgres().address)
        old = await link.use(who)
        with pytest.raises(Exception):  # noqa: B017, PT011 - of any kind
            await link.use(trouble)
        assert await link.use(who) != old  # at once, by another
        await link.close()

    run(story())


@pytest.mark.parametrize("sql", ["SELECT * FROM nowhere", "SELECT 1 / 0", "no SQL at all", "SELECT 'x'::INTEGER"])
def test_what_the_database_itself_says_leaves_nothing(sql: str) -> None:
    async def story() -> None:
        link = Link(databases.postgres().address)
        old = await link.use(who)
        with pytest.raises(asyncpg.PostgresError):
            await patiently(lambda: link.use(lambda connection: connection.execute(sql)), lambda _: None)
        assert await link.use(who) == old
        await link.close()

    run(story())


def test_whoever_goes_while_a_connection_is_made_leaves_none_behind() -> None:
    async def story() -> None:
        proxy = await Proxy(databases.postgres().port).open()
        proxy.be("silent")
        link = Link(f"postgresql://recif@127.0.0.1:{proxy.port}/postgres", patience=0.2)
        asked: list[int] = []

        async def ask(connection: Wire) -> None:
            asked.append(1)

        with pytest.raises(TimeoutError):
            await link.use(ask)
        proxy.be("open")
        link._patience = PATIENCE
        await link.use(who)
        assert not asked  # what nobody waits for is not done later
        await link.close()
        proxy.close()

    run(story())


def test_what_fails_in_a_way_that_nobody_has_thought_of_is_tried_again_and_then_told() -> None:
    async def story(failures: int) -> int:
        tries = 0

        async def ask() -> int:
            nonlocal tries
            tries += 1
            if tries <= failures:
                raise AttributeError("'NoneType' object has no attribute 'decode'")
            return tries

        return await patiently(ask, lambda _: None)

    assert run(story(3)) == 4
    with pytest.raises(AttributeError):
        run(story(1000))


async def appended(store: PostgresStore, version: int, table: str = "t") -> None:
    kept: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    entry = Entry(version, version, Played(0, f"move{version}"), "ana", f"i{version}")
    store.append(Append(table, [entry]), lambda _: kept.set_result(True), lambda _: kept.set_result(False))
    assert await kept


@asynccontextmanager
async def a_store(address: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(address, lambda: 1_000_000)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def schema(folder: Path) -> str:
    return str(databases.place(folder, "links.db")).partition("?")[2]


def run(story: Coroutine[Any, Any, T]) -> T:
    async def soon() -> T:
        return await in_the_end(story)

    return asyncio.run(soon())
