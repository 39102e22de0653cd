"""Minds of XOK keep to the rules."""

import numpy as np
import pytest
from tests.games.setups import Setup, random_game

from recif.games import GAMES
from recif.games.core.luck import seeded
from recif.games.xok import hunch, rules


@pytest.mark.parametrize("side", [5, 4])
def test_hunches_are_legal_moves(side: int) -> None:
    rng, out = seeded(side), np.zeros(rules.MOVES, np.int64)
    for seed in range(12):
        for position, (seat, _) in random_game(Setup(GAMES["xok"], 2, {"side": side}), seed):
            legal = set(position.numbers(seat))
            assert set(out[: hunch.moves(rules, position.state, seat, out)].tolist()) <= legal
            assert {int(hunch.playout_move(rules, position.state, seat, rng)) for _ in range(9)} <= legal


def test_a_bite_faces_the_board() -> None:
    """Eight in a row along the edge: the shark that eats there is never turned away from the board."""
    rng = seeded(3)
    state = GAMES["xok"].parse("5 w - a1,a2,a3,a4,a5,b1,c1,d1")
    legal = np.zeros(rules.MOVES, np.int64)
    allowed = set(legal[: rules.moves(state, 0, legal)].tolist())
    assert {int(hunch.playout_move(rules, state, 0, rng)) for _ in range(2000)} <= allowed
