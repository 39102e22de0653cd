"""The command `recif`."""

import argparse
import os
import sys
import time
from typing import NoReturn

from recif import __version__
from recif.cli import bots as bot_commands
from recif.cli import event as event_commands
from recif.cli import explorer as explorer_commands
from recif.cli import export as data_commands
from recif.cli import hosting as table_commands
from recif.cli import lab as lab_commands
from recif.cli import learn as lesson_commands
from recif.cli import mind as mind_commands
from recif.cli import models as model_commands
from recif.cli import page as page_commands
from recif.cli import play as terminal_commands
from recif.cli import puzzles as puzzle_commands
from recif.cli import train as training_commands
from recif.console.examples import with_game
from recif.console.language import spoken, teach_argparse
from recif.console.options import add_setup, at_least, read_options
from recif.console.parser import SpokenParser
from recif.games import NAMES, game_named
from recif.games.core.text import Refused, Text

TEACHING = Text(
    """exemples :
  recif play\tchoisir un jeu et jouer dans ce terminal
  recif play <game> --against 3\tcontre la machine, niveau 3
  recif learn <game>\tapprendre un jeu, pas à pas
  recif serve\touvrir une table dans le navigateur
  recif review partie.json\trevoir une partie : chances, fautes, meilleurs coups
  recif puzzle <game>\tun problème à résoudre
  recif event --help\ttenir un tournoi autour de vraies tables
  recif games\tles jeux, leurs places et leurs options
  recif perft <game> 2\tcompter les débuts de partie
  echo '{"new": {"game": "<game>"}}' | recif referee
\tl’arbitre, en lignes JSON, pour vos programmes""",
    """examples:
  recif play\tchoose a game and play in this terminal
  recif play <game> --against 3\tagainst the machine, level 3
  recif learn <game>\tlearn a game, step by step
  recif serve\topen a table in the browser
  recif review match.json\treview a match: chances, mistakes, better moves
  recif puzzle <game>\ta puzzle to solve
  recif event --help\trun an event around real tables
  recif games\tthe games, their seats and options
  recif perft <game> 2\tcount the ways a game can begin
  echo '{"new": {"game": "<game>"}}' | recif referee
\tthe referee, in JSON lines, for your programs""",
)
REFEREE = Text(
    """demandes :
  {"new": {"game": "<game>"}}\tcommencer ; "options", "position", "seats" et "seed" sont permis aussi
  {"play": {"seat": 0, "move": "…"}}\tjouer
  {"luck": null}\ttirer au sort ; ou dire ce qui est tiré
  {"view": 1}\tce que voit une place ; null : un spectateur
  {"why": {"seat": 0, "move": "…"}}\tpourquoi un coup est refusé
  {"undo": 1}\tannuler""",
    """requests:
  {"new": {"game": "<game>"}}\tbegin; "options", "position", "seats" and "seed" are allowed, too
  {"play": {"seat": 0, "move": "…"}}\tplay
  {"luck": null}\tdraw at random; or name what is drawn
  {"view": 1}\twhat a seat sees; null: a spectator
  {"why": {"seat": 0, "move": "…"}}\twhy a move is refused
  {"undo": 1}\tundo""",
)


def main() -> NoReturn:
    language = spoken()
    teach_argparse(language)
    try:
        check_system(sys.platform)
        sys.exit(run(language))
    except Refused as refused:
        sys.exit(f"recif: {refused.text.say(language)}")
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody listens: nothing more to say
        sys.exit(141)


def check_system(platform: str) -> None:
    """What keeps a database to one server, and machines within their memory, is not to be had on Windows."""
    if platform == "win32":
        raise Refused(
            "no-windows",
            Text(
                "Récif tourne sous Linux et macOS. Sous Windows, installez-le dans WSL (« wsl --install », puis comme "
                "sous Linux).",
                "Récif runs on Linux and macOS. On Windows, install it inside WSL ('wsl --install', then as on Linux).",
            ),
        )


