"""`recif serve`, `recif admin`, `recif verify`: what the command line calls."""

import argparse
import asyncio
import logging
import os
import signal
import sqlite3
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from recif.games import GAMES
from recif.games.contract import Refused, Text
from recif.games.warmup import warm_up
from recif.play import fair
from recif.play.record import read
from recif.table import making
from recif.table.settings import Settings
from recif.table.sqlite import SqliteStore, connect

if TYPE_CHECKING:
    from recif.table.app import Server

DATABASE = Path("recif.db")
ADMIN = {
    "backup": Text("copier la base pendant que le serveur tourne", "copy the database while the server runs"),
    "check": Text("relire chaque partie et dire ce qui cloche", "read every match again and tell what is wrong"),
    "stats": Text("compter personnes, tables et coups", "count people, tables and moves"),
}


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the commands of this room to the command line."""
    add_serve(commands, language)
    says = Text("prendre soin de la base d'un serveur", "look after a server's database").say(language)
    admin = commands.add_parser("admin", help=says, description=says).add_subparsers(required=True)
    for name, run in (("backup", backup), ("check", check), ("stats", stats)):
        command = admin.add_parser(name, help=ADMIN[name].say(language), description=ADMIN[name].say(language))
        command.add_argument("--database", type=Path, default=DATABASE)
        if name == "backup":
            command.add_argument("target", type=Path)
        command.set_defaults(run=run)
    says = Text("retirer au sort une partie finie", "draw the luck of a finished match again").say(language)
    command = commands.add_parser("verify", help=says, description=says)
    command.add_argument("record", type=Path)
    command.set_defaults(run=verify)


def add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    def say(fr: str, en: str) -> str:
        return Text(fr, en).say(language)

    says = say("ouvrir des tables dans le navigateur", "host tables for browsers")
    command = commands.add_parser("serve", help=says, description=says)
    command.add_argument("--database", type=Path, default=DATABASE)
    command.add_argument("--host", default="127.0.0.1", help=say("0.0.0.0 : pour tout le réseau", "0.0.0.0: everybody"))
    command.add_argument("--port", type=int, default=8787, help=say("0 : n'importe lequel", "0: any free one"))
    command.add_argument(
        "--origin", action="append", default=[], help=say("autre origine des pages", "another origin of pages")
    )
    command.add_argument(
        "--behind-proxy", action="store_true", help=say("croire les en-têtes X-Forwarded-*", "believe X-Forwarded-*")
    )
    workers = max(1, (os.cpu_count() or 2) - 1)
    command.add_argument("--workers", type=int, default=workers, help=say("fils de réflexion", "threads that think"))
    command.add_argument("--open", action="store_true", help=say("ouvrir le navigateur", "open the browser"))
    command.set_defaults(run=serve)


def serve(told: argparse.Namespace, language: str) -> int:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    settings = Settings(
        database=told.database,
        host=told.host,
        port=told.port,
        origins=tuple(told.origin),
        is_behind_proxy=told.behind_proxy,
        workers=told.workers,
    )
    warm_up(GAMES.values(), _note)
    return run(settings, (lambda server: _greet(server, told.open)))


def _greet(server: "Server", is_opening: bool) -> None:
    host = "localhost" if server.settings.host == "127.0.0.1" else server.settings.host
    link = f"http://{host}:{server.port}/"
    _note(f"Récif: {link}")
    server.start_warming()
    if is_opening:
        webbrowser.open(link)


def _note(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run(settings: Settings, greet: "Callable[[Server], None]") -> int:
    """Serve until told to stop; the exit code."""
    try:
        import uvloop
    except ImportError:  # Windows
        return asyncio.run(_serve(settings, greet))
    return uvloop.run(_serve(settings, greet))


async def _serve(settings: Settings, greet: "Callable[[Server], None]") -> int:
    from recif.table.app import Server  # here: other commands should not wait for aiohttp

    server = Server(settings)
    await server.open()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.stop)
    greet(server)
    code = await server.stopped
    await server.close()
    return code


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
