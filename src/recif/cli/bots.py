"""`recif bot` and `recif ladder`: programs that play, at a table or against each other."""

import argparse
import os
import sys
from pathlib import Path

from recif.console.examples import with_game
from recif.console.options import add_setup, at_least, read_options
from recif.events.forms import FORMS
from recif.games import NAMES, game_named
from recif.games.core.text import Refused, Text

BOT = Text(
    """Le programme reçoit une ligne JSON quand c’est à lui, et répond {"play": {"seat": 0, "move": "…"}},
comme à l’arbitre (recif referee --help).
exemple : recif bot "python compteur.py" https://jeux.example.org/t/k3v9xw2mab --name Compteur""",
    """The program gets a JSON line when it is to play, and answers {"play": {"seat": 0, "move": "…"}},
as to the referee (recif referee --help).
example: recif bot "python counter.py" https://play.example.org/t/k3v9xw2mab --name Counter""",
)
LADDER = Text(
    """joueurs : comme dans recif arena, ou « program:COMMANDE ». Une échelle interrompue reprend où elle en était.
exemple : recif ladder <game> 1 2 3 "program:python compteur.py" --file <game>.jsonl --table <game>.md
chaque jour : recif ladder <game> 1 2 "program:python compteur.py" --form arena --into bots --daily 20:00""",
    """players: as for recif arena, or "program:COMMAND". An interrupted ladder continues where it stopped.
example: recif ladder <game> 1 2 3 "program:python counter.py" --file <game>.jsonl --table <game>.md
every day: recif ladder <game> 1 2 "program:python counter.py" --form arena --into bots --daily 20:00""",
)
SAYS = {
    "command": Text("la commande qui lance le programme", "the command that starts the program"),
    "link": Text("le lien de la table", "the link of the table"),
    "token": Text("le jeton d’un compte (ou RECIF_TOKEN)", "the token of an account (or RECIF_TOKEN)"),
    "name": Text("le nom d’un invité", "the name of a guest"),
    "seat": Text("la place voulue ; sinon la première libre", "the seat that it wants; otherwise the first free one"),
    "rematch": Text("accepter les revanches, sans fin", "keep accepting rematches"),
    "seconds": Text("secondes par coup, au plus", "seconds per move, at most"),
    "players": Text("au moins deux joueurs", "at least two players"),
    "games": Text("parties par paire", "games per pair"),
    "file": Text("où chaque partie est gardée", "where every game is kept"),
    "table": Text("écrire le tableau (.md ou .json)", "write the table (.md or .json)"),
    "plot": Text("dessiner le tableau (.svg ou .png)", "draw the table (.svg or .png)"),
    "form": Text(
        "un tournoi de cette forme, apparié et signé comme ceux des gens, au lieu de chacun contre chacun",
        "an event of this form, paired and signed as people's are, instead of everybody against everybody",
    ),
    "rounds": Text("rondes du tournoi", "rounds of the event"),
    "into": Text("dossier du tournoi et de ses parties", "folder for the event and its matches"),
    "daily": Text("un tournoi chaque jour à cette heure", "an event every day at this hour"),
    "cluster": Text("local, dask, dask:ADRESSE, ray, ray:ADRESSE", "local, dask, dask:ADDRESS, ray, ray:ADDRESS"),
    "jobs": Text("processus ; 0 : un par cœur", "processes; 0: one per core"),
    "seed": Text("la même graine donne les mêmes parties", "the same seed gives the same games"),
    "opening": Text("coups au hasard au début, au plus", "random moves at the beginning, at most"),
}


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    """Add the commands to the command line."""
    helps = {name: text.say(language) for name, text in SAYS.items()}
    add_bot(commands, language, helps)
    add_ladder(commands, language, helps)


def add_bot(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str, helps: dict[str, str]
) -> None:
    says = Text("faire jouer un programme à la table d’un serveur", "let a program play at a server's table").say(
        language
    )
    command = _command(commands, "bot", says, BOT.say(language))
    command.add_argument("command", help=helps["command"])
    command.add_argument("link", help=helps["link"])
    command.add_argument("--token", default=os.environ.get("RECIF_TOKEN", ""), help=helps["token"])
    command.add_argument("--name", default="Bot", help=helps["name"])
    command.add_argument("--seat", type=at_least(0, language), help=helps["seat"])
    command.add_argument("--rematch", action="store_true", help=helps["rematch"])
    command.add_argument("--seconds", type=at_least(1, language), default=60, help=helps["seconds"])
    command.set_defaults(run=bot)


