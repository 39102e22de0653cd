"""Options of a game from the words of a command line: `side=4`, `biting=wave,bones`."""

import argparse
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from recif.games.core.text import Refused, Text

if TYPE_CHECKING:
    from recif.games.core.contract import Game


def read_options(game: "Game", words: Iterable[str]) -> dict[str, Any]:
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
    command.add_argument(
        "--seats", type=at_least(1, language), help=Text("nombre de places", "number of seats").say(language)
    )
    says = Text("option du jeu, par exemple -o side=4", "an option of the game, such as -o side=4")
    command.add_argument("-o", "--option", action="append", default=[], metavar="X=Y", help=says.say(language))


def at_least(least: int, language: str, most: int | None = None) -> Callable[[str], int]:
    """The type of an argument that is a whole number, and not any."""
    bounds = Text(f"au moins {least}", f"at least {least}")
    if most is not None:
        bounds = Text(f"de {least} à {most}", f"from {least} to {most}")

    def read(words: str) -> int:
        number = int(words) if words.removeprefix("-").isdecimal() and len(words) < 19 else least - 1
        if number < least or (most is not None and number > most):
            wanted = Text(
                f"il faut un nombre entier, {bounds.fr}, pas {words!r}", f"a whole number {bounds.en}, not {words!r}"
            )
            raise argparse.ArgumentTypeError(wanted.say(language))
        return number

    return read
