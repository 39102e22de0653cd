"""The databases that tests run on: a file, or a PostgreSQL that this process has started, a schema for each test."""

import asyncio
import atexit
import secrets
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import asyncpg

from recif.server.cluster.postgres import LocalPostgres

QUICK = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}  # nobody pulls the plug
QUICK |= {"autovacuum": "off", "checkpoint_timeout": "1h"}  # nor stays for long
AT_ONCE = 50  # schemas: to ask for one takes longer than to make it
kind = "sqlite"  # what the test that runs now is about
to_close: list[Callable[[], None]] = []
unused: list[str] = []  # schemas


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
    return folder / name if kind == "sqlite" else f"{postgres().address}?search_path={schema_of(folder, name)}"


@cache
def schema_of(folder: Path, name: str) -> str:
    """An empty one that nobody has had."""
    if not unused:
        made = [f"t{secrets.token_hex(8)}" for _ in range(AT_ONCE)]
        with ThreadPoolExecutor(1) as apart:  # a loop may run here already
            apart.submit(asyncio.run, make_schemas(postgres().address, made)).result()
        unused.extend(made)
    return unused.pop()


async def make_schemas(address: str, schemas: list[str]) -> None:
    link = await asyncpg.connect(address)
    await link.execute("".join(f"CREATE SCHEMA {schema};" for schema in schemas))
    await link.close()
