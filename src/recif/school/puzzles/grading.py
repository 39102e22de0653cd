"""How hard a decision is: the level that finds it, by the nodes that each level looks at.

The haste of a level does not count, since it says nothing of how far one must look; but where levels look equally far,
as most of Cric Crac Kroc do, it is all that tells them apart: then a level must play it more often than not, unless it
is what looks best at first sight. Where a net sees at a glance what people must look for, the levels of the hunches
tell how far that is.
"""

from recif.games.core.position import Position
from recif.mind.levels import Level, level_of, promises
from recif.mind.minds import mind_of, ponder
from recif.mind.search.think import Budget, Mind, Thought, View
from recif.school.puzzles.alike import are_alike
from recif.school.puzzles.puzzle import GRADES

TRIES = 2
OFTEN = 0.5


def grade_of(position: Position, seat: int, move: int, seed: int) -> int:
    """The lowest level from which on all levels find it; the highest if none below does."""
    grade = GRADES[-1]
    while grade > GRADES[0] and finds(position, seat, move, grade - 1, seed):
        grade -= 1
    return grade


def finds(position: Position, seat: int, move: int, level: int, seed: int) -> bool:
    """Whether a level finds a move each time that it looks; the first goes by feel and looks at nothing."""
    if level == GRADES[0]:
        return looks_best(position, seat, move)
    view = View(position, seat)
    mind = Mind(position.game.hunch) if position.game.is_graded_by_hunch else mind_of(view)
    this, next_one = (level_of(view, one, mind) for one in (level, level + 1))
    thoughts = [ponder(view, Budget(this.nodes), seed + i, mind) for i in range(TRIES)]
    if not all(are_alike(position, seat, move, thought.best.move) for thought in thoughts):
        return False
    if this.nodes < next_one.nodes or looks_best(position, seat, move):
        return True
    return how_often(position, seat, move, this, thoughts) >= OFTEN


def how_often(position: Position, seat: int, move: int, level: Level, thoughts: list[Thought]) -> float:
    """How often a level plays a move: by feel when it is hasty, else as these thoughts draw it."""
    meant = [idea for thought in thoughts for idea in (thought.meant if thought.is_mixed else [thought.best])]
    looking = {idea.move: 0.0 for idea in meant}
    for idea in meant:
        looking[idea.move] += idea.share
    moves, weights = promises(View(position, seat))
    feeling = {int(one): float(weight) for one, weight in zip(moves, weights, strict=True)}
    return level.haste * _part(position, seat, move, feeling) + (1 - level.haste) * _part(position, seat, move, looking)


def looks_best(position: Position, seat: int, move: int) -> bool:
    """Whether no other move is as promising at first sight."""
    moves, weights = promises(View(position, seat))
    return all(are_alike(position, seat, move, int(found)) for found in moves[weights == weights.max()])


def _part(position: Position, seat: int, move: int, weights: dict[int, float]) -> float:
    """Of all weights, what the move has with those that come to the same."""
    own = sum(weight for one, weight in weights.items() if are_alike(position, seat, move, one))
    return own / sum(weights.values())
