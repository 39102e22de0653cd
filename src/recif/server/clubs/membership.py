"""Who comes into a club, goes, and may do what: each act gives what is different afterwards, or is Refused."""

import secrets

from msgspec.structs import replace

from recif.server.clubs.changing import NOTHING, ClubChange
from recif.server.messages.bodies import clubs as bodies
from recif.server.messages.refusals import refuse
from recif.server.people.accounts import People
from recif.server.people.names import tidied
from recif.server.store.club_rows import ClubNewsRow, ClubRow, LadderRules, MemberRow, Role
from recif.server.store.interface import Store

MOST_MEMBERS = 1_000
MOST_CLUBS = 30  # that somebody is in, or on the way into
MOST_FOUNDED = 3  # of which somebody is an admin when founding another
MOST_ASKING = 100  # requests, and invitations, that are not answered yet
MOST_WITH_ROLES = 30
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words; nothing that looks like something else
CODE_LENGTH = 6
ORDER: tuple[Role, ...] = ("admin", "host", "accept", "moderate", "news")


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


class Membership:
    """What somebody does in a club that concerns who is in it, and what it tells."""

    def __init__(self, store: Store, people: People) -> None:
        self._store = store
        self._people = people

    async def judge(self, row: ClubRow, person: str, act: bodies.AnyClubAct, now: int, id: str) -> ClubChange:
        """`id`: of what comes of it, the same if it is judged again: another server may have been quick after us."""
        me = await self._store.member(row.id, person)
        match act:
            case bodies.JoinClub():
                return await self._join(row, me, person, act.code, now)
            case bodies.LeaveClub():
                return await self._leave(row, me)
            case bodies.HideMe():
                return self._hide(me, act.on)
            case bodies.AnswerRequest() | bodies.InviteMember():
                check_role(me, "accept")
                return await self._let_in(row, person, act, now)
            case bodies.RemoveMember():
                return await self._remove(row, me, act.person)
            case bodies.SetRoles():
                check_role(me, "admin")
                return await self._set_roles(row, act)
            case bodies.PublishNews():
                check_role(me, "news")
                text = tidied(act.text)
                if not text:
                    raise refuse("empty-news")
                return ClubChange(news=ClubNewsRow(id, row.id, now, person, text))
            case bodies.RemoveNews():
                check_role(me, "news")
                return ClubChange(unpublished=act.id)
        check_role(me, "admin")
        return _changed(row, act)

    async def _join(self, row: ClubRow, me: MemberRow | None, person: str, code: str, now: int) -> ClubChange:
        if me and (me.kind == "member" or (me.kind == "asks" and row.joining == "request")):
            return NOTHING
        if not (await self._people.known(person)).password:
            raise refuse("club-accounts")
        if me is None and len(await self._store.memberships_of(person)) >= MOST_CLUBS:
            raise refuse("too-many-clubs")
        if (me is None or me.kind != "invited") and not await self._is_open(row, code):
            return ClubChange(members=(MemberRow(row.id, person, "asks", now, tell="asks"),))
        await self._check_room(row)
        return ClubChange(members=(MemberRow(row.id, person, "member", now),))

    async def _is_open(self, row: ClubRow, code: str) -> bool:
        """Whether somebody comes in at once; False: they may ask."""
        if row.joining == "open":
            return True
        if row.joining == "code":
            if not is_code(row, code):
                raise refuse("wrong-club-code")
            return True
        if row.joining == "invitation":
            raise refuse("by-invitation")
        if await self._store.count_belonging(row.id, "asks") >= MOST_ASKING:
            raise refuse("club-busy")
        return False

    async def _check_room(self, row: ClubRow) -> None:
        if await self._store.count_members(row.id) >= MOST_MEMBERS:
            raise refuse("club-full")

    async def _leave(self, row: ClubRow, me: MemberRow | None) -> ClubChange:
        if me is None:
            return NOTHING
        await self._check_admin_stays(row, me)
        return ClubChange(gone=(me.person,))

    async def _check_admin_stays(self, row: ClubRow, who: MemberRow) -> None:
        others = [one for one in await self._store.with_roles(row.id) if one.person != who.person]
        if who.is_admin and not any(one.is_admin for one in others):
            raise refuse("last-admin")

    def _hide(self, me: MemberRow | None, on: bool) -> ClubChange:
        if me is None or me.kind != "member":
            raise refuse("not-a-member")
        return ClubChange(members=(me._replace(hidden=int(on)),)) if bool(me.hidden) != on else NOTHING

    async def _let_in(
        self, row: ClubRow, person: str, act: bodies.AnswerRequest | bodies.InviteMember, now: int
    ) -> ClubChange:
        if isinstance(act, bodies.AnswerRequest):
            asks = await self._store.member(row.id, act.person)
            if asks and asks.kind == "member":
                return NOTHING
            if asks is None or asks.kind != "asks":
                raise refuse("no-request")
            if not act.yes:
                return ClubChange(gone=(act.person,))
            await self._check_room(row)
            return ClubChange(members=(asks._replace(kind="member", since=now, tell="accepted"),))
        return await self._invite(row, person, act.name, now)

    async def _invite(self, row: ClubRow, by: str, name: str, now: int) -> ClubChange:
        """Who does not hear somebody is not invited by them, and nobody learns why."""
        other = await self._people.account(name)
        if other is None:
            raise refuse("no-such-person")
        there = await self._store.member(row.id, other.id)
        if there and there.kind in ("member", "invited"):
            return NOTHING
        await self._check_room(row)
        if there:  # has asked: that is agreed
            return ClubChange(members=(there._replace(kind="member", since=now, tell="accepted"),))
        pending = await self._store.count_belonging(row.id, "invited")
        if pending >= MOST_ASKING or len(await self._store.memberships_of(other.id)) >= MOST_CLUBS:
            raise refuse("no-invitation")
        if by in await self._people.muted(other.id):
            raise refuse("no-invitation")
        return ClubChange(members=(MemberRow(row.id, other.id, "invited", now, tell=f"invited {by}"),))

    async def _remove(self, row: ClubRow, me: MemberRow | None, person: str) -> ClubChange:
        check_role(me, "moderate")
        other = await self._store.member(row.id, person)
        if other is None:
            return NOTHING
        if other.is_admin and not (me and me.is_admin):
            raise refuse("not-your-club")
        await self._check_admin_stays(row, other)
        return ClubChange(gone=(person,))

    async def _set_roles(self, row: ClubRow, act: bodies.SetRoles) -> ClubChange:
        other = await self._store.member(row.id, act.person)
        if other is None or other.kind != "member":
            raise refuse("not-a-member")
        roles = " ".join(role for role in ORDER if role in act.roles)
        if "admin" not in act.roles:
            await self._check_admin_stays(row, other)
        if roles and not other.roles and len(await self._store.with_roles(row.id)) >= MOST_WITH_ROLES:
            raise refuse("too-many-roles")
        return ClubChange(members=(other._replace(roles=roles),))


def check_role(me: MemberRow | None, role: Role) -> None:
    if me is None or not me.may(role):
        raise refuse("not-your-club")


def is_code(row: ClubRow, code: str) -> bool:
    said = "".join(letter for letter in code.upper() if letter.isalpha())
    return bool(row.code) and secrets.compare_digest(said.encode(), row.code.encode())


def _changed(row: ClubRow, act: bodies.AnyClubAct) -> ClubChange:
    match act:
        case bodies.ChangeClub():
            code = row.code or (new_code() if act.joining == "code" else "")
            about = {"about_fr": tidied(act.about_fr), "about_en": tidied(act.about_en)}
            return ClubChange(replace(row, **about, joining=act.joining, public=act.public, code=code))
        case bodies.RenewClubCode():
            return ClubChange(replace(row, code=new_code()))
        case bodies.SetLadder():
            wish = act.ladder
            rules = LadderRules(tuple(dict.fromkeys(wish.games)), wish.reach, wish.days, wish.turn_days)
            return ClubChange(replace(row, rules=rules))
    raise refuse("bad-message")
