"""What a viewer sees at once, and the one place where it is made: for tables, puzzles, lessons, examples, studies."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from recif.games.core.compiled import Record
from recif.games.core.contract import LUCK, Bilingual, Game, Language, Text
from recif.games.core.position import Position
from recif.match.listing import legal, listing
from recif.match.match import Match
from recif.match.moves import Move, written
from recif.match.naming import NOBODY, Naming


class Line(Struct, omit_defaults=True):
    """An event as this viewer may know it: `seat` is -1 for luck. `parts` is what luck brings, taken apart, where the
    game's board shows it step by step."""

    seat: int
    text: str
    fr: str
    en: str
    parts: dict[str, Any] = {}


class Frame(Struct, omit_defaults=True):
    """What a viewer sees at once: what has just happened, and what the board shows then, drawn and in signs.

    `titles` are what the seats are called; of several frames the first has them. `moves`, by seat, are those to choose
    among now.
    """

    lines: list[Line]
    scene: dict[str, Any]
    picture: Bilingual
    titles: list[Bilingual] = []
    moves: dict[str, list[Move]] = {}


class Passage(Struct):
    """What happened in one go, to be shown again: the lines from `first` on, and the board before and after."""

    first: int
    lines: list[Line]
    before: dict[str, Any]
    scene: dict[str, Any]


def frame(position: Position, viewer: int, lines: Sequence[Line] = ()) -> Frame:
    """A position as a viewer may know it, after what the lines tell."""
    view = position.view(viewer).state
    return Frame(list(lines), scene(position.game, view, viewer), picture(position.game, view, viewer))


def after(match: Match, first: int, last: int, viewer: int) -> Frame:
    """What a viewer sees once the events from `first` up to `last` have happened, which are news to them."""
    lines = [line(match, index, viewer, is_news=True) for index in range(first, last)]
    return frame(match.position_at(last), viewer, lines)  # after them: a past is walked forwards


def walked(match: Match, first: int, last: int, viewer: int) -> list[Frame]:
    """What a viewer sees after each event from number `first` up to `last`; 0 is before the first."""
    shown = [_known(match, many) for many in range(max(0, first - 1), last + 1)]
    before = shown[:-1] if first else [0, *shown[:-1]]
    return [after(match, *news, viewer) for news in zip(before, shown[-len(before) :], strict=True)]


def _known(match: Match, many: int) -> int:
    """How many of so many events one has heard of: choices made at once are told when the last of them is in."""
    start = many
    while start and match.at_once[start - 1]:
        start -= 1
    while start < many:
        together = len(match.position_at(start).waiting)
        if start + together > many:
            break
        start += together
    return start


def passage(match: Match, index: int, viewer: int, naming: Naming = NOBODY) -> Passage:
    """What happened in one go with event `index`, as the viewer may have seen it."""
    first, last = _in_one_go(match, index)
    before, then = (scene(match.game, match.position_at(at).view(viewer).state, viewer) for at in (first, last))
    return Passage(first, [line(match, at, viewer, naming=naming) for at in range(first, last)], before, then)


def _in_one_go(match: Match, index: int) -> tuple[int, int]:
    """Choices made at once are told together, and so is the luck that follows a decision."""
    first, log = index, match.log
    while first and log[first].seat == LUCK:
        first -= 1
    while first and match.at_once[first] and match.at_once[first - 1] and log[first - 1].seat < log[first].seat:
        first -= 1
    last = index + 1
    while last < len(log) and (log[last].seat == LUCK or (match.at_once[last] and log[last - 1].seat < log[last].seat)):
        last += 1
    return first, last


def line(match: Match, index: int, viewer: int, is_news: bool = False, naming: Naming = NOBODY) -> Line:
    """An event of the log as a viewer may know it."""
    text, said = match.told(index, viewer, is_news)
    made = event_line(match.log[index].seat, text, naming.of(said))
    if made.seat == LUCK:
        made.parts = match.game.luck_parts(match.before[index], match.numbers[index])
    return made


def event_line(seat: int, text: str, said: Text | Bilingual) -> Line:
    return Line(seat, text, said.fr, said.en)


def scene(game: Game, view: Record, viewer: int) -> dict[str, Any]:
    """What the game's board draws of what a viewer knows."""
    return game.words.scene(view, viewer)


def picture(game: Game, view: Record, viewer: int) -> Bilingual:
    """The same in signs."""
    return game.words.picture(view, viewer).bilingual


def titles(position: Position) -> list[Bilingual]:
    """What the seats are called in the game."""
    words, state = position.game.words, position.state
    return [words.seat_name(state, seat).bilingual for seat in range(position.seats)]


def moves(game: Game, view: Record, seat: int, language: Language) -> list[Any]:
    """What a seat can choose among, from what it knows: to be told in a frame, or written out already."""
    return written(game, listing(game, view, seat, legal(game, view, seat)), language)
