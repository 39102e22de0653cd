"""How hard a decision is: the level that finds it, by the nodes that each level looks at, without its haste."""

import numpy as np

from recif.games.core.position import Position
from recif.mind.levels import level_of
from recif.mind.minds import mind_of, ponder
from recif.mind.search.think import Budget, View
from recif.school.puzzles.alike import are_alike
from recif.school.puzzles.puzzle import GRADES

TRIES = 2


def grade_of(position: Position, seat: int, move: int, seed: int) -> int:
    """The lowest level from which on all levels find it; the highest if none below does."""
    grade = GRADES[-1]
    while grade > GRADES[0] and finds(position, seat, move, grade - 1, seed):
        grade -= 1
    return grade


def finds(position: Position, seat: int, move: int, level: int, seed: int) -> bool:
    """Whether a level, in no haste, finds a move each time; the first goes by feel and looks at nothing."""
    if level == GRADES[0]:
        return looks_best(position, seat, move)
    view = View(position, seat)
    mind = mind_of(view)
    nodes = level_of(position.game, level, has_net=mind.net is not None).nodes
    best = (ponder(view, Budget(nodes), seed + i, mind).best.move for i in range(TRIES))
    return all(are_alike(position, seat, move, found) for found in best)


def looks_best(position: Position, seat: int, move: int) -> bool:
    """Whether no other move is as promising at first sight."""
    rules, hunch = position.game.rules, position.game.hunch
    moves, weights = np.zeros((2, rules.MOVES), np.int64)
    count = hunch.moves(rules, position.state, seat, moves)
    hunch.weigh(rules, position.state, seat, moves, count, weights)
    most = weights[:count].max()
    return all(are_alike(position, seat, move, int(found)) for found in moves[:count][weights[:count] == most])
