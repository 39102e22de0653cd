"""Golden playthroughs replay to the letter."""

import json
from pathlib import Path

import pytest
from tests.games.golden import FOLDER, golden_setups, path_of

from recif.games import GAMES
from recif.games.core.position import Position, start


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_golden_game_replays_to_the_letter(path: Path) -> None:
    header, *events, end = path.read_text().splitlines()
    setup = json.loads(header)
    position = start(GAMES[setup["game"]], setup["seats"], setup["options"])
    for line in events:
        event, _, before = line.partition(" | ")
        assert str(position) == before
        replay(position, *event.split(" ", 1))
    assert end == f"won by {list(position.winners)}, scores {list(position.scores)} | {position}"


def replay(position: Position, who: str, text: str) -> None:
    if who == "luck":
        position.befall(text)
    else:
        position.play(int(who), text)


def test_every_game_and_number_of_seats_has_golden_games() -> None:
    assert {path_of(setup) for setup in golden_setups()} == set(FOLDER.glob("*.txt")), (
        "python -m tests.games.golden writes what is missing"
    )
