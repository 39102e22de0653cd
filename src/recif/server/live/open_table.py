"""An open table: a live one in memory, with what this server knows of it and no disk keeps."""

from typing import NamedTuple

from recif.match.history import EVERY
from recif.server.live.table import LiveTable
from recif.server.machines.tasks import Task
from recif.server.tasks import Answer


class Pondering(NamedTuple):
    """What a machine at a table thinks about: how far the match had come, and the task."""

    here: tuple[int, int]
    task: Task[str]


class OpenTable:
    """From being taken up to being put away."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.used = 0  # when somebody last needed it, in milliseconds
        self.written = live.row.events  # of the row, in the store
        self.due: int | None = None  # the next flag, as the store knows it
        self.alarm: int | None = None  # when it is looked at
        self.thinking: dict[int, Pondering] = {}  # what machine seats think about
        self.is_thinker = True  # this server lets its machines think, and no other
        self.writing: Answer | None = None  # while others who share the database may be quicker
        self.heard_of = 0  # the version that another server is known to have written

    def renew(self, live: LiveTable) -> None:
        """The table read again."""
        self.live, self.written = live, live.row.events

    @property
    def is_busy(self) -> bool:
        return bool(self.thinking or self.writing)

    @property
    def weight(self) -> int:
        """Bytes that it takes in memory, about."""
        match, events = self.live.match, len(self.live.match.log)
        states = (3 + events // EVERY) * match.game.rules.State.itemsize
        return 12_000 + 300 * events + states

    def hear_of(self, version: int) -> None:
        self.heard_of = max(self.heard_of, version)

    def settle(self, is_won: bool) -> None:
        """What was written is on disk, or lost: whoever waits for that goes on."""
        writing, self.writing = self.writing, None
        if writing:
            writing.set(is_won)
