"""`recif arena`, `recif hint`, `recif review`: the mind on the command line."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from recif.games import GAMES
from recif.games.contract import Refused, Text
from recif.play.options import add_setup, read_options

if TYPE_CHECKING:
    from recif.games.position import Position

ARENA = Text(
    """joueurs : 1 à 8 (niveaux), abyss, nodes:5000 (la recherche), uct:5000 (sans rien savoir), time:0.5, random
exemple : recif arena xok 4 3 --games 200 --plot xok.svg""",
    """players: 1 to 8 (levels), abyss, nodes:5000 (the search), uct:5000 (knowing no game), time:0.5, random
example: recif arena xok 4 3 --games 200 --plot xok.svg""",
)


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the commands of this room to the command line."""
    add_arena(commands, language)
    add_hint(commands, language)
    add_review(commands, language)


def add_arena(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    def say(fr: str, en: str) -> str:
        return Text(fr, en).say(language)

    says = say("mesurer deux joueurs l'un contre l'autre", "measure two players against each other")
    command = commands.add_parser(
        "arena",
        help=says,
        description=says,
        epilog=ARENA.say(language),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("game", help=", ".join(GAMES))
    command.add_argument("first", help=say("un joueur", "a player"))
    command.add_argument("second", help=say("son adversaire", "its opponent"))
    add_setup(command, language)
    command.add_argument("--games", type=positive, default=400, help=say("au plus", "at most"))
    command.add_argument("--all", action="store_true", help=say("ne pas s'arrêter plus tôt", "do not stop earlier"))
    bounds = say("bornes du test séquentiel, en Elo", "bounds of the sequential test, in Elo")
    command.add_argument("--elo", type=float, nargs=2, default=(0.0, 30.0), metavar=("LOW", "HIGH"), help=bounds)
    command.add_argument("--jobs", type=int, default=-1, help=say("-1 : tous les cœurs", "-1: all cores"))
    add_seed(command, language)
    add_files(command, language)
    command.set_defaults(run=arena)


def add_hint(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    def say(fr: str, en: str) -> str:
        return Text(fr, en).say(language)

    says = say("conseiller un coup dans une position", "advise on a move in a position")
    command = commands.add_parser("hint", help=says, description=says)
    command.add_argument("game", help=", ".join(GAMES))
    command.add_argument(
        "position", help=say("le texte de la position (docs/notation.md)", "its text, see docs/notation.md")
    )
    command.add_argument("--seat", type=int, help=say("qui demande conseil", "who asks for advice"))
    command.add_argument(
        "--nudge", action="store_true", help=say("le début d'une idée seulement", "only where to look")
    )
    command.add_argument("--json", action="store_true", help=say("répondre en JSON", "answer as JSON"))
    add_nodes(command, 16_000, language)
    add_seed(command, language)
    command.set_defaults(run=hint)


def add_review(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    def say(fr: str, en: str) -> str:
        return Text(fr, en).say(language)

    says = say("revoir une partie enregistrée, coup par coup", "look back on a recorded match, move by move")
    command = commands.add_parser("review", help=says, description=says)
    command.add_argument("record", type=Path)
    command.add_argument("--all", action="store_true", help=say("lister aussi les bons coups", "list good moves too"))
    add_nodes(command, 8_000, language)
    add_seed(command, language)
    add_files(command, language)
    command.set_defaults(run=review)


def add_nodes(command: argparse.ArgumentParser, default: int, language: str) -> None:
    says = Text("positions examinées pour chaque décision", "positions looked at for each decision")
    command.add_argument("--nodes", type=positive, default=default, help=says.say(language))


def add_seed(command: argparse.ArgumentParser, language: str) -> None:
    says = Text("la même graine donne la même réponse", "the same seed gives the same answer")
    command.add_argument("--seed", type=int, default=1, help=says.say(language))


def add_files(command: argparse.ArgumentParser, language: str) -> None:
    says = Text("écrire le résultat dans ce fichier", "write the result to this file").say(language)
    command.add_argument("--json", type=Path, metavar="FILE", help=says)
    says = Text("dessiner le résultat (.svg ou .png)", "draw the result (.svg or .png)").say(language)
    command.add_argument("--plot", type=Path, metavar="FILE", help=says)


def positive(words: str) -> int:
    number = int(words)
    if number < 1:
        raise argparse.ArgumentTypeError(words)
    return number


def arena(told: argparse.Namespace, language: str) -> int:
    from recif.mind import showing  # here and below: other commands should not wait for the search to load
    from recif.mind.arena import Bout
    from recif.mind.players import player

    game = warmed(told.game)
    showing.check_form(told.plot)
    for name in (told.first, told.second):
        player(name)
    seats = game.check_seats(game.seats[0] if told.seats is None else told.seats)
    options = read_options(game, told.option)
    low, high = told.elo
    bout = Bout(game.id, told.first, told.second, seats, options, told.games, told.seed, low, high, not told.all)
    outcome = showing.show_bout(bout, told.jobs, language)
    if told.plot:
        showing.plot_outcome(outcome, told.plot, language)
    save(outcome, told.json)
    return 0


def hint(told: argparse.Namespace, language: str) -> int:
    from recif.games.position import Position
    from recif.mind import coach
    from recif.mind.think import View

    game = warmed(told.game)
    position = Position(game, game.words.parse(told.position))
    advice = coach.hint(View(position, asking_seat(position, told.seat)), told.nodes, told.seed)
    if told.json:
        print(to_json(advice))
    elif told.nudge:
        print(advice.nudge.say(language))
    else:
        print(f"{advice.text}  {advice.sentence.say(language)}\n{advice.why.say(language)}")
    return 0


def asking_seat(position: "Position", seat: int | None) -> int:
    """The seat that asks; without a word, the first that must decide."""
    if not position.waiting:
        raise Refused(
            "nothing-to-decide", Text("personne n'a rien à décider ici", "nobody has anything to decide here")
        )
    if seat is not None and not 0 <= seat < position.seats:
        raise Refused("no-such-seat", Text(f"il n'y a pas de place {seat}", f"there is no seat {seat}"))
    return position.waiting[0] if seat is None else seat


def review(told: argparse.Namespace, language: str) -> int:
    from recif.mind import showing
    from recif.play.record import read

    try:
        record = read(told.record.read_bytes())
    except OSError as error:
        why = error.strerror or ""
        raise Refused("no-such-file", Text(f"{told.record} : {why}", f"{told.record}: {why}")) from error
    showing.check_form(told.plot)
    warmed(record.game)
    match = record.replay(GAMES)
    names = showing.seat_names(match, record.names, language)
    reviewed = showing.show_review(match, names, told.nodes, told.seed, told.all, language)
    if told.plot:
        showing.plot_review(reviewed, names, told.plot, language)
    save(reviewed, told.json)
    return 0


def warmed(name: str) -> Any:
    """A game whose rules and search are compiled."""
    from recif.games import game_named
    from recif.mind.warmup import warm_up

    game = game_named(name)
    warm_up([game], lambda line: print(line, file=sys.stderr, flush=True))
    return game


def save(result: Any, path: Path | None) -> None:
    if path:
        path.write_text(to_json(result) + "\n")


def to_json(result: Any) -> str:
    import msgspec

    return msgspec.json.format(msgspec.json.encode(result), indent=1).decode()
