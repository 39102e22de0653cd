"""Oursins for the terminal."""

from recif.games.core.compiled import Record
from recif.games.core.contract import REFEREE, Text
from recif.games.urchins.notation import SEATS, names, pawn_on, ranks, size, urchins
from recif.games.urchins.rules import ACTING, MOVING, OVER, PLACING, RANK, RED, YELLOW

URCHIN_MARKS = {"y": "○", "r": "●"}
PAWN_MARKS = "△▲◇◆"
KEY = Text("○ jaune, ● rouge, ² pile de deux", "○ yellow, ● red, ² pile of two")
STEPS = {
    OVER: Text("La partie est finie", "The game is over"),
    MOVING: Text("Étape 1 : déplacer un oursin, ou passer", "Step 1: move an urchin, or decline"),
    ACTING: Text("Étape 2 : ajouter un oursin ou en déplacer un", "Step 2: add an urchin or move one"),
    PLACING: Text("Étape 3 : poser son pion", "Step 3: place the pawn"),
}
FORCED = Text("Étape 2 : ajouter un oursin", "Step 2: add an urchin")


def picture(state: Record, viewer: int = REFEREE) -> Text:
    board, seats = _board(state), [_seat_line(state, seat) for seat in range(state.seats)]
    reserve, step = _reserve_line(state), _step_line(state)
    return Text(
        "\n".join([*board, "", *(line.fr for line in seats), "", KEY.fr, reserve.fr, step.fr]),
        "\n".join([*board, "", *(line.en for line in seats), "", KEY.en, reserve.en, step.en]),
    )


def _board(state: Record) -> list[str]:
    """Ranks between their numbers, top first, and the file letters below."""
    rows = [
        f"{row[0] // RANK + 1:>3}   {''.join(f'{_mark(state, c):<5}' for c in row)}".rstrip() for row in ranks(state)
    ]
    return [*rows, "      " + "    ".join("abcdef"[: size(state)])]


def _mark(state: Record, cell: int) -> str:
    """The top urchin, ² for a pile, the pawn."""
    here, seat = urchins(state, cell), pawn_on(state, cell)
    if not here:
        return "·"
    return URCHIN_MARKS[here[-1]] + "²" * (len(here) == 2) + ("" if seat is None else PAWN_MARKS[seat])


def _seat_line(state: Record, seat: int) -> Text:
    turn = "▸" if state.step != OVER and state.turn == seat else " "
    where, taken = names(state.pawns[seat]), int(state.taken[seat])
    pawn = Text(f"pion en {where[0]}", f"pawn on {where[0]}") if where else Text("pion en main", "pawn in hand")
    mark = f"{turn} {PAWN_MARKS[seat]}"
    return Text(
        f"{mark} {SEATS[seat].fr} : oursins pris {taken}, {pawn.fr}",
        f"{mark} {SEATS[seat].en}: urchins taken {taken}, {pawn.en}",
    )


def _reserve_line(state: Record) -> Text:
    yellow, red = int(state.reserve[YELLOW]), int(state.reserve[RED])
    return Text(
        f"Réserve : ○ {yellow}, ● {red} ; tours calmes : {state.quiet} sur {state.patience}",
        f"Reserve: ○ {yellow}, ● {red}; quiet turns: {state.quiet} of {state.patience}",
    )


def _step_line(state: Record) -> Text:
    is_forced = state.step == ACTING and state.quiet == state.patience
    return FORCED if is_forced else STEPS[int(state.step)]
