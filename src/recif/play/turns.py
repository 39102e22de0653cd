"""What a match asks of the rules at every move, each in one call of machine code.

A call from Python costs more than most rules do, and a record as its argument most of that. So what belongs together is
one call here, and states come in boxes: arrays with room for one.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from recif.games.compiled import Record, assign, rule
from recif.games.contract import LUCK, Game, Rules

Box = np.ndarray[Any, Any]


class Turns(NamedTuple):
    """The calls, for one game."""

    turn: Callable[[Box, Box, int, int], tuple[int, bool]]
    is_legal: Callable[[Box, int, int, Box], bool]
    knowing: Callable[[Box, Box, Box, Box], int]


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
    def turn(box: Box, before: Box, seat: int, move: int) -> tuple[int, bool]:
        """Keep the state in `before`, then let a decision or luck happen; who waits now, and whether it is over."""
        state = box[0]
        assign(before[0], state)
        if seat == LUCK:
            rules.befall(state, move)
        else:
            rules.play(state, seat, move)
        return rules.waiting(state), rules.over(state)

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

    @compiled
    def knowing(box: Box, view: Box, bytes_of_box: Box, bytes_of_view: Box) -> int:
        """The viewers who know all there is to know: bit 0 the spectators, bit n + 1 seat n."""
        state = box[0]
        bits = 0
        for viewer in range(-1, state.seats):
            see(rules, state, viewer, view[0])
            difference = 0
            for place in range(len(bytes_of_box)):
                difference |= bytes_of_box[place] ^ bytes_of_view[place]
            if difference == 0:
                bits |= 1 << (viewer + 1)
        return bits

    return Turns(turn, is_legal, knowing)
