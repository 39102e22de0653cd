"""Lines of the log as they were written out for somebody who read it whole, for the next who does.

What a viewer may know of an event is settled when it happens, or when it is past: its line does not change otherwise,
but for the names of those who sit there.
"""

from typing import Any

import msgspec

from recif.games.core.contract import PAST, REFEREE
from recif.match.frame import Line, line
from recif.match.match import Match
from recif.match.naming import Naming

FEW = 4  # lines that are not worth keeping: news of a move, told once

_encode = msgspec.json.Encoder().encode


class LogLines:
    """Of one match. Whoever knows everything reads what the referee does: it is written out once for all of them."""

    def __init__(self, match: Match, naming: Naming) -> None:
        self._match = match
        self._naming = naming
        self._cuts = len(match.cuts)
        self._kept: dict[tuple[int, int], msgspec.Raw] = {}
        self._news: dict[tuple[int, int], Line] = {}  # shared by those who hear of the same move
        self._events = 0
        self.bytes = 0

    def since(self, start: int, viewer: int) -> list[Any]:
        """Events from `start` on as the viewer may know them, written out already where they were before."""
        match, end = self._match, len(self._match.log)
        if (end, len(match.cuts)) != (self._events, self._cuts):
            self._move_on(end)
        keep, past = end - start > FEW, match.past
        lines = []
        for index in range(start, end):
            eyes = PAST if index < past else REFEREE if match.knows_all(index, viewer) else viewer
            lines.append(self._line(index, eyes, keep))
        return lines

    def write_out(self, viewer: int, most: int) -> bool:
        """So many more lines for somebody who will read all of them; whether that was the rest."""
        match, end = self._match, len(self._match.log)
        if (end, len(match.cuts)) != (self._events, self._cuts):
            self._move_on(end)
        past = match.past
        eyes = [PAST if index < past else REFEREE if match.knows_all(index, viewer) else viewer for index in range(end)]
        missing = [key for key in enumerate(eyes) if key not in self._kept]
        for index, one in missing[:most]:
            self._line(index, one, True)
        return len(missing) <= most

    def name(self, naming: Naming) -> None:
        """Somebody has sat down, or has another name."""
        if naming.names != self._naming.names:
            self._naming, self._kept, self._news, self.bytes = naming, {}, {}, 0

    def _line(self, index: int, viewer: int, keep: bool) -> Any:
        key = (index, viewer)
        if (kept := self._kept.get(key)) is not None:
            return kept
        news = self._news.get(key)
        if news is None:
            news = self._news[key] = line(self._match, index, viewer, naming=self._naming)
        if not keep:
            return news
        del self._news[key]
        written = _encode(news)
        self.bytes += len(written)
        self._kept[key] = raw = msgspec.Raw(written)
        return raw

    def _move_on(self, events: int) -> None:
        """The match went on, or back."""
        self._news, self._events = {}, events
        cuts = self._match.cuts
        if len(cuts) != self._cuts:
            keep, self._cuts = min(cuts[self._cuts :]), len(cuts)
            self._kept = {key: line for key, line in self._kept.items() if key[0] < keep}
            self.bytes = sum(len(memoryview(line)) for line in self._kept.values())
