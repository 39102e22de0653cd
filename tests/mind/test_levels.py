"""Levels: what each sees, and how it picks."""

import importlib.util
from dataclasses import replace
from itertools import pairwise
from statistics import mean

import pytest

from recif.games import GAMES, position, start
from recif.games.core import hunch as plain
from recif.games.core.contract import LEVELS, NET_LEVELS, Game, Refused
from recif.games.core.position import start as begin
from recif.mind.levels import (
    ABYSS,
    NUMBERS,
    by_feel,
    chance,
    choose,
    is_by_feel,
    level_name,
    level_of,
    obvious,
    promises,
)
from recif.mind.search.think import Candidate, Mind, Thought, View

A_CHAIN_OF_EIGHT = "4 w d1,d2,d3,d4,d5,d6,d7,c6 a1,a2,b1,b2,g4,g5,g6,g7"


def thought(*shares: float, is_mixed: bool = False) -> Thought:
    ideas = tuple(Candidate(move, share, 0.5, 10) for move, share in enumerate(shares))
    return Thought(0, ideas, (0.5, 0.5), 100, is_mixed)


def draws(found: Thought) -> set[int]:
    return {found.draw(chance(seed)).move for seed in range(200)}


@pytest.mark.parametrize("level", [1, 4, 8])
def test_every_level_takes_the_win_in_front_of_it(level: int) -> None:
    at = position("xok", A_CHAIN_OF_EIGHT)
    for seed in range(5):
        move = choose(View(at, 0), level, seed)
        after = at.copy()
        after.game.rules.play(after.state, 0, move)
        assert after.winners == (0,)


def test_a_level_is_deterministic() -> None:
    view = View(start("xok", side=4), 0)
    assert choose(view, 3, 5) == choose(view, 3, 5)


def test_the_best_move_is_played() -> None:
    assert draws(thought(0.6, 0.4)) == {0}


def test_a_mixture_is_drawn_from_without_its_noise() -> None:
    assert draws(thought(0.58, 0.4, 0.02, is_mixed=True)) == {0, 1}


def test_a_move_by_feel_grows_a_chain_rather_than_lie_apart() -> None:
    at = position("xok", "4 w d3,d4,d5 a1,a2,b1")
    texts = [at.game.words.text(at.state, 0, by_feel(View(at, 0), seed)) for seed in range(60)]
    beside = ("d2", "d6", "c2", "c3", "c4", "c5", "e3", "e4", "e5", "e6")
    assert sum(any(cell in text for cell in beside) for text in texts) > 30


def test_of_several_glances_the_most_promising_is_played() -> None:
    view = View(position("xok", "4 w d3,d4,d5 a1,a2,b1"), 0)
    moves, weights = promises(view)
    worth = dict(zip(moves.tolist(), weights.tolist(), strict=True))
    means = [mean(worth[by_feel(view, seed, glances)] for seed in range(60)) for glances in (1, 3, 200)]
    assert means == sorted(means)
    assert means[0] < 0.8 * means[1]
    assert means[2] == max(weights)
    assert worth[obvious(view, 1)] == max(weights)


def test_all_levels_that_play_by_feel_take_the_glances_of_the_first() -> None:
    view = View(position("xok", "4 w d3,d4,d5 a1,a2,b1"), 0)
    view.game = replace(GAMES["xok"], net_levels=((3, 1.0), *NET_LEVELS[1:]))
    assert {level_of(view, number).glances for number in range(1, 9)} == {3}
    assert [choose(view, 1, seed) for seed in range(20)] == [by_feel(view, seed, 3) for seed in range(20)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_eight_levels_with_growing_sight(game: str) -> None:
    for rows in (GAMES[game].levels, GAMES[game].net_levels):
        assert len(rows) == 8
        assert all(low[0] <= high[0] and low[1] >= high[1] for low, high in pairwise(rows))
        assert rows[7][1] == 0
    assert [number for number in NUMBERS if is_by_feel(GAMES[game], number)] == [1]
    assert GAMES[game].levels[0] == GAMES[game].net_levels[0]  # whoever plays by feel asks no net


def test_a_level_has_other_nodes_where_a_net_plays() -> None:
    xok = GAMES["xok"]
    known, old = (View(begin(xok, version=version), 0) for version in (xok.version, 1))
    assert [level_of(view, 7).nodes for view in (old, known)] == [xok.levels[6][0], xok.net_levels[6][0]]
    assert [level_of(view, 7).mind.net is None for view in (old, known)] == [True, False]
    assert level_of(known, 7, Mind(xok.hunch)).nodes == xok.levels[6][0]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_hunches_of_its_own_or_the_plain_ones(game: str) -> None:
    own = importlib.util.find_spec(f"recif.games.{game}.hunch")
    assert GAMES[game].hunch.__name__ == (own.name if own else plain.__name__)


def test_a_game_that_says_nothing_of_its_mind_is_played_at_every_level() -> None:
    xok = GAMES["xok"]
    bare = Game("bare", xok.title, xok.pitch, (2,), 5, xok.rules, xok.words, xok.options)
    assert (bare.hunch, bare.levels, bare.kinds) == (plain, LEVELS, {})
    view = View(begin(bare, options={"side": 4}), 0)
    for number in (1, 2, 3):
        assert choose(view, number, 5) in view.position.numbers(0)


def test_the_abyss_looks_at_the_clock() -> None:
    assert level_of(View(start("xok"), 0), ABYSS).seconds
    assert level_name(ABYSS).fr == "Abysse"


def test_there_is_no_level_zero() -> None:
    assert 0 not in NUMBERS
    with pytest.raises(Refused):
        level_of(View(start("xok"), 0), 0)
