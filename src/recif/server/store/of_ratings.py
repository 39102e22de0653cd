"""What is kept of ratings, in SQL that both databases understand: how each person's matches ended, where everybody
stands, and who used which browser.
"""

from collections.abc import Iterable

from recif.school.ratings import KNOWN_DEVIATION, KNOWN_OPPONENTS
from recif.server.store import of_sums
from recif.server.store.interface import Then
from recif.server.store.rows import ResultRow, StandingRow
from recif.server.store.statements import Statement, Statements

CREATE = """
    CREATE TABLE results (
        "table" TEXT NOT NULL, person TEXT NOT NULL, game TEXT NOT NULL, speed TEXT NOT NULL, at BIGINT NOT NULL,
        level INTEGER NOT NULL, score DOUBLE PRECISION NOT NULL, rated INTEGER NOT NULL,
        rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,
        gained DOUBLE PRECISION NOT NULL, PRIMARY KEY ("table", person)
    );
    CREATE INDEX results_person ON results (person, at);
    CREATE TABLE standings (
        person TEXT NOT NULL, game TEXT NOT NULL, speed TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL,
        at BIGINT NOT NULL, PRIMARY KEY (person, game, speed)
    );
    CREATE INDEX standings_speed ON standings (game, speed, rating);
    CREATE TABLE browsers (
        browser TEXT NOT NULL, person TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (browser, person)
    );
    CREATE INDEX browsers_person ON browsers (person)
"""
# Whom somebody has met for ratings who is well known.
MET = f"""
    CREATE TABLE met (
        person TEXT NOT NULL, game TEXT NOT NULL, speed TEXT NOT NULL, other TEXT NOT NULL,
        PRIMARY KEY (person, game, speed, other)
    );
    CREATE INDEX met_other ON met (other);
    INSERT INTO met (person, game, speed, other)
        SELECT DISTINCT mine.person, mine.game, mine.speed, theirs.person FROM results mine
        JOIN results theirs ON theirs."table" = mine."table" AND theirs.person != mine.person
        WHERE mine.rated = 1 AND theirs.rated = 1 AND theirs.deviation <= {KNOWN_DEVIATION};
    ALTER TABLE standings ADD COLUMN opponents INTEGER NOT NULL DEFAULT 0;
    UPDATE standings SET opponents = (SELECT count(*) FROM met
        WHERE met.person = standings.person AND met.game = standings.game AND met.speed = standings.speed)
"""
RESULT = "person, game, speed, at, level, score, rated, rating, deviation, volatility, gained"
STANDING = "person, game, speed, rating, deviation, volatility, games, at"

# The key keeps a match from counting twice.
SAVE_RESULT = f'INSERT INTO results ("table", {RESULT}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)'
# What was gained is added: matches of one person may end at two servers at once.
SAVE_STANDING = f"""INSERT INTO standings ({STANDING}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7)
    ON CONFLICT (person, game, speed) DO UPDATE SET rating = standings.rating + ?8, deviation = excluded.deviation,
        volatility = excluded.volatility, games = standings.games + 1, at = excluded.at"""
FORGOTTEN = ("standings", "results", "browsers", "tallies", "streaks")
SAVE_BROWSER = """INSERT INTO browsers (browser, person, at) VALUES (?1, ?2, ?3)
    ON CONFLICT (browser, person) DO UPDATE SET at = excluded.at"""
MEET = "INSERT INTO met (person, game, speed, other) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING"
COUNT_MET = """UPDATE standings SET opponents = (SELECT count(*) FROM (
        SELECT 1 FROM met WHERE person = ?1 AND game = ?2 AND speed = ?3 LIMIT 10) AS first_ones)
    WHERE person = ?1 AND game = ?2 AND speed = ?3"""
LEADERS = f"""SELECT {STANDING}, opponents FROM standings WHERE game = ?1 AND speed = ?2
    ORDER BY CASE WHEN deviation <= ?3 AND opponents >= ?5 THEN 0 ELSE 1 END, rating DESC, person LIMIT ?4"""
