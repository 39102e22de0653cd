"""The rules of the house's games, compiled. Every folder here, but `core`, is a game: GAMES finds it.

The names of the games cost nothing; GAMES loads all of them, and Numba, when it is first asked for.
"""

import pkgutil
from typing import TYPE_CHECKING, Any

from recif.games.core.text import Refused, Text

if TYPE_CHECKING:
    from recif.games.core.contract import Game
    from recif.games.core.position import Position
    from recif.games.shelf import GAMES as GAMES

NAMES = tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg and found.name != "core"))


def __getattr__(name: str) -> Any:
    if name != "GAMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from recif.games.shelf import GAMES

    return GAMES


def game_named(name: Any) -> "Game":
    """The game with this id, or Refused."""
    from recif.games.shelf import GAMES

    if not isinstance(name, str) or name not in GAMES:
        known = ", ".join(GAMES)
        raise Refused(
            "unknown-game",
            Text(f"aucun jeu ne s’appelle {name!r} ; jeux : {known}", f"no game is called {name!r}; games: {known}"),
        )
    return GAMES[name]


def start(name: str, seats: int | None = None, **options: Any) -> "Position":
    """The first position of a game, by its id."""
    from recif.games.core import position

    return position.start(game_named(name), seats, options)


def position(name: str, text: str) -> "Position":
    """A position from its text."""
    from recif.games.core.position import Position

    game = game_named(name)
    return Position(game, game.parse(text))
