"""What the decisions of a puzzle are about: ideas of its game that the rules see in the move, and that matter."""

from collections.abc import Iterable
from dataclasses import replace

from recif.games.core.contract import Game
from recif.games.core.ideas import Common
from recif.games.core.position import Position
from recif.mind.coach.prospects import ponder
from recif.mind.coach.reasons import CLEARLY, ideas_of, weight
from recif.mind.search.think import Thought, View
from recif.school.puzzles.puzzle import Moment

NODES, SEED = 3_000, 1
MOST, AT_ALL = 2, 3  # ideas of one decision, and of a puzzle


def themes_of(game: Game, asked: Iterable[Moment]) -> tuple[str, ...]:
    """What the decisions turn on, together; what nearly every good move has, only where nothing else is seen."""
    found = list(dict.fromkeys(idea for one in asked for idea in ideas_about(one.position, one.seat, one.number)))
    ideas: object = game.ideas
    telling = [idea for idea in found if not isinstance(ideas, Common) or idea not in ideas.PLAIN]
    return tuple(telling[:AT_ALL] or found[:1])


def ideas_about(position: Position, seat: int, move: int) -> list[str]:
    """Those without which the other moves are clearly worth less, the most telling first, as the game lists them."""
    view = View(position, seat)
    thought = _led_by(ponder(view, NODES, SEED), move)
    seen = ideas_of(view, move)
    telling = [one for one in seen if weight(view, thought, one) >= CLEARLY] or seen[:1]
    return [one.idea for one in telling[:MOST]]


def _led_by(thought: Thought, move: int) -> Thought:
    """The same thought with the decision of the puzzle at its head."""
    own = [idea for idea in thought.ideas if idea.move == move]
    return replace(thought, ideas=(*own, *(idea for idea in thought.ideas if idea.move != move))) if own else thought
