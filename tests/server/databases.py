"""The databases that tests run on: a file, or a PostgreSQL that this process has started, a schema for each test."""

import asyncio
import atexit
import hashlib
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import asyncpg

from recif.server.cluster.postgres import LocalPostgres

QUICK = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}  # nobody pulls the plug
kind = "sqlite"  # what the test that runs now is about
to_close: list[Callable[[], None]] = []


@cache
def postgres() -> LocalPostgres:
    """One for all tests of this process."""
    folder = Path(tempfile.mkdtemp(prefix="recif-postgres-"))
    folder.chmod(0o755)
    made = LocalPostgres(folder / "data", QUICK).make().start()

    def end() -> None:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return made


def place(folder: Path, name: str) -> Path | str:
    """The same for the same folder and name."""
    if kind == "sqlite":
        return folder / name
    schema = "t" + hashlib.sha256(f"{folder}/{name}".encode()).hexdigest()[:16]
    address = postgres().address
    make_schema(address, schema)
    return f"{address}?search_path={schema}"


@cache
def make_schema(address: str, schema: str) -> None:
    async def make() -> None:
        link = await asyncpg.connect(address)
        await link.execute(f"CREATE SCHEMA {schema}")
        await link.close()

    with ThreadPoolExecutor(1) as apart:  # a loop may run here already
        apart.submit(asyncio.run, make()).result()
