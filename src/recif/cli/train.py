"""`recif train`: a net for a game, by games of the machine against itself."""

import argparse
import sys
from pathlib import Path

from recif.console.examples import with_game
from recif.console.options import at_least
from recif.games import NAMES, game_named
from recif.games.core.text import Text

TEACHING = Text(
    """Un entraînement interrompu reprend où il en était : relancez la même commande.
exemple : recif train <game> --folder runs/<game> --generations 6
Le réseau : runs/<game>/generation-N/net.npz ; à essayer par : recif arena <game> net:FICHIER:2000 hunch:2000""",
    """A training that was interrupted goes on where it was: give the same command again.
example: recif train <game> --folder runs/<game> --generations 6
The net: runs/<game>/generation-N/net.npz; try it by: recif arena <game> net:FILE:2000 hunch:2000""",
)
SAYS = {
    "folder": Text("où tout est gardé ; runs/JEU sinon", "where everything is kept; else runs/GAME"),
    "generations": Text("combien de fois jouer, apprendre, comparer", "how often to play, learn and compare"),
    "games": Text("parties par génération", "games a generation"),
    "nodes": Text("positions examinées par coup", "positions looked at for each move"),
    "epochs": Text("combien de fois tout relire en apprenant", "how often all is gone through in learning"),
    "outcome": Text(
        "part de l’issue dans la valeur d’une position, sur 100 ; le reste : ce qu’en pensait la recherche",
        "how much of a position's worth is how its game ended, of 100; the rest is what the search thought",
    ),
    "jobs": Text("processus ; 0 : un par cœur", "processes; 0: one per core"),
    "seed": Text("la même graine donne les mêmes parties", "the same seed gives the same games"),
    "from": Text("partir de ce réseau, non de rien", "start from this net, not from nothing"),
    "plot": Text("dessiner les progrès (.svg ou .png)", "draw the progress (.svg or .png)"),
}


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the command to the command line."""
    says = Text("entraîner l’esprit d’un jeu par des parties contre lui-même", "train the mind of a game by self-play")
    command = commands.add_parser(
        "train",
        help=says.say(language),
        description=says.say(language),
        epilog=with_game(TEACHING).say(language),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    helps = {name: text.say(language) for name, text in SAYS.items()}
    command.add_argument("game", help=", ".join(NAMES))
    command.add_argument("--folder", type=Path, help=helps["folder"])
    command.add_argument("--generations", type=at_least(1, language), default=6, help=helps["generations"])
    command.add_argument("--games", type=at_least(20, language), default=1_200, help=helps["games"])
    command.add_argument("--nodes", type=at_least(10, language), default=250, help=helps["nodes"])
    command.add_argument("--epochs", type=at_least(1, language), default=8, help=helps["epochs"])
    command.add_argument("--outcome", type=at_least(0, language, 100), default=60, help=helps["outcome"])
    command.add_argument("--jobs", type=at_least(0, language), default=0, help=helps["jobs"])
    command.add_argument("--seed", type=at_least(0, language), default=1, help=helps["seed"])
    command.add_argument("--from", dest="start", type=Path, metavar="FILE", help=helps["from"])
    command.add_argument("--plot", type=Path, metavar="FILE", help=helps["plot"])
    command.set_defaults(run=train)


def train(args: argparse.Namespace, language: str) -> int:
    from recif.cli.mind import check_files, warmed  # here and below: other commands should not wait for the search
    from recif.lab.training.plan import TrainingPlan
    from recif.lab.training.progress import plot_progress
    from recif.lab.training.run import Run
    from recif.mind.net.files import read_net

    game = game_named(args.game)
    args.json = None
    check_files(args)
    if args.start:
        read_net(args.start, game)
    start = str(args.start.resolve()) if args.start else ""
    share = args.outcome / 100
    plan = TrainingPlan(
        game.id, args.seed, args.generations, args.games, args.nodes, epochs=args.epochs, outcome=share, start=start
    )
    folder = args.folder or Path("runs") / game.id
    run = Run(folder, plan, args.jobs or -1, lambda line: print(line.say(language), file=sys.stderr, flush=True))
    warmed(game.id, language)
    champion = run.go_on()
    if args.plot:
        plot_progress(folder, args.plot, language)
    nothing = Text("aucun réseau n’a battu l’intuition", "no net has beaten the hunch")
    print(champion or nothing.say(language))
    return 0
