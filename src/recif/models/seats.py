"""Seats that a model sits on, and one at a table here, against levels."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Protocol

from recif.games.core.contract import Why
from recif.games.core.luck import M32
from recif.match.match import Match, Refusal
from recif.mind.search.think import View
from recif.mind.selfplay import Chooser
from recif.models.looks import SeatSight, look_of, not_your_turn, why_not


class ModelSeat(Protocol):
    """What a model can do with its seat."""

    async def look(self, since: int | None = None) -> SeatSight: ...

    async def why(self, move: str) -> Why | None: ...

    async def play(self, move: str) -> None:
        """A move, or Refusal with the rule."""

    async def until_turn(self, seconds: float) -> None:
        """Until it is this seat's turn or the match is over; not longer than that."""

    async def leave(self) -> None: ...


class LocalSeat:
    """A match in this process; levels have the other seats and think beside the loop."""

    def __init__(self, match: Match, seat: int, rivals: Mapping[int, Chooser], language: str) -> None:
        self.match, self.seat, self.rivals, self.language = match, seat, rivals, language
        self.heard = 0  # events that the model was told
        self.source: Callable[[int], int] = secrets.randbelow
        self._others = asyncio.create_task(self._go_on())

    async def look(self, since: int | None = None) -> SeatSight:
        sight = look_of(self.match, self.seat, self.language, since, self.heard)
        self.heard = max(self.heard, sight["log_from"] + len(sight["log"]))
        return sight

    async def why(self, move: str) -> Why | None:
        return why_not(self.match, self.seat, move)

    async def play(self, move: str) -> None:
        if self.seat not in self.match.waiting:
            raise not_your_turn(self.match.is_over)
        if (why := why_not(self.match, self.seat, move)) is not None:
            raise Refusal(why)
        self.match.play(self.seat, move)
        self._others = asyncio.create_task(self._go_on())

    async def until_turn(self, seconds: float) -> None:
        await asyncio.wait({self._others}, timeout=seconds)
        if self._others.done():
            self._others.result()  # what went wrong is said, not kept

    async def _go_on(self) -> None:
        """Luck and the others, until this seat must decide; where all choose at once, the others do so already."""
        match = self.match
        while not match.is_over:
            if match.is_luck_due:
                match.draw(self.source)
            elif due := [seat for seat in match.waiting if seat in self.rivals]:
                view = View(match.position, due[0])
                move = await asyncio.to_thread(self.rivals[due[0]], view, secrets.randbelow(M32 >> 1))
                match.play(due[0], match.game.words.text(match.position.state, due[0], move))
            else:
                return

    async def leave(self) -> None:
        self._others.cancel()
        await asyncio.gather(self._others, return_exceptions=True)
