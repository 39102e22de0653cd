"""Spectators are told in slices between other work, so that a player's move never waits for a crowd."""

from collections import deque
from collections.abc import Callable, Iterable

from recif.table.circle import Connection

SLICE = 50


class Crowd:
    """A line of messages to spectators, in order."""

    def __init__(self, later: Callable[[float, Callable[[], None]], object]) -> None:
        self._later = later
        self._line: deque[tuple[Connection, bytes]] = deque()

    def tell(self, messages: Iterable[tuple[Connection, bytes]]) -> None:
        was_empty = not self._line
        self._line.extend(messages)
        if was_empty:
            self._send_slice()

    def _send_slice(self) -> None:
        for _ in range(min(SLICE, len(self._line))):
            connection, data = self._line.popleft()
            connection.send(data)
        if self._line:
            self._later(0, self._send_slice)
