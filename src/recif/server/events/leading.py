"""Who leads an event: rounds when they are due, tables for every board, results from those tables, boards that nobody
begins. One server leads, by a lease; should two believe so, the log takes one of them at its word.

Whatever is done here can be done again: after a crash, whoever leads next reads the log and makes what is missing.
"""

import asyncio
import logging
from functools import partial

from recif.events import entries as of
from recif.events.boards import Board
from recif.events.pairing import rounds_to_play
from recif.events.starting import PAIRS_ONLY, table_sizes
from recif.games.core.contract import Refused
from recif.server.events import judging
from recif.server.events.apart import RoundWanted
from recif.server.events.at_tables import AtTables, outcome_of
from recif.server.events.events import Events
from recif.server.events.judging import Entries
from recif.server.events.open_event import OpenEvent, place_of
from recif.server.events.overdue import Overdue, has_passed
from recif.server.events.plans import MACHINE, RECIF
from recif.server.events.seasons import Seasons
from recif.server.live.table import LiveTable
from recif.server.messages import wire
from recif.server.messages.bodies import events as bodies
from recif.server.messages.refusals import refuse
from recif.server.store.rows import PersonRow
from recif.server.tasks import begin

log = logging.getLogger("recif.events")

LEASE_S = 6.0
LIST_TICKS = 5  # from one look at which events there are to the next
MOST_LED = 500
SLICE = 20  # boards looked at before others are
PATIENCE_MS = 10 * 60 * 1000  # for enough people, after the start
SHORTEST_WAIT_MS, LONGEST_WAIT_MS = 8_000, 50_000  # for an opponent, in an arena
MANY = 30  # who wait: they are paired at once
LAST_MS = (30_000, 120_000)  # of an arena, in which nobody is paired any more
GRACE_MS = 30 * 60 * 1000  # for boards that still go on when an arena is over
AGAIN_MS = 2_000  # until it is tried again to pair who could not be paired
SWEEP_MS = 5_000  # from one look at all boards to the next
OVER = ("all-played", "nobody-left")


