"""What puzzles of XOK are about."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from recif.games.core.compiled import Record, boxed, copy
from recif.games.core.contract import Text
from recif.games.core.themes import QUIET, in_order
from recif.games.xok import rules
from recif.games.xok.effects import effect
from recif.games.xok.survey import SURVEY, survey, wins_at_once

THEMES: Mapping[str, Text] = {
    "ten": Text("la chaîne de dix", "the chain of ten"),
    "parry": Text("arrêter la menace", "stop the threat"),
    "cut": Text("couper la chaîne", "cut the chain"),
    "double-meal": Text("deux poissons d’un coup", "two fish at once"),
    "bridge": Text("le pont", "the bridge"),
    "threat": Text("menacer de finir", "threaten to finish"),
    "meal": Text("un repas", "a meal"),
    QUIET: Text("un coup calme", "a quiet move"),
}


def themes(state: Record, seat: int, move: int) -> list[str]:
    return in_order(THEMES, _found(state, seat, move)) or [QUIET]


def _found(state: Record, seat: int, move: int) -> list[str]:
    after = copy(state)
    rules.play(after, seat, move)
    foe, eaten = 1 - seat, int(effect(boxed(state, rules.State), seat, move)[0]).bit_count()
    found = ["double-meal" if eaten > 1 else "meal"] if eaten else []
    if after.won == 1 << seat:
        return ["ten", *found]
    if _can_finish(state, foe) and not _can_finish(after, foe):
        found.append("parry")
    if eaten and _size(state, foe) - _size(after, foe) > eaten:
        found.append("cut")
    if _size(after, seat) - _size(state, seat) > _laid(move):
        found.append("bridge")
    if not after.won and _can_finish(after, seat):
        found.append("threat")
    return found


def _laid(move: int) -> int:
    return 2 if move >> 6 < rules.PAIRS else 1


def _size(state: Record, seat: int) -> int:
    return int(rules.longest(state, seat)).bit_count()


def _can_finish(state: Record, seat: int) -> bool:
    """§6 Whether a seat could make ten, were it its turn."""
    turned: Any = copy(state)
    turned.turn = seat
    found = np.zeros(SURVEY, np.int64)
    survey(turned, seat, found)
    return bool(wins_at_once(turned, seat, found))


def alike(state: Record, seat: int, one: int, other: int) -> bool:
    """§3 Sharks on one cell that eat the same fish: only those who draw see the difference, or the reserve does."""
    if min(one, other) >> 6 < rules.PAIRS or one & 63 != other & 63:
        return False
    box = boxed(state, rules.State)
    return bool(effect(box, seat, one) == effect(box, seat, other))
