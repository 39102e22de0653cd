"""Events in use: found, changed by one entry after the other, told to those who follow them.

The log is the only truth (store/of_events.py): what is judged here counts when the database has taken it, and whoever
was beaten to a version reads on and judges again.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from msgspec.structs import replace

from recif.events import entries as of
from recif.events.starting import check_options
from recif.games.core.contract import Refused
from recif.school.speeds import speed_of
from recif.server.events import judging
from recif.server.events.beside import PairedHere, PairsPeople
from recif.server.events.judging import Doing, Entrant, Entries
from recif.server.events.open_event import OpenEvent, decode_entry, encode_entry
from recif.server.events.plans import MACHINE, RECIF, is_named, new_event, pace_of
from recif.server.events.reminders import reminders
from recif.server.messages import wire
from recif.server.messages.bodies import events as bodies
from recif.server.messages.refusals import refuse
from recif.server.store.durability import durable
from recif.server.store.rows import EventRow, PersonRow
from recif.server.tables.registry import Registry
from recif.server.tasks import Answer, OneAtATime, begin
from recif.server.views.audience import Connection

MOST_DIRECTED = 10  # events of one person that are not over
MOST_TAKEN_PART = 10_000  # events of one person that a deletion finds
PAGE = 500  # entries read at a time
IDLE_MS = 5 * 60 * 1000  # after which an event that nobody asks for leaves memory
SOON = 0.5  # seconds in which several changes are told as one
Judge = Callable[[OpenEvent], Entries]
IsMember = Callable[[str, str], Awaitable[bool]]  # a club, a person


async def nobody_is(club: str, person: str) -> bool:
    return False


class Events:
    """All events that this server has in memory."""

    def __init__(self, registry: Registry, beside: PairsPeople | None = None) -> None:
        self.registry = registry
        self.beside: PairsPeople = beside or PairedHere()
        self.is_member: IsMember = nobody_is  # of clubs, where there are any
        self.may_host: IsMember = nobody_is  # in a club's name, likewise
        self.when_changed: Callable[[OpenEvent, Entries], Coroutine[Any, Any, None]] = self._nothing
        self.tell_person: Callable[[str, bytes], None] = lambda person, data: None
        self._store = registry.store
        self._now = registry.outside.now
        self._open: dict[str, OpenEvent] = {}
        self._followers: dict[str, set[Connection]] = {}
        self._stirred: set[str] = set()
        self._turns = OneAtATime()
        registry.when_forgotten.append(self.forget)
        registry.peers.on("event", self._heard_of)
        registry.peers.on("seat", self._heard_seat)

    async def _nothing(self, event: OpenEvent, new: Entries) -> None:
        """Nobody leads events here."""

    async def make(self, owner: PersonRow, plan: bodies.EventPlan) -> OpenEvent:
        if await self._store.events_directed(owner.id) >= MOST_DIRECTED:
            raise refuse("too-many-events")
        if plan.rated and not owner.password:
            raise refuse("rated-accounts")
        row, made = new_event(plan, owner.id, self.registry.games, self._now())
        check_options(made.settings)
        if plan.club and not await self.may_host(plan.club, owner.id):
            raise refuse("not-your-club")
        return await self.announce(row, made)

    async def announce(self, row: EventRow, made: of.EventMade) -> OpenEvent:
        """A new event, from its first entry on; Refused where another follows the same one already."""
        body, stamp, people = encode_entry(made).decode(), secrets.token_urlsafe(9), _people(made.directors)
        await durable(self._store, lambda then: self._store.save_event(row, body, stamp, people, then))
        machine = row.plan.machine
        if machine:
            await self.change(row.id, lambda event: judging.machine_joins(event, machine, self._now()))
        return await self.opened(row.id)

    async def opened(self, event: str) -> OpenEvent:
        """An event as it is on disk; Refused where there is none."""
        while True:
            found = self._open.get(event)
            if found is None:
                async with self._turns.turn(event):
                    found = self._open.get(event) or await self._load(event)
            if found.writing is None:
                found.used = self._now()
                return found
            await found.writing.wait()

    async def _load(self, event: str) -> OpenEvent:
        row = await self._store.event(event)
        bodies = await self._store.event_entries(event, 0, PAGE) if row else []
        if row is None or not bodies:
            raise refuse("event-unknown")
        made = self._open[event] = OpenEvent(row, bodies)
        made.used = self._now()
        made.writing = Answer()  # nobody looks at half of it
        try:
            await self._read_on(made)
        finally:
            made.writing.set(True)
            made.writing = None
        return made

    async def _read_on(self, event: OpenEvent) -> None:
        """What others have written, a little at a time."""
        while bodies := await self._store.event_entries(event.id, event.version, PAGE):
            for body in bodies:
                event.add(decode_entry(body), body)
            await asyncio.sleep(0)
            if len(bodies) < PAGE:
                return

    async def act(self, event: str, me: PersonRow, act: bodies.AnyEventAct, is_bot: bool = False) -> OpenEvent:
        """Something that somebody does there; a round is paired by whoever leads (leading.py)."""
        if isinstance(act, bodies.PairRound | bodies.Wager):
            raise refuse("defect")
        doing = await self._doing(await self.opened(event), me, act, is_bot)
        return await self.change(event, lambda found: judging.judge(found, doing, act))

    async def is_wrong_code(self, event: str, act: bodies.AnyEventAct) -> bool:
        """Whether somebody guesses."""
        if not isinstance(act, bodies.JoinEvent) or not act.code.strip():
            return False
        return judging.is_wrong_code(await self.opened(event), act.code)

    async def _doing(self, event: OpenEvent, me: PersonRow, act: bodies.AnyEventAct, is_bot: bool) -> Doing:
        now = self._now()
        if isinstance(act, bodies.JoinEvent):
            return Doing(me.id, now, await self._entrant(event, me, is_bot), me.id)
        if isinstance(act, bodies.AddPerson):
            judging.check_director(event, me.id)
            account = await self.registry.people.account(act.name)
            if account is None:
                raise refuse("no-such-person")
            return Doing(me.id, now, await self._entrant(event, account, False), account.id)
        return Doing(me.id, now)

    async def _entrant(self, event: OpenEvent, row: PersonRow, is_bot: bool) -> Entrant:
        """How strong somebody is counts at the first game, as far as that is known."""
        plan = event.row.plan
        game, speed = plan.games[0].game, speed_of(pace_of(plan), plan.seats)
        standing = await self._store.standing(row.id, game, speed) if row.password else None
        rating = round(standing.rating) if standing and standing.games else 0
        is_member = bool(plan.club) and await self.is_member(plan.club, row.id)
        is_listed = bool(row.password) and is_named(plan, row.name)
        club = plan.club if is_member else ""
        return Entrant(row.name, bool(row.password), is_bot, rating, club, is_member, is_listed)

    async def change(self, event: str, judge: Judge) -> OpenEvent:
        """Whatever the judge makes of the event as it is then."""
        await self.opened(event)
        async with self._turns.turn(event):
            return await self.change_in_turn(event, judge)

    def turn(self, event: str) -> Any:
        """Nobody else here changes the event meanwhile."""
        return self._turns.turn(event)

    async def change_in_turn(self, event: str, judge: Judge) -> OpenEvent:
        while True:
            found = self._open.get(event) or await self._load(event)
            before = found.version
            try:
                new = judge(found)
                if not new or await self._written(found, new):
                    return found
            except Refused:
                if not await self._was_behind(found, before):
                    raise

    async def _was_behind(self, event: OpenEvent, before: int) -> bool:
        """Nobody is refused by what was true a moment ago; of entries of which one was refused, none has happened."""
        if event.version != before:
            await self._renew(event.id)
            return False
        await self._read_on(event)
        return event.version != before

    async def _written(self, event: OpenEvent, new: Sequence[of.AnyEntry]) -> bool:
        """Whether they were taken; else the event is read again."""
        before, texts = event.version, [encode_entry(entry).decode() for entry in new]
        for entry, body in zip(new, texts, strict=True):
            event.add(entry, body)
        event.writing, stamp, involved = Answer(), secrets.token_urlsafe(9), _involved(event, new)
        due = reminders(event, new, self._now())
        try:
            await durable(
                self._store,
                lambda then: self._store.append_event(event.row, before, texts, stamp, involved, then, due),
            )
            is_taken = await self._store.is_event_entry(event.id, event.version, stamp)
        except BaseException:
            self._open.pop(event.id, None)
            raise
        finally:
            event.writing.set(True)
            event.writing = None
        if not is_taken:
            await self._renew(event.id)
            return False
        self._stir(event.id)
        self.registry.peers.tell("event", event.id, event.version)
        begin(self.when_changed(event, [*new]))
        return True

    async def _renew(self, event: str) -> None:
        self._open.pop(event, None)
        await self._load(event)

    async def _heard_of(self, event: str, version: int) -> None:
        """Another server has written."""
        self._stir(event)
        if event in self._open:
            async with self._turns.turn(event):
                found = self._open.get(event)
                if found and found.version < version:
                    await self._read_on(found)

    async def follow(self, connection: Connection, event: str, on: bool) -> None:
        if not on:
            self.gone(connection, {event})
            return
        found = await self.opened(event)
        self._followers.setdefault(event, set()).add(connection)
        connection.send(wire.encode(wire.EventChanged(event, found.version)))

    def gone(self, connection: Connection, events: set[str]) -> None:
        for event in events:
            if event in self._followers:
                self._followers[event].discard(connection)
                if not self._followers[event]:
                    del self._followers[event]

    def _stir(self, event: str) -> None:
        """Who follows is told soon, once for all that has happened."""
        if event not in self._stirred and event in self._followers:
            self._stirred.add(event)
            self.registry.outside.later(SOON, lambda: self._tell(event))

    def _tell(self, event: str) -> None:
        self._stirred.discard(event)
        found = self._open.get(event)
        data = wire.encode(wire.EventChanged(event, found.version if found else 0))
        for connection in self._followers.get(event, ()):
            connection.send(data)

    def seat_ready(self, ready: wire.SeatReady, people: Sequence[str]) -> None:
        """Wherever they look at a page."""
        self.registry.peers.tell("seat", ready.event, ready.round, ready.board, ready.table, [*people])
        self._tell_seat(ready, people)

    def _tell_seat(self, ready: wire.SeatReady, people: Sequence[str]) -> None:
        data = wire.encode(ready)
        for person in people:
            self.tell_person(person, data)

    async def _heard_seat(self, event: str, round_number: int, board: int, table: str, people: list[str]) -> None:
        self._tell_seat(wire.SeatReady(event, round_number, board, table), people)

    def has(self, event: str) -> bool:
        """Whether it is in memory."""
        return event in self._open

    def tick(self) -> None:
        """Events that nobody asks for leave memory."""
        now = self._now()
        for event, found in list(self._open.items()):
            if now - found.used > IDLE_MS and found.writing is None and event not in self._followers:
                del self._open[event]

    async def rows_of(self, person: str, limit: int) -> list[EventRow]:
        return await self._store.events_of(person, limit)

    async def forget(self, person: str) -> None:
        """Who is deleted leaves, and their name goes from every log; the rest stays, so that it still adds up."""
        for row in await self._store.events_of(person, MOST_TAKEN_PART):
            await self.change(row.id, lambda event: _leaving(event, person, self._now()))
            async with self._turns.turn(row.id):
                await self._unname(row.id, person)
            await asyncio.sleep(0)

    async def _unname(self, event: str, person: str) -> None:
        found = self._open.get(event) or await self._load(event)
        changed = [
            (number, encode_entry(_nameless(entry)).decode())
            for number, body in enumerate(found.bodies, 1)
            if person in body and (entry := decode_entry(body)) and getattr(entry, "person", "") == person
        ]
        await durable(self._store, lambda then: self._store.rewrite_event(event, changed, then))
        self._open.pop(event, None)
        self.registry.peers.tell("event", event, found.version)


def _leaving(event: OpenEvent, person: str, now: int) -> Entries:
    one = event.live.people.get(person)
    if event.live.is_over or one is None or one.left_after is not None:
        return []
    return [of.PersonWithdrew(at=now, by=person, person=person)]


def _nameless(entry: of.AnyEntry) -> of.AnyEntry:
    return replace(entry, name="—") if getattr(entry, "name", "") else entry


def _involved(event: OpenEvent, new: Sequence[of.AnyEntry]) -> list[tuple[str, bool]]:
    """Who is in it now, and whether they direct."""
    joined = [entry.person for entry in new if isinstance(entry, of.PersonJoined)]
    if any(isinstance(entry, of.EventCorrected) and entry.directors for entry in new):
        joined += event.live.directors
    return [(one, one in event.live.directors) for one in _people(joined)]


def _people(named: Sequence[str]) -> list[str]:
    return [one for one in named if one not in (MACHINE, RECIF)]
