"""The example that learns XOK from `recif.vector`: its slopes are true, it obeys masks, what gained becomes likely."""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import recif.vector

PATH = Path(__file__).parents[2] / "examples" / "learner.py"


@pytest.fixture(scope="module")
def learner() -> Any:
    spec = importlib.util.spec_from_file_location("learner", PATH)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def games(learner: Any) -> Any:
    return recif.vector.make("xok", learner.GAMES, side=learner.SIDE, threads=1)


def some_positions(learner: Any, games: Any, decisions: int) -> Any:
    """Positions after so many random decisions."""
    step = games.reset(seed=3)
    for _ in range(decisions):
        step = games.step(games.random_actions())
    return step


def test_each_action_has_a_place_of_its_own(learner: Any, games: Any) -> None:
    where = learner.places(games)
    assert len(set(where.tolist())) == games.actions
    assert where.max() < learner.COUNT * learner.KINDS


def test_neighbours_on_the_board_see_each_other(learner: Any) -> None:
    for cell, beside in enumerate(learner.BESIDE):
        assert beside[0] == cell
        for way, other in enumerate(beside):
            assert other == learner.COUNT or learner.BESIDE[other][learner.BACK[way]] == cell


def test_its_slopes_are_those_of_what_it_thinks(learner: Any, games: Any) -> None:
    rng = np.random.default_rng(5)
    weights = {name: part.astype(np.float64) for name, part in learner.fresh(2).items()}
    told = learner.seen(some_positions(learner, games, 9).observation[:6])
    told = learner.Seen(*(part.astype(np.float64) for part in told))
    pulls = rng.normal(size=(6, learner.COUNT * learner.KINDS)), rng.normal(size=6)

    def pulled() -> float:
        promise, worth, _ = learner.think(weights, told)
        return float((promise * pulls[0]).sum() + (worth * pulls[1]).sum())

    slopes = learner.learn(weights, learner.think(weights, told)[2], *pulls)
    assert slopes.keys() == weights.keys()
    for name, part in weights.items():
        steepest = np.unravel_index(np.abs(slopes[name]).argmax(), part.shape)
        before, step = part[steepest], 1e-6
        ends = []
        for part[steepest] in (before + step, before - step):
            ends.append(pulled())
        part[steepest] = before
        assert (ends[0] - ends[1]) / (2 * step) == pytest.approx(slopes[name][steepest], rel=1e-3), name


def test_what_it_plays_is_allowed_and_what_gained_becomes_likelier(learner: Any, games: Any) -> None:
    weights, rng, where = learner.fresh(4), np.random.default_rng(6), learner.places(games)
    some_positions(learner, games, 0)
    done = learner.play(weights, games, where, rng)  # a move that is not allowed would be refused
    played = range(len(done.actions)), done.actions
    assert done.masks[played].all()
    chances = learner.chances(learner.think(weights, done.told)[0][:, where], done.masks)
    assert chances[played] == pytest.approx(done.odds, rel=1e-4)
    assert (chances[~done.masks] == 0).all()
    learner.improve(weights, learner.Adam(weights), done, where, 1e-3, 0.0, rng)
    after = learner.chances(learner.think(weights, done.told)[0][:, where], done.masks)
    moved = np.log(after[played] / done.odds)
    assert np.corrcoef(moved, done.gains)[0, 1] > 0.05


def test_what_is_good_for_one_seat_is_bad_for_the_other(learner: Any, games: Any) -> None:
    """Whoever decided last in a game that was won came to a win, and whoever decided before to a loss."""
    weights, rng = learner.fresh(4), np.random.default_rng(7)
    some_positions(learner, games, 20)
    came = learner.play(weights, games, learner.places(games), rng).came.reshape(learner.STEPS, learner.GAMES)
    steps, where = np.nonzero(np.isclose(np.abs(came[1:]), 1))
    last, before = came[1:][steps, where], came[:-1][steps, where]
    assert len(last) > 100
    assert (np.sign(before) == -np.sign(last)).all()
    assert (np.abs(before) >= 0.89).all()


def test_a_run_that_was_cut_short_goes_on_where_it_was(learner: Any, tmp_path: Path) -> None:
    path = tmp_path / "learner.npz"
    begun = learner.Learner(path, 8)
    entropy = begun.round(of=2)
    begun.keep()
    again = learner.Learner(path, 8)
    assert (again.rounds, again.seconds, again.lines) == (1, begun.seconds, begun.lines)
    assert again.adam.steps == begun.adam.steps > 0
    for known, kept in ((begun.w, again.w), (begun.adam.means, again.adam.means)):
        assert all((known[name] == kept[name]).all() for name in known)
    assert 0 < again.round(of=2) <= entropy + 0.1
    assert again.rounds == 2
