"""The tables of the database. A change is a new step in MIGRATIONS, never an edit of an old one."""

import sqlite3
from collections.abc import Callable

from recif.games.core.contract import Refused, Text
from recif.server.store import packed, results
from recif.server.store.of_school import CREATE as SCHOOLING
from recif.server.store.ownership import MARK

FIRST = """
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
        id TEXT PRIMARY KEY, status TEXT NOT NULL, public INTEGER NOT NULL, made INTEGER NOT NULL, body TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_status ON tables (status, public, made);
    CREATE TABLE players (
        person TEXT, "table" TEXT, made INTEGER NOT NULL, PRIMARY KEY (person, "table")
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        "table" TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER NOT NULL, text TEXT NOT NULL, person TEXT NOT NULL, id TEXT NOT NULL,
        PRIMARY KEY ("table", version)
    ) WITHOUT ROWID;
    CREATE TABLE talks (
        "table" TEXT NOT NULL, at INTEGER NOT NULL, person TEXT NOT NULL, text TEXT NOT NULL, emote TEXT NOT NULL,
        spectator INTEGER NOT NULL
    );
    CREATE INDEX talks_table ON talks ("table", at);
    CREATE INDEX talks_person ON talks (person);
    CREATE TABLE mutes (person TEXT, other TEXT, PRIMARY KEY (person, other)) WITHOUT ROWID
"""

Migration = str | Callable[[sqlite3.Connection], None]

DUES = """
    CREATE TABLE dues ("table" TEXT PRIMARY KEY, due INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX dues_due ON dues (due, "table");
    CREATE TABLE outages (stopped INTEGER NOT NULL, started INTEGER NOT NULL);
    INSERT INTO dues SELECT id, 0 FROM tables WHERE status = 'playing' AND body ->> '$.pace[0]' != 'none'
"""

# Clocks used to run from the instant of an entry: what came before it was heard of then.
MARKED = f"""
    PRAGMA application_id = {MARK};
    ALTER TABLE entries ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
    UPDATE entries SET told = coalesce((
        SELECT last.at FROM entries last WHERE last."table" = entries."table" AND last.version = entries.version - 1
    ), 0)
"""

# Whether a person's table is over stands beside the person: a list of the latest reads no others.
PLAYED = """
    ALTER TABLE players ADD COLUMN over INTEGER NOT NULL DEFAULT 0;
    UPDATE players SET over = 1 WHERE "table" IN (SELECT id FROM tables WHERE status = 'over');
    CREATE INDEX players_latest ON players (person, over, made);
    CREATE INDEX players_table ON players ("table")
"""

# Tables are counted by who made them, too.
OWNERS = (
    "DROP INDEX IF EXISTS tables_owner"  # it read the owner from the body, and one that is no JSON stopped the step
)

OWNED = """
    DROP INDEX IF EXISTS tables_owner;
    ALTER TABLE tables ADD COLUMN owner TEXT NOT NULL DEFAULT '';
    UPDATE tables SET owner = body ->> '$.owner' WHERE json_valid(body);
    CREATE INDEX tables_owner ON tables (owner, status)
"""

MIGRATIONS: tuple[Migration, ...] = (FIRST, packed.unpack, DUES, MARKED, PLAYED, OWNERS, OWNED, results.fill, SCHOOLING)


def migrate(database: sqlite3.Connection) -> None:
    """Bring a database up to date, each step whole or not at all."""
    (done,) = database.execute("PRAGMA user_version").fetchone()
    if done > len(MIGRATIONS):
        known = len(MIGRATIONS)
        raise Refused(
            "newer-database",
            Text(
                f"cette base est au schéma {done}, ce programme s’arrête au {known} : mettez Récif à jour",
                f"this database has schema {done}, this program knows {known}: update Récif",
            ),
        )
    for number in range(done, len(MIGRATIONS)):
        _step(database, MIGRATIONS[number], number + 1)


def _step(database: sqlite3.Connection, migration: Migration, number: int) -> None:
    database.execute("BEGIN IMMEDIATE")
    try:
        if isinstance(migration, str):
            for statement in migration.split(";"):
                database.execute(statement)
        else:
            migration(database)
        database.execute(f"PRAGMA user_version = {number}")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")
