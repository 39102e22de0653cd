"""A server with fifty thousand games starts, and answers who asks what was played before, like one with fifty.

Work is counted in steps of SQLite's machine, never in time.
"""

from pathlib import Path
from typing import Any

import pytest

from recif.games import GAMES
from recif.match.match import Match
from recif.school.explorer import place_of
from recif.server.advice.books import Books
from recif.server.messages import wire
from recif.server.store import sqlite
from tests.server.hall import FREE, Hall

pytestmark = pytest.mark.one_database("sqlite")
FEW, MANY = 50, 50_000
EVERY = 10  # steps from one count to the next
START = Match(GAMES["xok"]).position
PLACE = place_of(START, 0).hex()
NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT {})"
LIFE = (  # of a server: games of everybody, half of them Ana's, counted at many places; the rest waits to be counted
    """INSERT INTO tables {} SELECT id || n, 'over', 1, n, replace(replace(body, id, id || n), '"playing"', '"over"'),
    owner FROM numbers, tables WHERE id = ?1""",
    "INSERT INTO players {} SELECT iif(n % 2, 'ana', 'p' || n), ?1 || n, n, 1 FROM numbers",
    "INSERT INTO results {} SELECT ?1 || n, iif(n % 2, 'ana', 'p' || n), 'xok', 'quick', n, 1, n % 2, 0, 0, 0, 0, 0"
    " FROM numbers",
    "INSERT INTO places {} SELECT '', 'place ' || ?1 || n, 1, 1, 0.5 FROM numbers",
    "INSERT INTO unexplored {} SELECT ?1 || 'gone' || n, n FROM numbers",
)


class Steps:
    """Of all connections that are opened while it counts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        opened = sqlite.connect

        def connect(*args: Any) -> Any:
            database = opened(*args)
            database.set_progress_handler(self._step, EVERY)
            return database

        monkeypatch.setattr(sqlite, "connect", connect)

    def _step(self) -> int:
        self.count += 1
        return 0

    def of(self, job: Any) -> int:
        before = self.count
        job()
        return self.count - before


class Here:
    """Short jobs, done at once."""

    async def run(self, _: str, __: str, job: Any, *args: Any) -> Any:
        return job(*args)


def work_of(folder: Path, games: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    folder.mkdir()
    hall = Hall(folder, FREE)
    table = hall.pair("xok")[0].live.row.id
    for statement in LIFE:
        hall.store._database.execute(statement.format(NUMBERS.format(games)), (table,))
    hall.store._database.execute("INSERT INTO places VALUES ('', ?1, 7, 3, 1.5)", (PLACE,))
    steps = Steps(monkeypatch)
    halls: list[Hall] = []
    work = {"a start": steps.of(lambda: halls.append(hall.again()))}
    again = halls[0]
    books, wait = Books(again.registry, Here()), again.wait
    work["a question"] = steps.of(lambda: wait(books.here(START, 0, "ana")))
    assert wait(books.here(START, 0, "ana")).moves == {7: (3, 1.5)}
    work["my games"] = steps.of(lambda: wait(again.store.tables_of("ana", 30)))
    work["the lobby"] = steps.of(lambda: again.person("zoe").says(wire.Lobby()))
    work["all places"] = steps.of(lambda: wait(again.store.rows("SELECT count(*) FROM places WHERE move = 2")))
    monkeypatch.undo()
    again.close()
    return work


def test_fifty_thousand_games_are_no_more_work_than_fifty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = (work_of(tmp_path / str(games), games, monkeypatch) for games in (FEW, MANY))
    assert many.pop("all places") > 100 * few.pop("all places"), "what reads everything would not be found out"
    assert all(few.values()), "nothing was counted"
    too_much = {what: (few[what], steps) for what, steps in many.items() if steps > 2 * few[what]}
    assert not too_much
