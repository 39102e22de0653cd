"""The dispatcher: everybody who is connected, and every message they send."""

import asyncio
import logging
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from recif.games.core.contract import Refused
from recif.server.advice import asking
from recif.server.advice.reviewing import Reviewing
from recif.server.clubs.clubs import Clubs
from recif.server.events.events import Events
from recif.server.events.leading import Leading
from recif.server.limits import Buckets
from recif.server.live.table import LiveTable
from recif.server.messages import wire
from recif.server.messages.refusals import NotNow, as_why, refuse
from recif.server.messages.shapes import EMOTES
from recif.server.parties.parties import Parties
from recif.server.store.rows import TalkRow
from recif.server.tables import requests
from recif.server.tables.quotas import CHAT
from recif.server.tables.registry import Registry
from recif.server.tasks import begin
from recif.server.views.audience import Audience, Connection, Follower

log = logging.getLogger("recif.server")

CHANGES = (*requests.JUDGES, wire.Say, wire.Mute, wire.Cheer)
LINES = 40  # of a log, written out at a time
MOST_ATTENDED = 3  # parties that a connection follows
MOST_EVENTS = 5  # events that a connection follows
MOST_HELD = 50  # messages of a connection that wait for the compiler
CALM_MS = 10_000  # after so long without a message too many, the next one is told again


@dataclass(eq=False)
class Visitor:
    """What the dispatcher keeps of a connection."""

    address: str
    only_reads: bool = False  # by a token that is for nothing else
    follows: set[str] = field(default_factory=set)
    reviewed: str = ""  # the match that is judged for them now
    attends: set[str] = field(default_factory=set)  # parties
    events: set[str] = field(default_factory=set)  # likewise
    refused: int = 0  # messages in the flood that goes on
    refused_at: int = 0
    held: int = 0  # messages that wait for the compiler