RATED_SINCE = "SELECT count(*) FROM results WHERE person = ?1 AND rated = 1 AND at >= ?2"
RESULTS_OF = f"""SELECT "table", {RESULT} FROM results
    WHERE person = ?1 AND at <= ?3 AND (at < ?3 OR "table" > ?4) ORDER BY at DESC, "table" LIMIT ?2"""
LATEST = (1 << 62, "")
RATED_TOGETHER = """SELECT count(*) FROM results mine JOIN results theirs ON theirs."table" = mine."table"
    WHERE mine.person = ?1 AND theirs.person = ?2 AND mine.rated = 1 AND mine.at >= ?3"""
SHARE_BROWSER = """SELECT count(*) FROM browsers mine JOIN browsers theirs ON theirs.browser = mine.browser
    WHERE mine.person = ?1 AND theirs.person = ?2 AND mine.at >= ?3 AND theirs.at >= ?3"""


class OfRatings(Statements):
    async def standing(self, person: str, game: str, speed: str) -> StandingRow | None:
        sql = f"SELECT {STANDING}, opponents FROM standings WHERE person = ?1 AND game = ?2 AND speed = ?3"
        rows = await self.rows(sql, person, game, speed)
        return StandingRow(*rows[0]) if rows else None

    async def standings_of(self, person: str) -> list[StandingRow]:
        sql = f"SELECT {STANDING}, opponents FROM standings WHERE person = ?1 ORDER BY game, speed"
        return [StandingRow(*row) for row in await self.rows(sql, person)]

    async def leaders(self, game: str, speed: str, limit: int) -> list[StandingRow]:
        """The strongest first, but those who are little known after all others."""
        asked = (game, speed, KNOWN_DEVIATION, limit, KNOWN_OPPONENTS)
        return [StandingRow(*row) for row in await self.rows(LEADERS, *asked)]

    async def results_of(self, person: str, limit: int, after: tuple[int, str] = LATEST) -> list[ResultRow]:
        """The latest first, a page at a time: `after` that of a table, and of when it ended."""
        found = await self.rows(RESULTS_OF, person, limit, *after)
        return [ResultRow(*row)._replace(rated=bool(row[7])) for row in found]

    async def rated_since(self, person: str, since: int) -> int:
        """How many matches of somebody have counted since then."""
        return int((await self.rows(RATED_SINCE, person, since))[0][0])

    async def rated_together(self, person: str, other: str, since: int) -> int:
        """How many matches of these two have counted since then."""
        return int((await self.rows(RATED_TOGETHER, person, other, since))[0][0])

    def save_browser(self, browser: str, person: str, at: int, then: Then) -> None:
        self.write([(SAVE_BROWSER, (browser, person, at))], then)

    async def share_browser(self, person: str, other: str, since: int) -> bool:
        """Whether two accounts have signed in from one browser since then."""
        return bool((await self.rows(SHARE_BROWSER, person, other, since))[0][0])


def saved_result(row: ResultRow) -> Statement:
    return (SAVE_RESULT, (*row[:7], int(row.rated), *row[8:12]))


def saving_results(results: Iterable[ResultRow]) -> list[Statement]:
    statements: list[Statement] = []
    for row in results:
        statements.append(saved_result(row))
        statements += of_sums.adding(row)
        if row.rated:
            after = (row.rating, row.deviation, row.volatility, row.at, row.gained)
            key = (row.person, row.game, row.speed)
            statements.append((SAVE_STANDING, (*key, *after)))
            statements += [(MEET, (*key, other)) for other in row.met]
            if row.met:
                statements.append((COUNT_MET, key))
    return statements


def forgetting(person: str) -> list[Statement]:
    return [
        *((f"DELETE FROM {table} WHERE person = ?1", (person,)) for table in FORGOTTEN),
        ("DELETE FROM met WHERE person = ?1 OR other = ?1", (person,)),
    ]
