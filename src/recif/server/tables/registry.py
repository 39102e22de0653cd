"""The registry: every table in use. No transport and no clock of its own: both are handed in.

A request is judged, its entries are applied and written, and only when they are on disk does anybody hear of them:
messages are rendered at once and leave in the order of the writes.
"""

import logging
import random
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import msgspec

from recif.games.core.contract import Game, Refused
from recif.match.signing import Signer, new_secret
from recif.server.limits import Limits
from recif.server.machines import minds
from recif.server.machines.pool import Machines, Urgency
from recif.server.messages import wire
from recif.server.messages.bodies import NewTable
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Status, TableInfo
from recif.server.people.accounts import People
from recif.server.readiness import Readiness
from recif.server.store.entries import Begun, Drawn, Ended, Entry, Played, Rematched
from recif.server.store.interface import Store, TableRow
from recif.server.tables import creation, offers, requests
from recif.server.tables.flags import LONGEST_WAIT_MS, Flags
from recif.server.tables.live import LiveTable
from recif.server.views import rendering
from recif.server.views.audience import Audience, Outputs
from recif.server.views.lobby import Lobby
from recif.server.views.spectators import Spectators

log = logging.getLogger("recif.server")
T = TypeVar("T")

IDLE_MS = 10 * 60 * 1000  # a table nobody needs leaves memory after this
DAY_MS = 24 * 60 * 60 * 1000
FORSAKEN_MS: dict[Status, int] = {"open": DAY_MS, "playing": 60 * DAY_MS}  # after so long without anything
MOST_BYTES = 256 << 20  # of tables in memory; those that somebody follows stay
OFTEN = 256  # tables taken up from one look at their weight to the next
SHORTEST_WAIT_MS = 5  # for a fallen flag that cannot count yet: a player's message may wait
SIGNING_KEY = "signing-key"  # the name under which it is kept
PATIENCE = {1: 1.4, 2: 1.2, 3: 1.0, 4: 0.8}  # seconds that machines of low levels take at least


@dataclass
class Outside:
    """What the registry needs from the world."""

    now: Callable[[], int]  # milliseconds since 1970
    later: Callable[[float, Callable[[], None]], object]  # call after so many seconds
    patience: float = 1.0  # 0: machines answer as soon as they can
    heard: Callable[[], int] | None = None  # when the message that is read now came, if that may have been earlier
    oldest: Callable[[Iterable[str]], int | None] = lambda people: None  # when their first came that still waits


