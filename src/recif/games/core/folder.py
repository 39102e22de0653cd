"""Files of a game's folder that are loaded when somebody asks for them; a game need not have them."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from recif.games import NAMES
from recif.games.core.arrays import Arrays
from recif.games.core.contract import Game
from recif.games.core.text import Refused, Text


def file_of(game: Game, name: str) -> ModuleType | None:
    """`games/<game>/<name>.py`, if there is one."""
    home = f"recif.games.{game.id}.{name}"
    return import_module(home) if game.id in NAMES and find_spec(home) else None


def arrays_of(game: Game) -> Arrays:
    """The game as arrays, or Refused."""
    found = file_of(game, "arrays")
    if found is None:
        raise Refused(
            "no-arrays",
            Text(
                f"{game.title.fr} n’a pas encore de tableaux ; ajoutez games/{game.id}/arrays.py",
                f"{game.title.en} has no arrays yet; add games/{game.id}/arrays.py",
            ),
        )
    return found
