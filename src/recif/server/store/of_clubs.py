"""Clubs, in SQL that both databases understand.

Whatever changes in a club names the version it was made of, and its own stamp (as parties do): of two servers that
change one in the same instant the database takes the first, and what else belongs to the change is carried out only
with it (`IF_CLUB`). Ladders are separate: a match that ends moves people without stopping who comes and goes.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from recif.school.ratings import KNOWN_DEVIATION, KNOWN_OPPONENTS
from recif.server.store.club_rows import ClubNewsRow, ClubRow, MemberRow
from recif.server.store.interface import Then
from recif.server.store.of_notices import saving_notices
from recif.server.store.of_ratings import STANDING
from recif.server.store.of_tables import readable
from recif.server.store.rows import NoticeRow, StandingRow, TableRow
from recif.server.store.statements import Statement, Statements, as_json

CREATE = """
    CREATE TABLE clubs (
        id TEXT PRIMARY KEY, key TEXT UNIQUE NOT NULL, public INTEGER NOT NULL, members INTEGER NOT NULL,
        version INTEGER NOT NULL, stamp TEXT NOT NULL, body TEXT NOT NULL
    );
    CREATE INDEX clubs_public ON clubs (public, members);
    CREATE TABLE members (
        club TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL, since BIGINT NOT NULL, roles TEXT NOT NULL,
        hidden INTEGER NOT NULL, tell TEXT NOT NULL, PRIMARY KEY (club, person)
    );
    CREATE INDEX members_person ON members (person, kind);
    CREATE INDEX members_since ON members (club, kind, since);
    CREATE INDEX members_tell ON members (club) WHERE tell != '';
    CREATE TABLE club_news (
        id TEXT PRIMARY KEY, club TEXT NOT NULL, at BIGINT NOT NULL, person TEXT NOT NULL, text TEXT NOT NULL,
        heard TEXT
    );
    CREATE INDEX club_news_club ON club_news (club, at);
    CREATE INDEX club_news_person ON club_news (person);
    CREATE INDEX club_news_heard ON club_news (at) WHERE heard IS NOT NULL;
    CREATE TABLE ladders (
        club TEXT NOT NULL, game TEXT NOT NULL, version INTEGER NOT NULL, stamp TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (club, game)
    );
    CREATE TABLE duels (
        "table" TEXT PRIMARY KEY, club TEXT NOT NULL, game TEXT NOT NULL, person TEXT NOT NULL, other TEXT NOT NULL,
        made BIGINT NOT NULL, due BIGINT, contest TEXT NOT NULL
    );
    CREATE INDEX duels_due ON duels (due) WHERE due IS NOT NULL;
    CREATE UNIQUE INDEX duels_person ON duels (club, game, contest, person);
    CREATE UNIQUE INDEX duels_other ON duels (club, game, contest, other);
    CREATE INDEX duels_of ON duels (person);
    CREATE INDEX duels_against ON duels (other);
    CREATE TABLE club_matches (
        id TEXT PRIMARY KEY, home TEXT NOT NULL, away TEXT NOT NULL, made BIGINT NOT NULL, version INTEGER NOT NULL,
        stamp TEXT NOT NULL, body TEXT NOT NULL
    );
    CREATE INDEX club_matches_home ON club_matches (home, made);
    CREATE INDEX club_matches_away ON club_matches (away, made)
