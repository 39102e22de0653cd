"""Files of a game's folder that are loaded when somebody asks for them; a game need not have them."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

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
    found: Arrays = wanted(game, "arrays", Text("n’a pas encore de tableaux", "has no arrays yet"))
    return found


def eyes_of(game: Game) -> Any:
    """What a seat of the game knows, as features for a policy, or Refused."""
    return wanted(game, "policy", Text("n’a pas de quoi apprendre une politique", "has nothing to learn a policy from"))


def wanted(game: Game, name: str, lacks: Text) -> Any:
    """A file of a game that somebody cannot do without."""
    found = file_of(game, name)
    if found is None:
        raise Refused(
            f"no-{name}",
            Text(
                f"{game.title.fr} {lacks.fr} ; ajoutez games/{game.id}/{name}.py",
                f"{game.title.en} {lacks.en}; add games/{game.id}/{name}.py",
            ),
        )
    return found
