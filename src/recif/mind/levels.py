"""Levels 1 to 8 and the Abyss: a level is a number of nodes and a haste, so it is the same on any machine.

Each game has its own nodes and hastes, `Game.levels`, and others where a net plays, `Game.net_levels`: measured
in docs/strength.md. The first level plays by feel alone; the nodes of its row are glances, which all levels take that
play by feel now and then.
"""

from typing import NamedTuple

import numpy as np

from recif.games.core.contract import Game, Refused, Text
from recif.games.core.luck import below, seeded, weighted
from recif.mind.cast import creature
from recif.mind.minds import mind_of, ponder
from recif.mind.search.think import Budget, Mind, View

UNIT = 1 << 30


class Level(NamedTuple):
    """How deep a level looks at a view, with which mind, and how often it does not look at all."""

    number: int
    mind: Mind
    nodes: int
    haste: float = 0.0  # how often it plays by feel: moves drawn by how promising its hunches find each
    seconds: float | None = None
    glances: int = 1  # how many moves it draws by feel; the most promising of them is played


ABYSS = 9
ABYSS_SECONDS = 5.0
NUMBERS = range(1, ABYSS + 1)


def level_of(view: View, number: int, mind: Mind | None = None) -> Level:
    """A level as it plays from a view, with the mind that knows its setup or another; 9 is the Abyss, which looks at
    the clock."""
    check_level(number)
    mind = mind or mind_of(view)
    rows = view.game.levels if mind.net is None else view.game.net_levels
    if number == ABYSS:
        return Level(number, mind, 1 << 40, seconds=ABYSS_SECONDS)
    return Level(number, mind, *rows[number - 1], glances=rows[0][0])


def check_level(number: int) -> None:
    if number not in NUMBERS:
        raise Refused(
            "no-such-level",
            Text(
                f"il n’y a pas de niveau {number!r} ; les niveaux sont les nombres de 1 à {ABYSS}",
                f"there is no level {number!r}; levels are the numbers from 1 to {ABYSS}",
            ),
        )


def is_by_feel(game: Game, number: int) -> bool:
    """Whether a level never looks ahead, whatever the setup: such a level plays before the search is compiled."""
    return number != ABYSS and all(rows[number - 1][1] >= 1 for rows in (game.levels, game.net_levels))


def level_name(number: int, twin: int = 0) -> Text:
    """Who plays at a level; `twin` tells those of one level apart who sit at one table."""
    names = creature(number).names
    return names[twin % len(names)]


def choose(view: View, number: int, seed: int, threads: int = 1) -> int:
    """The move that a level plays; where there is no choice it does not think."""
    moves, level = view.position.numbers(view.seat), level_of(view, number)
    if len(moves) == 1:
        return moves[0]
    if chance(seed + 1) < level.haste:
        return by_feel(view, seed, level.glances)
    thought = ponder(view, Budget(level.nodes, level.seconds, threads), seed, level.mind)
    return thought.draw(chance(seed)).move


def chance(seed: int) -> float:
    """A number drawn evenly from [0, 1)."""
    return below(seeded(seed), UNIT) / UNIT


def by_feel(view: View, seed: int, glances: int = 1) -> int:
    """A move drawn without looking ahead, as often as its hunch finds it promising: what is in front is taken.

    Of several that are drawn, one at each glance, the most promising.
    """
    moves, weights = promises(view)
    rng = seeded(seed)
    drawn = [weighted(rng, weights, len(moves)) for _ in range(glances)]
    return int(moves[max(drawn, key=lambda i: weights[i])])


def obvious(view: View, seed: int) -> int:
    """The most promising move at first sight, as somebody plays who takes the first good thing they see."""
    moves, weights = promises(view)
    best = np.flatnonzero(weights == weights.max())
    return int(moves[best[below(seeded(seed), len(best))]])


def promises(view: View) -> tuple[np.ndarray, np.ndarray]:
    """The moves of a seat, and how promising its hunch finds each without looking ahead."""
    rules, hunch = view.game.rules, view.game.hunch
    moves, weights = np.zeros((2, rules.MOVES), np.int64)
    count = hunch.moves(rules, view.state, view.seat, moves)
    hunch.weigh(rules, view.state, view.seat, moves, count, weights)
    return moves[:count], weights[:count]
