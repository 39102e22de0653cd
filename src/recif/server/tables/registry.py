"""The house: every table in use. No transport and no clock of its own: both are handed in.

A request is judged, its entries are applied and written, and only when they are on disk does anybody hear of them:
messages are rendered at once and leave in the order of the writes.
"""

import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from recif.games.core.contract import Game
from recif.server.limits import Limits
from recif.server.machines import minds
from recif.server.machines.pool import Machines
from recif.server.messages.bodies import NewTable
from recif.server.messages.refusals import refuse
from recif.server.people.accounts import People
from recif.server.store.interface import Entry, Store, TableRow
from recif.server.tables import creation, offers, requests
from recif.server.tables.live import Room
from recif.server.views.audience import Circle, Outputs
from recif.server.views.lobby import Lobby
from recif.server.views.spectators import Crowd

log = logging.getLogger("recif.server")

IDLE_MS = 10 * 60 * 1000  # a table nobody needs leaves memory after this
LONGEST_WAIT_MS = 60 * 60 * 1000
PATIENCE = {1: 1.4, 2: 1.2, 3: 1.0, 4: 0.8}  # seconds that machines of low levels take at least


@dataclass
class Outside:
    """What the house needs from the world."""

    now: Callable[[], int]  # milliseconds since 1970
    later: Callable[[float, Callable[[], None]], object]  # call after so many seconds
    patience: float = 1.0  # 0: machines answer as soon as they can
    heard: Callable[[], int] | None = None  # when the message that is read now came, if that may have been earlier


