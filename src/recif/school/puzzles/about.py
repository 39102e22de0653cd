"""What the decisions of a puzzle are about: ideas of its game that the rules see in the move, and that matter."""

from dataclasses import replace

from recif.games.core.position import Position
from recif.mind.coach.prospects import ponder
from recif.mind.coach.reasons import CLEARLY, ideas_of, weight
from recif.mind.search.think import Thought, View

NODES, SEED = 3_000, 1
MOST = 2  # ideas of one decision


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
