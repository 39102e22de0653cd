"""`recif arena`, `recif hint`, `recif review`: the mind on the command line."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from recif.console.examples import with_game
from recif.console.files import check_writable, read_file, write_file
from recif.console.options import add_setup, at_least, read_options
from recif.games import NAMES, game_named
from recif.games.core.text import Refused, Text

if TYPE_CHECKING:
    from recif.games.core.position import Position
    from recif.lab.arena import Bout
    from recif.match.match import Match

ARENA = Text(
    """joueurs : 1 à 8 (niveaux), abyss, nodes:5000 (la recherche), hunch:5000 (sans réseau),
net:FICHIER:5000, uct:5000 (sans rien savoir), time:0.5,
obvious (la première bonne chose en vue), random
exemple : recif arena <game> 4 3 --games 200 --plot <game>.svg""",
    """players: 1 to 8 (levels), abyss, nodes:5000 (the search), hunch:5000 (without a net),
net:FILE:5000, uct:5000 (knowing no game), time:0.5,
obvious (the first good thing in sight), random
example: recif arena <game> 4 3 --games 200 --plot <game>.svg""",
)
ARENA_ARGUMENTS = {
    "first": Text("un joueur", "a player"),
    "second": Text("son adversaire", "its opponent"),
    "games": Text("parties, au plus", "games, at most"),
    "all": Text("ne pas s’arrêter avant la fin", "do not stop early"),
    "alone": Text(
        "le premier n’a qu’une place, son adversaire a toutes les autres ; toutes les parties sont jouées",
        "the first has only one seat, its opponent has all the others; all games are played",
    ),
    "opening": Text("coups au hasard au début, au plus", "random moves at the beginning, at most"),
    "elo": Text("bornes du test séquentiel, en Elo", "bounds of the sequential test, in Elo"),
    "jobs": Text("processus ; 0 : un par cœur", "processes; 0: one per core"),
}
HINT_ARGUMENTS = {
    "position": Text(
        "le texte de la position, par exemple « 5 w e5,e6 - » à XOK",
        "the text of the position, such as '5 w e5,e6 -' in XOK",
    ),
    "seat": Text("qui demande conseil", "who asks for the hint"),
    "nudge": Text("le début d’une idée seulement", "only where to look"),
    "json": Text("répondre en JSON", "answer as JSON"),
}


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the commands of this room to the command line."""
    add_arena(commands, language)
    add_hint(commands, language)
    add_review(commands, language)


