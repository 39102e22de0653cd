"""Accuracy tells players apart: matches that random clicking and levels 1, 4 and 8 have played against themselves.

They are kept beside (`python -m bench.accuracy --keep tests/mind/accuracy`), so that only the review is tried here.
"""

from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import mean

import pytest

from recif.games import GAMES
from recif.match.record import read
from recif.mind.coach.review import Review, review

KEPT = Path(__file__).with_name("accuracy")
PLAYERS = ("random", "1", "4", "8")
NODES = 1_000
APART = 8  # percent, at least, between the means of two neighbours


def reviews(game: str) -> dict[str, list[Review]]:
    found: dict[str, list[Review]] = defaultdict(list)
    for line in (KEPT / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        who, told = line.split(" ", 1)
        found[who].append(review(read(told).replay(GAMES), NODES))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_random_clicking_and_levels_1_4_and_8_are_told_apart(game: str) -> None:
    found = reviews(game)
    shares = [mean(share for one in found[who] for share in one.accuracies if share is not None) for who in PLAYERS]
    assert all(higher - lower >= APART for lower, higher in pairwise(shares)), shares
    assert shares[0] <= 30
    assert shares[-1] >= 80
