"""What a farm of accounts can still win: `python -m bench.farms`.

One person with many accounts lets all of them lose to one, by the very arithmetic of the server (school/ratings.py) and
within its bounds: so many matches of the same two and of one person in a day. The best that was found: on the first
days the accounts play each other until they are well known, then they lose.
"""

from itertools import combinations

from recif.match.clock import DAY
from recif.school.ratings import (
    KNOWN_DEVIATION,
    KNOWN_OPPONENTS,
    Standing,
    after_game,
    after_rest,
    weighed,
    weight,
)
from recif.server.people.ratings import MOST_A_DAY, MOST_TOGETHER

SIZES = (1, 10, 100)
DAYS = (1, 7, 30)


class Farm:
    """Accounts that lose, and the one that wins."""

    def __init__(self, size: int, is_near: bool, is_short: bool = False) -> None:
        self.master = Standing()
        self.hands = [Standing()] * size
        self._is_near = is_near
        self._is_short = is_short
        self.known: set[int] = set()  # of the hands, those that make the master known

    def played(self, mine: Standing, other: Standing, score: float) -> Standing:
        after = after_game(mine, other, score)
        return weighed(mine, after, weight(other, self._is_near), self._is_near, self._is_short)

    def rest(self) -> None:
        self.master = after_rest(self.master, DAY)
        self.hands = [after_rest(hand, DAY) for hand in self.hands]

    def among_themselves(self) -> None:
        """A day on which each wins as often as it loses."""
        count, score = dict.fromkeys(range(len(self.hands)), 0), 1.0
        for first, second in combinations(range(len(self.hands)), 2):
            for _ in range(MOST_TOGETHER):
                if max(count[first], count[second]) < MOST_A_DAY:
                    a, b = self.hands[first], self.hands[second]
                    self.hands[first], self.hands[second] = self.played(a, b, score), self.played(b, a, 1 - score)
                    count[first] += 1
                    count[second] += 1
                    score = 1 - score

    def lose(self) -> None:
        """A day on which the best of them lose to the master."""
        left = MOST_A_DAY
        for number in sorted(range(len(self.hands)), key=lambda n: -self.hands[n].rating):
            for _ in range(min(MOST_TOGETHER, left)):
                hand = self.hands[number]
                self.hands[number] = self.played(hand, self.master, 0.0)
                self.master = self.played(self.master, hand, 1.0)
                left -= 1
                if self.hands[number].deviation <= KNOWN_DEVIATION and not (self._is_near or self._is_short):
                    self.known.add(number)

    @property
    def is_leader(self) -> bool:
        return self.master.deviation <= KNOWN_DEVIATION and len(self.known) >= KNOWN_OPPONENTS


def after(size: int, days: int, prepared: int, is_near: bool, is_short: bool = False) -> Farm:
    """The farm after so many days, the first of which it has prepared itself in."""
    farm = Farm(size, is_near, is_short)
    for day in range(days):
        farm.among_themselves() if day < prepared else farm.lose()
        farm.rest()
    return farm


def best(size: int, days: int, is_near: bool, is_short: bool = False) -> Farm:
    tried = [after(size, days, prepared, is_near, is_short) for prepared in range(min(days, 4))]
    return max(tried, key=lambda farm: farm.master.rating)


def told(farm: Farm) -> str:
    return f"{farm.master.rating:.0f} ± {farm.master.deviation:.0f}{', a place' if farm.is_leader else ''}"


def main() -> None:
    print("| accounts | addresses | " + " | ".join(f"after {days} d" for days in DAYS) + " |")
    print("|---|---|" + "---|" * len(DAYS))
    for size in SIZES:
        for where, is_near in (("one", True), ("one each", False)):
            cells = " | ".join(told(best(size, days, is_near)) for days in DAYS)
            print(f"| {size} | {where} | {cells} |")
    cells = " | ".join(told(best(100, days, False, is_short=True)) for days in DAYS)
    print(f"| 100, given up after two plies | one each | {cells} |")


if __name__ == "__main__":
    main()
