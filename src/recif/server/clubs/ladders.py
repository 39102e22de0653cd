"""Ladders: challenge somebody above you; whoever wins has the place, and so has whoever waits in vain for an answer.

A challenge is a table whose open seat is kept for somebody, as any challenge is. The duel, which says what is at stake
there, is on disk before the table is; one whose table never came is dropped, and nobody has heard of it.
"""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from recif.games.core.contract import Refused
from recif.match.clock import DAY
from recif.server.clubs import rungs
from recif.server.clubs.telling import of_club
from recif.server.messages.bodies.clubs import LadderPage, LadderSettings, Rung
from recif.server.messages.bodies.tables import NewTable, SeatWish
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Pace
from recif.server.people import holidays
from recif.server.store.club_rows import ClubRow, DuelRow, LadderRow, LadderRules
from recif.server.store.durability import durable, durably
from recif.server.store.entries import Ended
from recif.server.store.rows import NoticeRow
from recif.server.tables.registry import Registry
from recif.server.tasks import OneAtATime
from recif.server.views import rendering

MAKING_MS = 60_000  # for the table of a duel to be made
SETTLED_AT_ONCE = 5  # of a ladder that somebody looks at
RungShift = Callable[[tuple[str, ...]], tuple[str, ...]]


class Ladders:
    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store
        self._turns = OneAtATime()

    async def page(self, club: ClubRow, game: str, me: str) -> LadderPage:
        self._check_game(club, game)
        now, people = self._registry.outside.now(), self._registry.people
        for duel in await self._store.due_in(club.id, game, now, SETTLED_AT_ONCE):
            await self.settle(duel)
        standing = await self._standing(club.id, game)
        rows = await people.know(standing)
        duels = {duel.other: duel for duel in await self._store.duels_in(club.id, game)}
        mine = any(duel.person == me for duel in duels.values())
        above = () if mine else rungs.near(standing, me, club.rules.reach)
        shown = []
        for row in rows:
            rung = Rung(rendering.person(row), holidays.until(row, now), near=row.id in above and row.id not in duels)
            if at_stake := duels.get(row.id):
                rung.table, rung.by = at_stake.table, people.row(at_stake.person).name
                rung.until = await self._answer_by(at_stake, club.rules) if at_stake.due is not None else 0
            shown.append(rung)
        place = standing.index(me) + 1 if me in standing else 0
        return LadderPage(game, shown, place, now, settings_of(club.rules))

    def _check_game(self, club: ClubRow, game: str) -> None:
        if game not in self._registry.games or game not in club.rules.games:
            raise refuse("no-such-ladder")

    async def _standing(self, club: str, game: str) -> tuple[str, ...]:
        members = set(await self._store.member_ids(club))
        return rungs.standing_on((await self._store.ladder(club, game)).rungs, members)

    async def _answer_by(self, duel: DuelRow, rules: LadderRules) -> int:
        other = await self._registry.people.known(duel.other)
        return rungs.answer_by(duel.made, rules.days, other.holidays)

    async def enter(self, club: ClubRow, game: str, person: str) -> None:
        """At the bottom."""
        self._check_game(club, game)
        me = await self._store.member(club.id, person)
        if me is None or me.kind != "member":
            raise refuse("not-a-member")
        if me.hidden:
            raise refuse("hidden-on-ladder")
        if len(await self._standing(club.id, game)) >= rungs.MOST_RUNGS:
            raise refuse("ladder-full")
        await self._change(club.id, game, lambda standing: standing if person in standing else (*standing, person))

    async def quit(self, club: str, game: str, person: str) -> None:
        await self._change(club, game, lambda standing: tuple(one for one in standing if one != person))

    async def quit_all(self, club: str, person: str) -> None:
        """Whoever leaves the club, or hides: somebody who waits for their answer waits no longer."""
        for ladder in await self._store.ladders_of(club):
            if person in ladder.rungs:
                await self.quit(club, ladder.game, person)

    async def _change(
        self, club: str, game: str, change: RungShift, ended: DuelRow | None = None, notices: Sequence[NoticeRow] = ()
    ) -> None:
        while True:
            ladder = await self._store.ladder(club, game)
            members = set(await self._store.member_ids(club))
            after = change(rungs.standing_on(ladder.rungs, members))
            if after == ladder.rungs and not ended:
                return
            row = LadderRow(club, game, ladder.version + 1, secrets.token_urlsafe(9), after)
            save = partial(self._store.save_ladder, row, ended.table if ended else "", notices)
            await durable(self._store, save)
            if await self._store.is_ladder(row):
                for notice in notices:
                    self._registry.committing.ring(notice.person, notice.about)
                return

    async def challenge(self, club: ClubRow, game: str, person: str, other: str) -> str:
        """The table of the challenge."""
        self._check_game(club, game)
        async with self._turns.turn(f"{club.id} {game}"):
            standing = await self._standing(club.id, game)
            if person not in standing:
                raise refuse("not-on-ladder")
            if other not in rungs.near(standing, person, club.rules.reach):
                raise refuse("out-of-reach")
            return await self._duel(club, game, person, other)

    async def _duel(self, club: ClubRow, game: str, person: str, other: str) -> str:
        registry, now = self._registry, self._registry.outside.now()
        luck = await registry.commitments.new()
        duel = DuelRow(luck.match, club.id, game, person, other, now, now + MAKING_MS)
        await durable(self._store, lambda then: self._store.save_duel(duel, then))
        if await self._store.duel(duel.table) is None:
            raise refuse("duel-pending")
        pace = Pace("days", club.rules.turn_days * DAY)
        name = (await registry.people.known(other)).name
        wish = NewTable(game, [SeatWish("open"), SeatWish("me")], pace=pace, challenge=name)
        wish.commitment = luck.commitment
        try:
            await durably(self._store, lambda then: registry.make(person, wish, then))
        except Refused:
            await durable(self._store, lambda then: self._store.end_duel(duel.table, then))
            raise
        return duel.table

    async def withdraw(self, club: ClubRow, game: str, person: str) -> None:
        """Before it is answered."""
        for duel in await self._store.duels_in(club.id, game):
            if duel.person == person:
                await self._call_off(duel, person)
                return
        raise refuse("not-challenged")

    async def _call_off(self, duel: DuelRow, by: str) -> bool:
        """Whether nobody had answered."""
        await self._registry.readiness.reached(duel.game, "rules")
        audience = await self._registry.audience(duel.table)
        if audience.live.row.status != "open":
            raise refuse("not-challenged")
        now = self._registry.outside.now()
        self._registry.committing.commit(audience, audience.live.entry(Ended("aborted"), now, by), now)
        return not audience.table.writing or await audience.table.writing.wait()

    async def settle(self, duel: DuelRow) -> None:
        """Look at a duel: what has come of it, or when to look again."""
        now, row = self._registry.outside.now(), await self._store.table(duel.table)
        club = await self._store.club(duel.club)
        if row is None or club is None:
            if club is None or now >= duel.made + MAKING_MS:
                await durable(self._store, lambda then: self._store.end_duel(duel.table, then))
        elif row.status == "over":
            await self._decide(duel, club)
        elif row.status == "playing":
            await durable(self._store, lambda then: self._store.put_off_duel(duel, None, then))
        elif now < (until := await self._until(duel, club)):
            await durable(self._store, lambda then: self._store.put_off_duel(duel, until, then))
        else:
            with suppress(Refused):  # answered in the last instant
                await self._call_off(duel, "")

    async def _until(self, duel: DuelRow, club: ClubRow) -> int:
        """Who has left the ladder cannot answer any more."""
        standing = await self._standing(duel.club, duel.game)
        both = duel.person in standing and duel.other in standing
        return await self._answer_by(duel, club.rules) if both else 0

    async def _decide(self, duel: DuelRow, club: ClubRow) -> None:
        row = await self._store.table(duel.table)
        assert row
        entries = await self._store.entries(duel.table) if row.reason == "aborted" else []
        is_taken = rungs.takes_place(duel, row, entries)
        notices: list[NoticeRow] = []
        if is_taken and row.reason == "aborted":
            now = self._registry.outside.now()
            notices = [of_club(duel.other, club, "overtaken", now, duel.person, duel.game)]
        await self._change(
            duel.club,
            duel.game,
            lambda standing: rungs.moved(standing, duel.person, duel.other) if is_taken else standing,
            duel,
            notices,
        )


def settings_of(rules: LadderRules) -> LadderSettings:
    return LadderSettings(rules.games, rules.reach, rules.days, rules.turn_days)
