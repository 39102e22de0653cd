"""What people see of a table. Everything hidden is blanked here, through `view`, before anything is written out.

Followers who may see the same thing share one rendering: a thousand spectators cost one.
"""

from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple

import msgspec

from recif.games.core.compiled import Record
from recif.games.core.contract import REFEREE, SPECTATOR, Bilingual, Game, Language, Text
from recif.games.core.position import Position
from recif.match import frame, match
from recif.match.listing import legal, listing
from recif.match.moves import Move, written
from recif.match.naming import NOBODY, Naming
from recif.mind.levels import level_name
from recif.school.speeds import speed_of
from recif.server.live import evening
from recif.server.live.table import LiveTable, TableSetup, setup, setup_of
from recif.server.messages.shapes import Clocks, DaysNow, Detail, Luck, Now, Pace, Person, Result, Seat, TableInfo
from recif.server.store.entries import Evening
from recif.server.store.rows import PersonRow, TableRow
from recif.server.views.packs import packed

Who = Callable[[str], PersonRow]

DELETED = "—"
_encode = msgspec.json.Encoder().encode


class Viewpoint(NamedTuple):
    """How a follower sees: followers with equal viewpoints are sent the same bytes."""

    viewer: int = SPECTATOR
    mine: tuple[int, ...] = ()
    curtain: bool = False
    detail: Detail = "none"
    language: Language = "fr"


def viewpoint(live: LiveTable, person: str, look: int, detail: Detail, language: Language) -> Viewpoint:
    """A person with one seat sees through it. With several, on one screen, a curtain falls where they differ."""
    mine = live.seats_of(person)
    if not mine:
        return Viewpoint()
    if len(mine) == 1:
        return Viewpoint(mine[0], mine, False, detail, language)
    if not _needs_curtain(live, mine):
        waiting = [seat for seat in live.waiting if seat in mine]
        return Viewpoint(waiting[0] if waiting else mine[0], mine, False, detail, language)
    viewer = look if look in mine and look in live.waiting else SPECTATOR
    return Viewpoint(viewer, mine, True, detail, language)


def _needs_curtain(live: LiveTable, mine: tuple[int, ...]) -> bool:
    """My seats know different things, or must choose at once without seeing each other's choice."""
    if sum(seat in mine for seat in live.match.deciding) > 1:
        return True
    renderer = Renderer(live)
    return len({renderer.view(seat).tobytes() for seat in mine}) > 1


class Renderer:
    """A live table at one moment through the eyes of many.

    Whoever knows everything sees what the referee sees, so that it is written out once for all of them.
    """

    def __init__(self, live: LiveTable, at: int = 0, naming: Naming = NOBODY) -> None:
        self._live = live
        self._at = at
        self._naming = naming
        self._scenes: dict[int, tuple[Record, Any]] = {}  # each with the view that it shows
        self._now: Now | None = None

    def _as(self, viewer: int) -> int:
        return REFEREE if self._live.match.knows_all_now(viewer) else viewer

    def view(self, viewer: int) -> Record:
        """What the viewer knows of the state as it is now."""
        return self._live.match.seen_by(self._as(viewer))

    def scene(self, viewer: int) -> Any:
        """Written out already, for all who see the same."""
        return self._seen(viewer)[1]

    def _seen(self, viewer: int) -> tuple[Record, Any]:
        """What the viewer knows, and the scene of it."""
        as_viewer = self._as(viewer)
        if as_viewer not in self._scenes:
            view = self._live.match.seen_by(as_viewer)
            drawn = frame.scene(self._live.game, view, as_viewer)
            self._scenes[as_viewer] = view, msgspec.Raw(_encode(drawn))
        return self._scenes[as_viewer]

    def picture(self, viewer: int) -> Bilingual:
        """The same in signs, for those whose board draws no scene; made for each who asks, since few do."""
        as_viewer = self._as(viewer)
        return frame.picture(self._live.game, self._live.match.seen_by(as_viewer), as_viewer)

    def now(self, how: Viewpoint) -> Now:
        """The table as it is seen from there at this instant, to be written out before the next is asked for."""
        live, choices, detail = self._live, self._live.match.choices, how.detail
        now = self._now = self._now or self._same_for_all()
        now.viewer, now.curtain = how.viewer, how.curtain
        now.version = live.version - live.days.hidden_from(how.mine)
        view, now.scene = self._seen(how.viewer)
        now.moves, now.packed, now.choices = {}, {}, {}
        if (movers := _movers(live, how)) and detail == "lean":
            now.packed = {str(seat): packed(live, seat, view) for seat in movers}
        elif movers:
            now.moves = {
                str(seat): moves(live, seat, view, how, naming=self._naming) if detail != "none" else []
                for seat in movers
            }
        if choices and not how.curtain:
            now.choices = {str(seat): choices[seat] for seat in how.mine if seat in choices}
        now.days = days(live, how, self._at)
        return now

    def _same_for_all(self) -> Now:
        live, match = self._live, self._live.match
        return Now(
            version=live.version,
            viewer=SPECTATOR,
            curtain=False,
            scene={},
            waiting=list(live.waiting),
            chosen=sorted(match.choices),
            moves={},
            events=len(match.log),
            clocks=clocks(live, self._at),
            result=result(match.result, why_over(match, self._naming)) if match.is_over else None,
            offers=list(live.offers.values()),
            thinking=list(live.waiting_machines),
        )


