"""`recif play`."""

import argparse

from recif.console.options import add_setup
from recif.games import NAMES
from recif.games.core.text import Text


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    says = Text("jouer dans ce terminal", "play in this terminal")
    command = commands.add_parser("play", help=says.say(language), description=says.say(language))
    command.add_argument("game", nargs="?", help=", ".join(NAMES))
    add_setup(command, language)
    rival = Text(
        "« humans » (à plusieurs sur cet écran), « random » (au hasard), ou le niveau d’une machine, de 1 à 9",
        "'humans' (together on this screen), 'random', or the level of a machine, from 1 to 9",
    )
    command.add_argument("--against", help=rival.say(language))
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace, language: str) -> int:
    from recif.terminal.table import sit_down  # rich and prompt_toolkit load only when somebody plays

    return sit_down(arguments.game, arguments.seats, arguments.option, arguments.against, language)
