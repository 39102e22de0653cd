"""Parties: a screen that is nobody, phones that are hands, and one table after the other.

A party is kept as a whole under its version (store/of_parties.py): whoever comes too late judges again. The television
and the phones follow the party for who is there and what comes next, and its table, as any table, for the match.
"""

import secrets
from collections.abc import Callable

from msgspec.structs import replace

from recif.games.core.contract import Refused
from recif.server.live import evening
from recif.server.live.table import LiveTable
from recif.server.messages import wire
from recif.server.messages.bodies import parties as bodies
from recif.server.messages.bodies.parties import Entrance, GuestInfo, PartyInfo
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import EMOTES
from recif.server.parties import acts
from recif.server.parties.presence import AGAIN_TICKS, Presence
from recif.server.people.accounts import new_id
from recif.server.store.durability import durable
from recif.server.store.entries import Adjourned, Chair, Continued, Ended, Entry, Evening, Handed, Passed
from recif.server.store.rows import GuestRow, PartyRow
from recif.server.tables.creation import fresh_row
from recif.server.tables.registry import Registry
from recif.server.tasks import OneAtATime, begin
from recif.server.views import rendering
from recif.server.views.audience import Connection

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words; nothing that looks like something else
CODE_LENGTH = 4
TRIES = 50  # to find a code that nobody has
GENTLEST = 1
ARRIVING_MS = 5_000  # who has just come counts as here, though the phone has not called yet
SOON = 0.1  # seconds in which those who come and go are told of together
PRUNE_TICKS = 600


