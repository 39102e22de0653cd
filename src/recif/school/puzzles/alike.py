"""Which moves come to the same: a puzzle has one right decision, but there may be several ways to write it."""

from recif.games.core.ideas import Likening
from recif.games.core.position import Position


def are_alike(position: Position, seat: int, one: int, other: int) -> bool:
    """Whether two moves do the same: by the game's own word, `alike` of its ideas, or because one state follows."""
    if one == other:
        return True
    ideas: object = position.game.ideas
    if isinstance(ideas, Likening) and ideas.alike(position.state, seat, one, other):
        return True
    return position.after(seat, one) == position.after(seat, other)
