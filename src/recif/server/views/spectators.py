"""Spectators are told in slices between other work, so that a player's move never waits for a crowd."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from recif.server.views.audience import Connection

SLICE = 20


class Spectators:
    """A line of messages to spectators, in order, each to many."""

    def __init__(self, later: Callable[[float, Callable[[], None]], object]) -> None:
        self._later = later
        self._line: deque[tuple[Iterator[Connection], bytes]] = deque()

    def tell(self, news: Iterable[tuple[Sequence[Connection], bytes]]) -> None:
        """A few at once; a crowd only when the players have theirs."""
        was_empty, many = not self._line, 0
        for connections, data in news:
            if not connections:  # nobody to wait for: an empty list would never be taken from the line
                continue
            self._line.append((iter(connections), data))
            many += len(connections)
        if was_empty and many > SLICE:
            self._later(0, self._send_slice)
        elif was_empty and many:
            self._send_slice()

    def _send_slice(self) -> None:
        left = SLICE
        while self._line and left:
            connections, data = self._line[0]
            for connection in islice(connections, left):
                connection.send(data)
                left -= 1
            if left:
                self._line.popleft()
        if self._line:
            self._later(0, self._send_slice)
