"""What a program is told when it must decide, in the words of the referee (docs/referee.md)."""

from typing import Any

from recif.games import GAMES
from recif.games.core.contract import Game, Refused
from recif.games.core.position import Position

Turn = dict[str, Any]


def turn_of(view: Position, seat: int) -> Turn:
    """A turn of a seat, from its view."""
    scene = view.game.words.scene(view.state, seat)
    return turn(view.game.id, view.seats, seat, view.waiting, list(view.moves(seat)), scene, whole_text(view))


def turn(
    game: str, seats: int, seat: int, waiting: Any, moves: list[str], scene: dict[str, Any], position: str | None
) -> Turn:
    return {
        "phase": "choice",
        "game": game,
        "seats": seats,
        "seat": seat,
        "waiting": list(waiting),
        "moves": {str(seat): moves},
        "view": scene,
        "position": position,
    }


def whole_text(view: Position) -> str | None:
    """The text of a position that can be set up again; None where something is hidden."""
    text = str(view)
    try:
        view.game.parse(text)
    except Refused:
        return None
    return text


class Fold:
    """The position of a match that is told line by line; lost where a line hides something."""

    def __init__(self, game: str, seats: int, options: dict[str, Any]) -> None:
        self.game: Game | None = GAMES.get(game)
        self.setup = (seats, options)
        self.lines: list[tuple[int, str]] = []
        self.position: Position | None = None

    def follow(self, log: list[tuple[int, str]]) -> Position | None:
        """The position after all these lines."""
        if self.game is None:
            return None
        done = len(self.lines)
        if self.position is None or log[:done] != self.lines:
            done, self.position = 0, Position(self.game, self.game.new(*self.setup))
        try:
            self.position.play_on(log[done:])
        except Refused:
            self.game = None
            return None
        self.lines = list(log)
        return self.position
