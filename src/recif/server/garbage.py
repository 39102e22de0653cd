"""When Python looks for garbage, everybody waits: so it looks when nobody plays.

Its collector goes through all that has survived again and again, a hundredth of a second each time with some hundred
tables, a tenth when it goes through everything. Almost all that a table leaves behind is freed without it; what needs
it is mostly connections that have ended. So what has survived a second is set aside, and looked through in a quiet
moment, or when there was none for long.
"""

import gc

YOUNG = 2_000  # new things that are looked through at once, within a millisecond or two
QUIET = 2 * 60  # seconds after which a quiet moment is used
LONG = 30 * 60  # seconds after which no quiet moment is waited for


class Tidying:
    """Told every second how many moves were ever made."""

    def __init__(self) -> None:
        gc.set_threshold(YOUNG, 1_000, 1_000)
        self._moves = 0
        self.tidy()

    def tick(self, moves: int) -> None:
        is_quiet, self._moves = moves == self._moves, moves
        self._seconds += 1
        has_played = moves != self._moves_then
        if self._seconds >= LONG or (self._seconds >= QUIET and is_quiet and has_played):
            self.tidy()
        else:
            gc.freeze()

    def tidy(self) -> None:
        """Look through everything, then set it aside."""
        self._seconds, self._moves_then = 0, self._moves
        gc.unfreeze()
        gc.collect()
        gc.freeze()
