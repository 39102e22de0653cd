"""What a match asks of the rules at every move, each in one call of machine code.

A call from Python costs more than most rules do, and a record as its argument most of that. So what belongs together is
one call here, and states come in boxes: arrays with room for one, or for one and a view of it.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from recif.games.core.compiled import Record, assign, rule
from recif.games.core.contract import LUCK, Game, Rules

Box = np.ndarray[Any, Any]


class Turns(NamedTuple):
    """The calls, for one game."""

    turn: Callable[[Box, Box, Box, int, int], "Standing"]
    standing: Callable[[Box, Box], "Standing"]
    is_legal: Callable[[Box, int, int, Box], bool]


Standing = tuple[int, bool, int]  # who waits, whether it is over, and who knows all there is to know


def see(rules: Rules, state: Record, viewer: int, out: Record) -> None:
    """`rules.view`, which compiled code may not say: it takes every `.view` for NumPy's."""
    rules.view(state, viewer, out)


@overload(see)
def _see(rules, state, viewer, out):  # type: ignore[no-untyped-def]
    view = rules.pymod.view
    return lambda rules, state, viewer, out: view(state, viewer, out)


def turns_of(game: Game) -> Turns:
    """Made for a game once; a game whose rules are no module of compiled functions is played as plain Python."""
    made_for, turns = _MADE.get(game.id, (None, None))
    if turns is None or made_for is not game.rules:
        turns = _turns(game.rules, rule if isinstance(game.rules, ModuleType) else lambda plain: plain)
        _MADE[game.id] = (game.rules, turns)
    return turns


_MADE: dict[str, tuple[Rules, Turns]] = {}


def _turns(rules: Rules, compiled: Callable[[Any], Any]) -> Turns:
    @compiled
    def knowing(boxes: Box, bytes_of_boxes: Box) -> int:
        """The viewers who know all there is to know: bit 0 the spectators, bit n + 1 seat n. The second box is used."""
        state, bits = boxes[0], 0
        for viewer in range(-1, state.seats):
            see(rules, state, viewer, boxes[1])
            difference = 0
            for place in range(bytes_of_boxes.shape[1]):
                difference |= bytes_of_boxes[0, place] ^ bytes_of_boxes[1, place]
            if difference == 0:
                bits |= 1 << (viewer + 1)
        return bits

    @compiled
    def standing(boxes: Box, bytes_of_boxes: Box) -> Standing:
        return rules.waiting(boxes[0]), rules.over(boxes[0]), knowing(boxes, bytes_of_boxes)

    @compiled
    def turn(boxes: Box, bytes_of_boxes: Box, before: Box, seat: int, move: int) -> Standing:
        """Keep the state, which is in the first box, in `before`; then let a decision or luck happen."""
        state = boxes[0]
        assign(before[0], state)
        if seat == LUCK:
            rules.befall(state, move)
        else:
            rules.play(state, seat, move)
        return standing(boxes, bytes_of_boxes)  # type: ignore[no-any-return]

    @compiled
    def is_legal(box: Box, seat: int, move: int, out: Box) -> bool:
        """Whether a waiting seat can make a move; legal moves come in ascending order."""
        count = rules.moves(box[0], seat, out)
        low, high = 0, count
        while low < high:
            middle = (low + high) // 2
            if out[middle] < move:
                low = middle + 1
            else:
                high = middle
        return bool(low < count and out[low] == move)

    return Turns(turn, standing, is_legal)
