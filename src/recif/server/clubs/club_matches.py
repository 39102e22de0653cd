"""Matches between two clubs: boards by strength, as many on each side, never two of one club together.

The pairing is on disk before any of its tables is, with the names that they will have: whoever stops half-way makes
those that are missing, and none twice.
"""

import secrets
from collections.abc import Sequence

from msgspec.structs import replace

from recif.match import provable
from recif.match.clock import DAY, Pace
from recif.server.clubs.membership import check_role
from recif.server.messages.bodies import clubs as bodies
from recif.server.messages.bodies.clubs import ClubMatchInfo, ClubPairing
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Person
from recif.server.people.accounts import new_id
from recif.server.store.club_rows import ClubBoard, ClubMatchRow, ClubRow, DuelRow
from recif.server.store.durability import durable
from recif.server.store.entries import Chair
from recif.server.store.rows import TableRow
from recif.server.tables.creation import fresh_row, with_luck
from recif.server.tables.registry import Registry
from recif.server.views import rendering

MOST_SHOWN = 5
MOST_UNFINISHED = 5  # of a club
MOST_IN_TEAM = 60
AnyMatchAct = bodies.AnswerMatch | bodies.JoinMatch | bodies.StartMatch


class ClubMatches:
    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store

    async def offer(self, club: ClubRow, person: str, act: bodies.OfferMatch, other: ClubRow | None) -> None:
        check_role(await self._store.member(club.id, person), "host")
        if other is None or other.id == club.id:
            raise refuse("no-such-club")
        if act.game not in self._registry.games:
            raise refuse("no-such-game")
        self._registry.games[act.game].check_seats(2)
        for one in (club.id, other.id):
            latest = await self._store.club_matches_of(one, MOST_UNFINISHED + MOST_SHOWN)
            if sum(match.status != "over" for match in latest) >= MOST_UNFINISHED:
                raise refuse("too-many-club-matches")
        now = self._registry.outside.now()
        match = ClubMatchRow(new_id(), club.id, other.id, act.game, now, most=act.most, turn_days=act.turn_days)
        if not await self._save(match):
            raise refuse("busy")

    async def act(self, club: ClubRow, person: str, act: AnyMatchAct) -> None:
        if isinstance(act, bodies.AnswerMatch) and not act.yes:
            await self._drop(club, person, act.match)
            return
        while True:
            match = await self._of(club, act.match)
            after, boards = await self._judged(match, club, person, act)
            if after == match or await self._save(replace(after, version=match.version + 1), boards):
                break
        for board in boards:
            await self.settle(board)

    async def _of(self, club: ClubRow, match: str) -> ClubMatchRow:
        row = await self._store.club_match(match)
        if row is None or club.id not in (row.home, row.away):
            raise refuse("no-such-club-match")
        return row

    async def _judged(
        self, match: ClubMatchRow, club: ClubRow, person: str, act: AnyMatchAct
    ) -> tuple[ClubMatchRow, Sequence[DuelRow]]:
        me = await self._store.member(club.id, person)
        if isinstance(act, bodies.JoinMatch):
            return await self._joined(match, club, person, act.on), ()
        check_role(me, "host")
        if isinstance(act, bodies.StartMatch):
            return await self._started(match)
        if match.status != "offered" or club.id != match.away:
            raise refuse("no-such-club-match")
        return replace(match, status="gathering"), ()

    async def _drop(self, club: ClubRow, person: str, id: str) -> None:
        """Not taken up, or taken back: until it begins."""
        match = await self._of(club, id)
        check_role(await self._store.member(club.id, person), "host")
        if match.status not in ("offered", "gathering"):
            raise refuse("club-match-begun")
        await durable(self._store, lambda then: self._store.end_club_match(id, then))

    async def _joined(self, match: ClubMatchRow, club: ClubRow, person: str, on: bool) -> ClubMatchRow:
        if match.status != "gathering":
            raise refuse("club-match-begun" if match.status != "offered" else "club-match-offered")
        side = "home_team" if club.id == match.home else "away_team"
        team = tuple(one for one in getattr(match, side) if one != person)
        if on:
            await self._check_player(match, club, person, len(team))
            team = (*team, person)
        return match if team == getattr(match, side) else replace(match, **{side: team})

    async def _check_player(self, match: ClubMatchRow, club: ClubRow, person: str, others: int) -> None:
        me = await self._store.member(club.id, person)
        if me is None or me.kind != "member":
            raise refuse("not-a-member")
        if me.hidden:
            raise refuse("hidden-on-ladder")
        there = await self._store.member(match.away if club.id == match.home else match.home, person)
        if there and there.kind == "member":
            raise refuse("in-both-clubs")
        if others >= MOST_IN_TEAM:
            raise refuse("club-full")
        if await self._store.unfinished(person) >= self._registry.limits.tables:
            raise refuse("too-many-tables")

    async def _started(self, match: ClubMatchRow) -> tuple[ClubMatchRow, list[DuelRow]]:
        """The strongest of both sides meet, then the next: who begins alternates."""
        if match.status != "gathering":
            raise refuse("club-match-begun" if match.status != "offered" else "club-match-offered")
        home = await self._by_strength(match, match.home, match.home_team)
        away = await self._by_strength(match, match.away, match.away_team)
        count = min(len(home), len(away), match.most)
        if not count:
            raise refuse("club-match-empty")
        boards = tuple(ClubBoard(home[n], away[n], new_id()) for n in range(count))
        now, duels = self._registry.outside.now(), []
        for number, board in enumerate(boards):
            first, second = (board.home, board.away) if number % 2 == 0 else (board.away, board.home)
            duels.append(DuelRow(board.table, match.home, match.game, first, second, now, now, match.id))
        return replace(match, status="playing", boards=boards), duels

    async def _by_strength(self, match: ClubMatchRow, club: str, team: Sequence[str]) -> list[str]:
        """By the rating for games of days; who has left the club does not play."""
        ratings = self._registry.ratings
        members = set(await self._store.member_ids(club))
        await ratings.know(team, match.game, "days")
        there = [person for person in team if person in members]
        return sorted(there, key=lambda person: -ratings.standing(person, match.game, "days").rating)

    async def _save(self, match: ClubMatchRow, boards: Sequence[DuelRow] = (), ended: str = "") -> bool:
        row = replace(match, stamp=secrets.token_urlsafe(9))
        await durable(self._store, lambda then: self._store.save_club_match(row, boards, ended, then))
        return await self._store.is_club_match(row)

    async def settle(self, duel: DuelRow) -> None:
        """Make the table of a board, or count what came of it."""
        match, row = await self._store.club_match(duel.contest), await self._store.table(duel.table)
        if match is None:
            await durable(self._store, lambda then: self._store.end_duel(duel.table, then))
        elif row is None:
            await self._make(duel, match)
        elif row.status == "over":
            await self._count(duel, row)
        else:
            await durable(self._store, lambda then: self._store.put_off_duel(duel, None, then))

    async def _make(self, duel: DuelRow, match: ClubMatchRow) -> None:
        registry = self._registry
        await registry.readiness.reached(match.game, "rules")
        await registry.people.know([duel.person, duel.other])
        chairs = [Chair("person", duel.person), Chair("person", duel.other)]
        fresh = fresh_row(registry.games[match.game], {}, chairs, duel.person, registry.outside.now())
        row = with_luck(fresh, provable.commit(duel.table))
        row.pace, row.public = Pace("days", match.turn_days * DAY), True
        audience = registry.committing.start(row)
        if audience.table.writing:  # lost, if another server has made it
            await audience.table.writing.wait()
        await durable(self._store, lambda then: self._store.put_off_duel(duel, None, then))

    async def _count(self, duel: DuelRow, row: TableRow) -> None:
        while match := await self._store.club_match(duel.contest):
            boards = tuple(
                replace(board, is_over=True, points=points_of(board, row)) if board.table == duel.table else board
                for board in match.boards
            )
            status = "over" if all(board.is_over for board in boards) else "playing"
            after = replace(match, boards=boards, status=status, version=match.version + 1)
            if await self._save(after, (), duel.table):
                return

    async def infos(self, club: ClubRow, me: str) -> list[ClubMatchInfo]:
        rows = await self._store.club_matches_of(club.id, MOST_SHOWN)
        people = self._registry.people
        await people.know(person for row in rows for person in (*row.home_team, *row.away_team))
        return [await self._info(row, me) for row in rows]

    async def _info(self, row: ClubMatchRow, me: str) -> ClubMatchInfo:
        home, away = await self._store.club(row.home), await self._store.club(row.away)
        return ClubMatchInfo(
            match=row.id,
            home=home.name if home else "",
            away=away.name if away else "",
            game=row.game,
            made=row.made,
            status=row.status,
            most=row.most,
            turn_days=row.turn_days,
            home_team=[self._shown(person) for person in row.home_team],
            away_team=[self._shown(person) for person in row.away_team],
            boards=[
                ClubPairing(self._shown(one.home), self._shown(one.away), one.table, one.is_over, one.points)
                for one in row.boards
            ],
            score=(sum(_home(one.points) for one in row.boards), sum(_away(one.points) for one in row.boards)),
            side="home" if me in row.home_team else "away" if me in row.away_team else "",
        )

    def _shown(self, person: str) -> Person:
        return rendering.person(self._registry.people.row(person))


def _home(points: int | None) -> int:
    return points or 0


def _away(points: int | None) -> int:
    return 0 if points is None else 2 - points


def points_of(board: ClubBoard, row: TableRow) -> int | None:
    """Of the home side, in halves; nothing where the match was broken off."""
    if row.result is None or row.reason == "aborted":
        return None
    winners = {row.chairs[seat].person for seat in row.result.winners}
    if (board.home in winners) == (board.away in winners):
        return 1
    return 2 if board.home in winners else 0
