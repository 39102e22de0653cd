"""`recif admin` and `recif verify`: look after a database, draw a record again."""

import argparse
import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from recif.console.files import check_writable, read_file, trouble
from recif.events.record import LONGEST as LONGEST_EVENT
from recif.events.record import is_event, read_event
from recif.events.verification import verify_event
from recif.games import GAMES
from recif.games.core.contract import Refused, Text
from recif.match import verification
from recif.match.record import read
from recif.server.live.table import LiveTable
from recif.server.store.opening import is_postgres, no_driver
from recif.server.store.ownership import check_ours, foreign, is_new
from recif.server.store.sqlite import SqliteStore, connect
from recif.server.tasks import at_once

COUNTS = {
    "SELECT count(*) FROM people WHERE account IS NULL": Text("invités", "guests"),
    "SELECT count(*) FROM people WHERE account IS NOT NULL": Text("comptes", "accounts"),
    "SELECT count(*) FROM tables": Text("tables", "tables"),
    "SELECT count(*) FROM tables WHERE status = 'playing'": Text("en cours", "playing"),
    "SELECT count(*) FROM entries WHERE body ->> 'type' = 'played'": Text("coups", "moves"),
    "SELECT count(*) FROM entries WHERE body ->> 'type' = 'drawn'": Text("tirages", "draws"),
}
SIGNS: dict[verification.Verdict, str] = {"holds": "✓", "fails": "✗", "unsigned": "–"}
UNRELIABLE = Text("Tout n’est pas en règle : ne vous y fiez pas.", "Not everything holds: do not rely on it.")
UNSIGNED = Text("Non signée ; tout le reste est en règle.", "Unsigned; everything else holds.")


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A server's database; Refused where there is none, or something else under its name."""
    if not path.is_file():
        raise Refused("no-database", Text(f"{path} : cette base n’existe pas", f"{path}: there is no such database"))
    if is_new(path):
        raise foreign(path, Text("le fichier est vide", "the file is empty"))
    try:
        with closing(connect(path)) as database:
            yield database
    except sqlite3.Error as error:
        raise wrong_with(path, error) from error


def wrong_with(path: Path, error: sqlite3.Error) -> Refused:
    """What SQLite complains of, in words that tell what to do."""
    code = error.sqlite_errorcode & 0xFF  # the low byte; the rest tells details
    if code == sqlite3.SQLITE_FULL:
        return trouble(path, OSError(errno.ENOSPC, ""))
    if code == sqlite3.SQLITE_CORRUPT:
        return damaged(path, str(error))
    if code == sqlite3.SQLITE_BUSY:
        return Refused(
            "database-busy",
            Text(
                f"{path} : un autre programme écrit dans cette base ; réessayez quand il aura fini",
                f"{path}: another program is writing to this database; try again when it is done",
            ),
        )
    return foreign(path, Text(str(error), str(error)))


def damaged(path: Path, what: str) -> Refused:
    return Refused(
        "damaged-database",
        Text(
            f"{path} est abîmée ({what}) ; « recif admin check » dit ce qui se lit encore, sinon reprenez une copie",
            f"{path} is damaged ({what}); `recif admin check` tells what can still be read, else go back to a copy",
        ),
    )


def backup(args: argparse.Namespace, language: str) -> int:
    """A copy that is whole, also while the server writes; an older copy stays until the new one has been checked."""
    target: Path = args.target
    fresh = target.with_name(f"{target.name}.part")
    check_writable(target, fresh)
    if is_postgres(args.database):
        return int(postgres().backup(args.database, target))
    if target.exists() and args.database.exists() and target.samefile(args.database):
        raise Refused("same-file", Text("la copie serait la base elle-même", "the copy would be the database itself"))
    fresh.unlink(missing_ok=True)
    try:
        fresh.touch(0o600)  # keys are in it
        with opened(args.database) as source:
            copy(source, fresh, target)
        if wrong := faults_of(fresh):
            raise damaged(args.database, wrong)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    print(target)
    return 0


def copy(source: sqlite3.Connection, fresh: Path, target: Path) -> None:
    """Page by page; what goes wrong then is mostly the disk on which the copy is made."""
    with closing(sqlite3.connect(fresh)) as written:
        try:
            source.backup(written)
        except sqlite3.Error as error:
            raise wrong_with(target, error) from error


def faults_of(path: Path) -> str:
    """What SQLite's own check finds in a file that nobody writes to; empty if nothing."""
    check_ours(path)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True)) as database:
            (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        return str(error)
    return "" if verdict == "ok" else str(verdict)


def check(args: argparse.Namespace, language: str) -> int:
    """The database's own check, then every table folded again."""
    if is_postgres(args.database):
        return int(postgres().check(args.database, language))
    with opened(args.database) as database:
        (verdict,) = database.execute("PRAGMA integrity_check").fetchone()
        tables = [table for (table,) in database.execute("SELECT id FROM tables ORDER BY id")]
    with closing(SqliteStore(args.database)) as store:
        broken = {table: wrong for table in tables if (wrong := trouble_with(store, table, language))}
    for line in [verdict] * (verdict != "ok") + [f"table {table}: {wrong}" for table, wrong in broken.items()]:
        print(line)
    if verdict != "ok" or broken:
        return 1
    count = len(tables)
    print(Text(f"tables relues : {count} ; tout va bien", f"tables read again: {count}; all is well").say(language))
    return 0


def trouble_with(store: SqliteStore, table: str, language: str) -> str:
    """What keeps a table from being read again; empty if nothing does."""
    try:
        if row := at_once(store.table(table)):
            LiveTable(row, GAMES[row.game]).load(at_once(store.entries(table)))
    except Refused as refused:
        return refused.text.say(language)
    except (ValueError, KeyError, msgspec.MsgspecError, sqlite3.DatabaseError) as error:
        return str(error)
    return ""


def move(args: argparse.Namespace, language: str) -> int:
    """From a file into a PostgreSQL, or back."""
    source, target = args.database, args.target
    if isinstance(source, Path):
        with opened(source):
            """There is one, and it is ours."""
    if isinstance(target, Path):
        check_writable(target, target.with_name(f"{target.name}.part"))
    return int(postgres().move(source, target, language))


def postgres() -> Any:
    """What is only needed, and only works, with PostgreSQL's driver."""
    try:
        from recif.cli import admin_postgres
    except ImportError as error:
        raise no_driver() from error
    return admin_postgres


def stats(args: argparse.Namespace, language: str) -> int:
    if is_postgres(args.database):
        return int(postgres().stats(args.database, language))
    with opened(args.database) as database:
        counts = [(name.say(language), database.execute(sql).fetchone()[0]) for sql, name in COUNTS.items()]
    for name, count in counts:
        print(f"{name:<10}{count:>12}")
    return 0


def verify(args: argparse.Namespace, language: str) -> int:
    """Everything that can be checked in a record of a match or of an event, a line each."""
    data = read_file(args.record, LONGEST_EVENT)
    if is_event(data):
        checks = verify_event(read_event(data), args.key)
    else:
        checks = verification.verify(read(data), GAMES, args.key)
    for check in checks:
        print(f"{SIGNS[check.verdict]} {Text(*check.what).say(language):<12}{check.found.say(language)}")
    verdicts = {check.verdict for check in checks}
    if "fails" in verdicts:
        print(UNRELIABLE.say(language))
    elif "unsigned" in verdicts:
        print(UNSIGNED.say(language))
    return int("fails" in verdicts)
