"""What is seen of clubs. Where one is not public, whoever is not in it sees no names."""

from collections.abc import Iterable
from typing import cast

from recif.games.core.contract import Bilingual
from recif.server.clubs.club_matches import ClubMatches
from recif.server.clubs.ladders import settings_of
from recif.server.clubs.presence import ClubPresence
from recif.server.messages.bodies import clubs as bodies
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Person
from recif.server.people import profile
from recif.server.store.club_rows import ClubRow, MemberRow
from recif.server.store.of_tables import LOOKED_AT
from recif.server.tables.registry import Registry
from recif.server.views import rendering

MOST_LISTED = 50
MOST_HERE = 40
MOST_TABLES = 10
MOST_NEWS = 10
MOST_REQUESTS = 20
MOST_RATED = 100
PAGE = 50  # members


class ClubPages:
    def __init__(self, registry: Registry, presence: ClubPresence, matches: ClubMatches) -> None:
        self._registry = registry
        self._store = registry.store
        self._presence = presence
        self._matches = matches

    async def listed(self, me: str) -> bodies.ClubList:
        mine = await self._store.clubs_of(me, MOST_LISTED) if me else []
        listed = await self._store.listed_clubs(MOST_LISTED)
        return bodies.ClubList(
            [_card(row, members, cast(bodies.ClubBelonging, kind)) for row, members, kind in mine],
            [_card(row, members) for row, members in listed],
        )

    async def page(self, row: ClubRow, me: str) -> bodies.ClubPage:
        mine = await self._store.member(row.id, me) if me else None
        shown = bodies.ClubPage(
            _card(row, await self._store.count_members(row.id), mine.kind if mine else ""),
            Bilingual(row.about_fr, row.about_en),
            _me(mine),
        )
        if sees_names(row, mine):
            await self._fill(shown, row, mine, me)
        return shown

    async def _fill(self, shown: bodies.ClubPage, row: ClubRow, mine: MemberRow | None, me: str) -> None:
        store = self._store
        knows_all = bool(mine and mine.may("moderate"))
        roles = [one for one in await store.with_roles(row.id) if knows_all or not one.hidden or one.person == me]
        shown.roles = await self._members(roles)
        here = await self._presence.of(row.id, self._registry.outside.now())
        shown.here, shown.here_count = await self._persons(here[:MOST_HERE]), len(here)
        tables = await store.open_tables_of(row.id, MOST_TABLES, LOOKED_AT)
        shown.tables = await self._registry.lists.infos(tables)
        news = await store.news_of(row.id, MOST_NEWS)
        writers = {one.id: one for one in await self._persons({news.person for news in news})}
        shown.news = [bodies.ClubNews(one.id, one.at, writers[one.person], one.text) for one in news]
        shown.ladder = settings_of(row.rules)
        shown.matches = await self._matches.infos(row, me)
        if mine and mine.may("accept"):
            shown.code = row.code if row.joining == "code" else ""
            asks, invited = [
                await store.members_of(row.id, kind, True, "", MOST_REQUESTS) for kind in ("asks", "invited")
            ]
            shown.requests = await self._persons(one.person for one in asks)
            shown.invited = await self._persons(one.person for one in invited)

    async def members(self, row: ClubRow, me: str, page: int) -> bodies.ClubMembers:
        mine = await self._store.member(row.id, me) if me else None
        if not sees_names(row, mine):
            raise refuse("not-a-member")
        knows_all = bool(mine and mine.may("moderate"))
        found = await self._store.members_of(row.id, "member", knows_all, me, PAGE + 1, page * PAGE)
        return bodies.ClubMembers(await self._members(found[:PAGE]), len(found) > PAGE)

    async def ratings(self, row: ClubRow, me: str, game: str, speed: str) -> bodies.ClubRatings:
        mine = await self._store.member(row.id, me) if me else None
        if not sees_names(row, mine):
            raise refuse("not-a-member")
        if game not in self._registry.games:
            raise refuse("no-such-game")
        rows = await self._store.ratings_in(row.id, game, speed, MOST_RATED)
        people, now = await self._persons(one.person for one in rows), self._registry.outside.now()
        standings = [profile.standings([one], now)[0] for one in rows]
        return bodies.ClubRatings(game, speed, [bodies.ClubRating(*one) for one in zip(people, standings, strict=True)])

    async def _members(self, rows: list[MemberRow]) -> list[bodies.ClubMember]:
        people = await self._persons(row.person for row in rows)
        return [
            bodies.ClubMember(person, row.since, _roles(row), bool(row.hidden))
            for person, row in zip(people, rows, strict=True)
        ]

    async def _persons(self, people: Iterable[str]) -> list[Person]:
        return [rendering.person(row) for row in await self._registry.people.know(people)]


def sees_names(row: ClubRow, mine: MemberRow | None) -> bool:
    return row.public or (mine is not None and mine.kind == "member")


def _roles(row: MemberRow) -> list[bodies.ClubRole]:
    return cast(list[bodies.ClubRole], row.roles.split())


def _me(mine: MemberRow | None) -> bodies.ClubMe:
    return bodies.ClubMe(mine.kind, _roles(mine), bool(mine.hidden)) if mine else bodies.ClubMe()


def _card(row: ClubRow, members: int, mine: bodies.ClubBelonging = "") -> bodies.ClubCard:
    return bodies.ClubCard(row.id, row.name, members, row.joining, row.public, mine)
