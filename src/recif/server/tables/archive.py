"""Matches that are over, to look back at: those of tables, and those that people brought as records.

Whoever looks back asks many times about one match: a record is played once, and its match stays at hand for a while.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from recif.games.core.contract import Game, Refused
from recif.match.match import Match
from recif.match.naming import Naming
from recif.match.record import MatchRecord
from recif.server.live.table import LiveTable
from recif.server.messages.bodies.matches import MatchInfo
from recif.server.messages.refusals import refuse
from recif.server.people.accounts import People, new_id
from recif.server.readiness import Readiness
from recif.server.store.interface import Store
from recif.server.store.rows import RecordRow
from recif.server.tables.fair_play import Beside, at_once
from recif.server.views import finished, rendering
from recif.server.views.audience import Audience

MOST_EVENTS = 100_000  # of matches at hand, together: some thirty megabytes


class Finished(NamedTuple):
    """A match that is over: at a table, or as the record that somebody brought."""

    info: MatchInfo
    match: Match
    naming: Naming
    source: LiveTable | MatchRecord

    def seats_of(self, person: str) -> tuple[int, ...]:
        return self.source.seats_of(person) if isinstance(self.source, LiveTable) else ()


class Archive:
    """`audience` finds a table, `beside` does a job of an address and a person beside the loop."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        readiness: Readiness,
        people: People,
        audience: Callable[[str], Awaitable[Audience]],
    ) -> None:
        self._store = store
        self._games = games
        self._readiness = readiness
        self._people = people
        self._audience = audience
        self._at_hand: OrderedDict[str, tuple[MatchRecord, Match]] = OrderedDict()
        self._events = 0
        self.beside: Beside = at_once

    async def match(self, id: str, address: str, person: str) -> Finished:
        """Refused where there is none, or where it still goes on. Whoever brought it may have deleted it."""
        row = await self._store.record_row(id)
        if row is None:
            return await self._of_table(id)
        record, match = self._at_hand.get(id) or await self._read(row, address, person)
        info = await self.info(row)
        info.result.why = rendering.why_over(match, naming := finished.naming(info))
        return Finished(info, match, naming, record)

    async def info(self, row: RecordRow) -> MatchInfo:
        await self._people.know([row.owner])
        return finished.of_record(row, self._games[row.game], self._people.row)

    async def _read(self, row: RecordRow, address: str, person: str) -> tuple[MatchRecord, Match]:
        kept = await self._store.record(row.id)
        if kept is None or row.game not in self._games:
            raise refuse("no-such-match")
        await self._readiness.reached(row.game, "rules")
        return self._keep(row, kept[1], await self.beside(address, person, kept[1].replay, self._games))

    def _keep(self, row: RecordRow, record: MatchRecord, match: Match) -> tuple[MatchRecord, Match]:
        """The last that was read goes last."""
        self._forget(row.id)
        found = self._at_hand[row.id] = record, match
        self._events += len(match.log)
        while self._events > MOST_EVENTS and len(self._at_hand) > 1:
            self._forget(next(iter(self._at_hand)))
        return found

    def _forget(self, id: str) -> None:
        if gone := self._at_hand.pop(id, None):
            self._events -= len(gone[1].log)

    async def _of_table(self, id: str) -> Finished:
        try:
            live = (await self._audience(id)).live
        except Refused as refused:
            raise refuse("no-such-match") if refused.code == "no-such-table" else refused from None
        naming = rendering.naming(live.row, live.game, self._people.row)
        ended = rendering.result(live.match.result, rendering.why_over(live.match, naming))
        if live.row.status != "over" or ended is None:
            raise refuse("not-over")
        return Finished(finished.of_table(live.row, live.game, self._people.row, ended), live.match, naming, live)

    async def replayed(self, record: MatchRecord, address: str, person: str) -> Match:
        """A record from outside, played once: Refused if it cannot have happened, or is not over."""
        await self._readiness.reached(record.game, "rules")
        match: Match = await self.beside(address, person, record.replay, self._games)
        if match.choices or match.result is None:
            raise refuse("not-over")
        return match

    async def bring(
        self, record: MatchRecord, match: Match, owner: str, now: int, most: int, then: Callable[[], None]
    ) -> RecordRow:
        """It is theirs from now on. What somebody has brought before is found again."""
        if known := await self._store.same_record(owner, record):
            self._keep(known, record, match)
            self._store.after(then)
            return known
        if await self._store.count_records(owner) >= most:
            raise refuse("too-many-records")
        assert match.result is not None
        row = RecordRow(
            id=new_id(),
            owner=owner,
            at=now,
            game=match.game.id,
            options=match.options,
            rules=match.version,
            seats=match.seats,
            events=len(match.log),
            result=match.result,
            names=list(record.names),
        )
        self._store.save_record(row, record, then)
        self._keep(row, record, match)
        return row

    def remove(self, row: RecordRow, then: Callable[[], None]) -> None:
        self._forget(row.id)
        self._store.remove_record(row.id, then)
