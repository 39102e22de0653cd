"""`recif serve`: run the server until it is told to stop."""

import argparse
import asyncio
import errno
import logging
import os
import signal
import socket
import sqlite3
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn
from urllib.parse import SplitResult, unquote

import uvloop

from recif.cli.admin import postgres, wrong_with
from recif.console.files import check_writable
from recif.games.core import keeping
from recif.games.core.contract import Refused, Text
from recif.school.puzzles.files import all_puzzles
from recif.server.app import Server
from recif.server.garbage import Tidying
from recif.server.settings import Settings, Smtp
from recif.server.store.holding import Hold
from recif.server.store.opening import is_postgres
from recif.server.store.sqlite import SqliteStore


def serve(args: argparse.Namespace, language: str) -> int:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    settings = Settings(
        database=args.database,
        host=args.host,
        port=args.port,
        origins=tuple(args.origin),
        is_behind_proxy=args.behind_proxy,
        workers=args.workers,
        is_inviting=args.invite or args.tv,
        contact=args.contact or "",
        smtp=smtp(args.smtp, args.mail_from, args.origin),
    )
    all_puzzles()  # a broken file is told before anybody comes
    check_place(settings)
    keeping.prune()
    run(settings, lambda server: _greet(server, args.open or args.tv, language, "tv" if args.tv else ""))


def smtp(server: SplitResult | None, sender: str | None, origins: list[str]) -> Smtp | None:
    """Who takes mails. Refused where something is missing that mails need: nobody should wait for one in vain."""
    if server is None:
        return None
    if not sender or not origins:
        raise Refused(
            "half-a-mail",
            Text(
                "avec --smtp il faut --mail-from (l’adresse qui envoie) et --origin (où mènent les liens)",
                "with --smtp, --mail-from (the address that sends) and --origin (where links lead) are needed",
            ),
        )
    is_tls = server.scheme == "smtps"
    password = unquote(server.password or "") or os.environ.get("RECIF_SMTP_PASSWORD", "")
    port = server.port or (465 if is_tls else 587)
    return Smtp(sender, server.hostname or "", port, unquote(server.username or ""), password, is_tls)


def check_place(settings: Settings) -> None:
    """Refused, before anybody waits for the compiler, where the server could not open; nothing is left behind then."""
    if is_postgres(settings.database):
        check_address(str(settings.database))
        check_port(settings)
        return
    check_writable(Path(settings.database))
    check_port(settings)
    hold = Hold(settings.database)
    try:
        SqliteStore(settings.database).close()
    except sqlite3.Error as error:
        raise wrong_with(Path(settings.database), error) from error
    finally:
        hold.let_go()


def check_address(database: str) -> None:
    """A PostgreSQL that answers now is waited for later, should it go away."""
    admin = postgres()

    async def look() -> None:
        await admin.let_go(await admin.connect(database))

    try:
        asyncio.run(look())
    except Exception as error:
        raise admin.unreachable(database, error) from error


def check_port(settings: Settings) -> None:
    host, port = settings.host, settings.port
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        raise Refused("no-place", _no_place(host, port, error)) from error


def _no_place(host: str, port: int, error: OSError) -> Text:
    if error.errno == errno.EADDRINUSE:
        return Text(
            f"le port {port} est déjà pris ; arrêtez l’autre serveur ou choisissez-en un libre : --port 0",
            f"port {port} is in use; stop the other server or take a free one: --port 0",
        )
    return Text(
        f"impossible d’ouvrir {host}, port {port} ({error.strerror}) ; voyez --host et --port",
        f"cannot open {host}, port {port} ({error.strerror}); see --host and --port",
    )


def _greet(server: Server, is_opening: bool, language: str, page: str = "") -> None:
    link = link_to(server.settings.host, server.port)
    _note(f"Récif: {link}")
    if server.settings.is_inviting or server.network.is_open:
        _note(_neighbours(server.network.origin).say(language))
    server.start_warming()
    if cold := server.registry.readiness.cold():
        keeping.check_place()
        _note(
            Text(
                f"Récif : {cold} jeux se compilent, une seule fois, celui que vous ouvrez d’abord ; la page dit quand.",
                f"Récif: {cold} games are being compiled, once, first the one that you open; the page says when.",
            ).say(language)
        )
    if is_opening:
        webbrowser.open(link + page)


def _neighbours(origin: str) -> Text:
    if origin:
        return Text(f"Récif, dans le réseau local : {origin}/", f"Récif, on the local network: {origin}/")
    return Text(
        "Récif : cet ordinateur n’est pas sur un réseau local ; personne d’autre ne peut venir.",
        "Récif: this computer is not on a local network; nobody else can join.",
    )


def link_to(host: str, port: int) -> str:
    """What a person on this machine can open; IPv6 addresses stand in brackets."""
    here = {"127.0.0.1": "localhost", "0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://[{here}]:{port}/" if ":" in here else f"http://{here}:{port}/"


def _note(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run(settings: Settings, greet: Callable[[Server], None]) -> NoReturn:
    """Serve until told to stop; then the process ends."""
    sys.setswitchinterval(0.0005)  # whoever serves must not wait 5 ms for a thread beside it
    uvloop.run(_serve(settings, greet))
    raise AssertionError("a server that was not left")


async def _serve(settings: Settings, greet: Callable[[Server], None]) -> NoReturn:
    server = Server(settings)
    try:
        await server.open()
    except sqlite3.Error as error:
        raise wrong_with(Path(settings.database), error) from error
    server.tidying = Tidying()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.stop)
    greet(server)
    code = await server.stopped
    await server.close()
    leave(code)


def leave(code: int) -> NoReturn:
    """At once: everything is on disk, and Python would wait for threads that load or read, for many seconds."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
