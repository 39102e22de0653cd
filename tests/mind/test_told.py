"""The rules contradict nothing that the coach says: hints, pictures, reviews, puzzles. `make storm` asks for more."""

from collections import Counter

import pytest

from recif.games import GAMES
from tests.mind.told import Asked, everything

ASKED, NODES = Asked(positions=18, matches=1, puzzles=4), 60
KINDS = {
    "advice",
    "nudge",
    "hint: idea",
    "also",
    "chances",
    "review: cost",
    "review: idea",
    "puzzle: why",
    "moment: cost",
}
OPEN = {"picture", "review: allowed", "puzzle: allowed"}  # where what follows can be known


@pytest.mark.parametrize("game", GAMES)
def test_what_the_coach_says_is_so(game: str) -> None:
    met: Counter[str] = Counter()
    for one in everything(GAMES[game], ASKED, NODES):
        assert one.is_so, one
        assert one.is_short, one
        met[one.kind] += 1
    wanted = KINDS if game in ("kroc", "crabs") else KINDS | OPEN
    assert wanted <= set(met)
