"""What a profile tells is kept as sums: written with each result, and the same as all results together."""

import asyncio
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from recif.match.clock import DAY
from recif.server.people.profile import streaks
from recif.server.store import of_sums
from recif.server.store.of_ratings import saving_results
from recif.server.store.rows import ResultRow
from tests.server.hall import Hall
from tests.server.live import sqlite_of, visiting
from tests.server.test_people import PASSWORD
from tests.server.work import LONGEST, Counted, counted


def everything(hall: Hall, table: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(row) for row in hall.wait(hall.store.rows(f"SELECT * FROM {table}")))


def keep(hall: Hall, *results: ResultRow) -> None:
    for one in results:
        hall.do(partial(hall.store.write, saving_results([one]), lambda: None))


def result(day: int, score: float, level: int = 0, person: str = "ana", number: int = 0) -> ResultRow:
    return ResultRow(f"t{day} {number}", person, "xok", "quick", day * DAY + number, level, score)


def test_streaks_are_wins_against_people_and_days_with_a_match(hall: Hall) -> None:
    keep(hall, result(1, 0.5), result(2, 1), result(3, 1), result(4, 1), result(5, 0), result(8, 1))
    keep(hall, result(8, 0, 3, number=1), result(9, 1))
    kept = hall.wait(hall.store.streak_of("ana"))
    now = streaks(kept, 10 * DAY)
    assert (now.wins, now.most_wins, now.days, now.most_days) == (2, 3, 2, 5)
    assert streaks(kept, 12 * DAY).days == 0
    nobody = streaks(hall.wait(hall.store.streak_of("nobody")), 0)
    assert (nobody.wins, nobody.most_wins, nobody.days, nobody.most_days) == (0, 0, 0, 0)


def test_sums_kept_with_each_result_are_those_of_all_results_together(hall: Hall) -> None:
    """As the step that brings an older database up to date adds them up."""
    chance = random.Random(5)
    for number in range(120):
        person, level = chance.choice(["ana", "theo", "zoe"]), chance.choice([0, 0, 3, 7])
        keep(hall, result(number // 3 + number // 40, chance.choice([0, 0.5, 1, 1]), level, person, number))
    kept = [everything(hall, table) for table in ("tallies", "streaks")]
    again = ["DELETE FROM tallies", "DELETE FROM streaks", *of_sums.FILL.split(";")]
    hall.do(partial(hall.store.write, [(statement, ()) for statement in again], lambda: None))
    assert [everything(hall, table) for table in ("tallies", "streaks")] == kept
    assert len(kept[0]) == 9


@pytest.mark.one_database("sqlite")
def test_a_profile_of_thousands_of_matches_reads_a_few_rows(tmp_path: Path) -> None:
    """And so does what somebody is told of themselves."""
    rated = ", ".join(["1", "1500.0", "60.0", "0.06", "1.0"])
    copied = f"""INSERT INTO results
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 5000)
        SELECT 't' || n, ?1, 'xok', 'quick', n * {DAY} / 3, n % 3, n % 2, {rated} FROM numbers"""

    async def story(here: Counted) -> None:
        async with visiting(here.server, "Ana") as ana:
            await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
            me = (await ana.call("GET", "/api/me"))["person"]["id"]

            async def fill() -> None:
                database = sqlite_of(here.server)._database
                for statement in ["DELETE FROM tallies", "DELETE FROM streaks", copied, *of_sums.FILL.split(";")]:
                    database.execute(statement, (me,) if "?1" in statement else ())

            await here.on_loop(fill())
            for path in ("/api/people/Ana/profile", "/api/me"):
                here.counter.reset()
                told = await ana.call("GET", path)
                assert here.counter.done.longest <= LONGEST // 2
                assert path == "/api/me" or (told["finished"], len(told["progress"][0]["points"])) == (5_000, 300)

    with counted(tmp_path) as here:
        asyncio.run(story(here))
