"""`recif lab`: mass self-play, a balance report, two sets of options side by side."""

import argparse
import dataclasses
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from recif.console.examples import with_game
from recif.console.options import add_setup, at_least, read_options
from recif.games import NAMES, game_named
from recif.games.core.text import Text

if TYPE_CHECKING:
    from recif.games.core.contract import Game
    from recif.lab.balance import Balance
    from recif.lab.stories import StoryPlan

TEACHING = Text(
    """Une étude interrompue reprend où elle en était si --file garde ses parties ; elle donne les mêmes nombres
quels que soient les processus et le cluster.
exemples :
  recif lab <game> --games 2000 --page <game>.html
  recif lab <game> --against OPTION=VALEUR --games 2000 --page deux.html
  recif lab <game> --player 3 --cluster dask --file <game>.jsonl""",
    """With --file, an interrupted study continues where it stopped; it gives the same numbers
with any number of processes and any cluster.
examples:
  recif lab <game> --games 2000 --page <game>.html
  recif lab <game> --against OPTION=VALUE --games 2000 --page two.html
  recif lab <game> --player 3 --cluster dask --file <game>.jsonl""",
)
SAYS = {
    "against": Text("comparer avec ces options (B)", "compare with these options (B)"),
    "against-game": Text(
        "comparer avec un autre jeu (B), par exemple une copie dont une règle change",
        "compare with another game (B), such as a copy with another rule",
    ),
    "player": Text("qui joue contre lui-même", "who plays against itself"),
    "strong": Text("un joueur plus fort, pour mesurer l’adresse", "a stronger player, to measure skill"),
    "weak": Text("un joueur plus faible", "a weaker player"),
    "levels": Text(
        "jouer autant avec chacun de ces joueurs, pour voir si l’équilibre dépend de la force, par exemple 2,4,6",
        "play as many with each of these players, to see whether balance depends on strength, such as 2,4,6",
    ),
    "opening": Text("coups au hasard au début, au plus", "random moves at the beginning, at most"),
    "games": Text("parties par jeu d’options", "games per set of options"),
    "seed": Text("la même graine donne les mêmes parties", "the same seed gives the same games"),
    "jobs": Text("processus ; 0 : un par cœur", "processes; 0: one per core"),
    "cluster": Text("local, dask, dask:ADRESSE, ray, ray:ADRESSE", "local, dask, dask:ADDRESS, ray, ray:ADDRESS"),
    "file": Text("garder les parties dans ce fichier", "keep the games in this file"),
    "page": Text("écrire le rapport (.html)", "write the report (.html)"),
}


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the command to the command line."""
    helps = {name: text.say(language) for name, text in SAYS.items()}
    says = Text(
        "étudier l’équilibre d’un jeu par des milliers de parties",
        "study the balance of a game with thousands of games",
    )
    command = commands.add_parser(
        "lab",
        help=says.say(language),
        description=says.say(language),
        epilog=with_game(TEACHING).say(language),
    )
    command.add_argument("game", help=", ".join(NAMES))
    add_setup(command, language)
    command.add_argument("--against", action="append", default=[], metavar="X=Y", help=helps["against"])
    command.add_argument("--against-game", metavar="GAME", help=helps["against-game"])
    command.add_argument("--player", default="3", help=helps["player"])
    command.add_argument("--strong", default="5", help=helps["strong"])
    command.add_argument("--weak", default="2", help=helps["weak"])
    command.add_argument("--levels", default="", metavar="A,B", help=helps["levels"])
    command.add_argument("--opening", type=at_least(0, language), default=0, help=helps["opening"])
    command.add_argument("--games", type=at_least(10, language), default=1000, help=helps["games"])
    command.add_argument("--seed", type=at_least(0, language), default=1, help=helps["seed"])
    command.add_argument("--jobs", type=at_least(0, language), default=0, help=helps["jobs"])
    command.add_argument("--cluster", default="local", help=helps["cluster"])
    command.add_argument("--file", type=Path, metavar="FILE", help=helps["file"])
    command.add_argument("--page", type=Path, metavar="FILE", help=helps["page"])
    command.set_defaults(run=run)


def run(args: argparse.Namespace, language: str) -> int:
    from recif.cli.mind import warmed  # here and below: other commands should not wait for what this needs
    from recif.console.files import check_writable, write_file
    from recif.lab import pages
    from recif.lab.bulk import workers
    from recif.lab.compare import fairness_by_level, pairs_of
    from recif.lab.conclusion import conclusion

    game = game_named(args.game)
    sets = [(game, args.option)]
    if args.against or args.against_game:
        sets.append((game_named(args.against_game or args.game), args.against))
    files = [args.file] if len(sets) == 1 else [_named(args.file, name) for name in "ab"]
    asked, kept = [_plan(args, *one) for one in sets], files[:]
    by_net = all(plan.has_net for plan in asked)  # two sets are judged alike
    asked = [dataclasses.replace(plan, by_net=by_net) for plan in asked]
    plans = asked[:]
    for name in filter(None, args.levels.split(",")):
        plans += [dataclasses.replace(plan, player=name) for plan in asked]
        files += [_named(path, f"level-{name}") for path in kept]
    check_writable(args.page, *files)
    for name in {plan.game: None for plan in plans}:
        warmed(name, language)
    with workers(args.cluster, args.jobs):
        found = [_study(plan, args, path, language) for plan, path in zip(plans, files, strict=True)]
    compared, levels = found[: len(sets)], found[len(sets) :]
    for one in found:
        print(_summary(one, language))
    if len(compared) == 2:
        print(_verdict(compared[0], compared[1], language))
        for one, other in pairs_of(levels):
            print(fairness_by_level(one, other).say(language))
    else:
        print(conclusion(compared[0], levels).say(language))
    if args.page:
        command = shlex.join(["recif", *sys.argv[1:]])
        write_file(
            args.page,
            pages.report(compared[0], command, levels)
            if len(compared) == 1
            else pages.comparison(compared[0], compared[1], command, pairs_of(levels)),
        )
    return 0


def _plan(args: argparse.Namespace, game: "Game", words: list[str]) -> "StoryPlan":
    from recif.lab.stories import StoryPlan

    seats = game.check_seats(game.seats[0] if args.seats is None else args.seats)
    checked = read_options(game, words)
    named = {word.partition("=")[0] for word in words}
    options = {name: value for name, value in checked.items() if name in named}
    return StoryPlan(game.id, seats, options, args.player, args.strong, args.weak, args.games, args.seed, args.opening)


def _named(path: Path | None, name: str) -> Path | None:
    """Each set of options keeps its games in a file of its own."""
    return path.with_name(f"{path.stem}-{name}{path.suffix}") if path else None


def _study(plan: "StoryPlan", args: argparse.Namespace, path: Path | None, language: str) -> "Balance":
    from recif.cli.reports import progress
    from recif.lab.balance import balance
    from recif.lab.selfplay import stories_of

    with progress() as bar:
        task = bar.add_task(game_named(plan.game).title.say(language), total=args.games)
        stories = stories_of(plan, args.jobs or -1, path, lambda done: bar.update(task, completed=done))
    return balance(plan, stories)


def _summary(found: "Balance", language: str) -> str:
    from recif.lab import pages
    from recif.lab.balance import NAMES

    many = Text(
        f"{found.games} parties, {found.distinct} différentes", f"{found.games} games, {found.distinct} different"
    )
    study = f"{found.plan.game} {pages.options(found.plan, found.plan.options)}".strip()
    lines = [f"{study}, {found.plan.player} ({many.say(language)})"]
    for name, one in found.measures.items():
        if one.games:
            value, ends = pages.number(name, one.value).say(language), pages.reach(name, one).say(language)
            lines.append(f"  {NAMES[name].say(language):<48}{value} ({ends})")
    return "\n".join(lines)


def _verdict(first: "Balance", second: "Balance", language: str) -> str:
    from recif.lab.compare import differences, fairness, verdict

    return f"{verdict(differences(first, second)).say(language)}\n{fairness(first, second).say(language)}"
