"""`recif mcp` and `recif harness`: the games for language models."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from recif.console.examples import with_game
from recif.console.options import add_setup, at_least, read_options
from recif.games import NAMES, game_named
from recif.games.core.text import Refused, Text

if TYPE_CHECKING:
    from recif.match.signing import Signer
    from recif.models.harness import HarnessGame, HarnessPlan, HarnessReport

TEACHING = Text(
    """exemples :
  recif mcp\tpar l’entrée et la sortie standard : ce qu’un assistant lance lui-même
  recif mcp --http 8790\tpar HTTP, sur cette machine : http://127.0.0.1:8790/mcp
  recif mcp --server https://jeux.example.org\tpour s’asseoir aux tables de ce serveur""",
    """examples:
  recif mcp\tover standard input and output: what an assistant starts itself
  recif mcp --http 8790\tover HTTP, on this machine: http://127.0.0.1:8790/mcp
  recif mcp --server https://play.example.org\tto sit down at that server's tables""",
)
HARNESS = Text(
    """joueurs : comme dans recif arena (1 à 8, random, first…), « model:COMMANDE » ou « model:NOM@ADRESSE »
(une adresse compatible OpenAI ; sa clé vient de la variable RECIF_MODEL_KEY).
Une épreuve interrompue reprend où elle en était si --file garde ses parties.
exemples :
  recif harness <game> random first 1 "model:python modele.py" --games 20 --file <game>.jsonl
  recif harness <game> random 2 model:mon-modele@http://127.0.0.1:8000/v1 --hide-moves --disguise --records parties""",
    """players: as for recif arena (1 to 8, random, first…), "model:COMMAND" or "model:NAME@ADDRESS"
(an OpenAI-compatible address; its key comes from the variable RECIF_MODEL_KEY).
An interrupted run continues from its --file.
examples:
  recif harness <game> random first 1 "model:python model.py" --games 20 --file <game>.jsonl
  recif harness <game> random 2 model:my-model@http://127.0.0.1:8000/v1 --hide-moves --disguise --records games""",
)
SAYS = {
    "players": Text("au moins deux joueurs", "at least two players"),
    "games": Text("parties de chaque paire", "games of each pair"),
    "opening": Text("coups au hasard au début, au plus", "random moves at the beginning, at most"),
    "seed": Text("des tirages, des niveaux et des demandes", "of luck, levels and questions"),
    "jobs": Text("parties à la fois", "games at the same time"),
    "temperature": Text("température demandée aux modèles", "the temperature asked of models"),
    "tokens": Text("longueur d’une réponse, au plus", "length of an answer, at most"),
    "tries": Text("réponses par tour avant le forfait", "answers per turn before the game is forfeited"),
    "seconds": Text("secondes pour une réponse, au plus", "seconds for an answer, at most"),
    "hide": Text("ne pas montrer les coups permis", "do not show the legal moves"),
    "rules": Text("ne pas montrer les règles", "do not show the rules"),
    "disguise": Text("d’autres noms pour le jeu et ses pièces", "other names for the game and its pieces"),
    "price": Text("prix d’un million lus et d’un million écrits", "price of a million read and of a million written"),
    "file": Text("où chaque partie est gardée", "where every game is kept"),
    "table": Text("écrire le tableau (.md ou .json)", "write the table (.md or .json)"),
    "records": Text("dossier où écrire chaque partie", "folder to write the record of each game to"),
    "sign": Text("signer avec la clé de ce fichier (créé s’il manque)", "sign with this file's key (made if missing)"),
}
HERE = ("http://127.0.0.1:8787", "http://localhost:8787")


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the commands to the command line."""
    add_mcp(commands, language)
    add_harness(commands, language)


def add_mcp(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    says = Text("ouvrir les jeux aux modèles de langage (MCP)", "open the games to language models (MCP)").say(language)
    command = commands.add_parser(
        "mcp",
        help=says,
        description=says,
        epilog=with_game(TEACHING).say(language),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    port = Text("servir HTTP sur ce port de 127.0.0.1", "serve HTTP on this port of 127.0.0.1")
    command.add_argument("--http", type=at_least(1, language, 65535), metavar="PORT", help=port.say(language))
    server = Text(
        "un serveur aux tables duquel on peut s’asseoir ; sans rien, celui de « recif serve » ici",
        "a server at whose tables one may sit down; else the one of 'recif serve' here",
    )
    command.add_argument("--server", action="append", default=[], metavar="ADDRESS", help=server.say(language))
    command.set_defaults(run=mcp)


def mcp(args: argparse.Namespace, language: str) -> int:
    try:
        from recif.models.tools import server_of  # here: other commands should not wait for it
    except ImportError as error:
        if not (error.name or "").startswith(("mcp", "pydantic")):
            raise
        raise Refused(
            "no-mcp", Text("il manque un paquet : pip install 'recif[mcp]'", "this needs pip install 'recif[mcp]'")
        ) from error

    server = server_of(language, args.server or HERE)
    if args.http:
        server.run("streamable-http", host="127.0.0.1", port=args.http, max_request_body_size=1 << 16)
    else:
        server.run("stdio")
    return 0


def add_harness(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    says = Text("mesurer des modèles de langage", "measure language models").say(language)
    command = commands.add_parser(
        "harness",
        help=says,
        description=says,
        epilog=with_game(HARNESS).say(language),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    helps = {name: text.say(language) for name, text in SAYS.items()}
    command.add_argument("game", help=", ".join(NAMES))
    command.add_argument("players", nargs="+", help=helps["players"])
    add_setup(command, language)
    command.add_argument("--games", type=at_least(2, language), default=20, help=helps["games"])
    command.add_argument("--opening", type=at_least(0, language), default=2, help=helps["opening"])
    command.add_argument("--seed", type=at_least(0, language), default=1, help=helps["seed"])
    command.add_argument("--jobs", type=at_least(1, language), default=1, help=helps["jobs"])
    command.add_argument("--temperature", type=float, default=0.0, help=helps["temperature"])
    command.add_argument("--max-tokens", type=at_least(1, language), default=1000, help=helps["tokens"])
    command.add_argument("--tries", type=at_least(1, language, 20), default=3, help=helps["tries"])
    command.add_argument("--seconds", type=at_least(1, language), default=120, help=helps["seconds"])
    command.add_argument("--hide-moves", action="store_true", help=helps["hide"])
    command.add_argument("--hide-rules", action="store_true", help=helps["rules"])
    command.add_argument("--disguise", action="store_true", help=helps["disguise"])
    command.add_argument("--price", type=float, nargs=2, default=(0.0, 0.0), metavar=("IN", "OUT"), help=helps["price"])
    command.add_argument("--file", type=Path, metavar="FILE", help=helps["file"])
    command.add_argument("--table", type=Path, metavar="FILE", help=helps["table"])
    command.add_argument("--records", type=Path, metavar="FOLDER", help=helps["records"])
    command.add_argument("--sign", type=Path, metavar="FILE", help=helps["sign"])
    command.set_defaults(run=harness)


def harness(args: argparse.Namespace, language: str) -> int:
    from recif.cli.bots import check_table  # here and below: other commands should not wait for what this needs
    from recif.cli.mind import warmed
    from recif.cli.reports import progress
    from recif.console.files import check_writable
    from recif.models import harness as harness_room

    plan = _plan(args, language)
    plan.check()
    check_table(args.table)
    check_writable(args.file, args.table)
    warmed(plan.ladder.game, language)
    with progress() as bar:
        task = bar.add_task(game_named(args.game).title.say(language), total=plan.ladder.total)
        report, played = harness_room.run(plan, args.jobs, args.file, lambda done: bar.update(task, completed=done))
    _report(report, args.table, language)
    if args.records:
        _write_records(played, args.records, args.sign)
    return 0


def _plan(args: argparse.Namespace, language: str) -> "HarnessPlan":
    from recif.lab.ladder import Ladder
    from recif.models.asking import Sampling
    from recif.models.harness import HarnessPlan
    from recif.models.playing import Prices
    from recif.models.prompts import ModelView

    game = game_named(args.game)
    seats = game.check_seats(game.seats[0] if args.seats is None else args.seats)
    options = read_options(game, args.option)
    ladder = Ladder(game.id, tuple(args.players), seats, options, args.games, args.seed, args.opening)
    return HarnessPlan(
        ladder,
        Sampling(args.temperature, args.max_tokens),
        ModelView(language, not args.hide_moves, not args.hide_rules),
        Prices(*args.price),
        args.disguise,
        args.tries,
        args.seconds,
    )


def _report(report: "HarnessReport", table: Path | None, language: str) -> None:
    from recif.console.files import write_file
    from recif.lab.standings import as_text
    from recif.models.reporting import as_json, as_markdown, spent_text

    print(as_text(report.standings, language))
    print(spent_text(report, language))
    if table:
        write_file(table, as_json(report) if table.suffix == ".json" else as_markdown(report, language))


def _write_records(played: "list[HarnessGame]", folder: Path, key: Path | None) -> None:
    from recif.console.files import trouble, write_file
    from recif.match.record import to_json
    from recif.match.signing import Unsigned

    signer = _signer(key) if key else Unsigned()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise trouble(folder, error) from error
    for number, one in enumerate(played, 1):
        write_file(folder / f"{number:04}.json", to_json(signer.sign(one.record)) + "\n")


def _signer(path: Path) -> "Signer":
    """By the key of a file that only its owner may read; a new one where there is none."""
    import os

    from recif.console.files import read_file, trouble
    from recif.match.signing import Signer, new_secret

    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(made, "w") as file:
            file.write(new_secret())
    except FileExistsError:
        pass
    except OSError as error:
        raise trouble(path, error) from error
    try:
        return Signer(read_file(path, 200).decode().strip())
    except ValueError as error:
        raise Refused("bad-key", Text(f"{path} n’est pas une clé", f"{path} is not a key")) from error
