"""What a party means where its people play: a table for each match, and who sits on whose chair there."""

from collections.abc import Callable

from recif.games.core.contract import Refused
from recif.match.pace import Pace
from recif.server.live import evening
from recif.server.live.table import LiveTable
from recif.server.messages.bodies import parties as bodies
from recif.server.messages.refusals import refuse
from recif.server.parties import acts
from recif.server.store.durability import durable
from recif.server.store.entries import Adjourned, Chair, Continued, Ended, Entry, Evening, Handed, Passed
from recif.server.store.rows import PartyRow
from recif.server.tables.creation import fresh_row
from recif.server.tables.registry import Registry

GENTLEST = 1
MINUTE_MS = 60_000
BONUS_MS = 5_000  # a turn, where the captain wants clocks; who has no time left is played on for


def winners(live: LiveTable | None) -> set[str]:
    """Whoever has won the match there, once it is over and counts: all who share the seat."""
    seats = evening.winners(live.row) if live else ()
    return {person for seat in seats if live for person in (live.chairs[seat].person, *live.chairs[seat].team)}


class PartyMatches:
    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store
        self._now = registry.outside.now

    async def live(self, row: PartyRow) -> LiveTable | None:
        """The table at which they play or have played."""
        if not row.table:
            return None
        try:
            return (await self._registry.audience(row.table)).live
        except Refused:
            return None

    async def begin(self, row: PartyRow, seating: acts.Seating) -> str:
        """A table for the next match, on disk; its code."""
        registry = self._registry
        if await self._store.unfinished(row.captain) >= registry.limits.tables:
            raise refuse("too-many-tables")
        await registry.people.know([row.captain, *(person for team in seating.teams for person in team)])
        chairs = [self._chair(team) for team in seating.teams]
        chairs += [Chair("machine", "", row.level) for _ in range(seating.machines)]
        table = fresh_row(registry.games[row.game], row.options, chairs, row.captain, self._now())
        table.evening = await self._evening(row)
        if row.minutes:
            table.pace, table.flag = Pace("increment", row.minutes * MINUTE_MS, BONUS_MS), "machine"
        await durable(self._store, lambda then: registry.committing.start(table, lambda _: then()))
        return table.id

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

    async def act(self, row: PartyRow, person: str, act: bodies.AnyPartyAct, around: acts.Company) -> None:
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
