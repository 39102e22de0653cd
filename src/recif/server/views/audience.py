"""The people around a table: who follows it, through which eyes, and the bytes that each is to be sent."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from recif.games.core.contract import SPECTATOR
from recif.server.messages import wire
from recif.server.messages.shapes import TableInfo, Talk
from recif.server.store.interface import TalkRow
from recif.server.tables.live import Room
from recif.server.views import rendering
from recif.server.views.rendering import Eyes, Sights, Who


class Connection(Protocol):
    """A way to somebody's screen. Sending never waits; a connection that cannot keep up is cut."""

    person: str

    def send(self, data: bytes) -> None: ...
    def close(self, code: int, reason: str) -> None: ...


WATCHING = Eyes()


@dataclass
class Outputs:
    """Bytes to send: players come first, and a crowd may wait."""

    players: list[tuple[Connection, bytes]] = field(default_factory=list)
    watchers: list[tuple[Sequence[Connection], bytes]] = field(default_factory=list)

    def __iadd__(self, more: "Outputs") -> "Outputs":
        self.players += more.players
        self.watchers += more.watchers
        return self


@dataclass
class Follower:
    """One connection at one table."""

    connection: Connection
    detail: str
    language: str
    look: int = SPECTATOR  # the seat it asked to look through
    viewer: int = SPECTATOR  # the eyes it was last shown the table through
    steady: Eyes | None = None  # of one who has one seat: they do not change while that is so


class Circle:
    """A room and its followers."""

    def __init__(
        self,
        room: Room,
        who: Who,
        talks: Callable[[str], list[TalkRow]],
        muted: Callable[[str], set[str]],
    ) -> None:
        self.room = room
        self.followers: dict[Connection, Follower] = {}
        self.thinking: set[int] = set()  # machine seats with a job under way
        self.used = 0  # when somebody last needed it, in milliseconds
        self.watchers_told = 0
        self.has_stirred = False  # somebody came or went
        self.alarm: int | None = None  # when the next flag is looked at
        self._who = who
        self._talks = talks
        self._muted = muted
        self._sides: tuple[frozenset[str], list[Follower], list[Follower]] | None = None

    def enter(self, follower: Follower) -> None:
        self.followers[follower.connection] = follower
        self._sides = None
        self.has_stirred = True

    def leave(self, connection: Connection) -> bool:
        """Whether it was here."""
        self._sides = None
        self.has_stirred = True
        return self.followers.pop(connection, None) is not None

    def sides(self) -> tuple[list[Follower], list[Follower]]:
        """Players and watchers: sorted out again only when people come, go or change seats."""
        people = self.room.people
        if self._sides is None or self._sides[0] is not people:
            players = [follower for connection, follower in self.followers.items() if connection.person in people]
            watchers = [follower for connection, follower in self.followers.items() if connection.person not in people]
            self._sides = (people, players, watchers)
            for player in players:
                player.steady = self.eyes(player) if len(self.room.seats_of(player.connection.person)) == 1 else None
        return self._sides[1:]

    @property
    def here(self) -> set[str]:
        return {connection.person for connection in self.followers}

    @property
    def watchers(self) -> int:
        return len(self.sides()[1])

    @property
    def is_idle(self) -> bool:
        return not (self.followers or self.thinking or self.room.clock.running)

    def info(self) -> TableInfo:
        return rendering.info(self.room, self._who, self.here)

    def eyes(self, follower: Follower) -> Eyes:
        """A seat that has decided hands the screen back: the curtain falls."""
        if follower.look not in self.room.waiting:
            follower.look = SPECTATOR
        return rendering.eyes(self.room, follower.connection.person, follower.look, follower.detail, follower.language)

    def whole(self, follower: Follower, at: int, have: int, cuts: int) -> bytes:
        """The `table` message: what the follower has of the log already is left out."""
        room, how, sights = self.room, self.eyes(follower), Sights(self.room, at)
        follower.viewer = how.viewer
        start = have if cuts == len(room.match.cuts) and have <= len(room.match.log) else 0
        return wire.encode(
            wire.Table(
                table=room.row.id,
                info=self.info(),
                mine=list(how.mine),
                now=sights.now(how),
                log=sights.lines(how.viewer, start),
                log_from=start,
                cuts=len(room.match.cuts),
                chat=self.talks(follower),
                watchers=self.watchers,
                luck=rendering.luck(room),
            )
        )

    def changed(self, at: int, log_from: int) -> Outputs:
        """A `changed` message for everybody, players first."""
        made: dict[tuple[Eyes, int], bytes] = {}
        sights, (players, watchers) = Sights(self.room, at), self.sides()

        def seen_by(follower: Follower, how: Eyes) -> bytes:
            start = log_from if how.viewer == follower.viewer else 0  # other eyes read the whole log anew
            follower.viewer = how.viewer
            key = (how, start)
            data = made.get(key) or self._changed(how, start, sights)
            made[key] = data
            return data

        outputs = Outputs(
            [(player.connection, seen_by(player, player.steady or self.eyes(player))) for player in players]
        )
        if watchers:
            stood_up = [watcher for watcher in watchers if watcher.viewer != SPECTATOR]
            still = [watcher.connection for watcher in watchers if watcher.viewer == SPECTATOR]
            outputs.watchers += [([watcher.connection], seen_by(watcher, WATCHING)) for watcher in stood_up]
            outputs.watchers.append((still, self._changed(WATCHING, log_from, sights)))
        return outputs

    def changed_for(self, follower: Follower, at: int) -> bytes:
        """The table again, whole log and all, for one who looks through other eyes."""
        how = self.eyes(follower)
        follower.viewer = how.viewer
        return self._changed(how, 0, Sights(self.room, at))

    def _changed(self, how: Eyes, log_from: int, sights: Sights) -> bytes:
        room, lines = self.room, sights.lines(how.viewer, log_from)
        return wire.encode(wire.Changed(room.row.id, sights.now(how), lines, log_from, len(room.match.cuts)))

    def around(self) -> Outputs:
        """An `around` message for everybody: seats, status, people."""
        info, luck, watchers = self.info(), rendering.luck(self.room), self.watchers
        self.watchers_told = watchers
        outputs = Outputs()
        for player in self.sides()[0]:
            mine = list(self.room.seats_of(player.connection.person))
            data = wire.encode(wire.Around(self.room.row.id, info, mine, watchers, luck))
            outputs.players.append((player.connection, data))
        if watchers:
            data = wire.encode(wire.Around(self.room.row.id, info, [], watchers, luck))
            outputs.watchers.append(([watcher.connection for watcher in self.sides()[1]], data))
        return outputs

    def talks(self, follower: Follower) -> list[Talk]:
        return [self.talk(row) for row in self._talks(self.room.row.id) if self.hears(follower.connection, row)]

    def talk(self, row: TalkRow) -> Talk:
        return Talk(rendering.person(self._who(row.person)), row.at, row.text, row.emote, row.spectator)

    def hears(self, connection: Connection, row: TalkRow) -> bool:
        """Players and spectators talk apart while the match goes on; a muted person is not heard."""
        if row.person in self._muted(connection.person):
            return False
        apart = self.room.row.status == "playing"
        return not apart or row.spectator == (connection.person not in self.room.people)

    def said(self, row: TalkRow) -> tuple[list[Connection], bytes]:
        """Who hears a line of chat, and the message."""
        hearing = [connection for connection in self.followers if self.hears(connection, row)]
        return hearing, wire.encode(wire.Said(self.room.row.id, self.talk(row)))
