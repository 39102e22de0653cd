"""`recif train`: a net for a game, by games of the machine against itself."""

import argparse
import sys
from pathlib import Path

from recif.console.examples import with_game
from recif.console.options import at_least
from recif.games import NAMES, game_named
from recif.games.core.text import Refused, Text

TEACHING = Text(
    """Un entraînement interrompu reprend où il en était : relancez la même commande.
exemple : recif train <game> --folder runs/<game> --generations 6
Le réseau : runs/<game>/generation-N/net.npz ; pour l’essayer : recif arena <game> net:FICHIER:2000 hunch:2000
Avec --policy : policy.npz joue sans chercher (recif arena JEU policy:FICHIER 5), net.npz sert à la recherche.""",
    """An interrupted training continues where it stopped: give the same command again.
example: recif train <game> --folder runs/<game> --generations 6
The net: runs/<game>/generation-N/net.npz; to try it: recif arena <game> net:FILE:2000 hunch:2000
With --policy: policy.npz plays without a search (recif arena GAME policy:FILE 5), net.npz serves the search.""",
)
SAYS = {
    "folder": Text("où tout est gardé (défaut : runs/JEU)", "where everything is kept (default: runs/GAME)"),
    "generations": Text("combien de fois jouer, apprendre, comparer", "how often to play, learn and compare"),
    "games": Text("parties par génération", "games per generation"),
    "nodes": Text("positions examinées par coup", "positions to look at per move"),
    "epochs": Text("combien de fois apprendre de chaque partie", "how often it learns from every game"),
    "outcome": Text(
        "ce que la fin de la partie dit d’une position, sur 100 ; le reste : ce qu’en pensait la recherche",
        "how much the end of the game tells about a position, out of 100; the rest is what the search thought",
    ),
    "habits": Text(
        "quand ne pas jouer le meilleur coup : après l’ouverture, tant de coups tirés selon les visites ; puis tant"
        " sur 100 ; et tant sur 100 au hasard (défaut : 8 15 4)",
        "when not to play the best move: after the opening, so many moves drawn by visits; then so many out of 100;"
        " and so many out of 100 at random (default: 8 15 4)",
    ),
    "jobs": Text("processus ; 0 : un par cœur", "processes; 0: one per core"),
    "seed": Text("la même graine donne les mêmes parties", "the same seed gives the same games"),
    "from": Text("partir de ce réseau au lieu de zéro", "start from this net, not from scratch"),
    "policy": Text(
        "apprendre à jouer d’après ce qu’une place sait, sans chercher : jeux où l’on cache, ou choisit en même temps",
        "learn to play by what a seat knows, without a search: for games that hide something or let all choose at once",
    ),
    "rounds": Text("avec --policy : combien de fois jouer et apprendre", "with --policy: how often to play and learn"),
    "rival": Text(
        "avec --policy : apprendre à battre cette politique, à toutes les autres places",
        "with --policy: learn to beat this policy, which plays all other seats",
    ),
    "plot": Text("dessiner les progrès (.svg ou .png)", "draw the progress (.svg or .png)"),
}
OF_NETS = ("generations", "games", "nodes", "epochs", "outcome", "habits", "jobs", "start", "plot")
OF_POLICIES = ("rounds", "rival")


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the command to the command line."""
    says = Text("entraîner l’esprit d’un jeu par des parties contre lui-même", "train the mind of a game by self-play")
    command = commands.add_parser(
        "train",
        help=says.say(language),
        description=says.say(language),
        epilog=with_game(TEACHING).say(language),
    )
    helps = {name: text.say(language) for name, text in SAYS.items()}
    command.add_argument("game", help=", ".join(NAMES))
    command.add_argument("--folder", type=Path, help=helps["folder"])
    command.add_argument("--generations", type=at_least(1, language), default=6, help=helps["generations"])
    command.add_argument("--games", type=at_least(20, language), default=1_200, help=helps["games"])
    command.add_argument("--nodes", type=at_least(10, language), default=250, help=helps["nodes"])
    command.add_argument("--epochs", type=at_least(1, language), default=8, help=helps["epochs"])
    command.add_argument("--outcome", type=at_least(0, language, 100), default=60, help=helps["outcome"])
    habit = at_least(0, language, 100)
    command.add_argument("--habits", type=habit, nargs=3, default=(8, 15, 4), metavar="NUMBER", help=helps["habits"])
    command.add_argument("--jobs", type=at_least(0, language), default=0, help=helps["jobs"])
    command.add_argument("--seed", type=at_least(0, language), default=1, help=helps["seed"])
    command.add_argument("--from", dest="start", type=Path, metavar="FILE", help=helps["from"])
    command.add_argument("--policy", action="store_true", help=helps["policy"])
    command.add_argument("--rounds", type=at_least(1, language), default=450, help=helps["rounds"])
    command.add_argument("--rival", type=Path, metavar="FILE", help=helps["rival"])
    command.add_argument("--plot", type=Path, metavar="FILE", help=helps["plot"])
    defaults = {name: command.get_default(name) for name in OF_NETS + OF_POLICIES}
    command.set_defaults(run=train, defaults=defaults)


def check_kind(args: argparse.Namespace) -> None:
    """Nobody waits an hour for a training that was not the one asked for."""
    others = OF_NETS if args.policy else OF_POLICIES
    given = [name for name in others if getattr(args, name) != args.defaults[name]]
    if not given:
        return
    name = "--from" if given[0] == "start" else f"--{given[0]}"
    if args.policy:
        said = Text(
            f"{name} ne va pas avec --policy : retirez l’un des deux",
            f"{name} and --policy do not go together: leave one out",
        )
    else:
        said = Text(f"{name} ne va qu’avec --policy : ajoutez-le", f"{name} goes only with --policy: add it")
    raise Refused("other-kind", said)


def learn_policy(args: argparse.Namespace, language: str) -> int:
    """`recif train --policy`."""
    from recif.lab.training.plan import PolicyPlan
    from recif.lab.training.policy_run import PolicyRun

    game = game_named(args.game)
    rival = str(args.rival.resolve()) if args.rival else ""
    plan = PolicyPlan(game.id, args.seed, args.rounds, rival=rival)
    folder = args.folder or Path("runs") / f"{game.id}-policy"
    run = PolicyRun(folder, plan, lambda line: print(line.say(language), file=sys.stderr, flush=True))
    print(run.go_on())
    return 0


def train(args: argparse.Namespace, language: str) -> int:
    check_kind(args)
    if args.policy:
        return learn_policy(args, language)
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
    plan = TrainingPlan(
        game.id,
        args.seed,
        args.generations,
        args.games,
        args.nodes,
        epochs=args.epochs,
        outcome=args.outcome / 100,
        habits=tuple(args.habits),
        start=start,
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
