"""Positions as SVG, drawn from the same scenes as the boards of the pages."""

from recif.games.core.drawing import Sheet
from recif.games.core.folder import file_of
from recif.library.position import Position

LINE, LETTER, EDGE = 18, 8.6, 16


def svg(position: Position, language: str = "en") -> str:
    """The position as its viewer knows it; of a game without drawings, its picture."""
    drawing = file_of(position.game, "drawing")
    return str(drawing.draw(position.scene(), language) if drawing else in_letters(position.picture(language)))


def in_letters(picture: str) -> Sheet:
    """A picture for a terminal."""
    lines = picture.splitlines()
    sheet = Sheet(2 * EDGE + LETTER * max(map(len, lines)), 2 * EDGE + LINE * len(lines))
    sheet.parts.append("<g font-family='monospace'>")
    for number, line in enumerate(lines):
        sheet.words(EDGE, EDGE + LINE * (number + 0.5), line)
    sheet.parts.append("</g>")
    return sheet