def add_ladder(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str, helps: dict[str, str]
) -> None:
    says = Text("classer des joueurs : chacun contre chacun", "rate players: everybody against everybody").say(language)
    command = _command(commands, "ladder", says, with_game(LADDER).say(language))
    command.add_argument("game", help=", ".join(NAMES))
    command.add_argument("players", nargs="+", help=helps["players"])
    add_setup(command, language)
    command.add_argument("--games", type=at_least(2, language), default=100, help=helps["games"])
    command.add_argument("--opening", type=at_least(0, language), default=0, help=helps["opening"])
    command.add_argument("--seed", type=at_least(0, language), default=1, help=helps["seed"])
    command.add_argument("--jobs", type=at_least(0, language), default=0, help=helps["jobs"])
    command.add_argument("--cluster", default="local", help=helps["cluster"])
    command.add_argument("--file", type=Path, metavar="FILE", help=helps["file"])
    command.add_argument("--table", type=Path, metavar="FILE", help=helps["table"])
    command.add_argument("--plot", type=Path, metavar="FILE", help=helps["plot"])
    command.add_argument("--form", choices=FORMS, help=helps["form"])
    command.add_argument("--rounds", type=at_least(0, language, 50), default=0, help=helps["rounds"])
    command.add_argument("--into", type=Path, metavar="FOLDER", help=helps["into"])
    command.add_argument("--daily", type=hour_of_day, metavar="HOUR", help=helps["daily"])
    command.set_defaults(run=ladder)


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, says: str, epilog: str
) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=says, description=says, epilog=epilog)


def bot(args: argparse.Namespace, language: str) -> int:
    import asyncio  # here and below: other commands should not wait for what these need

    from recif.bots.program import Program
    from recif.bots.table import place_of, sit_and_play

    place = place_of(args.link, token=args.token, name=args.name, seat=args.seat, rematch=args.rematch)
    program = Program(args.command, args.seconds)
    try:
        asyncio.run(sit_and_play(place, program, lambda text: _tell(text, language)))
    finally:
        program.close()
    return 0


def hour_of_day(words: str) -> str:
    """Raises for whatever no clock shows."""
    hours, _, minutes = words.partition(":")
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        raise argparse.ArgumentTypeError(words)
    return f"{int(hours):02}:{int(minutes):02}"


def ladder(args: argparse.Namespace, language: str) -> int:
    if args.form:
        from recif.cli.leagues import league

        return league(args, language)
    from recif.cli.mind import warmed
    from recif.cli.reports import progress
    from recif.console.files import check_writable, write_file
    from recif.lab.bulk import workers
    from recif.lab.ladder import Ladder, climb
    from recif.lab.plots import check_form, plot_ladder
    from recif.lab.standings import as_json, as_markdown, as_text

    game = game_named(args.game)
    seats = game.check_seats(game.seats[0] if args.seats is None else args.seats)
    asked = Ladder(
        game.id, tuple(args.players), seats, read_options(game, args.option), args.games, args.seed, args.opening
    )
    asked.check()
    check_table(args.table)
    check_form(args.plot)
    check_writable(args.file, args.table, args.plot)
    warmed(game.id, language)
    with workers(args.cluster, args.jobs), progress() as bar:
        task = bar.add_task(game.title.say(language), total=asked.total)
        standings = climb(asked, args.jobs or -1, args.file, lambda done: bar.update(task, completed=done))
    print(as_text(standings, language))
    if args.table:
        write_file(args.table, as_json(standings) if args.table.suffix == ".json" else as_markdown(standings, language))
    if args.plot:
        plot_ladder(standings, args.plot, language)
    return 0


def check_table(path: Path | None) -> None:
    if path and path.suffix not in (".md", ".json"):
        says = Text(f"le tableau {path} doit finir par .md ou .json", f"{path} must end in .md or .json")
        raise Refused("bad-table", says)


def _tell(text: Text, language: str) -> None:
    print(text.say(language), file=sys.stderr, flush=True)
