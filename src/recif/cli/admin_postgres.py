"""`recif admin` where the database is a PostgreSQL, and `recif admin move` from one kind to the other."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from recif.games import GAMES
from recif.games.core.contract import Refused, Text
from recif.server.live.table import LiveTable
from recif.server.store.links import TROUBLE, Wire, connect, let_go
from recif.server.store.moving import at_rest, copy, filling, reading, shown
from recif.server.store.postgres import PostgresStore

Asking: TypeAlias = Callable[[Callable[[PostgresStore], Coroutine[Any, Any, Any]]], Any]
COUNTS = {
    "SELECT count(*) FROM people WHERE account IS NULL": Text("invités", "guests"),
    "SELECT count(*) FROM people WHERE account IS NOT NULL": Text("comptes", "accounts"),
    "SELECT count(*) FROM tables": Text("tables", "tables"),
    "SELECT count(*) FROM tables WHERE status = 'playing'": Text("en cours", "playing"),
    "SELECT count(*) FROM entries WHERE body::JSON ->> 'type' = 'played'": Text("coups", "moves"),
    "SELECT count(*) FROM entries WHERE body::JSON ->> 'type' = 'drawn'": Text("tirages", "draws"),
    "SELECT count(*) FROM servers WHERE seen > clock_timestamp() - INTERVAL '5 s'": Text("serveurs", "servers"),
}
GAPS = """SELECT heads."table" FROM heads LEFT JOIN entries ON entries."table" = heads."table"
    GROUP BY heads."table", heads.version HAVING count(entries.version) != heads.version
        OR coalesce(max(entries.version), 0) != heads.version ORDER BY 1"""


@asynccontextmanager
async def opened(place: str) -> AsyncIterator[Wire]:
    """A database of ours; Refused where there is none."""
    try:
        link = await connect(place)
    except (*TROUBLE, ValueError) as error:
        raise unreachable(place, error) from error
    try:
        if not await link.fetchval("SELECT to_regclass('recif') IS NOT NULL"):
            where = shown(place)
            raise Refused(
                "no-database",
                Text(f"{where} : aucune base de Récif ici", f"{where}: there is no database of Récif here"),
            )
        yield link
    finally:
        await let_go(link)


def unreachable(place: str, error: BaseException) -> Refused:
    why = str(error) or type(error).__name__
    return Refused(
        "no-database",
        Text(
            f"{shown(place)} : PostgreSQL ne répond pas ({why}) ; vérifiez l’adresse, et qu’il tourne",
            f"{shown(place)}: PostgreSQL does not answer ({why}); see that it runs, and that the address is right",
        ),
    )


def stats(place: str, language: str) -> int:
    async def count() -> list[tuple[str, int]]:
        async with opened(place) as link:
            return [(name.say(language), await link.fetchval(sql)) for sql, name in COUNTS.items()]

    for name, number in asyncio.run(count()):
        print(f"{name:<10}{number:>12}")
    return 0


def check(place: str, language: str) -> int:
    """Every table folded again, and its version compared with its entries."""
    wrong, count = asyncio.run(_check(place, language))
    for line in wrong:
        print(line)
    if not wrong:
        verdict = Text(f"tables relues : {count} ; tout va bien", f"tables read again: {count}; all is well")
        print(verdict.say(language))
    return 1 if wrong else 0


async def _check(place: str, language: str) -> tuple[list[str], int]:
    async with opened(place) as link:
        tables = [table for (table,) in await link.fetch("SELECT id FROM tables ORDER BY id")]
        gap = Text("ses entrées ne se suivent pas", "its entries leave a gap").say(language)
        wrong = [f"table {table}: {gap}" for (table,) in await link.fetch(GAPS)]
    store = PostgresStore(place, lambda: time.time_ns() // 1_000_000)
    try:
        for table in tables:
            if trouble := await _trouble_with(store, table, language):
                wrong.append(f"table {table}: {trouble}")
    finally:
        await store.close()
    return wrong, len(tables)


async def _trouble_with(store: PostgresStore, table: str, language: str) -> str:
    try:
        if row := await store.table(table):
            LiveTable(row, GAMES[row.game]).load(await store.entries(table))
    except Refused as refused:
        return refused.text.say(language)
    except (ValueError, KeyError, msgspec.MsgspecError) as error:
        return str(error)
    return ""


@contextmanager
def asking(place: str, sql: str) -> Iterator[tuple[list[str], Asking]]:
    """The tables that a question names, and how the store is asked for something of them."""
    with asyncio.Runner() as runner:
        tables = runner.run(_named(place, sql))
        store = PostgresStore(place, lambda: time.time_ns() // 1_000_000)
        try:
            yield tables, lambda question: runner.run(question(store))
        finally:
            runner.run(store.close())


async def _named(place: str, sql: str) -> list[str]:
    async with opened(place) as link:
        return [table for (table,) in await link.fetch(sql)]


def backup(place: str, target: Path) -> int:
    """Into a file, as it stands at one instant; servers may write meanwhile. An older copy stays until it is whole."""
    fresh = target.with_name(f"{target.name}.new")
    fresh.unlink(missing_ok=True)

    async def save() -> None:
        async with opened(place):
            pass
        async with reading(place) as source, filling(fresh) as copied:
            await copy(source, copied, progress())

    try:
        asyncio.run(save())
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    print(target)
    return 0


def move(source: Path | str, target: Path | str, language: str) -> int:
    """Everything, compared entry by entry; the source stays as it is."""

    async def carry() -> int:
        async with at_rest(source), reading(source) as left, filling(target) as right:
            return await copy(left, right, progress())

    try:
        count = asyncio.run(carry())
    except TROUBLE as error:
        place = target if isinstance(target, str) else source
        raise unreachable(str(place), error) from error
    print(Text(f"{count} lignes copiées et comparées", f"{count} rows copied and compared").say(language))
    print(f"recif serve --database {shown(target)}")
    return 0


def progress() -> Callable[[str, int], None]:
    """One line that grows, where somebody looks."""
    if not sys.stderr.isatty():
        return lambda name, count: None

    def progress(name: str, count: int) -> None:
        with suppress(OSError):
            sys.stderr.write(f"\r\x1b[K{name} {count}")
            sys.stderr.flush()

    return progress
