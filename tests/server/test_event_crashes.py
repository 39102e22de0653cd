"""A server is cut off at any write of an event: whoever starts next reads on, and the evening ends as it would have."""

from collections import Counter
from pathlib import Path

import pytest

from recif.events.entries import BoardFinished
from recif.events.record import read_event
from recif.events.verification import verify_event
from recif.server.api.events import written
from recif.server.events.open_event import decode_entry
from tests.server.cut_off import FOUR, evening_of
from tests.server.evenings import Evening

pytestmark = pytest.mark.one_database("sqlite")


def test_the_evening_without_cuts(tmp_path: Path) -> None:
    evening, writes = evening_of(tmp_path, [])
    check(evening)
    assert writes > 40


def test_a_server_that_is_cut_off_at_any_write_is_gone_on_from(tmp_path: Path) -> None:
    """`python -m tests.storm events` kills at each of them."""
    _, writes = evening_of(tmp_path / "whole", [])
    for number in range(0, writes, 3):
        evening, _ = evening_of(tmp_path / f"{number}", [number])
        check(evening)


def test_a_server_that_is_cut_off_again_and_again_comes_to_the_end(tmp_path: Path) -> None:
    evening, _ = evening_of(tmp_path, [5, 7, 3, 11, 2, 9, 4, 13, 6, 8, 10, 12])
    check(evening)


def check(evening: Evening) -> None:
    """As without cuts: the same table, each board with one result, and nobody at two tables."""
    event = evening.event
    assert [line.person for line in evening.info().lines] == [*FOUR]
    assert [line.points.en for line in evening.info().lines] == ["3", "2", "1", "0"]
    entries = [decode_entry(body) for body in event.bodies]
    finished = Counter((entry.round, entry.board) for entry in entries if isinstance(entry, BoardFinished))
    assert finished == {(board.round, board.number): 1 for board in event.live.boards}
    tables = [evening.hall.wait(evening.hall.store.table(event.table_name(*place, 0))) for place in finished]
    assert all(row is not None and row.status == "over" for row in tables)
    assert evening.hall.wait(evening.hall.store.rows("SELECT count(*) FROM tables"))[0][0] == len(finished)
    record = read_event(written(event, "json", "en", evening.hall.registry.signer).body)
    assert all(found.verdict == "holds" for found in verify_event(record))
