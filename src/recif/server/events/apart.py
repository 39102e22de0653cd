"""What takes long of an event, done in a process beside the server: pairing a round, adding up the table.

The process keeps the fold of the events that it was asked about, and is sent only what has happened since.
"""

from collections import OrderedDict

import msgspec

from recif.events.entries import AnyEntry, RoundPaired
from recif.events.live_event import LiveEvent, fold
from recif.events.pairing import lots_of, pair_next, rounds_to_play
from recif.events.standings import EventPlace, points_said, standings, values_said
from recif.games.core.contract import Bilingual
from recif.match.provable import Luck
from recif.server.messages.bodies.events import EventLine, MyState

REMEMBERED = 20  # events

_read = msgspec.json.Decoder(AnyEntry).decode
_write = msgspec.json.Encoder().encode


class Behind(Exception):
    """It does not have what comes before: send all of it."""


class NewsOf(msgspec.Struct, frozen=True):
    """An event, and what has happened since it was last asked about."""

    event: str
    after: int  # entries that it should know already
    bodies: tuple[str, ...]


class RoundWanted(msgspec.Struct, frozen=True):
    """A round to be paired."""

    luck: Luck
    at: int
    by: str
    fixed: tuple[tuple[str, ...], ...] = ()
    reason: str = ""
    waiting: tuple[str, ...] | None = None


class WrittenTable(msgspec.Struct, frozen=True):
    """The table, each line written out, and how many rounds there are to be."""

    people: tuple[str, ...]
    lines: tuple[bytes, ...]
    to_play: int


class Folds:
    """Events that were asked about lately."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, LiveEvent] = OrderedDict()

    def reach(self, news: NewsOf) -> LiveEvent:
        event = self._known.pop(news.event, None) if news.after else None
        if news.after and (event is None or event.version != news.after):
            raise Behind
        entries = [_read(body) for body in news.bodies]
        if event is None:
            event = fold(entries)
        else:
            for entry in entries:
                event.add(entry)
        self._known[news.event] = event
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return event


FOLDS = Folds()


def pair(news: NewsOf, wanted: RoundWanted, folds: Folds = FOLDS) -> RoundPaired:
    event = folds.reach(news)
    return pair_next(event, wanted.luck, wanted.at, wanted.by, wanted.fixed, wanted.reason, wanted.waiting)


def add_up(news: NewsOf, luck: Luck | None, folds: Folds = FOLDS) -> WrittenTable:
    """With `luck`, when the event is over, lots part those whom nothing else does."""
    event = folds.reach(news)
    return table_of(event, luck)


def table_of(event: LiveEvent, luck: Luck | None) -> WrittenTable:
    table = standings(event, lots_of(event, luck) if luck else None)
    lines = tuple(_write(line_of(event, place)) for place in table)
    return WrittenTable(tuple(place.person for place in table), lines, rounds_to_play(event))


def line_of(event: LiveEvent, place: EventPlace) -> EventLine:
    one = event.people[place.person]
    state: MyState = "left" if place.has_left else "paused" if one.is_paused or one.wants_half else "joined"
    said = [values_said(event, place, language) for language in ("fr", "en")]
    return EventLine(
        place.place,
        place.person,
        Bilingual(points_said(place.points, "fr"), points_said(place.points, "en")),
        [Bilingual(fr, en) for fr, en in zip(*said, strict=True)],
        state,
        one.rating,
        one.club,
    )
