"""What people are shown of an event: a page of it, as anybody may know it, and what is only for whoever asks."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from recif.events.boards import Board
from recif.events.explained import LOT, TIE_BREAKS
from recif.events.live_event import EventRound
from recif.events.standings import tie_breaks_of
from recif.server.events.apart import WrittenTable
from recif.server.events.at_tables import wager_of
from recif.server.events.events import Events
from recif.server.events.open_event import OpenEvent, place_of
from recif.server.events.plans import MACHINE, RECIF
from recif.server.machines import players
from recif.server.messages.bodies import events as bodies
from recif.server.messages.bodies.events import EventInfo, EventMatchup, EventPlan, MyEvent
from recif.server.messages.shapes import Person
from recif.server.people.ratings import APART_MS
from recif.server.store.rows import EventRow
from recif.server.tasks import OneAtATime
from recif.server.views import rendering

LINES = 100  # of the table, and boards, on one page
MOST_SAID = 20
MOST_GAMES = 50
MOST_FLAGGED = 20
STALE_MS = 1_000  # for so long the table of a large event may be the one before
LARGE = 100  # people

Next = tuple[int, Literal["", "start", "round", "end"]]


class Showing:
    """Tables are added up once for all who look."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._registry = events.registry
        self._now = events.registry.outside.now
        self._turns = OneAtATime()
        self._tables: dict[str, tuple[int, int, WrittenTable]] = {}  # by event: its version, when, and what

    async def info(self, event: str, person: str, page: int = 0, round_number: int = 0) -> EventInfo:
        found = await self._events.opened(event)
        table = await self._table(found)
        live, now = found.live, self._now()
        number = round_number or len(live.rounds)
        shown = live.rounds[number - 1] if 1 <= number <= len(live.rounds) else None
        boards = _boards(found, shown, bool(round_number))[LINES * page : LINES * (page + 1)] if shown else []
        until, until_is = next_of(found, now)
        lines = table.lines[LINES * page : LINES * (page + 1)]
        me = await self._mine(found, table, person)
        named = [*table.people[LINES * page : LINES * (page + 1)], *live.directors, person]
        mine = live.boards_of.get(person, [])[-MOST_GAMES:]
        named += [one for board in [*boards, *mine] for one in board.people]
        named += [*shown.byes[:LINES], *shown.halves[:LINES], *shown.out[:LINES]] if shown else []
        named += [one for pair in me.flagged for one in pair]
        return EventInfo(
            event=found.id,
            version=found.version,
            status=found.row.status,
            plan=open_plan(found.row.plan),
            commitment=found.row.luck.commitment,
            directors=[one for one in live.directors if one != RECIF],
            made=found.row.made,
            now=now,
            next=until,
            next_is=until_is,
            rounds=len(live.rounds),
            to_play=table.to_play,
            many=found.row.many,
            playing=len(live.open_boards),
            lines=[msgspec.Raw(line) for line in lines],  # type: ignore[misc]
            tie_breaks=_explained(found),
            round=_round(found, shown, boards) if shown else None,
            says=[bodies.EventSaying(one.at, one.by, one.text) for one in live.says[-MOST_SAID:]],
            names=await self.names(found.row.plan, named),
            me=me,
            held=live.is_held,
            series=found.row.series,
            deadline=found.deadline,
            trouble=found.trouble.bilingual if found.trouble else None,
        )

    async def _table(self, event: OpenEvent) -> WrittenTable:
        """Of a large event, not more than once a second."""
        async with self._turns.turn(event.id):
            version, at, table = self._tables.get(event.id, (0, 0, None))
            is_fresh = version == event.version or (event.row.many > LARGE and self._now() - at < STALE_MS)
            if table is None or not is_fresh:
                version, at = event.version, self._now()
                table = await self._events.beside.add_up(event)
                self._tables[event.id] = (version, at, table)
            return table

    def tick(self) -> None:
        """What is in nobody's memory is not kept here."""
        for event in [event for event in self._tables if not self._events.has(event)]:
            del self._tables[event]

    async def _mine(self, event: OpenEvent, table: WrittenTable, person: str) -> MyEvent:
        one, mine = event.live.people.get(person), event.boards_of(person)
        is_director = person in event.live.directors and person != RECIF
        made = MyEvent(director=is_director)
        if one:
            made.state = "left" if one.left_after is not None else "joined" if event.live.is_here(person) else "paused"
            made.wait = max(event.barred.get(person, 0), 0)
            if person in table.people:
                made.line = msgspec.Raw(table.lines[table.people.index(person)])  # type: ignore[assignment]
            made.games = [matchup(event, board) for board in event.live.boards_of[person][: -MOST_GAMES - 1 : -1]]
        if mine:
            made.matchup = matchup(event, mine[0])
            made.matchups = [matchup(event, board) for board in mine[:MOST_GAMES]]
            made.wager = await self._wager(event, mine[0], person)
        if is_director:
            made.code = event.row.plan.code
            since = self._now() - APART_MS
            found = await self._registry.store.one_browser(event.id, since, MOST_FLAGGED)
            made.flagged = [[*pair] for pair in found]
        return made

    async def _wager(self, event: OpenEvent, board: Board, person: str) -> bodies.WagerState:
        if not event.live.settings.has_wagers or place_of(board) not in event.made:
            return ""
        return wager_of((await self._registry.audience(event.table_of(board))).live, person)

    async def named(self, people: Iterable[str]) -> dict[str, Person]:
        wanted = [*dict.fromkeys(person for person in people if person and person not in (MACHINE, RECIF))]
        return {row.id: rendering.person(row) for row in await self._registry.people.know(wanted)}

    async def names(self, plan: EventPlan, people: Iterable[str]) -> dict[str, Person]:
        found = await self.named(people)
        if plan.machine:
            found[MACHINE] = Person(MACHINE, players.LEVELS[plan.machine].en, False)
        return found

    async def page(self, person: str, club: str = "") -> bodies.EventsPage:
        """Lists of events, each bounded; those of a club that are in no list, only for its members."""
        store = self._registry.store
        mine = await store.events_of(person, MOST_LISTED) if person else []
        known = {row.id for row in mine}
        if club:
            is_member = await self._events.is_member(club, person)
            rows = await store.events_of_club(club, 2 * MOST_LISTED, is_member)
            by_status = {status: [row for row in rows if row.status == status] for status in STATUSES}
        else:
            by_status = {status: await store.events_listed(status, MOST_LISTED) for status in STATUSES}
        coming, running, past = ([summary(row, row.id in known) for row in by_status[one]] for one in STATUSES)
        shown = [summary(row, True) for row in mine]
        names = await self.named(one.person for event in [*shown, *past] for one in event.winners)
        return bodies.EventsPage(shown, coming, running, past, self._now(), names)


