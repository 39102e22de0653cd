"""A game under way for OpenSpiel, with all that each player has seen of it: nothing that was seen is forgotten."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from recif.games import GAMES
from recif.games.core.arrays import Log, look
from recif.games.core.compiled import Record
from recif.games.core.contract import LUCK
from recif.games.core.folder import arrays_of
from recif.games.core.position import Position

LOOK = -2  # who did it, of an entry that is a look at something
SIGNS = {LUCK: "*", LOOK: "!"}
KINDS = 3  # in an entry as numbers: 1 luck, 2 a look, 3 this player, 4 the next

Glimpse = tuple[int, int]  # a seat, LUCK or LOOK; what was seen of it


class Recollection:
    """A position and what each seat has seen happen; what a clone takes along."""

    def __init__(self, position: Position, seen: list[list[Glimpse]]) -> None:
        self.position, self.seen = position, seen
        self.player = player_in(position)  # kept: OpenSpiel asks many times a move

    def __deepcopy__(self, memo: dict[int, Any]) -> "Recollection":
        twin = Recollection.__new__(Recollection)
        twin.position, twin.player = self.position.copy(), self.player
        twin.seen = [list(sights) for sights in self.seen]
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return past_of, (self.position.game.id, bytes(self.position), self.seen)

    @cached_property
    def _look(self) -> Callable[[Record, int], int] | None:
        own = arrays_of(self.position.game).look
        return None if own is look else own

    def happen(self, seat: int, number: int) -> None:
        """A move or a luck outcome, as the rules number it."""
        rules, state = self.position.game.rules, self.position.state
        for viewer, sights in enumerate(self.seen):
            sights.append((seat, int(rules.seen(state, seat, number, viewer))))
        self.position.go(seat, number)
        if self._look:
            self._look_about(self._look)
        self.player = player_in(self.position)

    def _look_about(self, look: Callable[[Record, int], int]) -> None:
        """What a seat sees beside what happens."""
        for viewer, sights in enumerate(self.seen):
            sight = look(self.position.view(viewer).state, viewer)
            if sight >= 0:
                sights.append((LOOK, sight))

    def text(self, player: int) -> str:
        """All that a player has seen."""
        return " ".join(f"{SIGNS.get(who, who)}:{what}" for who, what in self.seen[player])

    def write(self, player: int, log: Log, out: NDArray[np.float32]) -> None:
        """The same as rows of numbers, see docs/arrays.md; what is to come is 0."""
        out[:] = 0
        sights = np.array(self.seen[player], np.int64).reshape(-1, 2)
        who, rows = sights[:, 0], out[: len(sights)]
        seats = self.position.seats
        rows[:, 0] = np.where(who >= 0, KINDS + (who - player) % seats, np.where(who == LUCK, 1, 2))
        rows[:, 1:] = sights[:, 1:] // log.base ** np.arange(log.digits) % log.base


def player_in(position: Position) -> int:
    """Whose turn it is, as OpenSpiel numbers it; of those who choose at once, the first."""
    if position.is_over:
        return int(pyspiel.PlayerId.TERMINAL)
    return int(pyspiel.PlayerId.CHANCE) if position.is_luck_due else position.due


def past_of(game: str, state: bytes, seen: list[list[Glimpse]]) -> Recollection:
    """One that was pickled."""
    return Recollection(Position(GAMES[game], state), seen)
