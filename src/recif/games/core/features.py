"""What a module of features has: what a net is told of a game's positions and moves.

It is a hunch as well (see `hunch.py`): the search takes its moves, knobs and horizon from it, and asks the hunch's
`weigh` where no net is needed. `FEATURES_VERSION` grows with every change of what a number means: nets of another
version are refused.
"""

from typing import Any, NamedTuple, Protocol

import numpy as np

from recif.games.core.compiled import Numbers, Record, rule

SURE = -1  # instead of a count of features: the seat to move wins at once


class Table(NamedTuple):
    """What a net is trained on."""

    options: dict[str, Any]
    seats: int = 2


@rule
def views(state):
    """How many seats are asked what they think of a position: one of two; what is good for it is bad for the other."""
    return 1


@rule
def slots(state, seat, moves, count, out):
    """Nothing: the hunch says which moves look promising."""


class Features(Protocol):
    __file__: str | None
    FEATURES_VERSION: int
    SETUPS: dict[str, Table]  # by name
    SHARES: tuple[int, ...]  # of the games of self-play, by setup
    OPENING: tuple[int, int]  # random moves with which a game of self-play begins, at least and at most
    WIDTH: int  # units of the hidden layer
    FEATURES: int  # how many there are
    MOST: int  # how many are ever true at once
    COUNTED: range  # those that may be true several times at once, and are then told as often; none unless it is given
    SLOTS: int  # how many there are; 0: the hunch says which moves look promising
    SLOTS_A_MOVE: int

    def setup_of(self, state: Record) -> str: ...
    def views(self, state: Record) -> int: ...  # 1, or as many as there are seats
    def features(self, state: Record, seat: int, out: Numbers) -> int: ...
    def slots(self, state: Record, seat: int, moves: Numbers, count: int, out: Numbers) -> None: ...
    def symmetries(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]: ...
