"""A round of FIDE's Dutch system (C.04.3) for a field so small that everything can be tried.

Bracket after bracket all candidates are made and the best is taken: by C.5 to C.19, then by the order in which they are
to be generated (D.1 to D.3); a bracket after which the round could not be completed is paired again so that it can
(C.4), with everybody below it as the last one. Then who has the first seat (E.1 to E.5). Nothing of it is py4swiss's.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from recif.events.live_event import LiveEvent
from recif.events.scores import RoundScore, scores_of, totals
from recif.events.seeds import must_stay_apart
from tests.events.dutch import A_POINT, ABSOLUTE, NO_WISH, NOBODY, STRONG, SwissPlayer

DOWN, LEVEL, UP = -1, 0, 1


class SmallPlayer(SwissPlayer):
    """Who is ranked, too, and has floated."""

    def __init__(self, person: str, event: LiveEvent, scores: dict[str, list[RoundScore]], number: int) -> None:
        rounds = scores[person]
        super().__init__(person, rounds, len(event.rounds) + 1 == event.settings.rounds)
        self.number = number
        self._apart = {other for other in event.people if must_stay_apart(event, person, other)}
        self.floats = [_float(person, back, scores) if back <= len(rounds) else LEVEL for back in (1, 2)]

    @property
    def rank(self) -> tuple[int, int]:
        """A.2."""
        return -self.points, self.number

    def may_meet(self, other: SwissPlayer) -> bool:
        """And whom the director keeps apart from them."""
        return super().may_meet(other) and other.person not in self._apart

    @property
    def is_double(self) -> bool:
        return len(self.seats) > 1 and self.seats[-1] == self.seats[-2]


def _float(person: str, back: int, scores: dict[str, list[RoundScore]]) -> int:
    """A.4: so many rounds ago; whoever did not play went down."""
    score = scores[person][-back]
    if score.kind != "played":
        return DOWN
    before = totals({one: rounds[:-back] for one, rounds in scores.items()})
    (rival,) = score.rivals
    return (before[person] < before[rival]) - (before[person] > before[rival])


People = Sequence[SmallPlayer]


class Candidate(NamedTuple):
    pairs: tuple[tuple[SmallPlayer, SmallPlayer], ...]  # the higher of the two first
    floaters: tuple[SmallPlayer, ...]


class SmallRound(NamedTuple):
    boards: set[tuple[str, ...]]
    byes: list[str]
    chosen_by: set[str]  # what candidates differed by


# What `Bracket.price` counts, in its order.
CRITERIA = (
    *(f"C.{number}" for number in range(6, 20)),
    *("D.3", "D.1 of those who have come down", "D.2.a", "D.2.b", "D.2.c", "D.2.d", "D.1"),
)


def small_round(event: LiveEvent, people: Iterable[str], seeds: Sequence[str], first: int) -> SmallRound | None:
    """What the next round has to be; None if no round holds to C.1, C.2 and C.3.

    `first` is the seat of whoever is ranked first, in the first round (E.5)."""
    scores = scores_of(event)
    numbers = {person: number for number, person in enumerate(seeds, 1)}
    field = sorted((SmallPlayer(one, event, scores, numbers[one]) for one in people), key=lambda one: one.rank)
    if not can_be_completed(field):
        return None
    groups = [[*group] for _, group in groupby(field, key=lambda one: one.points)]
    boards: set[tuple[str, ...]] = set()
    chosen_by: set[str] = set()
    floaters: tuple[SmallPlayer, ...] = ()
    while groups:
        residents, *groups = groups
        rest = [one for group in groups for one in group]
        found, criteria = best(Bracket(floaters, residents, groups[0] if groups else None, first))
        if not can_be_completed([*found.floaters, *rest]):
            found, criteria = best(Bracket(floaters, residents, None, first), rest)
            criteria.add("C.4")
            groups = [rest] if rest else []
        chosen_by |= criteria
        boards |= {seated(pair, first) for pair in found.pairs}
        floaters = found.floaters
    return SmallRound(boards, [one.person for one in floaters], chosen_by)


def can_be_completed(people: People) -> bool:
    """C.4: everybody but one can be paired."""
    bye = [NOBODY] if len(people) % 2 else []
    return _can_be_paired([*people, *bye])


def _can_be_paired(people: list[SwissPlayer]) -> bool:
    if not people:
        return True
    one, *others = people
    return any(
        one.may_meet(other) and _can_be_paired([*others[:place], *others[place + 1 :]])
        for place, other in enumerate(others)
    )


class Bracket:
    """Those who have come down, those who are at home here, and those of the next one where C.7 looks at it."""

    def __init__(
        self,
        down: Sequence[SmallPlayer],
        residents: Sequence[SmallPlayer],
        below: Sequence[SmallPlayer] | None,
        first: int,
    ) -> None:
        self.people = sorted([*down, *residents], key=lambda one: one.rank)
        self.down = {*down}
        self._below = below
        self._first = first
        self._numbers = {one: number for number, one in enumerate(self.people, 1)}
        self._floor = min(one.points for one in self.people) - A_POINT  # A.8
        self._of_next: dict[tuple[SmallPlayer, ...], Any] = {}

    def candidates(self, unpaired: int) -> Iterator[Candidate]:
        """With so many who float down."""
        return self._candidates(self.people, unpaired)

    def _candidates(self, people: People, unpaired: int) -> Iterator[Candidate]:
        if not people:
            yield Candidate((), ())
            return
        one, *others = people
        if unpaired:
            for pairs, floaters in self._candidates(others, unpaired - 1):
                yield Candidate(pairs, (one, *floaters))
        if unpaired == len(people):
            return
        for place, other in enumerate(others):
            if one.may_meet(other) and not (one in self.down and other in self.down):
                for pairs, floaters in self._candidates([*others[:place], *others[place + 1 :]], unpaired):
                    yield Candidate(((one, other), *pairs), floaters)

    def distances(self, candidate: Candidate) -> list[int]:
        """C.6: the largest first."""
        found = [one.points - other.points for one, other in candidate.pairs]
        return sorted([*found, *(one.points - self._floor for one in candidate.floaters)], reverse=True)

    def price(self, candidate: Candidate) -> tuple[Any, ...]:
        return (
            self.distances(candidate),  # C.6
            self._next_bracket(candidate.floaters),  # C.7
            *self._seats(candidate),  # C.8 to C.11
            *self._floats(candidate),  # C.12 to C.19
            *self._order(candidate),  # D.1 to D.3
        )

    def _next_bracket(self, floaters: tuple[SmallPlayer, ...]) -> Any:
        if self._below is None:
            return ()
        if floaters not in self._of_next:
            following = Bracket(floaters, self._below, None, self._first)
            found = fewest_floaters(following)
            self._of_next[floaters] = len(found[0].floaters), min(map(following.distances, found))
        return self._of_next[floaters]

    def _seats(self, candidate: Candidate) -> tuple[int, ...]:
        given = [(one, seat, other) for pair in candidate.pairs for one, seat, other in _sitting(pair, self._first)]
        refused = [one for one, seat, _ in given if one.wish.strength != NO_WISH and one.wish.seat != seat]
        top = [(one, seat) for one, seat, other in given if one.is_top or other.is_top]
        return (
            sum(abs(one.seats.count(0) - one.seats.count(1) + (1 - 2 * seat)) > 2 for one, seat in top),
            sum(one.is_double and one.seats[-1] == seat for one, seat in top),
            len(refused),
            sum(one.wish.strength >= STRONG for one in refused),
        )

    def _floats(self, candidate: Candidate) -> Iterator[Any]:
        down = [(one, one.points - other.points) for one, other in candidate.pairs if one.points > other.points]
        up = [(other, one.points - other.points) for one, other in candidate.pairs if one.points > other.points]
        down += [(one, one.points - self._floor) for one in candidate.floaters]
        again = [
            sorted((distance for one, distance in floated if one.floats[back] == way), reverse=True)
            for back in (0, 1)
            for floated, way in ((down, DOWN), (up, UP))
        ]
        yield from map(len, again)
        yield from again

    def _order(self, candidate: Candidate) -> Iterator[Any]:
        """Which of two that are as good is generated first."""
        numbered = sorted((self._numbers[one], self._numbers[other]) for one, other in candidate.pairs)
        moved = len(self.down)  # whoever has come down has the lowest numbers
        yield [upper for upper, _ in numbered if upper <= moved]  # D.3
        yield [lower for upper, lower in numbered if upper <= moved]  # D.1
        left = [pair for pair in numbered if pair[0] > moved]
        floating = [self._numbers[one] for one in candidate.floaters if one not in self.down]
        original = {*sorted([*(number for pair in left for number in pair), *floating])[: len(left)]}
        upper = {pair[0] for pair in left}
        yield len(upper - original)  # D.2
        yield sum(upper - original) - sum(original - upper)
        yield sorted(-number for number in original - upper)
        yield sorted(upper - original)
        yield [lower for _, lower in left]


def fewest_floaters(bracket: Bracket, rest: People | None = None) -> list[Candidate]:
    """C.5; and C.4, where the rest below is told."""
    size = len(bracket.people)
    for unpaired in range(size % 2, size + 1, 2):
        all_of_them = bracket.candidates(unpaired)
        if found := [one for one in all_of_them if rest is None or can_be_completed([*one.floaters, *rest])]:
            return found
    raise AssertionError("this bracket leaves a rest that cannot be paired")


def best(bracket: Bracket, rest: People | None = None) -> tuple[Candidate, set[str]]:
    """And the criteria that others are worse by."""
    priced = [(bracket.price(one), one) for one in fewest_floaters(bracket, rest)]
    chosen_by: set[str] = set()
    for place, criterion in enumerate(CRITERIA):
        least = min(price[place] for price, _ in priced)
        if any(price[place] != least for price, _ in priced):
            chosen_by.add(criterion)
            priced = [one for one in priced if one[0][place] == least]
    ((_, found),) = priced
    return found, chosen_by


def _sitting(pair: tuple[SmallPlayer, SmallPlayer], first: int) -> Iterator[tuple[SmallPlayer, int, SmallPlayer]]:
    seat = _seat_of_higher(*pair, first)
    yield pair[0], seat, pair[1]
    yield pair[1], 1 - seat, pair[0]


def seated(pair: tuple[SmallPlayer, SmallPlayer], first: int) -> tuple[str, ...]:
    names = [one.person for one in pair]
    return (*(reversed(names) if _seat_of_higher(*pair, first) else names),)


def _seat_of_higher(one: SmallPlayer, other: SmallPlayer, first: int) -> int:
    """E.1 to E.5."""
    mine, theirs = one.wish, other.wish
    if NO_WISH not in (mine.strength, theirs.strength) and mine.seat != theirs.seat:
        return mine.seat
    if mine.strength != theirs.strength:
        return mine.seat if mine.strength > theirs.strength else 1 - theirs.seat
    if mine.strength == ABSOLUTE and abs(mine.lead) != abs(theirs.lead):
        return mine.seat if abs(mine.lead) > abs(theirs.lead) else 1 - theirs.seat
    for last, their_last in zip(reversed(one.seats), reversed(other.seats), strict=False):
        if last != their_last:
            return 1 - last
    if mine.strength != NO_WISH:
        return mine.seat
    return first if one.number % 2 else 1 - first
