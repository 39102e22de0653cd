"""The people around a table: who follows it, from which viewpoint, and the bytes that each is to be sent."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from recif.games.core.contract import SPECTATOR, Language
from recif.match.naming import Naming
from recif.server.live.open_table import OpenTable
from recif.server.live.table import LiveTable
from recif.server.messages import wire
from recif.server.messages.shapes import Detail, TableInfo, Talk
from recif.server.store.rows import TalkRow
from recif.server.views import rendering
from recif.server.views.loglines import LogLines
from recif.server.views.rendering import Renderer, Viewpoint, Who


class Connection(Protocol):
    """A way to somebody's screen. Sending never waits; a connection that cannot keep up is cut."""

    person: str
    is_bot: bool  # a program plays for the person
    is_away: bool  # the page is out of sight

    def send(self, data: bytes) -> None: ...
    def close(self, code: int, reason: str) -> None: ...


WATCHING = Viewpoint()
UNKNOWN = -9  # no seat's eyes, nor a spectator's


@dataclass
class Outputs:
    """Bytes to send: players come first, and a crowd may wait."""

    players: list[tuple[Connection, bytes]] = field(default_factory=list)
    watchers: list[tuple[Sequence["Follower"], bytes]] = field(default_factory=list)

    def __iadd__(self, more: "Outputs") -> "Outputs":
        self.players += more.players
        self.watchers += more.watchers
        return self


@dataclass(eq=False)
class Follower:
    """One connection at one table."""

    connection: Connection
    detail: Detail
    language: Language
    look: int = SPECTATOR  # the seat it asked to look through
    viewer: int = SPECTATOR  # the seat through whose eyes it was last shown the table
    muted: Collection[str] = ()  # people whom it does not hear
    steady: Viewpoint | None = None  # of one who has one seat: they do not change while that is so
    is_watching: bool = True  # and may be told with the crowd

    def send(self, data: bytes) -> None:
        """What was for a spectator; one who has sat down or left meanwhile has heard of later things."""
        if self.is_watching:
            self.connection.send(data)


