"""Arena: whoever waits is paired again, with somebody near in the table whom they have not just met.

At games of three to five people are seated as at an evening of tables (`seating`), which are paired again and again.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile

from recif.events.live_event import LiveEvent
from recif.events.lots import Lots
from recif.events.matching import cheapest_pairs
from recif.events.seeds import last_met, must_stay_apart, times_led
from recif.events.standings import standings

NEAR_THE_BOTTOM = 300  # what a place between two people costs
NEAR_THE_TOP = 1700  # and more, the better the better of them stands
LED_TOO_OFTEN = 3  # times in a row


def pair_waiting(event: LiveEvent, people: Sequence[str], lots: Lots) -> tuple[list[tuple[str, ...]], list[str]]:
    """Boards, the first seat first, and who is left out: the last of the table whom it has not just happened to."""
    if len(people) < 2:
        return [], [*people]
    where = f"arena {len(event.rounds) + 1}"
    ranks = {line.person: rank for rank, line in enumerate(standings(event, lots), 1)}
    people = sorted(people, key=ranks.__getitem__)
    spare = [_left_out(event, people)] if len(people) % 2 else []
    people = [person for person in people if person not in spare]
    pairs = cheapest_pairs(people, _Price(event, people, ranks), lambda person: lots.of(person, where))
    seated = {person for pair in pairs for person in pair}
    led = times_led(event)
    boards = [_seated(event, pair, led, lambda person: lots.of(person, where)) for pair in pairs]
    boards.sort(key=lambda board: min(ranks[person] for person in board))
    return boards, spare + [person for person in people if person not in seated]


def _left_out(event: LiveEvent, people: Sequence[str]) -> str:
    """Who was left out least recently, and of those the lowest."""
    last = dict.fromkeys(people, 0)
    for one in event.rounds:
        last.update((person, one.number) for person in one.out if person in last)
    return min(reversed(people), key=last.__getitem__)


def _seated(event: LiveEvent, pair: tuple[str, str], led: dict[str, int], lot: Callable[[str], int]) -> tuple[str, ...]:
    """Who led less often leads, then who did not lead last."""
    return tuple(sorted(pair, key=lambda one: (led[one], _leads_in_a_row(event, one), lot(one))))


def _leads_in_a_row(event: LiveEvent, person: str) -> int:
    latest_first = reversed(event.boards_of[person])
    return sum(1 for _ in takewhile(lambda board: board.people[0] == person, latest_first))


class _Price:
    """What it costs to seat two people together, in whole numbers; None where it must not be."""

    def __init__(self, event: LiveEvent, people: Sequence[str], ranks: dict[str, int]) -> None:
        self._event = event
        self._ranks = ranks
        self._most = max(ranks.values(), default=1)
        self._only_two = sum(map(event.is_here, event.people)) == 2  # others who still play are waited for
        self._last = {person: last_met(event, person) for person in people}
        self._led = {person: _leads_in_a_row(event, person) >= LED_TOO_OFTEN for person in people}

    def __call__(self, first: str, second: str) -> int | None:
        if self._has_just_met(first, second) or (self._led[first] and self._led[second]):
            return None
        if must_stay_apart(self._event, first, second):
            return None
        better = min(self._ranks[first], self._ranks[second])
        apart = abs(self._ranks[first] - self._ranks[second])
        people = self._event.people
        near = NEAR_THE_BOTTOM * self._most + NEAR_THE_TOP * (self._most - better)
        return (apart * near) // self._most + abs(people[first].rating - people[second].rating)

    def _has_just_met(self, first: str, second: str) -> bool:
        return not self._only_two and (second in self._last[first] or first in self._last[second])
