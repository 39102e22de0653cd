"""The registry: every table in use. No transport and no clock of its own: both are handed in.

A request is judged, its entries are applied and written, and only when they are on disk does anybody hear of them:
messages are rendered at once and leave in the order of the writes.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

from recif.games.core.contract import Game, Refused
from recif.match.signing import Signer, new_secret
from recif.school.ratings import speed_of
from recif.server.limits import Limits
from recif.server.live import evening, offers
from recif.server.live.table import LiveTable
from recif.server.machines.pool import Machines, Task
from recif.server.messages import wire
from recif.server.messages.bodies.tables import NewTable
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Offer, Status
from recif.server.notices.causes import Watch
from recif.server.people.accounts import People
from recif.server.people.ratings import Ratings
from recif.server.people.whereabouts import Whereabouts
from recif.server.readiness import Readiness, Stage
from recif.server.store.entries import Begun, Drawn, Ended, Entry, Evening, Played, Rematched, What
from recif.server.store.interface import ResultRow, Shared, Store, TableRow
from recif.server.tables import creation, requests
from recif.server.tables.alarms import Alarms
from recif.server.tables.commit import Acknowledge, Commit, Occurrence, happened
from recif.server.tables.fair_play import FairPlay
from recif.server.tables.flags import Flags
from recif.server.tables.lists import Lists
from recif.server.tables.loading import Loading
from recif.server.tables.memory import Memory
from recif.server.tables.outside import Outside
from recif.server.tables.peers import Alone, Peers
from recif.server.tables.requests import TableRequest
from recif.server.tables.sharing import Sharing
from recif.server.tables.thinking import Thinking
from recif.server.tasks import begin
from recif.server.views.audience import Audience, Outputs
from recif.server.views.lobby import LobbyNews
from recif.server.views.spectators import Spectators

log = logging.getLogger("recif.server")
T = TypeVar("T")

DAY_MS = 24 * 60 * 60 * 1000
FORSAKEN_MS: dict[Status, int] = {"open": DAY_MS, "playing": 60 * DAY_MS}  # after so long without anything
SIGNING_KEY = "signing-key"  # the name under which it is kept


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
        shared: Shared | None = None,
    ) -> None:
        """`shared`: the store again, where other servers write to it too."""
        self.store = store
        self.games = games
        self.readiness = readiness or Readiness(games)
        self.readiness.heed = machines.prepare
        self.machines = machines
        self.outside = outside
        self.limits = limits or Limits()
        self.people = People(store)
        self.ratings = Ratings(store, self.people)
        self.whereabouts = Whereabouts(store)
        self.fair_play = FairPlay(store, self.people, self.whereabouts, self.audience)
        self.audiences: dict[str, Audience] = {}
        self.lists = Lists(games, self.people, self.audiences)
        self.lobby = LobbyNews(store, self.lists.infos)
        self.commitments = creation.SharedCommitments(shared) if shared else creation.Commitments()
        self.peers: Peers = Sharing(self, shared) if shared else Alone()
        self.asking: dict[str, Task[Any]] = {}  # what a machine thinks about for a person
        self.moves = 0
        self.spectators = Spectators(outside.later)
        self.memory = Memory(store, self.audiences)
        self.loading = Loading(self)
        self.alarms = Alarms(store, outside, self)
        self._thinking = Thinking(outside, self, self.think, self.forsake)
        self.flags = Flags(store, self.loading.look_at, outside.now, outside.later)

    async def open(self) -> None:
        """Clocks that ran when the last server stopped have stood still since it was last seen alive."""
        await self.people.open()
        await self.whereabouts.open()
        self.signer = Signer(await self.store.keep_first(SIGNING_KEY, new_secret()))
        alive_at, now = int(await self.store.kept("alive") or 0), self.outside.now()
        await self.flags.open(alive_at, now, self.peers.were_here(alive_at, now))

    async def audience(self, table: str) -> Audience:
        """A table in use, loaded from the store if need be. Nothing happens there until the caller waits again.

        Where others write too, what is under way there is waited for: nobody is shown what may still be lost.
        """
        while (audience := self._at_hand(table)) is None:
            if found := self.audiences.get(table):
                assert found.table.writing
                await found.table.writing.wait()
            else:
                await self.loading.load(table)
        return audience

    def _at_hand(self, table: str) -> Audience | None:
        """A table in memory, if nothing is under way there."""
        audience = self.audiences.get(table)
        if audience is None or audience.table.writing:
            return None
        audience.table.used = self.outside.now()
        return audience

    async def make(self, person: str, wish: NewTable, then: Callable[[], None], address: str = "") -> Audience:
        """A new table, as its owner wishes."""
        await self._check_room(person)
        if wish.game in self.games and sum(seat.kind == "me" for seat in wish.seats) > 1:
            await self.fair_play.check_free(person, self.games[wish.game])
        await self.people.know([person])
        is_show = all(seat.kind == "machine" for seat in wish.seats)
        if is_show and await self.store.shows(person) >= self.limits.shows:
            raise refuse("too-many")
        if wish.game in self.games:
            self.ratings.check_wish(person, wish, self.games[wish.game])
        row = creation.new_row(self.games, person, wish, self.outside.now())
        await self._check_names(row)
        if wish.after:
            row.evening = await self._evening(person, wish.after)
        if wish.commitment:
            row = creation.with_luck(row, await self.commitments.take(wish.commitment))
        if row.rated:
            await self.ratings.know([person], row.game, speed_of(row.pace, len(row.chairs)))
        audience = self.start(row, lambda _: then())
        if row.rated and address:
            await self.whereabouts.note(audience.live, person, address)
        return audience

    async def _check_names(self, row: TableRow) -> None:
        """Where strangers may come, nobody at my screen bears the name of an account."""
        if row.public or any(chair.kind == "open" for chair in row.chairs):
            for name in {chair.name for chair in row.chairs if chair.name}:
                await self.people.check_free(name)

    async def _evening(self, person: str, table: str) -> Evening:
        """Of a table at which the person sat: its score goes on."""
        row = await self.store.table(table)
        if row is None:
            raise refuse("no-such-table")
        if all(chair.person != person for chair in row.chairs):
            raise refuse("not-your-seat")
        return evening.after(row)

    async def _check_room(self, person: str) -> None:
        """Tables are counted by who made them and by who sits there."""
        if await self.store.unfinished(person) >= self.limits.tables:
            raise refuse("too-many-tables")

    def start(self, row: TableRow, acknowledge: Acknowledge | None = None) -> Audience:
        """Put a new table into the registry."""
        audience = self.loading.take_up(LiveTable(row, self.games[row.game]))
        now = self.outside.now()
        audience.table.used = now
        self.commit(audience, creation.made(audience.live, now), now, acknowledge)
        return audience

    async def bring(self, live: LiveTable, then: Callable[[], None]) -> Audience:
        """A finished table from outside."""
        await self.people.know([live.row.owner])
        self.store.save_table(live.row, [], then)
        audience = self.loading.take_up(live)
        audience.table.used = self.outside.now()
        return audience

    async def request(
        self,
        person: str,
        asked: TableRequest,
        then: Callable[[int], None],
        heard: int | None = None,
        is_bot: bool = False,
        address: str = "",
    ) -> None:
        """Something a person wants done at a table; `then` gets its version when it is on disk."""
        now = self.outside.heard() if heard is None else heard
        if self.store.away_since:  # clocks stand still meanwhile
            now = min(now, self.store.away_since)
        if isinstance(asked, wire.Sit):
            await self._check_room(person)
            await self.people.know([person])
            await self._check_own_table(person, asked.table)
        if isinstance(asked, wire.Propose | wire.Reply) and (game := await self._next_game(asked)):
            await self._check_next_game(person, asked.table, game)
        while not await self._try(person, asked, then, now, is_bot, address):
            """Somebody else was quicker: judged anew on what they made of it."""

    async def _next_game(self, asked: wire.Propose | wire.Reply) -> str:
        """The other game that is proposed, or agreed to; empty if it is the same again."""
        if asked.kind != "rematch":
            return ""
        if isinstance(asked, wire.Propose):
            return asked.game
        offer = (await self.audience(asked.table)).live.offers.get("rematch")
        return offer.game if offer else ""

    async def _check_next_game(self, person: str, table: str, id: str) -> None:
        """Whether those who sit there can play it; its rules are compiled before they do."""
        if id not in self.games:
            raise refuse("no-such-game")
        game = self.games[id]
        await self.readiness.reached(game.id, "rules")
        live = (await self.audience(table)).live
        game.check_seats(len(live.chairs))
        if len(live.seats_of(person)) > 1:
            await self.fair_play.check_free(person, game)

    async def _check_own_table(self, person: str, table: str) -> None:
        """Who sits on two seats can bring a match to any position."""
        live = (await self.audience(table)).live
        if live.row.shared and live.seats_of(person):
            await self.fair_play.check_free(person, live.game)

    async def _try(
        self,
        person: str,
        asked: TableRequest,
        then: Callable[[int], None],
        now: int,
        is_bot: bool,
        address: str,
    ) -> bool:
        """Whether it was answered."""
        audience = self._at_hand(asked.table) or await self.audience(asked.table)
        if audience.live.row.rated and address and audience.live.row.status != "over":
            await self.whereabouts.note(audience.live, person, address)
            audience = await self.audience(asked.table)
        while audience.live.row.rated and not await self._may_count(audience.live, person, asked, now, is_bot):
            audience = await self.audience(asked.table)
        self.alarms.expire(audience, now)
        if audience.table.writing:  # a flag fell first
            return False
        try:
            entry = requests.judge(audience.live, person, asked, now)
        except requests.AlreadyDone as done:
            version = done.version
            self.store.after(lambda: then(version))
            return True
        except Refused:
            if await self.peers.was_behind(audience):
                return False
            raise
        self.commit(audience, entry, now, then)
        return not audience.table.writing or await audience.table.writing.wait()

    async def _may_count(self, live: LiveTable, person: str, asked: TableRequest, now: int, is_bot: bool) -> bool:
        """Refused where a rated table does not allow it; False if others came or went meanwhile: to be asked again."""
        if is_bot:
            raise refuse("rated-no-bots")
        people = live.people
        if isinstance(asked, wire.Sit):
            await self.ratings.check_join(live, person, now)
        elif isinstance(asked, wire.Propose | wire.Reply) and asked.kind == "rematch":
            live.counts_again = await self.ratings.may_play_again(live, now)
        audience = self.audiences.get(live.row.id)
        return audience is not None and audience.live is live and live.people is people

    def commit(
        self,
        audience: Audience,
        entry: Entry,
        now: int,
        acknowledge: Acknowledge | None = None,
        more: Iterable[tuple[What, int]] = (),
    ) -> None:
        """Apply, write, tell."""
        live, status, watch = audience.live, audience.live.row.status, Watch(audience.live)
        with self.store.together():  # a rematch is made with the entry that tells of it
            with Occurrence(audience, self.drop) as happening:
                entries = self._apply(live, entry, more, now)
                results = self._results(live, status, now)
                notices = watch.notices(entries, lambda: audience.looking, now)
                outputs, row = happening.shown(now)
            if row:
                self.lobby.changed()
            if results:
                self.ratings.remember(results)
            self.moves += type(entry.what) is Played
            audience.table.is_thinker = True
            self.write(happened(audience, entries, outputs, row, results, acknowledge, notices))
        if live.row.status == "over" != status:
            self.store.explore_later(live.row.id, live.row.made, lambda: None)
        if live.clock.pace.kind != "none":
            audience.table.due = self.flags.note(live, audience.table.due, now)
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

    def _results(self, live: LiveTable, status: Status, now: int) -> list[ResultRow]:
        """What became of those who played, if the match has ended by this."""
        results = self.ratings.results(live, now) if live.row.status == "over" != status else []
        if live.is_row_changed:
            self.ratings.show(live, results, now)
        return results

    def write(self, commit: Commit) -> None:
        """What is already applied. Where others write too, nobody may look before it is settled."""
        self.peers.begin_writing(commit.audience.table)
        self.store.append(commit, self._kept, self._lost)

    def _kept(self, commit: Commit) -> None:
        """It is on disk: whoever asked for it hears so, then everybody else."""
        try:
            self.heard_of(commit.audience, commit.live, commit.version)
            if commit.acknowledge:
                commit.acknowledge(commit.entries[0].version)
            self.tell(commit.outputs)
            for notice in commit.notices:
                if notice.at <= self.outside.now() and notice.kind:
                    self.outside.ring(notice.person, notice.about)
        finally:  # it is written, whatever comes of telling
            commit.audience.table.settle(True)

    def _lost(self, commit: Commit) -> None:
        self.peers.lost(commit.audience)

    def heard_of(self, audience: Audience, live: LiveTable, version: int) -> None:
        """People have been told: clocks run."""
        if live.clock.is_untold and live.heard(version, self.outside.now()):
            self.alarms.set(audience)

    def drop(self, audience: Audience) -> None:
        self.audiences.pop(audience.live.row.id, None)
        audience.table.settle(False)
        for connection in list(audience.followers):
            connection.close(1011, "again")

    def _next_entry(self, live: LiveTable, now: int) -> Entry | None:
        """What follows by itself: the beginning, luck, offers that all agreed to."""
        if live.row.status == "open" and all(chair.kind != "open" for chair in live.chairs):
            return live.entry(Begun(), now)
        if live.is_playing and live.match.is_luck_due:
            source = live.luck.source(len(live.match.log), live.match.cuts)
            return live.entry(Drawn(live.match.pick(source)), now)
        if live.offers and (offer := offers.agreed(live)):
            return offers.carry_out(live, offer, now) or self._rematch(live, offer, now)
        return None

    def _rematch(self, live: LiveTable, offer: Offer, now: int) -> Entry:
        """What is known of somebody's strength at one game counts for no other."""
        is_rated = live.row.rated and live.counts_again and not offer.game
        other = self.games[offer.game] if offer.game else None
        audience = self.start(creation.rematch_row(live, now, is_rated, other))
        return live.entry(Rematched(audience.live.row.id), now)

    def tell(self, outputs: Outputs) -> None:
        """The players first, then the spectators."""
        for connection, data in outputs.players:
            connection.send(data)
        if outputs.watchers:
            self.spectators.tell(outputs.watchers)

    def when_kept(self, audience: Audience, show: Callable[[], None]) -> None:
        """Show a table as it is now: nothing shown may still be lost. Where others write too, it is as it was written
        if nothing is under way there, and shown at once: what they write is told at once, and comes after it."""
        if self.peers.is_settled(audience.table):
            show()
        else:
            self.store.after(show)

    def wake(self, audience: Audience) -> None:
        """Set going what happens without anybody asking: machines that think, flags that fall."""
        if audience.live.machines:
            self._thinking.wake(audience)
        if audience.live.clock.running:
            self.alarms.set(audience)

    def has_in_front(self, person: str, table: str) -> bool:
        """Whether the person looks at the table, on any screen of this server's."""
        audience = self.audiences.get(table)
        return audience is not None and person in audience.looking

    async def see(self, person: str, table: str) -> None:
        """The table is in front of the person: there is nothing left to tell them of it."""
        if await self.store.is_unseen(person, table):
            self.store.see(person, table, lambda: self.outside.ring(person, table))

    async def is_here(self, audience: Audience) -> bool:
        """Whether the table is still the one in use, when nothing is under way there any more."""
        while audience.table.writing:
            await audience.table.writing.wait()
        return self.audiences.get(audience.live.row.id) is audience

    def think(self, game: Game, task: Task[T], stage: Stage = "ready") -> Task[T]:
        """A task for the machines, as soon as they know the game so far."""
        self.readiness.when(game.id, stage, lambda: self.machines.submit(task))
        return task

    def forsake(self, task: Task[Any]) -> None:
        """Nobody waits for it any more."""
        self.machines.drop(task)
        for person in [person for person, asked in self.asking.items() if asked is task]:
            del self.asking[person]

    def tick(self) -> None:
        """Once a second or so: the lobby, watchers, tables nobody needs, and a sign of life for the clocks."""
        now = self.outside.now()
        begin(self.lobby.tell())
        for audience in list(self.audiences.values()):
            if audience.table.writing:
                continue
            if audience.is_told_late or (audience.has_stirred and audience.watchers_told != audience.watchers):
                around = audience.around()
                self.when_kept(audience, partial(self.tell, around))
            audience.has_stirred = audience.is_told_late = False
        self.memory.tick(now)
        self.peers.tick()
        if self.flags.is_any_running and not self.store.away_since:
            self.store.keep("alive", str(now), lambda: None)

    async def end_forsaken(self) -> None:
        """Called now and then: tables that everybody has left are called off."""
        now = self.outside.now()
        if not await self.peers.is_mine("forsaken"):
            return
        for status, patience in FORSAKEN_MS.items():
            for table in await self.store.forsaken(status, now - patience):
                audience = await self.audience(table)
                if not audience.followers:
                    self.commit(audience, audience.live.entry(Ended("aborted"), now), now)

    def close(self) -> None:
        """The last sign of life; the store writes what is queued when it closes."""
        self.store.keep("alive", str(self.outside.now()), lambda: None)
