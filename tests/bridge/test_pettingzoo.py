"""PettingZoo's own tests, and what it cannot know: that nothing hidden leaks, and that refusals leave all as it was."""

import doctest
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, performance_benchmark, seed_test

from recif.bridge import pettingzoo
from recif.bridge.pettingzoo import env, parallel_env
from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.games.core.luck import seeded

# PettingZoo says this to all environments with a mask in their observation, but for a list of its own by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]
every_game = pytest.mark.parametrize("game", GAMES)
SETUPS = [
    ("kroc", 2, {}),
    ("kroc", 5, {"biting": ["heist", "bones"]}),
    ("crabs", 2, {"mode": "asymmetric"}),
    ("xok", 2, {"side": 4}),
    ("urchins", 4, {"size": 5}),
    ("crocodiles", 2, {"setup": "first"}),
]
every_setup = pytest.mark.parametrize(("game", "seats", "options"), SETUPS)


def test_what_the_docstring_shows_happens() -> None:
    assert not doctest.testmod(pettingzoo).failed


@every_setup
def test_the_api_is_kept(game: str, seats: int, options: dict[str, Any]) -> None:
    api_test(env(game, seats, **options), num_cycles=150)


@every_setup
def test_the_same_seed_plays_the_same_game(game: str, seats: int, options: dict[str, Any]) -> None:
    seed_test(lambda: env(game, seats, **options), num_cycles=40)


@pytest.mark.parametrize("options", [{}, {"biting": ["heist"]}])
@pytest.mark.parametrize("seats", [2, 5])
def test_the_parallel_api_is_kept(seats: int, options: dict[str, Any]) -> None:
    parallel_api_test(parallel_env("kroc", seats, **options), num_cycles=200)
    parallel_seed_test(lambda: parallel_env("kroc", seats, illegal="lose", **options), num_cycles=50)


def test_the_benchmark_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """For as long as its clock says: here a step is a second."""
    clock = iter(range(1_000))
    monkeypatch.setattr("time.time", lambda: float(next(clock)))
    performance_benchmark(env("xok", side=4))


@every_game
def test_a_whole_game_gives_its_winner_the_reward(game: str) -> None:
    board = env(game)
    board.reset(seed=3)
    rng = np.random.default_rng(3)
    rewards = {}
    for agent in board.agent_iter():
        observation, reward, terminated, _, _ = board.last()
        rewards[agent] = reward
        board.step(None if terminated else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    winners = board.play.position.winners
    assert sum(rewards.values()) == pytest.approx(0)
    assert [seat for seat, agent in enumerate(rewards) if rewards[agent] == max(rewards.values())] == list(winners)


@every_game
def test_who_draws_an_action_before_asking_whether_the_game_is_over_finds_one(game: str) -> None:
    board = env(game)
    board.reset(seed=4)
    rng = np.random.default_rng(4)
    for _ in board.agent_iter():
        observation, _, terminated, _, _ = board.last()
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        board.step(None if terminated else action)
    assert board.agents == []


@every_game
def test_pettingzoos_own_test_of_seeds_passes_as_the_page_says(game: str) -> None:
    parallel_seed_test(lambda: parallel_env(game, illegal="lose"), num_cycles=20)


def test_a_seat_observes_only_what_it_may_know() -> None:
    board = env("crabs")
    board.reset(seed=5)
    rng, luck = np.random.default_rng(5), seeded(5)
    for _ in range(60):
        observation, _, terminated, _, _ = board.last()
        if terminated:
            break
        for seat, agent in enumerate(board.possible_agents):
            true, told = board.play.position, board.observe(agent)["observation"]
            world = true.view(seat)
            world.game.rules.guess(world.state, seat, luck)
            board.play.position = world
            assert (board.observe(agent)["observation"] == told).all()
            board.play.position = true
        board.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))


def test_a_choice_shows_nowhere_until_all_are_in() -> None:
    one, two = env("kroc", 3), env("kroc", 3)
    for board, bite in ((one, 0), (two, 1)):
        board.reset(seed=1)
        board.step(bite)
    for agent in ("seat_1", "seat_2"):
        assert (one.observe(agent)["observation"] == two.observe(agent)["observation"]).all()
    assert (one.observe("seat_0")["observation"] != two.observe("seat_0")["observation"]).any()


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    board = env("xok", side=4)
    board.reset(seed=1)
    board.step(0)
    before = bytes(board.play.position)
    with pytest.raises(Refused, match="taken already"):
        board.step(0)
    nonsense: Any
    for nonsense in (-1, 10_000, None, "a", 1.5):
        with pytest.raises(Refused, match=r"is not an action: they go from 0 to 794"):
            board.step(nonsense)
    assert bytes(board.play.position) == before
    assert board.agent_selection == "seat_1"
    board.step(int(np.flatnonzero(board.observe("seat_1")["action_mask"])[0]))


def test_an_illegal_action_loses_where_that_is_agreed() -> None:
    board = env("xok", illegal="lose")
    board.reset(seed=1)
    board.step(0)
    board.step(0)
    assert board.rewards == {"seat_0": 1.0, "seat_1": -1.0}
    assert all(board.terminations.values())
    board.reset(seed=2)
    assert not any(board.terminations.values())
    board.step(0)


def test_in_parallel_one_illegal_action_refuses_all() -> None:
    board = parallel_env("kroc", 3)
    observations, _ = board.reset(seed=1)
    before = bytes(board.play.position)
    legal = {agent: int(np.flatnonzero(told["action_mask"])[0]) for agent, told in observations.items()}
    with pytest.raises(Refused, match="bite only once"):
        board.step(legal | {"seat_2": 5})
    with pytest.raises(Refused):
        board.step({"seat_0": 0})
    assert bytes(board.play.position) == before
    board.step(legal)


def test_in_parallel_only_those_who_must_decide_act() -> None:
    """With the heist one seat steals while the others wait."""
    board, rng, waited = parallel_env("kroc", 4, biting=["heist"]), np.random.default_rng(2), 0
    for seed in range(5):
        observations, _ = board.reset(seed=seed)
        while board.agents:
            idle = [agent for agent, told in observations.items() if told["action_mask"][-1]]
            assert idle == [agent for s, agent in enumerate(board.possible_agents) if s not in board.play.waiting]
            waited += len(idle)
            actions = {a: int(rng.choice(np.flatnonzero(told["action_mask"]))) for a, told in observations.items()}
            if idle:
                with pytest.raises(Refused, match="nothing to decide"):
                    board.step(actions | {idle[0]: 0})
            observations, *_ = board.step(actions)
    assert waited
