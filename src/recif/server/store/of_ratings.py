"""What is kept of ratings, in SQL that both databases understand: how each person's matches ended, where everybody
stands, and who used which browser.
"""

from collections.abc import Iterable

from recif.school.ratings import KNOWN_DEVIATION
from recif.server.store.interface import ResultRow, StandingRow, Then
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
RESULT = "person, game, speed, at, level, score, rated, rating, deviation, volatility, gained"
STANDING = "person, game, speed, rating, deviation, volatility, games, at"

# The key keeps a match from counting twice.
SAVE_RESULT = f'INSERT INTO results ("table", {RESULT}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)'
# What was gained is added: matches of one person may end at two servers at once.
SAVE_STANDING = f"""INSERT INTO standings ({STANDING}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7)
    ON CONFLICT (person, game, speed) DO UPDATE SET rating = standings.rating + ?8, deviation = excluded.deviation,
        volatility = excluded.volatility, games = standings.games + 1, at = excluded.at"""
SAVE_BROWSER = """INSERT INTO browsers (browser, person, at) VALUES (?1, ?2, ?3)
    ON CONFLICT (browser, person) DO UPDATE SET at = excluded.at"""
LEADERS = f"""SELECT {STANDING} FROM standings WHERE game = ?1 AND speed = ?2
    ORDER BY CASE WHEN deviation <= ?3 THEN 0 ELSE 1 END, rating DESC, person LIMIT ?4"""
RESULTS_OF = f'SELECT "table", {RESULT} FROM results WHERE person = ?1 ORDER BY at DESC, "table" LIMIT ?2 OFFSET ?3'
BEATEN = "SELECT DISTINCT game, level FROM results WHERE person = ?1 AND level > 0 AND score = 1 ORDER BY game, level"
RATED_TOGETHER = """SELECT count(*) FROM results mine JOIN results theirs ON theirs."table" = mine."table"
    WHERE mine.person = ?1 AND theirs.person = ?2 AND mine.rated = 1 AND mine.at >= ?3"""
SHARE_BROWSER = """SELECT count(*) FROM browsers mine JOIN browsers theirs ON theirs.browser = mine.browser
    WHERE mine.person = ?1 AND theirs.person = ?2 AND mine.at >= ?3 AND theirs.at >= ?3"""


class OfRatings(Statements):
    async def standing(self, person: str, game: str, speed: str) -> StandingRow | None:
        sql = f"SELECT {STANDING} FROM standings WHERE person = ?1 AND game = ?2 AND speed = ?3"
        rows = await self.rows(sql, person, game, speed)
        return StandingRow(*rows[0]) if rows else None

    async def standings_of(self, person: str) -> list[StandingRow]:
        sql = f"SELECT {STANDING} FROM standings WHERE person = ?1 ORDER BY game, speed"
        return [StandingRow(*row) for row in await self.rows(sql, person)]

    async def leaders(self, game: str, speed: str, limit: int) -> list[StandingRow]:
        """The strongest first, but those who are little known after all others."""
        return [StandingRow(*row) for row in await self.rows(LEADERS, game, speed, KNOWN_DEVIATION, limit)]

    async def results_of(self, person: str, limit: int, skipped: int = 0) -> list[ResultRow]:
        """The latest first, but for so many."""
        found = await self.rows(RESULTS_OF, person, limit, skipped)
        return [ResultRow(*row)._replace(rated=bool(row[7])) for row in found]

    async def beaten(self, person: str) -> list[tuple[str, int]]:
        """Machines, by game and level, that the person has won against as the only person."""
        return [(game, level) for game, level in await self.rows(BEATEN, person)]

    async def rated_together(self, person: str, other: str, since: int) -> int:
        """How many matches of these two have counted since then."""
        return int((await self.rows(RATED_TOGETHER, person, other, since))[0][0])

    def save_browser(self, browser: str, person: str, at: int, then: Then) -> None:
        self.write([(SAVE_BROWSER, (browser, person, at))], then)

    async def share_browser(self, person: str, other: str, since: int) -> bool:
        """Whether two accounts have signed in from one browser since then."""
        return bool((await self.rows(SHARE_BROWSER, person, other, since))[0][0])


def saving_results(results: Iterable[ResultRow]) -> list[Statement]:
    statements: list[Statement] = []
    for row in results:
        statements.append((SAVE_RESULT, (*row[:7], int(row.rated), *row[8:])))
        if row.rated:
            after = (row.rating, row.deviation, row.volatility, row.at, row.gained)
            statements.append((SAVE_STANDING, (row.person, row.game, row.speed, *after)))
    return statements


def forgetting(person: str) -> list[Statement]:
    return [(f"DELETE FROM {table} WHERE person = ?1", (person,)) for table in ("standings", "results", "browsers")]
