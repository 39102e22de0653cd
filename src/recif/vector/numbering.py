"""Actions: the moves that a setup can ever have, numbered without holes.

>>> from recif.games import start
>>> numbering = Numbering(start("xok", side=4))
>>> len(numbering), numbering.move(0), numbering.action(numbering.move(7))
(795, 0, 7)
"""

from typing import Any

import numpy as np

from recif.games.core.compiled import Numbers
from recif.games.core.contract import Refused, Text, Why
from recif.games.core.folder import arrays_of
from recif.games.core.position import Position

NONE = 0xFFFF  # no action: the move can never be legal here


class Numbering:
    """The actions of a setup. An action is the rank of its move among all moves that can ever be legal."""

    def __init__(self, first: Position) -> None:
        moves = arrays_of(first.game).actions(first.state)
        self.numbers: Numbers = np.array(moves, np.int64)  # by action, the move as the rules number it
        self.dense = np.full(moves[-1] + 1, NONE, np.uint16)  # by move, the action
        self.dense[self.numbers] = np.arange(len(moves))

    def __len__(self) -> int:
        return len(self.numbers)

    def move(self, action: int) -> int:
        return int(self.numbers[action])

    def action(self, move: int) -> int:
        return int(self.dense[move])

    def legal(self, position: Position, seat: int) -> list[int]:
        """The actions of a seat, ascending."""
        if seat not in position.waiting:
            return []
        room = np.empty(position.game.rules.MOVES, np.int64)
        legal: list[int] = self.dense[room[: position.game.rules.moves(position.state, seat, room)]].tolist()
        return legal

    def text(self, position: Position, seat: int, action: int) -> str:
        """The move text of an action, legal or not."""
        return position.game.words.text(position.state, seat, self.move(action))

    def why(self, position: Position, seat: int, action: Any) -> Why | None:
        """Why an action is refused; None if it is legal."""
        if isinstance(action, bool) or not isinstance(action, int | np.integer) or not 0 <= action < len(self):
            return Why("not-an-action", _not_an_action(action, len(self)))
        return position.why(seat, self.text(position, seat, int(action)))

    def check(self, position: Position, seat: int, action: Any) -> None:
        """Refused, with the rule's sentence, unless the action is legal."""
        why = self.why(position, seat, action)
        if why is not None:
            raise Refused(why.code, why.text)


def _not_an_action(action: Any, count: int) -> Text:
    return Text(
        f"{action!r} n’est pas une action : elles vont de 0 à {count - 1}",
        f"{action!r} is not an action: they go from 0 to {count - 1}",
    )
