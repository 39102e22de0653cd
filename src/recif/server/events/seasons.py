"""Series: the next event is announced when one begins, and what they brought is added up to a season.

A series goes on as long as its events are played: one that never begins, or that a director ends before, has no next.
"""

from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from recif.events.series import FinalTable, SeasonLine, SeasonRules, SeriesRule, season
from recif.events.standings import EventPlace
from recif.games.core.contract import Refused
from recif.server.events.events import Events
from recif.server.events.open_event import OpenEvent
from recif.server.events.plans import MACHINE, RECIF, new_event
from recif.server.messages.bodies.events import EventLine
from recif.server.store.durability import durable
from recif.server.store.rows import EventRow

MOST_EVENTS = 60  # of a season: a year of weeks, and a few
PODIUM = 3  # who is named in a list of events that are over
_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(list[tuple[int, str]]).decode  # place, person
_line = msgspec.json.Decoder(EventLine).decode


class Seasons:
    def __init__(self, events: Events) -> None:
        self._events = events
        self._registry = events.registry
        self._store = events.registry.store
        self._now = events.registry.outside.now
        self._is_behind = True  # until it has looked

    async def follow_up(self, event: OpenEvent) -> None:
        """The next event of its series, once; whoever tries it at the same time makes nothing."""
        if event.row.series and event.live.rounds and not event.is_followed:
            if not await self._store.event_after(event.id):
                await self._announce_next(event)
            event.is_followed = True

    async def _announce_next(self, event: OpenEvent) -> None:
        plan, now = event.row.plan, self._now()
        known = {row.id for row in await self._store.persons([*event.live.directors])}
        directors = tuple(one for one in event.live.directors if one == RECIF or one in known)
        if not known:  # nobody is left whose series it is
            return
        rule = SeriesRule.as_of(plan.begins, plan.zone, plan.weeks)
        begins = next(rule.instants(plan.begins, max(plan.begins, now)))
        owner = next(one for one in directors if one != RECIF)
        row, made = new_event(replace(plan, begins=begins), owner, self._registry.games, now, directors)
        row.series, row.follows = event.row.series, event.id
        try:
            await self._events.announce(row, made)
        except Refused:  # another server was quicker
            if not await self._store.event_after(event.id):
                raise

    async def note_final(self, event: OpenEvent) -> None:
        """Where everybody who stayed has ended; nobody, where it never began."""
        lines = (await self._events.beside.add_up(event)).lines if event.live.rounds else ()
        stayed = (line for line in map(_line, lines) if line.state != "left" and line.person != MACHINE)
        final = [(line.place, line.person) for line in stayed]
        event.row.podium = [one for one in final if one[0] <= PODIUM][:PODIUM]
        written = _write(final).decode()
        await durable(self._store, lambda then: self._store.save_final(event.row, written, then))

    async def catch_up(self) -> None:
        """After a start: events whose server died in the moment in which they ended, one at a time."""
        if self._is_behind:
            self._is_behind = False  # should this one be unreadable, the next start tries again
            for event in await self._store.without_final(1):
                await self.note_final(await self._events.opened(event))
                self._is_behind = True

    async def of_series(self, event: str) -> "SeasonSoFar":
        """All events of the series that it is one of, or it alone."""
        row = (await self._events.opened(event)).row
        rows = await self._store.events_of_series(row.series, MOST_EVENTS) if row.series else [row]
        return SeasonSoFar(rows, await self._finals("series", row.series, rows) if row.series else [], row.plan.best)

    async def of_club(self, club: str, is_member: bool) -> "SeasonSoFar":
        """Strangers are shown what stands in the lists."""
        rows = await self._store.events_of_club(club, MOST_EVENTS, is_member)
        return SeasonSoFar(rows, await self._finals("club", club, rows, is_member), 0)

    async def _finals(
        self, of: Literal["series", "club"], name: str, rows: list[EventRow], all_of_them: bool = True
    ) -> list[tuple[str, str]]:
        found = await self._store.finals(of, name, MOST_EVENTS, all_of_them)
        latest = next((row.id for row in rows if row.status == "over"), "")
        if not latest or latest in dict(found):
            return found
        await self.note_final(await self._events.opened(latest))  # its server died in the moment that it ended
        return await self._store.finals(of, name, MOST_EVENTS, all_of_them)


class SeasonSoFar(NamedTuple):
    """Events, the latest first, and where people ended in those that are over, as it is written."""

    rows: list[EventRow]
    finals: list[tuple[str, str]]
    best: int


def added_up(so_far: SeasonSoFar) -> list[SeasonLine]:
    """Sixty events with hundreds of people each: beside the loop."""
    tables = [
        FinalTable(event, tuple(EventPlace(place, person, "", 0) for place, person in _read(final)))
        for event, final in reversed(so_far.finals)
    ]
    return season(tables, SeasonRules(best=so_far.best))