class Leading:
    def __init__(self, events: Events) -> None:
        self.events = events
        self._registry = events.registry
        self._store = events.registry.store
        self._now = events.registry.outside.now
        self.tables = AtTables(events.registry)
        self.seasons = Seasons(events)
        self._overdue = Overdue(events, self.tables)
        self._due: dict[str, tuple[str, int]] = {}  # by event: its status, and when it begins
        self._ticks = 0
        self._is_busy = False
        events.when_changed = self._changed
        events.registry.committing.on_over = self._over

    def tick(self) -> None:
        """Once a second."""
        if not self._is_busy:
            self._is_busy = True
            begin(self._look_around())

    async def _look_around(self) -> None:
        try:
            if self._ticks % LIST_TICKS == 0:
                found = await self._store.events_going_on(MOST_LED)
                self._due = {event: (status, begins) for event, status, begins in found}
            self._ticks += 1
            await self.seasons.catch_up()
            for event, (status, begins) in list(self._due.items()):
                if status == "running" or 0 < begins <= self._now():
                    await self._try(event)
        finally:
            self._is_busy = False

    async def _try(self, event: str) -> None:
        """One that fails must not keep the others from going on."""
        try:
            if await self._registry.peers.is_mine(f"event {event}", LEASE_S):
                await self.look(await self.events.opened(event))
        except Refused as refused:
            log.warning("event %s does not go on: %s", event, refused)
        except Exception:
            log.exception("event %s does not go on", event)

    async def look(self, event: OpenEvent) -> None:
        """Whatever is due."""
        now = self._now()
        event.led_since = event.led_since or now
        if event.live.is_over:
            self._due.pop(event.id, None)
            return
        if not event.live.rounds:
            if (
                0 < event.row.plan.begins <= now
                and has_passed(event.tried_at, AGAIN_MS, now)
                and not event.live.is_held
            ):
                await self._start(event, now)
            return
        await self._make_tables(event)
        await self.seasons.follow_up(event)
        if has_passed(event.swept_at, SWEEP_MS, now):
            event.swept_at = now
            await self._sweep(event, now)
        if event.live.is_held:
            return
        if event.row.plan.form == "arena":
            await self._look_at_arena(event, now)
        else:
            await self._look_at_rounds(event, now)

    async def _start(self, event: OpenEvent, now: int) -> None:
        try:
            await self.pair(event)
        except Refused as refused:
            if now > event.row.plan.begins + PATIENCE_MS:
                await self._end(event, refused)
                return
            event.trouble, event.tried_at = refused.text, now

    async def act(self, event: str, me: PersonRow, act: bodies.AnyEventAct, is_bot: bool = False) -> OpenEvent:
        """Something that somebody does there."""
        found = await self.events.opened(event)
        if isinstance(act, bodies.Wager):
            return await self._wager(found, me.id)
        if not isinstance(act, bodies.PairRound):
            return await self.events.act(event, me, act, is_bot)
        judging.check_director(found, me.id)
        boards = tuple(tuple(board) for board in act.boards)
        return await self.pair(found, me.id, boards, act.reason)

    async def _wager(self, event: OpenEvent, person: str) -> OpenEvent:
        """It is kept at the table, whose clock it halves; the result says whether it counts."""
        if not event.live.settings.has_wagers:
            raise refuse("no-wagers")
        boards = event.boards_of(person)
        if not boards or place_of(boards[0]) not in event.made:
            raise refuse("no-open-board")
        await self.tables.wager(event.table_of(boards[0]), person)
        return event

    async def pair(
        self, event: OpenEvent, by: str = RECIF, fixed: tuple[tuple[str, ...], ...] = (), reason: str = ""
    ) -> OpenEvent:
        """The next round, beside the loop; nobody changes the event here meanwhile."""
        events, rounds = self.events, len(event.live.rounds)
        await self._ready(event)
        async with events.turn(event.id):
            while True:
                found = await events.change_in_turn(event.id, lambda found: _machine_comes(found, self._now()))
                if len(found.live.rounds) > rounds:  # another server has done it
                    return found
                wanted = RoundWanted(found.row.luck, self._now(), by, fixed, reason, self._waiting(found))
                paired, version = await events.beside.pair(found, wanted), found.version
                event = await events.change_in_turn(event.id, partial(_if_still, version, paired))
                if len(event.live.rounds) > rounds:
                    event.trouble = None
                    self._due[event.id] = ("running", event.row.begins)
                    return event

    async def _ready(self, event: OpenEvent) -> None:
        for one in event.row.plan.games:
            await self._registry.readiness.reached(one.game, "rules")

    def _waiting(self, event: OpenEvent) -> tuple[str, ...] | None:
        """Who is paired in an arena now; the machine only where one would be left out."""
        if event.row.plan.form != "arena":
            return None
        people = self._free(event, self._now())
        is_machine_free = MACHINE in event.live.waiting and event.live.settings.seats == 2
        return (*people, MACHINE) if len(people) % 2 and is_machine_free else people

    def _free(self, event: OpenEvent, now: int) -> tuple[str, ...]:
        return tuple(one for one in event.live.waiting if one != MACHINE and event.barred.get(one, 0) <= now)

    async def _look_at_arena(self, event: OpenEvent, now: int) -> None:
        last = max(LAST_MS[0], min(event.whole_ms // 2, LAST_MS[1]))
        if now >= event.ends_at - last:
            if now >= event.ends_at and (not event.live.open_boards or now >= event.ends_at + GRACE_MS):
                await self._end(event)
            return
        free = self._free(event, now)
        if has_passed(event.tried_at, AGAIN_MS, now) and free and self._is_time(event, free, now):
            try:
                await self.pair(event)
            except Refused:
                event.tried_at = now

    def _is_time(self, event: OpenEvent, free: tuple[str, ...], now: int) -> bool:
        """Many wait, everybody does, or somebody has long enough."""
        many = len(free) + (MACHINE in event.live.waiting)
        if many < 2:
            return False
        first = min(max(event.free_since.get(one, now), event.barred.get(one, 0)) for one in free)
        limit = min(max(event.whole_ms // 10 + 6_000, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
        return many >= MANY or has_passed(first, limit, now) or not event.live.open_boards

    async def _look_at_rounds(self, event: OpenEvent, now: int) -> None:
        plan, live = event.row.plan, event.live
        if event.deadline and now >= event.deadline:
            await self._overdue.expire(event, now)
        if (live.open_boards and not event.is_by_days) or not has_passed(event.tried_at, AGAIN_MS, now):
            return
        rounds = rounds_to_play(live)
        if rounds and len(live.rounds) >= rounds:
            if not live.open_boards:
                await self._end(event)
            return
        is_rested = plan.pause >= 0 and has_passed(event.settled_at, plan.pause * 1000, now)
        if is_rested or event.is_by_days:
            await self._go_on(event, now)

    async def _go_on(self, event: OpenEvent, now: int) -> None:
        try:
            await self.pair(event)
        except Refused as refused:
            if refused.code in OVER and not event.live.open_boards:
                await self._end(event, refused)
            else:
                event.trouble, event.tried_at = refused.text, now

    async def _end(self, event: OpenEvent, why: Refused | None = None) -> None:
        """`why`: where it ends before its time."""
        early = bool(event.live.open_boards) or not event.live.rounds
        reason = (why.text.en if why else "time is over") if early else ""

        def judge(event: OpenEvent) -> Entries:
            return [] if event.live.is_over else [of.EventEnded(at=self._now(), by=RECIF, reason=reason)]

        await self.events.change(event.id, judge)

    async def _make_tables(self, event: OpenEvent) -> None:
        for board in event.live.open_boards:
            if place_of(board) not in event.made and event.can_begin(board):  # or was decided while others were made
                await self._make_table(event, board)
                await asyncio.sleep(0)  # a wave of five hundred tables: others are looked at between

    async def _make_table(self, event: OpenEvent, board: Board) -> None:
        try:
            is_new = await self.tables.make(event, board)
        except Refused as refused:  # another server was quicker, or the disk is full: whoever looks next tries again
            log.warning("a table of event %s is not made: %s", event.id, refused)
            return
        if is_new:
            ready = wire.SeatReady(event.id, board.round, board.number, event.table_of(board))
            self.events.seat_ready(ready, [one for one in board.there if one != MACHINE])

    async def _changed(self, event: OpenEvent, new: Entries) -> None:
        """What follows from what was just written, at once; should it fail, whoever looks next does it."""
        for entry in new:
            match entry:
                case of.RoundPaired() | of.SideChosen() | of.PersonCame():
                    await self._make_tables(event)
                case of.PersonWithdrew():
                    for board in event.live.boards_of.get(entry.person, ()):
                        await self._leave(event, board, entry.person)
                case of.SeatForfeited():
                    await self._leave(event, event.live.board(entry.round, entry.board), entry.person)
                case of.BoardAnnulled() | of.EventCorrected(places=(_, *_)):
                    await self._call_off(event, event.live.board(entry.round, entry.board))
                case of.PeopleSwapped():
                    for board in event.live.rounds[-1].boards:
                        if {entry.person, entry.other} & {*board.people}:
                            await self._call_off(event, board)
                case of.EventEnded():
                    await self.seasons.note_final(event)
                    for board in event.live.open_boards:
                        await self.tables.end(event, event.table_of(board))

    async def _leave(self, event: OpenEvent, board: Board, person: str) -> None:
        if place_of(board) in event.made and not board.results:
            await self.tables.end(event, event.table_of(board), (person,))

    async def _call_off(self, event: OpenEvent, board: Board) -> None:
        """The match that went on there; a board that is played again has another table from now on."""
        for round_number, number, play in [*event.made]:
            if (round_number, number) == (board.round, board.number) and (play < board.plays or board.is_void):
                await self.tables.end(event, event.table_name(round_number, number, play))
        await self._make_tables(event)

    def _over(self, live: LiveTable) -> None:
        """A match of an event has ended, and is on disk."""
        begin(self._note(live))

    async def _note(self, live: LiveTable) -> None:
        """Its result, once: nobody can say it twice of the same match."""
        round_number, number, _ = live.row.place

        def judge(event: OpenEvent) -> Entries:
            if event.live.is_over:
                return []
            board = event.live.board(round_number, number)
            if event.live.is_decided(board) or place_of(board) != live.row.place:
                return []
            return [outcome_of(board, live, self._now())]

        try:
            await self.events.change(live.row.event, judge)
            event = await self.events.opened(live.row.event)
            if event.best_of_several:
                await self._make_tables(event)
        except Refused as refused:
            log.warning("the result of %s is not taken: %s", live.row.id, refused)

    async def _sweep(self, event: OpenEvent, now: int) -> None:
        """Results that nobody noted, and boards that nobody begins."""
        for number, board in enumerate(event.live.open_boards):
            if number % SLICE == SLICE - 1:
                await asyncio.sleep(0)
            if board.chooser(event.live.best_of):
                await self._overdue.choose_for(event, board, now)
                continue
            if place_of(board) not in event.made:
                continue
            table = event.table_of(board)
            live = await self.tables.live(table)
            if live is not None and live.row.status == "over":
                await self._note(live)
            elif live is not None and place_of(board) not in event.begun:
                await self._overdue.look_for(event, board, table, now)


def _if_still(version: int, paired: of.RoundPaired, event: OpenEvent) -> Entries:
    """A round is the one that its entries give: where another came between, it is paired again."""
    return [paired] if event.version == version else []


def _machine_comes(event: OpenEvent, now: int) -> Entries:
    """The machine plays where somebody would be left over, and rests where nobody would."""
    one = event.live.people.get(MACHINE)
    if one is None:
        return []
    plan, live = event.row.plan, event.live
    is_wanted = plan.form == "arena" or _is_odd(event, sum(person != MACHINE for person in live.waiting))
    if plan.form in ("round-robin", "knock-out") and live.rounds:
        return []
    if is_wanted and one.is_paused:
        return [of.PersonBack(at=now, by=RECIF, person=MACHINE)]
    if not is_wanted and not one.is_paused:
        return [of.PersonPaused(at=now, by=RECIF, person=MACHINE)]
    return []


def _is_odd(event: OpenEvent, people: int) -> bool:
    """Whether one more would leave fewer over."""
    settings = event.live.settings
    if settings.form in PAIRS_ONLY:
        return people % 2 == 1
    game = settings.games[len(event.live.rounds) % len(settings.games)]
    left = [count - sum(table_sizes(count, game.seats, settings.seats)) for count in (people, people + 1)]
    return settings.form == "tables" and left[1] < left[0]