class Registry:
    """Tables: loaded, changed, written, told."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        machines: Machines,
        outside: Outside,
        limits: Limits | None = None,
        readiness: Readiness | None = None,
    ) -> None:
        self.store = store
        self.games = games
        self.readiness = readiness or Readiness(games)
        self.machines = machines
        self.outside = outside
        self.limits = limits or Limits()
        self.people = People(store)
        self.audiences: dict[str, Audience] = {}
        self.aside: set[str] = set()  # tables that cannot be read
        self.lobby = Lobby(store, self.infos)
        self.commitments = creation.Commitments()
        self.asking: set[str] = set()  # people for whom a machine thinks
        self.moves = 0
        self.spectators = Spectators(outside.later)
        self._taken_up = 0
        self.flags = Flags(store, self._look_at_flag, outside.now, outside.later)
        self.signer = Signer(store.kept(SIGNING_KEY) or self._new_key())

    def _new_key(self) -> str:
        key = new_secret()
        self.store.keep(SIGNING_KEY, key, lambda: None)
        return key

    def open(self) -> None:
        """Clocks that ran when the last server stopped have stood still since it was last seen alive."""
        self.flags.open(int(self.store.kept("alive") or 0), self.outside.now())

    def audience(self, table: str) -> Audience:
        """A table in use, loaded from the store if need be."""
        audience = self.audiences.get(table)
        if audience is None:
            audience = self._take_up(self.read(table))
            if audience.live.is_playing and audience.live.clock.pace.kind != "none":
                self._resume_clock(audience)
            else:  # a server whose wall clock was ahead must not hold up this one
                audience.live.at = min(audience.live.at, self.outside.now())
            self._wake(audience)
        audience.used = self.outside.now()
        return audience

    def read(self, table: str) -> LiveTable:
        """A table from disk. One that cannot be read is set aside: it is named, and nothing else suffers."""
        if table in self.aside:
            raise refuse("set-aside")
        try:
            row = self.store.table(table)
            if row is None or row.game not in self.games:
                raise refuse("no-such-table")
            return creation.load(row, self.games[row.game], self.store.entries(table))
        except (ValueError, LookupError) as error:
            if isinstance(error, Refused) and error.code == "no-such-table":
                raise
            log.error("table %s cannot be read and is set aside (see `recif admin check`): %s", table, error)
            self.aside.add(table)
            raise refuse("set-aside") from error

    def infos(self, rows: Iterable[TableRow]) -> list[TableInfo]:
        """Those that can be shown: a game may have been taken away."""
        return [self.info(row) for row in rows if row.game in self.games]

    def info(self, row: TableRow) -> TableInfo:
        """A table from outside: as it is if it is in use, else by its row, which knows all that is shown."""
        is_old = row.status == "over" and row.result is None
        if is_old and row.id not in self.aside and self.readiness.has(row.game, "rules"):
            self._complete(row)
        if audience := self.audiences.get(row.id):
            return audience.info()
        return rendering.info(row, self.games[row.game], self.people.row)

    def _complete(self, row: TableRow) -> None:
        """A row from before rows told results: once."""
        with suppress(Refused):
            live = self.audience(row.id).live
            row.result, row.events = live.row.result, live.row.events = live.match.result, len(live.match.log)
            self.store.append(row.id, [], live.row, lambda: None)

    def _take_up(self, live: LiveTable) -> Audience:
        audience = Audience(live, self.people.row, self.store.talks, self.people.muted)
        self.audiences[live.row.id] = audience
        self._taken_up += 1
        if self._taken_up % OFTEN == 0:
            self._make_room()
        return audience

    def _resume_clock(self, audience: Audience) -> None:
        live = audience.live
        live.told(live.version, live.row.told)
        audience.due = self.store.due_of(live.row.id)
        if missed := self.flags.missed(live):
            self.store.append(live.row.id, missed, None, lambda: None)

    def _look_at_flag(self, table: str) -> None:
        """One that may fall soon: the table's alarm knows when, or the store is told better."""
        row = None
        with suppress(msgspec.MsgspecError):  # a row that cannot be read is set aside below
            row = self.store.table(table)
        if row and not self.readiness.has(row.game, "rules"):
            self.readiness.when(row.game, "rules", lambda: self._look_at_flag(table))
            return
        audience = self.audience(table)
        audience.due = self.flags.note(audience.live, audience.due, self.outside.now())

    def make(self, person: str, wish: NewTable, then: Callable[[], None]) -> Audience:
        """A new table, as its owner wishes."""
        self._check_room(person)
        if all(seat.kind == "machine" for seat in wish.seats) and self._shows(person) >= self.limits.shows:
            raise refuse("too-many")
        return self.start(creation.new_row(self.games, person, wish, self.outside.now(), self.commitments), then)

    def _check_room(self, person: str) -> None:
        """Tables are counted by who made them and by who sits there."""
        if self.store.unfinished(person) >= self.limits.tables:
            raise refuse("too-many-tables")

    def _shows(self, person: str) -> int:
        """How many tables of the person machines alone play at."""
        lives = (audience.live for audience in self.audiences.values())
        return sum(live.is_playing and live.row.owner == person and not live.people for live in lives)

    def start(self, row: TableRow, then: Callable[[], None]) -> Audience:
        """Put a new table into the registry."""
        audience = self._take_up(LiveTable(row, self.games[row.game]))
        now = self.outside.now()
        audience.used = now
        self._commit(audience, creation.made(audience.live, now), now, then)
        return audience

    def bring(self, live: LiveTable, then: Callable[[], None]) -> Audience:
        """A finished table from outside."""
        self.store.save_table(live.row, [], then)
        audience = self._take_up(live)
        audience.used = self.outside.now()
        return audience

    def request(self, person: str, asked: requests.Asked, then: Callable[[int], None]) -> None:
        """Something a person wants done at a table; `then` gets its version when it is on disk."""
        audience = self.audience(asked.table)
        now = self.heard()
        if isinstance(asked, wire.Sit):
            self._check_room(person)
        self.expire(audience, now)
        try:
            entry = requests.judge(audience.live, person, asked, now)
        except requests.Done as done:
            version = done.version
            self.store.after(lambda: then(version))
            return
        self._commit(audience, entry, now, lambda: then(entry.version))

    def heard(self) -> int:
        return self.outside.heard() if self.outside.heard else self.outside.now()

    def expire(self, audience: Audience, now: int) -> None:
        """Let fallen flags count, but not before what players sent in time has been handled."""
        if audience.live.clock.running and (oldest := self.outside.oldest(audience.live.people)):
            now = min(now, oldest)
        while entry := requests.run_out(audience.live, now):
            self._commit(audience, entry, now, None)

    def _commit(self, audience: Audience, entry: Entry, now: int, then: Callable[[], None] | None) -> None:
        """Apply, write, tell. A table that fails half-way is read again from disk: nobody has heard of the rest."""
        live = audience.live
        before, cuts, past = len(live.match.log), len(live.match.cuts), live.match.past
        try:
            live.apply(entry)
            entries = [entry, *self._settle(live, now)]
            told_anew = [min(past, live.match.past)] if past != live.match.past else []
            outputs = audience.changed(now, min([before, *live.match.cuts[cuts:], *told_anew]))
        except BaseException:
            self._drop(audience)
            raise
        self.moves += type(entry.what) is Played
        row = live.row if live.is_row_changed else None
        if row:
            outputs += audience.around()
            live.is_row_changed = False
            audience.written = live.row.events
            self.lobby.changed()
        version = live.version

        def tell() -> None:
            if live.told(version, self.outside.now()):
                self._set_alarm(audience)
            self._tell(outputs, then)

        self.store.append(live.row.id, entries, row, tell)
        if live.clock.pace.kind != "none":
            audience.due = self.flags.note(live, audience.due, now)
        self._wake(audience)

    def _drop(self, audience: Audience) -> None:
        del self.audiences[audience.live.row.id]
        for connection in list(audience.followers):
            connection.close(1011, "again")

    def _settle(self, live: LiveTable, now: int) -> list[Entry]:
        """What follows by itself, applied: the beginning, luck, offers that all agreed to."""
        entries = []
        while entry := self._next_entry(live, now):
            live.apply(entry)
            entries.append(entry)
        return entries

    def _next_entry(self, live: LiveTable, now: int) -> Entry | None:
        if live.row.status == "open" and all(chair.kind != "open" for chair in live.chairs):
            return live.entry(Begun(), now)
        if live.is_playing and live.match.is_luck_due:
            source = live.luck.source(len(live.match.log), live.match.cuts)
            return live.entry(Drawn(live.match.pick(source)), now)
        if offer := offers.agreed(live):
            return offers.carry_out(live, offer, now) or self._rematch(live, now)
        return None

    def _rematch(self, live: LiveTable, now: int) -> Entry:
        audience = self.start(creation.rematch_row(live, now), lambda: None)
        return live.entry(Rematched(audience.live.row.id), now)

    def _tell(self, outputs: Outputs, then: Callable[[], None] | None) -> None:
        """The acknowledgement first, then the players, then the spectators."""
        if then:
            then()
        for connection, data in outputs.players:
            connection.send(data)
        self.spectators.tell(outputs.watchers)

    def _wake(self, audience: Audience) -> None:
        """Set going what happens without anybody asking: machines that think, flags that fall."""
        for seat in audience.live.waiting_machines:
            if seat not in audience.thinking:
                self._think(audience, seat)
        self._set_alarm(audience)

    def _set_alarm(self, audience: Audience) -> None:
        """For the next flag, if time runs."""
        clock = audience.live.clock
        falls = None if clock.is_untold else clock.flag_falls()
        if falls is not None and (audience.alarm is None or falls < audience.alarm):
            audience.alarm = falls
            wait = min(max(falls - self.outside.now(), SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
            self.outside.later(wait / 1000, lambda: self._alarm(audience))

    def _alarm(self, audience: Audience) -> None:
        audience.alarm = None
        if self.audiences.get(audience.live.row.id) is audience:
            self.expire(audience, self.heard())
            self._wake(audience)

    def _think(self, audience: Audience, seat: int) -> None:
        live, level = audience.live, audience.live.chairs[seat].level
        view, seed, asked_at = live.match.position.view(seat), minds.new_seed(), self.outside.now()
        here = (len(live.match.log), len(live.match.cuts))
        audience.thinking.add(seat)

        def answer(move: str | None) -> None:
            move = move or minds.any_move(view, seat, seed)
            slow = PATIENCE.get(level, 0.4) * random.uniform(0.7, 1.3) * self.outside.patience
            wait = slow - (self.outside.now() - asked_at) / 1000
            if wait > 0:
                self.outside.later(wait, lambda: self._machine_moves(audience, seat, here, move))
            else:
                self._machine_moves(audience, seat, here, move)

        key, urgency = (min(live.people), Urgency.PLAY) if live.people else (live.row.owner, Urgency.SHOW)
        self.think(live.game, key, lambda: minds.choose(view, seat, level, seed), answer, urgency)

    def think(
        self, game: Game, key: str, job: Callable[[], T], then: Callable[[T | None], None], urgency: Urgency
    ) -> None:
        """A job for the machines, when it is the turn of `key`, as soon as they know the game."""
        self.readiness.when(game.id, "ready", lambda: self.machines.submit(key, job, then, urgency))

    def _machine_moves(self, audience: Audience, seat: int, here: tuple[int, int], move: str) -> None:
        """The machine's answer, unless the match has moved on without it."""
        live = audience.live
        audience.thinking.discard(seat)
        if self.audiences.get(live.row.id) is not audience:
            return
        is_current = here == (len(live.match.log), len(live.match.cuts)) and seat in live.waiting_machines
        if is_current:
            now = self.outside.now()
            self._commit(audience, live.entry(Played(seat, move), now), now, None)
        else:
            self._wake(audience)

    def tick(self) -> None:
        """Once a second or so: the lobby, watchers, tables nobody needs, and a sign of life for the clocks."""
        now = self.outside.now()
        self.lobby.tell()
        for table, audience in list(self.audiences.items()):
            if audience.has_stirred and audience.watchers_told != audience.watchers:
                around = audience.around()
                self.store.after(partial(self._tell, around, None))
            audience.has_stirred = False
            if now - audience.used > IDLE_MS and audience.is_idle:
                self._put_away(table)
        self._make_room()
        if self.flags.is_any_running:
            self.store.keep("alive", str(now), lambda: None)

    def end_forsaken(self) -> None:
        """Called now and then: tables that everybody has left are called off."""
        now = self.outside.now()
        for status, patience in FORSAKEN_MS.items():
            for table in self.store.forsaken(status, now - patience):
                audience = self.audience(table)
                if not audience.followers:
                    self._commit(audience, audience.live.entry(Ended("aborted"), now), now, None)

    def _put_away(self, table: str) -> None:
        """Out of memory; the row keeps what lists of tables show, and since when clocks run."""
        audience = self.audiences.pop(table)
        if audience.written != audience.live.row.events or audience.live.clock.running:
            self.store.append(table, [], audience.live.row, lambda: None)

    def _make_room(self) -> None:
        """Tables nobody needs leave memory, those longest unused first, where all together weigh too much."""
        weight = sum(audience.weight for audience in self.audiences.values())
        if weight > MOST_BYTES:
            for table, audience in sorted(self.audiences.items(), key=lambda item: item[1].used):
                if weight <= MOST_BYTES:
                    break
                if audience.is_idle:
                    weight -= audience.weight
                    self._put_away(table)

    def close(self) -> None:
        """The last sign of life; the store writes what is queued when it closes."""
        self.store.keep("alive", str(self.outside.now()), lambda: None)
