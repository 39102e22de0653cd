"""A board for games that have none: their picture as text."""

from recif.library.boards.kit import Sheet

LINE, LETTER, EDGE = 18, 8.6, 16


def draw(picture: str) -> Sheet:
    lines = picture.splitlines()
    sheet = Sheet(2 * EDGE + LETTER * max(map(len, lines)), 2 * EDGE + LINE * len(lines))
    sheet.parts.append("<g font-family='monospace'>")
    for number, line in enumerate(lines):
        sheet.words(EDGE, EDGE + LINE * (number + 0.5), line)
    sheet.parts.append("</g>")
    return sheet
