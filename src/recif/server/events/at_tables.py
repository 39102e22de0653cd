"""An event's boards as tables: made when a round is paired, read when a match is over, ended when a director says so.

A board's table has a name that follows from the event (`OpenEvent.table_of`): there is never a second one.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations

from recif.events import entries as of
from recif.events.boards import MOST_EXTRA, Board
from recif.games.core.contract import LUCK, Refused
from recif.match import provable
from recif.match.pace import HOUR, Pace
from recif.school.speeds import speed_of
from recif.server.events.open_event import OpenEvent, place_of
from recif.server.events.plans import MACHINE, RECIF
from recif.server.live.table import LiveTable
from recif.server.messages.bodies.events import WagerState
from recif.server.messages.refusals import refuse
from recif.server.people.ratings import APART_MS, is_short, places
from recif.server.store.durability import durable
from recif.server.store.entries import Chair, Ended, Entry, Handed, Wagered
from recif.server.store.rows import TableRow
from recif.server.tables.creation import fresh_row, with_luck
from recif.server.tables.registry import Registry
from recif.server.tasks import OneAtATime

REAL = 5  # decisions of each seat, without which a wager brings nothing
LEAST_MS = 30_000  # of a clock of minutes, in a game after a tie
EntryOf = Callable[[LiveTable, int], Entry | None]  # what is to happen at a table, as it is then


class AtTables:
    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store
        self._turns = OneAtATime()

    async def make(self, event: OpenEvent, board: Board) -> bool:
        """The table of a board that goes on, unless there is one; whether it was made now."""
        place, table = place_of(board), event.table_of(board)
        async with self._turns.turn(table):
            if place in event.made:
                return False
            is_new = await self._store.table(table) is None
            if is_new:
                row = await self._row(event, board, table)
                if place_of(board) != place or not event.can_begin(board):  # it was decided meanwhile
                    return False
                await durable(self._store, lambda then: self._registry.committing.start(row, lambda _: then()))
            event.made.add(place)
        return is_new

    async def _row(self, event: OpenEvent, board: Board, table: str) -> TableRow:
        registry, plan = self._registry, event.row.plan
        people = [person for person in board.seating() if person != MACHINE]
        await registry.readiness.reached(board.game, "rules")
        await registry.people.know(people)
        game = registry.games[board.game]
        options = next(one.options for one in plan.games if one.game == board.game)
        chairs = [
            Chair("machine", "", plan.machine) if one == MACHINE else Chair("person", one) for one in board.seating()
        ]
        row = fresh_row(game, game.check_options(options), chairs, people[0], registry.outside.now())
        row = with_luck(row, provable.commit(table))
        row.pace = shorter(event.pace, board.extra(event.live.best_of))
        row.event, row.place = event.id, place_of(board)
        row.rated = plan.rated and await self._counts(people, row)
        if row.rated:
            await registry.ratings.know(people, row.game, speed_of(row.pace, len(chairs)))
        return row

    async def _counts(self, people: list[str], row: TableRow) -> bool:
        """Nobody chose whom they meet: how often two have met does not matter, but they must be two."""
        registry = self._registry
        if len(people) != len(row.chairs) or not all(registry.people.row(person).password for person in people):
            return False
        if await registry.ratings.has_enough(people, row.made):
            return False
        since = row.made - APART_MS
        return not any([await self._store.share_browser(*pair, since) for pair in combinations(people, 2)])

    async def live(self, table: str) -> LiveTable | None:
        """A table as it is; none where there is none, or it cannot be read."""
        try:
            return (await self._registry.audience(table)).live
        except Refused:
            return None

    async def outcome(self, event: OpenEvent, board: Board, now: int) -> of.AnyEntry | None:
        """What became of a board, if its match is over."""
        row = await self._store.table(event.table_of(board))
        if row is None or row.status != "over":
            return None
        live = await self.live(row.id)
        return None if live is None else outcome_of(board, live, now)

    async def end(self, event: OpenEvent, table: str, out: tuple[str, ...] = ()) -> None:
        """The match of a board that was decided otherwise. Of two, who is out has lost; of more, a machine plays on."""
        live = await self.live(table)
        if live is None or live.row.event != event.id:
            return
        for person in out or ("",):
            await self._happen(table, partial(_end, person))

    async def _happen(self, table: str, entry: EntryOf) -> None:
        while True:
            audience = await self._registry.audience(table)
            now = self._registry.outside.now()
            made = entry(audience.live, now) if audience.live.row.status != "over" else None
            if made is None:
                return
            self._registry.committing.commit(audience, made, now)
            if not audience.table.writing or await audience.table.writing.wait():
                return

    async def wager(self, table: str, person: str) -> None:
        """Half of somebody's time, for one more point; Refused once they have moved."""
        audience = await self._registry.audience(table)
        if wager_of(audience.live, person) == "made":
            return
        await self._happen(table, partial(_wager, person))

    async def absent(self, table: str, patience_ms: int, now: int) -> list[str] | None:
        """Who should have begun long ago, and has not moved once; None where everybody has."""
        live = await self.live(table)
        if live is None or not live.is_playing or live.days.is_adjourned:
            return []
        played = {event.seat for event in live.match.log if event.seat != LUCK}
        if len(played | live.machines) == len(live.chairs):
            return None
        if live.at + patience_ms > now:
            return []
        waiting = [seat for seat in live.waiting if seat not in played and live.chairs[seat].kind == "person"]
        return [live.chairs[seat].person for seat in waiting]


