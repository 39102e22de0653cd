"""Options of a game from the words of a command line: `side=4`, `biting=wave,bones`."""

import argparse
from collections.abc import Iterable
from typing import Any

from recif.games.contract import Game, Refused, Text


def read_options(game: Game, words: Iterable[str]) -> dict[str, Any]:
    """Checked options from `name=value` words, or Refused."""
    known = {option.name: option for option in game.options}
    chosen = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign:
            raise Refused(
                "bad-option",
                Text(f"écrivez une option nom=valeur, pas {word!r}", f"write an option as name=value, not {word!r}"),
            )
        chosen[name] = known[name].read(value) if name in known else value
    return game.check_options(chosen)


def add_setup(command: argparse.ArgumentParser, language: str) -> None:
    """The arguments that set up a game: --seats and -o name=value."""
    command.add_argument("--seats", type=int, help=Text("nombre de places", "number of seats").say(language))
    says = Text("option du jeu, par exemple -o side=4", "an option of the game, such as -o side=4")
    command.add_argument("-o", "--option", action="append", default=[], metavar="X=Y", help=says.say(language))
