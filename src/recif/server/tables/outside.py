"""What tables need from the world: time, and being called later. Both are handed in."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass
class Outside:
    """The world of a registry."""

    now: Callable[[], int]  # milliseconds since 1970
    later: Callable[[float, Callable[[], object]], object]  # call after so many seconds
    patience: float = 1.0  # 0: machines answer as soon as they can
    heard_at: Callable[[], int] | None = None  # when the message that is read now came, if that may have been earlier
    oldest: Callable[[Iterable[str]], int | None] = lambda people: None  # when their first came that still waits
    ring: Callable[[str, str], None] = lambda person, table: None  # the person's pages: there is news of a table
    is_witness: bool = True  # what it has seen it signs; whoever plays alone has nothing to prove

    def heard(self) -> int:
        return self.heard_at() if self.heard_at else self.now()
