"""Which moves come to the same: a puzzle has one right decision, but there may be several ways to write it."""

from recif.games.core.compiled import copy
from recif.games.core.position import Position


def are_alike(position: Position, seat: int, one: int, other: int) -> bool:
    """Whether two moves do the same: by the game's own word, `alike` of its themes, or because one state follows."""
    if one == other:
        return True
    own = getattr(position.game.themes, "alike", None)
    if own is not None and own(position.state, seat, one, other):
        return True
    return _after(position, seat, one) == _after(position, seat, other)


def _after(position: Position, seat: int, move: int) -> bytes:
    state = copy(position.state)
    position.game.rules.play(state, seat, move)
    return bytes(state.tobytes())
