"""What the bridges share: one game in play, its actions and observations as arrays, its luck drawn by a seed."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from recif.games import game_named
from recif.games.core.compiled import blank
from recif.games.core.contract import Refused, Text
from recif.games.core.folder import arrays_of
from recif.games.core.luck import seeded
from recif.games.core.position import Position, start
from recif.vector import stepping
from recif.vector.numbering import Numbering

Illegal = Literal["raise", "lose"]


def first_position(game: str, seats: int | None, options: Mapping[str, Any] | None, text: str = "") -> Position:
    """Where a game begins: at its start, or at a position that a text tells."""
    known = game_named(game)
    return Position(known, known.parse(text)) if text else start(known, seats, options)


class Episode:
    """One game. Luck is drawn as soon as it is due, so that somebody waits until the game is over."""

    def __init__(self, first: Position, illegal: Illegal = "raise") -> None:
        if illegal not in ("raise", "lose"):
            raise Refused(
                "bad-illegal",
                Text(f"illegal : 'raise' ou 'lose', pas {illegal!r}", f"illegal is 'raise' or 'lose', not {illegal!r}"),
            )
        self.first, self.illegal, self.seats = first, illegal, first.seats
        self.numbering = Numbering(first)
        self.arrays = arrays_of(first.game)
        self.shape: tuple[int, ...] = self.arrays.shape(first.state)
        self._known, self._room = blank(first.game.rules.State), np.empty(first.game.rules.MOVES, np.int64)
        self.begin(0)

    def begin(self, seed: int) -> None:
        self.position, self.rng = self.first.copy(), seeded(seed)
        self.loser: int | None = None  # by an illegal action
        self._settle()

    def _settle(self) -> None:
        stepping.settle(self.first.game.rules, self.position.state, self.rng)
        self.waiting = self.position.waiting
        self.is_over = not self.waiting

    def play(self, seat: int, action: Any) -> None:
        """A decision; an illegal one is Refused with the rule's sentence, or loses the game where that is agreed."""
        why = self.numbering.why(self.position, seat, action) if not self.is_legal(seat, action) else None
        if why is not None and (self.illegal == "raise" or why.code in ("not-an-action", "not-your-turn")):
            raise Refused(why.code, why.text)
        if why is not None:
            self.lose(seat)
            return
        self.position.go(seat, self.numbering.move(int(action)))
        self._settle()

    def lose(self, seat: int) -> None:
        """The game is over by an illegal action of this seat."""
        self.loser, self.is_over, self.waiting = seat, True, ()

    def is_legal(self, seat: int, action: Any) -> bool:
        is_number = isinstance(action, int | np.integer) and not isinstance(action, bool)
        return is_number and 0 <= action < len(self.numbering) and bool(self.shown(seat)[1][action])

    def shown(self, seat: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """What a seat knows, and 1 for each action that it may choose now: none if it does not wait."""
        rules, state = self.first.game.rules, self.position.state
        mask, observation = np.zeros(len(self.numbering), np.bool_), np.zeros(int(np.prod(self.shape)), np.int8)
        rules.view(state, seat, self._known)
        self.arrays.observe(self._known, seat, observation)
        if seat in self.waiting:
            self.arrays.allow(rules, state, seat, self._room, self.numbering.dense, mask)
        return observation.reshape(self.shape), mask.astype(np.int8)

    def values(self) -> list[float]:
        """What the game is worth to each seat: 1 for a sole winner, together 0; 0 while it goes on."""
        if not self.is_over:
            return [0.0] * self.seats
        others = tuple(seat for seat in range(self.seats) if seat != self.loser)
        return worth(self.position.winners if self.loser is None else others, self.seats)


def worth(winners: tuple[int, ...], seats: int) -> list[float]:
    out = np.zeros(seats, np.float64)
    stepping.reward(sum(1 << seat for seat in winners), seats, out)
    return out.tolist()
