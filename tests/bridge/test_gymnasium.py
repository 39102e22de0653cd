"""Gymnasium's own check, and games against a level."""

import doctest

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from recif.bridge import gymnasium as bridge
from recif.games import GAMES
from recif.games.core.contract import Refused

every_game = pytest.mark.parametrize("game", GAMES)


def made(game: str, **told: object) -> bridge.Env:
    env = gymnasium.make(f"recif/{game.capitalize()}-v0", **told).unwrapped  # type: ignore[arg-type]
    assert isinstance(env, bridge.Env)
    return env


def test_what_the_docstring_shows_happens() -> None:
    assert not doctest.testmod(bridge).failed


@every_game
def test_gymnasium_finds_nothing_to_say(game: str) -> None:
    """It tries actions at random, so the illegal ones must lose."""
    check_env(made(game, illegal="lose", render_mode="ansi"))


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("xok", {"side": 4, "seat": 1, "level": 2}),
        ("kroc", {"seats": 5, "seat": 3, "biting": ["heist"]}),
        ("crabs", {"seat": 1, "mode": "asymmetric"}),
        ("urchins", {"seats": 4, "seat": 2, "size": 5}),
        ("crocodiles", {"setup": "first"}),
    ],
)
def test_a_whole_game_against_a_level(game: str, told: dict[str, object]) -> None:
    env, rng = made(game, **told), np.random.default_rng(4)
    observation, _ = env.reset(seed=4)
    reward, over = 0.0, False
    while not over:
        assert env.seat in env.play.waiting
        assert (observation["action_mask"] == env.action_masks()).all()
        assert reward == 0
        observation, reward, over, cut, _ = env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        assert not cut
    winners = env.play.position.winners
    assert (reward > 0) == (env.seat in winners and len(winners) < env.play.seats)


def test_the_same_seed_plays_the_same_game() -> None:
    games = []
    for _ in range(2):
        env, log = made("crabs"), []
        observation, _ = env.reset(seed=9)
        for _ in range(15):
            log.append(observation["observation"].tobytes())
            observation, _, over, _, _ = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
            if over:
                break
        games.append(log)
    assert games[0] == games[1]


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    env = made("xok", level=1)
    env.reset(seed=1)
    env.step(0)
    before = bytes(env.play.position)
    with pytest.raises(Refused, match="taken already"):
        env.step(0)
    assert bytes(env.play.position) == before
    env.step(int(np.flatnonzero(env.action_masks())[0]))


def test_an_illegal_action_loses_where_that_is_agreed() -> None:
    env = made("xok", illegal="lose")
    env.reset(seed=1)
    env.step(0)
    _, reward, over, _, _ = env.step(0)
    assert (reward, over) == (-1.0, True)
    env.reset()
    assert not env.step(0)[2]


@every_game
def test_after_the_end_the_mask_allows_everything_for_it_is_not_played(game: str) -> None:
    """A vector environment asks for an action once more, and then begins again."""
    games = gymnasium.make_vec(f"recif/{game.capitalize()}-v0", num_envs=2, vectorization_mode="sync")
    rng, ended = np.random.default_rng(3), 0
    observation, _ = games.reset(seed=3)
    while ended < 2:
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in observation["action_mask"]])
        observation, _, over, _, _ = games.step(actions)
        ended += int(over.sum())
        assert observation["action_mask"][over].all()
    games.close()


def test_bad_requests_say_what_to_do() -> None:
    with pytest.raises(Refused, match="seats go from 0 to 1"):
        made("xok", seat=2)
    with pytest.raises(Refused, match="there is no level 77"):
        made("xok", level=77)
    with pytest.raises(Refused, match="'raise' or 'lose'"):
        made("xok", illegal="laugh")


def test_the_picture_shows_what_the_seat_knows() -> None:
    env = made("crabs", render_mode="ansi", seat=1)
    env.reset(seed=1)
    assert "░" in (env.render() or "")
