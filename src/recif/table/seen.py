"""What people see of a table. Everything hidden is blanked here, through `view`, before anything is written out.

Followers who may see the same thing share one rendering: a thousand spectators cost one.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from recif.games.compiled import Record
from recif.games.contract import LANGUAGES, REFEREE, SPECTATOR, Text
from recif.play.listing import legal, listing
from recif.table.room import Room
from recif.table.shapes import Clocks, Line, Luck, Move, Now, Pace, Person, Result, Seat, TableInfo, Words
from recif.table.store import PersonRow

Who = Callable[[str], PersonRow]

DELETED = "—"
_encode = msgspec.json.Encoder().encode


class Eyes(NamedTuple):
    """How a follower sees: followers with equal eyes are sent the same bytes."""

    viewer: int = SPECTATOR
    mine: tuple[int, ...] = ()
    curtain: bool = False
    detail: str = "none"
    language: str = "fr"


def eyes(room: Room, person: str, look: int, detail: str, language: str) -> Eyes:
    """A person with one seat sees through it. With several, on one screen, a curtain falls where they differ."""
    mine = room.seats_of(person)
    if not mine:
        return Eyes()
    if len(mine) == 1:
        return Eyes(mine[0], mine, False, detail, language)
    if not _needs_curtain(room, mine):
        waiting = [seat for seat in room.waiting if seat in mine]
        return Eyes(waiting[0] if waiting else mine[0], mine, False, detail, language)
    viewer = look if look in mine and look in room.waiting else SPECTATOR
    return Eyes(viewer, mine, True, detail, language)


def _needs_curtain(room: Room, mine: tuple[int, ...]) -> bool:
    """My seats know different things, or must choose at once without seeing each other's choice."""
    if sum(seat in mine for seat in room.match.deciding) > 1:
        return True
    sights = Sights(room)
    return len({sights.view(seat).tobytes() for seat in mine}) > 1


class Sights:
    """A room at one moment through the eyes of many.

    Whoever knows everything sees what the referee sees, so that it is written out once for all of them.
    """

    def __init__(self, room: Room, at: int = 0) -> None:
        self._room = room
        self._at = at
        self._views: dict[int, Record] = {}
        self._scenes: dict[int, msgspec.Raw] = {}
        self._lines: dict[tuple[int, int], Line] = {}
        self._now: Now | None = None

    def _as(self, index: int, viewer: int) -> int:
        return REFEREE if self._room.match.knows_all(index, viewer) else viewer

    def view(self, viewer: int) -> Record:
        """What the viewer knows of the state as it is now."""
        return self._view(self._as(len(self._room.match.log), viewer))

    def _view(self, as_viewer: int) -> Record:
        if as_viewer not in self._views:
            self._views[as_viewer] = self._room.match.seen_by(as_viewer)
        return self._views[as_viewer]

    def scene(self, viewer: int) -> msgspec.Raw:
        as_viewer = self._as(len(self._room.match.log), viewer)
        if as_viewer not in self._scenes:
            scene = self._room.game.words.scene(self._view(as_viewer), as_viewer)
            self._scenes[as_viewer] = msgspec.Raw(_encode(scene))
        return self._scenes[as_viewer]

    def picture(self, viewer: int) -> Words:
        """The same in signs, for those whose board draws no scene; made for each who asks, since few do."""
        as_viewer = self._as(len(self._room.match.log), viewer)
        return words(self._room.game.words.picture(self._view(as_viewer), as_viewer))

    def lines(self, viewer: int, start: int) -> list[Line]:
        """The events from `start` on, as the viewer may know them."""
        return [self._line(index, viewer) for index in range(start, len(self._room.match.log))]

    def _line(self, index: int, viewer: int) -> Line:
        match, viewer = self._room.match, self._as(index, viewer)
        if (index, viewer) not in self._lines:
            text, sentence = match.told(index, viewer)
            self._lines[index, viewer] = Line(match.log[index].seat, text, sentence.fr, sentence.en)
        return self._lines[index, viewer]

    def now(self, how: Eyes) -> Now:
        """The table as these eyes see it at this instant, to be written out before the next is asked for."""
        room, choices = self._room, self._room.match.choices
        now = self._now = self._now or self._same_for_all()
        now.viewer, now.curtain = how.viewer, how.curtain
        now.scene = self.scene(how.viewer)  # type: ignore[assignment]
        now.moves = {str(seat): self.moves(seat, how) for seat in _movers(room, how)}
        now.choices = {str(seat): choices[seat] for seat in how.mine if seat in choices} if not how.curtain else {}
        return now

    def moves(self, seat: int, how: Eyes) -> list[Move]:
        return moves(self._room, seat, self.view(how.viewer), how) if how.detail != "none" else []

    def _same_for_all(self) -> Now:
        room, match = self._room, self._room.match
        return Now(
            version=room.version,
            viewer=SPECTATOR,
            curtain=False,
            scene={},
            waiting=list(room.waiting),
            chosen=sorted(match.choices),
            moves={},
            events=len(match.log),
            clocks=clocks(room, self._at),
            result=result(room),
            offers=list(room.offers.values()),
            thinking=list(room.waiting_machines),
        )


