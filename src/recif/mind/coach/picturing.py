"""What a hint expects to follow, as pictures: what its seat would see, one move after the other, with a sentence each.

Made from a view and nothing else. The line ends where luck or something hidden comes in (`search/line.py`): no picture
shows what its seat could not know.
"""

from collections.abc import Sequence

from msgspec import Struct

from recif.games.core.contract import Bilingual, Text
from recif.games.core.ideas import Names, named
from recif.games.core.position import Position
from recif.match.frame import Frame, event_line, frame
from recif.mind.coach.answers import answered
from recif.mind.coach.phrase import advised, spoken
from recif.mind.search.line import Ply
from recif.mind.search.think import View


class Pictured(Struct, frozen=True):
    """A move that is expected: the board after it, where it is, and what one says who can see it."""

    frame: Frame
    says: Bilingual
    cells: list[str] = []


def pictured(view: View, line: Sequence[Ply], names: Names) -> list[Pictured]:
    """One picture for each move of a line."""
    at, found = view.position.copy(), []
    for seat, move in line:
        says, cells = _said(view, at, seat, move, names), at.game.words.parts(at.state, seat, move).get("cells", [])
        sentence = named(spoken(at.game, at.state, seat, move, view.seat), names)
        told = event_line(seat, at.game.words.text(at.state, seat, move, view.seat), sentence)
        at.go(seat, move)
        found.append(Pictured(frame(at, view.seat, [told]), says, cells))
    return found


def _said(view: View, at: Position, seat: int, move: int, names: Names) -> Bilingual:
    """One's own move as advice; what another answers by what it is good for, if that can be told."""
    if seat == view.seat:
        return named(advised(at.game, at.state, seat, move), names).bilingual
    told = answered(at, seat, move, names)
    if told:
        return told.says
    likely = Text(f"@{seat} répondra sans doute ainsi.", f"@{seat} will probably answer like this.")
    return named(likely, names).bilingual
