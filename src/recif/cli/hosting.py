"""`recif serve`, `recif admin`, `recif verify`, `recif cluster`, as the command line knows them.

What they do is in serve.py, admin.py and cluster.py, imported when asked for: others must not wait for the server.
"""

import argparse
import os
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from recif.console.options import at_least
from recif.games.core.text import Text

DATABASE = Path("recif.db")
ADMIN = {
    "backup": Text("copier la base pendant que le serveur tourne", "copy the database while the server runs"),
    "check": Text("relire chaque partie et dire ce qui cloche", "read every match again and say what is wrong"),
    "move": Text(
        "copier la base dans une autre, fichier ou PostgreSQL, en comparant tout",
        "copy the database into another one, a file or PostgreSQL, comparing everything",
    ),
    "stats": Text("compter personnes, tables et coups", "count people, tables and moves"),
}


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the commands of this room to the command line."""
    add_serve(commands, language)
    add_cluster(commands, language)
    says = Text("prendre soin de la base d’un serveur", "look after a server's database").say(language)
    command = commands.add_parser("admin", help=says, description=says)
    admin = command.add_subparsers(metavar=Text("commande", "command").say(language), required=True)
    for name, does in ADMIN.items():
        command = admin.add_parser(name, help=does.say(language), description=does.say(language))
        add_database(command, language)
        if name == "backup":
            command.add_argument("target", type=Path, help=Text("la copie à faire", "the copy to make").say(language))
        if name == "move":
            where = Text("la base à remplir", "the database to fill").say(language)
            command.add_argument("target", type=database, help=where)
        command.set_defaults(run=lazily("admin", name))
    says = Text(
        "vérifier une partie ou un tournoi : règles, tirages, signature",
        "check a finished match or event: rules, luck, signature",
    ).say(language)
    command = commands.add_parser("verify", help=says, description=says)
    command.add_argument("record", type=Path, help=Text("son fichier", "its file").say(language))
    key = Text("la clé publique du serveur (sa page /api/key)", "the public key of the server (its page /api/key)")
    command.add_argument("--key", default="", help=key.say(language))
    command.set_defaults(run=lazily("admin", "verify"))


def add_database(command: argparse.ArgumentParser, language: str) -> None:
    says = Text(
        f"la base : un fichier (défaut : {DATABASE}), ou postgresql://… pour plusieurs serveurs",
        f"the database: a file (default: {DATABASE}), or postgresql://… for several servers",
    )
    command.add_argument("--database", type=database, default=DATABASE, help=says.say(language))


def database(words: str) -> Path | str:
    """A file, or the address of a PostgreSQL."""
    return words if words.startswith(("postgresql://", "postgres://")) else Path(words)


def add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    def say(fr: str, en: str) -> str:
        return Text(fr, en).say(language)

    says = say("ouvrir des tables dans le navigateur", "open tables in the browser")
    command = commands.add_parser("serve", help=says, description=says)
    add_database(command, language)
    command.add_argument(
        "--host", default="127.0.0.1", help=say("0.0.0.0 : pour tout le réseau", "0.0.0.0: for the whole network")
    )
    port = say("défaut : 8787 ; 0 : n’importe lequel", "default: 8787; 0: any free one")
    command.add_argument("--port", type=at_least(0, language, 65535), default=8787, help=port)
    pages = say("l’adresse sous laquelle les gens ouvrent les pages", "the address at which people open the pages")
    command.add_argument("--origin", type=origin(language), action="append", default=[], help=pages)
    command.add_argument(
        "--behind-proxy",
        action="store_true",
        help=say("se fier aux en-têtes X-Forwarded-*", "trust X-Forwarded-* headers"),
    )
    workers = max(1, (os.cpu_count() or 2) - 1)
    processes = say("processus pour les machines, au plus", "processes for the machines, at most")
    command.add_argument("--workers", type=at_least(1, language), default=workers, help=processes)
    command.add_argument("--open", action="store_true", help=say("ouvrir le navigateur", "open the browser"))
    invite = say("ouvrir au réseau local dès le départ", "open to the local network from the start")
    command.add_argument("--invite", action="store_true", help=invite)
    tv = say(
        "la même chose, et cet écran devient la télévision de tous",
        "the same, and this screen becomes everybody’s television",
    )
    command.add_argument("--tv", action="store_true", help=tv)
    contact_is = say(
        "adresse mailto: ou https: où les services de notification peuvent vous écrire",
        "mailto: or https: address where push services can reach you",
    )
    command.add_argument("--contact", type=contact(language), help=contact_is)
    takes_mail = say(
        "serveur de courriel : smtps://nom@hôte ou smtp://hôte:port (mot de passe : RECIF_SMTP_PASSWORD)",
        "mail server: smtps://name@host or smtp://host:port (password: RECIF_SMTP_PASSWORD)",
    )
    command.add_argument("--smtp", type=mail_server(language), help=takes_mail)
    sender = say("l’adresse qui envoie les courriels", "the address that sends the emails")
    command.add_argument("--mail-from", type=mail_address(language), help=sender)
    command.set_defaults(run=lazily("serve", "serve"))


def add_cluster(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    def say(fr: str, en: str) -> str:
        return Text(fr, en).say(language)

    says = say(
        "essayer plusieurs serveurs sur un PostgreSQL, dans ce terminal",
        "try several servers on one PostgreSQL, in this terminal",
    )
    command = commands.add_parser("cluster", help=says, description=says)
    command.add_argument("--nodes", type=at_least(1, language, 16), default=3, help=say("défaut : 3", "default: 3"))
    port = say("où regarder (défaut : 8787)", "where to look (default: 8787)")
    command.add_argument("--port", type=at_least(1, language, 65535), default=8787, help=port)
    keeps = say("garder la base dans ce dossier", "keep the database in this folder")
    command.add_argument("--folder", type=Path, help=keeps)
    processes = say("processus pour les machines, par serveur", "processes for the machines, per server")
    command.add_argument("--workers", type=at_least(1, language), default=1, help=processes)
    command.set_defaults(run=lazily("cluster", "cluster"))


def origin(language: str) -> Callable[[str], str]:
    """The type of an argument that is an origin, written as browsers write it."""

    def read(words: str) -> str:
        written = words.lower().removesuffix("/")
        if not re.fullmatch(r"https?://[^\s/]+", written):
            wanted = Text(
                f"une origine s’écrit https://jeux.example.org, sans chemin, pas {words!r}",
                f"an origin is written https://play.example.org, without a path, not {words!r}",
            )
            raise argparse.ArgumentTypeError(wanted.say(language))
        return written

    return read


def mail_server(language: str) -> Callable[[str], SplitResult]:
    """The type of an argument that is the address of a mail server."""

    def read(words: str) -> SplitResult:
        parts = urlsplit(words)
        try:
            is_one = parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            is_one = False
        if not is_one or parts.path.strip("/"):
            wanted = Text(
                f"un serveur de courriel s’écrit smtps://nom@smtp.example.org, pas {words!r}",
                f"a mail server is written smtps://name@smtp.example.org, not {words!r}",
            )
            raise argparse.ArgumentTypeError(wanted.say(language))
        return parts

    return read


def mail_address(language: str) -> Callable[[str], str]:
    def read(words: str) -> str:
        if not re.fullmatch(r"[^\s<>@,;:\"]+@[^\s<>@,;:\"]+", words) or not words.isascii():
            wanted = Text(
                f"une adresse s’écrit recif@example.org, pas {words!r}",
                f"an address is written recif@example.org, not {words!r}",
            )
            raise argparse.ArgumentTypeError(wanted.say(language))
        return words

    return read


def contact(language: str) -> Callable[[str], str]:
    """The type of an argument that is an address to write to."""

    def read(words: str) -> str:
        if not re.fullmatch(r"mailto:[^\s@]+@[^\s@]+|https://[^\s/]+\S*", words):
            wanted = Text(
                f"un contact s’écrit mailto:moi@example.org ou https://example.org/contact, pas {words!r}",
                f"a contact is written mailto:me@example.org or https://example.org/contact, not {words!r}",
            )
            raise argparse.ArgumentTypeError(wanted.say(language))
        return words

    return read


def lazily(module: str, name: str) -> Callable[[argparse.Namespace, str], int]:
    """A command whose module is imported when it runs."""

    def run(args: argparse.Namespace, language: str) -> int:
        return int(getattr(import_module(f"recif.cli.{module}"), name)(args, language))

    return run