class House:
    """Tables: loaded, changed, written, told."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        machines: Machines,
        outside: Outside,
        limits: Limits | None = None,
    ) -> None:
        self.store = store
        self.games = games
        self.machines = machines
        self.outside = outside
        self.limits = limits or Limits()
        self.people = People(store)
        self.circles: dict[str, Circle] = {}
        self.lobby = Lobby(store, self.circle)
        self.commitments = creation.Commitments()
        self.asking: set[str] = set()  # people for whom a machine thinks
        self.moves = 0
        self.crowd = Crowd(outside.later)
        self._alive_at = int(store.kept("alive") or 0)  # when the server before this one was last seen

    def open(self) -> None:
        """Take up the tables whose clocks ran when the last server stopped."""
        for row in self.store.tables("playing", 100_000, public=False):
            if row.pace[0] != "none":
                self._resume_clock(self.circle(row.id))

    def circle(self, table: str) -> Circle:
        """A table in use, loaded from the store if need be."""
        circle = self.circles.get(table)
        if circle is None:
            row = self.store.table(table)
            if row is None or row.game not in self.games:
                raise refuse("no-such-table")
            circle = self._take_up(creation.load(row, self.games[row.game], self.store.entries(table)))
            self._wake(circle)
        circle.used = self.outside.now()
        return circle

    def _take_up(self, room: Room) -> Circle:
        circle = Circle(room, self.people.row, self.store.talks, self.people.muted)
        self.circles[room.row.id] = circle
        return circle

    def _resume_clock(self, circle: Circle) -> None:
        """Nobody loses time while the server was down: the clock stood still since it was last seen alive."""
        room, now = circle.room, self.outside.now()
        if room.clock.running:
            paused = room.entry("pause", max(self._alive_at, room.at))
            room.apply(paused)
            resumed = room.entry("resume", now)
            room.apply(resumed)
            self.store.append(room.row.id, [paused, resumed], None, lambda: None)

    def make(self, person: str, wish: NewTable, then: Callable[[], None]) -> Circle:
        """A new table, as its owner wishes."""
        if self.store.unfinished(person) >= self.limits.tables:
            raise refuse("too-many")
        return self.start(creation.new_row(self.games, person, wish, self.outside.now(), self.commitments), then)

    def start(self, row: TableRow, then: Callable[[], None]) -> Circle:
        """Put a new table into the house."""
        circle = self._take_up(Room(row, self.games[row.game]))
        now = self.outside.now()
        circle.used = now
        self._commit(circle, creation.made(circle.room, now), now, then)
        return circle

    def request(self, person: str, asked: requests.Asked, then: Callable[[int], None]) -> None:
        """Something a person wants done at a table; `then` gets its version when it is on disk."""
        circle = self.circle(asked.table)
        now = self.outside.heard() if self.outside.heard else self.outside.now()
        self.expire(circle, now)
        try:
            entry = requests.judge(circle.room, person, asked, now)
        except requests.Done as done:
            version = done.version
            self.store.after(lambda: then(version))
            return
        self._commit(circle, entry, now, lambda: then(entry.version))

    def expire(self, circle: Circle, now: int) -> None:
        """Let fallen flags count."""
        while entry := requests.run_out(circle.room, now):
            self._commit(circle, entry, now, None)

    def _commit(self, circle: Circle, entry: Entry, now: int, then: Callable[[], None] | None) -> None:
        """Apply, write, tell. A table that fails half-way is read again from disk: nobody has heard of the rest."""
        room = circle.room
        before, cuts = len(room.match.log), len(room.match.cuts)
        try:
            room.apply(entry)
            entries = [entry, *self._settle(room, now)]
            outputs = circle.changed(now, min([before, *room.match.cuts[cuts:]]))
        except BaseException:
            self._drop(circle)
            raise
        self.moves += entry.kind == "play"
        row = room.row if room.is_row_changed else None
        if row:
            outputs += circle.around()
            room.is_row_changed = False
            self.lobby.is_stale = True
        self.store.append(room.row.id, entries, row, lambda: self._tell(outputs, then))
        self._wake(circle)

    def _drop(self, circle: Circle) -> None:
        del self.circles[circle.room.row.id]
        for connection in list(circle.followers):
            connection.close(1011, "again")

    def _settle(self, room: Room, now: int) -> list[Entry]:
        """What follows by itself, applied: the beginning, luck, offers that all agreed to."""
        entries = []
        while entry := self._next_entry(room, now):
            room.apply(entry)
            entries.append(entry)
        return entries

    def _next_entry(self, room: Room, now: int) -> Entry | None:
        if room.row.status == "open" and all(chair.kind != "open" for chair in room.chairs):
            return room.entry("begin", now)
        if room.is_playing and room.match.is_luck_due:
            source = room.luck.source(len(room.match.log), room.match.cuts)
            return room.entry("luck", now, text=room.match.pick(source))
        if offer := offers.agreed(room):
            return offers.carry_out(room, offer, now) or self._rematch(room, now)
        return None

    def _rematch(self, room: Room, now: int) -> Entry:
        circle = self.start(creation.rematch_row(room, now), lambda: None)
        return room.entry("next", now, text=circle.room.row.id)

    def _tell(self, outputs: Outputs, then: Callable[[], None] | None) -> None:
        """The acknowledgement first, then the players, then the crowd."""
        if then:
            then()
        for connection, data in outputs.players:
            connection.send(data)
        self.crowd.tell(outputs.watchers)

    def _wake(self, circle: Circle) -> None:
        """Set going what happens without anybody asking: machines that think, flags that fall."""
        for seat in circle.room.waiting_machines:
            if seat not in circle.thinking:
                self._think(circle, seat)
        falls = circle.room.clock.flag_falls()
        if falls is not None and (circle.alarm is None or falls < circle.alarm):
            circle.alarm = falls
            wait = min(falls - self.outside.now(), LONGEST_WAIT_MS)
            self.outside.later(max(0, wait) / 1000, lambda: self._alarm(circle))

    def _alarm(self, circle: Circle) -> None:
        circle.alarm = None
        if self.circles.get(circle.room.row.id) is circle:
            self.expire(circle, self.outside.now())
            self._wake(circle)

    def _think(self, circle: Circle, seat: int) -> None:
        room, level = circle.room, circle.room.chairs[seat].level
        view, seed, asked_at = room.match.position.view(seat), minds.new_seed(), self.outside.now()
        here = (len(room.match.log), len(room.match.cuts))
        circle.thinking.add(seat)

        def answer(move: str | None) -> None:
            move = move or minds.any_move(view, seat, seed)
            slow = PATIENCE.get(level, 0.4) * random.uniform(0.7, 1.3) * self.outside.patience
            wait = slow - (self.outside.now() - asked_at) / 1000
            if wait > 0:
                self.outside.later(wait, lambda: self._machine_moves(circle, seat, here, move))
            else:
                self._machine_moves(circle, seat, here, move)

        self.machines.submit(room.row.id, lambda: minds.choose(view, seat, level, seed), answer)

    def _machine_moves(self, circle: Circle, seat: int, here: tuple[int, int], move: str) -> None:
        """The machine's answer, unless the match has moved on without it."""
        room = circle.room
        circle.thinking.discard(seat)
        if self.circles.get(room.row.id) is not circle:
            return
        is_current = here == (len(room.match.log), len(room.match.cuts)) and seat in room.waiting_machines
        if is_current:
            now = self.outside.now()
            self._commit(circle, room.entry("play", now, seat, move), now, None)
        else:
            self._wake(circle)

    def tick(self) -> None:
        """Once a second or so: the lobby, watchers, tables nobody needs, and a sign of life for the clocks."""
        now = self.outside.now()
        self.lobby.tell()
        for table, circle in list(self.circles.items()):
            if circle.has_stirred and circle.watchers_told != circle.watchers:
                around = circle.around()
                self.store.after(lambda around=around: self._tell(around, None))  # type: ignore[misc]
            circle.has_stirred = False
            if now - circle.used > IDLE_MS and circle.is_idle:
                del self.circles[table]
        if any(circle.room.clock.running for circle in self.circles.values()):
            self.store.keep("alive", str(now), lambda: None)

    def close(self) -> None:
        """The last sign of life; the store writes what is queued when it closes."""
        self.store.keep("alive", str(self.outside.now()), lambda: None)
