"""What puzzles of Oursins are about."""

from collections.abc import Mapping

from recif.games.core.compiled import Record, copy
from recif.games.core.contract import Text
from recif.games.core.themes import QUIET, in_order
from recif.games.core.themes import alike as alike
from recif.games.urchins import rules
from recif.games.urchins.rules import ADD, DECLINE, PAWN

THEMES: Mapping[str, Text] = {
    "last": Text("le dernier oursin", "the last urchin"),
    "feast": Text("plusieurs carrés d’un coup", "several squares at once"),
    "deny": Text("gâcher un carré", "spoil a square"),
    "square": Text("faire un carré", "make a square"),
    "pile": Text("jouer avec les piles", "play with piles"),
    "catch": Text("pêcher", "fish"),
    "guard": Text("garder avec le pion", "guard with the pawn"),
    "decline": Text("ne rien déplacer", "move nothing"),
    QUIET: Text("un coup calme", "a quiet move"),
}


def themes(state: Record, seat: int, move: int) -> list[str]:
    after = copy(state)
    rules.play(after, seat, move)
    found = _of_the_pawn(state, after, seat) if move >= PAWN else _of_an_urchin(state, after, seat, move)
    if after.step == rules.OVER:
        found.append("last")
    return in_order(THEMES, found) or [QUIET]


def _of_the_pawn(state: Record, after: Record, seat: int) -> list[str]:
    caught = int(after.taken[seat] - state.taken[seat])
    if caught:
        return ["feast" if caught > 5 else "catch"]
    return ["guard"]


def _of_an_urchin(state: Record, after: Record, seat: int, move: int) -> list[str]:
    found = []
    if move == DECLINE:
        found.append("decline")
    elif move >= ADD:
        found += ["pile"] if int(state.tops[0] | state.tops[1]) >> (move & 63) & 1 else []
    elif int(state.piles) >> (move >> 6) & 1:
        found.append("pile")
    if _best_catch(after, seat) > _best_catch(state, seat):
        found.append("square")
    if _others_catch(after, seat) < _others_catch(state, seat):
        found.append("deny")
    return found


def _others_catch(state: Record, seat: int) -> int:
    return max(_best_catch(state, other) for other in range(state.seats) if other != seat)


def _best_catch(state: Record, seat: int) -> int:
    """§7 The most urchins that a seat's pawn could fish from the board as it is."""
    best, perches = 0, int(rules.perches(state))
    for cell in range(rules.RANK * rules.SIDE):
        if perches >> cell & 1:
            placed = copy(state)
            placed.pawns[seat] = 1 << cell
            best = max(best, int(rules.fish(placed, seat)))
    return best
