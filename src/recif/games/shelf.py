"""The games that are there, loaded: their rules, words, hunches and nets."""

import importlib

from recif.games import NAMES
from recif.games.core.contract import Game

HOUSE = "recif.games"


def _game_in(folder: str) -> Game:
    """The game of a folder. One that cannot be loaded stops the program: a game that is not there is not missed."""
    try:
        game = importlib.import_module(f"{HOUSE}.{folder}").GAME
    except Exception as error:
        error.add_note(f"the game in the folder {folder!r} of {HOUSE} cannot be loaded")
        raise
    if not isinstance(game, Game) or game.id != folder:
        raise TypeError(f"GAME of {HOUSE}.{folder} must be Game(id={folder!r}, …): a game is called by its folder")
    return game


GAMES: dict[str, Game] = {
    game.id: game for game in sorted(map(_game_in, NAMES), key=lambda game: (game.shelf, game.id))
}
