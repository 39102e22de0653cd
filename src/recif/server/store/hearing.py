"""Who is told what other servers write."""

from collections.abc import Callable
from typing import Protocol


class Hearing(Protocol):
    """A server, as those at the same database reach it."""

    close_sockets: Callable[[str, str], None]

    def hear(self, payload: str) -> None: ...
    def look(self) -> None: ...
    def back(self, since: int) -> None: ...
