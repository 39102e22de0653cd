"""Events that come again and again, and the season that they make: points by place, everybody's best few count."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from recif.events.refusals import no
from recif.events.standings import EventPlace
from recif.match.hours import MINUTES, day_and_minutes, wall_times, zones

DAYS = 7
MOST_WEEKS = 8  # between two events
PLACES = (12, 10, 8, 7, 6, 5, 4, 3, 2)  # what places bring
FOR_COMING = 1  # what all others bring who were there to the end
MOST_POINTS = 1000


class SeriesRule(Struct, frozen=True):
    """Such as Tuesdays at 20:00 in Paris, every second week from the first event on."""

    day: int  # 0 is Monday
    minutes: int  # of the day, on clocks there
    zone: str
    weeks: int = 1

    @staticmethod
    def as_of(first: int, zone: str, weeks: int) -> "SeriesRule":
        """At the same time of the same day as the first, wherever clocks show it so."""
        rule = SeriesRule(0, 0, zone, weeks).check()
        day, minutes = day_and_minutes(first, zone)
        return SeriesRule(day.weekday(), minutes, zone, rule.weeks)

    def check(self) -> "SeriesRule":
        if not 0 <= self.day < DAYS or not 0 <= self.minutes < MINUTES or not 1 <= self.weeks <= MOST_WEEKS:
            raise no(
                "bad-series",
                f"choisissez un jour, une heure, et toutes les 1 à {MOST_WEEKS} semaines",
                f"choose a day, a time, and every 1 to {MOST_WEEKS} weeks",
            )
        if self.zone not in zones():
            raise no(
                "bad-zone",
                "ce fuseau n’existe pas ; donnez-en un comme Europe/Paris",
                "there is no such time zone; give one like Europe/Paris",
            )
        return self

    def instants(self, first: int, after: int) -> Iterator[int]:
        """When events begin, later than `after`, none before `first`: the weeks are counted from there."""
        begins = next(at for at in wall_times(self.minutes, self.zone, first) if at.day.weekday() == self.day)
        for day, instant in wall_times(self.minutes, self.zone, max(first, after)):
            weeks = (day - begins.day).days / DAYS
            if instant > after and instant >= first and weeks >= 0 and weeks % self.weeks == 0:
                yield instant


class SeasonRules(Struct, frozen=True):
    """What places bring, and how many events of each person count; 0: all."""

    points: tuple[int, ...] = PLACES
    coming: int = FOR_COMING
    best: int = 0

    def check(self) -> "SeasonRules":
        numbers = (*self.points, self.coming)
        if [*numbers] != sorted(numbers, reverse=True) or not 0 <= numbers[-1] <= numbers[0] <= MOST_POINTS:
            raise no(
                "bad-series",
                f"les points vont de {MOST_POINTS} à 0, et une meilleure place n’en rapporte pas moins",
                f"points go from {MOST_POINTS} to 0, and a better place never brings less",
            )
        return self

    def of_place(self, place: int) -> int:
        """Whoever shares a place gets what it brings."""
        return self.points[place - 1] if place <= len(self.points) else self.coming


class FinalTable(Struct, frozen=True):
    """How an event of the season ended."""

    event: str
    lines: tuple[EventPlace, ...]


class SeasonResult(Struct, frozen=True):
    event: str
    place: int
    points: int
    counts: bool


class SeasonLine(Struct, frozen=True):
    place: int
    person: str
    name: str
    points: int
    results: tuple[SeasonResult, ...]  # in the order of the events


def season(finals: Sequence[FinalTable], rules: SeasonRules) -> list[SeasonLine]:
    """Everybody who was there to the end of an event, the best first; the same results share a place."""
    names: dict[str, str] = {}
    came: dict[str, list[tuple[str, int]]] = {}
    for final in finals:
        for line in (line for line in final.lines if not line.has_left):
            names[line.person] = line.name
            came.setdefault(line.person, []).append((final.event, line.place))
    results = {person: _counted(events, rules) for person, events in came.items()}
    by_name = sorted(results, key=lambda person: names[person].casefold())
    best_first = sorted(by_name, key=lambda person: _strength(results[person]), reverse=True)
    table: list[SeasonLine] = []
    for (points, _), equal in groupby(best_first, key=lambda person: _strength(results[person])):
        place = len(table) + 1
        table += [SeasonLine(place, person, names[person], points, results[person]) for person in equal]
    return table


def _counted(came: Sequence[tuple[str, int]], rules: SeasonRules) -> tuple[SeasonResult, ...]:
    points = [rules.of_place(place) for _, place in came]
    best = {*sorted(range(len(came)), key=lambda number: -points[number])[: rules.best or None]}
    return tuple(
        SeasonResult(event, place, points[number], number in best) for number, (event, place) in enumerate(came)
    )


def _strength(results: Sequence[SeasonResult]) -> tuple[int, list[int]]:
    """All that counts, then the best single event, then the second best …"""
    counted = sorted((one.points for one in results if one.counts), reverse=True)
    return sum(counted), counted
