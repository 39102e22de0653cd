"""What a match that goes on for days knows besides its moves: pauses, rounds that somebody missed, who has vanished."""

from collections.abc import Collection

from recif.match.clock import Clock
from recif.match.match import Match
from recif.server.live.foresight import Lines, remaining
from recif.server.store.entries import (
    Adjourned,
    Continued,
    Entry,
    Excused,
    Foreseen,
    Granted,
    Missed,
    Prepared,
    Vanished,
    What,
)

GENTLEST = 1  # the level that chooses for who missed a round


class ByDays:
    """Part of the fold of a table's entries."""

    def __init__(self) -> None:
        self.is_adjourned = False  # a pause that everybody agreed to
        self.late: frozenset[int] = frozenset()  # seats for which a machine makes this choice
        self.vanished: frozenset[int] = frozenset()  # seats that ran out of time, while the others may decide
        self.prepared: dict[int, str] = {}  # by seat: its choice wherever it makes none in time
        self.foreseen: dict[int, Lines] = {}  # by seat: its answers to what may come
        self._private: dict[int, int] = {}  # by seat: how many entries nobody else hears of

    @property
    def timeless(self) -> frozenset[int]:
        """Whose time does not run though it is their turn."""
        return self.late | self.vanished

    def apply(self, what: What, entry: Entry, clock: Clock) -> None:
        match what:
            case Adjourned():
                self.is_adjourned = True
            case Continued():
                self.is_adjourned = False
            case Missed():
                self.late |= {what.seat}
            case Prepared():
                self._prepare(what)
            case Foreseen():
                self._count_private(what.seat)
                self.foreseen.pop(what.seat, None)
                if what.lines:
                    self.foreseen[what.seat] = what.lines
            case Vanished():
                self.vanished |= {what.seat}
                clock.give(what.seat, 0, entry.at)
            case Excused():
                clock.excuse(what.seat, what.until, entry.at, what.at_once)
            case Granted():
                self.vanished -= {what.seat}
                clock.give(what.seat, what.time, entry.at)

    def hidden_from(self, mine: Collection[int]) -> int:
        """How many versions of the table whoever has these seats is not told of."""
        return sum(many for seat, many in self._private.items() if seat not in mine) if self._private else 0

    def _count_private(self, seat: int) -> None:
        self._private[seat] = self._private.get(seat, 0) + 1

    def happened(self, match: Match, first: int) -> None:
        """Events from `first` on: what is foreseen goes on, or is gone."""
        left = {seat: remaining(match, seat, lines, first) for seat, lines in self.foreseen.items()}
        self.foreseen = {seat: lines for seat, lines in left.items() if lines}

    def _prepare(self, what: Prepared) -> None:
        self._count_private(what.seat)
        self.prepared.pop(what.seat, None)
        if what.move:
            self.prepared[what.seat] = what.move

    def decided(self, seat: int, clock: Clock, now: int) -> None:
        """Whoever was given up has come back, or somebody has decided for them."""
        self.late -= {seat}
        if seat in self.vanished:
            self.left_alone(seat)
            clock.give(seat, clock.pace.start, now)

    def left_alone(self, seat: int) -> None:
        """Nobody waits for this person any more."""
        self.vanished -= {seat}
        self.late -= {seat}
        self.prepared.pop(seat, None)
        self.foreseen.pop(seat, None)
        self._private.pop(seat, None)
