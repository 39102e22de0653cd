"""Tables from before rules had versions go on as they began."""

import sqlite3
from pathlib import Path

import pytest

from recif.games import GAMES
from recif.server.messages import wire
from recif.server.tables import creation
from tests.server.hall import ME, Hall

pytestmark = pytest.mark.one_database("sqlite")

OLD = Path(__file__).parents[1] / "old" / "running.sql"


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    database = sqlite3.connect(tmp_path / "hall.db")
    database.executescript(OLD.read_text())
    database.close()
    return Hall(tmp_path)


def test_a_running_table_goes_on_by_its_old_rules(hall: Hall) -> None:
    audience, theo = hall.at("oldxok"), hall.person("theo")
    assert audience.live.match.version == 1
    assert isinstance(theo.play(audience, 1, "b1*w", id="today"), wire.Ack)
    again = hall.again().at("oldxok")
    assert (again.live.match.log[-1].text, again.live.match.version) == ("b1*w", 1)


def test_a_new_table_and_a_rematch_are_played_by_todays_rules(hall: Hall) -> None:
    fresh = hall.table(hall.person("ana"), "xok", ME, ME)
    assert fresh.live.match.version == GAMES["xok"].version
    for old in ("oldxok", "oldcrabs"):
        row = creation.rematch_row(hall.at(old).live, 0)
        game = GAMES[row.game]
        assert (row.rules, row.options) == (game.version, game.check_options({}))


def test_a_1_that_has_just_cancelled_stands_at_a_table_from_then(hall: Hall) -> None:
    audience, ana = hall.at("oldcrabs"), hall.person("ana")
    refusal = ana.play(audience, 0, "1c", id="today")
    assert isinstance(refusal, wire.Refusal)
    assert audience.live.match.options == {"mode": "symmetric", "crabs_seat": 0, "effects": {}}
