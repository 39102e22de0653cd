"""A table while it is in use: the fold of its entries.

Whatever happens becomes an `Entry`; `apply` is the only place where a live table changes, so that one loaded from disk
is the one that was. Requests are judged in requests.py and offers.py; what people see is made in views/rendering.py.
"""

from collections.abc import Callable, Iterable
from typing import cast

import msgspec

from recif.games.core.contract import Game
from recif.match import provable
from recif.match.clock import Clock, Pace
from recif.match.match import Match
from recif.server.messages.shapes import Kind, Offer
from recif.server.store.interface import Chair, Entry, TableRow

HANDED_LEVEL = 3  # the machine that takes over a seat


class LiveTable:
    """One table: seats, match, clock, offers."""

    def __init__(self, row: TableRow, game: Game) -> None:
        self.row = row
        self.game = game
        self.match = Match(game, len(row.chairs), row.options, row.rules)
        self.clock = Clock(Pace(*row.pace), len(row.chairs))
        state = self.match.position.state
        self.titles = [game.words.seat_name(state, seat) for seat in range(len(row.chairs))]
        self.version = 0
        self.at = row.made
        self.offers: dict[Kind, Offer] = {}
        self.numbers: dict[int, str] = {}  # what seats add to the luck of a rematch
        self.done: dict[tuple[str, str], int] = {}  # requests carried out, by person and the client's id
        self.luck = provable.Luck(row.id, row.commitment, (), row.secret)
        self.is_row_changed = False
        self._count_chairs()

    def __repr__(self) -> str:
        return f"<LiveTable {self.row.id} {self.game.id} v{self.version}>"

    @property
    def chairs(self) -> list[Chair]:
        return self.row.chairs

    def _count_chairs(self) -> None:
        """Who sits where: asked for all the time, and it changes seldom."""
        self._seats: dict[str, tuple[int, ...]] = {}
        for seat, chair in enumerate(self.chairs):
            if chair.kind == "person":
                self._seats[chair.person] = (*self.seats_of(chair.person), seat)
        self.people = frozenset(self._seats)
        self.machines = frozenset(seat for seat, chair in enumerate(self.chairs) if chair.kind == "machine")

    def seats_of(self, person: str) -> tuple[int, ...]:
        return self._seats.get(person, ())

    @property
    def is_playing(self) -> bool:
        return self.row.status == "playing"

    @property
    def waiting_machines(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.waiting if seat in self.machines) if self.machines else ()

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.match.waiting if self.is_playing else ()

    def entry(self, kind: str, now: int, seat: int = -1, text: str = "", person: str = "", id: str = "") -> Entry:
        return Entry(self.version + 1, max(now, self.at), kind, seat, text, person, id)

    def apply(self, entry: Entry) -> None:
        """Let an entry happen."""
        if entry.version != self.version + 1:
            raise ValueError(f"{self}: entry {entry.version} leaves a gap")
        APPLY[entry.kind](self, entry)
        self.version = entry.version
        self.at = entry.at
        if entry.id:
            self.done[entry.person, entry.id] = entry.version
        if entry.kind != "pause" and self.clock.pace.kind != "none":
            self._run_clock(entry.at)

    def _run_clock(self, now: int) -> None:
        """Only people's time runs; a machine's thinking is the server's affair."""
        self.clock.turn((seat for seat in self.waiting if self.chairs[seat].kind == "person"), now)

    def load(self, entries: Iterable[Entry]) -> "LiveTable":
        for entry in entries:
            self.apply(entry)
        self.is_row_changed = False
        return self

    def _change(self, **values: object) -> None:
        for name, value in values.items():
            setattr(self.row, name, value)
        self.is_row_changed = True
        self._count_chairs()

    def _seat(self, seat: int, chair: Chair) -> None:
        self._change(chairs=[chair if n == seat else old for n, old in enumerate(self.chairs)])

    def _make(self, entry: Entry) -> None:
        """The table as it was made."""
        self._change(chairs=_chairs(entry.text), status="open", reason="", next="")

    def _sit(self, entry: Entry) -> None:
        self._seat(entry.seat, Chair("person", entry.person, 0, entry.text))

    def _stand(self, entry: Entry) -> None:
        self._seat(entry.seat, Chair())

    def _fill(self, entry: Entry) -> None:
        level = int(entry.text)
        self._seat(entry.seat, Chair("machine", "", level) if level else Chair())

    def _begin(self, _: Entry) -> None:
        self._change(status="playing")
        self.luck = provable.add(self.luck, [chair.number for chair in self.chairs])

    def _play(self, entry: Entry) -> None:
        if self.match.play(entry.seat, entry.text):
            self.offers = {}
        self._close_if_over("over")

    def _luck(self, entry: Entry) -> None:
        self.match.befall(entry.text)
        self._close_if_over("over")

    def _undo(self, entry: Entry) -> None:
        self.match.undo(int(entry.text))
        self.offers = {}

    def _end(self, entry: Entry) -> None:
        others = [seat for seat in range(self.match.seats) if seat != entry.seat]
        winners = [] if entry.text == "aborted" else others
        self.match.end(entry.text, winners, entry.seat if entry.seat >= 0 else None)
        self._close_if_over(entry.text)

    def _close_if_over(self, reason: str) -> None:
        if self.match.is_over:
            self.offers = {}
            self._change(status="over", reason=reason)

    def _hand(self, entry: Entry) -> None:
        """A machine takes the seat."""
        self._seat(entry.seat, Chair("machine", "", HANDED_LEVEL, self.chairs[entry.seat].number))

    def _propose(self, entry: Entry) -> None:
        word, count, luck, number = entry.text.split(" ", 3)
        kind = cast(Kind, word)
        self.offers[kind] = Offer(kind, entry.seat, int(count), luck == "luck", [entry.seat])
        self._add_number(entry, number)

    def _reply(self, entry: Entry) -> None:
        word, yes, number = entry.text.split(" ", 2)
        kind = cast(Kind, word)
        if yes == "yes":
            self.offers[kind].agreed.append(entry.seat)
            self._add_number(entry, number)
        else:
            del self.offers[kind]

    def _add_number(self, entry: Entry, number: str) -> None:
        for seat in self.seats_of(entry.person):
            self.numbers[seat] = number

    def _pause(self, entry: Entry) -> None:
        self.clock.pause(entry.at)

    def _resume(self, _: Entry) -> None:
        """The clock runs on from here."""

    def _next(self, entry: Entry) -> None:
        self.offers = {}
        self._change(next=entry.text)


_chairs = msgspec.json.Decoder(list[Chair]).decode

APPLY: dict[str, Callable[[LiveTable, Entry], None]] = {
    "make": LiveTable._make,
    "sit": LiveTable._sit,
    "stand": LiveTable._stand,
    "fill": LiveTable._fill,
    "begin": LiveTable._begin,
    "play": LiveTable._play,
    "luck": LiveTable._luck,
    "undo": LiveTable._undo,
    "end": LiveTable._end,
    "hand": LiveTable._hand,
    "propose": LiveTable._propose,
    "reply": LiveTable._reply,
    "pause": LiveTable._pause,
    "resume": LiveTable._resume,
    "next": LiveTable._next,
}
