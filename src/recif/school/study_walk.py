"""A study's tree, walked once: every move played by the rules, and told as one viewer may know it."""

from collections.abc import Iterator
from typing import NamedTuple

from recif.games.core.contract import LUCK, REFEREE, Refused, Text
from recif.match.match import Match
from recif.school.study import StudyFile, StudyMove, line_of_move, main_line


class ToldMove(NamedTuple):
    """A move as one viewer may know it."""

    seat: int
    text: str
    sentence: Text


class WalkedStudy(NamedTuple):
    """What is known of a study once all of it was played."""

    moves: list[ToldMove]
    hides: bool  # seats know different things at some point of the main line
    is_over: bool  # by the rules, at the end of the main line


def walk(study: StudyFile, match: Match, viewer: int = REFEREE, source: str = "") -> WalkedStudy:
    """`match` is how the study begins (`study.begin`), and is played on; Refused, with its line, where a move cannot be
    played."""
    moves: dict[int, ToldMove] = {}
    depth, main = 0, len(main_line(study))
    hides, is_over = _hides(match), match.is_over
    for count, (number, at) in enumerate(_deep_first(study), 1):
        if depth > at:
            match.undo(depth - at)
        moves[number] = _played(match, study.moves[number - 1], number, viewer, source)
        depth = at + 1
        if count <= main:  # the first way down
            hides, is_over = hides or _hides(match), match.is_over
    return WalkedStudy([moves[number] for number in range(1, len(study.moves) + 1)], hides, is_over)


def _deep_first(study: StudyFile) -> Iterator[tuple[int, int]]:
    """The number of each move, and how many come before it on its way."""
    after: dict[int, list[int]] = {}
    for number, move in enumerate(study.moves, 1):
        after.setdefault(move.parent, []).append(number)
    stack = [(number, 0) for number in reversed(after.get(0, []))]
    while stack:
        number, depth = stack.pop()
        yield number, depth
        stack += [(child, depth + 1) for child in reversed(after.get(number, []))]


def _played(match: Match, move: StudyMove, number: int, viewer: int, source: str) -> ToldMove:
    try:
        return _told(match, move, viewer)
    except Refused as refused:
        line = line_of_move(source, number)
        raise Refused(
            refused.code,
            Text(
                f"ligne {line}, coup {number} ({move.text}) : {refused.text.fr}",
                f"line {line}, move {number} ({move.text}): {refused.text.en}",
            ),
        ) from refused


def _told(match: Match, move: StudyMove, viewer: int) -> ToldMove:
    """Play a move and tell it. Choices made at once are shown when all are in: each is told as its seat knows it."""
    words, state = match.game.words, match.position.state
    if move.seat != LUCK and len(match.deciding) > 1 and viewer != REFEREE:
        viewer = move.seat
    number = match.position.number(LUCK, move.text) if move.seat == LUCK else match.number(move.seat, move.text)
    said = None
    if number is not None:
        said = ToldMove(
            move.seat,
            words.text(state, move.seat, number, viewer),
            words.sentence(state, move.seat, number, viewer),
        )
    match.happen(move.seat, move.text)
    assert said is not None
    return said


def _hides(match: Match) -> bool:
    return not match.hid_nothing(len(match.log))
