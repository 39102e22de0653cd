"""Levels 1 to 8 and the Abyss: a level is a number of nodes and a softness, so it is the same on any machine."""

import importlib
from types import ModuleType
from typing import NamedTuple

from recif.games.contract import Game, Refused, Text
from recif.games.luck import below, seeded
from recif.mind.hunches import plain
from recif.mind.think import Budget, Idea, Thought, View, think

UNIT = 1 << 30


class Level(NamedTuple):
    """How deep a level looks and how loosely it picks among the moves it likes."""

    number: int
    nodes: int
    softness: float = 0.0  # 0: always the best; 1: as often as the search favours each
    seconds: float | None = None


Rows = tuple[tuple[int, float], ...]

# Nodes and softness of levels 1 to 8, measured in docs/strength.md. A game that is not here has the first row.
TABLE: dict[str, Rows] = {
    "": ((6, 2.0), (16, 1.0), (40, 0.7), (100, 0.4), (300, 0.2), (900, 0.0), (3_000, 0.0), (12_000, 0.0)),
    "kroc": ((8, 8.0), (8, 0.0), (250, 0.0), (700, 0.0), (2_000, 0.0), (5_000, 0.0), (12_000, 0.0), (30_000, 0.0)),
    "crabs": ((6, 4.0), (10, 2.0), (16, 1.0), (30, 0.7), (60, 0.5), (150, 0.3), (500, 0.15), (4_000, 0.0)),
    "xok": ((6, 2.0), (16, 1.0), (40, 0.7), (100, 0.4), (300, 0.2), (900, 0.0), (3_000, 0.0), (16_000, 0.0)),
    "urchins": ((5, 2.0), (12, 1.0), (30, 0.7), (80, 0.4), (200, 0.2), (600, 0.0), (1_500, 0.0), (5_000, 0.0)),
    "crocodiles": ((5, 2.0), (12, 1.0), (30, 0.7), (80, 0.4), (200, 0.2), (600, 0.0), (1_500, 0.0), (5_000, 0.0)),
}
ABYSS = 9
ABYSS_SECONDS = 5.0
NUMBERS = range(1, ABYSS + 1)
NEAR = 0.25  # a move with less than this part of the best one's favour is never picked


def level_of(game: Game, number: int) -> Level:
    """A level of a game; 9 is the Abyss, which looks at the clock."""
    if number not in NUMBERS:
        raise Refused("no-such-level", Text(f"il n'y a pas de niveau {number}", f"there is no level {number}"))
    rows = TABLE.get(game.id, TABLE[""])
    if number == ABYSS:
        return Level(number, 1 << 40, seconds=ABYSS_SECONDS)
    return Level(number, *rows[number - 1])


def level_name(number: int) -> Text:
    return Text("Abysse", "Abyss") if number == ABYSS else Text(f"Niveau {number}", f"Level {number}")


def hunch_of(game: Game) -> ModuleType:
    """The hunches of a game, or none."""
    try:
        return importlib.import_module(f"recif.mind.hunches.{game.id}")
    except ModuleNotFoundError:
        return plain


def choose(view: View, level: Level, seed: int, threads: int = 1) -> int:
    """The move that a level plays; where there is no choice it does not think."""
    moves = view.position.numbers(view.seat)
    if len(moves) == 1:
        return moves[0]
    budget = Budget(level.nodes, level.seconds, threads)
    thought = think(view, budget, seed, hunch_of(view.game))
    return pick(thought, level.softness, seed).move


def pick(thought: Thought, softness: float, seed: int) -> Idea:
    """The best idea, or one of the mixture; a soft level is often content with one that it likes nearly as much."""
    luck = below(seeded(seed), UNIT) / UNIT
    if softness == 0 or thought.proven:
        return thought.draw(luck)
    if thought.is_mixed:
        liked, power = thought.ideas, 1 / (1 + softness)
    else:
        liked = tuple(idea for idea in thought.ideas if idea.share >= NEAR * thought.best.share)
        power = 1 / softness
    weights = [idea.share**power for idea in liked]
    left = luck * sum(weights)
    for idea, weight in zip(liked, weights, strict=True):
        left -= weight
        if left < 0:
            return idea
    return thought.best