def add_arena(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    says = Text("mesurer deux joueurs l’un contre l’autre", "measure two players against each other").say(language)
    command = commands.add_parser(
        "arena",
        help=says,
        description=says,
        epilog=with_game(ARENA).say(language),
    )
    helps = {name: text.say(language) for name, text in ARENA_ARGUMENTS.items()}
    command.add_argument("game", help=", ".join(NAMES))
    command.add_argument("first", help=helps["first"])
    command.add_argument("second", help=helps["second"])
    add_setup(command, language)
    command.add_argument("--games", type=at_least(1, language), default=400, help=helps["games"])
    command.add_argument("--all", action="store_true", help=helps["all"])
    command.add_argument("--alone", action="store_true", help=helps["alone"])
    command.add_argument("--elo", type=float, nargs=2, default=(0.0, 30.0), metavar=("LOW", "HIGH"), help=helps["elo"])
    command.add_argument("--opening", type=at_least(0, language), default=0, help=helps["opening"])
    command.add_argument("--jobs", type=at_least(0, language), default=0, help=helps["jobs"])
    add_seed(command, language)
    add_files(command, language)
    command.set_defaults(run=arena)


def add_hint(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    says = Text("conseiller un coup dans une position", "suggest a move in a position").say(language)
    command = commands.add_parser("hint", help=says, description=says)
    helps = {name: text.say(language) for name, text in HINT_ARGUMENTS.items()}
    command.add_argument("game", help=", ".join(NAMES))
    command.add_argument("position", help=helps["position"])
    command.add_argument("--seat", type=at_least(0, language), help=helps["seat"])
    command.add_argument("--nudge", action="store_true", help=helps["nudge"])
    command.add_argument("--json", action="store_true", help=helps["json"])
    add_nodes(command, 16_000, language)
    add_seed(command, language)
    command.set_defaults(run=hint)


def add_review(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    says = Text("revoir une partie enregistrée, coup par coup", "review a recorded match, move by move")
    command = commands.add_parser("review", help=says.say(language), description=says.say(language))
    command.add_argument("record", type=Path, help=Text("un fichier de partie", "the file of a match").say(language))
    every = Text("lister aussi les bons coups", "list good moves too").say(language)
    command.add_argument("--all", action="store_true", help=every)
    add_nodes(command, 8_000, language)
    add_seed(command, language)
    add_files(command, language)
    command.set_defaults(run=review)


def add_nodes(command: argparse.ArgumentParser, default: int, language: str) -> None:
    says = Text("positions examinées par coup", "positions to look at per move")
    command.add_argument("--nodes", type=at_least(1, language), default=default, help=says.say(language))


def add_seed(command: argparse.ArgumentParser, language: str) -> None:
    says = Text("la même graine donne la même réponse", "the same seed gives the same answer")
    command.add_argument("--seed", type=at_least(0, language), default=1, help=says.say(language))


def add_files(command: argparse.ArgumentParser, language: str) -> None:
    says = Text("écrire le résultat dans ce fichier", "write the result to this file").say(language)
    command.add_argument("--json", type=Path, metavar="FILE", help=says)
    says = Text("dessiner le résultat (.svg ou .png)", "draw the result (.svg or .png)").say(language)
    command.add_argument("--plot", type=Path, metavar="FILE", help=says)


def arena(args: argparse.Namespace, language: str) -> int:
    from recif.cli import reports  # here and below: other commands should not wait for the search to load
    from recif.lab import plots  # here and below: other commands should not wait for the search to load

    bout = bout_of(args)
    check_files(args)
    warmed(bout.game, language)
    outcome = reports.show_bout(bout, args.jobs or -1, language)
    if args.plot:
        plots.plot_outcome(outcome, args.plot, language)
    save(outcome, args.json)
    return 0


def bout_of(args: argparse.Namespace) -> "Bout":
    """What the command line asks for, or Refused."""
    from recif.lab.arena import Bout
    from recif.lab.players import player

    game = game_named(args.game)
    for name in (args.first, args.second):
        player(name)
    seats = game.check_seats(game.seats[0] if args.seats is None else args.seats)
    options = read_options(game, args.option)
    low, high = args.elo
    if not low < high:
        raise Refused(
            "bad-bounds",
            Text("--elo attend deux bornes, la plus basse d’abord", "--elo needs two bounds, the lower one first"),
        )
    early, opening = not args.all, args.opening
    return Bout(
        game.id, args.first, args.second, seats, options, args.games, args.seed, low, high, early, opening, args.alone
    )


def hint(args: argparse.Namespace, language: str) -> int:
    from recif.games.core.position import Position
    from recif.mind.coach import hint
    from recif.mind.search.think import View

    game = warmed(args.game, language)
    position = Position(game, game.parse(args.position))
    advice = hint.hint(View(position, asking_seat(position, args.seat)), args.nodes, args.seed)
    if args.json:
        print(to_json(advice))
    elif args.nudge:
        print(" ".join([advice.nudge.says.say(language), *advice.nudge.spots]))
    else:
        print(f"{advice.text}  {advice.advice.say(language)}")
        print("\n".join(said.say(language) for said in advice.told))
    return 0


def asking_seat(position: "Position", seat: int | None) -> int:
    """The seat that asks; without a word, the first that must decide."""
    if not position.waiting:
        raise Refused("nothing-to-decide", Text("ce n’est à personne de jouer ici", "nobody is to play here"))
    if seat is not None and not 0 <= seat < position.seats:
        raise Refused("no-such-seat", Text(f"il n’y a pas de place {seat}", f"there is no seat {seat}"))
    return position.waiting[0] if seat is None else seat


def review(args: argparse.Namespace, language: str) -> int:
    from recif.cli import reports
    from recif.lab import plots
    from recif.match.record import LONGEST

    data = read_file(args.record, LONGEST)
    check_files(args)
    match, called = played(data, language)
    names = reports.seat_names(match, called, language)
    reviewed = reports.show_review(match, names, args.nodes, args.seed, args.all, language)
    if args.plot:
        plots.plot_review(reviewed, names, args.plot, language)
    save(reviewed, args.json)
    return 0


def played(data: bytes, language: str) -> "tuple[Match, list[str]]":
    """The match that a record tells, or the main line of a study; and who played."""
    from recif.games import GAMES
    from recif.match.record import read
    from recif.school import study

    if study.is_study(words := data.decode(errors="replace")):
        found = study.read(words)
        warmed(found.game, language)
        return study.main_match(found, GAMES), found.names
    record = read(data)
    warmed(record.game, language)
    return record.replay(GAMES), record.names


def warmed(name: str, language: str) -> Any:
    """A game whose rules and search are compiled."""
    from recif.mind.warmup import warm_up

    game = game_named(name)
    warm_up([game], lambda line: print(line, file=sys.stderr, flush=True), language)
    return game


def check_files(args: argparse.Namespace) -> None:
    """Refused, before anything is computed, where a result could not be written or drawn."""
    from recif.lab.plots import check_form

    check_form(args.plot)
    check_writable(args.json, args.plot)


def save(result: Any, path: Path | None) -> None:
    if path:
        write_file(path, to_json(result) + "\n")


def to_json(result: Any) -> str:
    import msgspec

    return msgspec.json.format(msgspec.json.encode(result), indent=1).decode()
