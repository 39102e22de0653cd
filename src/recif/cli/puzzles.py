"""`recif puzzle` solves one in the terminal; `recif puzzles` looks for more in machine games."""

import argparse
import sys
from pathlib import Path

from recif.console.examples import with_game
from recif.console.files import check_writable, write_file
from recif.console.options import at_least
from recif.games import NAMES, game_named
from recif.games.core.text import Text

MINING = Text(
    """Une recherche interrompue reprend où elle en était : relancez la même commande.
exemple : recif puzzles <game> --count 300 --into problemes.txt""",
    """An interrupted search continues where it stopped: give the same command again.
example: recif puzzles <game> --count 300 --into puzzles.txt""",
)
SAYS = {
    "count": Text("combien de problèmes trouver", "how many puzzles to find"),
    "seed": Text("la même graine donne les mêmes problèmes", "the same seed gives the same puzzles"),
    "most": Text(
        "part d’un même niveau, au plus, sur 100 (défaut : 60)",
        "largest share of one level, out of 100 (default: 60)",
    ),
    "folder": Text(
        "où sont gardées les parties déjà vues (défaut : runs/puzzles/JEU)",
        "where matches already seen are kept (default: runs/puzzles/GAME)",
    ),
    "jobs": Text("processus ; 0 : un par cœur", "processes; 0: one per core"),
    "cluster": Text("local, dask, dask:ADRESSE, ray, ray:ADRESSE", "local, dask, dask:ADDRESS, ray, ray:ADDRESS"),
    "into": Text(
        "écrire les problèmes dans ce fichier, pas à l’écran", "write the puzzles to this file, not to the screen"
    ),
    "again": Text(
        "seulement revoir le niveau des problèmes de ce fichier",
        "only grade the puzzles of this file again",
    ),
    "name": Text(
        "seulement renommer les idées des problèmes de ce fichier",
        "only name the ideas of the puzzles in this file again",
    ),
    "puzzle": Text(
        "un jeu, ou le nom d’un problème (défaut : celui du jour)",
        "a game, or the name of a puzzle (default: the puzzle of the day)",
    ),
    "level": Text("la difficulté, de 1 à 8", "how hard it is, from 1 to 8"),
    "idea": Text(
        "une idée ; recif puzzle JEU --idea ? en donne la liste", "an idea; recif puzzle GAME --idea ? lists them"
    ),
}


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the commands to the command line."""
    helps = {name: text.say(language) for name, text in SAYS.items()}
    _add_solving(commands, language, helps)
    _add_mining(commands, language, helps)


def _add_solving(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str, helps: dict[str, str]
) -> None:
    says = Text("résoudre un problème dans ce terminal", "solve a puzzle in this terminal").say(language)
    command = commands.add_parser("puzzle", help=says, description=says)
    command.add_argument("puzzle", nargs="?", help=helps["puzzle"])
    command.add_argument("--level", type=at_least(1, language, 8), help=helps["level"])
    command.add_argument("--idea", help=helps["idea"])
    command.set_defaults(run=solve)


def _add_mining(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str, helps: dict[str, str]
) -> None:
    says = Text("chercher des problèmes dans des parties de machines", "look for puzzles in matches of machines").say(
        language
    )
    command = commands.add_parser(
        "puzzles",
        help=says,
        description=says,
        epilog=with_game(MINING).say(language),
    )
    command.add_argument("game", help=", ".join(NAMES))
    command.add_argument("--count", type=at_least(1, language), default=200, help=helps["count"])
    command.add_argument("--seed", type=at_least(0, language), default=1, help=helps["seed"])
    command.add_argument("--most", type=at_least(20, language, 100), default=60, help=helps["most"])
    command.add_argument("--folder", type=Path, help=helps["folder"])
    command.add_argument("--jobs", type=at_least(0, language), default=0, help=helps["jobs"])
    command.add_argument("--cluster", default="local", help=helps["cluster"])
    command.add_argument("--into", type=Path, metavar="FILE", help=helps["into"])
    command.add_argument("--again", type=Path, metavar="FILE", help=helps["again"])
    command.add_argument("--name", type=Path, metavar="FILE", help=helps["name"])
    command.set_defaults(run=mine)


def mine(args: argparse.Namespace, language: str) -> int:
    from recif.cli.mind import warmed  # here and below: other commands should not wait for the search
    from recif.lab.bulk import workers
    from recif.school.puzzles.mining import Mine, dig, graded_again, named_again, written

    game = game_named(args.game)
    check_writable(args.into)
    wanted = Mine(game.id, args.count, args.seed, args.most)
    folder = args.folder or Path("runs") / "puzzles" / game.id
    warmed(game.id, language)
    jobs = args.jobs or -1
    if args.again:
        text = graded_again(game, args.again)
    elif args.name:
        text = named_again(game, args.name)
    else:
        with workers(args.cluster, jobs):
            found = dig(wanted, folder, jobs, lambda line: print(line.say(language), file=sys.stderr, flush=True))
        text = written(wanted, found)
    if args.into:
        write_file(args.into, text)
    else:
        sys.stdout.write(text)
    return 0


def solve(args: argparse.Namespace, language: str) -> int:
    from recif.terminal.puzzles import sit_down  # rich and prompt_toolkit load only when somebody plays

    return sit_down(args.puzzle, args.level, args.idea, language)
