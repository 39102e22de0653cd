"""Crocodile Pool Party: six columns by fourteen rows; a swimmer is round, a crocodile square with its number."""

from typing import Any

from recif.games.core.drawing import DEEP, WATER, Sheet, box, disc, words

CELL, EDGE, ROWS, COLUMNS = 44, 24, 14, 6
NAMES = [f"{column}{row}" for row in range(1, ROWS + 1) for column in "abcdef"]
FILLS = ("#d95d4e", "#f2c14e")


def place(cell: str) -> tuple[float, float]:
    return EDGE + CELL * (ord(cell[0]) - ord("a") + 0.5), EDGE + CELL * (ROWS - int(cell[1:]) + 0.5)


def draw(scene: dict[str, Any], language: str) -> Sheet:
    sheet = Sheet(2 * EDGE + CELL * COLUMNS, 2 * EDGE + CELL * ROWS + 50)
    bars = {cell for bar in scene["bars"] for cell in bar["cells"]}
    for cell in [name for name in NAMES if name not in bars]:
        sheet.thing(f"cell {cell}", *place(cell), box(CELL, CELL, WATER, 0, DEEP), words(cell, 8, DEEP, 12, 17))
    for seat, bar in enumerate(scene["bars"]):
        for cell in bar["cells"]:
            sheet.thing(f"bar {seat}", *place(cell), box(CELL - 4, CELL - 4, "#c9a46b"), words("RY"[seat], 13))
    for pile in scene["piles"]:
        x, y = place(pile["cell"])
        for level, tile in enumerate(pile["tiles"]):
            number = "" if tile["number"] is None else f" {tile['number']}"
            told = f"tile {tile['seat']} {level}{number}"
            sheet.thing(told, x, y, f"<g transform='translate(0 {6 - 4 * level})'>", *tile_shape(tile), "</g>")
    for seat, bar in enumerate(scene["bars"]):
        tiles = " ".join(f"{'RY'[tile['seat']]}{tile['number'] or '·'}" for tile in bar["tiles"]) or "—"
        mark = "▸" if scene["turn"] == seat and scene["step"] != "over" else " "
        sheet.words(EDGE, sheet.height - 46 + 24 * seat, f"{mark} {'RY'[seat]}: {tiles}", 13)
    return sheet


def tile_shape(tile: dict[str, Any]) -> tuple[str, str]:
    fill, letter = FILLS[tile["seat"]], "RY"[tile["seat"]]
    if tile["number"] is None:
        return disc(14, fill), words(letter, 12)
    return box(30, 26, fill), words(f"{letter}{tile['number']}", 13)
