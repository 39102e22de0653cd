"""Levels 1 to 8 and the Abyss: a level is a number of nodes and a haste, so it is the same on any machine."""

import importlib
from types import ModuleType
from typing import NamedTuple

import numpy as np

from recif.games.core import hunch as plain
from recif.games.core.contract import Game, Refused, Text
from recif.games.core.luck import below, seeded, weighted
from recif.mind.search.think import Budget, View, think

UNIT = 1 << 30


class Level(NamedTuple):
    """How deep a level looks, and how often it does not look at all."""

    number: int
    nodes: int
    haste: float = 0.0  # how often it plays by feel: a move drawn by how promising its hunches find each
    seconds: float | None = None


Rows = tuple[tuple[int, float], ...]

# Nodes and haste of levels 1 to 8, measured in docs/strength.md. A game that is not here has the first row.
TABLE: dict[str, Rows] = {
    "": ((1, 1.0), (50, 0.7), (100, 0.45), (200, 0.25), (400, 0.12), (800, 0.04), (2_000, 0.0), (20_000, 0.0)),
    "kroc": ((1, 1.0), (1_000, 0.7), (1_000, 0.45), (1_200, 0.18), (1_500, 0.06), (2_500, 0), (8_000, 0), (60_000, 0)),
    "crabs": ((1, 1.0), (100, 0.7), (150, 0.45), (200, 0.25), (300, 0.12), (500, 0.04), (1_200, 0), (15_000, 0)),
    "xok": ((1, 1.0), (60, 0.7), (150, 0.45), (300, 0.25), (600, 0.12), (1_200, 0.04), (3_000, 0), (40_000, 0)),
    "urchins": ((1, 1.0), (40, 0.7), (80, 0.45), (150, 0.25), (250, 0.12), (500, 0.04), (1_200, 0), (15_000, 0)),
    "crocodiles": ((1, 1.0), (40, 0.7), (80, 0.45), (150, 0.25), (250, 0.12), (500, 0.04), (1_200, 0), (10_000, 0)),
}
ABYSS = 9
ABYSS_SECONDS = 5.0
NUMBERS = range(1, ABYSS + 1)


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
        return importlib.import_module(f"recif.games.{game.id}.hunch")
    except ModuleNotFoundError:
        return plain


def choose(view: View, level: Level, seed: int, threads: int = 1) -> int:
    """The move that a level plays; where there is no choice it does not think."""
    moves = view.position.numbers(view.seat)
    if len(moves) == 1:
        return moves[0]
    if chance(seed + 1) < level.haste:
        return by_feel(view, seed)
    thought = think(view, Budget(level.nodes, level.seconds, threads), seed, hunch_of(view.game))
    return thought.draw(chance(seed)).move


def chance(seed: int) -> float:
    """A number drawn evenly from [0, 1)."""
    return below(seeded(seed), UNIT) / UNIT


def by_feel(view: View, seed: int) -> int:
    """A move drawn without looking ahead, as often as its hunch finds it promising: what is in front is taken."""
    rules, hunch = view.game.rules, hunch_of(view.game)
    moves, weights = np.zeros((2, rules.MOVES), np.int64)
    count = hunch.moves(rules, view.state, view.seat, moves)
    hunch.weigh(rules, view.state, view.seat, moves, count, weights)
    return int(moves[weighted(seeded(seed), weights, count)])
