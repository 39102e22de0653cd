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
from recif.server.store.entries import Drawn, Entry, Made, Played, Proposed, Sat, Vanished
from recif.server.store.of_notices import NEWS, REMINDER
from recif.server.store.rows import NoticeRow

KINDS: tuple[NoticeKind, ...] = get_args(NoticeKind)
GRACE_MS = 5_000  # before it is sent: whoever comes meanwhile has seen it
REMINDED = 0.8  # of the time for a turn is gone


class About(Struct, omit_defaults=True):
    """Who and what a notice is about: persons by their ids, names are looked up when it is told."""

    game: str
    who: str = ""  # did it
    offer: Kind | Literal["", "vanished"] = ""  # or somebody has run out of time, and the others decide
    won: list[str] = []  # of a match that is over
    drawn: bool = False  # the same: by everybody
    begun: bool = False  # the match began with it
    declined: bool = False  # of a challenge
    left: int = 0  # milliseconds, of a reminder
    name: str = ""  # of what it is about, where that is no table
    where: str = ""  # the page to go to, likewise
    what: str = ""  # which of the sentences of its kind, likewise


encode = msgspec.json.Encoder().encode
read_about = msgspec.json.Decoder(About).decode


def is_slow(live: LiveTable) -> bool:
    """Whether people come and go during the match: by days, or without a clock."""
    return live.clock.pace.kind != "increment" and len(live.people) > 1


def may_tell(live: LiveTable, entries: Sequence[Entry], is_row_changed: bool) -> bool:
    """Whether what happened at a table may have caused notices."""
    return is_row_changed or is_slow(live) or any(isinstance(entry.what, Proposed) for entry in entries)


def waiting_people(live: LiveTable) -> dict[str, int]:
    """Who must decide, each with a seat of theirs."""
    chairs = live.chairs
    return {chairs[seat].person: seat for seat in live.waiting if chairs[seat].kind == "person"}


def sentence_of(row: NoticeRow, about: About) -> str:
    """The name of the sentence that pages and service workers say."""
    match row.kind:
        case "offer":
            return f"offer.{about.offer}"
        case "challenge" if about.declined:
            return "challenge.declined"
        case "sat" if about.begun:
            return "sat.begun"
        case "over" if about.drawn:
            return "over.drawn"
        case "over" if row.person in about.won:
            return "over.won"
    return f"{row.kind}.{about.what}" if about.what else row.kind


def path_of(row: NoticeRow, about: About) -> str:
    """The page that a notice leads to."""
    return about.where or f"/t/{row.about}"


def news(
    kind: NoticeKind, whom: Iterable[str], table: str, about: About, now: int, due: int | None = None
) -> Iterator[NoticeRow]:
    """The door: news of a kind about a table, for these people, to be written with the entry that causes it. Whoever
    adds a kind adds its name (messages/bodies/notices.py) and its sentences (words.py, web/src/notices)."""
    return (_row(person, table, NEWS, kind, about, now, now + GRACE_MS if due is None else due) for person in whom)


def soon(whom: Iterable[str], event: str, name: str, at: int, due: int) -> Iterator[NoticeRow]:
    """An event begins at that instant: told at another, unless there is nothing to tell any more (`no_news`)."""
    return news("soon", whom, event, About("", left=at - due, name=name, where=f"/events/{event}"), due, due)


def appointed(person: str, who: str, event: str, name: str, board: str, at: int, due: int) -> Iterator[NoticeRow]:
    """They agreed to play at that instant: told at another, before. `board` is the table that it will be."""
    about = About("", who, left=at - due, name=name, where=f"/events/{event}", what="appointment")
    return news("soon", [person], board, about, due, due)


def no_news(person: str, table: str, now: int, slot: int = NEWS) -> NoticeRow:
    """There is nothing to tell the person of the table any more."""
    return NoticeRow(person, table, slot, "", now)


def deadlines(live: LiveTable) -> dict[str, int]:
    """Who must decide by days, each with the instant at which their time is over; nobody while the clock stands."""
    clock = live.clock
    if not clock.pace.is_by_days:
        return {}
    waiting = waiting_people(live).items()
    return {person: clock.falls(seat) for person, seat in waiting if seat in clock.running}


