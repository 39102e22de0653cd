"""Crabe vs Poulpe: a row a hand, with backs where it is hidden, and the pile between them."""

from typing import Any

from recif.games.core.drawing import DEEP, Sheet, box, words

WIDTH, HEIGHT, GAP, EDGE = 40, 56, 8, 18
FILLS = {"c": "#eaa48f", "p": "#b9a7da"}


def draw(scene: dict[str, Any], language: str) -> Sheet:
    rows = [hand_of(scene["seats"][1]), [(f"pile {cast['seat']}", cast["card"]) for cast in scene["pile"]]]
    rows.append(hand_of(scene["seats"][0]))
    widest = max(8, *map(len, rows))
    sheet = Sheet(2 * EDGE + (WIDTH + GAP) * widest + 90, 2 * EDGE + 3 * (HEIGHT + GAP))
    for row, cards in enumerate(rows):
        y = EDGE + (HEIGHT + GAP) * row + HEIGHT / 2
        sheet.words(EDGE, y, "▥" if row == 1 else seat_mark(scene, 0 if row == 2 else 1))
        for column, (what, card) in enumerate(cards):
            sheet.thing(f"{what} {card}", EDGE + 70 + (WIDTH + GAP) * column + WIDTH / 2, y, *face(card))
    decks = "   ".join(f"{back} {count}" for back, count in scene["decks"].items())
    sheet.words(sheet.width - EDGE, EDGE + HEIGHT * 1.5 + GAP, decks, 12, "end")
    return sheet


def seat_mark(scene: dict[str, Any], seat: int) -> str:
    return f"{'▸' if scene['turn'] == seat else ' '} {seat} ({scene['seats'][seat]['side']})"


def hand_of(shown: dict[str, Any]) -> list[tuple[str, str]]:
    """The cards that are seen; of a hidden hand, its backs."""
    if shown["hand"] is not None:
        return [("hand", card) for card in shown["hand"]]
    return [("back", back) for back, count in shown["backs"].items() for _ in range(count)]


def face(card: str) -> tuple[str, str]:
    """A card as in move texts; a back has no number."""
    back, rank = card[-1], card[:-1]
    if not rank:
        return box(WIDTH, HEIGHT, DEEP), words(f"░{back}", 13)
    return box(WIDTH, HEIGHT, FILLS[back]), words({"A": "α", "O": "Ω"}.get(rank, rank) + back, 15)
