"""What puzzles of Cric Crac Kroc are about."""

from collections.abc import Mapping

from recif.games.core.compiled import Record
from recif.games.core.contract import Text
from recif.games.core.themes import alike as alike
from recif.games.core.themes import in_order
from recif.games.kroc import rules
from recif.games.kroc.rules import BITES, BLUE, BOTTLE, DOWN, KINDS, PLATTER, STEAL, TREASURE, TRIDENT, YELLOW

THEMES: Mapping[str, Text] = {
    "fifth": Text("le cinquième trident", "the fifth trident"),
    "theft": Text("le bon larcin", "the right theft"),
    "last-tide": Text("la dernière marée", "the last tide"),
    "two-jaws": Text("deux mâchoires", "two jaws"),
    "trident": Text("à la chasse aux tridents", "hunting tridents"),
    "feast": Text("la grosse pile", "the big pile"),
    "treasure": Text("le trésor", "the treasure"),
    "skewer": Text("une brochette à finir", "a skewer to finish"),
    "platter": Text("le plateau", "the platter"),
    "bottle": Text("la bouteille", "the bottle"),
    "blind": Text("mordre à l’aveugle", "a blind bite"),
    "small": Text("la petite pile", "the small pile"),
}
ALMOST = rules.ENOUGH - 1


def themes(state: Record, seat: int, move: int) -> list[str]:
    if move >= STEAL:
        return ["fifth", "theft"] if _is_fifth(state, seat, [(move - STEAL) % KINDS]) else ["theft"]
    bitten = BITES[move]
    cards = [int(card) for pile in set(bitten) for card in state.pile[pile, : state.heights[pile]]]
    found = ["two-jaws"] if len(bitten) > 1 else []
    if state.deck < state.piles:
        found.append("last-tide")
    if _is_fifth(state, seat, cards):
        found.append("fifth")
    if any(_is_tallest(state, pile) for pile in bitten):
        found.append("feast")
    return in_order(THEMES, [*found, *_of_cards(state, seat, cards)])


def _of_cards(state: Record, seat: int, cards: list[int]) -> list[str]:
    kept, found = state.kept[seat], []
    if TRIDENT in cards:
        found.append("trident")
    if TREASURE in cards:
        found.append("treasure")
    if any(kind in cards and kept[kind] + cards.count(kind) > 1 for kind in (YELLOW, BLUE)):
        found.append("skewer")
    if PLATTER in cards and not kept[PLATTER]:
        found.append("platter")
    if BOTTLE in cards:
        found.append("bottle")
    if cards and all(card == DOWN for card in cards):
        found.append("blind")
    return found or ["small"]


def _is_fifth(state: Record, seat: int, cards: list[int]) -> bool:
    """§6 Whether these cards would bring the fifth trident."""
    return TRIDENT in cards and int(state.kept[seat, TRIDENT]) + cards.count(TRIDENT) > ALMOST


def _is_tallest(state: Record, pile: int) -> bool:
    heights = [int(height) for height in state.heights[: state.piles]]
    return heights.count(max(heights)) == 1 and heights[pile] == max(heights)
