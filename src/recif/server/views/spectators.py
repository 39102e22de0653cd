"""Spectators are told in slices between other work, so that a player's move never waits for a crowd."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol

SLICE = 20  # told at once
SLICES = 50  # a crowd is told in about so many, however large it is
PLAYERS_FIRST = 0.005  # seconds in which the players' own screens have theirs
REST = 0.001  # seconds from one slice to the next


class Listener(Protocol):
    def send(self, data: bytes) -> None: ...


class Spectators:
    """A line of messages to spectators, in order, each to many."""

    def __init__(self, later: Callable[[float, Callable[[], None]], object]) -> None:
        self._later = later
        self._line: deque[tuple[Iterator[Listener], bytes]] = deque()
        self._waiting = 0

    def tell(self, news: Iterable[tuple[Sequence[Listener], bytes]]) -> None:
        """A few at once; a crowd only when the players have theirs, and with the loop to others in between."""
        was_empty = not self._line
        for listeners, data in news:
            if listeners:  # an empty list would never be taken from the line
                self._line.append((iter(listeners), data))
                self._waiting += len(listeners)
        if was_empty and self._waiting > SLICE:
            self._later(PLAYERS_FIRST, self._send_slice)
        elif was_empty and self._waiting:
            self._send_slice()

    def _send_slice(self) -> None:
        left = min(self._waiting, max(SLICE, self._waiting // SLICES))
        self._waiting -= left
        while left:
            listeners, data = self._line[0]
            for listener in islice(listeners, left):
                listener.send(data)
                left -= 1
            if left:
                self._line.popleft()
        if self._waiting:
            self._later(REST, self._send_slice)
        else:
            self._line.clear()
