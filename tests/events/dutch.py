"""FIDE's Dutch system (C.04.3), said a second time: what a round must hold to, whoever has paired it.

Nobody twice, one bye each, no two who must both have the same seat, and a rest that can be paired (C.1 to C.4); from
the top down as many pairs in each bracket, and floaters as near, as can be (C.5, C.6); and whose the first seat is
(E.1, E.2). What can be is found by a matching of our own over the whole field, not by the program that paired.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import rustworkx

from recif.events.entries import RoundPaired
from recif.events.forms import HALF
from recif.events.live_event import LiveEvent
from recif.events.scores import RoundScore, scores_of

NO_WISH, MILD, STRONG, ABSOLUTE = range(4)
A_POINT = 2  # halves


class Wish(NamedTuple):
    """The seat that somebody should have next (A.6)."""

    strength: int
    lead: int = 0  # how much more often they had the first seat
    seat: int = 0


class SwissPlayer:
    def __init__(self, person: str, rounds: Sequence[RoundScore], is_last: bool) -> None:
        played = [score for score in rounds if score.kind == "played"]
        self.person = person
        self.points = sum(score.points for score in rounds) // HALF
        self.met = {rival for score in played for rival in score.rivals}
        self.had_bye = any(score.kind in ("bye", "forfeit-win") for score in rounds)
        self.seats = [score.seat for score in played]
        self.is_top = is_last and self.points * HALF * 2 > A_POINT * HALF * len(rounds)

    @cached_property
    def wish(self) -> Wish:
        if not self.seats:
            return Wish(NO_WISH)
        lead = self.seats.count(0) - self.seats.count(1)
        seat = int(lead > 0) if lead else 1 - self.seats[-1]
        is_double = len(self.seats) > 1 and self.seats[-1] == self.seats[-2]
        strength = ABSOLUTE if abs(lead) > 1 or is_double else STRONG if lead else MILD
        return Wish(strength, lead, seat)

    def may_meet(self, other: "SwissPlayer") -> bool:
        """C.1, C.2 and C.3."""
        if NOBODY in (self, other):
            return not (self.had_bye or other.had_bye)
        must_both = self.wish.strength == other.wish.strength == ABSOLUTE and self.wish.seat == other.wish.seat
        return other.person not in self.met and (not must_both or self.is_top or other.is_top)


NOBODY = SwissPlayer("", (), False)  # whom they meet who has the bye
Pair = tuple[SwissPlayer, SwissPlayer]


def broken(event: LiveEvent, paired: RoundPaired) -> list[str]:
    """What a round does not hold to; `event` is as it was before."""
    is_last = len(event.rounds) + 1 == event.settings.rounds
    scores = scores_of(event)
    there = {person: SwissPlayer(person, scores[person], is_last) for person in event.people}
    boards = [(there[first], there[second]) for first, second in paired.boards]
    pairs = [*boards, *((there[person], NOBODY) for person in paired.byes)]
    return [*_absolute(pairs), *_brackets(pairs), *_seats(boards)]


def _absolute(pairs: list[Pair]) -> Iterator[str]:
    yield from (
        f"{one.person} must not meet {other.person or 'nobody'}" for one, other in pairs if not one.may_meet(other)
    )
    if sum(other is NOBODY for _, other in pairs) > 1:
        yield "there is more than one bye"


def _brackets(pairs: list[Pair]) -> Iterator[str]:
    """From the top down; what was paired above stays."""
    left = pairs
    for points in sorted({one.points for pair in pairs for one in pair if one is not NOBODY}, reverse=True):
        people = [one for pair in left for one in pair]
        prices = BracketPrices(people, points)
        if sum(map(prices.of, left)) != prices.best():
            yield f"the bracket of {points / 2:g} points could have been paired better"
        left = [pair for pair in left if not all(map(prices.is_inside, pair))]


class BracketPrices:
    """C.5 and C.6 of one bracket as numbers: a pair more outweighs all distances, a larger one all smaller ones."""

    def __init__(self, people: list[SwissPlayer], points: int) -> None:
        self._people = people
        self._points = points
        inside = [one.points for one in people if self.is_inside(one)]
        self._base = len(people) + 1
        distances = {abs(a - b) for a in inside for b in inside} | {self._down(one) for one in inside}
        self._levels = {distance: level for level, distance in enumerate(sorted(distances))}

    def is_inside(self, one: SwissPlayer) -> bool:
        return one is not NOBODY and one.points >= self._points

    def _down(self, points: int) -> int:
        """To one point below the bracket, as far as who leaves it is taken to fall."""
        return points - self._points + A_POINT

    def of(self, pair: Pair) -> int:
        inside = [one.points for one in pair if self.is_inside(one)]
        if not inside:
            return 0
        if len(inside) == 1:
            return -self._weight(self._levels[self._down(inside[0])])
        return self._weight(len(self._levels)) - self._weight(self._levels[abs(inside[0] - inside[1])])

    def _weight(self, level: int) -> int:
        return int(self._base**level)

    def best(self) -> int:
        """Of all ways to pair everybody who is left."""
        graph: Any = rustworkx.PyGraph()
        graph.add_nodes_from(self._people)
        for (i, one), (j, other) in combinations(enumerate(self._people), 2):
            if one.may_meet(other):
                graph.add_edge(i, j, self.of((one, other)))
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        assert 2 * len(found) == len(self._people)
        return sum(self.of((self._people[i], self._people[j])) for i, j in found)


def _seats(boards: Iterable[Pair]) -> Iterator[str]:
    """E.1: both as they should; E.2: who should more."""
    for pair in boards:
        wants = [one.wish.strength != NO_WISH and one.wish.seat != seat for seat, one in enumerate(pair)]
        keys = [(one.wish.strength, abs(one.wish.lead) * (one.wish.strength == ABSOLUTE)) for one in pair]
        could_have_both = pair[0].wish.seat != pair[1].wish.seat or NO_WISH in (keys[0][0], keys[1][0])
        if any(wants) and (could_have_both or (keys[0] != keys[1] and wants[keys.index(max(keys))])):
            yield f"{pair[0].person} and {pair[1].person} sit the wrong way round"