class Audience:
    """Those who follow an open table."""

    def __init__(self, live: LiveTable, who: Who) -> None:
        self.table = OpenTable(live)
        self._who = who
        self.log = LogLines(live.match, self.naming)
        self.followers: dict[Connection, Follower] = {}
        self.watchers_told = 0
        self.has_stirred = False  # somebody came or went
        self.is_told_late = False  # that somebody came or went: something was under way
        self.lines = 0  # of chat, since it is in memory
        self._sides: tuple[frozenset[str], list[Follower], list[Follower]] | None = None
        self._stood_up: list[Follower] = []  # watchers who were last shown the table through a seat's eyes
        self.hold_people()

    @property
    def live(self) -> LiveTable:
        return self.table.live

    def renew(self, live: LiveTable) -> None:
        """The table read again: nobody can rely on what they were told of its log."""
        self.table.renew(live)
        self.log, self._sides = LogLines(live.match, self.naming), None
        for follower in self.followers.values():
            follower.viewer = UNKNOWN
        self.hold_people()

    def hold_people(self) -> None:
        """Those whom the table shows: their rows stay in memory with it."""
        self._held = [self._who(person) for person in (self.live.row.owner, *self.live.everybody)]

    def enter(self, follower: Follower) -> None:
        """It is told the whole table: what waits for one who asks again is in that already."""
        self.leave(follower.connection)
        self.followers[follower.connection] = follower

    def leave(self, connection: Connection) -> bool:
        """Whether it was here."""
        self._sides = None
        self.has_stirred = True
        follower = self.followers.pop(connection, None)
        if follower:
            follower.is_watching = False
        return follower is not None

    def sides(self) -> tuple[list[Follower], list[Follower]]:
        """Players and watchers: sorted out again only when people come, go or change seats."""
        people = self.live.people
        if self._sides is None or self._sides[0] is not people:
            players = [follower for connection, follower in self.followers.items() if connection.person in people]
            watchers = [follower for connection, follower in self.followers.items() if connection.person not in people]
            self._sides = (people, players, watchers)
            self._stood_up = [watcher for watcher in watchers if watcher.viewer != SPECTATOR]
            for watcher in watchers:
                watcher.is_watching = True
            for player in players:
                player.is_watching = False
                player.steady = (
                    self.viewpoint(player) if len(self.live.seats_of(player.connection.person)) == 1 else None
                )
        return self._sides[1:]

    @property
    def here(self) -> set[str]:
        return {connection.person for connection in self.followers}

    @property
    def looking(self) -> set[str]:
        """Who has the table in front of them; a program looks at everything that it is told."""
        return {connection.person for connection in self.followers if not connection.is_away}

    @property
    def watchers(self) -> int:
        return len(self.sides()[1])

    @property
    def is_idle(self) -> bool:
        return not (self.followers or self.table.is_busy)

    @property
    def weight(self) -> int:
        """Bytes that it takes in memory, about."""
        return self.table.weight + self.log.bytes

    def info(self) -> TableInfo:
        return rendering.info(self.live.row, self.live.game, self._who, self.here)

    @property
    def naming(self) -> Naming:
        """What those who sit here are called, in sentences."""
        return rendering.naming(self.live.row, self.live.game, self._who)

    def renderer(self, at: int = 0) -> Renderer:
        """The table at this instant, and its log, by the names that people have now."""
        naming = self.naming
        self.log.name(naming)
        return Renderer(self.live, at, naming)

    def viewpoint(self, follower: Follower) -> Viewpoint:
        """A seat that has decided hands the screen back: the curtain falls."""
        if follower.look not in self.live.waiting:
            follower.look = SPECTATOR
        return rendering.viewpoint(
            self.live, follower.connection.person, follower.look, follower.detail, follower.language
        )

    def whole(self, follower: Follower, at: int, have: int, cuts: int, talks: Iterable[TalkRow]) -> bytes:
        """The `table` message: what the follower has of the log already is left out."""
        live, how, renderer = self.live, self.viewpoint(follower), self.renderer(at)
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
                chat=[self.talk(row) for row in talks if self.hears(follower, row)],
                watchers=self.watchers,
                luck=rendering.luck(live),
            )
        )

    def changed(self, at: int, log_from: int) -> Outputs:
        """A `changed` message for everybody, players first."""
        made: dict[tuple[Viewpoint, int], bytes] = {}
        renderer, (players, watchers) = self.renderer(at), self.sides()

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
            stood_up, self._stood_up = self._stood_up, []
            outputs.watchers += [([watcher], seen_by(watcher, WATCHING)) for watcher in stood_up]
            still = [watcher for watcher in watchers if watcher not in stood_up] if stood_up else watchers
            outputs.watchers.append((still, self._changed(WATCHING, log_from, renderer)))
        return outputs

    def changed_for(self, follower: Follower, at: int) -> bytes:
        """The table again, whole log and all, for one who looks through other eyes."""
        how = self.viewpoint(follower)
        follower.viewer = how.viewer
        return self._changed(how, 0, self.renderer(at))

    def changed_of(self, people: Collection[str], at: int) -> Outputs:
        """A `changed` message for these alone, of something that nobody else hears of."""
        renderer, lines = self.renderer(at), len(self.live.match.log)
        outputs = Outputs()
        for player in self.sides()[0]:
            if player.connection.person in people:
                how = self.viewpoint(player)
                start = lines if how.viewer == player.viewer else 0
                player.viewer = how.viewer
                outputs.players.append((player.connection, self._changed(how, start, renderer)))
        return outputs

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
            outputs.watchers.append((self.sides()[1], data))
        return outputs

    def talk(self, row: TalkRow) -> Talk:
        return Talk(rendering.person(self._who(row.person)), row.at, row.text, row.emote, row.spectator)

    def hears(self, follower: Follower, row: TalkRow) -> bool:
        """Players and spectators talk apart while the match goes on; a muted person is not heard."""
        if row.person in follower.muted:
            return False
        apart = self.live.row.status == "playing"
        return not apart or row.spectator == (follower.connection.person not in self.live.people)

    def said(self, row: TalkRow) -> tuple[list[Connection], bytes]:
        """Who hears a line of chat, and the message."""
        self.lines += 1
        hearing = [connection for connection, follower in self.followers.items() if self.hears(follower, row)]
        return hearing, wire.encode(wire.Said(self.live.row.id, self.talk(row)))
