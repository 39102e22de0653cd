"""The dispatcher: everybody who is connected, and every message they send."""

import logging
from dataclasses import dataclass, field
from typing import Any

import msgspec

from recif.games.core.contract import Refused
from recif.server.limits import Buckets
from recif.server.machines import advice
from recif.server.messages import wire
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import EMOTES
from recif.server.store.interface import TalkRow
from recif.server.tables import requests
from recif.server.tables.registry import Registry
from recif.server.views.audience import Audience, Connection, Follower

log = logging.getLogger("recif.server")

MOST_HELD = 50  # messages of a connection that wait for the compiler
CALM_MS = 10_000  # after so long without a message too many, the next one is told again


@dataclass(eq=False)
class Visitor:
    """What the dispatcher keeps of a connection."""

    address: str
    follows: set[str] = field(default_factory=set)
    refused: int = 0  # messages in the flood that goes on
    refused_at: int = 0
    held: int = 0  # messages that wait for the compiler


class Dispatcher:
    """`on_message` in; `send` and `close` of the connection out."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.visitors: dict[Connection, Visitor] = {}
        limits = registry.limits
        self._messages, self._chat = Buckets(limits.messages), Buckets(limits.chat)  # of people
        self._address_messages = Buckets(limits.address_messages)

    def connect(self, connection: Connection, address: str) -> None:
        self.visitors[connection] = Visitor(address)

    def disconnect(self, connection: Connection) -> None:
        visitor = self.visitors.pop(connection, None)
        for table in visitor.follows if visitor else ():
            self._unfollow(connection, table)
        self.registry.lobby.leave(connection)

    def on_message(self, connection: Connection, data: bytes | str) -> None:
        """One message. Whatever it is, the server stands."""
        visitor = self.visitors[connection]
        now = self.registry.outside.now()
        is_calm = self._messages.take(connection.person, now) and self._address_messages.take(visitor.address, now)
        if not is_calm:
            self._flood(connection, visitor)
            return
        try:
            asked = wire.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            self._refuse(connection, refuse("bad-message"), None)
            return
        if game := self._cold_game(asked):
            self._hold(connection, visitor, asked, game)
        else:
            self._take(connection, visitor, asked)

    def _take(self, connection: Connection, visitor: Visitor, asked: Any) -> None:
        try:
            self._handle(connection, visitor, asked)
        except Refused as refused:
            self._refuse(connection, refused, asked)
        except Exception:
            log.exception("a message failed: %.200r", asked)
            connection.close(1011, "again")

    def _cold_game(self, asked: Any) -> str:
        """The game of a table on disk whose rules are not compiled yet."""
        readiness, table = self.registry.readiness, getattr(asked, "table", "")
        if readiness.is_all_ready or not table or table in self.registry.audiences:
            return ""
        row = self.registry.store.table(table)
        return row.game if row and not readiness.has(row.game, "rules") else ""

    def _hold(self, connection: Connection, visitor: Visitor, asked: Any, game: str) -> None:
        """The message waits, and keeps its place, until the rules are there."""
        if visitor.held >= MOST_HELD:
            self._refuse(connection, refuse("busy"), asked)
            return
        visitor.held += 1

        def go_on() -> None:
            visitor.held -= 1
            if self.visitors.get(connection) is visitor:
                self._take(connection, visitor, asked)

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
        why = requests.as_why(refused)
        table, id = getattr(asked, "table", ""), getattr(asked, "id", "")
        told = wire.encode(wire.Refusal(why.code, why.text.fr, why.text.en, why.rule, list(why.cells), table, id))
        self.registry.store.after(lambda: connection.send(told))

    def _handle(self, connection: Connection, visitor: Visitor, asked: Any) -> None:
        if type(asked) in requests.JUDGES:  # most messages are moves
            self._request(connection, asked)
            return
        match asked:
            case wire.Follow():
                self._follow(connection, visitor, asked)
            case wire.Leave():
                visitor.follows.discard(asked.table)
                self._unfollow(connection, asked.table)
            case wire.Look():
                self._look(connection, asked)
            case wire.Say():
                self._say(connection, asked)
            case wire.Mute():
                self.registry.people.mute(connection.person, asked.person, asked.on)
            case wire.Ask():
                self._ask(connection, asked)
            case wire.Lobby():
                self.registry.lobby.follow(connection, asked.on)
            case wire.Ping():
                connection.send(wire.encode(wire.Pong(asked.t, self.registry.outside.now())))

    def _request(self, connection: Connection, asked: requests.Asked) -> None:
        def acknowledge(version: int) -> None:
            connection.send(wire.encode(wire.Ack(asked.table, asked.id, version)))

        self.registry.request(connection.person, asked, acknowledge)

    def _follow(self, connection: Connection, visitor: Visitor, asked: wire.Follow) -> None:
        if asked.table not in visitor.follows and len(visitor.follows) >= self.registry.limits.follows:
            raise refuse("too-many")
        audience = self.registry.audience(asked.table)
        self.registry.expire(audience, self.registry.heard())
        is_new = connection.person in audience.live.people and connection.person not in audience.here
        follower = Follower(connection, asked.detail, asked.language)
        audience.enter(follower)
        visitor.follows.add(asked.table)
        self._send(connection, audience.whole(follower, self.registry.outside.now(), asked.seen, asked.cuts))
        if is_new:
            self._tell_others(audience)

    def _send(self, connection: Connection, data: bytes) -> None:
        """In the order of the writes: nothing shown may still be lost."""
        self.registry.store.after(lambda: connection.send(data))

    def _unfollow(self, connection: Connection, table: str) -> None:
        audience = self.registry.audiences.get(table)
        if audience and audience.leave(connection):
            audience.used = self.registry.outside.now()
            if connection.person in audience.live.people and connection.person not in audience.here:
                self._tell_others(audience)

    def _tell_others(self, audience: Audience) -> None:
        """Somebody at the table came or went."""
        around = audience.around()
        for connection, data in around.players:
            self._send(connection, data)
        self.registry.spectators.tell(around.watchers)

    def _follower(self, connection: Connection, table: str) -> tuple[Audience, Follower]:
        audience = self.registry.audience(table)
        if connection not in audience.followers:
            raise refuse("not-following")
        return audience, audience.followers[connection]

    def _look(self, connection: Connection, asked: wire.Look) -> None:
        audience, follower = self._follower(connection, asked.table)
        if asked.seat >= 0:
            requests.check_seat(audience.live, connection.person, asked.seat)
        follower.look = asked.seat
        self._send(connection, audience.changed_for(follower, self.registry.outside.now()))

    def _say(self, connection: Connection, asked: wire.Say) -> None:
        now = self.registry.outside.now()
        audience, _ = self._follower(connection, asked.table)
        text = " ".join(asked.text.split())
        if asked.emote and asked.emote not in EMOTES:
            raise refuse("no-such-emote")
        if not text and not asked.emote:
            raise refuse("nothing-to-say")
        if not self._chat.take(connection.person, now):
            raise refuse("flood")
        spectator = connection.person not in audience.live.people
        row = TalkRow(asked.table, now, connection.person, text, asked.emote, spectator)
        said = audience.said(row)
        self.registry.store.save_talk(row, lambda: self.registry.spectators.tell([said]))

    def _ask(self, connection: Connection, asked: wire.Ask) -> None:
        audience, follower = self._follower(connection, asked.table)
        advice.ask(self.registry, audience, follower, asked)
