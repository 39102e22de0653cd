"""What was played at each place, for the explorer, in SQL that both databases understand.

A place is a position as its mover knew it. Counts of public tables are nobody's (`whose` is empty), those of private
ones belong to each who played there, and those of machine matches that come with a game are under its name. Tables that
have ended wait in `unexplored` until they are counted, once, whichever server does it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from recif.server.store.interface import Then
from recif.server.store.rows import PlaceRow
from recif.server.store.statements import Statement, Statements

CREATE = """
    CREATE TABLE unexplored ("table" TEXT PRIMARY KEY, made BIGINT NOT NULL);
    CREATE INDEX unexplored_made ON unexplored (made);
    CREATE TABLE places (
        whose TEXT NOT NULL, place TEXT NOT NULL, move BIGINT NOT NULL, times INTEGER NOT NULL,
        points DOUBLE PRECISION NOT NULL, PRIMARY KEY (whose, place, move)
    )%(compact)s;
    CREATE TABLE shelves (whose TEXT NOT NULL, game TEXT NOT NULL, matches INTEGER NOT NULL, PRIMARY KEY (whose, game));
    INSERT INTO unexplored SELECT id, made FROM tables WHERE status = 'over'
"""
QUEUE = 'INSERT INTO unexplored ("table", made) VALUES (?1, ?2) ON CONFLICT DO NOTHING'
NEXT = 'SELECT "table" FROM unexplored ORDER BY made DESC LIMIT ?1'
# Of two servers that have counted a table, the second finds it gone: it waits here for the first.
CLAIM = 'UPDATE unexplored SET made = made WHERE "table" = ?1'
ADD_PLACE = """INSERT INTO places (whose, place, move, times, points)
    SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS BIGINT), CAST(?4 AS INTEGER), CAST(?5 AS DOUBLE PRECISION)
        WHERE EXISTS (SELECT 1 FROM unexplored WHERE "table" = ?6)
    ON CONFLICT (whose, place, move) DO UPDATE SET times = places.times + excluded.times,
        points = places.points + excluded.points"""
ADD_MATCH = """INSERT INTO shelves (whose, game, matches)
    SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT), 1 WHERE EXISTS (SELECT 1 FROM unexplored WHERE "table" = ?3)
    ON CONFLICT (whose, game) DO UPDATE SET matches = shelves.matches + 1"""
STRIKE = 'DELETE FROM unexplored WHERE "table" = ?1'
SET_PLACE = """INSERT INTO places (whose, place, move, times, points) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (whose, place, move) DO UPDATE SET times = excluded.times, points = excluded.points"""
SET_MATCHES = """INSERT INTO shelves (whose, game, matches) VALUES (?1, ?2, ?3)
    ON CONFLICT (whose, game) DO UPDATE SET matches = excluded.matches"""
AT = "SELECT move, times, points FROM places WHERE whose = ?1 AND place = ?2"
FORGET_PLACES = """DELETE FROM places WHERE whose = ?1
    AND place IN (SELECT place FROM places WHERE whose = ?1 LIMIT ?2)"""


class OfExplorer(Statements):
    def explore_later(self, table: str, made: int, then: Then) -> None:
        """It has ended."""
        self.write([(QUEUE, (table, made))], then)

    async def unexplored(self, limit: int) -> list[str]:
        """The newest first."""
        return [table for (table,) in await self.rows(NEXT, limit)]

    async def players(self, table: str) -> list[str]:
        """Who played there, and has not been deleted since."""
        return [person for (person,) in await self.rows('SELECT person FROM players WHERE "table" = ?1', table)]

    def add_places(self, table: str, game: str, whose: Iterable[str], rows: Sequence[PlaceRow], then: Then) -> None:
        """What was played at a table that waited to be counted; without rows it only stops waiting."""
        statements: list[Statement] = [(CLAIM, (table,))]
        for one in whose if rows else ():
            statements += [(ADD_PLACE, (one, *row, table)) for row in rows]
            statements.append((ADD_MATCH, (one, game, table)))
        self.write([*statements, (STRIKE, (table,))], then)

    def set_places(self, whose: str, rows: Sequence[PlaceRow], then: Then) -> None:
        self.write([(SET_PLACE, (whose, *row)) for row in rows], then)

    def set_shelf(self, whose: str, game: str, matches: int, then: Then) -> None:
        self.write([(SET_MATCHES, (whose, game, matches))], then)

    async def place(self, whose: str, place: str) -> Mapping[int, tuple[int, float]]:
        """The moves that were chosen there: how often, and the wins that came of it."""
        return {move: (times, points) for move, times, points in await self.rows(AT, whose, place)}

    async def shelf(self, whose: str, game: str) -> int:
        """How many matches are counted."""
        rows: list[Any] = await self.rows("SELECT matches FROM shelves WHERE whose = ?1 AND game = ?2", whose, game)
        return int(rows[0][0]) if rows else 0


def forgetting(person: str) -> list[Statement]:
    return [(f"DELETE FROM {table} WHERE whose = ?1", (person,)) for table in ("shelves", "places")]