def _movers(room: Room, how: Eyes) -> Iterable[int]:
    """The seats for which these eyes choose now."""
    if how.curtain:
        return (how.viewer,) if how.viewer in room.waiting else ()
    return [seat for seat in room.match.deciding if seat in how.mine] if room.is_playing else ()


def moves(room: Room, seat: int, state: Record, how: Eyes) -> list[Move]:
    """The legal moves of a seat, from what that seat knows."""
    words, numbers = room.game.words, legal(room.game, state, seat)
    if how.detail == "texts":
        return [Move(words.text(state, seat, move)) for move in numbers.tolist()]
    language = LANGUAGES.index(how.language)
    return [Move(text, parts, say[language]) for text, parts, say in listing(room.game, state, seat, numbers)]


def clocks(room: Room, at: int) -> Clocks | None:
    clock = room.clock
    if clock.pace.kind == "none":
        return None
    return Clocks([clock.left_at(seat, at) for seat in range(len(clock.left))], sorted(clock.running))


def result(room: Room) -> Result | None:
    ended = room.match.result
    if ended is None:
        return None
    return Result(list(ended.winners), list(ended.scores), ended.reason, ended.seat)  # type: ignore[arg-type]


def luck(room: Room) -> Luck:
    """The secret is shown when nothing more will be drawn. Where nothing is ever drawn there is nothing to check."""
    if room.game.rules.OUTCOMES < 2:
        return NO_LUCK
    secret = room.luck.secret if room.row.status == "over" else ""
    return Luck(room.luck.commitment, list(room.luck.numbers), secret, room.row.next_commitment)


NO_LUCK = Luck("")


def info(room: Room, who: Who, here: set[str]) -> TableInfo:
    """The table from outside: nothing here depends on who looks."""
    row = room.row
    return TableInfo(
        table=row.id,
        game=row.game,
        options=row.options,
        seats=[_seat(room, seat, who, here) for seat in range(len(row.chairs))],
        pace=Pace(*row.pace),  # type: ignore[arg-type]
        status=row.status,  # type: ignore[arg-type]
        owner=person(who(row.owner)),
        public=row.public,
        shared=row.shared,
        flag=row.flag,  # type: ignore[arg-type]
        made=row.made,
        events=len(room.match.log),
        result=result(room),
        before=row.before,
        next=row.next,
    )


def _seat(room: Room, seat: int, who: Who, here: set[str]) -> Seat:
    chair = room.chairs[seat]
    title = room.titles[seat]
    if chair.kind != "person":
        return Seat(seat, chair.kind, words(title), None, chair.level)  # type: ignore[arg-type]
    return Seat(seat, "person", words(title), person(who(chair.person)), 0, chair.person in here)


def person(row: PersonRow) -> Person:
    return Person(row.id, row.name or DELETED, not row.password)


def words(text: Text) -> Words:
    return Words(text.fr, text.en)
