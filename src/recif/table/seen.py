"""What people see of a table. Everything hidden is blanked here, through `view`, before anything is written out.

Followers who may see the same thing share one rendering: a thousand spectators cost one.
"""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from recif.games.compiled import Record
from recif.games.contract import REFEREE, SPECTATOR, Text
from recif.games.position import Position
from recif.play.quick import frozen, quick_blank
from recif.table.room import Room
from recif.table.shapes import Clocks, Line, Luck, Move, Now, Pace, Person, Result, Seat, TableInfo, Words
from recif.table.store import PersonRow

Who = Callable[[str], PersonRow]

DELETED = "—"


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
    views = {view_of(room, seat).tobytes() for seat in mine}
    return len(views) > 1


def view_of(room: Room, viewer: int) -> Record:
    return _seen_as(room, room.match.position.state, viewer)[0]


def now(room: Room, how: Eyes, at: int, sights: "Sights | None" = None) -> Now:
    """The table as these eyes see it at this instant."""
    sights = sights or Sights(room)
    waiting = room.waiting
    match = room.match
    if not how.curtain:
        movers = tuple(seat for seat in match.deciding if seat in how.mine) if room.is_playing else ()
    else:
        movers = (how.viewer,) if how.viewer in waiting else ()
    return Now(
        version=room.version,
        viewer=how.viewer,
        curtain=how.curtain,
        scene=sights.scene(how.viewer),  # type: ignore[arg-type]
        waiting=list(waiting),
        chosen=sorted(match.choices),
        moves={str(seat): moves(room, seat, sights.view(how.viewer), how) for seat in movers},
        events=len(match.log),
        clocks=clocks(room, at),
        result=result(room),
        offers=list(room.offers.values()),
        choices={str(seat): match.choices[seat] for seat in how.mine if seat in match.choices and not how.curtain},
        thinking=list(room.waiting_machines),
    )


def moves(room: Room, seat: int, state: Record, how: Eyes) -> list[Move]:
    """The legal moves of a seat, from what that seat knows."""
    if how.detail == "none":
        return []
    words = room.game.words
    numbers = Position(room.game, state).numbers(seat)
    if how.detail == "texts":
        return [Move(words.text(state, seat, move)) for move in numbers]
    return [
        Move(
            words.text(state, seat, move),
            words.parts(state, seat, move),
            words.sentence(state, seat, move, seat).say(how.language),
        )
        for move in numbers
    ]


class Sights:
    """A room at one moment through the eyes of many.

    Whoever knows everything sees what the referee sees, so that it is written out once for all of them.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._views: dict[int, tuple[Record, int]] = {}
        self._scenes: dict[int, msgspec.Raw] = {}
        self._lines: dict[tuple[int, int], Line] = {}

    def view(self, viewer: int) -> Record:
        return self._view(viewer)[0]

    def _view(self, viewer: int) -> tuple[Record, int]:
        if viewer not in self._views:
            match = self._room.match
            self._views[viewer] = found = _seen_as(self._room, match.position.state, viewer)
            self._room.seen_as[len(match.log), viewer] = found[1]
        return self._views[viewer]

    def scene(self, viewer: int) -> msgspec.Raw:
        view, as_viewer = self._view(viewer)
        if as_viewer not in self._scenes:
            scene = self._room.game.words.scene(view, as_viewer)
            self._scenes[as_viewer] = msgspec.Raw(msgspec.json.encode(scene))
        return self._scenes[as_viewer]

    def lines(self, viewer: int, start: int) -> list[Line]:
        """The events from `start` on, as the viewer may know them."""
        return [self._line(index, viewer) for index in range(start, len(self._room.match.log))]

    def _line(self, index: int, viewer: int) -> Line:
        match, known = self._room.match, self._room.seen_as
        if (index, viewer) not in known:
            known[index, viewer] = _seen_as(self._room, match.before[index], viewer)[1]
        as_viewer = known[index, viewer]
        if (index, as_viewer) not in self._lines:
            text, sentence = match.told(index, as_viewer)
            self._lines[index, as_viewer] = Line(match.log[index].seat, text, sentence.fr, sentence.en)
        return self._lines[index, as_viewer]


def _seen_as(room: Room, state: Record, viewer: int) -> tuple[Record, int]:
    """What the viewer knows of a state, and REFEREE if that is everything."""
    out = quick_blank(room.game.rules.State)
    room.game.rules.view(state, viewer, out)
    return frozen(out), REFEREE if out.tobytes() == state.tobytes() else viewer


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
    """The secret is shown when nothing more will be drawn."""
    secret = room.luck.secret if room.row.status == "over" else ""
    return Luck(room.luck.commitment, list(room.luck.numbers), secret, room.row.next_commitment)


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
    return Person(row.id, row.name or DELETED, not row.password, row.bot)


def words(text: Text) -> Words:
    return Words(text.fr, text.en)
