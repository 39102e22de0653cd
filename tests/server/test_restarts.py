"""A PostgreSQL that is stopped and started while servers read and write."""

import asyncio
import signal
import tempfile
from pathlib import Path

import pytest

from recif.server.cluster.postgres import LocalPostgres
from recif.server.store.postgres import PostgresStore
from tests.patience import until
from tests.server import databases
from tests.server.test_links import a_store, appended, run

pytestmark = pytest.mark.one_database("postgres")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_restarts_in_the_middle_of_work_stop_nothing_and_lose_nothing(how: int) -> None:
    async def story(folder: Path) -> None:
        database = LocalPostgres(folder / "data", databases.QUICK | {"synchronous_commit": "on"})
        await asyncio.to_thread(lambda: database.make().start())
        try:
            await restarted_under_load(database, how, restarts=6)
        finally:
            await asyncio.to_thread(database.stop)

    with tempfile.TemporaryDirectory(prefix="recif-links-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may have to run as nobody
        run(story(Path(folder)))


async def restarted_under_load(database: LocalPostgres, how: int, restarts: int) -> None:
    async with a_store(database.address) as store:
        told: dict[str, list[int]] = {f"t{n}": [] for n in range(12)}
        workers = [asyncio.create_task(write_on(store, table, versions)) for table, versions in told.items()]
        workers += [asyncio.create_task(read_on(store, table)) for table in told]
        for _ in range(restarts):
            await more(told, 60)
            await asyncio.to_thread(database.stop, how)
            await asyncio.to_thread(database.start)
        await more(told, 60)
        assert not [worker for worker in workers if worker.done()]
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        await store.flushed()
        assert (store.failure, store.lost) == (None, 0)
        for table, versions in told.items():
            entries = await store.entries(table)
            assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
            assert versions == list(range(1, len(versions) + 1))
            assert len(versions) <= len(entries) <= len(versions) + 1


async def write_on(store: PostgresStore, table: str, told: list[int]) -> None:
    """One thing after the other, each once the last one is kept."""
    while True:
        await appended(store, len(told) + 1, table)
        told.append(len(told) + 1)


async def read_on(store: PostgresStore, table: str) -> None:
    while True:
        await store.versions([table])


async def more(told: dict[str, list[int]], number: int) -> None:
    enough = sum(map(len, told.values())) + number
    await until(lambda: sum(map(len, told.values())) >= enough)
