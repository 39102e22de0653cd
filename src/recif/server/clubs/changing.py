"""A change of a club: its row, who is in it, its news, written together or not at all."""

import secrets
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from msgspec.structs import replace

from recif.server.messages.refusals import refuse
from recif.server.store.club_rows import ClubNewsRow, ClubRow, MemberRow
from recif.server.store.durability import durable
from recif.server.store.interface import Store
from recif.server.store.of_clubs import adding_news, ending_member, ending_news, saving_member
from recif.server.store.statements import Statement
from recif.server.tasks import OneAtATime


class ClubChange(NamedTuple):
    """What is different afterwards; nothing of it: no change."""

    row: ClubRow | None = None
    members: tuple[MemberRow, ...] = ()
    gone: tuple[str, ...] = ()
    news: ClubNewsRow | None = None
    unpublished: str = ""

    def statements(self, club: str, stamp: str) -> list[Statement]:
        made = [saving_member(member, stamp) for member in self.members]
        made += [ending_member(club, person, stamp) for person in self.gone]
        if self.news:
            made += adding_news(self.news, stamp)
        if self.unpublished:
            made.append(ending_news(club, self.unpublished, stamp))
        return made


NOTHING = ClubChange()
ClubJudge = Callable[[ClubRow], Awaitable[ClubChange]]


class Changing:
    """One change of a club after the other; where another server was quicker, it is judged again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turns = OneAtATime()

    async def found(self, row: ClubRow, key: str, founder: MemberRow) -> bool:
        """Whether nobody has the name."""
        return await self._save(row, key, ClubChange(row, (founder,)))

    async def change(self, club: str, judge: ClubJudge) -> None:
        async with self._turns.turn(club):
            while True:
                row = await self._store.club(club)
                if row is None:
                    raise refuse("no-such-club")
                change = await judge(row)
                if change == NOTHING:
                    return
                after = replace(change.row or row, version=row.version + 1)
                if await self._save(after, "", change):
                    return

    async def _save(self, row: ClubRow, key: str, change: ClubChange) -> bool:
        stamped = replace(row, stamp=secrets.token_urlsafe(9))
        more = change.statements(row.id, stamped.stamp)
        await durable(self._store, lambda then: self._store.save_club(stamped, key, more, then))
        return await self._store.is_club(stamped)
