"""What members are told of while they are away. It is written from what is on disk (who was let in, which news nobody
has heard of yet), a few at a time, and how far it has come with it: whoever stops half-way goes on after the last."""

from urllib.parse import quote

from recif.server.notices.causes import About, news
from recif.server.store.club_rows import ClubNewsRow, ClubRow, MemberRow
from recif.server.store.durability import durable
from recif.server.store.rows import NoticeRow
from recif.server.tables.registry import Registry

AT_ONCE = 20  # people told at a time


def of_club(person: str, club: ClubRow, what: str, now: int, who: str = "", game: str = "") -> NoticeRow:
    """Of one club somebody has one notice, the latest."""
    about = About(game, who, name=club.name, where=f"/clubs/{quote(club.name)}", what=what)
    (row,) = news("club", [person], f"club {club.id}", about, now)
    return row


class ClubTelling:
    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store

    async def tell(self) -> None:
        """The next few."""
        for member in await self._store.members_to_tell(AT_ONCE):
            if club := await self._store.club(member.club):
                await self._tell_of_member(member, club)
        for one in await self._store.untold_news(1):
            if club := await self._store.club(one.club):
                await self._tell_news(one, club)

    async def _tell_of_member(self, member: MemberRow, club: ClubRow) -> None:
        now, (what, _, who) = self._registry.outside.now(), member.tell.partition(" ")
        rows = [of_club(member.person, club, what, now, who)]
        if what == "asks":
            hosts = [one for one in await self._store.with_roles(club.id) if one.may("accept")]
            rows = [of_club(host.person, club, what, now, member.person) for host in hosts]
        await durable(self._store, lambda then: self._store.member_told(member, rows, then))
        self._ring(rows)

    async def _tell_news(self, one: ClubNewsRow, club: ClubRow) -> None:
        now, people = self._registry.outside.now(), await self._store.next_told(one, AT_ONCE)
        rows = [of_club(person, club, "news", now, one.person) for person in people if person != one.person]
        last = people[-1] if len(people) == AT_ONCE else None
        await durable(self._store, lambda then: self._store.news_told(one, last, rows, then))
        self._ring(rows)

    def _ring(self, rows: list[NoticeRow]) -> None:
        for row in rows:
            self._registry.committing.ring(row.person, row.about)
