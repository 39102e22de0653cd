"""A position that can be talked to: the Python face of a game's compiled rules.

>>> from recif.games import start
>>> xok = start("xok", side=4)
>>> len(xok.moves(0)), xok.play(0, "d4d5").waiting
(90, (1,))
"""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from recif.games.core.compiled import Numbers, Record, blank, copy
from recif.games.core.contract import LUCK, REFEREE, Game, Refused, Text, Why, seats_in


class Position:
    """A game and one of its states. Moves and luck are texts here; `game.rules` has the numbers."""

    def __init__(self, game: Game, state: Record) -> None:
        self.game = game
        self.state = state

    def __repr__(self) -> str:
        return f"position({self.game.id!r}, {str(self)!r})"

    def __str__(self) -> str:
        return self.game.position(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game is other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash((self.game.id, bytes(self)))

    def __bytes__(self) -> bytes:
        return bytes(self.state.tobytes())

    def copy(self) -> "Position":
        return Position(self.game, copy(self.state))

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must decide now."""
        return seats_in(self.game.rules.waiting(self.state))

    @property
    def is_over(self) -> bool:
        return bool(self.game.rules.over(self.state))

    @property
    def winners(self) -> tuple[int, ...]:
        return seats_in(self.game.rules.winners(self.state)) if self.is_over else ()

    @property
    def seats(self) -> int:
        return int(self.state.seats)

    @property
    def scores(self) -> tuple[int, ...]:
        out = np.zeros(self.game.rules.SEATS, np.int64)
        self.game.rules.scores(self.state, out)
        return tuple(int(score) for score in out[: self.seats])

    def numbers(self, seat: int) -> list[int]:
        """The legal moves of a seat, as the rules number them."""
        if seat not in self.waiting:
            return []
        out = np.zeros(self.game.rules.MOVES, np.int64)
        return [int(move) for move in out[: self.game.rules.moves(self.state, seat, out)]]

    def moves(self, seat: int) -> dict[str, int]:
        """The legal moves of a seat, sorted texts to numbers."""
        words = self.game.words
        return dict(sorted((words.text(self.state, seat, move), move) for move in self.numbers(seat)))

    def luck(self) -> dict[str, tuple[int, int]]:
        """The luck outcomes due now, sorted texts to (number, weight)."""
        rules, words = self.game.rules, self.game.words
        out, weights = np.zeros((2, rules.OUTCOMES), np.int64)
        count = rules.luck(self.state, out, weights)
        pairs = zip(out[:count], weights[:count], strict=True)
        return dict(sorted((words.text(self.state, LUCK, int(o)), (int(o), int(w))) for o, w in pairs))

    def play(self, seat: int, text: str) -> Self:
        """Play a move in place, or raise Refused with the reason."""
        refusal = self.why(seat, text)
        if refusal is not None:
            raise Refused(refusal.code, refusal.text)
        self.game.rules.play(self.state, seat, self.moves(seat)[text])
        return self

    def befall(self, text: str) -> Self:
        """Apply a luck outcome in place, or raise Refused."""
        outcomes = self.luck()
        if text not in outcomes:
            raise Refused("not-an-outcome", _not_an_outcome(text, list(outcomes)))
        self.game.rules.befall(self.state, outcomes[text][0])
        return self

    def draw(self, rng: Numbers) -> str:
        """Draw the luck that is due, in place; return its text."""
        before = copy(self.state)
        outcome = self.game.rules.draw(self.state, rng)
        return self.game.words.text(before, LUCK, int(outcome))

    def view(self, viewer: int) -> "Position":
        """The position as a seat, or a spectator, may know it."""
        if viewer == REFEREE:
            return self.copy()
        out = blank(self.game.rules.State)
        self.game.rules.view(self.state, viewer, out)
        return Position(self.game, out)

    def why(self, seat: Any, text: Any) -> Why | None:
        """Why a move is refused; None if it is legal."""
        if self.is_over:
            return Why("game-over", Text("La partie est finie.", "The game is over."))
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            return Why("no-such-seat", no_such_seat(seat, self.seats))
        if seat not in self.waiting:
            return Why("not-your-turn", Text("Ce n’est pas à vous de jouer.", "It is not your turn."))
        if not isinstance(text, str) or len(text) > 100:
            return Why("not-a-move", Text("Ce n’est pas un coup.", "That is not a move."))
        if text in self.moves(seat):
            return None
        return self.game.words.why(self.state, seat, text)


def start(
    game: Game, seats: int | None = None, options: Mapping[str, Any] | None = None, version: int | None = None
) -> Position:
    """The first position of a game; `version` asks for older rules."""
    return Position(game, game.new(seats, options, version))


def no_such_seat(seat: Any, seats: int) -> Text:
    return Text(
        f"Il n’y a pas de place {seat!r} : les places vont de 0 à {seats - 1}.",
        f"There is no seat {seat!r}: seats go from 0 to {seats - 1}.",
    )


def _not_an_outcome(text: str, outcomes: list[str]) -> Text:
    if not outcomes:
        return Text("Aucun tirage n’est attendu.", "No luck is due.")
    return Text(
        f"{text!r} n’est pas un tirage possible ; attendus : {', '.join(outcomes)}",
        f"{text!r} is not a possible outcome; expected: {', '.join(outcomes)}",
    )
