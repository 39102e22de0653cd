"""The table: the fold of the entries and nothing else."""

from collections.abc import Callable
from itertools import groupby

from msgspec import Struct

from recif.events.explained import TIE_BREAKS, USUAL
from recif.events.forms import WHOLE
from recif.events.knock_out import exit_of
from recif.events.live_event import LiveEvent
from recif.events.lots import Lots
from recif.events.scores import scores_of
from recif.events.tie_breaks import VALUES, Comparing


class EventPlace(Struct, frozen=True, omit_defaults=True):
    """A line of the table. Points are in 24ths; whom nothing tells apart share a place while lots are secret."""

    place: int
    person: str
    name: str
    points: int
    tie_breaks: tuple[int, ...] = ()
    has_left: bool = False


def tie_breaks_of(event: LiveEvent) -> tuple[str, ...]:
    return event.settings.tie_breaks or USUAL[event.settings.form]


def standings(event: LiveEvent, lots: Lots | None = None) -> list[EventPlace]:
    """Everybody, the best first. With lots nobody is equal any more."""
    comparing = Comparing(event, scores_of(event))
    first = exit_of(event) if event.settings.form == "knock-out" else lambda person: (comparing.points[person],)
    groups = _split([*event.people], first)
    values: dict[str, list[int]] = {person: [] for person in event.people}
    for name in tie_breaks_of(event):
        for group in groups:
            for person in group:
                values[person].append(VALUES[name](comparing, person, group))
        groups = [part for group in groups for part in _split(group, lambda person: (values[person][-1],))]
    if lots and event.settings.form != "knock-out":  # who goes out in the same round is equal
        groups = [part for group in groups for part in _split(group, lambda person: (lots.of(person),))]
    return [
        EventPlace(
            place,
            person,
            event.people[person].name,
            comparing.points[person],
            tuple(values[person]),
            event.people[person].left_after is not None,
        )
        for place, group in _numbered(groups)
        for person in group
    ]


def _split(group: list[str], key: Callable[[str], tuple[int, ...]]) -> list[list[str]]:
    """Those with the highest key first; who is equal stays together, in the order of joining."""
    return [[*part] for _, part in groupby(sorted(group, key=key, reverse=True), key)]


def _numbered(groups: list[list[str]]) -> list[tuple[int, list[str]]]:
    numbered, place = [], 1
    for group in groups:
        numbered.append((place, group))
        place += len(group)
    return numbered


def points_said(points: int, language: str, unit: int = WHOLE) -> str:
    """Points, or what a tie-break says, as people write them.

    >>> points_said(60, "en"), points_said(40, "fr")
    ('2½', '1,67')
    """
    whole, rest = divmod(points, unit)
    if rest == 0:
        return str(whole)
    if 2 * rest == unit:
        return f"{whole or ''}½"
    return f"{points / unit:.2f}".replace(".", "," if language == "fr" else ".")


def decimal_said(points: int, language: str, unit: int = WHOLE) -> str:
    """The same as spreadsheets read it.

    >>> decimal_said(60, "en"), decimal_said(40, "fr"), decimal_said(24, "fr")
    ('2.5', '1,67', '1')
    """
    return f"{round(points / unit, 2):g}".replace(".", "," if language == "fr" else ".")


def values_said(
    event: LiveEvent, line: EventPlace, language: str, say: Callable[[int, str, int], str] = points_said
) -> list[str]:
    """The tie-breaks of a line, as people write them."""
    units = (TIE_BREAKS[name].unit for name in tie_breaks_of(event))
    return [say(value, language, unit) for value, unit in zip(line.tie_breaks, units, strict=True)]