def shorter(pace: Pace, extra: int) -> Pace:
    """Games after a tie have half of the time, the last of them a quarter; none less than is any use."""
    if not extra or pace.kind == "none":
        return pace
    part = 4 if extra == MOST_EXTRA else 2
    least = LEAST_MS if pace.kind == "increment" else HOUR
    return pace._replace(start=min(pace.start, max(pace.start // part, least)), bonus=pace.bonus // part).check()


def _end(person: str, live: LiveTable, now: int) -> Entry | None:
    if not person:
        return live.entry(Ended("aborted"), now)
    seats = live.seats_of(person)
    if not seats:
        return None
    return live.entry(Ended("resigned", seats[0]) if len(live.chairs) == 2 else Handed(seats[0]), now)


def wager_of(live: LiveTable, person: str) -> WagerState:
    """Whether somebody may still play with half of their time here, or does."""
    seats = live.seats_of(person)
    if live.wagers.intersection(seats):
        return "made"
    has_moved = any(event.seat in seats for event in live.match.log)
    return "open" if seats and live.is_timed and not has_moved else ""


def _wager(person: str, live: LiveTable, now: int) -> Entry:
    if wager_of(live, person) != "open":
        raise refuse("too-late-to-wager")
    return live.entry(Wagered(live.seats_of(person)[0]), now, person)


def _real_wagers(live: LiveTable) -> frozenset[int]:
    """Those that count: in a match in which every seat has decided often enough."""
    decided = Counter(event.seat for event in live.match.log)
    return live.wagers if all(decided[seat] >= REAL for seat in range(len(live.chairs))) else frozenset()


def outcome_of(board: Board, live: LiveTable, now: int) -> of.AnyEntry:
    """The entry that a match becomes: its places, in the board's order. One that was called off is void."""
    result = live.match.result
    if result is None or result.reason == "aborted":
        return of.BoardAnnulled(at=now, by=RECIF, round=board.round, board=board.number, reason="—")
    seat_of = [board.seating().index(person) for person in board.people]
    ranks = places(live.starters, live.chairs, result)
    found = [ranks[seat] for seat in seat_of]
    last = [person in board.forfeits for person in board.people]
    keys = [(is_last, rank) for is_last, rank in zip(last, found, strict=True)]
    scores = tuple(result.scores[seat] for seat in seat_of) if result.reason == "over" and result.scores else ()
    return of.BoardFinished(
        at=now,
        by=RECIF,
        round=board.round,
        board=board.number,
        places=tuple(1 + sum(other < key for other in keys) for key in keys),
        scores=scores,
        wagers=tuple(place for place, seat in enumerate(seat_of) if seat in _real_wagers(live)),
        is_short=is_short(live),
    )
