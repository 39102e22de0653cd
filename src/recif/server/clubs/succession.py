"""What becomes of clubs when somebody is gone for good: none is left without an admin."""

from functools import partial

from recif.server.clubs.changing import Changing, ClubChange
from recif.server.clubs.ladders import Ladders
from recif.server.store.club_rows import ClubRow, MemberRow
from recif.server.store.durability import durable
from recif.server.store.interface import Store
from recif.server.tables.registry import Registry


async def leave_clubs(registry: Registry, person: str) -> None:
    """Whoever has a role, or has been there longest, is the next admin; a club of nobody is no club."""
    store, changing, ladders = registry.store, Changing(registry.store), Ladders(registry)
    for mine in await store.memberships_of(person):

        async def judge(row: ClubRow, mine: MemberRow = mine) -> ClubChange:
            return ClubChange(members=await _heirs(store, row, mine), gone=(person,))

        if await store.club(mine.club) is None:
            continue
        if mine.kind == "member":
            await ladders.quit_all(mine.club, person)
        if await _is_last(store, mine):
            await durable(store, partial(store.dissolve, mine.club))
        else:
            await changing.change(mine.club, judge)


async def _is_last(store: Store, mine: MemberRow) -> bool:
    return mine.kind == "member" and await store.count_members(mine.club) <= 1


async def _heirs(store: Store, row: ClubRow, mine: MemberRow) -> tuple[MemberRow, ...]:
    """Nobody, while there is another admin."""
    others = [one for one in await store.with_roles(row.id) if one.person != mine.person]
    if not mine.is_admin or any(one.is_admin for one in others):
        return ()
    longest = others or [
        one for one in await store.members_of(row.id, "member", True, "", 2) if one.person != mine.person
    ]
    return tuple(one._replace(roles=" ".join(("admin", *one.roles.split()))) for one in longest[:1])
