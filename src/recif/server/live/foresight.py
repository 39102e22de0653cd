"""Moves that a seat foresees: lines of "if they do this, I do that", as far as the seat can see.

A line is texts of events from now on, each of whoever is due, as the seat will be told of them. It is walked on what
the seat knows, never on the state itself: what is refused tells nobody anything.
"""

from collections.abc import Sequence

from recif.games.core.contract import LUCK
from recif.games.core.position import Position
from recif.match.frame import Line, event_line
from recif.match.match import Match
from recif.match.naming import NOBODY, Naming
from recif.server.messages.refusals import refuse

Lines = list[list[str]]


def check(match: Match, seat: int, lines: Lines) -> None:
    """Refused unless every line can be played as far as the seat can see, and ends with a move of its own."""
    if len(match.deciding) != 1 or seat in match.deciding:
        raise refuse("not-ahead")
    _walk(match.position.view(seat), seat, [line for line in lines if line])


def _walk(position: Position, seat: int, lines: Sequence[Sequence[str]]) -> None:
    """All lines that have come to the same place; the seat has one answer there."""
    heads = dict.fromkeys(line[0] for line in lines)
    due = waited_for(position)
    if due == seat and len(heads) > 1:
        raise refuse("two-answers")
    for text in heads:
        following = [line[1:] for line in lines if line[0] == text]
        if due != seat and any(not line for line in following):
            raise refuse("no-answer")
        longer = [line for line in following if line]
        after = played(position, due, text)
        if longer:
            _walk(after, seat, longer)


def waited_for(position: Position) -> int:
    """The one seat that decides next; luck, and choices made at once, cannot be foreseen."""
    if position.is_over or len(position.waiting) != 1:
        raise refuse("not-foreseeable")
    return position.waiting[0]


def played(position: Position, seat: int, text: str) -> Position:
    """The position after it, as far as can be seen; Refused if it cannot be played."""
    after = position.copy()
    after.play(seat, text)
    return after


def ahead(match: Match, seat: int, line: Sequence[str], naming: Naming = NOBODY) -> tuple[Position, list[Line]]:
    """What the seat would see after these events, and what each of them is called."""
    position, lines = match.position.view(seat), list[Line]()
    for text in line:
        due = waited_for(position)
        after = played(position, due, text)
        said = match.game.words.sentence(position.state, due, position.moves(due)[text], seat)
        lines.append(event_line(due, text, naming.of(said)))
        position = after
    return position, lines


def remaining(match: Match, seat: int, lines: Lines, first: int) -> Lines:
    """What is left of the lines after the events from `first` on: none where the match has left them, or at luck."""
    for index in range(first, len(match.log)):
        if match.log[index].seat == LUCK:
            return []
        text, _ = match.told(index, seat, is_news=True)
        lines = [line[1:] for line in lines if line[0] == text and len(line) > 1]
    return lines


def answer(match: Match, seat: int, lines: Lines) -> str | None:
    """The move that the seat foresaw for now, if it can be played."""
    if match.deciding != (seat,) or match.choices or not lines:
        return None
    return lines[0][0] if match.number(seat, lines[0][0]) is not None else None