class Dispatcher:
    """`on_message` in; `send` and `close` of the connection out."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.parties = Parties(registry)
        self.events = Events(registry)
        self.leading = Leading(self.events)
        self.clubs = Clubs(registry)
        self.events.is_member, self.events.may_host = self.clubs.is_member, self.clubs.may_host
        self.visitors: dict[Connection, Visitor] = {}
        limits = registry.limits
        self._messages, self._chat = Buckets(limits.messages, "messages"), Buckets(limits.chat, CHAT)  # of people
        self._address_messages = Buckets(limits.address_messages, "address_messages")
        registry.peers.count(self._messages, self._chat, self._address_messages)

    def connect(self, connection: Connection, address: str, only_reads: bool = False) -> None:
        self.visitors[connection] = Visitor(address, only_reads)
        self.clubs.presence.come(connection.person)

    def disconnect(self, connection: Connection) -> None:
        visitor = self.visitors.pop(connection, None)
        if visitor:
            self._end_review(connection, visitor)
            self.registry.lending.offer(connection, False)
            self.clubs.presence.go(connection.person)
        for table in visitor.follows if visitor else ():
            self._unfollow(connection, table)
        self.parties.gone(connection, visitor.attends if visitor else set())
        self.events.gone(connection, visitor.events if visitor else set())
        self.registry.lobby.leave(connection)

    def on_message(self, connection: Connection, data: bytes | str) -> "asyncio.Task[None] | None":
        """One message. Whatever it is, the server stands. A task, if it has to wait for something."""
        visitor = self.visitors[connection]
        now = self.registry.outside.now()
        is_calm = self._messages.take(connection.person, now) and self._address_messages.take(visitor.address, now)
        if not is_calm:
            self._flood(connection, visitor)
            return None
        try:
            asked = wire.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            self._refuse(connection, refuse("bad-message"), None)
            return None
        return begin(self._take(connection, visitor, asked, self.registry.outside.heard()))

    async def _take(self, connection: Connection, visitor: Visitor, asked: Any, heard: int) -> None:
        try:
            if visitor.only_reads and isinstance(asked, CHANGES):
                raise refuse("only-reads")
            if not self.registry.readiness.is_all_ready and (game := await self._cold_game(asked)):
                self._hold(connection, visitor, asked, game, heard)
            elif type(asked) in requests.JUDGES:  # most messages are moves
                acknowledge = partial(self._acknowledge, connection, asked)
                await self.registry.request(
                    connection.person, asked, acknowledge, heard, connection.is_bot, visitor.address
                )
            else:
                await self._handle(connection, visitor, asked, heard)
        except Refused as refused:
            self._refuse(connection, refused, asked)
        except Exception:
            log.exception("a message failed: %.200r", asked)
            connection.close(1011, "again")

    async def _cold_game(self, asked: Any) -> str:
        """The game of a table on disk whose rules are not compiled yet."""
        readiness, table = self.registry.readiness, getattr(asked, "table", "")
        if not table or table in self.registry.audiences:
            return ""
        row = await self.registry.store.table(table)
        return row.game if row and not readiness.has(row.game, "rules") else ""

    def _hold(self, connection: Connection, visitor: Visitor, asked: Any, game: str, heard: int) -> None:
        """The message waits, and keeps its place and its time, until the rules are there."""
        if visitor.held >= MOST_HELD:
            self._refuse(connection, refuse("busy"), asked)
            return
        visitor.held += 1

        def go_on() -> None:
            visitor.held -= 1
            if self.visitors.get(connection) is visitor:
                begin(self._take(connection, visitor, asked, heard))

        self.registry.readiness.when(game, "rules", go_on)

    def _flood(self, connection: Connection, visitor: Visitor) -> None:
        now = self.registry.outside.now()
        if now - visitor.refused_at > CALM_MS:
            visitor.refused = 0
        visitor.refused, visitor.refused_at = visitor.refused + 1, now
        if visitor.refused == 1:
            self._refuse(connection, refuse("flood"), None)
        elif visitor.refused > self.registry.limits.messages[1]:
            connection.close(1008, "flood")

    def _refuse(self, connection: Connection, refused: Refused, asked: Any) -> None:
        why = as_why(refused)
        table, id = getattr(asked, "table", ""), getattr(asked, "id", "")
        match = refused.match if isinstance(refused, NotNow) else ""
        said = (why.code, why.text.fr, why.text.en, why.rule, list(why.cells), match)
        refusal = wire.encode(wire.Refusal(*said, table, id))
        self.registry.store.after(lambda: connection.send(refusal))

    async def _handle(self, connection: Connection, visitor: Visitor, asked: Any, heard: int) -> None:
        match asked:
            case wire.Follow():
                await self._follow(connection, visitor, asked, heard)
            case wire.Leave():
                if visitor.reviewed == asked.table:
                    self._end_review(connection, visitor)
                visitor.follows.discard(asked.table)
                self._unfollow(connection, asked.table)
            case wire.Look():
                await self._look(connection, asked)
            case wire.Say():
                await self._say(connection, asked)
            case wire.Away():
                await self._go_away(connection, visitor, asked.on)
            case wire.Mute():
                await self.registry.people.mute(connection.person, asked.person, asked.on)
            case wire.Ask():
                await self._ask(connection, visitor, asked)
            case wire.Lobby():
                await self.registry.lobby.follow(connection, asked.on)
            case wire.Lend():
                self.registry.lending.offer(connection, asked.on and not connection.is_bot)
            case wire.Attend():
                await self._attend(connection, visitor, asked)
            case wire.Cheer():
                if not self._chat.take(connection.person, self.registry.outside.now()):
                    raise refuse("flood")
                await self.parties.cheer(connection, asked.party, asked.emote)
            case wire.FollowEvent():
                await self._follow_event(connection, visitor, asked)
            case wire.Ping():
                connection.send(wire.encode(wire.Pong(asked.t, self.registry.outside.now())))

    def _acknowledge(self, connection: Connection, asked: requests.TableRequest, version: int) -> None:
        connection.send(wire.encode(wire.Ack(asked.table, asked.id, version)))

    async def _follow(self, connection: Connection, visitor: Visitor, asked: wire.Follow, heard: int) -> None:
        if asked.table not in visitor.follows and len(visitor.follows) >= self.registry.limits.follows:
            raise refuse("too-many")
        muted = await self.registry.people.muted(connection.person)
        await self._reach(asked.table, asked.version, connection.person)
        follower = Follower(connection, asked.detail, asked.language, muted=muted)
        audience, talks = await self._with_talks(asked.table, follower)
        if self.visitors.get(connection) is not visitor:  # gone meanwhile
            return
        self.registry.alarms.expire(audience, heard)
        is_new = connection.person in audience.live.people and connection.person not in audience.here
        audience.enter(follower)
        visitor.follows.add(asked.table)
        whole = audience.whole(follower, self.registry.outside.now(), asked.seen, asked.cuts, talks)
        self.registry.committing.when_kept(audience, lambda: connection.send(whole))
        if is_new:
            self._tell_others(audience)
        if connection.person in audience.live.people and not connection.is_away:
            await self.registry.committing.see(connection.person, asked.table)

    async def _attend(self, connection: Connection, visitor: Visitor, asked: wire.Attend) -> None:
        if asked.on and asked.party not in visitor.attends and len(visitor.attends) >= MOST_ATTENDED:
            raise refuse("too-many")
        await self.parties.attend(connection, asked.party, asked.on)
        if self.visitors.get(connection) is not visitor:  # gone meanwhile
            self.parties.gone(connection, {asked.party})
        elif asked.on:
            visitor.attends.add(asked.party)
        else:
            visitor.attends.discard(asked.party)

    async def _follow_event(self, connection: Connection, visitor: Visitor, asked: wire.FollowEvent) -> None:
        if asked.on and asked.event not in visitor.events and len(visitor.events) >= MOST_EVENTS:
            raise refuse("too-many")
        await self.events.follow(connection, asked.event, asked.on)
        if self.visitors.get(connection) is not visitor:  # gone meanwhile
            self.events.gone(connection, {asked.event})
        elif asked.on:
            visitor.events.add(asked.event)
        else:
            visitor.events.discard(asked.event)

    async def _go_away(self, connection: Connection, visitor: Visitor, is_away: bool) -> None:
        """Whoever comes back to a page has seen what it shows."""
        connection.is_away = is_away
        for table in () if is_away else tuple(visitor.follows):
            await self.registry.committing.see(connection.person, table)

    async def _reach(self, table: str, version: int, person: str) -> None:
        """Nobody is shown less than they have seen, wherever that was."""
        audience = await self.registry.audience(table)
        await self.registry.peers.reach(audience, version and version + audience.live.hidden_from(person))

    async def _with_talks(self, table: str, follower: Follower) -> tuple[Audience, list[TalkRow]]:
        """A table with what was said there, its log written out as the follower may know it: read again if somebody
        spoke while it was read."""
        while True:
            audience = await self.registry.audience(table)
            lines, talks = audience.lines, await self.registry.store.talks(table)
            await self.registry.people.know(talk.person for talk in talks)
            while not audience.log.write_out(audience.viewpoint(follower).viewer, LINES):
                await asyncio.sleep(0)  # a long match: others are looked at between
            if await self.registry.audience(table) is audience and audience.lines == lines:
                return audience, talks

    def _unfollow(self, connection: Connection, table: str) -> None:
        audience = self.registry.audiences.get(table)
        self._forsake((connection, table))
        if audience and audience.leave(connection):
            audience.table.used = self.registry.outside.now()
            if connection.person in audience.live.people and connection.person not in audience.here:
                self._tell_others(audience)

    def _forsake(self, asker: asking.Asker) -> None:
        """Nobody thinks for who has gone."""
        asked = self.registry.asking.get(asker[0].person)
        if asked and asked.asker == asker:
            self.registry.forsake(asked)

    def _tell_others(self, audience: Audience) -> None:
        """Somebody at the table came or went."""
        if audience.table.writing:  # nobody may be shown what may still be lost
            audience.is_told_late = True
            return
        around = audience.around()
        for connection, data in around.players:
            self.registry.committing.when_kept(audience, partial(connection.send, data))
        self.registry.spectators.tell(around.watchers)

    async def _follower(self, connection: Connection, table: str) -> tuple[Audience, Follower]:
        audience = await self.registry.audience(table)
        if connection not in audience.followers:
            raise refuse("not-following")
        return audience, audience.followers[connection]

    async def _look(self, connection: Connection, asked: wire.Look) -> None:
        audience, follower = await self._follower(connection, asked.table)
        if asked.seat >= 0:
            requests.check_seat(audience.live, connection.person, asked.seat)
        follower.look = asked.seat
        changed = audience.changed_for(follower, self.registry.outside.now())
        self.registry.committing.when_kept(audience, lambda: connection.send(changed))

    async def _say(self, connection: Connection, asked: wire.Say) -> None:
        now = self.registry.outside.now()
        audience, _ = await self._follower(connection, asked.table)
        text = " ".join(asked.text.split())
        if asked.emote and asked.emote not in EMOTES:
            raise refuse("no-such-emote")
        if not text and not asked.emote:
            raise refuse("nothing-to-say")
        if not self._chat.take(connection.person, now):
            raise refuse("flood")
        spectator = connection.person not in audience.live.people
        row = TalkRow(asked.table, now, connection.person, text, asked.emote, spectator)
        await self.registry.people.know([connection.person])
        self.registry.store.save_talk(row, lambda: self.registry.spectators.tell([audience.said(row)]))

    async def _ask(self, connection: Connection, visitor: Visitor, asked: wire.Ask) -> None:
        if asked.what == "review":
            await self._review(connection, visitor, asked)
            return
        audience, follower = await self._follower(connection, asked.table)
        if asked.what in asking.HELP:
            await self.registry.fair_play.check_table(connection.person, visitor.address, audience.live)
            audience, follower = await self._follower(connection, asked.table)
        asking.ask(self.registry, audience, follower, asked)

    async def _review(self, connection: Connection, visitor: Visitor, asked: wire.Ask) -> None:
        """A match that is over need not be followed: nothing more happens there."""
        person, address, fair_play = connection.person, visitor.address, self.registry.fair_play
        found = await self.registry.archive.match(asked.table, address, person)
        if isinstance(found.source, LiveTable):
            await fair_play.check_table(person, address, found.source)
        else:
            await fair_play.check_record(person, address, found.match)
        if self.visitors.get(connection) is not visitor:  # gone meanwhile
            return

        def tell(news: wire.Told) -> None:
            data = wire.encode(news)
            self.registry.store.after(lambda: connection.send(data))

        def is_wanted() -> bool:
            return visitor.reviewed == asked.table

        before, visitor.reviewed = visitor.reviewed, asked.table
        try:
            Reviewing(self.registry, found, (connection, asked.table), asked, tell, is_wanted).go_on()
        except Refused:  # the machine is busy with the one before
            visitor.reviewed = before
            raise

    def _end_review(self, connection: Connection, visitor: Visitor) -> None:
        self._forsake((connection, visitor.reviewed))
        visitor.reviewed = ""