def _movers(live: LiveTable, how: Viewpoint) -> Sequence[int]:
    """The seats for which this viewpoint chooses now."""
    if how.curtain:
        return (how.viewer,) if how.viewer in live.waiting else ()
    if not live.is_playing or live.days.is_adjourned:
        return ()
    return [seat for seat in live.match.deciding if seat in how.mine and seat not in live.days.late]


def moves(
    live: LiveTable, seat: int, state: Record, how: Viewpoint, only: str = "", naming: Naming = NOBODY
) -> list[Any]:
    """The legal moves of a seat, from what that seat knows; or only one of them."""
    words, numbers = live.game.words, legal(live.game, state, seat)
    if only:
        numbers = numbers[[words.text(state, seat, move) == only for move in numbers.tolist()]]
    if how.detail == "texts":
        return [Move(words.text(state, seat, move)) for move in numbers.tolist()]
    return written(live.game, listing(live.game, state, seat, numbers), how.language, naming)


def days(live: LiveTable, how: Viewpoint, at: int) -> DaysNow | None:
    """What is unusual of a match that goes on; what a seat has prepared, that seat alone is shown."""
    known = live.days
    is_usual = not (known.is_adjourned or known.vanished or known.prepared or known.foreseen)
    is_usual = is_usual and not any(live.clock.excused)
    if not live.is_playing or is_usual:
        return None
    mine = () if how.curtain else how.mine
    shown = DaysNow(
        known.is_adjourned,
        sorted(known.vanished),
        {str(seat): until for seat, until in enumerate(live.clock.excused) if until > at},
        {str(seat): live.clock.stands(seat) for seat in live.clock.running if live.clock.stands(seat) > at},
        {str(seat): known.foreseen[seat] for seat in mine if seat in known.foreseen},
        {str(seat): known.prepared[seat] for seat in mine if seat in known.prepared},
    )
    return shown if shown != DaysNow() else None


def clocks(live: LiveTable, at: int) -> Clocks | None:
    clock = live.clock
    if clock.pace.kind == "none":
        return None
    return Clocks([clock.left_at(seat, at) for seat in range(len(clock.left))], sorted(clock.running))


def result(ended: match.Result | None, why: Bilingual | None = None) -> Result | None:
    return Result(list(ended.winners), list(ended.scores), ended.reason, ended.seat, why) if ended else None


def why_over(played: match.Match, naming: Naming = NOBODY) -> Bilingual | None:
    """What ended a match that was played to its end, in the game's own words."""
    ended = played.result
    if ended is None or ended.reason != "over":
        return None
    return naming.of(played.game.words.ended(played.seen_by(REFEREE)))


def luck(live: LiveTable) -> Luck:
    """The secret is shown when nothing more will be drawn. Where nothing is ever drawn there is nothing to check."""
    if live.game.rules.OUTCOMES < 2:
        return NO_LUCK
    secret = live.luck.secret if live.row.status == "over" else ""
    row, kept = live.row, live.luck
    return Luck(kept.commitment, list(kept.numbers), secret, row.next_commitment, row.next_id, kept.scheme)


