"""Cric Crac Kroc: the piles from left to right, bottom card lowest, then a line a seat."""

from typing import Any

from recif.games.core.drawing import DEEP, INKS, SEATS, WATER, Sheet, box, disc, words
from recif.games.kroc.cards import CARDS, LABELS

CARD, STEP, EDGE, LINE = 92, 22, 16, 24


def draw(scene: dict[str, Any], language: str) -> Sheet:
    tallest = max(1, *(len(pile["cards"]) for pile in scene["piles"]))
    floor = EDGE + 56 + STEP * tallest
    sheet = Sheet(2 * EDGE + (CARD + 10) * len(scene["piles"]), floor + 20 + LINE * (len(scene["seats"]) + 1))
    for column, pile in enumerate(scene["piles"]):
        x = EDGE + (CARD + 10) * column + CARD / 2 + 5
        sheet.words(x, EDGE + 8, str(pile["pile"]), 14, "middle")
        for level, card in enumerate(pile["cards"]):
            label = "?" if card is None else name(card, language)
            y = floor - STEP * level - STEP / 2
            face = box(CARD, STEP - 2, DEEP if card is None else WATER)
            sheet.thing(f"card {card or 'down'}", x, y, face, words(label, 12))
        jaws = [seat for seat, count in enumerate(pile["jaws"]) for _ in range(count)]
        for at, seat in enumerate(jaws):
            shift = 20 * (at - (len(jaws) - 1) / 2)
            mark = disc(9, SEATS[seat]), words(str(seat), 11, INKS[seat])
            sheet.thing(f"jaw {seat}", x + shift, EDGE + 30, *mark)
    for seat, shown in enumerate(scene["seats"]):
        kept = ", ".join(f"{name(card, language)} {count}" for card, count in shown["kept"].items()) or "—"
        hungry = " ◆" if shown["hungry"] else ""
        sheet.words(EDGE, floor + 20 + LINE * seat, f"{seat}{hungry}  ({shown['points']})  {kept}", 13)
    sheet.words(EDGE, floor + 20 + LINE * len(scene["seats"]), f"▤ {scene['deck']}", 13)
    return sheet


def name(card: str, language: str) -> str:
    return LABELS[CARDS.index(card)].say(language)
