"""What happens at a table that people who are not there should hear of.

Nothing here depends on anything hidden: who must decide, who came, how it ended. Whoever did it, and whoever has the
table in front of them, is not told. At a table with a clock of minutes nobody is called for every turn: who plays
there is there.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Literal, get_args

import msgspec
from msgspec import Struct

from recif.server.live.table import LiveTable
from recif.server.messages.bodies.notices import NoticeKind
from recif.server.messages.shapes import Kind, Status
from recif.server.store.entries import Drawn, Entry, Played, Proposed, Sat
from recif.server.store.interface import NoticeRow

KINDS: tuple[NoticeKind, ...] = get_args(NoticeKind)
NEWS, REMINDER = 0, 1  # slots
GRACE_MS = 5_000  # before it is sent: whoever comes meanwhile has seen it
REMINDED = 0.8  # of the time for a turn is gone


class About(Struct, omit_defaults=True):
    """Who and what a notice is about: persons by their ids, names are looked up when it is told."""

    game: str
    who: str = ""  # did it
    offer: Kind | Literal[""] = ""
    won: list[str] = []  # of a match that is over
    drawn: bool = False  # the same: by everybody
    begun: bool = False  # the match began with it
    left: int = 0  # milliseconds, of a reminder


encode = msgspec.json.Encoder().encode
read_about = msgspec.json.Decoder(About).decode


def is_slow(live: LiveTable) -> bool:
    """Whether people come and go during the match: by days, or without a clock."""
    return live.clock.pace.kind != "increment" and len(live.people) > 1


def waiting_people(live: LiveTable) -> dict[str, int]:
    """Who must decide, each with a seat of theirs."""
    chairs = live.chairs
    return {chairs[seat].person: seat for seat in live.waiting if chairs[seat].kind == "person"}


def sentence_of(row: NoticeRow, about: About) -> str:
    """The name of the sentence that pages and service workers say."""
    match row.kind:
        case "offer":
            return f"offer.{about.offer}"
        case "sat" if about.begun:
            return "sat.begun"
        case "over" if about.drawn:
            return "over.drawn"
        case "over" if row.person in about.won:
            return "over.won"
    return row.kind


class Watch:
    """A table before something happens there; `notices` tells what came of it. Every move has one: it does little."""

    __slots__ = ("_live", "_status", "_waited")

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._status: Status = live.row.status
        self._waited: Collection[str] = waiting_people(live) if is_slow(live) else ()

    def notices(self, entries: Sequence[Entry], here: Callable[[], Collection[str]], now: int) -> list[NoticeRow]:
        """Written with the entries; `here` are those who have the table in front of them. The latest of several about
        one table is what counts."""
        live = self._live
        if len(live.people) < 2 or (self._is_usual(entries) and not is_slow(live)):
            return []
        away = live.people - {*here(), entries[0].person}
        rows = {row.person: row for row in self._news(entries, away, now)}
        return [*rows.values(), *self._reminders(now)]

    def _is_usual(self, entries: Sequence[Entry]) -> bool:
        """A move and what luck made of it, and the match goes on."""
        return self._live.row.status == self._status and isinstance(entries[0].what, Played | Drawn)

    def _news(self, entries: Sequence[Entry], away: Collection[str], now: int) -> Iterator[NoticeRow]:
        live = self._live
        by = entries[0].person
        about = About(live.row.game, by, begun=live.is_playing and self._status == "open")
        if any(isinstance(entry.what, Sat) for entry in entries):
            yield from self._rows("sat", away, about, now)
        for entry in entries:
            if isinstance(entry.what, Proposed):
                offered = msgspec.structs.replace(about, offer=entry.what.offer)
                yield from self._rows("offer", away, offered, now)
        if live.row.status == "over" != self._status:
            yield from self._rows("over", away, self._ended(about), now)
        elif is_slow(live):
            waiting = waiting_people(live)
            kind: NoticeKind = "revealed" if len(waiting) > 1 and not about.begun else "turn"
            yield from self._rows(kind, [one for one in waiting if one in away and one not in self._waited], about, now)

    def _ended(self, about: About) -> About:
        result, chairs = self._live.row.result, self._live.chairs
        winners = result.winners if result else ()
        won, is_drawn = [chairs[seat].person for seat in winners], len(winners) == len(chairs)
        return msgspec.structs.replace(about, won=won, drawn=is_drawn)

    def _reminders(self, now: int) -> Iterator[NoticeRow]:
        """Set for whoever must decide from now on, by days; taken away from whoever need not any more."""
        live = self._live
        if live.clock.pace.kind != "days":
            return
        waiting = waiting_people(live)
        for person in self._waited:
            if person not in waiting:
                yield NoticeRow(person, live.row.id, REMINDER, "", now)
        for person, seat in waiting.items():
            if person not in self._waited:
                left = live.clock.left_at(seat, now)
                at = now + int(left * REMINDED)
                about = About(live.row.game, left=left - int(left * REMINDED))
                yield _row(person, live.row.id, REMINDER, "time", about, at, at)

    def _rows(self, kind: NoticeKind, people: Iterable[str], about: About, now: int) -> Iterator[NoticeRow]:
        return (_row(person, self._live.row.id, NEWS, kind, about, now, now + GRACE_MS) for person in people)


def _row(person: str, table: str, slot: int, kind: NoticeKind, about: About, at: int, due: int) -> NoticeRow:
    return NoticeRow(person, table, slot, kind, at, encode(about).decode(), secrets.token_urlsafe(12), due)
