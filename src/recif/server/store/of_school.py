"""What people have learned, in SQL that both databases understand: steps of lessons, puzzles tried, the days on which
the puzzle of the day was solved, storms.

A row is one fact of one person. Facts of two devices come together in any order and are the same in the end: of two
tries at a puzzle the earlier counts, of two storms the better.
"""

from collections.abc import Iterable

from recif.server.store.interface import LearnedRow, Then
from recif.server.store.statements import Statements

CREATE = """
    CREATE TABLE schooling (
        person TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL, at BIGINT NOT NULL,
        PRIMARY KEY (person, kind, name)
    )
"""
LESSON, PUZZLE, DAY, STORM = "lesson", "puzzle", "day", "storm"
LEARN = f"""INSERT INTO schooling (person, kind, name, value, at) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (person, kind, name) DO UPDATE SET value = excluded.value, at = excluded.at
    WHERE (schooling.kind = '{PUZZLE}' AND excluded.at < schooling.at)
       OR (schooling.kind = '{STORM}' AND excluded.value > schooling.value)"""
LEARNED = "SELECT kind, name, value, at FROM schooling WHERE person = ?1 ORDER BY at, kind, name"


class OfSchool(Statements):
    def learn(self, person: str, rows: Iterable[LearnedRow], then: Then) -> None:
        self.write([(LEARN, (person, *row)) for row in rows], then)

    async def learned(self, person: str) -> list[LearnedRow]:
        """The oldest first."""
        return [LearnedRow(*row) for row in await self.rows(LEARNED, person)]
