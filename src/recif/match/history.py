"""The states a match has been through. Only some are kept; those between are played again when somebody asks.

A state for each event took nine tenths of a loaded table's memory, and hardly any is ever looked at.
"""

from array import array
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from recif.games.core.compiled import Record
from recif.games.core.contract import Game
from recif.match.states import frozen
from recif.match.turns import turns_of

EVERY = 32  # events from one kept state to the next


class History:
    """The state in which each event happened. Any thread may read it, and one of them write."""

    def __init__(self, game: Game, seat_of: Callable[[int], int]) -> None:
        self._layout = game.rules.State
        self._turn = turns_of(game).turn
        self._seat_of = seat_of  # who made event `index`
        self._kept: list[bytes] = []
        self._latest: Record = None
        self._read: tuple[int, bytes] = (-1, b"")  # where somebody last looked: they often go on from there
        self.numbers = array("q")  # each event, as the rules number it

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Record]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int) -> Record:
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index == len(self) - 1 and self._latest is not None:
            return self._latest
        return frozen(bytearray(self.at(index)), self._layout)

    def append(self, state: bytearray, number: int) -> None:
        """An event, and the state in which it happened."""
        if len(self) % EVERY == 0:
            self._kept.append(bytes(state))
        self._latest = frozen(state, self._layout)
        self.numbers.append(number)

    def cut(self, keep: int) -> None:
        """Forget all but the first events."""
        self._latest, self._read = None, (-1, b"")
        del self.numbers[keep:], self._kept[-(-keep // EVERY) :]

    def at(self, index: int) -> bytes:
        """The state before event `index`, played again from the nearest that is at hand."""
        start = index - index % EVERY
        place, state = self._read
        if not start <= place <= index:
            place, state = start, self._kept[start // EVERY]
        if place < index:
            state = self._play_on(state, place, index)
        self._read = (index, state)
        return state

    def _play_on(self, state: bytes, place: int, index: int) -> bytes:
        size: int = self._layout.itemsize
        memory = bytearray(state + bytes(size))
        boxes, before = _boxes(memory, self._layout), _boxes(bytearray(size), self._layout)
        flat = np.frombuffer(memory, np.uint8).reshape(2, -1)
        for event in range(place, index):
            self._turn(boxes, flat, before, self._seat_of(event), self.numbers[event])
        return bytes(memory[:size])


def _boxes(memory: bytearray, layout: np.dtype[Any]) -> np.ndarray[Any, Any]:
    return np.frombuffer(memory, layout)
