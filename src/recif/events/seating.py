"""Tables of two to five: people of like standing together, not those who have met, and short tables in turn.

The first round is drawn. A later one begins with people in order of standing, who are then exchanged, two at a time,
while that makes it cheaper; steps are counted, not timed, so that the same people are seated the same way again.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count

from recif.events.forms import WHOLE
from recif.events.live_event import LiveEvent
from recif.events.lots import RANGE, Lots
from recif.events.matching import cheapest_pairs
from recif.events.seeds import last_met, must_stay_apart, times_led
from recif.events.standings import standings
from recif.events.starting import table_sizes

TableSeat = tuple[int, int]  # table, and place there
MEETING = 2 * WHOLE  # what it costs to meet again, times the square of how often one has met
SHORT = 2 * WHOLE  # to sit at a short table, by the square of how often
AGAIN_AT_ONCE = 100 * WHOLE  # in an arena, to meet twice in a row: only where nobody else waits
APART = 1000 * WHOLE  # never, if it can be helped
MOST_STEPS = 400_000  # exchanges that are looked at
REACH = 24  # places in the order of standing between two who are exchanged


def seat_round(
    event: LiveEvent, people: Sequence[str], allowed: tuple[int, ...], lots: Lots
) -> tuple[list[tuple[str, ...]], list[str]]:
    """Tables, the first seat first, and who has no seat: the lowest of those who had to wait least often."""
    where = f"tables {len(event.rounds) + 1}"
    ordered = _in_order(event, people, lots, where)
    sizes = table_sizes(len(ordered), allowed, event.settings.seats)
    spare = _without_seat(event, ordered, len(ordered) - sum(sizes))
    ordered = [person for person in ordered if person not in spare]
    sizes = tuple(sorted(sizes, key=_drawn(lots, where)))
    costs = SeatingCosts(event, lots)
    if max(sizes, default=0) == 2:
        tables = [[*pair] for pair in cheapest_pairs(ordered, costs.pair, lambda person: lots.of(person, where))]
    else:
        tables = _exchanged(ordered, sizes, costs)
    led = times_led(event)
    rank = {person: place for place, person in enumerate(ordered)}
    tables.sort(key=lambda table: min(rank[person] for person in table))
    return [tuple(sorted(table, key=lambda one: (led[one], lots.of(one, where)))) for table in tables], spare


def _in_order(event: LiveEvent, people: Sequence[str], lots: Lots, where: str) -> list[str]:
    if not event.rounds:
        return sorted(people, key=lambda person: lots.of(person, where))
    there = {*people}
    return [line.person for line in standings(event, lots) if line.person in there]


def _drawn(lots: Lots, where: str) -> Callable[[int], int]:
    """Short tables lie anywhere in the order of standing, not always at its end."""
    numbers = count()
    return lambda size: lots.below(RANGE, f"{where} size {next(numbers)}")


def _without_seat(event: LiveEvent, ordered: Sequence[str], few: int) -> list[str]:
    waited = Counter(person for one in event.rounds for person in (*one.byes, *one.out))
    lowest_first = [*reversed(ordered)]
    return sorted(lowest_first, key=waited.__getitem__)[:few]


class SeatingCosts:
    """What a pair at one table costs, and a seat at a short one."""

    def __init__(self, event: LiveEvent, lots: Lots) -> None:
        self._event = event
        self._points = {line.person: line.points for line in standings(event, lots)}
        self._met: Counter[frozenset[str]] = Counter()
        self._short: Counter[str] = Counter()
        is_arena = event.settings.form == "arena"
        self._last = {person: last_met(event, person) if is_arena else () for person in event.people}
        for one in event.rounds:
            largest = max((len(board.people) for board in one.boards), default=0)
            for board in one.boards:
                self._met.update(map(frozenset, combinations(board.people, 2)))
                if len(board.people) < largest:
                    self._short.update(board.people)

    def pair(self, first: str, second: str) -> int:
        met = self._met[frozenset((first, second))]
        apart = APART * must_stay_apart(self._event, first, second)
        again = AGAIN_AT_ONCE * (second in self._last[first] or first in self._last[second])
        return abs(self._points[first] - self._points[second]) + MEETING * met * met + again + apart

    def at_short_table(self, person: str) -> int:
        return SHORT * (2 * self._short[person] + 1)


class SeatingPlan:
    """Who sits where, and what it costs: prices are looked up once, exchanges are many."""

    def __init__(self, ordered: Sequence[str], sizes: Sequence[int], costs: SeatingCosts) -> None:
        self._people = ordered
        self._pairs = [[costs.pair(a, b) for b in ordered] for a in ordered]
        self._short = [costs.at_short_table(person) for person in ordered]
        self._is_short = [size < max(sizes) for size in sizes]
        places = iter(range(len(ordered)))
        self._tables = [[next(places) for _ in range(size)] for size in sizes]
        self._prices = [self._price(table) for table in range(len(sizes))]

    @property
    def tables(self) -> list[list[str]]:
        return [[self._people[one] for one in table] for table in self._tables]

    def _price(self, table: int) -> int:
        people, pairs = self._tables[table], self._pairs
        price = sum(pairs[a][b] for a, b in combinations(people, 2))
        return price + sum(self._short[one] for one in people) if self._is_short[table] else price

    def exchange(self, a: int, x: int, b: int, y: int) -> bool:
        """Exchange seat x of table a with seat y of table b, if that is cheaper."""
        first, second = self._tables[a], self._tables[b]
        first[x], second[y] = second[y], first[x]
        new = self._price(a), self._price(b)
        if sum(new) < self._prices[a] + self._prices[b]:
            self._prices[a], self._prices[b] = new
            return True
        first[x], second[y] = second[y], first[x]
        return False


def _exchanged(ordered: Sequence[str], sizes: Sequence[int], costs: SeatingCosts) -> list[list[str]]:
    """Look over all seats and exchange two wherever that is cheaper, until it nowhere is or the steps are used up."""
    plan = SeatingPlan(ordered, sizes, costs)
    near = [*_near([(table, seat) for table, size in enumerate(sizes) for seat in range(size)])]
    for _ in range(1 + MOST_STEPS // max(1, len(near))):
        if not [1 for (a, x), (b, y) in near if plan.exchange(a, x, b, y)]:
            break
    return plan.tables


def _near(seats: Sequence[TableSeat]) -> Iterator[tuple[TableSeat, TableSeat]]:
    """Two seats of different tables, not far from each other."""
    for i, one in enumerate(seats):
        yield from ((one, other) for other in seats[i + 1 : i + 1 + REACH] if other[0] != one[0])
