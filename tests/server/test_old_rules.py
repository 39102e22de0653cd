"""Tables that were begun by older rules go on as they began."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from recif.games import GAMES, position
from recif.server.messages import wire
from recif.server.tables import creation
from tests.server.hall import ME, Hall
from tests.server.old_database import TOLD, opened

pytestmark = pytest.mark.one_database("sqlite")

(OLD_XOK,) = [table for table, told in TOLD["tables"].items() if (told["game"], told["rules"]) == ("xok", 1)]
(OLD_CRABS,) = [table for table, told in TOLD["tables"].items() if (told["game"], told["rules"]) == ("crabs", 1)]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = opened(tmp_path)
    yield hall
    hall.close()


def test_a_running_table_goes_on_by_its_old_rules(hall: Hall) -> None:
    audience, theo = hall.at(OLD_XOK), hall.person("theo")
    by_old_rules = audience.live.match.position
    by_todays = position("xok", str(by_old_rules).removesuffix(" @1"))
    move = next(move for move in by_old_rules.moves(1) if move not in by_todays.moves(1))
    assert isinstance(theo.play(audience, 1, move, id="today"), wire.Ack)
    again = hall.again()
    match = again.at(OLD_XOK).live.match
    assert (match.log[-1].text, match.version) == (move, 1)
    again.close()


def test_a_new_table_and_a_rematch_are_played_by_todays_rules(hall: Hall) -> None:
    fresh = hall.table(hall.person("yann"), "xok", ME, ME)
    assert fresh.live.match.version == GAMES["xok"].version
    for old in (OLD_XOK, OLD_CRABS):
        row = creation.rematch_row(hall.at(old).live, 0)
        game = GAMES[row.game]
        assert (row.rules, row.options) == (game.version, game.check_options({}))


def test_an_old_table_keeps_the_options_that_its_rules_have(hall: Hall) -> None:
    match = hall.at(OLD_CRABS).live.match
    assert (match.version, match.options) == (1, {"mode": "symmetric", "crabs_seat": 0, "effects": {}})
    assert match.options.keys() < GAMES["crabs"].check_options({}).keys()