def run(language: str) -> int:
    """What was asked for, said to the end: whether anybody listens is known when all has been written."""
    try:
        arguments = parser(language).parse_args()
        return int(arguments.run(arguments, language))
    finally:
        if sys.stdout:
            sys.stdout.flush()


def parser(language: str) -> argparse.ArgumentParser:
    top: argparse.ArgumentParser = SpokenParser(
        prog="recif",
        description=Text(
            "Des jeux de bord de mer : jouer, héberger, étudier.",
            "Sea-side board games: play, host and study them.",
        ).say(language),
        epilog=with_game(TEACHING).say(language),
    )
    top.add_argument(
        "--version",
        action="version",
        version=f"recif {__version__}",
        help=Text("afficher la version", "show the version").say(language),
    )
    commands = top.add_subparsers(metavar=Text("commande", "command").say(language), required=True)
    terminal_commands.add(commands, language)
    lesson_commands.add(commands, language)
    table_commands.add(commands, language)
    mind_commands.add(commands, language)
    training_commands.add(commands, language)
    bot_commands.add(commands, language)
    model_commands.add(commands, language)
    lab_commands.add(commands, language)
    puzzle_commands.add(commands, language)
    explorer_commands.add(commands, language)
    page_commands.add(commands, language)
    data_commands.add(commands, language)
    event_commands.add(commands, language)
    add_games(commands, language)
    add_referee(commands, language)
    add_perft(commands, language)
    return top


def add_games(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    says = Text("les jeux, leurs places et leurs options", "the games, their seats and options")
    commands.add_parser("games", help=says.say(language), description=says.say(language)).set_defaults(run=run_games)


def run_games(_: argparse.Namespace, language: str) -> int:
    from recif.games import GAMES  # here and below: who asks for help must not wait for Numba

    for game in GAMES.values():
        seats = f"{game.seats[0]}–{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        places = Text("places", "seats").say(language)
        print(f"{game.id:<11} {game.title.say(language)}, {seats} {places}, {game.minutes} min")
        print(f"{'':<11} {game.pitch.say(language)}")
        for option in game.options:
            allowed = f" ({', '.join(str(v) for v in option.values)})" if option.values else ""
            print(f"{'':<11}   {option.name}={option.default}{allowed}  {option.says.say(language)}")
    return 0


def add_referee(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    says = Text(
        "l’arbitre : une demande JSON par ligne en entrée, une réponse par ligne en sortie",
        "the referee: one JSON request per line in, one answer per line out",
    ).say(language)
    command = commands.add_parser(
        "referee",
        help=says,
        description=says,
        epilog=with_game(REFEREE).say(language),
    )
    command.set_defaults(run=run_referee)


def run_referee(_: argparse.Namespace, language: str) -> int:
    from recif.games import GAMES
    from recif.games.core.warmup import warm_up
    from recif.match.referee import Referee, serve

    referee = Referee(on_game=lambda name: warm_up([GAMES[name]], complain, language))
    serve(sys.stdin.buffer, sys.stdout.buffer, referee)
    return 0


def complain(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def add_perft(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    says = Text(
        "compter toutes les façons de commencer, coups et tirages compris",
        "count all the ways to begin, moves and draws included",
    )
    command = commands.add_parser("perft", help=says.say(language), description=says.say(language))
    command.add_argument("game", help=", ".join(NAMES))
    depth = Text("combien de coups et de tirages", "how many moves and draws").say(language)
    command.add_argument("depth", type=at_least(0, language), help=depth)
    add_setup(command, language)
    command.set_defaults(run=run_perft)


def run_perft(arguments: argparse.Namespace, language: str) -> int:
    from recif.games.core.playouts import perft
    from recif.games.core.position import start
    from recif.games.core.warmup import warm_up

    game = game_named(arguments.game)
    warm_up([game], complain, language)
    position = start(game, arguments.seats, read_options(game, arguments.option))
    for depth in range(1, arguments.depth + 1):
        began = time.perf_counter()
        count = int(perft(game.rules, position.state, depth))
        print(f"{depth:>3} {count:>20,}  {time.perf_counter() - began:8.3f} s")
    return 0
