"""The rules contradict nothing that the coach says: hints, pictures, reviews, puzzles. `make storm` asks for more."""

from collections import Counter

import pytest

from recif.games import GAMES
from tests.mind.told import everything

POSITIONS, NODES, PUZZLES = 18, 60, 4
KINDS = {"advice", "nudge", "hint: idea", "also", "chances", "review: cost", "review: idea", "puzzle: why"}
OPEN = {"picture", "review: allowed", "puzzle: allowed"}  # where what follows can be known


@pytest.mark.parametrize("game", GAMES)
def test_what_the_coach_says_is_so(game: str) -> None:
    met: Counter[str] = Counter()
    for one in everything(GAMES[game], POSITIONS, NODES, PUZZLES):
        assert one.is_so, one
        met[one.kind] += 1
    wanted = KINDS if game in ("kroc", "crabs") else KINDS | OPEN
    assert wanted <= set(met)