class Parties:
    """All that happens around televisions."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store
        self._now = registry.outside.now
        self.presence = Presence(self._now())
        self._captains: dict[str, str] = {}  # of the parties that are followed here
        self._stirred: set[str] = set()
        self._turns = OneAtATime()
        self._ticks = 0
        registry.peers.on("party", self._heard_of)
        registry.peers.on("attends", self._heard_attends)
        registry.peers.on("cheer", self._heard_cheer)

    async def at_screen(self, screen: str) -> Entrance:
        """The party of a television: the one it has, or a new one."""
        row = await self._store.party_of_screen(screen, self._now()) or await self._new(screen)
        return Entrance(await self.info(row), row.key)

    async def _new(self, screen: str) -> PartyRow:
        for _ in range(TRIES):
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            now = self._now()
            row = PartyRow(new_id(), code, secrets.token_urlsafe(16), screen, now, now + acts.LASTS_MS)
            if await self._save(row):
                return row
        raise refuse("busy")

    async def of_code(self, code: str) -> PartyRow | None:
        said = "".join(letter for letter in code.upper() if letter.isalpha())
        return await self._store.party_of_code(said, self._now()) if len(said) == CODE_LENGTH else None

    async def of_key(self, party: str, key: str) -> PartyRow | None:
        row = await self._store.party(party, self._now())
        return row if row and secrets.compare_digest(row.key.encode(), key.encode()) else None

    async def enter(self, party: str, person: str) -> Entrance:
        self._registry.outside.later(ARRIVING_MS / 1000, lambda: self._stir(party))
        return Entrance(await self.info(await self._change(party, lambda row: acts.entered(row, person, self._now()))))

    async def look(self, party: str, person: str) -> PartyInfo:
        return await self.info(await self._mine(party, person))

    async def act(self, party: str, person: str, act: bodies.AnyPartyAct) -> PartyInfo:
        """Something that somebody there does, and what it means at the table."""
        async with self._turns.turn(party):
            row = await self._mine(party, person)
            if isinstance(act, bodies.BeginMatch):
                acts.judge(row, person, act, await self._around(row))
                return await self.info(await self._begin(row))
            around = await self._around(row)
            after = await self._change(party, lambda row: acts.judge(row, person, act, around))
            await self._at_table(row, person, act, around)
            return await self.info(after)

    async def _mine(self, party: str, person: str) -> PartyRow:
        """Refused to whoever is not there, as if there were none."""
        row = await self._store.party(party, self._now())
        if row is None or (person != row.screen and not acts.is_guest(row, person)):
            raise refuse("no-such-party")
        return row

    async def _change(self, party: str, change: Callable[[PartyRow], PartyRow]) -> PartyRow:
        while True:
            row = await self._store.party(party, self._now())
            if row is None:
                raise refuse("no-such-party")
            after = change(row)
            if after is row:
                return row
            after = replace(after, version=row.version + 1, until=self._now() + acts.LASTS_MS)
            if await self._save(after):
                await self._tell(party)
                self._registry.peers.tell("party", party)
                return after

    async def _save(self, row: PartyRow) -> bool:
        stamped = replace(row, stamp=secrets.token_urlsafe(9))
        await durable(self._store, lambda then: self._store.save_party(stamped, then))
        return await self._store.is_party(stamped)

    async def _around(self, row: PartyRow) -> acts.Company:
        now = self._now()
        gone = {
            guest.person: since
            for guest in row.guests
            if (since := self.presence.gone(row.id, guest.person, now)) is not None
            and not self._is_arriving(row, guest, now)
        }
        live = await self._live(row)
        if live is None or not live.is_playing:
            return acts.Company(now, self._registry.games, gone)
        seated = {person: live.seats_of(person)[0] for person in live.people}
        return acts.Company(now, self._registry.games, gone, seated, True)

    def _is_arriving(self, row: PartyRow, guest: GuestRow, now: int) -> bool:
        return now - guest.joined < ARRIVING_MS and self.presence.is_unheard(row.id, guest.person)

    async def _live(self, row: PartyRow) -> LiveTable | None:
        if not row.table:
            return None
        try:
            return (await self._registry.audience(row.table)).live
        except Refused:
            return None

    async def _begin(self, row: PartyRow) -> PartyRow:
        registry = self._registry
        await registry.readiness.reached(row.game, "rules")
        seating = acts.seating(row, await self._around(row))
        if await self._store.unfinished(row.captain) >= registry.limits.tables:
            raise refuse("too-many-tables")
        await registry.people.know([row.captain, *(person for team in seating.teams for person in team)])
        chairs = [self._chair(team) for team in seating.teams]
        chairs += [Chair("machine", "", row.level) for _ in range(seating.machines)]
        table = fresh_row(registry.games[row.game], row.options, chairs, row.captain, self._now())
        table.evening = await self._evening(row)
        await durable(self._store, lambda then: registry.committing.start(table, lambda _: then()))
        seated = [person for team in seating.teams for person in team]
        return await self._change(row.id, lambda row: acts.begun(row, table.id, seated))

    def _chair(self, team: list[str]) -> Chair:
        """Those who share a seat have one name there, and the first one's face."""
        first = self._registry.people.row(team[0])
        if len(team) == 1:
            return Chair("person", first.id)
        name = " + ".join(self._registry.people.row(person).name for person in team)
        return Chair("person", first.id, name=name, face=first.face, team=tuple(team[1:]))

    async def _evening(self, row: PartyRow) -> Evening:
        before = await self._store.table(row.table) if row.table else None
        return evening.after(before) if before else Evening()

    async def _at_table(self, row: PartyRow, person: str, act: bodies.AnyPartyAct, around: acts.Company) -> None:
        """What an act means where they play."""
        match act:
            case bodies.StopMatch():
                await self._happen(row.table, lambda live, now: live.entry(Ended("aborted"), now))
            case bodies.PauseParty() if act.on != row.is_paused:
                pause = Adjourned() if act.on else Continued(0)
                await self._happen(row.table, lambda live, now: live.entry(pause, now))
            case bodies.SendAway() | bodies.ReplaceGuest(by="machine"):
                await self._hand_over(row, act.person, around)
            case bodies.LeaveParty():
                await self._hand_over(row, person, around)
            case bodies.ReplaceGuest():
                await self._pass_on(row, act.person, act.guest, around)
            case bodies.AnswerClaim(yes=True):
                await self._adopt(row.claims[act.person], act.person)
                await self._pass_on(row, row.claims[act.person], act.person, around)

    async def _adopt(self, old: str, new: str) -> None:
        """The new phone bears the name and the face that everybody knows; an account keeps its own."""
        people = self._registry.people
        before, after = await people.known(old), await people.known(new)
        if not after.password and not before.password:
            after.name, after.face = before.name, before.face
            await people.save(after, lambda: None)

    async def _hand_over(self, row: PartyRow, person: str, around: acts.Company) -> None:
        """A machine plays on, unless somebody shares the seat."""
        seat = around.seated.get(person)
        if seat is None:
            return

        def entry(live: LiveTable, now: int) -> Entry:
            others = tuple(one for one in (live.chairs[seat].person, *live.chairs[seat].team) if one != person)
            return live.entry(Passed(seat, others[0], others[1:]) if others else Handed(seat, GENTLEST), now)

        await self._happen(row.table, entry)

    async def _pass_on(self, row: PartyRow, old: str, new: str, around: acts.Company) -> None:
        seat = around.seated.get(old)
        if seat is None:
            return

        def entry(live: LiveTable, now: int) -> Entry:
            sitting = (live.chairs[seat].person, *live.chairs[seat].team)
            first, *rest = [new if one == old else one for one in sitting]
            return live.entry(Passed(seat, first, tuple(rest)), now)

        await self._registry.people.know([new])
        await self._happen(row.table, entry)

    async def _happen(self, table: str, entry: Callable[[LiveTable, int], Entry]) -> None:
        """At the table, if its match still goes on."""
        while True:
            audience = await self._registry.audience(table)
            if not audience.live.is_playing:
                return
            now = self._now()
            self._registry.committing.commit(audience, entry(audience.live, now), now)
            if not audience.table.writing or await audience.table.writing.wait():
                return

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
        )

    async def attend(self, connection: Connection, party: str, on: bool) -> None:
        """A television, or a phone, follows the party."""
        if not on:
            self._leave(connection, party)
            return
        row = await self._mine(party, connection.person)
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
        await self._mine(party, connection.person)
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
        row = await self._store.party(party, self._now())
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
        row = await self._store.party(party, self._now())
        if row is None:
            self.presence.forget(party)
            return
        around = await self._around(row)
        if not row.captain or not around.is_missing(row.captain):
            self._captains[party] = row.captain
            return
        new = acts.next_captain(row, around)
        if new and around.is_here(new):
            await self._change(party, lambda row: replace(row, captain=new) if acts.is_guest(row, new) else row)