class Watch:
    """A table before something happens there; `notices` tells what came of it. Every move has one: it does little."""

    __slots__ = ("_deadlines", "_events", "_live", "_status", "_waited")

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._events = len(live.match.log)
        self._status: Status = live.row.status
        self._waited: Collection[str] = waiting_people(live) if is_slow(live) else ()
        self._deadlines = deadlines(live) if self._waited else {}

    def notices(self, entries: Sequence[Entry], here: Callable[[], Collection[str]], now: int) -> list[NoticeRow]:
        """Written with the entries; `here` are those who have the table in front of them. The latest of several about
        one table is what counts."""
        live = self._live
        challenged = list(self._challenge(entries, here, now)) if live.row.invited else []
        if live.row.event and isinstance(entries[0].what, Made):
            return [*news("ready", live.people, live.row.id, About(live.row.game), now), *self._reminders(now)]
        if len(live.people) < 2 or (self._is_usual(entries) and not is_slow(live)):
            return challenged
        away = live.people - {*here(), entries[0].person}
        rows = {row.person: row for row in self._news(entries, away, now)}
        return [*challenged, *rows.values(), *self._reminders(now)]

    def _challenge(
        self, entries: Sequence[Entry], here: Callable[[], Collection[str]], now: int
    ) -> Iterator[NoticeRow]:
        """Somebody is challenged; sits down, declines, or is too late."""
        live, row = self._live, self._live.row
        by, about = entries[0].person, About(row.game, entries[0].person)
        if isinstance(entries[0].what, Made):
            yield from news("challenge", [row.invited], row.id, about, now)
        elif row.status != self._status == "open" or (by == row.invited and by in live.people):
            yield no_news(row.invited, row.id, now)
            if row.status == "over" and by == row.invited and row.owner not in here():
                declined = msgspec.structs.replace(about, declined=True)
                yield from news("challenge", [row.owner], row.id, declined, now)

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
            if isinstance(entry.what, Vanished):
                who = live.chairs[entry.what.seat].person
                offered = msgspec.structs.replace(about, offer="vanished", who=who)
                yield from self._rows("offer", set(away) - {who}, offered, now)
        if live.row.status == "over" != self._status:
            yield from self._rows("over", away, self._ended(about), now)
        elif is_slow(live):
            waiting, is_revealed = waiting_people(live), self._is_revealed
            kind: NoticeKind = "revealed" if len(waiting) > 1 and not about.begun else "turn"
            called = [one for one in waiting if one in away and (is_revealed or one not in self._waited)]
            yield from self._rows(kind, called, about, now)

    @property
    def _is_revealed(self) -> bool:
        """A round has ended: there is a new one, also for who had not chosen."""
        return any(self._live.match.at_once[self._events :])

    def _ended(self, about: About) -> About:
        result, chairs = self._live.row.result, self._live.chairs
        winners = result.winners if result else ()
        won, is_drawn = [chairs[seat].person for seat in winners], len(winners) == len(chairs)
        return msgspec.structs.replace(about, won=won, drawn=is_drawn)

    def _reminders(self, now: int) -> Iterator[NoticeRow]:
        """Set for whoever must decide from now on, by days; taken away from whoever need not any more. A clock that
        stood still puts it off."""
        live, left_to = self._live, deadlines(self._live)
        for person in self._deadlines:
            if person not in left_to:
                yield no_news(person, live.row.id, now, REMINDER)
        for person, until in left_to.items():
            if self._deadlines.get(person) != until:
                total = max(until - now, live.clock.pace.start)
                at = max(now, until - (total - int(total * REMINDED)))
                yield _row(person, live.row.id, REMINDER, "time", About(live.row.game, left=until - at), at, at)

    def _rows(self, kind: NoticeKind, people: Iterable[str], about: About, now: int) -> Iterator[NoticeRow]:
        return news(kind, people, self._live.row.id, about, now)


def deadline_of(row: NoticeRow) -> int:
    """When the time of a person whom a reminder is for is over; or what comes soon begins."""
    return row.at + read_about(row.body).left


def _row(person: str, table: str, slot: int, kind: NoticeKind, about: About, at: int, due: int) -> NoticeRow:
    return NoticeRow(person, table, slot, kind, at, encode(about).decode(), secrets.token_urlsafe(12), due)
