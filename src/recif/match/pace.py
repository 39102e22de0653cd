"""How much time people have, and when a round ends that ends at an hour of the day."""

from typing import Literal, NamedTuple

from recif.games.core.contract import Refused, Text
from recif.match.hours import first_wall_time, zones

HOUR = 60 * 60 * 1000
DAY = 24 * HOUR
LONGEST = 30 * DAY
SHORTEST_ROUND = 12 * HOUR  # of a round that ends at an hour: one that begins shortly before it has another day

PaceKind = Literal["none", "increment", "days", "rounds", "daily"]
BY_ROUND: tuple[PaceKind, ...] = ("rounds", "daily")


class Pace(NamedTuple):
    """Nothing counted, a sum with an increment a turn, or days a turn; where all choose at once, a time for each round,
    or an hour of the day at which it ends."""

    kind: PaceKind = "none"
    start: int = 0  # milliseconds: at first (increment), for a turn (days), for a round (rounds), of the day (daily)
    bonus: int = 0  # milliseconds added when a turn is done
    most: int = 0  # of days: what is left of turns is saved up to this; 0: nothing is
    zone: str = ""  # where that hour of the day is read on a clock on the wall

    @property
    def is_by_round(self) -> bool:
        """Whether time ends for all at once, and costs nobody the match."""
        return self.kind in BY_ROUND

    @property
    def is_by_days(self) -> bool:
        """Whether people come and go, each turn or round with its own end."""
        return self.kind == "days" or self.is_by_round

    @property
    def allows_holidays(self) -> bool:
        return self.kind == "days" and self.start >= DAY

    def check(self) -> "Pace":
        if self.kind == "none":
            return Pace()
        if self.kind == "daily":
            return self._daily()
        longest = self.most if self.kind == "days" else self.bonus
        if self.kind not in ("increment", "days", "rounds") or not 0 < self.start <= LONGEST:
            raise Refused("bad-pace", BAD_PACE)
        if not 0 <= longest <= LONGEST or 0 < self.most < self.start:
            raise Refused("bad-pace", BAD_PACE)
        if self.kind == "days":
            return Pace("days", self.start, 0, self.most if self.most > self.start else 0)
        return Pace(self.kind, self.start, self.bonus if self.kind == "increment" else 0)

    def _daily(self) -> "Pace":
        if not 0 <= self.start < DAY or self.start % 60_000:
            raise Refused("bad-pace", BAD_HOUR)
        if self.zone not in zones():
            raise Refused("bad-zone", BAD_ZONE)
        return Pace("daily", self.start, 0, 0, self.zone)

    def saved(self, left: int) -> int:
        """What a seat of a game by days has when its turn is done."""
        return min(left + self.start, max(self.most, self.start))

    def round_from(self, now: int) -> int:
        """How long a round is that begins now."""
        return self.start if self.kind == "rounds" else self._ends(now) - now

    def _ends(self, now: int) -> int:
        """The first time that clocks there show the hour, and that leaves time to choose."""
        return first_wall_time(self.start // 60_000, self.zone, now + SHORTEST_ROUND)


BAD_PACE = Text(
    "une pendule est « none », « increment », « days », « rounds » ou « daily », de 30 jours au plus ; ce qui "
    "s’épargne (most) ne va pas en dessous d’un tour",
    "a pace is none, increment, days, rounds or daily, of at most 30 days; what can be saved (most) is not less "
    "than a turn",
)
BAD_HOUR = Text(
    "l’heure d’un tour (start) compte les millisecondes depuis minuit, à la minute près",
    "the hour of a round (start) counts milliseconds since midnight, in whole minutes",
)
BAD_ZONE = Text(
    "ce fuseau n’existe pas ; donnez-en un comme Europe/Paris",
    "there is no such time zone; give one like Europe/Paris",
)
