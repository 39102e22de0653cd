"""A table while it is in use: the fold of its entries.

Whatever happens becomes an `Entry`; `apply` is the only place where a live table changes, so that one loaded from disk
is the one that was. Requests are judged in tables/requests.py; what people see is made in views/rendering.py.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import msgspec

from recif.games.core.contract import Game
from recif.match import provable
from recif.match.clock import Clock
from recif.match.match import HowItEnded, Match
from recif.school.speeds import Speed, speed_of
from recif.server.live.by_days import GENTLEST, ByDays
from recif.server.messages.shapes import Kind, Offer
from recif.server.store.entries import (
    Adjourned,
    Begun,
    Chair,
    Continued,
    Drawn,
    Ended,
    Entry,
    Excused,
    Filled,
    Foreseen,
    Granted,
    Handed,
    Made,
    Missed,
    Passed,
    Paused,
    Played,
    Prepared,
    Proposed,
    Rematched,
    Replied,
    Resumed,
    Sat,
    Stood,
    Swapped,
    Undone,
    Vanished,
    Wagered,
    What,
)
from recif.server.store.rows import TableRow

TableSetup = tuple[str, int, int, bytes]  # game, seats, rules, options: what is alike wherever these are
HANDED_LEVEL = 3  # the machine that takes over a seat


def setup(row: TableRow) -> TableSetup:
    return setup_of(row.game, len(row.chairs), row.rules, row.options)


def setup_of(game: str, seats: int, rules: int, options: dict[str, Any]) -> TableSetup:
    return game, seats, rules, _encode(options)


_encode = msgspec.json.Encoder(order="deterministic").encode


class LiveTable:
    """One table: seats, match, clock, offers."""

    def __init__(self, row: TableRow, game: Game) -> None:
        self.row = row
        self.game = game
        self.match = Match(game, len(row.chairs), row.options, row.rules)
        self.clock = Clock(row.pace, len(row.chairs))
        self.days = ByDays()
        self.version = 0
        self.at = row.made
        self._news = 0  # the version that brought the last news
        self._heard = 0  # when people heard of it, for the next entry to say
        self.offers: dict[Kind, Offer] = {}
        self.starters: list[Chair] = []  # who sat where when the match began
        self.lately: list[TableRow] = []  # what somebody who sits here has played before
        self.counts_again = False  # a rematch of a rated match may be rated
        self.numbers: dict[int, str] = {}  # what seats add to the luck of a rematch
        self.wagers: frozenset[int] = frozenset()  # seats that gave up half of their time
        self.done: dict[tuple[str, str], int] = {}  # requests carried out, by person and the client's id
        self.luck = provable.Luck(row.id, row.commitment, (), row.secret, row.scheme)
        self.stirs: dict[str, int] = {}  # what each person did since the log last changed
        self._counted_at = 0
        self.is_row_changed = False
        self._count_chairs()

    def __repr__(self) -> str:
        return f"<LiveTable {self.row.id} {self.game.id} v{self.version}>"

    @property
    def chairs(self) -> list[Chair]:
        return self.row.chairs

    @cached_property
    def setup(self) -> TableSetup:
        return setup(self.row)

    def _count_chairs(self) -> None:
        """Who sits where: asked for all the time, and it changes seldom."""
        self._seats: dict[str, tuple[int, ...]] = {}
        for seat, chair in enumerate(self.chairs):
            for person in (chair.person, *chair.team) if chair.kind == "person" else ():
                self._seats[person] = (*self.seats_of(person), seat)
        self.people = frozenset(self._seats)
        self.machines = frozenset(seat for seat, chair in enumerate(self.chairs) if chair.kind == "machine")

    def seats_of(self, person: str) -> tuple[int, ...]:
        return self._seats.get(person, ())

    def hidden_from(self, person: str) -> int:
        """How many versions the person is not told of: what others prepared."""
        return self.days.hidden_from(self.seats_of(person))

    @property
    def everybody(self) -> set[str]:
        """Who sits here, and who did when the match began."""
        return {*self.people, *(chair.person for chair in self.starters if chair.person)}

    @property
    def speed(self) -> Speed:
        """Where the match counts, if it does."""
        return speed_of(self.row.pace, len(self.chairs))

    @property
    def is_playing(self) -> bool:
        return self.row.status == "playing"

    @property
    def is_timed(self) -> bool:
        """Whether somebody's time can run out."""
        return self.is_playing and self.clock.pace.kind != "none"

    @property
    def has_holidays(self) -> bool:
        """Whether the time of who is on holiday stands still here."""
        return self.is_playing and self.row.holidays and self.clock.pace.allows_holidays

    @property
    def waiting_machines(self) -> tuple[int, ...]:
        """Seats for which a machine thinks: its own, or one whose round ended without a choice."""
        late = self.days.late
        if not self.machines and not late:
            return ()
        return tuple(seat for seat in self.waiting if seat in self.machines or seat in late)

    def level_of(self, seat: int) -> int:
        """Of the machine that thinks for a seat."""
        return self.chairs[seat].level or GENTLEST

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.match.waiting if self.is_playing and not self.days.is_adjourned else ()

    def entry(self, what: What, now: int, person: str = "", id: str = "", number: int | None = None) -> Entry:
        return Entry(self.version + 1, max(now, self.at), what, person, id, self._heard, number)

    def apply(self, entry: Entry) -> None:
        """Let an entry happen."""
        if entry.version != self.version + 1:
            raise ValueError(f"{self}: entry {entry.version} leaves a gap")
        if entry.heard:
            self.clock.start(entry.heard)
        what, has_clock = entry.what, self.clock.pace.kind != "none"
        before = self._standing if has_clock else None
        APPLY[type(what)](self, what, entry)
        self.version = entry.version
        self.at = entry.at
        self._heard = 0
        self.row.events = len(self.match.log)
        if entry.id:
            self.done[entry.person, entry.id] = entry.version
        self._count_stirs(entry.person)
        if type(what) is Paused or type(what) is Adjourned:
            self.clock.pause(entry.at)
        elif has_clock:
            self._run_clock(entry.at, self._standing != before)

    def _count_stirs(self, person: str) -> None:
        if len(self.match.log) != self._counted_at:
            self._counted_at = len(self.match.log)
            self.stirs.clear()
        elif person:
            self.stirs[person] = self.stirs.get(person, 0) + 1

    @property
    def _standing(self) -> tuple[str, int, int]:
        """What those who must decide go by: a choice that others may not see changes nothing for them."""
        return self.row.status, len(self.match.log), len(self.match.cuts)

    def _run_clock(self, now: int, is_news: bool) -> None:
        """Only people's time runs; a machine's thinking is the server's affair."""
        if is_news:
            self._news = self.version
        timeless, chairs = self.days.timeless, self.chairs
        people = (seat for seat in self.waiting if chairs[seat].kind == "person" and seat not in timeless)
        self.clock.turn(people, now, is_news)

    def heard(self, version: int, now: int) -> bool:
        """People have heard of everything up to this version; whether clocks begin to run by that."""
        if not self.clock.is_untold or version < self._news:
            return False
        self._heard = self.row.heard = max(now, self.at)
        self.clock.start(self._heard)
        return True

    def load(self, entries: Iterable[Entry]) -> "LiveTable":
        for entry in entries:
            self.apply(entry)
        self.is_row_changed = False
        return self

    def _row_changed(self) -> None:
        self.is_row_changed = True
        self._count_chairs()

    def _seat(self, seat: int, chair: Chair) -> None:
        self._arrange([chair if n == seat else old for n, old in enumerate(self.chairs)])

    def _arrange(self, chairs: list[Chair]) -> None:
        """Others sit elsewhere: whoever was asked to swap may be gone."""
        self.row.chairs = chairs
        self.offers.pop("swap", None)
        self._row_changed()

    def _made(self, what: Made, _: Entry) -> None:
        """The table as it was made."""
        row = self.row
        row.chairs, row.status, row.reason, row.next, row.result = list(what.chairs), "open", "", "", None
        self._row_changed()

    def _sat(self, what: Sat, entry: Entry) -> None:
        self._seat(what.seat, Chair("person", entry.person, 0, what.number))

    def _stood(self, what: Stood, _: Entry) -> None:
        self._seat(what.seat, Chair())

    def _filled(self, what: Filled, _: Entry) -> None:
        self._seat(what.seat, Chair("machine", "", what.level) if what.level else Chair())

    def _swapped(self, what: Swapped, _: Entry) -> None:
        chairs = list(self.chairs)
        chairs[what.seat], chairs[what.other] = chairs[what.other], chairs[what.seat]
        self._arrange(chairs)

    def _begun(self, what: Begun, _: Entry) -> None:
        self.row.status = "playing"
        self.row.evening = what.evening if what.evening.matches else self.row.evening
        self.offers = {}
        self.starters = list(self.chairs)
        self._row_changed()
        self.luck = provable.add(self.luck, [chair.number for chair in self.chairs])

    def _played(self, what: Played, entry: Entry) -> None:
        if self.days.timeless:
            self.days.decided(what.seat, self.clock, entry.at)
        if events := self.match.play(what.seat, what.move, entry.number):
            self.offers = {}
            if self.days.foreseen:
                self.days.happened(self.match, len(self.match.log) - len(events))
        self._close_if_over("over")

    def _drawn(self, what: Drawn, _: Entry) -> None:
        self.match.befall(what.outcome)
        self.days.foreseen = {}
        self._close_if_over("over")

    def _undone(self, what: Undone, _: Entry) -> None:
        self.match.undo(what.count)
        self.days.late = frozenset()
        self.days.foreseen = {}
        self.offers = {}

    def _ended(self, what: Ended, _: Entry) -> None:
        others = [seat for seat in range(self.match.seats) if seat != what.seat]
        self.match.end(what.reason, [] if what.reason == "aborted" else others, what.seat)
        self._close_if_over(what.reason)

    def _close_if_over(self, reason: HowItEnded) -> None:
        if self.match.is_over:
            self.offers = {}
            self.row.status, self.row.reason, self.row.result = "over", reason, self.match.result
            self._row_changed()

    def _handed(self, what: Handed, _: Entry) -> None:
        """A machine takes the seat."""
        self.days.left_alone(what.seat)
        self._seat(what.seat, Chair("machine", "", what.level or HANDED_LEVEL, self.chairs[what.seat].number))

    def _passed(self, what: Passed, _: Entry) -> None:
        """The seat keeps what was added to its luck, and a name that was given to it while several share it."""
        self.days.left_alone(what.seat)
        before = self.chairs[what.seat]
        named = (before.name, before.face) if what.team else ("", 0)
        self._seat(what.seat, Chair("person", what.person, 0, before.number, *named, what.team))

    def _proposed(self, what: Proposed, entry: Entry) -> None:
        self.offers[what.offer] = Offer(
            what.offer, what.seat, what.count, what.luck, [what.seat], what.game, what.other
        )
        self._add_number(entry.person, what.number)

    def _replied(self, what: Replied, entry: Entry) -> None:
        if what.yes:
            self.offers[what.offer].agreed.append(what.seat)
            self._add_number(entry.person, what.number)
        else:
            del self.offers[what.offer]

    def _add_number(self, person: str, number: str) -> None:
        for seat in self.seats_of(person):
            self.numbers[seat] = number

    def _rematched(self, what: Rematched, _: Entry) -> None:
        self.offers = {}
        self.row.next = what.table
        self._row_changed()

    def _wagered(self, what: Wagered, entry: Entry) -> None:
        self.wagers |= {what.seat}
        self.clock.give(what.seat, self.clock.left_at(what.seat, entry.at) // 2, entry.at)

    def _by_days(self, what: What, entry: Entry) -> None:
        if type(what) is Adjourned or type(what) is Continued:
            self.offers = {}
        self.days.apply(what, entry, self.clock)

    def _clock_only(self, _: What, __: Entry) -> None:
        """The clock stood still, or runs on: `apply` tells it."""


APPLY: dict[type[What], Callable[[LiveTable, Any, Entry], None]] = {
    Made: LiveTable._made,
    Sat: LiveTable._sat,
    Stood: LiveTable._stood,
    Filled: LiveTable._filled,
    Swapped: LiveTable._swapped,
    Begun: LiveTable._begun,
    Played: LiveTable._played,
    Drawn: LiveTable._drawn,
    Undone: LiveTable._undone,
    Ended: LiveTable._ended,
    Handed: LiveTable._handed,
    Passed: LiveTable._passed,
    Proposed: LiveTable._proposed,
    Replied: LiveTable._replied,
    Paused: LiveTable._clock_only,
    Resumed: LiveTable._clock_only,
    **dict.fromkeys((Adjourned, Continued, Missed, Prepared, Foreseen, Vanished, Granted, Excused), LiveTable._by_days),
    Wagered: LiveTable._wagered,
    Rematched: LiveTable._rematched,
}
