"""A clock that is handed the time. All times are whole milliseconds, so that a flag falls at one exact instant."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from recif.games.core.contract import Refused, Text

DAY = 24 * 60 * 60 * 1000
LONGEST = 30 * DAY

PaceKind = Literal["none", "increment", "days"]


class Pace(NamedTuple):
    """How much time people have: nothing counted, a sum with an increment a turn, or days a turn."""

    kind: PaceKind = "none"
    start: int = 0  # milliseconds at the beginning (increment), or for each turn (days)
    bonus: int = 0  # milliseconds added when a turn is done

    def check(self) -> "Pace":
        if self.kind == "none":
            return Pace()
        if self.kind not in ("increment", "days") or not 0 < self.start <= LONGEST or not 0 <= self.bonus <= LONGEST:
            raise Refused(
                "bad-pace",
                Text(
                    "une pendule est « none », « increment » ou « days », de 30 jours au plus",
                    "a pace is none, increment or days, of at most 30 days",
                ),
            )
        return Pace("days", self.start) if self.kind == "days" else self


class Clock:
    """The time left to each seat. It only moves when told the time."""

    def __init__(self, pace: Pace, seats: int) -> None:
        self.pace = pace
        self.left = [pace.start] * seats  # at the instant `since`
        self.running: frozenset[int] = frozenset()
        self.since = 0
        self.is_untold = False  # something has happened that those who must decide have not heard of yet

    def turn(self, waiting: Iterable[int], now: int, is_news: bool = False) -> None:
        """From now on these seats think. A seat that stops thinking gets its bonus, or its days back.

        Nobody can think about news before hearing it: the time of all stands still until `start`.
        """
        if self.pace.kind == "none":
            return
        thinking = frozenset(waiting)
        self._settle(now)
        for seat in self.running - thinking:
            self.left[seat] = self.pace.start if self.pace.kind == "days" else self.left[seat] + self.pace.bonus
        self.running = thinking
        self.is_untold = bool(thinking) and (is_news or self.is_untold)

    def start(self, now: int) -> None:
        """Those who must decide have been told: their time runs from here."""
        self.is_untold = False
        self.since = now

    def pause(self, now: int) -> None:
        """Nobody's time runs, and nobody gets a bonus."""
        self._settle(now)
        self.running = frozenset()
        self.is_untold = False

    def left_at(self, seat: int, now: int) -> int:
        """Never below zero; time that runs backwards is taken to stand still."""
        if seat not in self.running or self.is_untold:
            return self.left[seat]
        return max(0, self.left[seat] - max(0, now - self.since))

    def flagged(self, now: int) -> tuple[int, ...]:
        """Who has no time left: a move at the very instant of the flag is too late."""
        return tuple(seat for seat in sorted(self.running) if self.left_at(seat, now) == 0)

    def flag_falls(self) -> int | None:
        """The next instant at which a flag falls if nobody moves, and everybody has been told by now."""
        return min(self.since + self.left[seat] for seat in self.running) if self.running else None

    def _settle(self, now: int) -> None:
        self.left = [self.left_at(seat, now) for seat in range(len(self.left))]
        self.since = max(self.since, now)
