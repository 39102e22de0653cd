"""Ladders of clubs and matches between clubs, in SQL that both databases understand.

A duel is written before its table is made, under the table's name; the entry that ends the match makes it due in the
same transaction (`settling`). What comes of it is written with the end of the duel, or not at all: whoever stops
half-way, or is beaten by another server, looks again.
"""

from collections.abc import Sequence

import msgspec

from recif.server.store.club_rows import ClubMatchRow, DuelRow, LadderRow
from recif.server.store.interface import Then
from recif.server.store.of_notices import saving_notices
from recif.server.store.rows import NoticeRow, TableRow
from recif.server.store.statements import Statement, Statements, as_json

SAVE_LADDER = """INSERT INTO ladders (club, game, version, stamp, body) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (club, game) DO UPDATE SET version = excluded.version, stamp = excluded.stamp, body = excluded.body
        WHERE ladders.version = excluded.version - 1"""
DUEL = '"table", club, game, person, other, made, due, contest'
SAVE_DUEL = f"INSERT INTO duels ({DUEL}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING"
END_DUEL = 'DELETE FROM duels WHERE "table" = ?1'
END_LADDER_DUEL = f"{END_DUEL} AND EXISTS (SELECT 1 FROM ladders WHERE club = ?2 AND game = ?3 AND stamp = ?4)"
IF_MATCH = "EXISTS (SELECT 1 FROM club_matches WHERE id = {} AND stamp = {})"
SAVE_BOARD = f"""INSERT INTO duels ({DUEL})
    SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS TEXT), CAST(?4 AS TEXT), CAST(?5 AS TEXT),
        CAST(?6 AS BIGINT), CAST(?7 AS BIGINT), CAST(?8 AS TEXT) WHERE {IF_MATCH.format("?8", "?9")}
    ON CONFLICT DO NOTHING"""
END_BOARD = f"{END_DUEL} AND {IF_MATCH.format('?2', '?3')}"
# Only if nothing has happened since it was looked at: a match that ended meanwhile is due now.
PUT_OFF_DUEL = 'UPDATE duels SET due = CAST(?2 AS BIGINT) WHERE "table" = ?1 AND due = ?3'
DUE_DUELS = f"SELECT {DUEL} FROM duels WHERE due <= ?1 ORDER BY due LIMIT ?2"
DUE_IN = f"SELECT {DUEL} FROM duels WHERE club = ?1 AND game = ?2 AND contest = '' AND due <= ?3 LIMIT ?4"
SETTLE = 'UPDATE duels SET due = 0 WHERE "table" = ?1'
SAVE_MATCH = """INSERT INTO club_matches (id, home, away, made, version, stamp, body)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (id) DO UPDATE SET version = excluded.version, stamp = excluded.stamp, body = excluded.body
        WHERE club_matches.version = excluded.version - 1"""
MATCHES = "SELECT body FROM club_matches WHERE {} = ?1 ORDER BY made DESC LIMIT ?2"

read_ladder = msgspec.json.Decoder(LadderRow).decode
read_match = msgspec.json.Decoder(ClubMatchRow).decode


class OfLadders(Statements):
    async def ladder(self, club: str, game: str) -> LadderRow:
        rows = await self.rows("SELECT body FROM ladders WHERE club = ?1 AND game = ?2", club, game)
        return read_ladder(rows[0][0]) if rows else LadderRow(club, game)

    async def ladders_of(self, club: str) -> list[LadderRow]:
        rows = await self.rows("SELECT body FROM ladders WHERE club = ?1 ORDER BY game", club)
        return [read_ladder(body) for (body,) in rows]

    def save_ladder(self, row: LadderRow, ended: str, notices: Sequence[NoticeRow], then: Then) -> None:
        """With the end of the duel that led to it, if one did."""
        statements: list[Statement] = [(SAVE_LADDER, (row.club, row.game, row.version, row.stamp, as_json(row)))]
        if ended:
            statements.append((END_LADDER_DUEL, (ended, row.club, row.game, row.stamp)))
        self.write([*statements, *saving_notices(notices)], then)

    async def is_ladder(self, row: LadderRow) -> bool:
        sql = "SELECT stamp FROM ladders WHERE club = ?1 AND game = ?2"
        rows = await self.rows(sql, row.club, row.game)
        return bool(rows) and rows[0][0] == row.stamp

    def save_duel(self, row: DuelRow, then: Then) -> None:
        """Unless one of the two has one already."""
        self.write([(SAVE_DUEL, tuple(row))], then)

    async def duel(self, table: str) -> DuelRow | None:
        rows = await self.rows(f'SELECT {DUEL} FROM duels WHERE "table" = ?1', table)
        return DuelRow(*rows[0]) if rows else None

    async def duels_of(self, person: str) -> list[DuelRow]:
        sql = f'SELECT {DUEL} FROM duels WHERE person = ?1 OR other = ?1 ORDER BY made, "table"'
        return [DuelRow(*row) for row in await self.rows(sql, person)]

    async def duels_in(self, club: str, game: str) -> list[DuelRow]:
        """Those of a ladder that go on."""
        sql = f"SELECT {DUEL} FROM duels WHERE club = ?1 AND game = ?2 AND contest = ''"
        return [DuelRow(*row) for row in await self.rows(sql, club, game)]

    async def due_duels(self, now: int, limit: int) -> list[DuelRow]:
        return [DuelRow(*row) for row in await self.rows(DUE_DUELS, now, limit)]

    async def due_in(self, club: str, game: str, now: int, limit: int) -> list[DuelRow]:
        return [DuelRow(*row) for row in await self.rows(DUE_IN, club, game, now, limit)]

    def put_off_duel(self, row: DuelRow, due: int | None, then: Then) -> None:
        self.write([(PUT_OFF_DUEL, (row.table, due, row.due))], then)

    def end_duel(self, table: str, then: Then) -> None:
        self.write([(END_DUEL, (table,))], then)

    def save_club_match(self, row: ClubMatchRow, new: Sequence[DuelRow], ended: str, then: Then) -> None:
        """With the boards that come of it, or the end of one."""
        values = (row.id, row.home, row.away, row.made, row.version, row.stamp, as_json(row))
        boards: list[Statement] = [(SAVE_BOARD, (*duel, row.stamp)) for duel in new]
        if ended:
            boards.append((END_BOARD, (ended, row.id, row.stamp)))
        self.write([(SAVE_MATCH, values), *boards], then)

    async def is_club_match(self, row: ClubMatchRow) -> bool:
        rows = await self.rows("SELECT stamp FROM club_matches WHERE id = ?1", row.id)
        return bool(rows) and rows[0][0] == row.stamp

    async def club_match(self, match: str) -> ClubMatchRow | None:
        rows = await self.rows("SELECT body FROM club_matches WHERE id = ?1", match)
        return read_match(rows[0][0]) if rows else None

    async def club_matches_of(self, club: str, limit: int) -> list[ClubMatchRow]:
        found = [body for side in ("home", "away") for (body,) in await self.rows(MATCHES.format(side), club, limit)]
        return sorted(map(read_match, found), key=lambda row: -row.made)[:limit]

    def end_club_match(self, match: str, then: Then) -> None:
        self.write([("DELETE FROM club_matches WHERE id = ?1", (match,))], then)


def settling(row: TableRow | None) -> list[Statement]:
    """A match that is over may decide something in a club: it is looked at next."""
    return [(SETTLE, (row.id,))] if row and row.status == "over" else []
