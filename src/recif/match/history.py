"""The past of a game under way: what has happened, and the states it has been through.

Only some states are kept; those between are played again when somebody asks. A state for each event took nine tenths of
a loaded table's memory, and hardly any is ever looked at.
"""

from array import array
from collections.abc import Iterator
from typing import Any

import numpy as np

from recif.games.core.compiled import Record
from recif.games.core.contract import Game
from recif.games.core.playing import Event
from recif.games.core.states import frozen
from recif.games.core.turns import turns_of

EVERY = 32  # events from one kept state to the next


class History:
    """The state in which each event happened. Any thread may read it, and one of them write."""

    def __init__(self, game: Game, every: int = EVERY) -> None:
        self._game, self._every = game, every
        self.log: list[Event] = []
        self._kept: list[bytes] = []
        self._last = (-1, bytearray())  # the latest event and the state in which it happened
        self._latest: tuple[bytearray | None, Record] = (None, None)  # the same state, once somebody has looked at it
        self._read = (-1, b"")  # where somebody last looked: they often go on from there
        self.numbers = array("q")  # each event, as the rules number it

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Record]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int) -> Record:
        if not 0 <= index < len(self):
            raise IndexError(index)
        last, state = self._last
        if index != last:
            return frozen(bytearray(self.at(index)), self._game.rules.State)
        seen, record = self._latest
        if seen is not state:
            record = frozen(state, self._game.rules.State)
            self._latest = (state, record)
        return record

    def append(self, event: Event, number: int, state: bytearray) -> None:
        """An event, as the rules number it, and the state in which it happened."""
        index = len(self.numbers)
        if index % self._every == 0:
            self._kept.append(bytes(state))
        self._last = (index, state)
        self.log.append(event)
        self.numbers.append(number)

    def copy(self) -> "History":
        """Another one that goes its own way."""
        twin = History.__new__(History)
        twin._game, twin._every = self._game, self._every
        twin._last, twin._latest, twin._read = self._last, self._latest, self._read
        twin.log, twin.numbers, twin._kept = self.log[:], self.numbers[:], self._kept[:]
        return twin

    def cut(self, keep: int) -> None:
        """Forget all but the first events."""
        self._last, self._read = (-1, bytearray()), (-1, b"")
        del self.numbers[keep:], self.log[keep:], self._kept[-(-keep // self._every) :]

    def at(self, index: int) -> bytes:
        """The state before event `index`, played again from the nearest that is at hand."""
        start = index - index % self._every
        place, state = self._read
        if not start <= place <= index:
            place, state = start, self._kept[start // self._every]
        if place < index:
            state = self._play_on(state, place, index)
        self._read = (index, state)
        return state

    def _play_on(self, state: bytes, place: int, index: int) -> bytes:
        layout, turn = self._game.rules.State, turns_of(self._game).turn
        size: int = layout.itemsize
        memory = bytearray(state + bytes(size))
        boxes, before = _boxes(memory, layout), _boxes(bytearray(size), layout)
        flat = np.frombuffer(memory, np.uint8).reshape(2, -1)
        for event in range(place, index):
            turn(boxes, flat, before, self.log[event].seat, self.numbers[event])
        return bytes(memory[:size])


def _boxes(memory: bytearray, layout: np.dtype[Any]) -> np.ndarray[Any, Any]:
    return np.frombuffer(memory, layout)
