"""The front desk: everybody who is connected, and every message they send."""

import logging
from dataclasses import dataclass, field
from typing import Any

import msgspec

from recif.games.core.contract import Refused
from recif.server.limits import Bucket
from recif.server.machines import advice
from recif.server.messages import wire
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import EMOTES
from recif.server.store.interface import TalkRow
from recif.server.tables import requests
from recif.server.tables.registry import House
from recif.server.views.audience import Circle, Connection, Follower

log = logging.getLogger("recif.server")

CALM_MS = 10_000  # after so long without a message too many, the next one is told again


@dataclass(eq=False)
class Visitor:
    """What the desk keeps of a connection."""

    messages: Bucket
    chat: Bucket
    follows: set[str] = field(default_factory=set)
    refused: int = 0  # messages in the flood that goes on
    refused_at: int = 0


class Desk:
    """`on_message` in; `send` and `close` of the connection out."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.visitors: dict[Connection, Visitor] = {}

    def connect(self, connection: Connection) -> None:
        limits = self.house.limits
        self.visitors[connection] = Visitor(Bucket(limits.messages), Bucket(limits.chat))

    def disconnect(self, connection: Connection) -> None:
        visitor = self.visitors.pop(connection, None)
        for table in visitor.follows if visitor else ():
            self._unfollow(connection, table)
        self.house.lobby.leave(connection)

    def on_message(self, connection: Connection, data: bytes | str) -> None:
        """One message. Whatever it is, the house stands."""
        visitor = self.visitors[connection]
        if not visitor.messages.take(self.house.outside.now()):
            self._flood(connection, visitor)
            return
        asked: Any = None
        try:
            asked = wire.decode(data)
            self._handle(connection, visitor, asked)
        except Refused as refused:
            self._refuse(connection, refused, asked)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            self._refuse(connection, refuse("bad-message"), None)
        except Exception:
            log.exception("a message failed: %.200r", data)
            connection.close(1011, "again")

    def _flood(self, connection: Connection, visitor: Visitor) -> None:
        now = self.house.outside.now()
        if now - visitor.refused_at > CALM_MS:
            visitor.refused = 0
        visitor.refused, visitor.refused_at = visitor.refused + 1, now
        if visitor.refused == 1:
            self._refuse(connection, refuse("flood"), None)
        elif visitor.refused > self.house.limits.messages[1]:
            connection.close(1008, "flood")

    def _refuse(self, connection: Connection, refused: Refused, asked: Any) -> None:
        why = requests.as_why(refused)
        table, id = getattr(asked, "table", ""), getattr(asked, "id", "")
        told = wire.encode(wire.Refusal(why.code, why.text.fr, why.text.en, why.rule, list(why.cells), table, id))
        self.house.store.after(lambda: connection.send(told))

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
                self._say(connection, visitor, asked)
            case wire.Mute():
                self.house.people.mute(connection.person, asked.person, asked.on)
            case wire.Ask():
                self._ask(connection, asked)
            case wire.Lobby():
                self.house.lobby.follow(connection, asked.on)
            case wire.Ping():
                connection.send(wire.encode(wire.Pong(asked.t, self.house.outside.now())))

    def _request(self, connection: Connection, asked: requests.Asked) -> None:
        def acknowledge(version: int) -> None:
            connection.send(wire.encode(wire.Ack(asked.table, asked.id, version)))

        self.house.request(connection.person, asked, acknowledge)

    def _follow(self, connection: Connection, visitor: Visitor, asked: wire.Follow) -> None:
        if asked.table not in visitor.follows and len(visitor.follows) >= self.house.limits.follows:
            raise refuse("too-many")
        circle = self.house.circle(asked.table)
        self.house.expire(circle, self.house.outside.now())
        is_new = connection.person in circle.room.people and connection.person not in circle.here
        follower = Follower(connection, asked.detail, asked.language)
        circle.enter(follower)
        visitor.follows.add(asked.table)
        self._send(connection, circle.whole(follower, self.house.outside.now(), asked.seen, asked.cuts))
        if is_new:
            self._tell_others(circle)

    def _send(self, connection: Connection, data: bytes) -> None:
        """In the order of the writes: nothing shown may still be lost."""
        self.house.store.after(lambda: connection.send(data))

    def _unfollow(self, connection: Connection, table: str) -> None:
        circle = self.house.circles.get(table)
        if circle and circle.leave(connection):
            circle.used = self.house.outside.now()
            if connection.person in circle.room.people and connection.person not in circle.here:
                self._tell_others(circle)

    def _tell_others(self, circle: Circle) -> None:
        """Somebody at the table came or went."""
        around = circle.around()
        for connection, data in around.players:
            self._send(connection, data)
        self.house.crowd.tell(around.watchers)

    def _follower(self, connection: Connection, table: str) -> tuple[Circle, Follower]:
        circle = self.house.circle(table)
        if connection not in circle.followers:
            raise refuse("not-following")
        return circle, circle.followers[connection]

    def _look(self, connection: Connection, asked: wire.Look) -> None:
        circle, follower = self._follower(connection, asked.table)
        if asked.seat >= 0:
            requests.check_seat(circle.room, connection.person, asked.seat)
        follower.look = asked.seat
        self._send(connection, circle.changed_for(follower, self.house.outside.now()))

    def _say(self, connection: Connection, visitor: Visitor, asked: wire.Say) -> None:
        now = self.house.outside.now()
        circle, _ = self._follower(connection, asked.table)
        text = " ".join(asked.text.split())
        if asked.emote and asked.emote not in EMOTES:
            raise refuse("no-such-emote")
        if not text and not asked.emote:
            raise refuse("nothing-to-say")
        if not visitor.chat.take(now):
            raise refuse("flood")
        spectator = connection.person not in circle.room.people
        row = TalkRow(asked.table, now, connection.person, text, asked.emote, spectator)
        said = circle.said(row)
        self.house.store.save_talk(row, lambda: self.house.crowd.tell([said]))

    def _ask(self, connection: Connection, asked: wire.Ask) -> None:
        circle, follower = self._follower(connection, asked.table)
        advice.ask(self.house, circle, follower, asked)