STATUSES: tuple[bodies.EventStatus, ...] = ("coming", "running", "over")
MOST_LISTED = 50


def summary(row: EventRow, is_mine: bool) -> bodies.EventSummary:
    plan = row.plan
    games = [one.game for one in plan.games]
    return bodies.EventSummary(
        row.id,
        plan.name,
        plan.form,
        games,
        row.status,
        row.begins,
        row.many,
        plan.rounds,
        plan.club,
        is_mine,
        [bodies.EventWinner(*one) for one in row.podium],
    )


def open_plan(plan: EventPlan) -> EventPlan:
    """Without what only directors know."""
    return msgspec.structs.replace(plan, code="", people=[])


def next_of(event: OpenEvent, now: int) -> Next:
    """What to count down to."""
    plan, live = event.row.plan, event.live
    if live.is_over:
        return 0, ""
    if not live.rounds:
        return plan.begins, "start" if plan.begins else ""
    if plan.form == "arena":
        return event.ends_at, "end"
    if live.open_boards or plan.pause < 0:
        return 0, ""
    return event.settled_at + plan.pause * 1000, "round"


def explained(name: str) -> bodies.TieBreakInfo:
    one = TIE_BREAKS.get(name, LOT)
    return bodies.TieBreakInfo(name, one.title.bilingual, one.sentence.bilingual)


def _explained(event: OpenEvent) -> list[bodies.TieBreakInfo]:
    lot = ("lot",) if event.live.settings.form != "knock-out" else ()
    return [explained(name) for name in (*tie_breaks_of(event.live), *lot)]


def _boards(event: OpenEvent, shown: EventRound, is_named: bool) -> list[Board]:
    """Those of a round; of an arena, unless one is named, those that go on, whenever they began, and the last."""
    if is_named or event.row.plan.form != "arena":
        return shown.boards
    running = event.live.open_boards
    return [*running, *(board for board in shown.boards if event.live.is_decided(board))]


def _round(event: OpenEvent, shown: EventRound, boards: list[Board]) -> bodies.EventRoundInfo:
    free = ([*names[:LINES]] for names in (shown.byes, shown.halves, shown.out))
    return bodies.EventRoundInfo(
        shown.number, shown.game, [matchup(event, board) for board in boards], len(shown.boards), *free
    )


def matchup(event: OpenEvent, board: Board) -> EventMatchup:
    is_over = event.live.is_decided(board)
    state: bodies.BoardState = "void" if board.is_void else "over" if is_over else "playing"
    table = event.last_table(board) if is_over or event.can_begin(board) else ""
    return EventMatchup(
        board.round,
        board.number,
        board.game,
        [*board.people],
        "making" if state == "playing" and not table else state,
        table,
        [*board.places()] if is_over else [],
        [*board.forfeits],
        _score(board) if event.best_of_several and len(board.people) == 2 else [],
        *_after_tie(event, board),
        *_agreed(board, is_over),
    )


def _after_tie(event: OpenEvent, board: Board) -> tuple[int, str, int]:
    """Which game, who chooses its side, and until when."""
    if event.live.is_decided(board):
        return 0, "", 0
    chooser = board.chooser(event.live.best_of)
    return board.extra(event.live.best_of), chooser, event.choose_by(board) if chooser else 0


def _agreed(board: Board, is_over: bool) -> tuple[dict[str, list[int]], int, list[str]]:
    """When each could play, when they will, and who has come."""
    if is_over:
        return {}, 0, []
    return {person: [*times] for person, times in board.times.items()}, board.appointment, [*board.came]


def _score(board: Board) -> list[int]:
    return [sum(result.places[seat] < result.places[1 - seat] for result in board.results) for seat in (0, 1)]
