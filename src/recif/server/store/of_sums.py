"""What a profile tells of somebody's matches, kept as sums, in SQL that both databases understand.

They are written with the result, in the same transaction: a profile of thousands of matches is a few rows. While
servers of two versions share a database, a result that the older one writes is not in them.
"""

from recif.match.clock import DAY
from recif.server.store.rows import PointRow, ResultRow, StreakRow, TallyRow
from recif.server.store.statements import Statement, Statements

CREATE = """
    CREATE TABLE tallies (
        person TEXT NOT NULL, game TEXT NOT NULL, level INTEGER NOT NULL, won INTEGER NOT NULL, drawn INTEGER NOT NULL,
        lost INTEGER NOT NULL, PRIMARY KEY (person, game, level)
    );
    CREATE TABLE streaks (
        person TEXT PRIMARY KEY, wins INTEGER NOT NULL, most_wins INTEGER NOT NULL, day INTEGER NOT NULL,
        days INTEGER NOT NULL, most_days INTEGER NOT NULL
    );
    CREATE INDEX results_rated ON results (person, rated, at)
"""
# Runs are found by what stays the same within one: the day, or the match's number, less its place in the run.
FILL = f"""
    INSERT INTO tallies (person, game, level, won, drawn, lost)
        SELECT person, game, level, sum(CASE WHEN score = 1 THEN 1 ELSE 0 END),
            sum(CASE WHEN score = 0.5 THEN 1 ELSE 0 END), sum(CASE WHEN score = 0 THEN 1 ELSE 0 END)
        FROM results GROUP BY person, game, level;
    INSERT INTO streaks (person, wins, most_wins, day, days, most_days)
        WITH numbered AS (
            SELECT person, score, at, row_number() OVER (PARTITION BY person ORDER BY at, "table" DESC) AS number
            FROM results WHERE level = 0
        ), wins AS (
            SELECT person, number,
                number - row_number() OVER (PARTITION BY person ORDER BY at, number) AS run
            FROM numbered WHERE score = 1
        ), win_runs AS (
            SELECT person, count(*) AS many, max(number) AS last FROM wins GROUP BY person, run
        ), played AS (
            SELECT DISTINCT person, at / {DAY} AS day FROM results
        ), days AS (
            SELECT person, day, day - row_number() OVER (PARTITION BY person ORDER BY day) AS run FROM played
        ), day_runs AS (
            SELECT person, count(*) AS many, max(day) AS last FROM days GROUP BY person, run
        ), latest AS (
            SELECT person, max(day) AS day, (
                SELECT max(number) FROM numbered WHERE numbered.person = played.person
            ) AS number FROM played GROUP BY person
        )
        SELECT person,
            coalesce((SELECT many FROM win_runs WHERE win_runs.person = latest.person AND last = number), 0),
            coalesce((SELECT max(many) FROM win_runs WHERE win_runs.person = latest.person), 0),
            day,
            (SELECT many FROM day_runs WHERE day_runs.person = latest.person AND last = day),
            (SELECT max(many) FROM day_runs WHERE day_runs.person = latest.person)
        FROM latest
"""
SAVE_TALLY = """INSERT INTO tallies (person, game, level, won, drawn, lost) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (person, game, level) DO UPDATE SET won = tallies.won + excluded.won,
        drawn = tallies.drawn + excluded.drawn, lost = tallies.lost + excluded.lost"""
# ?2: won against people; ?4: how many matches against people that is, 0 or 1.
SAVE_STREAK = """INSERT INTO streaks (person, wins, most_wins, day, days, most_days) VALUES (?1, ?2, ?2, ?3, 1, 1)
    ON CONFLICT (person) DO UPDATE SET
        wins = CASE WHEN ?4 = 0 THEN streaks.wins WHEN excluded.wins = 1 THEN streaks.wins + 1 ELSE 0 END,
        most_wins = CASE WHEN excluded.wins = 1 AND streaks.wins >= streaks.most_wins THEN streaks.wins + 1
            ELSE streaks.most_wins END,
        days = CASE WHEN excluded.day = streaks.day + 1 THEN streaks.days + 1
            WHEN excluded.day > streaks.day THEN 1 ELSE streaks.days END,
        most_days = CASE WHEN excluded.day = streaks.day + 1 AND streaks.days >= streaks.most_days
            THEN streaks.days + 1 ELSE streaks.most_days END,
        day = CASE WHEN excluded.day > streaks.day THEN excluded.day ELSE streaks.day END"""
BEATEN = "SELECT game, level FROM tallies WHERE person = ?1 AND level > 0 AND won > 0 ORDER BY game, level"
POINTS = """SELECT game, speed, at, rating, gained FROM results WHERE person = ?1 AND rated = 1
    ORDER BY at DESC, "table" LIMIT ?2"""


class OfSums(Statements):
    async def tallies_of(self, person: str) -> list[TallyRow]:
        sql = "SELECT game, level, won, drawn, lost FROM tallies WHERE person = ?1 ORDER BY game, level"
        return [TallyRow(*row) for row in await self.rows(sql, person)]

    async def streak_of(self, person: str) -> StreakRow:
        sql = "SELECT wins, most_wins, day, days, most_days FROM streaks WHERE person = ?1"
        rows = await self.rows(sql, person)
        return StreakRow(*rows[0]) if rows else StreakRow()

    async def points_of(self, person: str, limit: int) -> list[PointRow]:
        """The latest first."""
        return [PointRow(*row) for row in await self.rows(POINTS, person, limit)]

    async def beaten(self, person: str) -> list[tuple[str, int]]:
        """Machines, by game and level, that the person has won against as the only person."""
        return [(game, level) for game, level in await self.rows(BEATEN, person)]


def adding(row: ResultRow) -> list[Statement]:
    """One more result."""
    tally = (int(row.score == 1), int(row.score == 0.5), int(row.score == 0))
    is_won, is_against_people = int(row.score == 1 and not row.level), int(not row.level)
    return [
        (SAVE_TALLY, (row.person, row.game, row.level, *tally)),
        (SAVE_STREAK, (row.person, is_won, row.at // DAY, is_against_people)),
    ]
