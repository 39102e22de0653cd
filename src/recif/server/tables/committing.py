"""Something happens at a table: it is applied and written, and only when it is on disk does anybody hear of it.

Messages are rendered at once and leave in the order of the writes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from recif.games.core.contract import Game
from recif.server.live import evening, foresight, offers
from recif.server.live.table import LiveTable
from recif.server.machines.tasks import Task
from recif.server.messages.shapes import Offer, Status
from recif.server.notices.causes import Watch, may_tell
from recif.server.people.holidays import Resting
from recif.server.people.ratings import Ratings
from recif.server.readiness import Stage
from recif.server.store.entries import Begun, Drawn, Entry, Evening, Excused, Played, Rematched, What
from recif.server.store.interface import Store
from recif.server.store.of_notices import NEWS
from recif.server.store.rows import ResultRow, TableRow
from recif.server.tables import creation
from recif.server.tables.alarms import Alarms
from recif.server.tables.commit import Acknowledge, Commit, Occurrence, happened
from recif.server.tables.flags import Flags
from recif.server.tables.memory import Memory
from recif.server.tables.outside import Outside
from recif.server.tables.peers import Alone, Peers
from recif.server.tables.thinking import Thinking
from recif.server.tasks import begin
from recif.server.views.audience import Audience, Outputs
from recif.server.views.lobby import LobbyNews
from recif.server.views.spectators import Spectators


class Committing:
    """Apply, write, tell; then set going what follows by itself."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        outside: Outside,
        memory: Memory,
        ratings: Ratings,
        resting: Resting,
        flags: Flags,
        lobby: LobbyNews,
        spectators: Spectators,
        think: Callable[[Game, Task[str], Stage], object],
        forsake: Callable[[Task[Any]], None],
    ) -> None:
        """`think` hands a task to the machines, `forsake` takes it back."""
        self._store = store
        self._games = games
        self._outside = outside
        self._memory = memory
        self._ratings = ratings
        self._resting = resting
        self._flags = flags
        self._lobby = lobby
        self._spectators = spectators
        self.peers: Peers = Alone()  # until they are found
        self.alarms = Alarms(store, outside, memory, self, resting)
        self._thinking = Thinking(outside, memory, self, think, forsake)
        self.on_over: Callable[[LiveTable], None] = lambda live: None  # where matches belong to events
        self.moves = 0

    def start(self, row: TableRow, acknowledge: Acknowledge | None = None, lately: Iterable[TableRow] = ()) -> Audience:
        """A new table. `lately`: what its owner has played before."""
        audience = self._memory.take_up(LiveTable(row, self._games[row.game]))
        audience.live.lately = list(lately)
        now = self._outside.now()
        audience.table.used = now
        self.commit(audience, creation.made(audience.live, now), now, acknowledge)
        return audience

    def commit(
        self,
        audience: Audience,
        entry: Entry,
        now: int,
        acknowledge: Acknowledge | None = None,
        more: Iterable[tuple[What, int]] = (),
    ) -> None:
        """Something happens, and what follows by itself with it."""
        live, status, watch = audience.live, audience.live.row.status, Watch(audience.live)
        hidden = live.hidden_from(entry.person)
        with self._store.together():  # a rematch is made with the entry that tells of it
            with Occurrence(audience, self._memory.drop) as happening:
                entries = self._apply(live, entry, more, now)
                results = self._results(live, status, now)
                notices = watch.notices(entries, lambda: audience.looking, now)
                outputs, row = happening.shown(entries, now)
            if row:
                self._lobby.changed()
            if results:
                self._ratings.remember(results)
            self.moves += type(entry.what) is Played
            audience.table.is_thinker = True
            self.write(happened(audience, entries, outputs, row, results, acknowledge, notices, hidden))
        if live.row.status == "over" != status:
            self._store.explore_later(live.row.id, live.row.made, lambda: None)
        if live.clock.pace.kind != "none":
            audience.table.due = self._flags.note(live, audience.table.due, now)
        self.wake(audience)

    def _apply(self, live: LiveTable, entry: Entry, more: Iterable[tuple[What, int]], now: int) -> list[Entry]:
        """The entry, what comes with it, and what follows by itself."""
        live.apply(entry)
        entries = [entry]
        for what, at in more:
            entries.append(live.entry(what, at))
            live.apply(entries[-1])
        while following := self._next_entry(live, now):
            live.apply(following)
            entries.append(following)
        return entries

    def _next_entry(self, live: LiveTable, now: int) -> Entry | None:
        """What follows by itself: the beginning, luck, offers that all agreed to."""
        if live.row.status == "open" and all(chair.kind != "open" for chair in live.chairs):
            return live.entry(Begun(self._gone_on(live, now)), now)
        if live.is_playing and live.match.is_luck_due:
            source = live.luck.source(len(live.match.log), live.match.cuts)
            return live.entry(Drawn(live.match.pick(source)), now)
        if live.days.foreseen and (answered := self._foreseen(live, now)):
            return answered
        if live.has_holidays and (excused := self._excused(live, now)):
            return live.entry(excused, now)
        if live.offers and (offer := offers.agreed(live)):
            return offers.carry_out(live, offer, now) or self._rematch(live, offer, now)
        return None

    def _gone_on(self, live: LiveTable, now: int) -> Evening:
        """The score of these people, where the table has not brought one along."""
        lately, live.lately = live.lately, []
        return Evening() if live.row.evening.matches else evening.gone_on(live.chairs, lately, now)

    def _foreseen(self, live: LiveTable, now: int) -> Entry | None:
        """The move that somebody has foreseen for what has just happened."""
        for seat in live.waiting:
            move = foresight.answer(live.match, seat, live.days.foreseen.get(seat, []))
            if move is not None:
                return live.entry(Played(seat, move), now, live.chairs[seat].person)
        return None

    def _excused(self, live: LiveTable, now: int) -> Excused | None:
        """Somebody has gone on holiday, or come back, since anything last happened here."""
        for seat, chair in enumerate(live.chairs):
            known = live.clock.excused[seat]
            until = self._resting.until(chair.person, now) if chair.kind == "person" else 0
            if until != known and max(until, known) > now:
                return Excused(seat, max(until, now))
        return None

    def excuse(self, audience: Audience, now: int) -> None:
        """The same, as soon as it is known."""
        if audience.live.has_holidays and (excused := self._excused(audience.live, now)):
            self.commit(audience, audience.live.entry(excused, now), now)

    def _rematch(self, live: LiveTable, offer: Offer, now: int) -> Entry:
        """What is known of somebody's strength at one game counts for no other."""
        is_rated = live.row.rated and live.counts_again and not offer.game
        other = self._games[offer.game] if offer.game else None
        audience = self.start(creation.rematch_row(live, now, is_rated, other))
        return live.entry(Rematched(audience.live.row.id), now)

    def _results(self, live: LiveTable, status: Status, now: int) -> list[ResultRow]:
        """What became of those who played, if the match has ended by this."""
        results = self._ratings.results(live, now) if live.row.status == "over" != status else []
        if live.is_row_changed:
            self._ratings.show(live, results, now)
        return results

    def write(self, commit: Commit) -> None:
        """What is already applied. Where others write too, nobody may look before it is settled."""
        self.peers.begin_writing(commit.audience.table)
        self._store.append(commit, self._kept, self._lost)

    def _kept(self, commit: Commit) -> None:
        """It is on disk: whoever asked for it hears so, then everybody else."""
        try:
            self._heard_of(commit.audience, commit.live, commit.version)
            if commit.acknowledge:
                commit.acknowledge(commit.entries[0].version - commit.hidden)
            self._tell(commit.outputs)
            if commit.row and commit.row.event and commit.row.status == "over":
                self.on_over(commit.live)
            for notice in commit.notices:
                if notice.at <= self._outside.now() and (notice.kind or notice.slot == NEWS):
                    self.ring(notice.person, notice.about)
        finally:  # it is written, whatever comes of telling
            commit.audience.table.settle(True)

    def _lost(self, commit: Commit) -> None:
        self.peers.lost(commit.audience)

    def _heard_of(self, audience: Audience, live: LiveTable, version: int) -> None:
        """People have been told: clocks run."""
        if live.clock.is_untold and live.heard(version, self._outside.now()):
            self.alarms.set(audience)

    def _tell(self, outputs: Outputs) -> None:
        """The players first, then the spectators."""
        for connection, data in outputs.players:
            connection.send(data)
        if outputs.watchers:
            self._spectators.tell(outputs.watchers)

    def ring(self, person: str, table: str) -> None:
        """The bell of the person's pages, at whatever server they are."""
        self.ring_here(person, table)
        self.peers.ring(person, table)

    def ring_here(self, person: str, table: str) -> None:
        self._outside.ring(person, table)

    async def see(self, person: str, table: str) -> None:
        """The table is in front of the person: there is nothing left to tell them of it."""
        if await self._store.is_unseen(person, table):
            self._store.see(person, table, lambda: self.ring(person, table))

    def bring_in(self, audience: Audience, new: Sequence[Entry]) -> None:
        """What another server has written."""
        live, now = audience.live, self._outside.now()
        with Occurrence(audience, self._memory.drop) as happening:
            for entry in new:
                live.apply(entry)
            outputs, row = happening.shown(new, now)
        if row:
            self._lobby.changed()
        audience.table.is_thinker = False
        self._tell(outputs)
        if may_tell(live, new, row is not None):  # the server that wrote it does not know who looks at it here
            for person in audience.looking & live.people:
                begin(self.see(person, live.row.id))
        self._heard_of(audience, live, live.version)
        audience.table.used = max(audience.table.used, now) if audience.followers else audience.table.used
        self.wake(audience)

    def renew(self, audience: Audience, live: LiveTable, due: int | None) -> None:
        """The table as it was read again, to everybody around it."""
        audience.renew(live)
        audience.table.due, audience.table.is_thinker, now = due, False, self._outside.now()
        live.heard(live.version, live.row.heard)
        outputs = audience.changed(now, 0)
        outputs += audience.around()
        self._tell(outputs)
        self._lobby.changed()
        audience.table.settle(False)
        if live.clock.pace.kind != "none":
            audience.table.due = self._flags.note(live, audience.table.due, now)
        self.wake(audience)

    def tell_around(self, audience: Audience) -> None:
        """Who is there, to everybody who is."""
        around = audience.around()
        self.when_kept(audience, lambda: self._tell(around))

    def when_kept(self, audience: Audience, show: Callable[[], None]) -> None:
        """Show a table as it is now: nothing shown may still be lost. Where others write too, it is as it was written
        if nothing is under way there, and shown at once: what they write is told at once, and comes after it."""
        if self.peers.is_settled(audience.table):
            show()
        else:
            self._store.after(show)

    def wake(self, audience: Audience) -> None:
        """Set going what happens without anybody asking: machines that think, flags that fall."""
        if audience.live.machines or audience.live.days.late or audience.table.thinking:
            self._thinking.wake(audience)
        if audience.live.clock.running:
            self.alarms.set(audience)
