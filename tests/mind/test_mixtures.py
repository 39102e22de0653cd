"""Seats that choose at once: the mind's mixture against exact solutions."""

from typing import Any

import numpy as np
import pytest

from recif.games import GAMES
from recif.games.core.position import Position
from recif.lab.exact.mixtures import Matrix, Solver, TooLarge, solve
from recif.mind.minds import mind_of, ponder
from recif.mind.search.think import Budget, View
from tests.games.setups import Setup, random_game

NEAR = 0.03


SALADS_AND_BONES = [0, 0, 0, 0, 10, 0, 10, 0, 0]  # two kinds of card: few enough futures to count them all


def last_choices(seed: int, rounds: int, **options: Any) -> Position:
    """The position of a random game of two sharks with so many rounds to go."""
    setup = Setup(GAMES["kroc"], 2, options)
    joint = [at.copy() for at, _ in random_game(setup, seed) if len(at.waiting) == 2]
    return joint[-rounds]


def mixture(at: Position, nodes: int) -> Matrix:
    """How often the mind plays each of seat 0's moves."""
    view = View(at, 0)
    thought = ponder(view, Budget(nodes), mind=mind_of(view))
    shares = {idea.move: idea.share for idea in thought.meant}
    total = sum(shares.values())
    return np.array([shares.get(move, 0.0) / total for move in at.numbers(0)])


def test_solve_knows_scissors_paper_stone() -> None:
    value, mix = solve(np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]))
    assert value == pytest.approx(0.5)
    assert mix == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("seed", range(4))
def test_the_last_choice_is_near_the_exact_solution(seed: int) -> None:
    at = last_choices(seed, rounds=1, deck=SALADS_AND_BONES)
    matrix = Solver(100_000).matrix(at)
    assured = (mixture(at, 20_000) @ matrix).min()
    assert assured >= solve(matrix)[0] - NEAR


@pytest.mark.parametrize("seed", range(3))
def test_a_choice_two_rounds_before_the_end_is_near_the_exact_solution(seed: int) -> None:
    at = last_choices(seed, rounds=2, deck=SALADS_AND_BONES)
    matrix = Solver(100_000).matrix(at)
    assert (mixture(at, 50_000) @ matrix).min() >= solve(matrix)[0] - NEAR


def test_the_last_choice_with_the_whole_box_is_near_the_exact_solution() -> None:
    solved = 0
    for seed in range(12):
        at = last_choices(seed, rounds=1)
        try:
            matrix = Solver(3_000).matrix(at)
        except TooLarge:
            continue
        assert (mixture(at, 20_000) @ matrix).min() >= solve(matrix)[0] - NEAR
        solved += 1
    assert solved >= 3
