"""The database of the last program before 0.1.0, as a file or in PostgreSQL: see `old/README.md`."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

from recif.server.store.moving import HEADS
from tests.server import databases
from tests.server.hall import FREE, LOOP, Hall, World

OLD = Path(__file__).parent / "old"
TOLD: dict[str, Any] = json.loads((OLD / "tables.json").read_text())


def laid_down(folder: Path) -> Path | str:
    """Where it lies, as it was."""
    place = databases.place(folder, "hall.db")
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as database:
            database.executescript((OLD / "database.sql").read_text())
    else:
        LOOP.run_until_complete(_fill(place))
    return place


def opened(folder: Path) -> Hall:
    """By the program of today, at the instant at which it was left."""
    laid_down(folder)
    world = World()
    world.now = TOLD["now"]
    return Hall(folder, FREE, world)


async def _fill(place: str) -> None:
    link = await asyncpg.connect(place)
    try:
        await link.execute((OLD / "postgres.sql").read_text())
        with closing(sqlite3.connect(":memory:")) as source:
            source.executescript((OLD / "database.sql").read_text())
            for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                rows = source.execute(f"SELECT * FROM {name}")
                columns = [column for column, *_ in rows.description]
                await link.copy_records_to_table(name, records=rows.fetchall(), columns=columns)
        await link.execute(HEADS)
    finally:
        await link.close()
