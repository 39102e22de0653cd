"""The people around a table: who follows it, from which viewpoint, and the bytes that each is to be sent."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from recif.games.core.contract import SPECTATOR, Language
from recif.match.history import EVERY
from recif.server.messages import wire
from recif.server.messages.shapes import Detail, TableInfo, Talk
from recif.server.store.interface import TalkRow
from recif.server.tables.live import LiveTable
from recif.server.views import rendering
from recif.server.views.loglines import LogLines
from recif.server.views.rendering import Renderer, Viewpoint, Who


class Connection(Protocol):
    """A way to somebody's screen. Sending never waits; a connection that cannot keep up is cut."""

    person: str

    def send(self, data: bytes) -> None: ...
    def close(self, code: int, reason: str) -> None: ...


WATCHING = Viewpoint()


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
    detail: Detail
    language: Language
    look: int = SPECTATOR  # the seat it asked to look through
    viewer: int = SPECTATOR  # the seat through whose eyes it was last shown the table
    steady: Viewpoint | None = None  # of one who has one seat: they do not change while that is so


class Audience:
    """A live table and its followers."""

    def __init__(
        self,
        live: LiveTable,
        who: Who,
        talks: Callable[[str], list[TalkRow]],
        muted: Callable[[str], set[str]],
    ) -> None:
        self.live = live
        self.log = LogLines(live.match)
        self.followers: dict[Connection, Follower] = {}
        self.thinking: set[int] = set()  # machine seats with a job under way
        self.used = 0  # when somebody last needed it, in milliseconds
        self.watchers_told = 0
        self.has_stirred = False  # somebody came or went
        self.alarm: int | None = None  # when the next flag is looked at
        self.due: int | None = None  # what the store knows of it
        self.written = live.row.events  # of the row, in the store
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
        people = self.live.people
        if self._sides is None or self._sides[0] is not people:
            players = [follower for connection, follower in self.followers.items() if connection.person in people]
            watchers = [follower for connection, follower in self.followers.items() if connection.person not in people]
            self._sides = (people, players, watchers)
            for player in players:
                player.steady = (
                    self.viewpoint(player) if len(self.live.seats_of(player.connection.person)) == 1 else None
                )
        return self._sides[1:]

    @property
    def here(self) -> set[str]:
        return {connection.person for connection in self.followers}

    @property
    def watchers(self) -> int:
        return len(self.sides()[1])

    @property
    def is_idle(self) -> bool:
        return not (self.followers or self.thinking)

    @property
    def weight(self) -> int:
        """Bytes that it takes in memory, about."""
        match, events = self.live.match, len(self.live.match.log)
        states = (3 + events // EVERY) * match.game.rules.State.itemsize
        return 12_000 + 300 * events + states + self.log.bytes

    def info(self) -> TableInfo:
        return rendering.info(self.live.row, self.live.game, self._who, self.here)

    def viewpoint(self, follower: Follower) -> Viewpoint:
        """A seat that has decided hands the screen back: the curtain falls."""
        if follower.look not in self.live.waiting:
            follower.look = SPECTATOR
        return rendering.viewpoint(
            self.live, follower.connection.person, follower.look, follower.detail, follower.language
        )

    def whole(self, follower: Follower, at: int, have: int, cuts: int) -> bytes:
        """The `table` message: what the follower has of the log already is left out."""
        live, how, renderer = self.live, self.viewpoint(follower), Renderer(self.live, at)
        follower.viewer = how.viewer
        start = have if not live.match.forgets and cuts == len(live.match.cuts) and have <= len(live.match.log) else 0
        return wire.encode(
            wire.Table(
                table=live.row.id,
                info=self.info(),
                mine=list(how.mine),
                now=renderer.now(how),
                log=self.log.since(start, how.viewer),
                log_from=start,
                cuts=len(live.match.cuts),
                chat=self.talks(follower),
                watchers=self.watchers,
                luck=rendering.luck(live),
            )
        )

    def changed(self, at: int, log_from: int) -> Outputs:
        """A `changed` message for everybody, players first."""
        made: dict[tuple[Viewpoint, int], bytes] = {}
        renderer, (players, watchers) = Renderer(self.live, at), self.sides()

        def seen_by(follower: Follower, how: Viewpoint) -> bytes:
            start = log_from if how.viewer == follower.viewer else 0  # other eyes read the whole log anew
            follower.viewer = how.viewer
            key = (how, start)
            data = made.get(key) or self._changed(how, start, renderer)
            made[key] = data
            return data

        outputs = Outputs(
            [(player.connection, seen_by(player, player.steady or self.viewpoint(player))) for player in players]
        )
        if watchers:
            stood_up = [watcher for watcher in watchers if watcher.viewer != SPECTATOR]
            still = [watcher.connection for watcher in watchers if watcher.viewer == SPECTATOR]
            outputs.watchers += [([watcher.connection], seen_by(watcher, WATCHING)) for watcher in stood_up]
            outputs.watchers.append((still, self._changed(WATCHING, log_from, renderer)))
        return outputs

    def changed_for(self, follower: Follower, at: int) -> bytes:
        """The table again, whole log and all, for one who looks through other eyes."""
        how = self.viewpoint(follower)
        follower.viewer = how.viewer
        return self._changed(how, 0, Renderer(self.live, at))

    def _changed(self, how: Viewpoint, log_from: int, renderer: Renderer) -> bytes:
        live, lines = self.live, self.log.since(log_from, how.viewer)
        return wire.encode(wire.Changed(live.row.id, renderer.now(how), lines, log_from, len(live.match.cuts)))

    def around(self) -> Outputs:
        """An `around` message for everybody: seats, status, people."""
        info, luck, watchers = self.info(), rendering.luck(self.live), self.watchers
        self.watchers_told = watchers
        outputs = Outputs()
        for player in self.sides()[0]:
            mine = list(self.live.seats_of(player.connection.person))
            data = wire.encode(wire.Around(self.live.row.id, info, mine, watchers, luck))
            outputs.players.append((player.connection, data))
        if watchers:
            data = wire.encode(wire.Around(self.live.row.id, info, [], watchers, luck))
            outputs.watchers.append(([watcher.connection for watcher in self.sides()[1]], data))
        return outputs

    def talks(self, follower: Follower) -> list[Talk]:
        return [self.talk(row) for row in self._talks(self.live.row.id) if self.hears(follower.connection, row)]

    def talk(self, row: TalkRow) -> Talk:
        return Talk(rendering.person(self._who(row.person)), row.at, row.text, row.emote, row.spectator)

    def hears(self, connection: Connection, row: TalkRow) -> bool:
        """Players and spectators talk apart while the match goes on; a muted person is not heard."""
        if row.person in self._muted(connection.person):
            return False
        apart = self.live.row.status == "playing"
        return not apart or row.spectator == (connection.person not in self.live.people)

    def said(self, row: TalkRow) -> tuple[list[Connection], bytes]:
        """Who hears a line of chat, and the message."""
        hearing = [connection for connection in self.followers if self.hears(connection, row)]
        return hearing, wire.encode(wire.Said(self.live.row.id, self.talk(row)))
