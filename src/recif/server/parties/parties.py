"""Parties: a screen that is nobody, phones that are hands, and one table after the other.

A party is kept as a whole under its version (store/of_parties.py): whoever comes too late judges again. The television
and the phones follow the party for who is there and what comes next, and its table, as any table, for the match.
"""

from msgspec.structs import replace

from recif.server.messages import wire
from recif.server.messages.bodies import parties as bodies
from recif.server.messages.bodies.parties import Entrance, GuestInfo, PartyInfo
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import EMOTES, FACES
from recif.server.parties import acts
from recif.server.parties.kept import KeptParties
from recif.server.parties.matches import PartyMatches, winners
from recif.server.parties.presence import AGAIN_TICKS, Presence
from recif.server.store.rows import GuestRow, PartyRow
from recif.server.tables.registry import Registry
from recif.server.tasks import OneAtATime, begin
from recif.server.views import rendering
from recif.server.views.audience import Connection

ARRIVING_MS = 5_000  # who has just come counts as here, though the phone has not called yet
SOON = 0.1  # seconds in which those who come and go are told of together
PRUNE_TICKS = 600


class Parties:
    """All that happens around televisions: what is `kept`, who is there, and what they are told."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store
        self._now = registry.outside.now
        self.presence = Presence(self._now())
        self.kept = KeptParties(self._store, self._now, self._changed)
        self._matches = PartyMatches(registry)
        self._captains: dict[str, str] = {}  # of the parties that are followed here
        self._stirred: set[str] = set()
        self._turns = OneAtATime()
        self._ticks = 0
        registry.peers.on("party", self._heard_of)
        registry.peers.on("attends", self._heard_attends)
        registry.peers.on("cheer", self._heard_cheer)

    async def at_screen(self, screen: str) -> Entrance:
        """The party of a television: the one it has, or a new one."""
        row = await self.kept.at_screen(screen)
        return Entrance(await self.info(row), row.key)

    async def enter(self, party: str, person: str) -> Entrance:
        self._registry.outside.later(ARRIVING_MS / 1000, lambda: self._stir(party))
        async with self._turns.turn(party):
            await self._dress(party, person)
            row = await self.kept.change(party, lambda row: acts.entered(row, person, self._now()))
        return Entrance(await self.info(row))

    async def _dress(self, party: str, person: str) -> None:
        """Nobody comes with the face of somebody who is there, as long as one is free; an account keeps its own."""
        row = await self.kept.find(party)
        if row is None or acts.is_guest(row, person):
            return
        people = self._registry.people
        me = await people.known(person)
        taken = {0} | {one.face for one in await people.know([guest.person for guest in row.guests])}
        free = [face for face in range(1, FACES + 1) if face not in taken]
        if me.face in taken and free and not me.password:
            me.face = free[0]
            await people.save(me, lambda: None)

    async def look(self, party: str, person: str) -> PartyInfo:
        return await self.info(await self.kept.of_guest(party, person))

    async def act(self, party: str, person: str, act: bodies.AnyPartyAct) -> PartyInfo:
        """Something that somebody there does, and what it means at the table."""
        async with self._turns.turn(party):
            row = await self.kept.of_guest(party, person)
            if isinstance(act, bodies.BeginMatch):
                acts.judge(row, person, act, await self._around(row))
                return await self.info(await self._begin(row))
            around = await self._around(row)
            after = await self.kept.change(party, lambda row: acts.judge(row, person, act, around))
            await self._matches.act(row, person, act, around)
            return await self.info(after)

    async def _begin(self, row: PartyRow) -> PartyRow:
        await self._registry.readiness.reached(row.game, "rules")
        before = await self._around(row)
        seating = acts.seating(row, before)
        table = await self._matches.begin(row, seating)
        seated = [person for team in seating.teams for person in team]
        counted = before._replace(winners=())  # another server was quicker

        def begun(now: PartyRow) -> PartyRow:
            return acts.begun(now, table, seated, before if now.table == row.table else counted)

        return await self.kept.change(row.id, begun)

    async def _changed(self, party: str) -> None:
        await self._tell(party)
        self._registry.peers.tell("party", party)

    async def _around(self, row: PartyRow) -> acts.Company:
        now = self._now()
        gone = {
            guest.person: since
            for guest in row.guests
            if (since := self.presence.gone(row.id, guest.person, now)) is not None
            and not self._is_arriving(row, guest, now)
        }
        live = await self._matches.live(row)
        if live is None or not live.is_playing:
            return acts.Company(now, self._registry.games, gone, winners=winners(live))
        seated = {person: live.seats_of(person)[0] for person in live.people}
        return acts.Company(now, self._registry.games, gone, seated, True)

    def _is_arriving(self, row: PartyRow, guest: GuestRow, now: int) -> bool:
        return now - guest.joined < ARRIVING_MS and self.presence.is_unheard(row.id, guest.person)

    async def info(self, row: PartyRow) -> PartyInfo:
        around = await self._around(row)
        people = self._registry.people
        await people.know([guest.person for guest in row.guests])
        guests = [
            GuestInfo(
                rendering.person(people.row(guest.person)),
                around.is_here(guest.person),
                around.gone.get(guest.person, 0),
                guest.team,
                acts.won(guest, around),
            )
            for guest in row.guests
        ]
        return PartyInfo(
            row.id,
            row.code,
            row.version,
            row.until,
            around.now,
            row.captain,
            guests,
            row.game,
            row.options,
            row.machines,
            row.level,
            row.table,
            row.matches,
            acts.fitting(row, around),
            row.guesses,
            row.claims,
            row.is_hidden,
            row.is_paused,
            row.minutes,
        )

    async def attend(self, connection: Connection, party: str, on: bool) -> None:
        """A television, or a phone, follows the party."""
        if not on:
            self._leave(connection, party)
            return
        row = await self.kept.of_guest(party, connection.person)
        if self.presence.come(party, connection):
            self._stir(party)
            self._registry.peers.tell("attends", party, connection.person, True)
        self._captains[party] = row.captain
        connection.send(wire.encode(wire.Party(await self.info(row))))

    def gone(self, connection: Connection, parties: set[str]) -> None:
        """The connection is lost."""
        for party in parties:
            self._leave(connection, party)

    def _leave(self, connection: Connection, party: str) -> None:
        if self.presence.go(party, connection, self._now()):
            self._stir(party)
            self._registry.peers.tell("attends", party, connection.person, False)

    async def cheer(self, connection: Connection, party: str, emote: str) -> None:
        await self.kept.of_guest(party, connection.person)
        if emote not in EMOTES:
            raise refuse("no-such-emote")
        await self._show_cheer(party, connection.person, emote)
        self._registry.peers.tell("cheer", party, connection.person, emote)

    async def _show_cheer(self, party: str, person: str, emote: str) -> None:
        who = rendering.person(await self._registry.people.known(person))
        data = wire.encode(wire.Cheered(party, who, emote))
        for connection in self.presence.connections(party):
            connection.send(data)

    def _stir(self, party: str) -> None:
        """Somebody came or went: everybody else is told soon, of all who did."""
        if party not in self._stirred:
            self._stirred.add(party)
            self._registry.outside.later(SOON, lambda: begin(self._tell(party)))

    async def _tell(self, party: str) -> None:
        self._stirred.discard(party)
        if not self.presence.connections(party):
            return
        row = await self.kept.find(party)
        if row is None:
            self.presence.forget(party)
            return
        self._captains[party] = row.captain
        data = wire.encode(wire.Party(await self.info(row)))
        for connection in self.presence.connections(party):
            connection.send(data)

    async def _heard_of(self, party: str) -> None:
        await self._tell(party)

    async def _heard_attends(self, party: str, person: str, is_here: bool) -> None:
        self.presence.hear(party, person, is_here, self._now())
        if self.presence.connections(party):
            self._stir(party)

    async def _heard_cheer(self, party: str, person: str, emote: str) -> None:
        await self._show_cheer(party, person, emote)

    def tick(self) -> None:
        """Once a second: a captain who is missing hands the party on; other servers hear who is here."""
        self._ticks += 1
        now = self._now()
        for party in self.presence.parties:
            if self._ticks % AGAIN_TICKS == 0:
                for connection in self.presence.connections(party):
                    self._registry.peers.tell("attends", party, connection.person, True)
            since = self.presence.gone(party, self._captains.get(party, ""), now)
            if since is not None and now - since >= acts.MISSING_MS:
                begin(self._find_captain(party))
        if self._ticks % PRUNE_TICKS == 0:
            self._store.prune_parties(now, lambda: None)

    async def _find_captain(self, party: str) -> None:
        row = await self.kept.find(party)
        if row is None:
            self.presence.forget(party)
            return
        around = await self._around(row)
        if not row.captain or not around.is_missing(row.captain):
            self._captains[party] = row.captain
            return
        new = acts.next_captain(row, around)
        if new and around.is_here(new):
            await self.kept.change(party, lambda row: replace(row, captain=new) if acts.is_guest(row, new) else row)
