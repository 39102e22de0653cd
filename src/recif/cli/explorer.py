"""`recif explorer`: the base of machine matches that the explorer counts from."""

import argparse
from pathlib import Path

from recif.console.options import at_least
from recif.games import NAMES, game_named
from recif.games.core.text import Text

SAYS = {
    "games": Text("combien de parties la collection doit avoir", "how many matches the collection should have"),
    "level": Text("niveau de la machine, 1 à 8", "level of the machine, 1 to 8"),
    "seed": Text("la même graine donne les mêmes parties", "the same seed gives the same matches"),
    "file": Text("écrire ici, pas dans le dossier du jeu", "write here, not into the game's folder"),
}
HAS = Text("{path} : {count} parties, {size} ko", "{path}: {count} matches, {size} kB")


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the command to the command line."""
    says = Text(
        "jouer des parties pour l’explorateur ; interrompu, le travail reprend où il en était",
        "play matches for the explorer; interrupted, it continues where it stopped",
    ).say(language)
    command = commands.add_parser("explorer", help=says, description=says)
    helps = {name: text.say(language) for name, text in SAYS.items()}
    command.add_argument("game", help=", ".join(NAMES))
    command.add_argument("--games", type=at_least(1, language), default=400, help=helps["games"])
    command.add_argument("--level", type=at_least(1, language, 8), default=6, help=helps["level"])
    command.add_argument("--seed", type=at_least(0, language), default=1, help=helps["seed"])
    command.add_argument("--file", type=Path, metavar="FILE", help=helps["file"])
    command.set_defaults(run=explorer)


def explorer(args: argparse.Namespace, language: str) -> int:
    from recif.cli.mind import warmed
    from recif.cli.reports import progress  # here and below: other commands should not wait for the search to load
    from recif.school.base import Plan, grow, path_of

    game = game_named(args.game)
    path = args.file or path_of(game)
    warmed(game.id, language)
    with progress() as bar:
        task = bar.add_task(game.title.say(language), total=args.games)
        base = grow(
            game, Plan(args.level, args.seed), args.games, path, lambda done, of: bar.update(task, completed=done)
        )
    size = path.stat().st_size // 1000
    print(HAS.say(language).format(path=path, count=len(base.events), size=size))
    return 0
