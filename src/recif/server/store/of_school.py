"""What people have learned, in SQL that both databases understand: steps of lessons, puzzles tried, the days on which
the puzzle of the day was solved, storms.

A row is one fact of one person. Facts of two devices come together in any order and are the same in the end: of two
tries at a puzzle the earlier counts, of two storms the better.
"""

from collections.abc import Iterable

from recif.server.store.interface import Then
from recif.server.store.rows import LearnedRow
from recif.server.store.statements import Statements

CREATE = """
    CREATE TABLE schooling (
        person TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL, at BIGINT NOT NULL,
        PRIMARY KEY (person, kind, name)
    )
"""
LESSON, PUZZLE, DAY, STORM = "lesson", "puzzle", "day", "storm"
JUDGED = "judged"  # a puzzle as the server itself has judged it: decisions found so far, or MISSED for good
MISSED = -1
JUDGE_FIRST = f"""INSERT INTO schooling (person, kind, name, value, at) VALUES (?1, '{JUDGED}', ?2, 1, ?3)
    ON CONFLICT DO NOTHING"""
JUDGE_NEXT = f"""UPDATE schooling SET value = value + 1
    WHERE person = ?1 AND kind = '{JUDGED}' AND name = ?2 AND value = ?3"""
JUDGE_MISSED = f"""INSERT INTO schooling (person, kind, name, value, at) VALUES (?1, '{JUDGED}', ?2, {MISSED}, ?3)
    ON CONFLICT (person, kind, name) DO UPDATE SET value = {MISSED}
    WHERE schooling.value >= 0 AND schooling.value < ?4"""
LEARN = f"""INSERT INTO schooling (person, kind, name, value, at) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (person, kind, name) DO UPDATE SET value = excluded.value, at = excluded.at
    WHERE (schooling.kind = '{PUZZLE}' AND excluded.at < schooling.at)
       OR (schooling.kind = '{STORM}' AND excluded.value > schooling.value)"""
PRACTISED = f"""SELECT kind, name, value, at FROM schooling
    WHERE person = ?1 AND kind IN ('{LESSON}', '{JUDGED}') ORDER BY at, kind, name"""
LEARNED = "SELECT kind, name, value, at FROM schooling WHERE person = ?1 ORDER BY at, kind, name"


def news(known: Iterable[LearnedRow], given: Iterable[LearnedRow]) -> list[LearnedRow]:
    """What changes something of what is known, each fact once: `LEARN` says the same to the database."""
    facts, new = {row[:2]: row for row in known}, dict[tuple[str, str], LearnedRow]()
    for row in given:
        fact = row[:2]
        if fact not in facts or _is_better(row, facts[fact]):
            facts[fact] = new[fact] = row
    return list(new.values())


def _is_better(row: LearnedRow, known: LearnedRow) -> bool:
    return row.at < known.at if row.kind == PUZZLE else row.kind == STORM and row.value > known.value


class OfSchool(Statements):
    def learn(self, person: str, rows: Iterable[LearnedRow], then: Then) -> None:
        self.write([(LEARN, (person, *row)) for row in rows], then)

    def judge(self, person: str, puzzle: str, found: int, is_right: bool, decisions: int, at: int, then: Then) -> None:
        """A try that the server has judged, once so many decisions were found; of several at once one comes first."""
        if not is_right:
            self.write([(JUDGE_MISSED, (person, puzzle, at, decisions))], then)
        elif found:
            self.write([(JUDGE_NEXT, (person, puzzle, found))], then)
        else:
            self.write([(JUDGE_FIRST, (person, puzzle, at))], then)

    async def learned(self, person: str) -> list[LearnedRow]:
        """All of it, the oldest first."""
        return [LearnedRow(*row) for row in await self.rows(LEARNED, person)]

    async def practised(self, person: str) -> list[LearnedRow]:
        """Lessons and puzzles, which a profile tells of."""
        return [LearnedRow(*row) for row in await self.rows(PRACTISED, person)]
