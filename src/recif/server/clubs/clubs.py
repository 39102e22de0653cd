"""Clubs: founded, come into, changed; their ladders, and the matches between them."""

import logging
from collections.abc import Awaitable

from recif.games.core.contract import Refused
from recif.server.clubs.changing import Changing, ClubChange
from recif.server.clubs.club_matches import ClubMatches
from recif.server.clubs.ladders import Ladders
from recif.server.clubs.membership import MOST_CLUBS, MOST_FOUNDED, Membership, check_role, is_code, new_code
from recif.server.clubs.pages import ClubPages, sees_names
from recif.server.clubs.presence import ClubPresence
from recif.server.clubs.telling import ClubTelling
from recif.server.messages.bodies import clubs as bodies
from recif.server.messages.refusals import refuse
from recif.server.people.accounts import new_id
from recif.server.people.names import clean_name, tidied
from recif.server.store.club_rows import ClubRow, DuelRow, MemberRow
from recif.server.store.durability import durable
from recif.server.tables.registry import Registry
from recif.server.tasks import begin

log = logging.getLogger("recif.clubs")

LONGEST_NAME = 40
LEASE_S = 30.0
DUE_AT_ONCE = 20  # duels looked at in a second


class Clubs:
    """All that happens in clubs."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store
        self._now = registry.outside.now
        self._changing = Changing(registry.store)
        self._membership = Membership(registry.store, registry.people)
        self._telling = ClubTelling(registry)
        self._is_looking = False
        self.presence = ClubPresence(registry.store, registry.peers)
        self.ladders = Ladders(registry)
        self.matches = ClubMatches(registry)
        self.pages = ClubPages(registry, self.presence, self.matches)

    async def found(self, person: str, wish: bodies.ClubBody) -> bodies.ClubPage:
        me = await self._registry.people.known(person)
        if not me.password:
            raise refuse("club-accounts")
        name = clean_name(wish.name, LONGEST_NAME, "long-club-name")
        mine = await self._store.memberships_of(person)
        if len(mine) >= MOST_CLUBS or sum(one.is_admin for one in mine) >= MOST_FOUNDED:
            raise refuse("too-many-clubs")
        row = ClubRow(
            new_id(),
            name,
            self._now(),
            about_fr=tidied(wish.about_fr),
            about_en=tidied(wish.about_en),
            joining=wish.joining,
            public=wish.public,
            code=new_code() if wish.joining == "code" else "",
        )
        founder = MemberRow(row.id, person, "member", row.made, "admin")
        if not await self._changing.found(row, self._key(name), founder):
            raise refuse("club-name-taken")
        return await self.pages.page(row, person)

    def _key(self, name: str) -> str:
        return self._registry.people.likeness(name)

    async def named(self, name: str) -> ClubRow:
        """By its name, or one that looks like it."""
        row = await self._store.club_of_key(self._key(name))
        if row is None:
            raise refuse("no-such-club")
        return row

    async def look(self, name: str, person: str) -> bodies.ClubPage:
        row = await self.named(name)
        if person:
            await self._registry.committing.see(person, f"club {row.id}")
        return await self.pages.page(row, person)

    async def seen(self, name: str, person: str) -> ClubRow:
        """The club, for who may see names there."""
        row = await self.named(name)
        if not sees_names(row, await self._store.member(row.id, person) if person else None):
            raise refuse("not-a-member")
        return row

    async def ladder(self, name: str, game: str, person: str) -> bodies.LadderPage:
        return await self.ladders.page(await self.seen(name, person), game, person)

    async def act(self, name: str, person: str, act: bodies.AnyClubAct) -> bodies.ClubPage:
        row = await self.named(name)
        match act:
            case bodies.EnterLadder():
                await self.ladders.enter(row, act.game, person)
            case bodies.QuitLadder():
                await self.ladders.quit(row.id, act.game, person)
            case bodies.ChallengeUp():
                await self.ladders.challenge(row, act.game, person, act.person)
            case bodies.WithdrawChallenge():
                await self.ladders.withdraw(row, act.game, person)
            case bodies.OfferMatch():
                await self.matches.offer(row, person, act, await self._store.club_of_key(self._key(act.club)))
            case bodies.AnswerMatch() | bodies.JoinMatch() | bodies.StartMatch():
                await self.matches.act(row, person, act)
            case _:
                await self._change(row, person, act)
        return await self.pages.page(await self.named(name), person)

    async def _change(self, row: ClubRow, person: str, act: bodies.AnyClubAct) -> None:
        id = new_id()

        async def judge(row: ClubRow) -> ClubChange:
            return await self._membership.judge(row, person, act, self._now(), id)

        await self._changing.change(row.id, judge)
        if isinstance(act, bodies.LeaveClub | bodies.RemoveMember) or (isinstance(act, bodies.HideMe) and act.on):
            await self.ladders.quit_all(row.id, act.person if isinstance(act, bodies.RemoveMember) else person)

    async def is_wrong_code(self, name: str, person: str, act: bodies.AnyClubAct) -> bool:
        """Whether somebody guesses."""
        row = await self.named(name)
        is_guess = isinstance(act, bodies.JoinClub) and row.joining == "code" and not is_code(row, act.code)
        return is_guess and await self._store.member(row.id, person) is None

    async def dissolve(self, name: str, person: str, said: str) -> None:
        row = await self.named(name)
        check_role(await self._store.member(row.id, person), "admin")
        if said.strip() != row.name:
            raise refuse("not-that-club")
        await durable(self._store, lambda then: self._store.dissolve(row.id, then))

    async def is_member(self, club: str, person: str) -> bool:
        member = await self._store.member(club, person)
        return member is not None and member.kind == "member"

    async def may_host(self, club: str, person: str) -> bool:
        """Whether somebody may hold an event in the club's name."""
        member = await self._store.member(club, person)
        return member is not None and member.may("host")

    def tick(self) -> None:
        """Once a second: one server at a time tells who is to be told, and looks at what is due."""
        if not self._is_looking:
            self._is_looking = True
            begin(self._look())

    async def _look(self) -> None:
        try:
            if await self._registry.peers.is_mine("clubs", LEASE_S):
                await self.go_on()
        finally:
            self._is_looking = False

    async def go_on(self) -> None:
        """Two servers that do so at once do nothing twice: each change names what it was made of."""
        await self._telling.tell()
        for duel in await self._store.due_duels(self._now(), DUE_AT_ONCE):
            await self._settled(duel)

    async def _settled(self, duel: DuelRow) -> None:
        """One that fails keeps no other waiting."""
        settle: Awaitable[None] = (self.matches if duel.contest else self.ladders).settle(duel)
        try:
            await settle
        except Refused as refused:
            log.warning("a duel at %s waits: %s", duel.table, refused)
            await durable(self._store, lambda then: self._store.put_off_duel(duel, self._now() + 60_000, then))
