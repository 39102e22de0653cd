"""The registry: every table in use. No transport and no clock of its own: both are handed in.

A request is judged here; what it leads to happens in committing.py.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from recif.games.core.contract import Game, Refused
from recif.match.signing import Signer, Unsigned, new_secret
from recif.school.speeds import speed_of
from recif.server.limits import Limits
from recif.server.live import evening
from recif.server.live.table import LiveTable
from recif.server.machines.lending import Lending
from recif.server.machines.tasks import CanBeAsked, Task
from recif.server.messages import wire
from recif.server.messages.bodies.tables import NewTable
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Status
from recif.server.people.accounts import People
from recif.server.people.holidays import Resting
from recif.server.people.ratings import Ratings
from recif.server.people.whereabouts import Whereabouts
from recif.server.readiness import Readiness, Stage
from recif.server.store.entries import Ended, Evening
from recif.server.store.interface import Shared, Store
from recif.server.store.rows import TableRow
from recif.server.tables import challenges, creation, requests
from recif.server.tables.archive import Archive
from recif.server.tables.catching_up import CatchingUp
from recif.server.tables.commit import Acknowledge
from recif.server.tables.committing import Committing
from recif.server.tables.fair_play import FairPlay
from recif.server.tables.flags import Flags
from recif.server.tables.lists import Lists
from recif.server.tables.loading import Loading
from recif.server.tables.memory import Memory
from recif.server.tables.on_disk import TablesOnDisk
from recif.server.tables.outside import Outside
from recif.server.tables.peers import Alone, Peers
from recif.server.tables.requests import TableRequest
from recif.server.tables.sharing import Sharing
from recif.server.tasks import begin
from recif.server.views.audience import Audience
from recif.server.views.lobby import LobbyNews
from recif.server.views.spectators import Spectators

T = TypeVar("T")

DAY_MS = 24 * 60 * 60 * 1000
FORSAKEN_MS: dict[Status, int] = {"open": DAY_MS, "playing": 60 * DAY_MS}  # after so long without anything
SIGNING_KEY = "signing-key"  # the name under which it is kept


class Registry:
    """Tables: made, found, asked for something."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        machines: CanBeAsked,
        outside: Outside,
        limits: Limits | None = None,
        readiness: Readiness | None = None,
        shared: Shared | None = None,
        people: People | None = None,
    ) -> None:
        """`shared`: the store again, where other servers write to it too."""
        self.store = store
        self.games = games
        self.readiness = readiness or Readiness(games)
        self.readiness.heed = machines.prepare
        self.machines = machines
        self.outside = outside
        self.limits = limits or Limits()
        self.people = people or People(store)
        self.ratings = Ratings(store, self.people)
        self.whereabouts = Whereabouts(store)
        self.fair_play = FairPlay(store, self.people, self.whereabouts, self.audience)
        self.memory = Memory(store, self.people.row)
        self.audiences = self.memory.audiences
        self.on_disk = TablesOnDisk(store, games)
        self.lists = Lists(games, self.people, self.audiences)
        self.lobby = LobbyNews(store, self.lists.infos)
        self.spectators = Spectators(outside.later)
        self.flags = Flags(store, self.readiness, self.audience, outside)
        self.lending = Lending(outside.later)
        self.thoughts = 0  # that the machines here were asked for
        self.asking: dict[str, Task[Any]] = {}  # what a machine thinks about for a person
        self.committing = Committing(
            store,
            games,
            outside,
            self.memory,
            self.ratings,
            Resting(self.people),
            self.flags,
            self.lobby,
            self.spectators,
            self.think,
            self.forsake,
        )
        self.when_forgotten: list[Callable[[str], Awaitable[None]]] = []  # whoever keeps something of people elsewhere
        self.alarms = self.committing.alarms
        self.archive = Archive(store, games, self.readiness, self.people, self.audience)
        self.commitments = creation.SharedCommitments(shared) if shared else creation.Commitments()
        self.peers = self.committing.peers = self._find_peers(shared)
        self._loading = Loading(
            self.on_disk, self.memory, self.ratings, self.flags, self.peers, self.committing, outside.now
        )

    def _find_peers(self, shared: Shared | None) -> Peers:
        if shared is None:
            return Alone()
        return Sharing(
            shared,
            self.memory,
            self.people,
            self.lobby,
            self.spectators,
            self.flags,
            self.readiness,
            self.committing,
            CatchingUp(shared, self.on_disk, self.memory, self.people, self.ratings, self.committing),
            self.audience,
            self.outside.now,
        )

    async def open(self) -> None:
        """Clocks that ran when the last server stopped have stood still since it was last seen alive."""
        await self.people.open()
        await self.whereabouts.open()
        self.signer = await self._signer()
        alive_at, now = int(await self.store.kept("alive") or 0), self.outside.now()
        await self.flags.open(alive_at, now, self.peers.were_here(alive_at, now))

    async def _signer(self) -> Signer | Unsigned:
        if not self.outside.is_witness:
            return Unsigned()
        return Signer(await self.store.keep_first(SIGNING_KEY, new_secret()))

    async def audience(self, table: str) -> Audience:
        """A table in use, loaded from the store if need be. Nothing happens there until the caller waits again.

        Where others write too, what is under way there is waited for: nobody is shown what may still be lost.
        """
        while (audience := self.memory.at_hand(table, self.outside.now())) is None:
            if found := self.audiences.get(table):
                assert found.table.writing
                await found.table.writing.wait()
            else:
                await self._loading.load(table)
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
        if wish.challenge:
            row.invited = await challenges.invited(self.people, row, wish.challenge, row.made)
        if wish.after:
            row.evening = await self._evening(person, wish.after)
        if wish.commitment:
            row = creation.with_luck(row, await self.commitments.take(wish.commitment))
        if row.rated:
            await self.ratings.know([person], row.game, speed_of(row.pace, len(row.chairs)))
        lately = [] if wish.after or is_show else await self.store.finished_of(person, evening.LATELY)
        audience = self.committing.start(row, lambda _: then(), lately)
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
        if isinstance(asked, wire.Sit | wire.Fill):
            lately = await self.store.finished_of(person, evening.LATELY)
            (await self.audience(asked.table)).live.lately = lately
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
        audience = self.memory.at_hand(asked.table, self.outside.now()) or await self.audience(asked.table)
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
            version = done.version - audience.live.hidden_from(person)
            self.store.after(lambda: then(version))
            return True
        except Refused:
            if await self.peers.was_behind(audience):
                return False
            raise
        self.committing.commit(audience, entry, now, then)
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

    async def excuse(self, person: str) -> None:
        """Somebody has gone on holiday, or come back: the tables at which they sit hear of it."""
        for table in await self.store.unfinished_of(person):
            row = await self.store.table(table)
            if row and row.pace.allows_holidays and row.holidays:
                audience = await self.audience(table)
                self.committing.excuse(audience, self.outside.now())

    async def decline(self, person: str, table: str, then: Acknowledge) -> None:
        """A challenge is not taken up: the table is called off, and whoever made it hears so."""
        audience = await self.audience(table)
        entry = challenges.declined(audience.live, person, self.outside.now())
        self.committing.commit(audience, entry, entry.at, then)
        if audience.table.writing and not await audience.table.writing.wait():
            raise refuse("not-challenged")

    def think(self, game: Game, task: Task[T], stage: Stage = "ready") -> Task[T]:
        """A task for the asker's own device, or for the machines, as soon as they know the game so far."""

        def here() -> None:
            self.thoughts += 1
            self.readiness.when(game.id, stage, lambda: self.machines.submit(task))

        if not self.lending.lend(task, here):
            here()
        return task

    def forsake(self, task: Task[Any]) -> None:
        """Nobody waits for it any more."""
        self.machines.drop(task)
        self.lending.drop(task)
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
                self.committing.tell_around(audience)
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
                    self.committing.commit(audience, audience.live.entry(Ended("aborted"), now), now)

    def close(self) -> None:
        """The last sign of life; the store writes what is queued when it closes."""
        self.store.keep("alive", str(self.outside.now()), lambda: None)