NO_LUCK = Luck("")


def info(row: TableRow, game: Game, who: Who, here: Container[str] = ()) -> TableInfo:
    """The table from outside, by its row alone: nothing here depends on who looks."""
    titles, score = seat_titles(game, row), evening.after(row)
    return TableInfo(
        table=row.id,
        game=row.game,
        options=row.options,
        seats=[_seat(seat, row, titles[seat], who, here, score) for seat in range(len(row.chairs))],
        pace=Pace(*row.pace),
        status=row.status,
        owner=person(who(row.owner)),
        public=row.public,
        shared=row.shared,
        flag=row.flag,
        made=row.made,
        events=row.events,
        result=result(row.result),
        before=row.before,
        next=row.next,
        rated=speed_of(row.pace, len(row.chairs)) if row.rated else "",
        help=row.help,
        holidays=row.holidays,
        event=row.event,
        evening=score.matches,
    )


def _seat(seat: int, row: TableRow, title: Bilingual, who: Who, here: Container[str], score: Evening) -> Seat:
    chair, won = row.chairs[seat], evening.won(score, row.chairs, seat)
    if chair.kind == "machine":
        twin = sum(other.kind == "machine" and other.level == chair.level for other in row.chairs[:seat])
        return Seat(seat, "machine", title, None, chair.level, level_name(chair.level, twin).bilingual, won=won)
    if chair.kind == "open":
        return Seat(seat, "open", title)
    sitter = who(chair.person)
    rating = row.ratings.get(chair.person) if sitter.password else None  # nothing of somebody deleted
    shown, is_named = person(sitter), bool(chair.name and sitter.name)
    if is_named:
        shown.name, shown.face = chair.name, chair.face
    is_here = any(one in here for one in (chair.person, *chair.team))
    return Seat(seat, "person", title, shown, here=is_here, rating=rating, named=is_named, won=won)


def called(seat: Seat) -> Text:
    """What whoever sits on a seat is called: the seat itself, where nobody does."""
    if seat.person:
        return Text(seat.person.name, seat.person.name)
    name = seat.name or seat.title
    return Text(name.fr, name.en)


def naming(row: TableRow, game: Game, who: Who) -> Naming:
    """What those who sit at a table are called, in sentences."""
    return naming_of(info(row, game, who).seats, row.shared)


def naming_of(seats: Sequence[Seat], is_shared: bool) -> Naming:
    """What those who sit there are called, each differently: two of one name have their title beside it.

    At one screen everybody is the same person: there people go by the name that was typed, or by the title of the seat.
    """
    titles = [seat.title for seat in seats]
    names = [
        seat.title if is_shared and seat.kind == "person" and not seat.named else called(seat).bilingual
        for seat in seats
    ]
    return Naming(titles, [_told_apart(name, title, names) for name, title in zip(names, titles, strict=True)])


def as_texts(naming: Naming) -> tuple[Text, ...]:
    """For minds, who say what they think by names."""
    return tuple(Text(name.fr, name.en) for name in naming.names)


def _told_apart(name: Bilingual, title: Bilingual, names: list[Bilingual]) -> Bilingual:
    if names.count(name) == 1:
        return name
    return Bilingual(f"{name.fr} ({title.fr})", f"{name.en} ({title.en})")


def seat_titles(game: Game, row: TableRow) -> list[Bilingual]:
    """What the seats are called: the same wherever a game is played by the same people with the same options."""
    return _titles(game, setup(row), row.options)


def titles_of(game: Game, seats: int, options: dict[str, Any], rules: int) -> list[Bilingual]:
    return _titles(game, setup_of(game.id, seats, rules, options), options)


def _titles(game: Game, key: TableSetup, options: dict[str, Any]) -> list[Bilingual]:
    if key not in _TITLES:
        if len(_TITLES) >= MOST_TITLES:
            _TITLES.clear()
        _TITLES[key] = frame.titles(Position(game, game.new(key[1], options, key[2])))
    return _TITLES[key]


MOST_TITLES = 1000
_TITLES: dict[TableSetup, list[Bilingual]] = {}


def person(row: PersonRow) -> Person:
    return Person(row.id, row.name or DELETED, not row.password, row.face)
