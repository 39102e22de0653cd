"""The rules of the house's games, compiled. Every folder here, but `core`, is a game: GAMES finds it."""

import importlib
import pkgutil
from typing import Any

from recif.games.core import position as _position
from recif.games.core.contract import Game, Refused, Text
from recif.games.core.position import Position


def _game_in(folder: str) -> Game:
    """The game of a folder. One that cannot be loaded stops the program: a game that is not there is not missed."""
    try:
        game = importlib.import_module(f"{__name__}.{folder}").GAME
    except Exception as error:
        error.add_note(f"the game in the folder {folder!r} of {__name__} cannot be loaded")
        raise
    if not isinstance(game, Game) or game.id != folder:
        raise TypeError(f"GAME of {__name__}.{folder} must be Game(id={folder!r}, …): a game is called by its folder")
    return game


_FOLDERS = [found.name for found in pkgutil.iter_modules(__path__) if found.ispkg and found.name != "core"]
GAMES: dict[str, Game] = {
    game.id: game for game in sorted(map(_game_in, _FOLDERS), key=lambda game: (game.shelf, game.id))
}


def game_named(name: Any) -> Game:
    """The game with this id, or Refused."""
    if not isinstance(name, str) or name not in GAMES:
        known = ", ".join(GAMES)
        raise Refused(
            "unknown-game",
            Text(f"aucun jeu ne s’appelle {name!r} ; jeux : {known}", f"no game is called {name!r}; games: {known}"),
        )
    return GAMES[name]


def start(name: str, seats: int | None = None, **options: Any) -> Position:
    """The first position of a game, by its id."""
    return _position.start(game_named(name), seats, options)


def position(name: str, text: str) -> Position:
    """A position from its text."""
    game = game_named(name)
    return Position(game, game.parse(text))
