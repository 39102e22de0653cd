"""The tables of the database. A change is a new step in STEPS, never an edit of an old one.

The first step is the schema of the last program before 0.1.0. From 0.1.0 on every step is kept: whatever a release has
written, every later one brings up to date.
"""

import sqlite3

from recif.games.core.contract import Refused, Text
from recif.server.store.of_clubs import CREATE as CLUBS
from recif.server.store.of_events import CREATE as EVENTS
from recif.server.store.of_explorer import CREATE as CREATE_EXPLORER
from recif.server.store.of_notices import CREATE as NOTICES
from recif.server.store.of_parties import CREATE as PARTIES
from recif.server.store.of_ratings import CREATE as RATINGS
from recif.server.store.of_ratings import MET
from recif.server.store.of_records import CREATE as RECORDS
from recif.server.store.of_records import OF_TABLES
from recif.server.store.of_school import CREATE as SCHOOLING
from recif.server.store.of_sums import CREATE as CREATE_SUMS
from recif.server.store.of_sums import FILL as FILL_SUMS
from recif.server.store.of_ways import CREATE as WAYS
from recif.server.store.of_whereabouts import CREATE as WHEREABOUTS

# Whether a person's table is over stands beside the person: a list of the latest reads no others.
FIRST = f"""
    CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE people (
        id TEXT PRIMARY KEY, account TEXT UNIQUE, body TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE sessions (key TEXT PRIMARY KEY, person TEXT NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX sessions_person ON sessions (person);
    CREATE TABLE tokens (
        id TEXT PRIMARY KEY, key TEXT UNIQUE NOT NULL, person TEXT NOT NULL, label TEXT NOT NULL, made INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tokens_person ON tokens (person);
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, status TEXT NOT NULL, public INTEGER NOT NULL, made INTEGER NOT NULL, body TEXT NOT NULL,
        owner TEXT NOT NULL DEFAULT ''
    ) WITHOUT ROWID;
    CREATE INDEX tables_status ON tables (status, public, made);
    CREATE INDEX tables_owner ON tables (owner, status);
    CREATE TABLE players (
        person TEXT, "table" TEXT, made INTEGER NOT NULL, over INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (person, "table")
    ) WITHOUT ROWID;
    CREATE INDEX players_latest ON players (person, over, made);
    CREATE INDEX players_table ON players ("table");
    CREATE TABLE entries (
        "table" TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL,
        person TEXT NOT NULL, id TEXT NOT NULL, told INTEGER NOT NULL DEFAULT 0, PRIMARY KEY ("table", version)
    ) WITHOUT ROWID;
    CREATE TABLE talks (
        "table" TEXT NOT NULL, at INTEGER NOT NULL, person TEXT NOT NULL, text TEXT NOT NULL, emote TEXT NOT NULL,
        spectator INTEGER NOT NULL
    );
    CREATE INDEX talks_table ON talks ("table", at);
    CREATE INDEX talks_person ON talks (person);
    CREATE TABLE mutes (person TEXT, other TEXT, PRIMARY KEY (person, other)) WITHOUT ROWID;
    CREATE TABLE dues ("table" TEXT PRIMARY KEY, due INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX dues_due ON dues (due, "table");
    CREATE TABLE outages (stopped INTEGER NOT NULL, started INTEGER NOT NULL);
    {RATINGS};
    {SCHOOLING}
"""
EXPLORER = CREATE_EXPLORER % {"compact": " WITHOUT ROWID"}
SUMS = f"{CREATE_SUMS};{FILL_SUMS}"

STEPS = {
    9: FIRST,
    10: SUMS,
    11: EXPLORER,
    12: WHEREABOUTS,
    13: MET,
    14: NOTICES,
    15: WAYS,
    16: f"{RECORDS};{OF_TABLES}",
    17: PARTIES,
    18: EVENTS,
    19: CLUBS,
}  # by the number that a database bears after it


def migrate(database: sqlite3.Connection) -> None:
    """Bring a database up to date, each step whole or not at all."""
    (done,) = database.execute("PRAGMA user_version").fetchone()
    if done > max(STEPS):
        raise newer(done, max(STEPS))
    if 0 < done < min(STEPS):
        raise too_old(done, min(STEPS))
    for number in sorted(STEPS):
        if number > done:
            _step(database, STEPS[number], number)


def _step(database: sqlite3.Connection, step: str, number: int) -> None:
    database.execute("BEGIN IMMEDIATE")
    try:
        for statement in step.split(";"):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {number}")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def newer(done: int, known: int) -> Refused:
    return Refused(
        "newer-database",
        Text(
            f"cette base est au schéma {done}, ce programme s’arrête au {known} : mettez Récif à jour",
            f"this database has schema {done}, this program knows {known}: update Récif",
        ),
    )


def too_old(done: int, first: int) -> Refused:
    return Refused(
        "too-old-database",
        Text(
            f"cette base est au schéma {done}, d’avant la première version ; ce programme lit à partir du {first}",
            f"this database has schema {done}, from before the first release; this program reads {first} and later",
        ),
    )
