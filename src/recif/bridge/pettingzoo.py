"""Récif's games for PettingZoo: `env(game, seats, **options)`, and `parallel_env` for games where all choose at once.

>>> from recif.bridge.pettingzoo import env
>>> xok = env("xok", side=4)
>>> xok.reset(seed=1)
>>> observation, reward, terminated, truncated, info = xok.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((15, 7, 7), 90)

An illegal action raises `recif.Refused`, with the rule's sentence, and changes nothing; with `illegal="lose"` its seat
loses the game. Once the game is over the mask allows every action, so that whoever draws one before looking finds one.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from recif.bridge.play import Episode, Illegal, first_position
from recif.games.core.contract import Refused, Text

SEEDS = 1 << 31
Observation = dict[str, Any]


def env(game: str, seats: int | None = None, *, illegal: Illegal = "raise", **options: Any) -> "Env":
    """One seat after the other; seats that choose at once are asked in order and see nothing of each other's choice."""
    return Env(game, seats, illegal, options)


def parallel_env(game: str, seats: int | None = None, *, illegal: Illegal = "raise", **options: Any) -> "Parallel":
    """All seats in one step. A seat that has nothing to decide has one action: the last, which does nothing."""
    return Parallel(game, seats, illegal, options)


def _spaces(play: Episode, actions: int) -> tuple[Dict, Discrete]:
    board, mask = Box(-128, 127, play.shape, np.int8), Box(0, 1, (actions,), np.int8)
    return Dict({"observation": board, "action_mask": mask}), Discrete(actions)


class Env(AECEnv[str, Observation, int]):  # type: ignore[misc]
    metadata = {"render_modes": ["ansi"], "render_fps": 1, "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: str, seats: int | None, illegal: Illegal, options: dict[str, Any]) -> None:
        super().__init__()
        self.play = Episode(first_position(game, seats, options), illegal)
        self.metadata = {**Env.metadata, "name": f"recif_{game}_v0"}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.seats)]
        made = {agent: _spaces(self.play, len(self.play.numbering)) for agent in self.possible_agents}
        self.observation_spaces = {agent: spaces[0] for agent, spaces in made.items()}
        self.action_spaces = {agent: spaces[1] for agent, spaces in made.items()}
        self._random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.play.begin(int(self._random.integers(SEEDS)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.play.waiting[0]]

    def observe(self, agent: str) -> Observation:
        observation, mask = self.play.shown(self.possible_agents.index(agent))
        return {"observation": observation, "action_mask": mask | self.play.is_over}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.play.play(self.possible_agents.index(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.play.values(), strict=True))
        if self.play.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        else:
            self.agent_selection = self.possible_agents[self.play.waiting[0]]
        self._accumulate_rewards()

    def render(self) -> str:
        return self.play.position.game.words.picture(self.play.position.state).en

    def close(self) -> None:
        """Nothing is open."""


class Parallel(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(self, game: str, seats: int | None, illegal: Illegal, options: dict[str, Any]) -> None:
        self.play = Episode(first_position(game, seats, options), illegal)
        self.metadata = {**Parallel.metadata, "name": f"recif_{game}_parallel_v0"}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.seats)]
        self.agents: list[str] = []
        self.idle = len(self.play.numbering)  # the action of a seat that has nothing to decide
        made = {agent: _spaces(self.play, self.idle + 1) for agent in self.possible_agents}
        self.observation_spaces = {agent: spaces[0] for agent, spaces in made.items()}
        self.action_spaces = {agent: spaces[1] for agent, spaces in made.items()}
        self._random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.play.begin(int(self._random.integers(SEEDS)))
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observe(self, seat: int) -> Observation:
        observation, mask = self.play.shown(seat)
        return {"observation": observation, "action_mask": np.append(mask, np.int8(seat not in self.play.waiting))}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """The decisions of all seats, checked before any is played."""
        given = [actions.get(agent) for agent in self.possible_agents]
        wrong = next((seat for seat, action in enumerate(given) if not self._is_legal(seat, action)), None)
        if wrong is None:
            for seat in self.play.waiting:
                self.play.play(seat, given[seat])
        elif self.play.illegal == "lose":
            self.play.lose(wrong)
        else:
            self._refuse(wrong, given[wrong])
        rewards = dict(zip(self.possible_agents, self.play.values(), strict=True))
        ended = dict.fromkeys(self.possible_agents, self.play.is_over)
        if self.play.is_over:
            self.agents = []
        outcome = self._observations(), rewards, ended, dict.fromkeys(self.possible_agents, False)
        return *outcome, {agent: {} for agent in self.possible_agents}

    def _is_legal(self, seat: int, action: int | None) -> bool:
        return self.play.is_legal(seat, action) if seat in self.play.waiting else action == self.idle

    def _refuse(self, seat: int, action: int | None) -> None:
        if seat not in self.play.waiting:
            raise Refused("not-your-turn", _idle(self.possible_agents[seat], self.idle))
        self.play.numbering.check(self.play.position, seat, action)

    def render(self) -> str:
        return self.play.position.game.words.picture(self.play.position.state).en

    def close(self) -> None:
        """Nothing is open."""


def _idle(agent: str, idle: int) -> Text:
    return Text(
        f"{agent} n’a rien à décider : son action est {idle}", f"{agent} has nothing to decide: its action is {idle}"
    )
