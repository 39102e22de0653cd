"""XOK: a hexagon of hexagons, placed as on the pages (web/src/boards/xok/hexes.ts); a mouth is a wedge of a shark."""

from math import cos, pi, radians, sin
from typing import Any

from recif.games.core.drawing import DEEP, INKS, SEATS, WATER, Sheet, disc, shape, words

WIDE, HIGH, RADIUS = 46.0, 39.8, 26.5
ANGLE = {"e": 0, "se": 60, "sw": 120, "w": 180, "nw": 240, "ne": 300}
MARGIN = 40
MARKS = {"small": "◁", "60": "60°", "120": "120°", "180": "180°"}


def place(cell: str, side: int) -> tuple[float, float]:
    """Rows are lettered from the bottom; numbers follow the diagonals."""
    row, number = ord(cell[0]) - ord("a"), int(cell[1:])
    middle = (MARGIN + (side - 0.5) * WIDE, MARGIN + (side - 1) * HIGH)
    return middle[0] + (number - row / 2 - (side + 1) / 2) * WIDE, middle[1] + (side - 1 - row) * HIGH


def draw(scene: dict[str, Any], language: str) -> Sheet:
    side = scene["side"]
    sheet = Sheet(2 * MARGIN + (2 * side - 1) * WIDE, 2 * MARGIN + (2 * side - 2) * HIGH + 50)
    hexagon = [(RADIUS * cos(pi / 6 + pi / 3 * i), RADIUS * sin(pi / 6 + pi / 3 * i)) for i in range(6)]
    for cell in scene["cells"]:
        sheet.thing(f"cell {cell}", *place(cell, side), shape(hexagon, WATER, DEEP), words(cell, 9, DEEP, y=16))
    for seat, cells in enumerate(scene["fish"]):
        for cell in cells:
            sheet.thing(f"fish {seat}", *place(cell, side), disc(13, SEATS[seat]), words("○●"[seat], 9, INKS[seat]))
    for shark in scene["sharks"]:
        seat, mouths = shark["seat"], [wedge(ANGLE[mouth]) for mouth in shark["mouths"]]
        told = f"shark {seat} {'+'.join(shark['mouths'])}"
        sheet.thing(told, *place(shark["cell"], side), disc(17, SEATS[seat], width=3), *mouths)
    for seat, reserve in enumerate(scene["reserve"]):
        sharks = "  ".join(f"{MARKS[kind]} {count}" for kind, count in reserve["sharks"].items())
        mark = "▸" if scene["turn"] == seat else " "
        sheet.words(16, sheet.height - 42 + 22 * seat, f"{mark} {'○●'[seat]}  {reserve['fish']}   {sharks}", 13)
    return sheet


def wedge(angle: float) -> str:
    """A mouth: it opens at the edge of the shark."""
    ends = [(21 * cos(radians(angle + turn)), 21 * sin(radians(angle + turn))) for turn in (-22, 22)]
    return shape([(3 * cos(radians(angle)), 3 * sin(radians(angle))), *ends], "#e2725b")
