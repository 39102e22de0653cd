"""A clock that is handed the time. All times are whole milliseconds, so that a flag falls at one exact instant."""

from collections.abc import Iterable

from recif.match.pace import DAY as DAY
from recif.match.pace import HOUR
from recif.match.pace import LONGEST as LONGEST
from recif.match.pace import Pace as Pace
from recif.match.pace import PaceKind as PaceKind


class Clock:
    """The time left to each seat. It only moves when told the time."""

    def __init__(self, pace: Pace, seats: int) -> None:
        self.pace = pace
        self._is_by_round = pace.is_by_round
        self.left = [0 if pace.kind == "daily" else pace.start] * seats  # at the instant `since`
        self.running: frozenset[int] = frozenset()
        self.since = 0
        self.is_untold = False  # something has happened that those who must decide have not heard of yet
        self.excused = [0] * seats  # until when each is on holiday, from its next turn on
        self._stands = [0] * seats  # until when the time of this turn stands still
        self._held: frozenset[int] = frozenset()  # who thought when the clock was stopped
        self._is_new_round = False  # which is measured from when people hear of it
        self._ends = 0  # when the round is to end, if time does not stand still

    def turn(self, waiting: Iterable[int], now: int, is_news: bool = False) -> None:
        """From now on these seats think. A seat that stops thinking gets its bonus, or its days back.

        Nobody can think about news before hearing it: the time of all stands still until `start`.
        """
        if self.pace.kind == "none":
            return
        thinking = frozenset(waiting)
        self._settle(now)
        if self._is_by_round:
            self._turn_of_round(thinking, now, is_news)
        else:
            self._turn_of_seats(thinking)
        if thinking:
            self._held = frozenset()
        self.running = thinking
        self.is_untold = bool(thinking) and (is_news or self.is_untold)

    def _turn_of_seats(self, thinking: frozenset[int]) -> None:
        for seat in self.running - thinking:
            left, pace = self.left[seat], self.pace
            self.left[seat] = pace.saved(left) if pace.kind == "days" else left + pace.bonus
        for seat in thinking - self.running - self._held:
            self._stands[seat] = self.excused[seat]

    def _turn_of_round(self, thinking: frozenset[int], now: int, is_news: bool) -> None:
        """A round ends for all at once, however often somebody changes their mind in it."""
        if is_news and thinking:
            self._is_new_round = True
            self._begin_round(now)
        elif self._held and thinking and self.pace.kind == "daily":
            self._resume_round(now)

    def _begin_round(self, now: int) -> None:
        length = self.pace.round_from(now)
        self.left = [length] * len(self.left)
        self._ends = now + length

    def _resume_round(self, now: int) -> None:
        """After time stood still a round ends at its hour as before, unless that leaves too little to choose."""
        if self._ends - now >= min(HOUR, *self.left):
            self.left = [self._ends - now] * len(self.left)
        else:
            self._begin_round(now)

    def start(self, now: int) -> None:
        """Those who must decide have been told: their time runs from here."""
        if self._is_new_round:
            self._is_new_round = False
            self._begin_round(now)
        self.is_untold = False
        self.since = now

    def pause(self, now: int) -> None:
        """Nobody's time runs, and nobody gets a bonus."""
        self._settle(now)
        self._held = self.running or self._held
        self.running = frozenset()
        self.is_untold = False

    def excuse(self, seat: int, until: int, now: int, at_once: bool = False) -> None:
        """A holiday: the time of a seat stands still until then, from its next turn on or `at_once`. One that ends
        earlier than was said ends for this turn too."""
        self._settle(now)
        self.excused[seat] = until
        self._stands[seat] = until if at_once else min(self._stands[seat], until)

    def give(self, seat: int, time: int, now: int) -> None:
        """So much to a seat that does not think now; none: it has run out."""
        self._settle(now)
        self.running -= {seat}
        self.left[seat] = time

    def left_at(self, seat: int, now: int) -> int:
        """Never below zero; time that runs backwards is taken to stand still."""
        is_running = self.running if self._is_by_round else seat in self.running
        if not is_running or self.is_untold:
            return self.left[seat]
        return max(0, self.left[seat] - max(0, now - max(self.since, self._stands[seat])))

    def flagged(self, now: int) -> tuple[int, ...]:
        """Who has no time left: a move at the very instant of the flag is too late."""
        return tuple(
            seat for seat in sorted(self.running) if self.left_at(seat, now) == 0 and now >= self._stands[seat]
        )

    def flag_falls(self) -> int | None:
        """The next instant at which a flag falls if nobody moves, and everybody has been told by now."""
        return min(map(self.falls, self.running)) if self.running else None

    def stands(self, seat: int) -> int:
        """Until when the time of this turn stands still; what is over is over."""
        return self._stands[seat]

    def falls(self, seat: int) -> int:
        """The flag of a seat that thinks."""
        return max(self.since, self._stands[seat]) + self.left[seat]

    def _settle(self, now: int) -> None:
        self.left = [self.left_at(seat, now) for seat in range(len(self.left))]
        self.since = max(self.since, now)
