"""A commit: what happened at a table in one go. It is written first; whoever it concerns hears of it then."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from recif.server.live.table import LiveTable
from recif.server.store.entries import PRIVATE, Entry
from recif.server.store.interface import Append
from recif.server.store.rows import NoticeRow, ResultRow, TableRow
from recif.server.views.audience import Audience, Outputs

Acknowledge = Callable[[int], None]  # whoever asked gets the version that it became


@dataclass(eq=False, slots=True, kw_only=True)
class Commit(Append):
    """The store hands it back when it is kept, or lost to somebody quicker."""

    audience: Audience
    live: LiveTable  # at which it happened: the audience may have another by then
    outputs: Outputs  # what each will be told
    acknowledge: Acknowledge | None = None
    hidden: int = 0  # versions before it that whoever asked is not told of


def happened(
    audience: Audience,
    entries: Sequence[Entry],
    outputs: Outputs | None = None,
    row: TableRow | None = None,
    results: Sequence[ResultRow] = (),
    acknowledge: Acknowledge | None = None,
    notices: Sequence[NoticeRow] = (),
    hidden: int = 0,
) -> Commit:
    """What has just been applied at a table, and is to be written."""
    live = audience.live
    return Commit(
        table=live.row.id,
        entries=entries,
        row=row,
        results=results,
        notices=notices,
        version=live.version,
        thinks=bool(live.waiting_machines),
        audience=audience,
        live=live,
        outputs=outputs or Outputs(),
        acknowledge=acknowledge,
        hidden=hidden,
    )


class Commits(Protocol):
    """Where something can be made to happen, for clocks and machines."""

    def commit(self, audience: Audience, entry: Entry, now: int) -> None: ...

    def wake(self, audience: Audience) -> None:
        """Set going what happens there without anybody asking."""


class Occurrence:
    """While something happens at a table. One that fails half-way is dropped, and read again from disk: nobody has
    heard of the rest. Every move is one: no generator is made for it."""

    __slots__ = ("_audience", "_cuts", "_drop", "_log", "_past")

    def __init__(self, audience: Audience, drop: Callable[[Audience], None]) -> None:
        match = audience.live.match
        self._audience, self._drop = audience, drop
        self._log, self._cuts, self._past = len(match.log), len(match.cuts), match.past

    def __enter__(self) -> "Occurrence":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind:
            self._drop(self._audience)

    def shown(self, entries: Sequence[Entry], now: int) -> tuple[Outputs, TableRow | None]:
        """What everybody is to be told of it, and the row if it changed."""
        audience, live = self._audience, self._audience.live
        if all(type(entry.what) in PRIVATE for entry in entries):
            return audience.changed_of({entry.person for entry in entries}, now), None
        outputs = audience.changed(now, self._first_line())
        if not live.is_row_changed:
            return outputs, None
        outputs += audience.around()
        live.is_row_changed = False
        audience.hold_people()
        audience.table.written = live.row.events
        return outputs, live.row

    def _first_line(self) -> int:
        """Of the log, that people have not seen, or not so."""
        match, first = self._audience.live.match, self._log
        if len(match.cuts) != self._cuts:
            first = min(first, *match.cuts[self._cuts :])
        if match.forgets and self._past != match.past:
            first = min(first, self._past, match.past)
        return first
