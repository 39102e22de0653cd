"""`recif event`: an event around real tables, kept in one file. What it does is in `directing.py`, imported when asked.

A family of commands, each an entry of the event's log.
"""

import argparse
from pathlib import Path

from recif.cli.hosting import lazily
from recif.console.examples import with_game
from recif.console.options import at_least
from recif.events.forms import FORMS
from recif.games import NAMES
from recif.games.core.text import Text

TEACHING = Text(
    """exemples :
  recif event new soir.event --form swiss --game <game> --rounds 3
  recif event join soir.event Ana:1600 Théo Zoé Max
  recif event pair soir.event\tla ronde suivante
  recif event result soir.event 1 Ana Théo\ttable 1 : Ana devant Théo
  recif event result soir.event 2 Zoé=Max\tégalité
  recif event standings soir.event --explain
  recif event end soir.event
  recif event export soir.event soir.json\tou .csv, .trf
  recif verify soir.json\tn’importe qui peut tout refaire""",
    """examples:
  recif event new friday.event --form swiss --game <game> --rounds 3
  recif event join friday.event Ana:1600 Theo Zoe Max
  recif event pair friday.event\tthe next round
  recif event result friday.event 1 Ana Theo\tboard 1: Ana before Theo
  recif event result friday.event 2 Zoe=Max\ta draw
  recif event standings friday.event --explain
  recif event end friday.event
  recif event export friday.event friday.json\tor .csv, .trf
  recif verify friday.json\tanybody can repeat all of it""",
)
ACTS = {
    "new": Text("ouvrir un tournoi", "open an event"),
    "join": Text(
        "inscrire des gens : NOM, NOM:COTE ou NOM:COTE:CLUB", "add people: NAME, NAME:RATING, NAME:RATING:CLUB"
    ),
    "pair": Text("apparier la ronde suivante", "pair the next round"),
    "show": Text("les tables d’une ronde", "the boards of a round"),
    "result": Text("le résultat d’une table, du premier au dernier", "the result of a board, from first to last"),
    "choose": Text(
        "coupe : la place que prend la personne la moins bien classée, avant la dernière partie d’une égalité",
        "knock-out: the seat that the lower seed takes before the last match of a tie",
    ),
    "standings": Text("le classement", "the standings"),
    "pause": Text("quelqu’un fait une pause", "somebody takes a break"),
    "back": Text("quelqu’un revient", "somebody is back"),
    "withdraw": Text("quelqu’un part pour de bon", "somebody leaves for good"),
    "forfeit": Text("quelqu’un n’est pas venu jouer", "somebody did not turn up"),
    "annul": Text("annuler un résultat", "cancel a result"),
    "correct": Text("corriger un résultat, une personne ou le tournoi", "correct a result, a person or the event"),
    "say": Text("un mot à tout le monde, écrit au journal", "a word to everybody, kept in the log"),
    "log": Text("tout ce qui s’est passé, avec qui et pourquoi", "everything that happened, with who and why"),
    "end": Text(
        "terminer : le secret est montré, le classement signé", "end it: the secret is shown, the table signed"
    ),
    "export": Text("écrire le tournoi : .json, .csv ou .trf", "write the event: .json, .csv or .trf"),
}
RUNS = {"standings": "table"}  # functions that are called otherwise: theirs is the engine's name
SAYS = {
    "file": Text(
        "le fichier du tournoi (il contient le secret : gardez-le)", "the event's file (keep it: a secret is in it)"
    ),
    "by": Text("qui agit (défaut : la première personne qui dirige)", "who acts (default: the first director)"),
    "reason": Text("pourquoi ; tout le monde peut le lire", "why; everybody can read it"),
    "board": Text("numéro de table", "number of the board"),
    "round": Text("numéro de ronde (défaut : la dernière)", "number of the round (default: the last)"),
    "person": Text("le nom de quelqu’un", "somebody's name"),
    "places": Text("du premier au dernier ; ex æquo : Ana=Théo", "from first to last; equal: Ana=Theo"),
    "scores": Text("points du jeu, dans le même ordre : 12,9,9", "points of the game, in the same order: 12,9,9"),
}


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the family to the command line."""
    says = Text("tenir un tournoi autour de vraies tables", "run an event around real tables").say(language)
    family = commands.add_parser(
        "event",
        help=says,
        description=says,
        epilog=with_game(TEACHING).say(language),
    )
    acts = family.add_subparsers(metavar=Text("commande", "command").say(language), required=True)
    for name, does in ACTS.items():
        command = acts.add_parser(name, help=does.say(language), description=does.say(language))
        command.add_argument("file", type=Path, help=SAYS["file"].say(language))
        command.set_defaults(run=lazily("directing", RUNS.get(name, name)))
        ARGUMENTS.get(name, lambda *_: None)(command, language)
        if name not in ("new", "show", "standings", "log", "export"):
            command.add_argument("--by", default="", metavar="NAME", help=SAYS["by"].say(language))


def _new(command: argparse.ArgumentParser, language: str) -> None:
    def say(fr: str, en: str) -> str:
        return Text(fr, en).say(language)

    command.add_argument("--form", choices=FORMS, required=True, help=say("la forme", "the form"))
    games = say(
        f"un jeu, ou plusieurs à la suite : {', '.join(NAMES)}", f"a game, or several in turn: {', '.join(NAMES)}"
    )
    command.add_argument("--game", action="append", required=True, metavar="GAME", help=games)
    command.add_argument("--name", default="", help=say("le nom du tournoi", "the name of the event"))
    command.add_argument(
        "--director", action="append", default=[], metavar="NAME", help=say("qui dirige", "who directs")
    )
    rounds = say("nombre de rondes", "number of rounds")
    command.add_argument("--rounds", type=at_least(0, language, 50), default=0, help=rounds)
    command.add_argument("--seats", type=at_least(2, language, 5), help=say("personnes par table", "people at a table"))
    drawn = say("tirer au sort le jeu de chaque ronde", "draw the game of each round")
    command.add_argument("--draw-games", action="store_true", help=drawn)
    best = say("parties par rencontre (knock-out) : 1, 3, 5 ou 7", "matches per meeting (knock-out): 1, 3, 5 or 7")
    command.add_argument("--best-of", type=int, choices=(1, 3, 5, 7), default=1, help=best)
    consolation = say("une consolante (knock-out)", "a second cup (knock-out)")
    command.add_argument("--consolation", action="store_true", help=consolation)
    cycles = say("combien de fois chacun rencontre tous les autres", "how often everybody plays everybody")
    command.add_argument("--cycles", type=at_least(1, language, 4), default=1, help=cycles)
    streaks = say("points doublés après deux victoires (arena)", "double points after two wins (arena)")
    command.add_argument("--streaks", action="store_true", help=streaks)
    wagers = say("un point de plus avec la moitié du temps (arena)", "one point more with half the time (arena)")
    command.add_argument("--wagers", action="store_true", help=wagers)
    apart = say("ne pas apparier les gens d’un même club", "do not pair people of the same club")
    command.add_argument("--clubs-apart", action="store_true", help=apart)
    ties = say("départages, du premier au dernier", "tie-breaks, from first to last")
    command.add_argument("--tie-break", action="append", default=[], metavar="NAME", help=ties)


def _join(command: argparse.ArgumentParser, language: str) -> None:
    command.add_argument("people", nargs="+", metavar="NAME", help=SAYS["person"].say(language))
    number = Text(
        "ce que la personne ajoute au sort, pour que personne ne le choisisse",
        "what the person adds to the draw, so that nobody can choose it",
    )
    command.add_argument("--number", default="", help=number.say(language))


def _pair(command: argparse.ArgumentParser, language: str) -> None:
    fixed = Text("une table que vous placez vous-même : Ana,Théo", "a board that you set yourself: Ana,Theo")
    command.add_argument("--board", action="append", default=[], metavar="NAMES", help=fixed.say(language))
    _reason(command, language)


def _reason(command: argparse.ArgumentParser, language: str) -> None:
    command.add_argument("--reason", default="", help=SAYS["reason"].say(language))


def _person(command: argparse.ArgumentParser, language: str) -> None:
    command.add_argument("person", metavar="NAME", help=SAYS["person"].say(language))


def _pause(command: argparse.ArgumentParser, language: str) -> None:
    _person(command, language)
    half = Text("une seule ronde, avec un demi-point (suisse)", "one round only, with half a point (Swiss)")
    command.add_argument("--half", action="store_true", help=half.say(language))


def _withdraw(command: argparse.ArgumentParser, language: str) -> None:
    _person(command, language)
    _reason(command, language)


def _board(command: argparse.ArgumentParser, language: str) -> None:
    command.add_argument("board", type=at_least(1, language), help=SAYS["board"].say(language))
    _round(command, language)


def _round(command: argparse.ArgumentParser, language: str) -> None:
    command.add_argument("--round", type=at_least(1, language), help=SAYS["round"].say(language))


def _result(command: argparse.ArgumentParser, language: str) -> None:
    _board(command, language)
    command.add_argument("places", nargs="+", metavar="NAME", help=SAYS["places"].say(language))
    command.add_argument("--scores", default="", help=SAYS["scores"].say(language))
    half = Text("qui a joué avec la moitié de son temps", "who played with half their time")
    command.add_argument("--wager", action="append", default=[], metavar="NAME", help=half.say(language))


def _choose(command: argparse.ArgumentParser, language: str) -> None:
    _board(command, language)
    seat = Text("1 : commencer ; 2 : laisser commencer", "1: to begin; 2: to let the other begin")
    command.add_argument("seat", type=int, choices=(1, 2), help=seat.say(language))


def _forfeit(command: argparse.ArgumentParser, language: str) -> None:
    _board(command, language)
    _withdraw(command, language)


def _annul(command: argparse.ArgumentParser, language: str) -> None:
    _board(command, language)
    _reason(command, language)
    replay = Text("la table est à rejouer", "the board plays again")
    command.add_argument("--replay", action="store_true", help=replay.say(language))


def _correct(command: argparse.ArgumentParser, language: str) -> None:
    command.add_argument("--board", type=at_least(1, language), help=SAYS["board"].say(language))
    _round(command, language)
    command.add_argument("--result", nargs="+", default=[], metavar="NAME", help=SAYS["places"].say(language))
    command.add_argument("--person", default="", metavar="NAME", help=SAYS["person"].say(language))
    command.add_argument("--name", default="", help=Text("son vrai nom", "their right name").say(language))
    command.add_argument(
        "--rating", type=at_least(0, language, 4000), help=Text("sa cote", "their rating").say(language)
    )
    apart = Text("ne jamais apparier ces deux-là", "never pair these two").say(language)
    command.add_argument("--apart", nargs=2, default=[], metavar="NAME", help=apart)
    rounds = Text("nombre de rondes", "number of rounds").say(language)
    command.add_argument("--rounds", type=at_least(1, language, 50), default=0, help=rounds)
    directors = Text("qui dirige désormais", "who directs from now on").say(language)
    command.add_argument("--director", action="append", default=[], metavar="NAME", help=directors)
    _reason(command, language)


def _say(command: argparse.ArgumentParser, language: str) -> None:
    command.add_argument("text", help=Text("le message", "the message").say(language))


def _standings(command: argparse.ArgumentParser, language: str) -> None:
    explain = Text("dire ce que vaut chaque départage", "say what each tie-break means")
    command.add_argument("--explain", action="store_true", help=explain.say(language))


def _export(command: argparse.ArgumentParser, language: str) -> None:
    command.add_argument("target", type=Path, help=Text("le fichier à écrire", "the file to write").say(language))


ARGUMENTS = {
    "new": _new,
    "join": _join,
    "pair": _pair,
    "show": _round,
    "result": _result,
    "choose": _choose,
    "standings": _standings,
    "pause": _pause,
    "back": _person,
    "withdraw": _withdraw,
    "forfeit": _forfeit,
    "annul": _annul,
    "correct": _correct,
    "say": _say,
    "end": _reason,
    "export": _export,
}
