"""The texts of Oursins' cells and moves. See docs/notation.md."""

from collections.abc import Iterable

from recif.games.core.compiled import Record
from recif.games.core.contract import REFEREE, Text
from recif.games.core.moves import Remembered
from recif.games.urchins import rules
from recif.games.urchins.rules import ADD, DECLINE, PAWN, RANK, RED, YELLOW

COLOURS = "yr"
URCHIN = {"y": Text("jaune", "yellow"), "r": Text("rouge", "red")}
SEATS = (Text("Bleu", "Blue"), Text("Vert", "Green"), Text("Blanc", "White"), Text("Noir", "Black"))


def name(cell: int) -> str:
    return f"{chr(ord('a') + cell % RANK)}{cell // RANK + 1}"


def size(state: Record) -> int:
    return 5 if state.board == rules.BOARD_5 else 6


def ranks(state: Record) -> list[list[int]]:
    """The cells as they lie on the table, top rank first."""
    side = size(state)
    return [[RANK * rank + file for file in range(side)] for rank in reversed(range(side))]


def cells(state: Record) -> dict[str, int]:
    """Names to cells."""
    return {name(cell): cell for row in ranks(state) for cell in row}


def names(bits: int) -> list[str]:
    """The names of a set of cells."""
    return [name(cell) for cell in range(int(bits).bit_length()) if bits >> cell & 1]


def urchins(state: Record, cell: int) -> str:
    """What is on a cell, bottom to top: ``, `y`, `r`, `ry` or `yr`."""
    for colour in (YELLOW, RED):
        if state.tops[colour] >> cell & 1:
            return (COLOURS[1 - colour] if state.piles >> cell & 1 else "") + COLOURS[colour]
    return ""


def pawn_on(state: Record, cell: int) -> int | None:
    """The seat whose pawn is on a cell."""
    return next((seat for seat in range(state.seats) if state.pawns[seat] >> cell & 1), None)


def text(state: Record, seat: int, move: int, viewer: int = REFEREE) -> str:
    return TEXTS[move]


def texts(state: Record, seat: int, moves: Iterable[int]) -> list[str]:
    return TEXTS.all(moves)


def text_of(move: int) -> str:
    if move == DECLINE:
        return "-"
    if move < ADD:
        return f"{name(move >> 6)}-{name(move & 63)}"
    if move < PAWN:
        return f"+{COLOURS[(move - ADD) >> 6]}{name(move & 63)}"
    return f">{name(move - PAWN)}"


TEXTS = Remembered(text_of)
