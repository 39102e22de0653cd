"""What puzzles of Crocodile Pool Party are about."""

from collections.abc import Mapping

import numpy as np

from recif.games.core.compiled import Record, copy
from recif.games.core.contract import Text
from recif.games.core.themes import QUIET, in_order
from recif.games.core.themes import alike as alike
from recif.games.crocodiles import rules
from recif.games.crocodiles.pool import BAR
from recif.games.crocodiles.tiles import height

THEMES: Mapping[str, Text] = {
    "last": Text("le dernier coup", "the last move"),
    "double-meal": Text("manger une pile", "eat a pile"),
    "full-boat": Text("rentrer une grande pile", "bring home a tall pile"),
    "safe-bar": Text("à l’abri au bar", "safe in the bar"),
    "meal": Text("un repas", "a meal"),
    "flip": Text("retourner au bon moment", "flip at the right time"),
    "escape": Text("s’échapper", "escape"),
    "placing": Text("bien se placer", "a good place"),
    "hunt": Text("se mettre en chasse", "go hunting"),
    QUIET: Text("un coup calme", "a quiet move"),
}
TALL = 3  # tiles of a pile worth a name


def themes(state: Record, seat: int, move: int) -> list[str]:
    start, target = move >> 7, move & 127
    if state.phase == rules.PLACING:
        return ["placing"]
    if start == target:
        return ["flip"]
    return in_order(THEMES, _of_a_swim(state, seat, start, target)) or [QUIET]


def _of_a_swim(state: Record, seat: int, start: int, target: int) -> list[str]:
    after = copy(state)
    rules.play(after, seat, start << 7 | target)
    found = ["last"] if after.phase in (rules.REVEAL, rules.OVER) else []
    if target >= BAR:
        return [*found, "full-boat" if height(state.pile[start]) >= TALL else "safe-bar"]
    if prey := int(height(state.pile[target])):
        found.append("double-meal" if prey > 1 else "meal")
    if _is_in_danger(state, 1 - seat, start) and not _is_in_danger(after, 1 - seat, target):
        found.append("escape")
    if not found and any(_is_in_danger(after, seat, cell) for cell in _tiles_of(after, 1 - seat)):
        found.append("hunt")
    return found


def _tiles_of(state: Record, seat: int) -> list[int]:
    tops = int(state.tops[seat, 0]) | int(state.tops[seat, 1]) << rules.HALF
    return [cell for cell in range(rules.CELLS) if tops >> cell & 1]


def _is_in_danger(state: Record, hunter: int, cell: int) -> bool:
    """§7 Whether a crocodile of the hunter could eat what lies on a cell, were it its turn."""
    turned = copy(state)
    turned.turn, turned.phase, turned.flipped = hunter, rules.TURN, 0
    out = np.zeros(rules.MOVES, np.int64)
    return any(int(move) & 127 == cell for move in out[: rules.moves(turned, hunter, out)])
