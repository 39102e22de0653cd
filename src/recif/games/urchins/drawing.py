"""Oursins: a square board; of a pile the lower urchin shows below, and a pawn is a numbered triangle."""

from typing import Any

from recif.games.core.drawing import DEEP, INKS, SEATS, WATER, Sheet, box, disc, shape, words

CELL, EDGE = 60, 30
COLOURS = {"yellow": ("#f2c14e", "y"), "red": ("#d95d4e", "r")}


def place(cell: str, size: int) -> tuple[float, float]:
    return EDGE + CELL * (ord(cell[0]) - ord("a") + 0.5), EDGE + CELL * (size - int(cell[1:]) + 0.5)


def draw(scene: dict[str, Any], language: str) -> Sheet:
    size = scene["size"]
    sheet = Sheet(2 * EDGE + CELL * size, 2 * EDGE + CELL * size + 22 * (1 + len(scene["taken"])))
    for cell in scene["cells"]:
        sheet.thing(f"cell {cell}", *place(cell, size), box(CELL, CELL, WATER, 0, DEEP), words(cell, 9, DEEP, 20, 23))
    for cell, pile in scene["urchins"].items():
        for level, colour in enumerate(pile):
            lifted = (f"<g transform='translate(0 {8 - 9 * level})'>", *urchin(colour), "</g>")
            sheet.thing(f"urchin {colour} {level}", *place(cell, size), *lifted)
    for seat, at in enumerate(scene["pawns"]):
        if at is not None:
            sheet.thing(f"pawn {seat}", *place(at, size), *pawn(seat))
    below = 2 * EDGE + CELL * size
    reserve = "   ".join(f"{COLOURS[colour][1]} {count}" for colour, count in scene["reserve"].items())
    sheet.words(EDGE, below, reserve)
    for seat, taken in enumerate(scene["taken"]):
        mark = "▸" if scene["turn"] == seat and scene["step"] != "over" else " "
        sheet.words(EDGE, below + 22 * (seat + 1), f"{mark} △{seat}   {taken}")
    return sheet


def urchin(colour: str) -> tuple[str, str]:
    fill, letter = COLOURS[colour]
    return disc(17, fill), words(letter, 13)


def pawn(seat: int) -> tuple[str, str]:
    return shape([(0, -27), (14, 2), (-14, 2)], SEATS[seat]), words(str(seat), 12, INKS[seat], y=-7)
