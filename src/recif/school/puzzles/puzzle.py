"""A puzzle: a position, the decisions to find, and how the others answer. One line of text each.

    4 | cut ten | 0 | 92-35 | 5 w e5,e6 e7,f7 | #e5*ne b3b4 #e6*e

The level that finds it; its themes; the seat that solves it; the seat's chances, in hundredths, with the right decision
and with the best other; the position; what happens: decisions to find begin with `#`, the rest is played by itself.
Whose event it is follows from the rules: luck where luck is due, the solver where `#` stands, else the first seat that
must decide.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from recif.games.core.contract import Game, Refused, Text
from recif.games.core.position import Position

BAR = " | "
ASKED = "#"
FIELDS = 6
GRADES = range(1, 9)
MOST_ASKED = 3
ID_LETTERS = 5


class Written(NamedTuple):
    """What happens in a line, as it is written."""

    text: str
    is_asked: bool

    def __str__(self) -> str:
        return f"{ASKED if self.is_asked else ''}{self.text}"


class Moment(NamedTuple):
    """An event of a line with the position in which it happens."""

    position: Position
    seat: int  # LUCK where nobody decides
    number: int  # of the move, or of the outcome
    event: Written

    @property
    def after(self) -> Position:
        """The position once it has happened."""
        return self.position.after(self.seat, self.number)


@dataclass(frozen=True)
class Puzzle:
    game: Game
    grade: int
    themes: tuple[str, ...]
    seat: int
    chances: tuple[int, int]
    position: str
    line: tuple[Written, ...]

    def __str__(self) -> str:
        fields = (
            str(self.grade),
            " ".join(self.themes) or "-",
            str(self.seat),
            "-".join(map(str, self.chances)),
            self.position,
            " ".join(map(str, self.line)),
        )
        return BAR.join(fields)

    @cached_property
    def id(self) -> str:
        """A short name that follows from the position and the line, so that it outlives a change of order."""
        content = f"{self.position} {' '.join(map(str, self.line))}"
        return base64.b32encode(hashlib.sha256(content.encode()).digest()).decode().lower()[:ID_LETTERS]

    @property
    def name(self) -> str:
        """The puzzle's name among those of all games."""
        return f"{self.game.id}-{self.id}"

    @property
    def decisions(self) -> int:
        """How many decisions are to be found."""
        return sum(event.is_asked for event in self.line)

    @property
    def start(self) -> Position:
        return Position(self.game, self.game.parse(self.position))

    def moments(self) -> Iterator[Moment]:
        """The events in order, played by the rules; Refused at one that cannot happen."""
        return walk(self.start, self.seat, self.line)


def walk(position: Position, seat: int, line: Iterable[Written]) -> Iterator[Moment]:
    """What happens from a position on, to a seat for whom decisions are marked as asked; Refused if it cannot."""
    now = position.copy()
    for event in line:
        moment = _moment(now, seat, event)
        yield moment
        now = moment.after


def _moment(now: Position, solver: int, event: Written) -> Moment:
    seat = solver if event.is_asked else now.due
    number = now.number(seat, event.text)
    if number is None:
        raise impossible(event)
    return Moment(now, seat, number, event)


def read_puzzle(game: Game, line: str) -> Puzzle:
    """A puzzle from its line, each field looked at for itself; `check` asks the rules. Refused if it is none."""
    fields = line.split(BAR)
    if len(fields) != FIELDS:
        raise bad(f"{len(fields)} champs au lieu de {FIELDS}", f"{len(fields)} fields instead of {FIELDS}")
    grade, themes, seat, chances, position, events = fields
    best, _, other = chances.partition("-")
    read = Puzzle(
        game,
        _number(grade, GRADES),
        () if themes == "-" else tuple(themes.split()),
        _number(seat, range(game.rules.SEATS)),
        (_number(best, range(101)), _number(other, range(101))),
        position,
        tuple(Written(word.removeprefix(ASKED), word.startswith(ASKED)) for word in events.split()),
    )
    known = ideas_named(game)
    unknown = [theme for theme in read.themes if theme not in known]
    if unknown:
        raise bad(f"thème inconnu : {unknown[0]!r}", f"unknown theme {unknown[0]!r}")
    if not 1 <= read.decisions <= MOST_ASKED or not read.line[0].is_asked:
        raise bad(
            f"la suite commence par une décision à trouver ({ASKED}), et en a {MOST_ASKED} au plus",
            f"a line begins with a decision to find ({ASKED}), and has at most {MOST_ASKED}",
        )
    return read


def check(puzzle: Puzzle) -> None:
    """Let the rules play it: the position is one, the solver decides in it, every event can happen."""
    start = puzzle.start
    if puzzle.seat not in start.waiting:
        raise bad(f"la place {puzzle.seat} n’a rien à décider", f"seat {puzzle.seat} has nothing to decide")
    if str(start) != puzzle.position:
        raise bad(f"la position s’écrit {start}", f"the position is written {start}")
    for _ in puzzle.moments():
        pass


def ideas_named(game: Game) -> Mapping[str, Text]:
    """The ideas of a game in words: what its puzzles can be about."""
    return game.ideas.IDEAS if game.ideas else {}


def bad(fr: str, en: str) -> Refused:
    return Refused("bad-puzzle", Text(fr, en))


def impossible(event: Written) -> Refused:
    return bad(f"{str(event)!r} ne peut pas arriver", f"{str(event)!r} cannot happen")


def _number(digits: str, allowed: range) -> int:
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 5 and int(digits) in allowed):
        raise bad(
            f"{digits[:20]!r} n’est pas un nombre de {allowed[0]} à {allowed[-1]}",
            f"{digits[:20]!r} is not a number from {allowed[0]} to {allowed[-1]}",
        )
    return int(digits)
