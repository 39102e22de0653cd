"""`recif admin` and `recif verify`: look after a database, draw a record again."""

import argparse
import sqlite3
import sys

from recif.games import GAMES
from recif.games.contract import Refused
from recif.play import fair
from recif.play.record import read
from recif.table import making
from recif.table.sqlite import SqliteStore, connect


def backup(told: argparse.Namespace, language: str) -> int:
    """A copy that is whole, also while the server writes."""
    if not told.database.is_file():
        return _complain(f"{told.database}: no such database")
    with connect(told.database) as source, sqlite3.connect(told.target) as target:
        source.backup(target)
    sys.stdout.write(f"{told.target}\n")
    return 0


def check(told: argparse.Namespace, language: str) -> int:
    """The database's own check, then every table folded again."""
    if not told.database.is_file():
        return _complain(f"{told.database}: no such database")
    database = connect(told.database)
    (verdict,) = database.execute("PRAGMA integrity_check").fetchone()
    wrong = [] if verdict == "ok" else [f"database: {verdict}"]
    store = SqliteStore(told.database)
    tables = [table for (table,) in database.execute("SELECT id FROM tables")]
    for table in tables:
        row = store.table(table)
        try:
            assert row is not None
            making.load(row, GAMES[row.game], store.entries(table))
        except (Refused, ValueError, KeyError, AssertionError) as error:
            wrong.append(f"table {table}: {error}")
    sys.stdout.write("".join(f"{line}\n" for line in wrong) or f"{len(tables)} tables: all is well\n")
    return 1 if wrong else 0


def stats(told: argparse.Namespace, language: str) -> int:
    if not told.database.is_file():
        return _complain(f"{told.database}: no such database")
    database = connect(told.database)
    questions = {
        "guests": "SELECT count(*) FROM people WHERE account IS NULL",
        "accounts": "SELECT count(*) FROM people WHERE account IS NOT NULL",
        "tables": "SELECT count(*) FROM tables",
        "playing": "SELECT count(*) FROM tables WHERE status = 'playing'",
        "moves": "SELECT count(*) FROM entries WHERE kind = 'play'",
        "draws": "SELECT count(*) FROM entries WHERE kind = 'luck'",
    }
    for name, question in questions.items():
        sys.stdout.write(f"{name:<10}{database.execute(question).fetchone()[0]:>12,}\n")
    return 0


def verify(told: argparse.Namespace, language: str) -> int:
    """Draw a finished match again from the secret and the players' numbers."""
    try:
        record = read(told.record.read_bytes())
        match = record.replay(GAMES)
        if record.luck is None:
            return _complain("this record holds no secret to check")
        draws = fair.verify(record.luck, match)
    except (Refused, OSError) as error:
        return _complain(str(error))
    sys.stdout.write(f"{len(match.log)} events, {draws} draws: all as committed\n")
    return 0


def _complain(words: str) -> int:
    sys.stderr.write(f"recif: {words}\n")
    return 1
