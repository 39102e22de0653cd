"""The last rounds of random games of two sharks."""

from collections.abc import Callable
from functools import partial
from typing import Any

from recif.games.core.exact import Small, random_game
from recif.games.core.text import Text
from recif.games.kroc import GAME

FEW_KINDS = {"deck": [0, 0, 0, 0, 10, 0, 10, 0, 0]}  # of cards: so few that all futures can be counted


def last_rounds(seed: int, rounds: int, options: dict[str, Any]) -> Small:
    joint = [at.copy() for at in random_game(GAME, seed, options) if len(at.waiting) == 2]
    name = Text(f"Kroc, manches à jouer : {rounds}, n° {seed}", f"Kroc, rounds to go: {rounds}, no. {seed}")
    return Small(name, joint[-rounds], by_luck=True)


CASES: tuple[Callable[[], Small], ...] = (
    *(partial(last_rounds, seed, 1, {}) for seed in (1, 3)),
    *(partial(last_rounds, seed, 2, FEW_KINDS) for seed in (7, 8)),
)
