"""How many ways the first events of each game can go: a change of any rule shows here."""

import pytest
from tests.games.golden import PERFT

from recif.games import GAMES
from recif.games.core.playouts import perft
from recif.games.core.position import start

ROWS = [line.split() for line in PERFT.read_text().splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize(("game", "seats", "options", "counts"), ROWS, ids=lambda field: str(field)[:24])
def test_the_first_events_can_go_as_many_ways_as_recorded(game: str, seats: str, options: str, counts: str) -> None:
    chosen = dict(pair.split("=") for pair in options.split(";")) if options != "-" else {}
    known = {option.name: option for option in GAMES[game].options}
    first = start(GAMES[game], int(seats), {name: known[name].read(value) for name, value in chosen.items()})
    expected = [int(count) for count in counts.split(",")]
    assert [int(perft(GAMES[game].rules, first.state, depth + 1)) for depth in range(len(expected))] == expected


def test_every_game_has_a_row() -> None:
    assert {row[0] for row in ROWS} == set(GAMES), "python -m tests.games.golden writes what is missing"