"""
NEW_CLUB = """INSERT INTO clubs (id, key, public, members, version, stamp, body) VALUES (?1, ?2, ?3, 0, 1, ?4, ?5)
    ON CONFLICT DO NOTHING"""
CHANGE_CLUB = """UPDATE clubs SET public = ?2, version = ?3, stamp = ?4, body = ?5
    WHERE id = ?1 AND version = CAST(?3 AS INTEGER) - 1"""
COUNT = """UPDATE clubs SET members = (SELECT count(*) FROM members WHERE club = ?1 AND kind = 'member')
    WHERE id = ?1 AND stamp = ?2"""
IF_CLUB = "EXISTS (SELECT 1 FROM clubs WHERE id = {} AND stamp = {})"
MEMBER = "club, person, kind, since, roles, hidden, tell"
SAVE_MEMBER = f"""INSERT INTO members ({MEMBER})
    SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS TEXT), CAST(?4 AS BIGINT), CAST(?5 AS TEXT),
        CAST(?6 AS INTEGER), CAST(?7 AS TEXT) WHERE {IF_CLUB.format("?1", "?8")}
    ON CONFLICT (club, person) DO UPDATE SET kind = excluded.kind, since = excluded.since, roles = excluded.roles,
        hidden = excluded.hidden, tell = excluded.tell"""
END_MEMBER = f"DELETE FROM members WHERE club = ?1 AND person = ?2 AND {IF_CLUB.format('?1', '?3')}"
LISTED = "SELECT body, members FROM clubs WHERE public = 1 ORDER BY members DESC, id LIMIT ?1"
MINE = """SELECT clubs.body, clubs.members, members.kind FROM members JOIN clubs ON clubs.id = members.club
    WHERE members.person = ?1 ORDER BY members.since LIMIT ?2"""
SHOWN = f"""SELECT {MEMBER} FROM members WHERE club = ?1 AND kind = ?2 AND (hidden = 0 OR ?3 = 1 OR person = ?4)
    ORDER BY since, person LIMIT ?5 OFFSET ?6"""
WITH_ROLES = f"SELECT {MEMBER} FROM members WHERE club = ?1 AND kind = 'member' AND roles != '' ORDER BY since, person"
TELL = f"SELECT {MEMBER} FROM members WHERE tell != '' LIMIT ?1"
TOLD = "UPDATE members SET tell = '' WHERE club = ?1 AND person = ?2 AND tell = ?3"
NEWS = "id, club, at, person, text, heard"
ADD_NEWS = f"""INSERT INTO club_news ({NEWS})
    SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS BIGINT), CAST(?4 AS TEXT), CAST(?5 AS TEXT), ''
    WHERE {IF_CLUB.format("?2", "?6")} ON CONFLICT DO NOTHING"""
OLDER_NEWS = """DELETE FROM club_news WHERE club = ?1 AND id NOT IN
    (SELECT id FROM club_news WHERE club = ?1 ORDER BY at DESC, id LIMIT ?2)"""
END_NEWS = f"DELETE FROM club_news WHERE id = ?1 AND club = ?2 AND {IF_CLUB.format('?2', '?3')}"
UNTOLD = f"SELECT {NEWS} FROM club_news WHERE heard IS NOT NULL ORDER BY at LIMIT ?1"
NEXT_TOLD = (
    """SELECT person FROM members WHERE club = ?1 AND kind = 'member' AND person > ?2 ORDER BY person LIMIT ?3"""
)
NEWS_TOLD = "UPDATE club_news SET heard = ?2 WHERE id = ?1"
# Of the newest that anybody may see: what a club of a thousand costs does not depend on how many they are.
OPEN_TABLES = """SELECT id, body FROM
    (SELECT id, body, owner, made FROM tables WHERE status = 'open' AND public = 1
        ORDER BY made DESC LIMIT ?3) AS newest
    WHERE EXISTS (SELECT 1 FROM members WHERE club = ?1 AND person = newest.owner AND kind = 'member' AND hidden = 0)
    ORDER BY made DESC LIMIT ?2"""
RATED = f"""SELECT {", ".join(f"standings.{one}" for one in STANDING.split(", "))}, opponents FROM members
    JOIN standings ON standings.person = members.person AND game = ?2 AND speed = ?3
    WHERE club = ?1 AND kind = 'member' AND hidden = 0
    ORDER BY CASE WHEN deviation <= ?4 AND opponents >= ?5 THEN 0 ELSE 1 END, rating DESC, standings.person LIMIT ?6"""
OF_CLUB = (
    "DELETE FROM members WHERE club = ?1",
    "DELETE FROM club_news WHERE club = ?1",
    "DELETE FROM ladders WHERE club = ?1",
    "DELETE FROM duels WHERE club = ?1",
    "DELETE FROM club_matches WHERE home = ?1 OR away = ?1",
)
FORGET = (
    "DELETE FROM members WHERE person = ?1",
    "DELETE FROM club_news WHERE person = ?1",
    "DELETE FROM duels WHERE person = ?1 OR other = ?1",
)
FROM_CLUBS = """UPDATE clubs SET members = members - 1
    WHERE id IN (SELECT club FROM members WHERE person = ?1 AND kind = 'member')"""
OLD_NEWS_KEPT = 50

read_club = msgspec.json.Decoder(ClubRow).decode


class OfClubs(Statements):
    def save_club(self, row: ClubRow, key: str, more: Sequence[Statement], then: Then) -> None:
        """A new one takes its name only if nobody has it; a changed one counts only if nobody was quicker."""
        if row.version == 1:
            first: Statement = (NEW_CLUB, (row.id, key, int(row.public), row.stamp, as_json(row)))
        else:
            first = (CHANGE_CLUB, (row.id, int(row.public), row.version, row.stamp, as_json(row)))
        self.write([first, *more, (COUNT, (row.id, row.stamp))], then)

    async def is_club(self, row: ClubRow) -> bool:
        """Whether what was written is what is kept."""
        rows = await self.rows("SELECT stamp FROM clubs WHERE id = ?1", row.id)
        return bool(rows) and rows[0][0] == row.stamp

    async def club(self, club: str) -> ClubRow | None:
        rows = await self.rows("SELECT body FROM clubs WHERE id = ?1", club)
        return read_club(rows[0][0]) if rows else None

    async def club_of_key(self, key: str) -> ClubRow | None:
        rows = await self.rows("SELECT body FROM clubs WHERE key = ?1", key)
        return read_club(rows[0][0]) if rows else None

    async def count_members(self, club: str) -> int:
        rows = await self.rows("SELECT members FROM clubs WHERE id = ?1", club)
        return int(rows[0][0]) if rows else 0

    async def count_belonging(self, club: str, kind: str) -> int:
        rows = await self.rows("SELECT count(*) FROM members WHERE club = ?1 AND kind = ?2", club, kind)
        return int(rows[0][0])

    async def listed_clubs(self, limit: int) -> list[tuple[ClubRow, int]]:
        """Those that anybody may see, the largest first, each with the number of its members."""
        return [(read_club(body), members) for body, members in await self.rows(LISTED, limit)]

    async def clubs_of(self, person: str, limit: int) -> list[tuple[ClubRow, int, str]]:
        """Those where the person is, or is on the way in."""
        found = await self.rows(MINE, person, limit)
        return [(read_club(body), members, kind) for body, members, kind in found]

    async def member(self, club: str, person: str) -> MemberRow | None:
        rows = await self.rows(f"SELECT {MEMBER} FROM members WHERE club = ?1 AND person = ?2", club, person)
        return MemberRow(*rows[0]) if rows else None

    async def memberships_of(self, person: str) -> list[MemberRow]:
        rows = await self.rows(f"SELECT {MEMBER} FROM members WHERE person = ?1 ORDER BY since, club", person)
        return [MemberRow(*row) for row in rows]

    async def members_of(
        self, club: str, kind: str, all_of_them: bool, me: str, limit: int, after: int = 0
    ) -> list[MemberRow]:
        """In the order in which they came; who is hidden, only to themselves unless all are asked for."""
        return [MemberRow(*row) for row in await self.rows(SHOWN, club, kind, int(all_of_them), me, limit, after)]

    async def member_ids(self, club: str) -> list[str]:
        """Those who do not hide."""
        sql = "SELECT person FROM members WHERE club = ?1 AND kind = 'member' AND hidden = 0"
        return [person for (person,) in await self.rows(sql, club)]

    async def with_roles(self, club: str) -> list[MemberRow]:
        return [MemberRow(*row) for row in await self.rows(WITH_ROLES, club)]

    async def members_to_tell(self, limit: int) -> list[MemberRow]:
        """Those of whom somebody is still to be told something."""
        return [MemberRow(*row) for row in await self.rows(TELL, limit)]

    def member_told(self, row: MemberRow, notices: Sequence[NoticeRow], then: Then) -> None:
        self.write([*saving_notices(notices), (TOLD, (row.club, row.person, row.tell))], then)

    async def news_of(self, club: str, limit: int) -> list[ClubNewsRow]:
        sql = f"SELECT {NEWS} FROM club_news WHERE club = ?1 ORDER BY at DESC, id LIMIT ?2"
        return [ClubNewsRow(*row) for row in await self.rows(sql, club, limit)]

    async def news_by(self, person: str, limit: int) -> list[ClubNewsRow]:
        sql = f"SELECT {NEWS} FROM club_news WHERE person = ?1 ORDER BY at LIMIT ?2"
        return [ClubNewsRow(*row) for row in await self.rows(sql, person, limit)]

    async def untold_news(self, limit: int) -> list[ClubNewsRow]:
        return [ClubNewsRow(*row) for row in await self.rows(UNTOLD, limit)]

    async def next_told(self, news: ClubNewsRow, limit: int) -> list[str]:
        """Those members who are to be told next."""
        return [person for (person,) in await self.rows(NEXT_TOLD, news.club, news.heard or "", limit)]

    def news_told(self, news: ClubNewsRow, last: str | None, notices: Sequence[NoticeRow], then: Then) -> None:
        """Notices, and how far they have come, together: who stops half-way goes on after the last."""
        self.write([*saving_notices(notices), (NEWS_TOLD, (news.id, last))], then)

    async def open_tables_of(self, club: str, limit: int, looked_at: int) -> list[TableRow]:
        return readable(await self.rows(OPEN_TABLES, club, limit, looked_at))

    async def ratings_in(self, club: str, game: str, speed: str, limit: int) -> list[StandingRow]:
        """The strongest members first, but those who are little known after all others."""
        asked = (club, game, speed, KNOWN_DEVIATION, KNOWN_OPPONENTS, limit)
        return [StandingRow(*row) for row in await self.rows(RATED, *asked)]

    def dissolve(self, club: str, then: Then) -> None:
        statements: list[Statement] = [(sql, (club,)) for sql in OF_CLUB]
        self.write([*statements, ("DELETE FROM clubs WHERE id = ?1", (club,))], then)


def saving_member(row: MemberRow, stamp: str) -> Statement:
    """With the change of the club that bears the stamp, or not at all."""
    return (SAVE_MEMBER, (*row, stamp))


def ending_member(club: str, person: str, stamp: str) -> Statement:
    return (END_MEMBER, (club, person, stamp))


def adding_news(row: ClubNewsRow, stamp: str) -> list[Statement]:
    return [
        (ADD_NEWS, (row.id, row.club, row.at, row.person, row.text, stamp)),
        (OLDER_NEWS, (row.club, OLD_NEWS_KEPT)),
    ]


def ending_news(club: str, news: str, stamp: str) -> Statement:
    return (END_NEWS, (news, club, stamp))


def forgetting(person: str) -> list[Statement]:
    statements: list[Any] = [(FROM_CLUBS, (person,)), *((sql, (person,)) for sql in FORGET)]
    return statements
