"""What positions and matches ask of the rules at every move, each in one call of machine code.

A call from Python costs more than most rules do, and a record as its argument most of that. So what belongs together is
one call here, and states come in boxes: arrays with room for one, or for one and a view of it.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from recif.games.core.compiled import assign, look, rule
from recif.games.core.contract import LUCK, Game, Rules

Box = np.ndarray[Any, Any]


class Turns(NamedTuple):
    """The calls, for one game."""

    turn: Callable[[Box, Box, Box, int, int], "Standing"]
    standing: Callable[[Box, Box], "Standing"]
    is_legal: Callable[[Box, int, int, Box], bool]
    phase: Callable[[Box], tuple[int, bool]]
    legal: Callable[[Box, int, Box], int]
    happen: Callable[[Box, int, int], None]
    draw: Callable[[Box, Box], int]


Standing = tuple[int, bool, int]  # who waits, whether it is over, and who knows all there is to know


def turns_of(game: Game) -> Turns:
    """Made for a game once; a game whose rules are no module of compiled functions is played as plain Python."""
    made_for, turns = _MADE.get(id(game.rules), (None, None))
    if turns is None or made_for is not game.rules:
        turns = _turns(game.rules, rule if isinstance(game.rules, ModuleType) else lambda plain: plain)
        _MADE[id(game.rules)] = (game.rules, turns)
    return turns


_MADE: dict[int, tuple[Rules, Turns]] = {}  # kept with the rules themselves: no others can have their identity


def _turns(rules: Rules, compiled: Callable[[Any], Any]) -> Turns:
    @compiled
    def phase(boxes: Box) -> tuple[int, bool]:
        return rules.waiting(boxes[0]), rules.over(boxes[0])

    @compiled
    def legal(boxes: Box, seat: int, out: Box) -> int:
        """How many moves a seat has now, which are written into `out`; none if it does not wait."""
        return rules.moves(boxes[0], seat, out) if rules.waiting(boxes[0]) >> seat & 1 else 0

    @compiled
    def happen(boxes: Box, seat: int, move: int) -> None:
        """A decision or luck; the second box keeps the state before."""
        assign(boxes[1], boxes[0])
        if seat == LUCK:
            rules.befall(boxes[0], move)
        else:
            rules.play(boxes[0], seat, move)

    @compiled
    def knowing(boxes: Box, bytes_of_boxes: Box) -> int:
        """The viewers who know all there is to know: bit 0 the spectators, bit n + 1 seat n. The second box is used."""
        state, bits = boxes[0], 0
        for viewer in range(-1, state.seats):
            look(rules, state, viewer, boxes[1])
            difference = 0
            for place in range(bytes_of_boxes.shape[1]):
                difference |= bytes_of_boxes[0, place] ^ bytes_of_boxes[1, place]
            if difference == 0:
                bits |= 1 << (viewer + 1)
        return bits

    @compiled
    def standing(boxes: Box, bytes_of_boxes: Box) -> Standing:
        return *phase(boxes), knowing(boxes, bytes_of_boxes)

    @compiled
    def turn(boxes: Box, bytes_of_boxes: Box, before: Box, seat: int, move: int) -> Standing:
        """Keep the state, which is in the first box, in `before`; then let a decision or luck happen."""
        assign(before[0], boxes[0])
        happen(boxes, seat, move)
        return standing(boxes, bytes_of_boxes)  # type: ignore[no-any-return]

    @compiled
    def draw(boxes: Box, rng: Box) -> int:
        """The luck that is due, drawn; the second box keeps the state before."""
        assign(boxes[1], boxes[0])
        return rules.draw(boxes[0], rng)

    @compiled
    def is_legal(box: Box, seat: int, move: int, out: Box) -> bool:
        """Whether a seat can make a move now; legal moves come in ascending order."""
        count = legal(box, seat, out)
        low, high = 0, count
        while low < high:
            middle = (low + high) // 2
            if out[middle] < move:
                low = middle + 1
            else:
                high = middle
        return bool(low < count and out[low] == move)

    return Turns(turn, standing, is_legal, phase, legal, happen, draw)
