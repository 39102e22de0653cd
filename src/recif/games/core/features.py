"""What a module of features has: what a net is told of a game's positions and moves.

It is a hunch as well (see `hunch.py`): the search takes its moves, knobs and horizon from it, and asks the hunch's
`weigh` where no net is needed. `FEATURES_VERSION` grows with every change of what a number means: nets of another
version are refused.
"""

from typing import Any, Protocol

import numpy as np

from recif.games.core.compiled import Numbers, Record

SURE = -1  # instead of a count of features: the seat to move wins at once


class Features(Protocol):
    __file__: str | None
    FEATURES_VERSION: int
    SETUPS: dict[str, dict[str, Any]]  # what nets are trained on: names, and the options of each
    SHARES: tuple[int, ...]  # of the games of self-play, by setup
    OPENING: tuple[int, int]  # random moves with which a game of self-play begins, at least and at most
    WIDTH: int  # units of the hidden layer
    FEATURES: int  # how many there are
    MOST: int  # how many are ever true at once
    SLOTS: int  # how many there are
    SLOTS_A_MOVE: int

    def setup_of(self, state: Record) -> str: ...
    def features(self, state: Record, seat: int, out: Numbers) -> int: ...
    def slots(self, state: Record, seat: int, moves: Numbers, count: int, out: Numbers) -> None: ...
    def symmetries(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]: ...
