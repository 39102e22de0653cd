"""Récif's games for Gymnasium: one seat against a level. Importing this registers `recif/Xok-v0` and its like.

>>> import gymnasium
>>> import recif.bridge.gymnasium
>>> xok = gymnasium.make("recif/Xok-v0", level=1, side=4)
>>> observation, info = xok.reset(seed=1)
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((15, 7, 7), 90)

An illegal action raises `recif.Refused`, with the rule's sentence, and changes nothing; with `illegal="lose"` it loses.
Once the game is over the mask allows every action: a vector environment asks for one that it does not play.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from recif.bridge.play import Episode, Illegal, first_position
from recif.games import GAMES
from recif.games.core.contract import Refused, Text
from recif.mind.levels import check_level, choose
from recif.mind.search.think import View

SEEDS = 1 << 31
Observation = dict[str, Any]


class Env(gymnasium.Env[Observation, int]):
    """`seat` is yours, all others are played by `level`; a sole win is worth 1, a loss −1 shared by all who lost."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 0,
        level: int = 1,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.play = Episode(first_position(game, seats, options), illegal)
        if seat not in range(self.play.seats):
            last = self.play.seats - 1
            raise Refused("no-such-seat", Text(f"les places vont de 0 à {last}", f"seats go from 0 to {last}"))
        check_level(level)
        self.seat, self.level, self.render_mode = seat, level, render_mode
        actions = len(self.play.numbering)
        board = Box(-128, 127, self.play.shape, np.int8)
        self.observation_space = Dict({"observation": board, "action_mask": Box(0, 1, (actions,), np.int8)})
        self.action_space = Discrete(actions)  # type: ignore[assignment] # an action is an np.int64, which is an int

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.play.begin(int(self.np_random.integers(SEEDS)))
        self._others()
        return self._observe(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self.play.play(self.seat, action)
        self._others()
        return self._observe(), self.play.values()[self.seat], self.play.is_over, False, {}

    def _others(self) -> None:
        """The level plays until it is the seat's turn. It is handed the views of its own seats and nothing else."""
        while self.play.waiting and self.seat not in self.play.waiting:
            other = self.play.waiting[0]
            move = choose(View(self.play.position, other), self.level, int(self.np_random.integers(SEEDS)))
            self.play.play(other, self.play.numbering.action(move))

    def _observe(self) -> Observation:
        observation, mask = self.play.shown(self.seat)
        return {"observation": observation, "action_mask": mask | self.play.is_over}

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be played now, for those who ask for it apart."""
        mask: NDArray[np.bool_] = self._observe()["action_mask"].astype(np.bool_)
        return mask

    def render(self) -> str | None:
        """The position as the seat knows it, as text."""
        if self.render_mode != "ansi":
            return None
        position = self.play.position.view(self.seat)
        return position.game.words.picture(position.state, self.seat).en


for _game in GAMES:
    gymnasium.register(
        f"recif/{_game.capitalize()}-v0", entry_point="recif.bridge.gymnasium:Env", kwargs={"game": _game}
    )
