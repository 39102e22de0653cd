"""The rules of five sea-side games, compiled. GAMES is the one list of them."""

from typing import Any

from recif.games import crabs, crocodiles, kroc, urchins, xok
from recif.games.core import position as _position
from recif.games.core.contract import Game, Refused, Text
from recif.games.core.position import Position

GAMES: dict[str, Game] = {
    game.id: game
    for game in (
        kroc.GAME,
        crabs.GAME,
        xok.GAME,
        urchins.GAME,
        crocodiles.GAME,
    )
}  # fmt: skip


def game_named(name: Any) -> Game:
    """The game with this id, or Refused."""
    if not isinstance(name, str) or name not in GAMES:
        known = ", ".join(GAMES)
        raise Refused(
            "unknown-game",
            Text(f"aucun jeu ne s'appelle {name!r} ; jeux : {known}", f"no game is called {name!r}; games: {known}"),
        )
    return GAMES[name]


def start(name: str, seats: int | None = None, **options: Any) -> Position:
    """The first position of a game, by its id."""
    return _position.start(game_named(name), seats, options)


def position(name: str, text: str) -> Position:
    """A position from its text."""
    game = game_named(name)
    return Position(game, game.parse(text))
